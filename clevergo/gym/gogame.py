"""Go as pure functions over state arrays: the interface GymGo's users know, over our one set of rules.

A state is ``[6, N, N]`` of zeros and ones, a batch of them ``[B, 6, N, N]``; :mod:`clevergo.gym.govars` names the
channels. Functions never change the states they are given. Simple ko, suicide forbidden, area counting, komi as an
argument. An action is ``row * N + col``, a pass ``N * N``.

Where this differs from GymGo: in a finished game nothing may be played, not even a pass, and the ``batch_`` forms of
valid and invalid moves say so as the single ones do; a move that may not be played raises
:class:`~clevergo.gym.actions.InvalidMoveError`, an AssertionError that says why; the random functions may be given a
generator, and are governed by ``np.random.seed`` otherwise.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import ndimage

from clevergo.games.game import NUM_SYMMETRIES, turned
from clevergo.games.go.board import KO, OCCUPIED, OVER, SUICIDE
from clevergo.games.go.position import IllegalReason
from clevergo.games.go.rules import MAX_SIZE, MIN_SIZE
from clevergo.gym import govars, states
from clevergo.gym.actions import InvalidActionError, InvalidMoveError
from clevergo.gym.values import whole_number

__all__ = [
    "action_size",
    "all_symmetries",
    "areas",
    "batch_areas",
    "batch_canonical_form",
    "batch_eyes",
    "batch_game_ended",
    "batch_init_state",
    "batch_invalid_moves",
    "batch_next_states",
    "batch_prev_player_passed",
    "batch_turn",
    "batch_valid_moves",
    "batch_winning",
    "canonical_form",
    "children",
    "eyes",
    "game_ended",
    "init_state",
    "invalid_moves",
    "liberties",
    "next_state",
    "num_liberties",
    "prev_player_passed",
    "random_action",
    "random_symmetry",
    "random_weighted_action",
    "str",
    "turn",
    "valid_moves",
    "winning",
]

_REASONS = {
    OCCUPIED: IllegalReason.OCCUPIED,
    SUICIDE: IllegalReason.SUICIDE,
    KO: IllegalReason.KO,
    OVER: IllegalReason.GAME_OVER,
}
State = NDArray[Any]
"""``[6, N, N]`` or, in the ``batch_`` functions, ``[B, 6, N, N]``: zeros and ones of any numeric dtype."""


def _checked(batch_state: State) -> NDArray[np.uint8]:
    """A batch of states as the kernels take it: ``uint8[B, 6, N, N]``."""
    shape = batch_state.shape
    if len(shape) != 4 or shape[1] != govars.NUM_CHNLS or shape[2] != shape[3]:
        raise ValueError(f"states must be [B, {govars.NUM_CHNLS}, N, N], not {list(shape)}")
    if not MIN_SIZE <= shape[2] <= MAX_SIZE:
        raise ValueError(f"board size must be {MIN_SIZE} to {MAX_SIZE}, not {shape[2]}")
    return np.ascontiguousarray(batch_state != 0, np.uint8)


# --- making and playing --------------------------------------------------------------------------------


def init_state(size: int) -> NDArray[np.float64]:
    """The empty board, Black to move: ``float64[6, N, N]`` of zeros."""
    return batch_init_state(1, size)[0]


def batch_init_state(batch_size: int, board_size: int) -> NDArray[np.float64]:
    """Empty boards: ``float64[B, 6, N, N]`` of zeros."""
    size = whole_number("board size", board_size)
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise ValueError(f"board size must be {MIN_SIZE} to {MAX_SIZE}, not {size}")
    return np.zeros((batch_size, govars.NUM_CHNLS, size, size))


def next_state(state: State, action1d: int, canonical: bool = False, history: Sequence[State] | None = None) -> State:
    """The state after an action.

    Args:
        state: ``[6, N, N]``.
        action1d: 0 to N*N.
        canonical: whether to return it in canonical form.
        history: earlier states of the game, this one not needed; given, moves that would bring one of their boards
            back are marked invalid in the result. None is simple ko alone.

    Returns:
        ``[6, N, N]`` of the given state's dtype.
    """
    histories = None if history is None else [history]
    return batch_next_states(state[np.newaxis], np.asarray([action1d]), canonical, histories)[0]


def batch_next_states(
    batch_states: State,
    batch_action1d: ArrayLike,
    canonical: bool = False,
    batch_histories: Sequence[Sequence[State]] | None = None,
) -> State:
    """:func:`next_state` of each state of ``[B, 6, N, N]`` with its action of ``[B]``."""
    before = _checked(batch_states)
    actions = np.ascontiguousarray(batch_action1d, np.int64)
    num_actions = action_size(board_size=before.shape[2])
    if actions.shape != before.shape[:1]:
        raise ValueError(f"{len(before)} states need [{len(before)}] actions, not {list(actions.shape)}")
    if ((actions < 0) | (actions >= num_actions)).any():
        raise InvalidActionError(f"actions must be 0 to {num_actions - 1}: {actions}")
    after = np.empty_like(before)
    refused, reason = states.play_states(before, actions, after)
    if refused >= 0:
        raise InvalidMoveError(int(actions[refused]), _REASONS[reason].value)
    if batch_histories is not None:
        for state, history in zip(after, batch_histories, strict=True):
            _forbid_repeats(state, history)
    result = after.astype(batch_states.dtype)
    return batch_canonical_form(result) if canonical else result


def _forbid_repeats(state: NDArray[np.uint8], history: Sequence[State]) -> None:
    """Mark in the state, as invalid, the moves that would bring back a board of the history."""
    if len(history) == 0 or game_ended(state):
        return
    stones = [govars.BLACK, govars.WHITE]
    known = {np.asarray(earlier[stones] != 0).tobytes() for earlier in history}
    pass_action = action_size(state) - 1
    points = np.flatnonzero(valid_moves(state))
    points = points[points != pass_action]
    for action, child in zip(points, _play_all(state, points), strict=True):
        if np.asarray(child[stones] != 0).tobytes() in known:
            state[govars.INVD_CHNL].flat[action] = 1


def _play_all(state: State, actions: NDArray[np.int64]) -> State:
    """The states after each of several actions in one state: ``[len(actions), 6, N, N]``."""
    return batch_next_states(np.repeat(state[np.newaxis], len(actions), axis=0), actions)


def children(state: State, canonical: bool = False, padded: bool = True) -> State:
    """The states after every valid action.

    Args:
        state: ``[6, N, N]``.
        canonical: whether to return them in canonical form.
        padded: whether to return a row for every action, ``[N*N+1, 6, N, N]`` with zeros where it is invalid;
            otherwise only the rows of valid actions, in their order.
    """
    actions = np.flatnonzero(valid_moves(state))
    played = _play_all(state, actions)
    played = batch_canonical_form(played) if canonical else played
    if not padded:
        return played
    rows = np.zeros((action_size(state), *state.shape), state.dtype)
    rows[actions] = played
    return rows


# --- what a state says -------------------------------------------------------------------------------------


def invalid_moves(state: State) -> NDArray[np.float64]:
    """``float64[N*N+1]``: 1 where an action is invalid; all are once the game has ended."""
    return batch_invalid_moves(state[np.newaxis])[0]


def valid_moves(state: State) -> NDArray[np.float64]:
    """``float64[N*N+1]``: 1 where an action is valid."""
    return 1 - invalid_moves(state)


def batch_invalid_moves(batch_state: State) -> NDArray[np.float64]:
    """:func:`invalid_moves` of each state: ``float64[B, N*N+1]``."""
    marked = (batch_state[:, govars.INVD_CHNL] != 0).reshape(len(batch_state), -1)
    ended = batch_game_ended(batch_state)[:, np.newaxis] != 0
    return np.concatenate([marked | ended, ended], axis=1).astype(np.float64)


def batch_valid_moves(batch_state: State) -> NDArray[np.float64]:
    """:func:`valid_moves` of each state: ``float64[B, N*N+1]``."""
    return 1 - batch_invalid_moves(batch_state)


def action_size(state: State | None = None, board_size: int | None = None) -> int:
    """How many actions there are, from a state or a board size: N*N+1."""
    if state is not None:
        board_size = state.shape[-1]
    if board_size is None:
        raise ValueError("action_size needs a state or a board_size")
    return board_size**2 + 1


def prev_player_passed(state: State) -> bool:
    """Whether the last move was a pass."""
    return bool(state[govars.PASS_CHNL].any())


def batch_prev_player_passed(batch_state: State) -> NDArray[np.bool_]:
    """:func:`prev_player_passed` of each state: ``bool[B]``."""
    return np.asarray(batch_state[:, govars.PASS_CHNL].any(axis=(1, 2)))


def game_ended(state: State) -> int:
    """1 if the game is over, else 0."""
    return int(state[govars.DONE_CHNL].any())


def batch_game_ended(batch_state: State) -> NDArray[np.int64]:
    """:func:`game_ended` of each state: ``int64[B]``."""
    return np.asarray(batch_state[:, govars.DONE_CHNL].any(axis=(1, 2)), np.int64)


def turn(state: State) -> int:
    """Whose turn it is: ``govars.BLACK`` or ``govars.WHITE``."""
    return int(state[govars.TURN_CHNL].any())


def batch_turn(batch_state: State) -> NDArray[np.int64]:
    """:func:`turn` of each state: ``int64[B]``."""
    return np.asarray(batch_state[:, govars.TURN_CHNL].any(axis=(1, 2)), np.int64)


def liberties(state: State) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The empty points next to Black's stones, and those next to White's: two of ``bool[N, N]``."""
    black, white = state[govars.BLACK] != 0, state[govars.WHITE] != 0
    empty = ~(black | white)
    return ndimage.binary_dilation(black) & empty, ndimage.binary_dilation(white) & empty


def num_liberties(state: State) -> tuple[int, int]:
    """How many liberties Black's stones have together, and White's."""
    black, white = liberties(state)
    return int(np.count_nonzero(black)), int(np.count_nonzero(white))


def areas(state: State) -> tuple[int, int]:
    """Black's and White's area, without komi."""
    black, white = batch_areas(state[np.newaxis])
    return int(black[0]), int(white[0])


def batch_areas(batch_state: State) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Black's and White's area in each state, without komi: two of ``int64[B]``."""
    counted = np.empty((len(batch_state), 2), np.int64)
    states.count_areas(_checked(batch_state), counted)
    return counted[:, 0], counted[:, 1]


def winning(state: State, komi: float = 0) -> int:
    """1 if Black has more area than White and komi, -1 if less, 0 if as much; the game need not be over."""
    return int(batch_winning(state[np.newaxis], komi)[0])


def batch_winning(state: State, komi: float = 0) -> NDArray[np.int64]:
    """:func:`winning` of each state of ``[B, 6, N, N]``: ``int64[B]``."""
    black, white = batch_areas(state)
    return np.sign(black - white - komi).astype(np.int64)


def eyes(state: State) -> NDArray[np.float64]:
    """``float64[N, N]``: 1 at the true eyes of the side to move.

    All neighbors of such an empty point are stones of that side, and so are at least three of its four diagonal
    corners, on the edge all there are.
    """
    return batch_eyes(state[np.newaxis])[0]


def batch_eyes(batch_state: State) -> NDArray[np.float64]:
    """:func:`eyes` of each state: ``float64[B, N, N]``."""
    found = np.empty((len(batch_state), *batch_state.shape[2:]))
    states.mark_eyes(_checked(batch_state), found)
    return found


# --- other forms of a state --------------------------------------------------------------------------------


def canonical_form(state: State) -> State:
    """The state as the side to move sees it: always Black to move, colors exchanged if it was White's turn."""
    return batch_canonical_form(state[np.newaxis])[0]


def batch_canonical_form(batch_state: State) -> State:
    """:func:`canonical_form` of each state: ``[B, 6, N, N]``."""
    result = batch_state.copy()
    white_to_move = np.flatnonzero(batch_turn(batch_state))
    result[white_to_move, govars.BLACK] = batch_state[white_to_move, govars.WHITE]
    result[white_to_move, govars.WHITE] = batch_state[white_to_move, govars.BLACK]
    result[white_to_move, govars.TURN_CHNL] = 0
    return result


def random_symmetry(image: State, rng: np.random.Generator | None = None) -> State:
    """One of the eight symmetries of ``[C, N, N]`` at random; C is any number of channels."""
    return turned(image, int(_source(rng).choice(NUM_SYMMETRIES)))


def all_symmetries(image: State) -> list[State]:
    """The eight symmetries of ``[C, N, N]``, numbered as in :func:`clevergo.games.game.turned`."""
    return [turned(image, k) for k in range(NUM_SYMMETRIES)]


# --- at random, and for people -----------------------------------------------------------------------------


def _source(rng: np.random.Generator | None) -> Any:
    """What draws: without a generator NumPy's global one, so that a seed plays the random games it plays in GymGo."""
    return np.random if rng is None else rng


def random_weighted_action(move_weights: ArrayLike, rng: np.random.Generator | None = None) -> int:
    """An action drawn by weights ``[N*N+1]``, none negative; they need not sum to 1."""
    weights = np.asarray(move_weights, np.float64)
    total = weights.sum()
    if weights.ndim != 1 or not np.isfinite(total) or total <= 0 or (weights < 0).any():
        raise ValueError("weights must be one row, none negative, with a positive sum")
    return int(_source(rng).choice(len(weights), p=weights / total))


def random_action(state: State, rng: np.random.Generator | None = None) -> int:
    """A valid action, a pass included, each as likely. There is none once the game has ended: ValueError."""
    return random_weighted_action(valid_moves(state), rng)


_LINES = (("╔═", "╤═", "╗"), ("╟─", "┼─", "╢"), ("╚═", "╧═", "╝"))
"""The lines of the board at its top, in the middle and at the bottom: left, between and right."""


def str(state: State) -> builtins.str:
    """A picture of the board as GymGo draws it, made for dark terminals: ``○`` is Black's stone, ``●`` White's."""
    size = state.shape[-1]
    rows = "".join(f"{row}\t{_drawn(state, row)}\n" for row in range(size))
    stage = "END" if game_ended(state) else "PASSED" if prev_player_passed(state) else "ONGOING"
    black_area, white_area = areas(state)
    return (
        "\t" + "".join(f"{col:<2}" for col in range(size)) + f"\n{rows}"
        f"\tTurn: {'WHITE' if turn(state) else 'BLACK'}, Game State (ONGOING|PASSED|END): {stage}\n"
        f"\tBlack Area: {black_area}, White Area: {white_area}\n"
    )


def _drawn(state: State, row: int) -> builtins.str:
    """A row of the board; a stone stands where two lines cross."""
    size = state.shape[-1]
    left, between, right = _LINES[0 if row == 0 else 2 if row == size - 1 else 1]
    crossings = [left, *[between] * (size - 2), right]
    for stones, stone in ((state[govars.BLACK, row], "○"), (state[govars.WHITE, row], "●")):
        for col in np.flatnonzero(stones):
            crossings[col] = stone + crossings[col][1:]
    return "".join(crossings)

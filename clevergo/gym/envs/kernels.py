"""The compiled half of the environments: a step of many boards, and what is seen of them; any game, by its door."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.chance import next_below
from clevergo.games.kernels import SECOND, Board, copy_board, final_margin, legal_mask, play, result, write_planes
from clevergo.gym import govars

_FIRST_CHNL, _SECOND_CHNL, _TURN_CHNL = govars.BLACK, govars.WHITE, govars.TURN_CHNL
_INVD_CHNL, _PASS_CHNL, _DONE_CHNL, _NUM_CHNLS = govars.INVD_CHNL, govars.PASS_CHNL, govars.DONE_CHNL, govars.NUM_CHNLS


class Boards(NamedTuple):
    """B boards of one kind, and how they are read."""

    records: NDArray[np.void]
    """``Board[B]``."""
    cells: NDArray[np.int8]
    """``int8[B, K]``: their field that holds the stones: 0 empty, 1 and 2 the sides."""
    places: NDArray[np.int32]
    """``int32[P]``: where in it each point of the board is."""
    legal: NDArray[np.int8]
    """``int8[B, A]``: 1 where an action is legal; of the boards as they are now."""
    pass_action: int
    """The pass, or -1 where there is none."""


class View(NamedTuple):
    """What is seen of B boards. Its arrays are new with each view, so they may be kept and changed."""

    planes: NDArray[np.float32]
    """``float32[B, C, H, W]``: those of :mod:`clevergo.gym.govars` if C is 6, else a net's."""
    masks: NDArray[np.int8]
    """``int8[B, A]``: 1 where an action is legal; none is once the game is over."""
    invalid: NDArray[np.float64]
    """``float64[B, A]``: 1 where an action is illegal."""
    turns: NDArray[np.int64]
    """``int64[B]``: 0 if the first side is to move, else 1."""
    passed: NDArray[np.bool_]
    """``bool[B]``: whether the last move was a pass."""


def new_view(count: int, shape: tuple[int, int, int], actions: int) -> View:
    """Room for what is seen of ``count`` boards; ``shape``: planes, height, width."""
    return View(
        planes=np.empty((count, *shape), np.float32),
        masks=np.empty((count, actions), np.int8),
        invalid=np.empty((count, actions)),
        turns=np.empty(count, np.int64),
        passed=np.empty(count, np.bool_),
    )


@kernel
def reset_boards(boards: NDArray[np.void], first: NDArray[np.void], chosen: NDArray[np.bool_]) -> None:
    """Make each of the ``chosen`` boards, ``bool[B]``, the same as ``first``, ``Board[1]``."""
    for i in range(boards.shape[0]):
        if chosen[i]:
            copy_board(boards[i], first[0])


@kernel
def play_boards(boards: NDArray[np.void], actions: NDArray[np.int64], chosen: NDArray[np.bool_]) -> None:
    """Play a legal action, of ``int64[B]``, on each of the ``chosen`` boards, ``bool[B]``."""
    for i in range(boards.shape[0]):
        if chosen[i]:
            play(boards[i], actions[i])


@kernel
def step_boards(
    boards: Boards,
    actions: NDArray[np.int64],
    first: NDArray[np.void],
    resting: NDArray[np.bool_],
    prize: float,
    owners: NDArray[np.int8],
    rewards: NDArray[np.float64],
    terminated: NDArray[np.bool_],
    truncated: NDArray[np.bool_],
    view: View,
) -> int:
    """Play an action on each board and look at it; one that is ``resting`` begins anew, for which there is no reward.

    Args:
        boards: its ``legal`` says what is legal, before and, written, afterwards.
        actions: ``int64[B]``.
        first: ``Board[1]``: what a game begins with.
        resting: ``bool[B]``.
        prize: 0: the first side gets 1 if it has won, -1 if it has lost; else its lead on the board after every move,
            and so much, or as much below zero, at the end.
        owners: ``int8[P]`` scratch.
        rewards: ``float64[B]``, written: the first side's.
        terminated: ``bool[B]``, written: whether the game has ended by its rules.
        truncated: ``bool[B]``, written: whether it was cut off after the most plies it may have. Of the games here that
            is so of those that end by two passes.
        view: written.

    Returns:
        -1; or which action was the first that is none, or is illegal: then nothing was played or written.
    """
    records, legal, pass_action = boards.records, boards.legal, boards.pass_action
    for i in range(records.shape[0]):
        action = actions[i]
        if not resting[i] and (action < 0 or action >= legal.shape[1] or legal[i, action] == 0):
            return i
    for i in range(records.shape[0]):
        board = records[i]
        rewards[i] = 0.0
        if resting[i]:
            copy_board(board, first[0])
        else:
            play(board, actions[i])
            if board.over:
                rewards[i] = result(board) * (prize if prize > 0 else 1.0)
            elif prize > 0:
                rewards[i] = final_margin(board, owners)
        by_passes = board.last_moves[0] == pass_action and board.last_moves[1] == pass_action
        truncated[i] = board.over != 0 and pass_action >= 0 and not by_passes
        terminated[i] = board.over != 0 and not truncated[i]
        _look(boards, i, view)
    return -1


@kernel
def look_at_boards(boards: Boards, chosen: NDArray[np.bool_], view: View) -> None:
    """Write what is legal, and what is seen, of each of the ``chosen`` boards, ``bool[B]``."""
    for i in range(boards.records.shape[0]):
        if chosen[i]:
            _look(boards, i, view)


@kernel
def _look(boards: Boards, i: int, view: View) -> None:
    """One of :func:`look_at_boards`."""
    board, legal = boards.records[i], boards.legal[i]
    legal_mask(board, legal)
    for action in range(legal.shape[0]):
        view.masks[i, action] = legal[action]
        view.invalid[i, action] = 1 - legal[action]
    view.turns[i] = board.to_play == SECOND
    passed = boards.pass_action >= 0 and board.last_moves[0] == boards.pass_action
    view.passed[i] = passed
    if view.planes.shape[1] == _NUM_CHNLS:
        _write_state(board, boards.cells[i], boards.places, legal, passed, view.planes[i])
    else:
        write_planes(boards.records[i : i + 1], view.planes[i : i + 1])


@inline_kernel
def _write_state(
    board: Board,
    cells: NDArray[np.int8],
    places: NDArray[np.int32],
    mask: NDArray[np.int8],
    passed: bool,
    planes: NDArray[np.float32],
) -> None:
    """The six planes of one board."""
    points = places.shape[0]
    flat = planes.reshape((_NUM_CHNLS, points))
    for point in range(points):
        stone = cells[places[point]]
        flat[_FIRST_CHNL, point] = stone == 1
        flat[_SECOND_CHNL, point] = stone == 2
        flat[_INVD_CHNL, point] = 1 - mask[point]
    flat[_TURN_CHNL] = board.to_play == SECOND
    flat[_PASS_CHNL] = passed
    flat[_DONE_CHNL] = board.over != 0


@kernel
def draw_actions(legal: NDArray[np.int8], state: NDArray[np.uint64], out: NDArray[np.int64]) -> None:
    """Write ``int64[B]``: a legal action of each board, each as likely; 0 where there is none, as after the end.

    Args:
        legal: ``int8[B, A]``.
        state: see :mod:`clevergo.games.chance`.
    """
    for i in range(legal.shape[0]):
        count = 0
        for action in range(legal.shape[1]):
            count += legal[i, action]
        out[i] = 0
        if count > 0:
            left = next_below(state, count)
            action = 0
            while left > 0 or legal[i, action] == 0:
                left -= legal[i, action]
                action += 1
            out[i] = action

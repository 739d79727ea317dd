"""The first CleverGo's ``GoEngine`` for programs written for it: a game, and what it remembered of it for a net.

Where this differs: after the end no action is valid; a draw is won by nobody (:meth:`GoEngine.winner`); an action may
also be one of NumPy's whole numbers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.gym import gogame, govars
from clevergo.gym.actions import Action, InvalidMoveError, flat_action
from clevergo.gym.values import finite_number, whole_number

__all__ = ["GoEngine"]

State = gogame.State
_SEPARATED, _MERGED = "separated", "merged"


class GoEngine:
    """A game of Go: area scoring, simple ko, suicide forbidden, two passes end it. Black begins.

    Attributes:
        current_state: ``float64[6, N, N]``, see :mod:`clevergo.gym.govars`.
        board_state: ``float64[state_channels, N, N]``, what a net is shown, see :meth:`get_board_state`.
        board_state_history: ``current_state`` after each action.
        action_history: the actions, 0 to N*N.
        done: 1 if the game is over, else 0.
    """

    def __init__(
        self,
        board_size: int = 9,
        komi: float = 7.5,
        record_step: int = 4,
        state_format: str = _SEPARATED,
        record_last: bool = True,
    ) -> None:
        """An empty board.

        Args:
            board_size: points along one side, 2 to 19.
            komi: White's, in points.
            record_step: how many boards ``board_state`` remembers, of each color where they are separated.
            state_format: ``separated``: black and white stones in planes of their own; ``merged``: in one, 1 and -1.
            record_last: whether the last plane of ``board_state`` shows the last move.

        Raises:
            ValueError: something of it cannot be.
        """
        if state_format not in (_SEPARATED, _MERGED):
            raise ValueError(f"state_format must be {_SEPARATED!r} or {_MERGED!r}, not {state_format!r}")
        self.board_size = whole_number("board_size", board_size)
        self.komi = finite_number("komi", komi)
        self.record_step = whole_number("record_step", record_step)
        if self.record_step < 1:
            raise ValueError(f"record_step must be 1 or more, not {record_step}")
        self.state_format = state_format
        self.record_last = bool(record_last)
        boards = 2 * self.record_step if state_format == _SEPARATED else self.record_step
        self.state_channels: int = boards + 1 + self.record_last
        self.reset()

    # --- playing -------------------------------------------------------------------------------------------

    def reset(self) -> State:
        """Begin again; the first state, ``float64[6, N, N]``."""
        size = self.board_size
        self.current_state: State = gogame.init_state(size)
        self.board_state: NDArray[np.float64] = np.zeros((self.state_channels, size, size))
        self.board_state_history: list[State] = []
        self.action_history: list[int] = []
        self.done: int = 0
        return self.current_state.copy()

    def step(self, action: Action) -> State:
        """Play an action for the side to move; the state after it, ``float64[6, N, N]``.

        Args:
            action: 0 to N*N, a row and a column, or None for a pass.

        Raises:
            InvalidActionError: it is no action on this board.
            InvalidMoveError: the rules forbid it, or the game is over. Both are AssertionErrors; nothing was played.
        """
        flat = flat_action(action, self.board_size)
        mover = self.turn()
        self.current_state = gogame.next_state(self.current_state, flat)
        self._remember(mover, flat)
        self.board_state_history.append(self.current_state.copy())
        self.action_history.append(flat)
        self.done = gogame.game_ended(self.current_state)
        return self.current_state.copy()

    def _remember(self, mover: int, action: int) -> None:
        """Shift the boards by one and note the newest: where colors are separated, only the mover's stones."""
        black, white = self.current_state[govars.BLACK], self.current_state[govars.WHITE]
        if self.state_format == _MERGED:
            newest, first = black - white, 0
        else:
            newest, first = (black, 0) if mover == govars.BLACK else (white, self.record_step)
        last = first + self.record_step - 1
        self.board_state[first:last] = self.board_state[first + 1 : last + 1].copy()
        self.board_state[last] = newest
        turn_plane = -2 if self.record_last else -1
        self.board_state[turn_plane] = self.current_state[govars.TURN_CHNL]
        if self.record_last:
            self.board_state[-1] = 0
            if action < self.board_size**2:
                self.board_state[-1].flat[action] = 1

    # --- what there is to know -------------------------------------------------------------------------------

    def get_board_state(self) -> NDArray[np.float64]:
        """What a net is shown: a copy of ``float64[state_channels, N, N]``.

        Separated: Black's stones after each of Black's last ``record_step`` moves, the oldest first, then White's after
        White's. Merged: the board after each of the last moves, 1 Black and -1 White. Then, in both, a plane of ones
        where White is to move, and, with ``record_last``, the last move.
        """
        return self.board_state.copy()

    def turn(self) -> int:
        """Whose turn it is: ``govars.BLACK`` or ``govars.WHITE``."""
        return gogame.turn(self.current_state)

    def game_ended(self) -> bool:
        """Whether the game is over."""
        return bool(self.done)

    def winning(self) -> int:
        """Who has more area by now, komi counted: 1 Black, -1 White, 0 neither."""
        return gogame.winning(self.current_state, self.komi)

    def winner(self) -> int:
        """``govars.BLACK`` or ``govars.WHITE``; ``govars.NOONE`` before the end and for a draw."""
        ahead = self.winning() if self.done else 0
        return {1: govars.BLACK, -1: govars.WHITE, 0: govars.NOONE}[ahead]

    def areas(self) -> tuple[int, int]:
        """Black's and White's area, without komi."""
        return gogame.areas(self.current_state)

    # --- what may be played ----------------------------------------------------------------------------------

    def valid_moves(self) -> NDArray[np.float64]:
        """``float64[N*N+1]``: 1 where an action is valid."""
        return gogame.valid_moves(self.current_state)

    def valid_move_idcs(self) -> NDArray[np.intp]:
        """The valid actions."""
        return np.flatnonzero(self.valid_moves())

    def action_valid(self, action: Action) -> bool:
        """Whether an action may be played."""
        return bool(self.valid_moves()[flat_action(action, self.board_size)])

    def eyes(self) -> NDArray[np.float64]:
        """``float64[N, N]``: 1 at the true eyes of the side to move, see :func:`clevergo.gym.gogame.eyes`."""
        return gogame.eyes(self.current_state)

    def advanced_valid_moves(self) -> NDArray[np.float64]:
        """:meth:`valid_moves`, less those that fill a true eye of the side to move."""
        return self.valid_moves() * (1 - np.append(self.eyes().ravel(), 0))

    def advanced_valid_move_idcs(self) -> NDArray[np.intp]:
        """The actions of :meth:`advanced_valid_moves`."""
        return np.flatnonzero(self.advanced_valid_moves())

    def uniform_random_action(self) -> int:
        """A uniformly random valid action, seeded by ``np.random.seed``.

        Raises:
            InvalidMoveError: the game is over.
        """
        return self._drawn(self.valid_move_idcs())

    def advanced_uniform_random_action(self) -> int:
        """A uniformly random valid action that fills no true eye, seeded by ``np.random.seed``.

        Raises:
            InvalidMoveError: the game is over.
        """
        return self._drawn(self.advanced_valid_move_idcs())

    def _drawn(self, actions: NDArray[np.intp]) -> int:
        if not len(actions):
            raise InvalidMoveError(self.board_size**2, "game_over")
        return int(np.random.choice(actions))  # noqa: NPY002

    # --- symmetries ------------------------------------------------------------------------------------------

    def all_symmetries(self) -> list[NDArray[np.float64]]:
        """The eight symmetries of :meth:`get_board_state`."""
        return gogame.all_symmetries(self.get_board_state())

    @staticmethod
    def array_symmetries(array: State) -> list[State]:
        """The eight symmetries of ``[C, N, N]``; C is any number of planes."""
        return gogame.all_symmetries(array)

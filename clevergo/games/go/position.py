"""A game position as a value: playing a move gives a new one and leaves the old one as it was."""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterable
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from clevergo.games import game
from clevergo.games.color import Color
from clevergo.games.go.rules import SUPERKO, Ruleset
from clevergo.games.grid import LETTERS, square
from clevergo.games.illegal import GAME_OVER, OCCUPIED, IllegalMoveError
from clevergo.games.outcome import Outcome
from clevergo.problem import BadValueError

__all__ = ["IllegalReason", "Position"]


class IllegalReason(enum.Enum):
    """Why an action may not be played, in the order of what :func:`clevergo.games.go.board.why_illegal` answers."""

    OCCUPIED = OCCUPIED
    SUICIDE = "suicide"
    KO = "ko"
    SUPERKO = SUPERKO
    GAME_OVER = GAME_OVER


_DECIDES = ("to_play", "over", "passes", "ko_point", "hash")
"""Of a board, what decides with its history on the moves there are."""


@functools.cache
def _board() -> ModuleType:
    """The compiled rules, loaded when the first position is made.

    Whoever needs only this module's names (the window, to show its first frame) must not wait for Numba.
    """
    from clevergo.games.go import board

    return board


class Position(game.Position):
    """The stones, whose turn it is, and the history that superko and the nets look at."""

    rules: Ruleset

    @property
    def _kernels(self) -> ModuleType:
        """Positions need no more than this of what is compiled."""
        return _board()

    @classmethod
    def initial(cls, rules: Ruleset) -> Position:
        """The empty board, Black to move."""
        return cls(rules, _board().new_boards(1, rules.size, rules.komi, rules.ko.number, rules.ply_limit))

    @classmethod
    def from_stones(cls, rules: Ruleset, stones: NDArray[np.int8], to_play: Color = Color.BLACK) -> Position:
        """A position with no history, set up from a diagram ``int8[N, N]``: 0 empty, 1 black, 2 white.

        Every chain must have a liberty.
        """
        size = rules.size
        diagram = np.asarray(stones)
        if diagram.shape != (size, size) or not np.isin(diagram, (0, Color.BLACK, Color.WHITE)).all():
            raise ValueError(f"stones must be [{size}, {size}] of 0, 1 and 2, not {diagram.shape} of {diagram.dtype}")
        kernels = _board()
        board = cls.initial(rules).board.copy()
        kernels.set_stones(board[0], np.ascontiguousarray(diagram, np.int8).ravel(), int(to_play))
        heads = np.unique(board["head"][0])
        if (board["liberties"][0][heads[heads > 0]] <= 0).any():
            raise BadValueError("chain_without_liberty")
        return cls(rules, board)

    @classmethod
    def from_moves(cls, rules: Ruleset, moves: Iterable[int]) -> Position:
        """The position after these actions from the empty board; IllegalMoveError where one may not be played."""
        position = cls.initial(rules)
        for action in moves:
            position = position.play(action)
        return position

    # --- what can be seen ------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Points along one side, N."""
        return self.rules.size

    @property
    def passes(self) -> int:
        """How many passes in a row the last moves were."""
        return int(self.board["passes"][0])

    @functools.cached_property
    def ko_point(self) -> int | None:
        """The action that a ko just taken forbids, if any."""
        point = int(self.board["ko_point"][0])
        return int(_board().action_of(point, self.size)) if point else None

    @property
    def hash(self) -> int:
        """Zobrist hash of the stones; whose turn it is does not enter."""
        return int(self.board["hash"][0])

    @property
    def captures(self) -> tuple[int, int]:
        """How many stones Black has taken, and White."""
        by_black, by_white = self.board["captured"][0]
        return int(by_black), int(by_white)

    @property
    def barred(self) -> tuple[int, ...]:
        """The point where ko forbids to take back."""
        return () if self.ko_point is None else (self.ko_point,)

    # --- what may be played ----------------------------------------------------------------------------

    def why_illegal(self, action: int) -> IllegalReason | None:
        """What forbids an action, or None if it is legal. An action of no such board is a ValueError."""
        if not 0 <= action < self.rules.num_actions:
            raise ValueError(f"action {action} is not on a {self.size}x{self.size} board: 0 to {self.size**2}")
        answer = int(_board().why_illegal(self.board[0], int(action)))
        return list(IllegalReason)[answer - 1] if answer else None

    def is_true_eye(self, action: int, color: Color | None = None) -> bool:
        """Whether a point is a true eye of ``color`` (of the side to move, if None); a pass never is."""
        if action == self.rules.pass_action:
            return False
        from clevergo.games.go.area import is_true_eye

        row, col = square(self.size).point(action)
        return not self.stones[row, col] and bool(is_true_eye(self.board[0], int(action), int(color or self.to_play)))

    def play(self, action: int) -> Position:
        """The position after ``action``; raises IllegalMoveError and changes nothing if it may not be played."""
        reason = self.why_illegal(action)
        if reason is not None:
            raise IllegalMoveError(int(action), reason.value)
        board = self.board.copy()
        _board().play(board[0], int(action))
        return Position(self.rules, board)

    def outcome(self) -> Outcome:
        """The outcome by the rules, every stone alive; a game still going on is counted as if both had passed now."""
        from clevergo.games.go.scoring import counted

        return counted(self, self.rules.scoring)

    def _is_same(self, other: Position) -> bool:
        # Moves alone do not tell: a controller may have anybody move at any time, and a game go on that two passes had
        # ended. So the history, by which superko decides, must be the same too.
        mine, theirs = self.board[0], other.board[0]
        seen = int(mine["num_hashes"])
        same = all(mine[name] == theirs[name] for name in _DECIDES)
        return same and np.array_equal(mine["hashes"][:seen], theirs["hashes"][:seen])

    def __str__(self) -> str:
        """A diagram with coordinates, ``X`` for Black and ``O`` for White."""
        letters = "   " + " ".join(LETTERS[: self.size])
        rows = [" ".join(".XO"[stone] for stone in row) for row in self.stones]
        return "\n".join([letters, *(f"{self.size - i:2} {row}" for i, row in enumerate(rows))])

    def __repr__(self) -> str:
        return f"<Position {self.size}x{self.size}, ply {self.ply}, {self.to_play.name} to play>"

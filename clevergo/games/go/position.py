"""A game position as a value: playing a move gives a new one and leaves the old one as it was."""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.go.rules import SUPERKO, KoRule, Ruleset
from clevergo.games.grid import LETTERS, square
from clevergo.games.illegal import GAME_OVER, OCCUPIED, IllegalMoveError
from clevergo.games.outcome import Outcome


class IllegalReason(enum.Enum):
    """Why an action may not be played."""

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


@functools.cache
def _reasons() -> dict[int, IllegalReason]:
    board = _board()
    return {
        board.OCCUPIED: IllegalReason.OCCUPIED,
        board.SUICIDE: IllegalReason.SUICIDE,
        board.KO: IllegalReason.KO,
        board.SUPERKO: IllegalReason.SUPERKO,
        board.OVER: IllegalReason.GAME_OVER,
    }


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """The stones, whose turn it is, and the history that superko and the nets look at. Never changes."""

    rules: Ruleset
    board: NDArray[np.void]
    """``BOARD[1]`` (:mod:`clevergo.games.go.board`), read-only: copy it before handing it to a kernel that plays."""

    def __post_init__(self) -> None:
        _read_only(self.board)

    def __reduce__(self) -> tuple[Any, ...]:
        # Arrays come back from a pickle writable; the constructor makes them read-only again.
        return Position, (self.rules, self.board)

    @classmethod
    def initial(cls, rules: Ruleset) -> Position:
        """The empty board, Black to move."""
        superko = rules.ko is KoRule.POSITIONAL_SUPERKO
        return cls(rules, _board().new_boards(1, rules.size, rules.komi, superko, rules.ply_limit))

    @classmethod
    def from_stones(cls, rules: Ruleset, stones: NDArray[np.int8], to_play: Color = Color.BLACK) -> Position:
        """A position set up from a diagram, with no history.

        Args:
            rules: the rules.
            stones: ``int8[N, N]``: 0 empty, 1 black, 2 white. Every chain must have a liberty.
            to_play: who moves next.
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
            raise ValueError("a chain of the diagram has no liberty")
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

    @functools.cached_property
    def to_play(self) -> Color:
        """Whose turn it is; after the end, whose it would be."""
        return Color(int(self.board["to_play"][0]))

    @property
    def ply(self) -> int:
        """How many moves have been played, passes included."""
        return int(self.board["ply"][0])

    @property
    def is_over(self) -> bool:
        """Whether two passes or the ply limit have ended the game."""
        return bool(self.board["over"][0])

    @property
    def passes(self) -> int:
        """How many passes in a row the last moves were."""
        return int(self.board["passes"][0])

    @property
    def last_move(self) -> int | None:
        """The last action, a pass included; None before the first."""
        action = int(self.board["last_moves"][0, 0])
        return None if action < 0 else action

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

    @functools.cached_property
    def stones(self) -> NDArray[np.int8]:
        """``int8[N, N]``, read-only: 0 empty, 1 black, 2 white; row 0 is the top."""
        framed = self.board["color"][0][: (self.size + 1) * _board().STRIDE].reshape(self.size + 1, -1)
        return _read_only(np.ascontiguousarray(framed[1:, 1 : self.size + 1]))

    @property
    def barred(self) -> tuple[int, ...]:
        """The point where ko forbids to take back."""
        return () if self.ko_point is None else (self.ko_point,)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Ko is known by its mark."""
        return ()

    @property
    def winning_rows(self) -> tuple[tuple[int, ...], ...]:
        """Games are not won by rows."""
        return ()

    # --- what may be played ----------------------------------------------------------------------------

    @functools.cached_property
    def legal_moves(self) -> NDArray[np.bool_]:
        """``bool[N*N+1]``, read-only: which actions are legal for the side to move; none when the game is over."""
        mask = np.zeros(self.rules.num_actions, np.bool_)
        _board().legal_mask(self.board[0], mask)
        return _read_only(mask)

    def why_illegal(self, action: int) -> IllegalReason | None:
        """What forbids an action, or None if it is legal. An action of no such board is a ValueError."""
        if not 0 <= action < self.rules.num_actions:
            raise ValueError(f"action {action} is not on a {self.size}x{self.size} board: 0 to {self.size**2}")
        return _reasons().get(int(_board().why_illegal(self.board[0], int(action))))

    def is_true_eye(self, action: int, color: Color | None = None) -> bool:
        """Whether a point is a true eye of ``color`` (of the side to move, if None); a pass never is."""
        if action == self.rules.pass_action:
            return False
        row, col = square(self.size).point(action)
        if self.stones[row, col]:
            return False
        return bool(_board().is_true_eye(self.board[0], int(action), int(color or self.to_play)))

    def play(self, action: int) -> Position:
        """The position after ``action``; raises IllegalMoveError and changes nothing if it may not be played."""
        reason = self.why_illegal(action)
        if reason is not None:
            raise IllegalMoveError(int(action), reason.value)
        board = self.board.copy()
        _board().play(board[0], int(action))
        return Position(self.rules, board)

    def outcome(self) -> Outcome:
        """By area and komi, every stone alive; a game still going on is counted as if both had passed now."""
        from clevergo.games.go.scoring import outcome_of

        return outcome_of(self)

    def moves_since(self, earlier: Any, most: int) -> list[int] | None:
        """The moves that lead from ``earlier`` to this position, at most ``most``; None where it does not follow.

        Moves alone do not tell: a controller may have anybody move at any time, and a game go on that two passes had
        ended. So it must be reached with the same history, by which superko decides.
        """
        if not isinstance(earlier, Position) or earlier.rules != self.rules or not 0 <= self.ply - earlier.ply <= most:
            return None
        moves = [int(action) for action in self.board[0]["last_moves"][: self.ply - earlier.ply][::-1]]
        reached = earlier
        try:
            for action in moves:
                reached = reached.play(action)
        except IllegalMoveError:
            return None
        mine, theirs = self.board[0], reached.board[0]
        seen = int(mine["num_hashes"])
        same = all(mine[name] == theirs[name] for name in _DECIDES)
        return moves if same and np.array_equal(mine["hashes"][:seen], theirs["hashes"][:seen]) else None

    def __str__(self) -> str:
        """A diagram with coordinates, ``X`` for Black and ``O`` for White."""
        letters = "   " + " ".join(LETTERS[: self.size])
        rows = [" ".join(".XO"[stone] for stone in row) for row in self.stones]
        return "\n".join([letters, *(f"{self.size - i:2} {row}" for i, row in enumerate(rows))])

    def __repr__(self) -> str:
        return f"<Position {self.size}x{self.size}, ply {self.ply}, {self.to_play.name} to play>"

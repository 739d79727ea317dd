"""A position of any game, made of its compiled functions alone: for games that need nothing more careful."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.game import Game
from clevergo.games.grid import Grid
from clevergo.games.guests import game_named
from clevergo.games.illegal import GAME_OVER, OCCUPIED, IllegalMoveError
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.problem import BadValueError

P = TypeVar("P", bound="PlainPosition")


@dataclass(frozen=True)
class PlainRules:
    """The rules of a game that leaves nothing open but the size of its board."""

    name: str
    """Of the game."""
    size: int

    @property
    def game(self) -> Game:
        """What is played; here and below see :class:`clevergo.games.game.Rules`."""
        return game_named(self.name)

    @property
    def grid(self) -> Grid:
        """As the game has it."""
        return self.game.grid(*self.game.shape(self.size))

    @property
    def num_actions(self) -> int:
        """A."""
        return self.game.num_actions(self.size)

    @property
    def pass_action(self) -> int | None:
        """As the game has it."""
        return self.game.pass_action(self.size)

    @property
    def ply_limit(self) -> int:
        """The longest game there can be."""
        return self.game.most_plies(self.size)

    @property
    def numbers(self) -> NDArray[np.float32]:
        """What a game begins with, by ``start_names`` (:func:`clevergo.games.kernels.begin`)."""
        return np.zeros(self.game.num_start, np.float32)

    def first_position(self, start: Start = EMPTY_BOARD) -> PlainPosition:
        """Only games that begin as the rules have it can be played."""
        if not start.is_empty:
            raise BadValueError("start_fixed")
        return PlainPosition.initial(self)

    def relaxed(self, reason: str) -> None:
        """There are no others."""


@dataclass(frozen=True, eq=False)
class PlainPosition:
    """A position as a value: playing a move gives a new one and leaves the old one as it was.

    Its game's boards have a field ``last_moves``, ``int16[K]``: the latest actions, newest first, -1 before the first.
    """

    rules: PlainRules
    board: NDArray[np.void]
    """``Board[1]``, read-only."""

    def __post_init__(self) -> None:
        self.board.flags.writeable = False

    def __reduce__(self) -> tuple[Any, ...]:
        # Arrays come back from a pickle writable; the constructor makes them read-only again.
        return type(self), (self.rules, self.board)

    @classmethod
    def initial(cls: type[P], rules: PlainRules) -> P:
        """Where a game begins."""
        board = np.zeros(1, rules.game.board)
        rules.game.kernels.begin(board[0], rules.size, rules.numbers)
        return cls(rules, board)

    @functools.cached_property
    def to_play(self) -> Color:
        """Whose turn it is; here and below see :class:`clevergo.games.game.Position`."""
        return Color(int(self.board["to_play"][0]))

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return int(self.board["ply"][0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.board["over"][0])

    @property
    def last_move(self) -> int | None:
        """The last action."""
        return self.rules.game.look(self.board[0])[1]

    @functools.cached_property
    def stones(self) -> NDArray[np.int8]:
        """``int8[H, W]``."""
        stones, _ = self.rules.game.look(self.board[0])
        stones.flags.writeable = False
        return stones

    @property
    def barred(self) -> tuple[int, ...]:
        """Nothing a person would not see."""
        return ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Nothing is barred."""
        return ()

    @property
    def winning_rows(self) -> tuple[tuple[int, ...], ...]:
        """Games are not won by rows."""
        return ()

    @property
    def captures(self) -> None:
        """Nothing is taken."""
        return None

    @functools.cached_property
    def legal_moves(self) -> NDArray[np.bool_]:
        """``bool[A]``: which actions are legal; none when the game is over."""
        mask = np.zeros(self.rules.num_actions, np.bool_)
        self.rules.game.kernels.legal_mask(self.board[0], mask)
        mask.flags.writeable = False
        return mask

    def play(self: P, action: int) -> P:
        """The position after ``action``; IllegalMoveError where it is forbidden, ValueError where there is none."""
        if not 0 <= action < self.rules.num_actions:
            raise ValueError(f"action {action} is not one of {self.rules.num_actions}")
        if not self.legal_moves[action]:
            raise IllegalMoveError(int(action), self._why_illegal(int(action)))
        board = self.board.copy()
        self.rules.game.kernels.play(board[0], action)
        return type(self)(self.rules, board)

    def _why_illegal(self, action: int) -> str:
        if self.is_over:
            return GAME_OVER
        is_taken = action < self.stones.size and self.stones.flat[action]
        return OCCUPIED if is_taken else self.rules.game.name

    def outcome(self) -> Outcome:
        """By the game's own count where it has points, else who has won."""
        game, board = self.rules.game, self.board.copy()
        if game.num_owned(self.rules.size):
            owners = np.zeros(game.num_owned(self.rules.size), np.int8)
            return Outcome.counted(float(game.kernels.final_margin(board[0], owners)), Termination.FINISHED)
        result = game.kernels.result(board[0])
        return Outcome(Color(1 if result > 0 else 2) if result else None, None, Termination.FINISHED)

    def moves_since(self, earlier: Any, most: int) -> list[int] | None:
        """See :class:`clevergo.games.game.Position`."""
        if not isinstance(earlier, PlainPosition) or earlier.rules != self.rules:
            return None
        last_moves = self.board[0]["last_moves"]
        plies = self.ply - earlier.ply
        if not 0 <= plies <= min(most, len(last_moves)):
            return None
        reached, moves = earlier, [int(action) for action in last_moves[:plies][::-1]]
        for action in moves:
            if not 0 <= action < self.rules.num_actions or not reached.legal_moves[action]:
                return None
            reached = reached.play(action)
        # Field by field: what lies between the fields of a record is not copied with them.
        names = self.board.dtype.names or ()
        return moves if all(np.array_equal(reached.board[name], self.board[name]) for name in names) else None

"""A position of any game, made of its compiled functions alone: for games that need nothing more careful."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.game import Game, Position, Rules
from clevergo.games.guests import game_named
from clevergo.games.illegal import GAME_OVER, OCCUPIED, IllegalMoveError
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.problem import BadValueError

P = TypeVar("P", bound="PlainPosition")


@dataclass(frozen=True)
class PlainRules(Rules):
    """The rules of a game that leaves nothing open but the size of its board."""

    name: str
    """The game's name."""
    size: int

    @property
    def game(self) -> Game:
        """The game that :attr:`name` names."""
        return game_named(self.name)

    @property
    def numbers(self) -> NDArray[np.float32]:
        """What a game begins with, by ``start_names`` (:func:`clevergo.games.kernels.begin`)."""
        return np.zeros(self.game.num_start, np.float32)

    def first_position(self, start: Start = EMPTY_BOARD) -> PlainPosition:
        """The position a game begins with; BadValueError where stones are set up, as these rules have no way for."""
        if not start.is_empty:
            raise BadValueError("start_fixed")
        return PlainPosition.initial(self)


class PlainPosition(Position):
    """A position of a game that takes what its kernels say as it is."""

    @classmethod
    def initial(cls: type[P], rules: PlainRules) -> P:
        """The position a game by these rules begins with."""
        board = np.zeros(1, rules.game.board)
        rules.game.kernels.begin(board[0], rules.size, rules.numbers)
        return cls(rules, board)

    def play(self: P, action: int) -> P:
        """The position after ``action``; IllegalMoveError where it is forbidden, ValueError where there is none."""
        if not 0 <= action < self.rules.num_actions:
            raise ValueError(f"action {action} is not one of {self.rules.num_actions}")
        if not self.legal_moves[action]:
            raise IllegalMoveError(int(action), self._why_illegal(int(action)))
        board = self.board.copy()
        self._kernels.play(board[0], action)
        return type(self)(self.rules, board)

    def _why_illegal(self, action: int) -> str:
        if self.is_over:
            return GAME_OVER
        is_taken = action < self.stones.size and self.stones.flat[action]
        return OCCUPIED if is_taken else str(self.rules.game.name)

    def outcome(self) -> Outcome:
        """How the game ended: by its own count where it has points, else who has won."""
        game, board = self.rules.game, self.board.copy()
        if game.num_owned(self.rules.size):
            owners = np.zeros(game.num_owned(self.rules.size), np.int8)
            return Outcome.counted(float(game.kernels.final_margin(board[0], owners)), Termination.FINISHED)
        result = game.kernels.result(board[0])
        return Outcome(Color(1 if result > 0 else 2) if result else None, None, Termination.FINISHED)

"""A position of any game, made of its compiled functions alone: for games that need nothing more careful."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games import kernels
from clevergo.games.game import Game
from clevergo.games.guests import game_named


@dataclass(frozen=True)
class PlainRules:
    """The rules of a game that leaves nothing open but the size of its board."""

    name: str
    """Of the game."""
    size: int

    @property
    def game(self) -> Game:
        """What is played."""
        return game_named(self.name)

    @property
    def num_actions(self) -> int:
        """A."""
        return self.game.num_actions(self.size)

    @property
    def ply_limit(self) -> int:
        """The longest game there can be."""
        return self.game.most_plies(self.size)


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

    @classmethod
    def initial(cls, rules: PlainRules) -> PlainPosition:
        """Where a game begins."""
        board = np.zeros(1, rules.game.board)
        kernels.begin(board[0], rules.size, np.zeros(rules.game.num_start, np.float32))
        return cls(rules, board)

    @property
    def to_play(self) -> int:
        """Whose turn it is: 1 or 2."""
        return int(self.board["to_play"][0])

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return int(self.board["ply"][0])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.board["over"][0])

    @functools.cached_property
    def legal_moves(self) -> NDArray[np.bool_]:
        """``bool[A]``: which actions are legal; none when the game is over."""
        mask = np.zeros(self.rules.num_actions, np.bool_)
        kernels.legal_mask(self.board[0], mask)
        return mask

    def play(self, action: int) -> PlainPosition:
        """The position after ``action``; ValueError where it is illegal."""
        if not 0 <= action < self.rules.num_actions or not self.legal_moves[action]:
            raise ValueError(f"action {action} is illegal here")
        board = self.board.copy()
        kernels.play(board[0], action)
        return PlainPosition(self.rules, board)

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
        return moves if reached.board.tobytes() == self.board.tobytes() else None

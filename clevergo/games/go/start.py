"""What lies on the board before the first move: nothing, handicap stones, or any stones a record sets up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from clevergo.games.go.position import Color, Position
from clevergo.games.go.rules import Ruleset
from clevergo.problem import BadValueError

MAX_HANDICAP = 9
HANDICAP_KOMI = 0.5
"""White moves first in a handicap game, so that komi only prevents a draw."""
_SMALLEST_HANDICAP_SIZE = 7


@dataclass(frozen=True)
class Start:
    """The stones a game begins with, and who moves first."""

    black: tuple[int, ...] = ()
    """Actions of Black's stones."""
    white: tuple[int, ...] = ()
    to_play: Color = Color.BLACK

    @classmethod
    def with_handicap(cls, size: int, stones: int) -> Start:
        """Black's stones on the star points, in the order GTP's ``fixed_handicap`` puts them; below two, nothing."""
        points = handicap_points(size, stones)
        return cls(points, (), Color.WHITE) if points else cls()

    @property
    def is_empty(self) -> bool:
        """Whether the game begins as most do."""
        return self == Start()

    def position(self, ruleset: Ruleset) -> Position:
        """The first position; ValueError where the stones cannot lie like that."""
        if self.is_empty:
            return Position.initial(ruleset)
        stones = np.zeros(ruleset.size**2, np.int8)
        for color, actions in ((Color.BLACK, self.black), (Color.WHITE, self.white)):
            if any(not 0 <= action < len(stones) for action in actions):
                raise BadValueError("stone_beside", name=color.name.title())
            stones[list(actions)] = int(color)
        return Position.from_stones(ruleset, stones.reshape(ruleset.size, ruleset.size), self.to_play)

    def after(self, ruleset: Ruleset, moves: Iterable[int]) -> Position:
        """The position after these actions; IllegalMoveError where one may not be played."""
        position = self.position(ruleset)
        for action in moves:
            position = position.play(action)
        return position


EMPTY_BOARD = Start()


def handicap_points(size: int, stones: int) -> tuple[int, ...]:
    """Where ``stones`` handicap stones lie; none below two, and as many as the board has points for."""
    most = most_handicap(size)
    if stones < 2 or not most:
        return ()
    low, middle = (3 if size > 12 else 2), size // 2
    high = size - 1 - low
    corners = [(high, low), (low, high), (low, low), (high, high)]
    sides = [(middle, low), (middle, high), (low, middle), (high, middle)]
    wanted = min(stones, most)
    places = corners[:wanted]
    if wanted > 4:
        places += sides[: (wanted - 4) // 2 * 2]
        if wanted % 2:
            places.append((middle, middle))
    return tuple(row * size + column for row, column in places)


def most_handicap(size: int) -> int:
    """How many handicap stones there are points for."""
    if size < _SMALLEST_HANDICAP_SIZE:
        return 0
    return MAX_HANDICAP if size % 2 else 4

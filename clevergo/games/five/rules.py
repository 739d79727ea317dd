"""The rules a game of five in a row is played by, as a value."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clevergo.games.illegal import OCCUPIED
from clevergo.games.plain import PlainRules
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.problem import BadValueError

if TYPE_CHECKING:
    from clevergo.games.five.position import FivePosition

__all__ = ["FiveRules", "OpeningRule", "RuleSet"]

MIN_SIZE, MAX_SIZE = 6, 20
MIN_ROW, MAX_ROW = 3, 6
MOST_LAID = 6
"""Stones that a game of self-play may begin with."""


class RuleSet(enum.Enum):
    """What wins, and what is forbidden."""

    FREESTYLE = "freestyle"
    """Five or more in a row win."""
    STANDARD = "standard"
    """Exactly five win; more do not."""
    RENJU = "renju"
    """Black wins with exactly five and may make neither more, nor two fours, nor two open threes with one stone. White
    may make anything and wins with five or more."""

    @property
    def number(self) -> int:
        """The rule's number in boards and in games' archives: its place in this list, from 0."""
        return list(RuleSet).index(self)


class OpeningRule(enum.Enum):
    """How a game begins."""

    FREE = "free"
    """Black puts the first stone wherever they like."""
    SWAP2 = "swap2"
    """One player lays three stones, the other chooses a color, or lays two more (:mod:`clevergo.games.five.swap2`)."""


@dataclass(frozen=True)
class FiveRules(PlainRules):
    """Size, rule, and how many make a row."""

    name: str = "five"
    size: int = 15
    rule: RuleSet = RuleSet.FREESTYLE
    row: int = 5
    """Stones in a row that win."""
    opening: OpeningRule = OpeningRule.FREE

    def __post_init__(self) -> None:
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise BadValueError("five_size", low=MIN_SIZE, high=MAX_SIZE, found=self.size)
        if not MIN_ROW <= self.row <= MAX_ROW:
            raise BadValueError("five_row", low=MIN_ROW, high=MAX_ROW, found=self.row)
        if self.rule is RuleSet.RENJU and self.row != 5:
            raise BadValueError("five_renju", found=self.row)

    @property
    def numbers(self) -> NDArray[np.float32]:
        """Rule and row, as :func:`clevergo.games.kernels.begin` reads them, and no stones."""
        numbers = super().numbers
        numbers[:2] = self.rule.number, self.row
        return numbers

    def relaxed(self, reason: str) -> FiveRules | None:  # type: ignore[override]
        """The standard rule: most records can be played by it, and seldom say theirs. None where that is no help."""
        return None if self.rule is RuleSet.STANDARD or reason == OCCUPIED else replace(self, rule=RuleSet.STANDARD)

    def first_position(self, start: Start = EMPTY_BOARD) -> FivePosition:
        """The empty board, or stones that were put there."""
        from clevergo.games.five.position import FivePosition

        return FivePosition.set_up(self, start)

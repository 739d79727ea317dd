"""The rules a game is played by, as a value, and handicap: Black's stones on star points before White moves first."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from clevergo.games.color import Color, color_said
from clevergo.games.game import Rules
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.problem import BadValueError

if TYPE_CHECKING:
    from clevergo.games.go.game import Go
    from clevergo.games.go.position import Position

__all__ = ["KoRule", "Ruleset", "Scoring", "handicap_points", "most_handicap", "with_handicap"]

MIN_SIZE = 2
MAX_SIZE = 19
SUPERKO = "superko"
"""The reason that forbids a move which brings a whole-board position back."""
MAX_HANDICAP = 9
TERRITORY_KOMI = 6.5
"""Komi of games counted by territory, as professionals in Japan and Korea play."""
HANDICAP_KOMI = 0.5
"""White moves first in a handicap game, so that komi only prevents a draw."""
_SMALLEST_HANDICAP_SIZE = 7


SIMPLE_KO, POSITIONAL_SUPERKO, SITUATIONAL_SUPERKO = range(3)
"""How a board notes its rule of ko: the numbers of :class:`KoRule`."""


class KoRule(enum.Enum):
    """Which repetitions are forbidden."""

    POSITIONAL_SUPERKO = "positional"
    """No earlier whole-board position may come back, whoever is to move."""
    SITUATIONAL_SUPERKO = "situational"
    """No earlier whole-board position may come back with the same side to move, that after a pass included."""
    SIMPLE = "simple"
    """A single stone that just captured a single stone may not be taken back at once."""

    @property
    def number(self) -> int:
        """How a board notes it."""
        return _KO_NUMBERS[self]


_KO_NUMBERS = {
    KoRule.SIMPLE: SIMPLE_KO,
    KoRule.POSITIONAL_SUPERKO: POSITIONAL_SUPERKO,
    KoRule.SITUATIONAL_SUPERKO: SITUATIONAL_SUPERKO,
}


class Scoring(enum.Enum):
    """How the end of people's games is counted; programs play and learn by area."""

    AREA = "area"
    """Living stones, and the points they surround: Chinese counting."""
    TERRITORY = "territory"
    """Surrounded points and prisoners; eyes in seki are nobody's: Japanese counting."""

    @property
    def other(self) -> Scoring:
        """Territory for area, area for territory."""
        return Scoring.TERRITORY if self is Scoring.AREA else Scoring.AREA


@dataclass(frozen=True)
class Ruleset(Rules):
    """Suicide forbidden, two passes end the game; by area (Tromp-Taylor) unless people agree on territory."""

    size: int = 9
    """Points along one side of the board, 2 to 19."""
    komi: float = 7.5
    """Points White gets for moving second."""
    ko: KoRule = KoRule.POSITIONAL_SUPERKO
    """Which repetitions are forbidden."""
    ply_limit: int = 0
    """The game ends after this many plies; 0 means ``2 * size * size``."""
    scoring: Scoring = Scoring.AREA
    """How people count its end."""

    def __post_init__(self) -> None:
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise ValueError(f"board size must be {MIN_SIZE} to {MAX_SIZE}, not {self.size}")
        if not math.isfinite(self.komi) or abs(self.komi) > self.size**2 or self.komi * 2 != int(self.komi * 2):
            raise BadValueError("odd_komi", found=self.komi)
        if self.ply_limit == 0:
            object.__setattr__(self, "ply_limit", 2 * self.size**2)
        if not 2 <= self.ply_limit <= 2 * self.size**2:
            raise ValueError(f"ply limit must be 2 to {2 * self.size**2}, not {self.ply_limit}")

    @property
    def game(self) -> Go:
        """Go, the game these are the rules of."""
        from clevergo.games.go.game import GAME

        return GAME

    @property
    def pass_action(self) -> int:
        """The action that stands for a pass."""
        return self.size**2

    def first_position(self, start: Start = EMPTY_BOARD) -> Position:
        """The first position; ValueError where the stones cannot lie like that."""
        from clevergo.games.go.position import Position

        if start.is_empty:
            return Position.initial(self)
        stones = np.zeros(self.size**2, np.int8)
        for color, actions in ((Color.BLACK, start.black), (Color.WHITE, start.white)):
            if any(not 0 <= action < len(stones) for action in actions):
                raise BadValueError("stone_beside", name=color_said(color))
            stones[list(actions)] = int(color)
        return Position.from_stones(self, stones.reshape(self.size, self.size), start.to_play)

    def relaxed(self, reason: str) -> Ruleset | None:
        """The same rules with simple ko, for records in which superko forbids a move; None for other reasons.

        Many files come from rules that allow a long cycle; what they say of their rules is seldom exact.
        """
        return replace(self, ko=KoRule.SIMPLE) if reason == SUPERKO else None

    @property
    def for_programs(self) -> Ruleset:
        """The same rules, counted by area: programs' games end with every stone alive and no point left to take."""
        return replace(self, scoring=Scoring.AREA)


# --- handicap --------------------------------------------------------------------------------------------


def with_handicap(size: int, stones: int) -> Start:
    """Black's stones on the star points, in the order GTP's ``fixed_handicap`` puts them; below two, nothing."""
    points = handicap_points(size, stones)
    return Start(points, (), Color.WHITE) if points else Start()


def handicap_of(start: Start, size: int) -> int:
    """How many handicap stones a game began with; 0 where its stones lie otherwise than ours do."""
    count = len(start.black)
    usual = with_handicap(size, count)
    is_usual = (set(start.black), start.white, start.to_play) == (set(usual.black), usual.white, usual.to_play)
    return count if is_usual else 0


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

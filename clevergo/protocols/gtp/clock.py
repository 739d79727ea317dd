"""How long a move may take (GTP 2, section 4.2 on time handling)."""

from __future__ import annotations

from dataclasses import dataclass

from clevergo.games.color import Color
from clevergo.games.go.position import Position

_LAG = 0.1
"""Seconds a move may spend on its way between the programs."""
_SHORTEST = 0.02
_SHARE = 0.9
"""Of a byo-yomi stone's time."""
_FEWEST_MOVES = 8
_MOVES_PER_POINT = 0.3
"""A game has about 0.6 moves for each point of the board, half of them one's own."""


@dataclass(frozen=True)
class TimeSettings:
    """Main time and Canadian byo-yomi, in seconds."""

    main: float
    byo_yomi: float
    stones: int
    """To be played within each byo-yomi period."""

    @property
    def is_limited(self) -> bool:
        """Byo-yomi for no stones is how the standard says "no limit"."""
        return not (self.byo_yomi > 0 and self.stones == 0)


@dataclass(frozen=True)
class _Left:
    seconds: float
    stones: int
    """0 while main time lasts."""


class Clock:
    """Both sides' time, as the controller tells it or, where it does not, as we count it."""

    def __init__(self) -> None:
        self._settings: TimeSettings | None = None
        self._left: dict[Color, _Left] = {}

    def set(self, settings: TimeSettings) -> None:
        """Start the clocks anew."""
        self._settings = settings if settings.is_limited else None
        self.restart()

    def restart(self) -> None:
        """A new game with the settings there are."""
        settings = self._settings
        if settings is None:
            self._left = {}
        elif settings.main > 0 or settings.byo_yomi <= 0:
            self._left = {color: _Left(settings.main, 0) for color in Color}
        else:
            self._left = {color: _Left(settings.byo_yomi, settings.stones) for color in Color}

    def tell(self, color: Color, seconds: float, stones: int) -> None:
        """The controller's word on one side's time; ``stones`` 0 for main time."""
        self._left[color] = _Left(seconds, stones)

    def spend(self, color: Color, seconds: float) -> None:
        """A move of ``color`` took so long."""
        left, settings = self._left.get(color), self._settings
        if left is None:
            return
        rest = left.seconds - seconds
        if left.stones > 1:
            left = _Left(rest, left.stones - 1)
        elif settings is not None and settings.byo_yomi > 0 and (left.stones == 1 or rest <= 0):
            left = _Left(settings.byo_yomi, settings.stones)
        else:
            left = _Left(rest, 0)
        self._left[color] = left

    def budget(self, color: Color, position: Position) -> float | None:
        """Seconds to think about ``position``; None where there is no limit."""
        left, settings = self._left.get(color), self._settings
        if left is None:
            return None
        if left.stones > 0:
            wanted = _SHARE * left.seconds / left.stones
        else:
            moves = max(_FEWEST_MOVES, int(_MOVES_PER_POINT * position.size**2) - position.ply // 2)
            wanted = left.seconds / moves
            if settings is not None and settings.byo_yomi > 0:
                wanted = max(wanted, min(_SHARE * settings.byo_yomi / max(1, settings.stones), left.seconds))
        return max(_SHORTEST, wanted - _LAG)

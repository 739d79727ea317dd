"""How long a move may take (GTP 2, section 4.2 on time handling; KGS's and KataGo's further kinds of time)."""

from __future__ import annotations

import enum
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


class Overtime(enum.Enum):
    """What there is beside main time."""

    CANADIAN = "canadian"
    """After main time, periods in each of which so many stones are played."""
    PERIODS = "byoyomi"
    """After main time, so many periods; whoever moves within one keeps it."""
    INCREMENT = "fischer"
    """With main time: each move brings so much."""


@dataclass(frozen=True)
class TimeSettings:
    """Main time and what is beside it, in seconds."""

    main: float
    byo_yomi: float = 0.0
    """A period's length; or what each move brings."""
    stones: int = 0
    """Stones to be played within each period; with ``PERIODS``, how many periods there are."""
    overtime: Overtime = Overtime.CANADIAN
    most_saved: float | None = None
    """With ``INCREMENT``: main time never grows beyond it. None: it may."""
    most_a_move: float | None = None
    """With ``INCREMENT``: what a single move may take. None: all there is."""

    @property
    def is_limited(self) -> bool:
        """Canadian periods for no stones is how the standard says "no limit"."""
        return not (self.overtime is Overtime.CANADIAN and self.byo_yomi > 0 and self.stones == 0)

    @property
    def stones_a_period(self) -> int:
        """How many moves share a period's time."""
        return max(1, self.stones) if self.overtime is Overtime.CANADIAN else 1


@dataclass(frozen=True)
class _Left:
    seconds: float
    stones: int
    """0 while main time lasts; with ``PERIODS`` the periods that are left."""


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
        elif settings.main > 0 or settings.byo_yomi <= 0 or settings.overtime is Overtime.INCREMENT:
            self._left = {color: _Left(settings.main, 0) for color in Color}
        else:
            self._left = {color: _Left(settings.byo_yomi, settings.stones) for color in Color}

    def tell(self, color: Color, seconds: float, stones: int) -> None:
        """The controller's word on one side's time; ``stones`` 0 for main time."""
        self._left[color] = _Left(seconds, stones)

    def spend(self, color: Color, seconds: float) -> None:
        """A move of ``color`` took so long."""
        left = self._left.get(color)
        if left is not None:
            self._left[color] = self._after(left, left.seconds - seconds)

    def _after(self, left: _Left, rest: float) -> _Left:
        """What is left when a move has taken all but ``rest``, which is below 0 where it took more than there was."""
        settings = self._settings
        if settings is None or settings.byo_yomi <= 0:
            return _Left(rest, max(0, left.stones - 1))
        if settings.overtime is Overtime.INCREMENT:
            rest += settings.byo_yomi
            return _Left(rest if settings.most_saved is None else min(rest, settings.most_saved), 0)
        if settings.overtime is Overtime.PERIODS:
            if left.stones == 0 and rest > 0:
                return _Left(rest, 0)
            lost = int(max(0.0, -rest) // settings.byo_yomi) + int(left.stones > 0 and rest < 0)
            return _Left(settings.byo_yomi, max(1, (left.stones or settings.stones) - lost))
        if left.stones > 1:
            return _Left(rest, left.stones - 1)
        return _Left(settings.byo_yomi, settings.stones) if left.stones == 1 or rest <= 0 else _Left(rest, 0)

    def budget(self, color: Color, position: Position) -> float | None:
        """Seconds to think about ``position``; None where there is no limit."""
        left = self._left.get(color)
        return None if left is None else max(_SHORTEST, self._wanted(left, position) - _LAG)

    def _wanted(self, left: _Left, position: Position) -> float:
        settings = self._settings or TimeSettings(left.seconds)
        if left.stones > 0:
            return _SHARE * left.seconds / (1 if settings.overtime is Overtime.PERIODS else left.stones)
        moves = max(_FEWEST_MOVES, int(_MOVES_PER_POINT * position.size**2) - position.ply // 2)
        wanted = left.seconds / moves
        if settings.overtime is Overtime.INCREMENT:
            wanted = min(wanted + _SHARE * settings.byo_yomi, _SHARE * left.seconds)
            return wanted if settings.most_a_move is None else min(wanted, _SHARE * settings.most_a_move)
        if settings.byo_yomi > 0:
            wanted = max(wanted, min(_SHARE * settings.byo_yomi / settings.stones_a_period, left.seconds))
        return wanted

"""The clock of a game: main time, then byo-yomi, for each side. It counts; whoever owns it says who is to move."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from clevergo.clock import AwakeClock
from clevergo.games.color import Color
from clevergo.games.record import GameRecord, TimeLeft

_OVERTIME = re.compile(r"(\d+)\s*x\s*(\d+(?:\.\d*)?)\s*(?:s|sec)?(?:onds)?\s*(?:byo-?yomi)?", re.IGNORECASE)
_MOVES_AHEAD = 30
"""A computer plans its main time for so many more moves."""
_PART_OF_PERIOD = 0.8
_RESERVE = 0.15
"""Seconds a computer keeps for answering."""
_LEAST_BUDGET = 0.05
_LONGEST = 30 * 86_400.0
_MOST_PERIODS = 1_000
_SHORTEST_PERIOD = 0.5
LONGEST_PASS = 5.0
"""Seconds. Whoever keeps a game's time looks at it many times a second; where more has gone by, nobody was awake."""


def game_time() -> AwakeClock:
    """What a game's time is measured by: nobody loses by a computer that sleeps."""
    return AwakeClock(longest=LONGEST_PASS)


@dataclass(frozen=True)
class TimeControl:
    """How much time each side has."""

    main: float
    """Seconds of main time."""
    periods: int = 0
    """Byo-yomi periods after it; with none, the main time is all there is."""
    period: float = 0.0
    """Seconds of a period; a move within it gives it back whole."""

    def __post_init__(self) -> None:
        if self.main < 0 or self.period < 0 or self.periods < 0 or bool(self.periods) != (self.period > 0):
            raise ValueError(f"no time control: {self.main} s, {self.periods} periods of {self.period} s")
        if self.main == 0 and not self.periods:
            raise ValueError("a time control needs main time or byo-yomi")

    @property
    def at_first(self) -> TimeLeft:
        """What is on the clock before the first move."""
        return TimeLeft(self.main) if self.main else TimeLeft(self.period, self.periods)

    @property
    def overtime(self) -> str:
        """As SGF's ``OT`` says it; empty for none."""
        return f"{self.periods}x{self.period:g} byo-yomi" if self.periods else ""

    @classmethod
    def from_sgf(cls, main: str, overtime: str) -> TimeControl | None:
        """From the texts of ``TM`` and ``OT``; None where they say nothing we can keep, or nothing sensible."""
        match = _OVERTIME.fullmatch(overtime.strip())
        try:
            control = cls(float(main or 0), int(match[1]) if match else 0, float(match[2]) if match else 0.0)
        except ValueError:
            return None
        is_sane = control.main <= _LONGEST and control.periods <= _MOST_PERIODS and control.period <= _LONGEST
        return control if is_sane and not 0 < control.period < _SHORTEST_PERIOD else None

    def after(self, left: TimeLeft, spent: float) -> TimeLeft | None:
        """What is left after thinking for ``spent`` seconds; None: the time is up."""
        seconds, periods = left.seconds - spent, left.periods
        if periods is None and seconds <= 0:
            if not self.periods:
                return None
            seconds, periods = seconds + self.period, self.periods
        while periods is not None and seconds <= 0:
            seconds, periods = seconds + self.period, periods - 1
            if periods <= 0:
                return None
        return TimeLeft(seconds, periods)

    def budget(self, left: TimeLeft) -> float:
        """Seconds a computer should think about its next move at most."""
        period = self.period * _PART_OF_PERIOD
        if left.periods is not None:
            wanted = min(left.seconds, self.period) * _PART_OF_PERIOD
        else:
            # Running into byo-yomi costs nothing: its first period may be planned for.
            wanted = min(left.seconds / _MOVES_AHEAD + period, left.seconds + period)
        return max(wanted - _RESERVE, min(_LEAST_BUDGET, wanted / 2))


@dataclass(frozen=True)
class ClockSeen:
    """Both clocks at one moment."""

    black: TimeLeft
    white: TimeLeft
    running: Color | None

    def left(self, color: Color) -> TimeLeft:
        """The time of ``color``."""
        return self.black if color is Color.BLACK else self.white


class GameClock:
    """Both sides' time; runs for at most one of them. Without a time control nobody is in a hurry and nothing runs."""

    def __init__(self, control: TimeControl | None, now: Callable[[], float]) -> None:
        """``now``: seconds that only grow."""
        self._control = control
        self._now = now
        self._left = {} if control is None else dict.fromkeys(Color, control.at_first)
        self._running: Color | None = None
        self._since = 0.0

    @property
    def seen(self) -> ClockSeen | None:
        """Both clocks at this moment; None where nobody is in a hurry."""
        if self._control is None:
            return None
        return ClockSeen(self._at(self._control, Color.BLACK), self._at(self._control, Color.WHITE), self._running)

    def _at(self, control: TimeControl, color: Color) -> TimeLeft:
        """What is on the clock of ``color`` now; zero once the time is up."""
        spent = self._now() - self._since if color is self._running else 0.0
        return control.after(self._left[color], spent) or TimeLeft(0.0, 0 if control.periods else None)

    def go_to(self, record: GameRecord) -> None:
        """Put both clocks to what they showed where the record stands; both stand."""
        if self._control is None:
            return
        self._running = None
        for color in Color:
            # Not with each stone that settles colors somebody's time is noted.
            moves = (node for node in reversed(record.node.path()) if node.time_left is not None)
            left = next((node.time_left for node in moves if record.side_of(node) is color), None)
            self._left[color] = left or self._control.at_first

    def run_for(self, color: Color | None) -> None:
        """Let the time of ``color`` run and the other's stand; None: both stand."""
        if self._control is None or color is self._running:
            return
        if self._running is not None:
            self._left[self._running] = self._at(self._control, self._running)
        self._running, self._since = color, self._now()

    def tell(self, seen: ClockSeen) -> None:
        """Show what somebody else's clocks show, who keeps the time of this game, and go on counting from there."""
        if self._control is not None:
            self._left = {color: seen.left(color) for color in Color}
            self._running, self._since = seen.running, self._now()

    def swap(self) -> None:
        """Both sides change places, each with the time that was theirs; both clocks stand."""
        if self._control is not None:
            self.run_for(None)
            self._left = {color: self._left[color.opponent] for color in Color}

    def press(self, color: Color) -> TimeLeft | None:
        """``color`` has moved: its clock stands, a period begun is whole again. What it shows now."""
        if self._control is None:
            return None
        if self._running is color:
            self.run_for(None)
        left = self._left[color]
        if left.periods is not None:
            left = TimeLeft(self._control.period, left.periods)
        self._left[color] = left
        return left

    def budget(self, color: Color) -> float | None:
        """Seconds a computer that plays ``color`` should think about its next move at most; None: as it likes."""
        return None if self._control is None else self._control.budget(self._at(self._control, color))

    @property
    def loser(self) -> Color | None:
        """Whose time is up."""
        running = self._running
        if self._control is None or running is None:
            return None
        is_up = self._control.after(self._left[running], self._now() - self._since) is None
        return running if is_up else None

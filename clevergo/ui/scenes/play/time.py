"""Choosing how much time each side has, and telling what is left of it."""

from __future__ import annotations

import math
from collections.abc import Callable

from pygame import Rect

from clevergo.app.match.clock import TimeControl
from clevergo.games.record import TimeLeft
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.choice import Dropdown, Option
from clevergo.ui.kit.layout import columns
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.strings import PlayText, Strings

MAIN_MINUTES = (0, 1, 5, 10, 20, 30, 60)
OVERTIMES = ((0, 0), (1, 10), (3, 20), (3, 30), (5, 30), (3, 60))
"""Periods and their seconds."""
_USUAL_OVERTIME = (3, 30)
_NO_LIMIT = -1
_TENTHS_BELOW = 10


class TimeFields(Group):
    """Main time and byo-yomi, or no limit."""

    def __init__(self, value: TimeControl | None, changed: Callable[[TimeControl | None], None]) -> None:
        super().__init__()
        self._changed = changed
        self._main: Dropdown[float] = Dropdown([], _NO_LIMIT, self._choose_main, id="play.time", tip=PlayText.TIP_TIME)
        self._overtime: Dropdown[tuple[int, float]] = Dropdown(
            [], (0, 0), self._choose_overtime, id="play.overtime", tip=PlayText.TIP_OVERTIME
        )
        self.add(self._main, self._overtime)
        self.value = value

    @property
    def value(self) -> TimeControl | None:
        """What is chosen; None for no limit."""
        if self._main.value == _NO_LIMIT:
            return None
        periods, seconds = self._overtime.value
        return TimeControl(self._main.value * 60, periods, seconds)

    @value.setter
    def value(self, value: TimeControl | None) -> None:
        minutes = _NO_LIMIT if value is None else value.main / 60
        known = minutes in (*MAIN_MINUTES, _NO_LIMIT)
        self._main.options = [
            Option(float(_NO_LIMIT), PlayText.NO_CLOCK),
            *(Option(float(n), _main_words(n)) for n in (*MAIN_MINUTES, *(() if known else (minutes,)))),
        ]
        self._main.value = minutes
        overtime = (0, 0.0) if value is None else (value.periods, value.period)
        listed = OVERTIMES if overtime in OVERTIMES else (*OVERTIMES, overtime)
        self._overtime.options = [
            Option(pair, _overtime_words(pair), "", bool(pair[0]) or minutes > 0) for pair in listed
        ]
        self._overtime.value = overtime
        self._overtime.is_visible = value is not None

    def arrange(self, rect: Rect, look: Look) -> None:
        main, overtime = columns(rect, [1, 1], look.px(8))
        self._main.place(main, look)
        self._overtime.place(overtime, look)

    def _choose_main(self, minutes: float) -> None:
        if minutes == 0 and not self._overtime.value[0]:
            self._overtime.value = _USUAL_OVERTIME
        self._changed(self.value)

    def _choose_overtime(self, _overtime: tuple[int, float]) -> None:
        self._changed(self.value)


def _main_words(minutes: float) -> Words:
    return (lambda s: s.get(PlayText.MINUTES, n=s.figure(minutes, "g"))) if minutes else PlayText.ONLY_OVERTIME


def _overtime_words(pair: tuple[int, float]) -> Words:
    periods, seconds = pair
    return (
        (lambda s: s.get(PlayText.OVERTIME, n=periods, s=s.figure(seconds, "g"))) if periods else PlayText.NO_OVERTIME
    )


def time_words(strings: Strings, left: TimeLeft) -> str:
    """What is left, as clocks say it: ``9:05``, ``1:02:03``, tenths when it gets tight, ``28 s ×3`` in byo-yomi."""
    seconds = max(left.seconds, 0.0)
    if left.periods is not None:
        shown = strings.figure(seconds, ".1f") if seconds < _TENTHS_BELOW else f"{math.ceil(seconds)}"
        return strings.get(PlayText.CLOCK_PERIODS, seconds=shown, n=left.periods)
    if seconds < _TENTHS_BELOW:
        return f"0:{strings.figure(seconds, '04.1f')}"
    whole = math.ceil(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"

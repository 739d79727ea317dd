"""Both dogs' curves over each other: how strong, how wrong, how many games and positions."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from functools import partial

import numpy as np
from pygame import Rect, Surface

from clevergo.app.experiment.messages import Curves, ExperimentSnapshot
from clevergo.app.experiment.wishes import SIDES, Difference
from clevergo.ui.kit.base import Widget, cut_left, cut_top
from clevergo.ui.kit.chart import Axis, LineChart, Series, nice_axis
from clevergo.ui.kit.choice import Dropdown, Option, Segmented
from clevergo.ui.kit.label import Panel
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import ColorName, Size
from clevergo.ui.scenes.experiment.words import ONE, OTHER, dog_words
from clevergo.ui.scenes.train.growth import smoothed
from clevergo.ui.strings import ExperimentText, Strings

_TABS = 30
_MENU = 190
"""Width of the menu of curves where there is no room for all of them side by side."""
_LEGEND = 22
_DOT, _GAP = 14, 16
_SMALLEST_RATING = 200.0


class Curve(enum.Enum):
    """Which curve is shown."""

    STRENGTH = "strength"
    MOVES = "moves"
    RESULT = "result"
    GAMES = "games"
    POSITIONS = "positions"


_OPTIONS = (
    Option(Curve.STRENGTH, ExperimentText.STRENGTH, tip=ExperimentText.TIP_STRENGTH),
    Option(Curve.MOVES, ExperimentText.ERROR_MOVES, tip=ExperimentText.TIP_ERROR_MOVES),
    Option(Curve.RESULT, ExperimentText.ERROR_RESULT, tip=ExperimentText.TIP_ERROR_RESULT),
    Option(Curve.GAMES, ExperimentText.GAMES, tip=ExperimentText.TIP_GAMES),
    Option(Curve.POSITIONS, ExperimentText.POSITIONS, tip=ExperimentText.TIP_POSITIONS),
)


def series_of(curve: Curve, dog: Curves, color: ColorName, is_pale: bool = False, has_band: bool = True) -> Series:
    """One dog's curve."""
    if curve is Curve.STRENGTH:
        xs, ys = [point.seconds for point in dog.told], [point.rating for point in dog.told]
        errors = tuple(point.error for point in dog.told) if has_band else ()
        return Series(tuple(xs), tuple(ys), color, errors=errors, is_pale=is_pale)
    if curve in (Curve.GAMES, Curve.POSITIONS):
        figures = [(point.seconds, float(getattr(point, curve.value))) for point in dog.points]
        return Series(tuple(x for x, _ in figures), tuple(y for _, y in figures), color, is_pale=is_pale)
    name = "policy" if curve is Curve.MOVES else "value"
    points = [(point.seconds, getattr(point, name)) for point in dog.points if getattr(point, name) is not None]
    even = smoothed(np.array([value for _, value in points])) if points else np.zeros(0)
    return Series(tuple(x for x, _ in points), tuple(even.tolist()), color, is_pale=is_pale)


def axes_of(strings: Strings, curve: Curve, series: Sequence[Series], seconds: float) -> tuple[Axis, Axis]:
    """Time, from birth to when it is grown up; and what is shown."""
    last = max([seconds, *(one.xs[-1] for one in series if one.xs)])
    shown_time = partial(_time_said, strings)
    x = Axis(0.0, last, (0.0, last / 2, last), shown_time)
    values = [y for one in series for y in one.ys if y is not None]
    if curve is Curve.STRENGTH:
        errors = [error for one in series for error in (one.errors or (0.0,) * len(one.ys))]
        spans = list(zip(values, errors, strict=True))
        low = min([0.0, *(y - e for y, e in spans)])
        high = max([low + _SMALLEST_RATING, *(y + e for y, e in spans)])
        return x, nice_axis(low, high, 5, partial(strings.figure, spec=",.0f"))
    high = max(values, default=1.0)
    is_count = curve in (Curve.GAMES, Curve.POSITIONS)
    return x, nice_axis(0.0, max(high, 10.0 if is_count else 0.2), 4, strings.number if is_count else _figure(strings))


def _time_said(strings: Strings, seconds: float) -> str:
    return strings.duration(seconds) if seconds else "0"


def _figure(strings: Strings) -> partial[str]:
    return partial(strings.figure, spec="g")


class CurvesPanel(Panel):
    """Which curve, whose is which, and the curves."""

    def __init__(self) -> None:
        super().__init__()
        self._curve = Curve.STRENGTH
        self._choice = Segmented(_OPTIONS, self._curve, self._choose, id="experiment.curve")
        self._menu = Dropdown(_OPTIONS, self._curve, self._choose, id="experiment.curve")
        self._legend = Legend()
        self._chart = LineChart(ExperimentText.NO_CURVES, self._point, id="experiment.chart")
        self._shown = ExperimentSnapshot()
        self._series: tuple[tuple[Series, ...], tuple[Series, ...]] = ((), ())
        self.add(self._choice, self._menu, self._legend, self._chart)

    @property
    def curve(self) -> Curve:
        """Which one is shown."""
        return self._curve

    def show(self, shown: ExperimentSnapshot) -> None:
        """Show how far both have come; the same again costs nothing."""
        self._shown = shown
        written, root = shown.written, self.root
        if written is None or root is None:
            return
        self._legend.difference = written.experiment.difference
        pairs = max(len(shown.one), len(shown.other))
        now = shown.pair if shown.is_active and shown.pair < pairs else None
        self._series = tuple(  # type: ignore[assignment]
            tuple(
                series_of(self._curve, dog, color, now is not None and number != now, pairs == 1)
                for number, dog in enumerate(dogs)
            )
            for dogs, color in ((shown.one, ONE), (shown.other, OTHER))
        )
        series = [one for kind in self._series for one in kind]
        seconds = 60.0 * (written.experiment.plan.minutes or 0.0)
        x, y = axes_of(root.look.strings, self._curve, series, seconds)
        self._chart.show(series, x, y)
        self._legend.values = (self._latest(0), self._latest(1))

    def _latest(self, kind: int) -> str:
        """The latest value of the pair that is looked at, or of the last."""
        series = [one for one in self._series[kind] if one.ys and not one.is_pale]
        return self._said(series[-1].ys[-1]) if len(series) == 1 else ""

    def _said(self, value: float | None) -> str:
        root = self.root
        if value is None or root is None:
            return ""
        strings = root.look.strings
        if self._curve in (Curve.GAMES, Curve.POSITIONS):
            return strings.number(value)
        return strings.figure(value, ",.0f" if self._curve is Curve.STRENGTH else ".2f")

    def _choose(self, curve: Curve) -> None:
        self._curve = self._choice.value = self._menu.value = curve
        self._chart.reading = ""
        self.show(self._shown)

    def _point(self, x: float | None) -> None:
        """Say what the curves are at a time."""
        self._chart.cursor_x = x if x is None or any(one.xs for kind in self._series for one in kind) else None
        written, root = self._shown.written, self.root
        if x is None or written is None or root is None:
            self._chart.reading = ""
            return
        strings, parts = root.look.strings, []
        for kind, side in zip(self._series, SIDES, strict=True):
            near = [one for one in kind if one.xs and not one.is_pale]
            if near:
                values = [float(np.interp(x, one.xs, np.array(one.ys, np.float64))) for one in near]
                name = strings.get(dog_words(written.experiment.difference, side))
                said = " / ".join(self._said(value) for value in values)
                parts.append(strings.get(ExperimentText.NAME_VALUE, name=name, value=said))
        time = strings.duration(max(x, 0.0))
        self._chart.reading = strings.get(ExperimentText.AT, time=time, said=" · ".join(parts)) if parts else ""

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = self.inner(look, 14, 10)
        head, rest = cut_top(inner, look.px(_TABS), look.px(6))
        self._choice.is_visible = self._choice.least_width(look) <= head.width
        self._menu.is_visible = not self._choice.is_visible
        wide = min(self._choice.needed_width(look) if self._choice.is_visible else look.px(_MENU), head.width)
        beside = head.width - wide >= self._legend.needed_width(look) + look.px(_GAP)
        tabs, legend = cut_left(head, wide, look.px(_GAP))
        if not beside:
            legend, rest = cut_top(rest, look.px(_LEGEND), look.px(2))
        for choice in (self._choice, self._menu):
            choice.place(tabs, look)
        self._legend.place(legend, look)
        self._chart.place(rest, look)
        self.show(self._shown)


class Legend(Widget):
    """Whose curve has which color, with the latest values."""

    def __init__(self) -> None:
        super().__init__()
        self._difference: Difference | None = None
        self._values = ("", "")

    @property
    def difference(self) -> Difference | None:
        """What the dogs differ in."""
        return self._difference

    @difference.setter
    def difference(self, difference: Difference | None) -> None:
        if difference is not self._difference:
            self._difference = difference
            self.invalidate()

    @property
    def values(self) -> tuple[str, str]:
        """The latest values; empty for none."""
        return self._values

    @values.setter
    def values(self, values: tuple[str, str]) -> None:
        if values != self._values:
            self._values = values
            self.invalidate()

    def _parts(self, look: Look) -> list[tuple[str, ColorName]]:
        names = [look.say(dog_words(self._difference, side)) for side in SIDES]
        said = (f"{name} {value}" if value else name for name, value in zip(names, self._values, strict=True))
        return list(zip(said, (ONE, OTHER), strict=True))

    def needed_width(self, look: Look) -> int:
        """Pixels for both names and values."""
        return sum(look.width(said, Size.SMALL) + look.px(_DOT + _GAP) for said, _ in self._parts(look)) + look.px(40)

    def draw(self, surface: Surface, look: Look) -> None:
        left = self.rect.left
        for said, color in self._parts(look):
            room = Rect(left, self.rect.top, self.rect.right - left, self.rect.height)
            left = draw_dog(surface, look, room, said, color) + look.px(_GAP)


def draw_dog(surface: Surface, look: Look, box: Rect, said: Words, color: ColorName, size: int = Size.SMALL) -> int:
    """A dog's color and its name; returns where they end."""
    look.disc(surface, (box.left + look.px(5), box.centery), look.px(5), look.palette.named(color))
    rest = Rect(box.left + look.px(_DOT), box.top, max(box.width - look.px(_DOT), 1), box.height)
    return look.text(surface, said, rest, size, look.palette.ink).right

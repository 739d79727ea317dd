"""Curves: one or more series over a common axis, with a band around them, points of note and a reading on hover."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pygame
from pygame import Rect, Surface

from clevergo.ui.kit.base import Shown, Widget
from clevergo.ui.kit.look import Align, Look, Words, smooth_line
from clevergo.ui.kit.shapes import filled_area
from clevergo.ui.kit.theme import ColorName, Rgb, Size, mix

_LEFT, _RIGHT, _TOP, _BOTTOM = 38, 8, 8, 6
_X_LABELS = 20
_SOME_ROOM = 0.08
"""Below the lowest value, as a part of all values: where the next tick is further away, the axis begins without one."""
_PAD = 6
_NEAR = 0.02
"""A stop that stands out is met within this part of the axis."""
_MOST_POINTS = 240
_ALONE = 5
"""Half the width of the band of a point that is alone, in logical units."""

_Run: TypeAlias = list[tuple[float, float, float]]
"""An unbroken stretch of a curve, as (x, y, half height of its band) in pixels."""


@dataclass(frozen=True)
class Series:
    """One curve."""

    xs: tuple[float, ...]
    ys: tuple[float | None, ...]
    """None breaks the curve."""
    color: ColorName
    """A field of the palette."""
    fills: bool = False
    """Whether the area down to the base is tinted."""
    errors: tuple[float, ...] = ()
    """Half the height of a band around each point; empty for none."""
    is_pale: bool = False
    """Whether it only accompanies another one: thinner, and mixed with the ground."""


@dataclass(frozen=True)
class Milestone:
    """A point of note, marked with a ring and a word."""

    x: float
    y: float
    words: Words


@dataclass(frozen=True)
class Axis:
    """One direction of a chart."""

    low: float
    high: float
    ticks: tuple[float, ...] = ()
    shown: Callable[[float], str] = "{:g}".format


def nice_axis(low: float, high: float, most: int = 4, shown: Callable[[float], str] = "{:g}".format) -> Axis:
    """An axis around those values with round numbers as ticks, 2 to ``most`` steps, and as little empty as can be."""
    span = max(high - low, 1e-9)
    power = 10.0 ** (math.floor(math.log10(span)) - 1)
    found: list[tuple[float, int, float]] = []
    for step in (power * k for k in (1, 2, 2.5, 5, 10, 20, 25, 50, 100)):
        axis = _axis_with(low, high, step, shown)
        if 2 <= len(axis.ticks) - 1 <= most:
            found.append((round(1.0 - span / (axis.high - axis.low), 6), -len(axis.ticks), step))
    return _axis_with(low, high, min(found)[2], shown)


def _axis_with(low: float, high: float, step: float, shown: Callable[[float], str]) -> Axis:
    """The axis with such ticks: it ends at one, and begins at one where that is near."""
    span = high - low
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    bottom = max(first * step, low - _SOME_ROOM * span)
    first += first * step < bottom - 1e-9 * span
    return Axis(bottom, last * step, tuple(i * step for i in range(first, last + 1)), shown)


class LineChart(Widget):
    """Draws series. The picture is made once for each change and kept."""

    cursor_x = Shown[float | None]()
    """The x a thin line marks; None for none."""
    stops = Shown[Sequence[float]](())
    """Places along the axis that are marked: what a click can go to."""
    best = Shown[float | None](None)
    """The stop that stands out; None for none."""
    empty = Shown[Words]()
    """What is said while there is nothing to draw."""
    reading = Shown[Words]("")
    """What is said of the place under the pointer, below the curves instead of the axis."""

    caption = Shown[Words]("")
    """What is said of the curves at their right, above them or, where they rise, below."""
    caption_is_low = Shown(False)

    def __init__(
        self,
        empty: Words = "",
        pointed: Callable[[float | None], None] | None = None,
        clicked: Callable[[float], None] | None = None,
        id: str = "",
        tip: Words = "",
    ) -> None:
        """``pointed`` hears the x under the pointer, ``clicked`` of a click; ``empty`` is said before any curve."""
        super().__init__(id, tip)
        self.empty = empty
        self._pointed = pointed
        self._clicked = clicked
        self._series: tuple[Series, ...] = ()
        self._milestones: tuple[Milestone, ...] = ()
        self._x = Axis(0, 1)
        self._y = Axis(0, 1)
        self._kept: tuple[tuple[object, ...], Surface] | None = None

    def show(self, series: Sequence[Series], x: Axis, y: Axis, milestones: Sequence[Milestone] = ()) -> None:
        """Show other curves; the same ones again cost nothing."""
        new = (tuple(series), x, y, tuple(milestones))
        if new != (self._series, self._x, self._y, self._milestones):
            self._series, self._x, self._y, self._milestones = new
            self._kept = None
            self.invalidate()

    def is_at_best(self, x: float) -> bool:
        """Whether a place is at the stop that stands out, or as good as."""
        return self.best is not None and abs(self.best - x) <= _NEAR * (self._x.high - self._x.low)

    def hover(self, pos: tuple[int, int]) -> None:
        if self._pointed is not None:
            self._pointed(self._x_at(pos))

    def press(self, pos: tuple[int, int]) -> bool:
        return self._clicked is not None and self._x_at(pos) is not None

    def release(self, pos: tuple[int, int]) -> None:
        x = self._x_at(pos)
        if self._clicked is not None and x is not None and self.rect.collidepoint(pos):
            self._clicked(x)

    def _x_at(self, pos: tuple[int, int]) -> float | None:
        """The value under the pointer; None beside the curves, or where there are none."""
        root = self.root
        if root is None or not self._series:
            return None
        plot = self._plot(root.look)
        part = (pos[0] - plot.left) / max(plot.width, 1)
        return self._x.low + part * (self._x.high - self._x.low) if -0.02 <= part <= 1.02 else None

    def hover_changed(self) -> None:
        if not self.is_hovered and self._pointed is not None:
            self._pointed(None)

    def draw(self, surface: Surface, look: Look) -> None:
        plot = self._plot(look)
        self._draw_grid(surface, look, plot)
        if not any(any(y is not None for y in s.ys) for s in self._series):
            said = look.say(self.empty)
            said_in = look.wrapped(said, plot.width - look.px(16), Size.SMALL)
            widest = max(look.width(line, Size.SMALL) for line in said_in)
            ground = Rect(0, 0, widest + look.px(16), look.line_height(Size.SMALL) * len(said_in))
            ground.center = plot.center
            surface.fill(look.palette.panel, ground.clip(plot))  # no line goes through the words
            look.paragraph(surface, said, ground.inflate(look.px(1), 0), Size.SMALL, look.palette.muted, Align.CENTER)
            return
        if look.drawn is None:  # who notes texts looks at no curves
            key = (look, plot.size)
            if self._kept is None or self._kept[0] != key:
                self._kept = key, self._picture(look, plot)
            surface.blit(self._kept[1], plot.move(-_PAD, -_PAD))
        self._draw_caption(surface, look, plot)
        for stop in self.stops:
            is_best = stop == self.best
            color = look.palette.gold if is_best else look.palette.muted
            look.disc(surface, (self._left(stop, plot), plot.bottom), look.px(4.5 if is_best else 2), color)
        if self.cursor_x is not None:
            line = Rect(self._left(self.cursor_x, plot), plot.top, look.px(1), plot.height)
            surface.fill(look.palette.accent, line)
        if not self._milestones:
            return
        lines = [run for series in self._series for run in self._runs(series, plot)]
        rings = [self._ring(look, plot, milestone) for milestone in self._milestones]
        for ring in rings:
            look.disc(surface, ring.center, look.px(4.5), look.palette.panel, look.palette.gold)
        taken: list[Rect] = []
        for milestone, ring in reversed(list(zip(self._milestones, rings, strict=True))):
            others = [*taken, *(other for other in rings if other.center != ring.center)]
            for box in self._rooms_for(milestone.words, look, plot, ring, lines):
                if box.width <= plot.width and box.collidelist(others) < 0:
                    taken.append(box)
                    look.text(surface, milestone.words, box, Size.TINY, look.palette.ink, False, Align.CENTER)
                    break

    def _draw_caption(self, surface: Surface, look: Look, plot: Rect) -> None:
        if not self.caption:
            return
        box = Rect(plot.left + look.px(8), plot.top + look.px(4), plot.width - look.px(16), look.px(18))
        if self.caption_is_low:
            box.bottom = plot.bottom - look.px(6)
        look.text(surface, self.caption, box, Size.TINY, look.palette.muted, align=Align.RIGHT)

    def _left(self, x: float, plot: Rect) -> int:
        return plot.left + round(self._part(x, self._x) * plot.width)

    def _top(self, y: float, plot: Rect) -> int:
        return plot.bottom - round(self._part(y, self._y) * plot.height)

    def _ring(self, look: Look, plot: Rect, milestone: Milestone) -> Rect:
        ring = Rect(0, 0, look.px(9), look.px(9))
        ring.center = self._left(milestone.x, plot), self._top(milestone.y, plot)
        return ring

    @staticmethod
    def _rooms_for(words: Words, look: Look, plot: Rect, ring: Rect, lines: list[_Run]) -> list[Rect]:
        """Where a milestone's words may go, the best place first, clear of the curves if they can be."""
        x, y = ring.center
        width = look.width(look.say(words), Size.TINY) + 2
        # Below and to the right of the ring, where a curve that grows leaves room; at the end of the axis above it.
        box = Rect(x + look.px(8), y + look.px(2), width, look.px(18))
        if box.right > plot.right or box.bottom > plot.bottom:
            box = Rect(x + look.px(5) - width, y - look.px(24), width, look.px(18)).clamp(plot.inflate(0, look.px(16)))
        lower = box.move(0, look.px(18))
        if _is_struck_out(box, lines) and plot.contains(lower) and not _is_struck_out(lower, lines):
            box = lower
        above = Rect(ring.right - box.width, ring.top - look.px(22), box.width, box.height)
        return [box, above] if plot.contains(above) and not _is_struck_out(above, lines) else [box]

    def _draw_grid(self, surface: Surface, look: Look, plot: Rect) -> None:
        palette = look.palette
        for tick in self._y.ticks:
            y = self._top(tick, plot)
            surface.fill(palette.line, Rect(plot.left, y, plot.width, look.px(1)))
            box = Rect(self.rect.left, y - look.px(9), look.px(_LEFT - 8), look.px(18))
            look.text(surface, self._y.shown(tick), box, Size.TINY, palette.muted, False, Align.RIGHT)
        said = look.say(self.reading)
        if said:
            box = Rect(plot.left, plot.bottom + look.px(4), plot.width, look.px(18))
            look.text(surface, said, box, Size.TINY, palette.ink, False, Align.CENTER)
            return
        for i, tick in enumerate(self._x.ticks):
            x = self._left(tick, plot)
            align = Align.LEFT if i == 0 else Align.RIGHT if i == len(self._x.ticks) - 1 else Align.CENTER
            width = look.px(90)
            left = {Align.LEFT: x, Align.RIGHT: x - width}.get(align, x - width // 2)
            box = Rect(left, plot.bottom + look.px(4), width, look.px(18))
            look.text(surface, self._x.shown(tick), box, Size.TINY, palette.muted, False, align)

    def _picture(self, look: Look, plot: Rect) -> Surface:
        picture = Surface((plot.width + 2 * _PAD, plot.height + 2 * _PAD), pygame.SRCALPHA)
        inside = Rect(_PAD, _PAD, plot.width, plot.height)
        for series in self._series:
            color = look.palette.named(series.color)
            for run in self._runs(series, inside):
                self._draw_run(picture, look, inside, run, color, series)
        return picture

    def _draw_run(self, picture: Surface, look: Look, plot: Rect, run: _Run, color: Rgb, series: Series) -> None:
        points = [(x, y) for x, y, _ in run]
        if series.fills:
            filled_area(picture, points, [(x, plot.bottom) for x, _ in points], color, 38)
        if series.errors:
            filled_area(picture, [(x, y - e) for x, y, e in run], [(x, y + e) for x, y, e in run], color, 52)
        if len(points) == 1:
            x, y = points[0]
            if series.errors:
                error, half = run[0][2], look.px(_ALONE)
                edge = [(x - half, y), (x + half, y)]
                filled_area(
                    picture, [(at, y - error) for at, _ in edge], [(at, y + error) for at, _ in edge], color, 52
                )
            look.disc(picture, (round(x), round(y)), look.px(3), color)
            return
        ink = color if not look.palette.is_dark else mix(color, look.palette.ink, 0.05)
        if series.is_pale:
            ink = pale(ink, look)
        smooth_line(picture, points, ink, (1.4 if series.is_pale else 2) * look.scale)

    def _runs(self, series: Series, plot: Rect) -> list[_Run]:
        """Unbroken stretches as (x, y, half height of the band) in pixels."""
        runs: list[_Run] = [[]]
        high = plot.height / max(self._y.high - self._y.low, 1e-12)
        errors = series.errors or (0.0,) * len(series.xs)
        for x, y, error in zip(series.xs, series.ys, errors, strict=True):
            if y is None:
                runs.append([])
                continue
            part = min(max(self._part(y, self._y), -0.02), 1.02)
            px = plot.left + self._part(x, self._x) * plot.width
            runs[-1].append((px, plot.bottom - part * plot.height, error * high))
        return [_thinned(run) for run in runs if run]

    def _plot(self, look: Look) -> Rect:
        bottom = look.px(_X_LABELS if self._x.ticks else _BOTTOM)
        left, top = look.px(_LEFT), look.px(_TOP)
        width, height = self.rect.width - left - look.px(_RIGHT), self.rect.height - top - bottom
        return Rect(self.rect.left + left, self.rect.top + top, max(width, 1), max(height, 1))

    @staticmethod
    def _part(value: float, axis: Axis) -> float:
        return (value - axis.low) / max(axis.high - axis.low, 1e-12)


def _is_struck_out(box: Rect, lines: list[_Run]) -> bool:
    """Whether a curve goes through a box of words."""
    return any(box.clipline(one[:2], other[:2]) for run in lines for one, other in itertools.pairwise(run))


def pale(color: Rgb, look: Look) -> Rgb:
    """The color of a curve that only accompanies another."""
    return mix(color, look.palette.panel, 0.5)


def _thinned(run: _Run) -> _Run:
    """At most a few hundred points, in a chart of a few hundred pixels: neighbors averaged."""
    if len(run) <= _MOST_POINTS:
        return run
    size = math.ceil(len(run) / _MOST_POINTS)
    chunks = [run[i : i + size] for i in range(0, len(run), size)]
    return [tuple(sum(p[k] for p in chunk) / len(chunk) for k in range(3)) for chunk in chunks]  # type: ignore[misc]

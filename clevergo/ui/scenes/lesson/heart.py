"""What many steps on one batch come to: three curves."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from pygame import Rect, Surface

from clevergo.app.lesson.lesson import Cost, Lesson
from clevergo.locale import Language
from clevergo.ui.kit.base import Group, cut_top
from clevergo.ui.kit.chart import Axis, LineChart, Series, nice_axis
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import ColorName, Size
from clevergo.ui.scenes.shared.table import TellingGroup
from clevergo.ui.strings import Strings, TaughtText

_LEGEND = 20
_HERE: ColorName = "accent"
_BATCH: ColorName = "gold"
_OTHERS: ColorName = "jade"
_KEYS = (
    (_HERE, TaughtText.CURVE_HERE, TaughtText.TIP_CURVE_HERE),
    (_BATCH, TaughtText.CURVE_BATCH, TaughtText.TIP_CURVE_BATCH),
    (_OTHERS, TaughtText.CURVE_OTHERS, TaughtText.TIP_CURVE_OTHERS),
)
_TICKS = (0, 1, 3, 10, 30, 100)


class HeartView(Group):
    """The losses of the position, of its batch, and of others that are not learned from, step by step."""

    def __init__(self) -> None:
        super().__init__()
        self._keys = _Keys()
        self._chart = LineChart(pointed=self._point)
        self._lesson: Lesson | None = None
        self._language: Language | None = None
        """Whose numbers stand at the axis."""
        self.add(self._keys, self._chart)

    def show(self, lesson: Lesson, strings: Strings) -> None:
        """Show how the losses went."""
        if lesson is self._lesson and strings.language == self._language:
            return
        self._lesson, self._language = lesson, strings.language
        weight = lesson.school.points_weight
        xs = tuple(_place(mark.steps) for mark in lesson.course)
        pick: dict[ColorName, Callable[[int], Cost]] = {
            _HERE: lambda i: lesson.course[i].here,
            _BATCH: lambda i: lesson.course[i].batch,
            _OTHERS: lambda i: lesson.course[i].others,
        }
        curves = {color: tuple(of(i).total(weight) for i in range(len(xs))) for color, of in pick.items()}
        series = [Series(xs, ys, color) for color, ys in curves.items()]
        ticks = tuple(_place(step) for step in _TICKS if step <= lesson.steps)
        highest = max(max(ys) for ys in curves.values())
        axis = Axis(0.0, _place(lesson.steps), ticks, _steps_said)
        self._chart.show(series, axis, nice_axis(0.0, max(highest, 0.5), 4, partial(strings.figure, spec="g")))

    def arrange(self, rect: Rect, look: Look) -> None:
        keys, chart = cut_top(rect, look.px(_LEGEND), look.px(2))
        self._keys.place(keys, look)
        self._chart.place(chart, look)

    def _point(self, x: float | None) -> None:
        """Say what the losses were at the step under the pointer."""
        lesson = self._lesson
        self._chart.reading = "" if x is None or lesson is None else _reading(lesson, x)


def _place(steps: int) -> float:
    """Where a number of steps is on the axis: early ones change most."""
    return math.log10(1 + steps)


def _steps_said(place: float) -> str:
    return f"{10**place - 1:.0f}"


def _reading(lesson: Lesson, x: float) -> Words:
    near = min(lesson.course, key=lambda mark: abs(_place(mark.steps) - x))
    weight = lesson.school.points_weight

    def said(strings: Strings) -> str:
        here, batch, others = (
            strings.figure(cost.total(weight), ".2f") for cost in (near.here, near.batch, near.others)
        )
        return strings.get(TaughtText.CURVE_READING, n=near.steps, here=here, batch=batch, others=others)

    return said


class _Keys(TellingGroup):
    """What the colors of the curves mean."""

    def arrange(self, rect: Rect, look: Look) -> None:
        self.tell([(box, tip) for (_, _, tip), box in zip(_KEYS, self._boxes(look), strict=True)], look)

    def _boxes(self, look: Look) -> list[Rect]:
        boxes, left = [], self.rect.left
        widths = [look.width(look.say(words), Size.SMALL) + look.px(18) for _, words, _ in _KEYS]
        gap = min(look.px(18), max(look.px(4), (self.rect.width - sum(widths)) // max(len(widths) - 1, 1)))
        room = self.rect.width - gap * (len(widths) - 1)
        for width in widths:
            wide = width if sum(widths) <= room else width * room // sum(widths)
            boxes.append(Rect(left, self.rect.top, wide, self.rect.height))
            left += wide + gap
        return boxes

    def draw_behind(self, surface: Surface, look: Look) -> None:
        for (color, words, _), box in zip(_KEYS, self._boxes(look), strict=True):
            look.disc(surface, (box.left + look.px(6), box.centery), look.px(4.5), look.palette.named(color))
            text = Rect(box.left + look.px(16), box.top, box.width - look.px(16), box.height)
            look.text(surface, words, text, Size.SMALL, look.palette.ink)

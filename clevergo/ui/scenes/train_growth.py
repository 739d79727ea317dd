"""The growth panel: the dog's strength and its losses as curves."""

from __future__ import annotations

import enum
from collections.abc import Sequence

import numpy as np
from pygame import Rect, Surface

from clevergo.app.messages import LossPoint, StrengthPoint, TrainingNews, TrainingSnapshot
from clevergo.ui.layout import cut_top
from clevergo.ui.scenes.train_words import games_said, opponent_name
from clevergo.ui.strings import Strings, Text
from clevergo.ui.theme import Size
from clevergo.ui.widgets.chart import Axis, LineChart, Milestone, Series, nice_axis
from clevergo.ui.widgets.choice import Option, Segmented
from clevergo.ui.widgets.label import Label, Panel
from clevergo.ui.widgets.look import Look, Words

_SMALLEST_SPAN = 400.0
"""Elo points an axis spans at least, so that a first measurement does not look like a leap."""
_BELOW_RANDOM = 100.0
"""The axis begins at 0, the random player, unless a dog is clearly worse."""
_SMOOTHED = 60
"""A loss curve is averaged over about this part of its length, one over."""
_POLICY, _VALUE = "jade", "gold"


class Curve(enum.Enum):
    """Which curve is shown."""

    STRENGTH = "strength"
    LOSS = "loss"


class GrowthPanel(Panel):
    """Title, choice of curve, chart."""

    def __init__(self) -> None:
        super().__init__()
        self._title = Label(Text.GROWTH, Size.BODY, bold=True)
        self._choice = Segmented(
            [Option(Curve.STRENGTH, Text.STRENGTH), Option(Curve.LOSS, Text.LOSS)],
            Curve.STRENGTH,
            self._choose,
            id="train.curve",
        )
        self._strength = LineChart(Text.NO_STRENGTH)
        self._loss = LineChart(Text.NO_LOSS)
        self._loss.is_visible = False
        self._legend = _Legend()
        self._legend.is_visible = False
        self._seen: tuple[object, ...] = ()
        self.add(self._title, self._choice, self._strength, self._loss, self._legend)

    def show(self, snapshot: TrainingSnapshot | None, strings: Strings) -> None:
        """Show a dog's past; the same one again costs nothing."""
        strengths = snapshot.strengths if snapshot is not None else ()
        milestones = snapshot.milestones if snapshot is not None else ()
        losses = snapshot.losses if snapshot is not None else ()
        seen = (strengths, milestones, losses, strings.language)
        if seen == self._seen:
            return
        self._seen = seen
        self._strength.show(*strength_curve(strengths, milestones, strings))
        self._loss.show(*loss_curves(losses, strings))
        self._legend.show(losses[-1] if losses else None)

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        head, body = cut_top(self.inner(look), look.px(30), look.px(8))
        self._title.place(Rect(head.left, head.top, head.width // 3, head.height), look)
        width = min(self._choice.needed_width(look), head.width * 2 // 3)
        self._choice.place(Rect(head.right - width, head.top, width, head.height), look)
        title = look.width(look.say(Text.GROWTH), Size.BODY, True) + look.px(16)
        self._legend.place(
            Rect(head.left + title, head.top, head.width - title - width - look.px(8), head.height), look
        )
        body.left -= look.px(6)
        body.width += look.px(6)
        self._strength.place(body, look)
        self._loss.place(body, look)

    def _choose(self, curve: Curve) -> None:
        self._strength.is_visible = curve is Curve.STRENGTH
        self._loss.is_visible = self._legend.is_visible = curve is Curve.LOSS


class _Legend(Label):
    """The two losses by colour, with their latest values."""

    def __init__(self) -> None:
        super().__init__("", tip=Text.TIP_LOSS)
        self._point: LossPoint | None = None

    def show(self, point: LossPoint | None) -> None:
        if point != self._point:
            self._point = point
            self.invalidate()

    def draw(self, surface: Surface, look: Look) -> None:
        left = self.rect.left
        for words, color, value in (
            (Text.LOSS_POLICY, _POLICY, self._point.policy if self._point else None),
            (Text.LOSS_VALUE, _VALUE, self._point.value if self._point else None),
        ):
            said = look.say(words) + (f" {value:.2f}" if value is not None else "")
            width = look.width(said, Size.TINY) + 2
            if left + look.px(14) + width > self.rect.right:
                return
            ink = getattr(look.palette, color)
            look.disc(surface, (left + look.px(4), self.rect.centery), look.px(4), ink)
            box = Rect(left + look.px(13), self.rect.top, width, self.rect.height)
            look.text(surface, said, box, Size.TINY, look.palette.muted)
            left = box.right + look.px(14)


def strength_curve(
    points: Sequence[StrengthPoint], milestones: Sequence[TrainingNews], strings: Strings
) -> tuple[list[Series], Axis, Axis, list[Milestone]]:
    """Rating against games with its error band; a milestone sits where the curve was at that time."""
    if not points:
        return [], Axis(0, 1), Axis(0, 1), []
    games = [float(point.games) for point in points]
    ratings = [point.rating for point in points]
    errors = [point.error for point in points]
    low = min(0.0, *ratings) if min(ratings) < -_BELOW_RANDOM else 0.0
    high = max(low + _SMALLEST_SPAN, *(rating + error for rating, error in zip(ratings, errors, strict=True)))
    series = Series(tuple(games), tuple(ratings), "gold", errors=tuple(errors))
    last = max(games[-1], 1.0)
    x_axis = Axis(0.0, last, (0.0, last), lambda value: games_said(strings, round(value)) if value else "0")
    seconds = [point.seconds for point in points]
    marks = []
    for news in milestones:
        at = float(np.interp(news.seconds, seconds, games))
        rating = float(np.interp(news.seconds, seconds, ratings))
        marks.append(Milestone(at, rating, _beats(str(news.values["opponent"]))))
    return [series], x_axis, nice_axis(low, high, 5, "{:.0f}".format), marks


def _beats(opponent: str) -> Words:
    return lambda strings: strings.get(Text.BEATS, opponent=opponent_name(strings, opponent))


def loss_curves(points: Sequence[LossPoint], strings: Strings) -> tuple[list[Series], Axis, Axis]:
    """Both losses against positions learned, evened out a little."""
    if not points:
        return [], Axis(0, 1), Axis(0, 1)
    samples = np.array([point.samples for point in points], np.float64)
    curves = {
        _POLICY: smoothed(np.array([point.policy for point in points])),
        _VALUE: smoothed(np.array([point.value for point in points])),
    }
    xs = tuple(samples.tolist())
    series = [Series(xs, tuple(ys.tolist()), color) for color, ys in curves.items()]
    high = max(float(ys.max()) for ys in curves.values())
    last = max(float(samples[-1]), 1.0)
    x_axis = Axis(0.0, last, (0.0, last), lambda value: strings.number(value))
    return series, x_axis, nice_axis(0.0, max(high, 0.5), 4, "{:g}".format)


def smoothed(values: np.ndarray) -> np.ndarray:
    """A moving average that keeps its length and its ends."""
    width = max(1, len(values) // _SMOOTHED)
    if width == 1:
        return values
    padded = np.pad(values, width // 2, mode="edge")
    return np.convolve(padded, np.full(width, 1 / width), mode="valid")[: len(values)]

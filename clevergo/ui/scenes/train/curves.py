"""What a dog's growth looks like as curves: which there are, against games or time, and what they say at a place."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.app.kennel.messages import TrainingNews, TrainingSnapshot
from clevergo.app.training.forecast import rungs
from clevergo.ui.kit.chart import Axis, Milestone, Series, nice_axis
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.train.words import distinct, games_said, opponent_name
from clevergo.ui.strings import Strings, Text, TrainText

_SMALLEST_SPAN = 400.0
"""Elo points an axis spans at least, so that a first measurement does not look like a leap."""
_BELOW_RANDOM = 100.0
"""The axis begins at 0, the random player, unless a dog is clearly worse."""
_SMOOTHED = 60
"""A loss curve is averaged over about this part of its length, one over."""
_SMOOTHED_UNSEEN = 12
"""The same where few games were measured."""
POLICY, VALUE, RATING = "jade", "gold", "gold"
_NO_AXIS = Axis(0, 1)
_NEAR = 0.02
"""A milestone is read where the pointer is within this part of the axis."""


class Curve(enum.Enum):
    """Which curve is shown."""

    STRENGTH = "strength"
    LOSS = "loss"
    ENTROPY = "entropy"
    LENGTH = "length"
    PASSES = "passes"


@dataclass(frozen=True)
class Chart:
    """Everything a chart is given."""

    series: tuple[Series, ...] = ()
    x: Axis = _NO_AXIS
    y: Axis = _NO_AXIS
    milestones: tuple[Milestone, ...] = ()


class Growth:
    """A dog's past, against games or hours."""

    def __init__(self, snapshot: TrainingSnapshot | None, in_hours: bool, strings: Strings) -> None:
        self._snapshot = snapshot
        self._in_hours = in_hours
        self._strings = strings
        self._clock = _times(snapshot) if snapshot is not None else np.zeros((2, 1))

    # --- games and seconds ---

    def x_of(self, games: float, seconds: float | None = None) -> float:
        """The place on the axis of an age."""
        if not self._in_hours:
            return float(games)
        return seconds if seconds is not None else float(np.interp(games, self._clock[1], self._clock[0]))

    def _x_at(self, seconds: float) -> float:
        return seconds if self._in_hours else float(np.interp(seconds, self._clock[0], self._clock[1]))

    def where(self, x: float) -> str:
        """A place on the axis, as one would say it."""
        return self._strings.duration(x) if self._in_hours else games_said(self._strings, round(x))

    def _axis(self, last: float) -> Axis:
        """From birth to now, even where nothing has been measured since ``last``."""
        snapshot = self._snapshot
        now = self.x_of(snapshot.games, snapshot.seconds) if snapshot is not None else 0.0
        last = max(last, now, 1.0)
        return Axis(0.0, last, (0.0, last), lambda value: self.where(value) if value else "0")

    # --- curves ---

    def chart(self, curve: Curve) -> Chart:
        """One of the curves."""
        if self._snapshot is None:
            return Chart()
        if curve is Curve.STRENGTH:
            return self._strength(self._snapshot)
        if curve is Curve.LOSS:
            return self._loss(self._snapshot)
        return self._sign(curve)

    def _strength(self, snapshot: TrainingSnapshot) -> Chart:
        """The rating with its error band; a milestone sits where the curve was at that time."""
        # Where no game has ended between two matches, the later one tells of both.
        at = {self.x_of(point.games, point.seconds): point for point in snapshot.strengths}
        if not at:
            return Chart()
        xs, points = list(at), list(at.values())
        ratings = [point.rating for point in points]
        errors = [point.error for point in points]
        lows = [rating - error for rating, error in zip(ratings, errors, strict=True)]
        low = min(lows) if min(ratings) < -_BELOW_RANDOM else 0.0  # the band of what is told is seen whole
        high = max(low + _SMALLEST_SPAN, *(r + e for r, e in zip(ratings, errors, strict=True)))
        series = Series(tuple(xs), tuple(ratings), RATING, errors=tuple(errors))
        seconds = [point.seconds for point in points]
        marks = []
        for news in _weakest_first(snapshot):
            rating = float(np.interp(news.seconds, seconds, ratings))
            marks.append(Milestone(float(np.interp(news.seconds, seconds, xs)), rating, _beats(news)))
        return Chart((series,), self._axis(xs[-1]), nice_axis(low, high, 5, "{:.0f}".format), tuple(marks))

    def _loss(self, snapshot: TrainingSnapshot) -> Chart:
        """Both losses, evened out a little, and pale beside them the same on games that were kept from learning."""
        points = snapshot.losses
        if not points:
            return Chart()
        xs = tuple(self._x_at(point.seconds) for point in points)
        curves = {
            POLICY: smoothed(np.array([point.policy for point in points])),
            VALUE: smoothed(np.array([point.value for point in points])),
        }
        series = tuple(Series(xs, tuple(ys.tolist()), color) for color, ys in curves.items())
        high = max(float(ys.max()) for ys in curves.values())
        series += tuple(self._unseen(snapshot))
        return Chart(series, self._axis(xs[-1]), nice_axis(0.0, max(high, 0.5), 4, self._figure))

    def _figure(self, value: float) -> str:
        return self._strings.figure(value, "g")

    def _unseen(self, snapshot: TrainingSnapshot) -> Iterator[Series]:
        """The losses on games the dog has not learned from."""
        for color, name in ((POLICY, "heldout_policy"), (VALUE, "heldout_value")):
            measured = [(sign, getattr(sign, name)) for sign in snapshot.vitals if getattr(sign, name) is not None]
            if len(measured) >= 2:
                xs = tuple(self.x_of(sign.games, sign.seconds) for sign, _ in measured)
                ys = smoothed(np.array([value for _, value in measured]), _SMOOTHED_UNSEEN)
                yield Series(xs, tuple(ys.tolist()), color, is_pale=True)

    def _sign(self, curve: Curve) -> Chart:
        xs, ys = self._signs(curve)
        if not ys:
            return Chart()
        even = smoothed(np.array(ys))
        shown = "{:.0f}%".format if curve is Curve.PASSES else self._figure
        least = {Curve.ENTROPY: 1.0, Curve.LENGTH: 20.0, Curve.PASSES: 4.0}[curve]
        axis = nice_axis(0.0, max(float(even.max()), least), 4, shown)
        return Chart((Series(tuple(xs), tuple(even.tolist()), POLICY),), self._axis(xs[-1]), axis)

    def _signs(self, curve: Curve) -> tuple[list[float], list[float]]:
        """The points of a vital sign."""
        assert self._snapshot is not None
        if curve is Curve.ENTROPY:
            doubts = [(point.seconds, point.entropy) for point in self._snapshot.losses if point.entropy > 0]
            return [self._x_at(seconds) for seconds, _ in doubts], [doubt for _, doubt in doubts]
        signs = [
            (sign, sign.game_length if curve is Curve.LENGTH else sign.pass_share) for sign in self._snapshot.vitals
        ]
        measured = [(self.x_of(sign.games, sign.seconds), value) for sign, value in signs if value is not None]
        scale = 100.0 if curve is Curve.PASSES else 1.0
        return [x for x, _ in measured], [value * scale for _, value in measured]

    # --- reading ---

    def reading(self, curve: Curve, x: float) -> str:
        """What the curve says at a place."""
        chart = self.chart(curve)
        if not chart.series:
            return ""
        strings, near = self._strings, _NEAR * (chart.x.high - chart.x.low)
        milestones = _weakest_first(self._snapshot) if self._snapshot else []
        for mark, news in zip(chart.milestones, milestones, strict=False):
            if abs(mark.x - x) <= near and news.created:
                said, date = beats_said(strings, news), strings.day(news.created)
                return strings.get(TrainText.READ_MILESTONE, where=self.where(mark.x), beats=said, date=date)
        main = chart.series[0]
        place = int(np.argmin(np.abs(np.array(main.xs) - x)))
        where, value = self.where(main.xs[place]), main.ys[place]
        assert value is not None
        if curve is Curve.STRENGTH:
            return strings.get(TrainText.READ_RATING, where=where, rating=value, error=main.errors[place])
        if curve is Curve.LENGTH:
            said = strings.get(TrainText.MOVES, n=round(value))
        elif curve is Curve.PASSES:
            said = strings.figure(value, ".1f") + "%"
        else:
            values = [series.ys[place] for series in chart.series if not series.is_pale]
            said = " · ".join(strings.figure(one, ".2f") for one in values if one is not None)
        return strings.get(TrainText.READ_VALUE, where=where, value=said)


def _times(snapshot: TrainingSnapshot) -> NDArray[np.float64]:
    """``float64[2, K]``: seconds trained and the games played by then, both rising."""
    known = {(0.0, 0.0), (float(snapshot.seconds), float(snapshot.games))}
    known |= {(point.seconds, float(point.games)) for point in snapshot.strengths}
    known |= {(sign.seconds, float(sign.games)) for sign in snapshot.vitals}
    return np.maximum.accumulate(np.array(sorted(known)).T, axis=1)


def _beats(news: TrainingNews) -> Words:
    return lambda strings: beats_said(strings, news) + (f" · {strings.day(news.created)}" if news.created else "")


def _weakest_first(snapshot: TrainingSnapshot) -> list[TrainingNews]:
    """Where there is no room for the words of all, the hardest opponents are named: the chart begins with the last."""
    places = {name: place for place, (name, _) in enumerate(rungs(snapshot.game))}
    return sorted(distinct(snapshot.milestones), key=lambda news: places.get(str(news.values.get("opponent")), -1))


def beats_said(strings: Strings, news: TrainingNews) -> str:
    """``beats Monte Carlo 400``."""
    return strings.get(Text.BEATS, opponent=opponent_name(strings, str(news.values["opponent"])))


def smoothed(values: NDArray[np.float64], parts: int = _SMOOTHED) -> NDArray[np.float64]:
    """A moving average over one of so many parts that keeps its length and its ends."""
    width = max(1, len(values) // parts)
    if width == 1:
        return values
    padded = np.pad(values, width // 2, mode="edge")
    return np.convolve(padded, np.full(width, 1 / width), mode="valid")[: len(values)]


def nearest(values: Sequence[float], wanted: float) -> int | None:
    """The index of what is nearest; None of nothing."""
    return min(range(len(values)), key=lambda i: abs(values[i] - wanted)) if values else None

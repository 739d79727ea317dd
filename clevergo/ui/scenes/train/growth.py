"""A dog's growth: its curves against games or time, and its earlier ages to click on."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from pygame import Rect, Surface

from clevergo.app.kennel.messages import DogAge, LossPoint, TrainingNews, TrainingSnapshot
from clevergo.app.training.forecast import rungs
from clevergo.games.guests import game_named
from clevergo.ui.kit.base import Cursor, Shown, cut_left, cut_top
from clevergo.ui.kit.chart import Axis, LineChart, Milestone, Series, nice_axis, pale
from clevergo.ui.kit.choice import Dropdown, Option, Segmented
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import ColorName, Rgb, Size
from clevergo.ui.scenes.train.words import distinct, first_rating_said, games_said, opponent_name
from clevergo.ui.strings import Strings, Text, TrainText

_SMALLEST_SPAN = 400.0
"""Elo points an axis spans at least, so that a first measurement does not look like a leap."""
_BELOW_RANDOM = 100.0
"""The axis begins at 0, the random player, unless a dog is clearly worse."""
_SMOOTHED = 60
"""A loss curve is averaged over about this part of its length, one over."""
_SMOOTHED_UNSEEN = 12
"""The same where few games were measured."""
POLICY: ColorName = "jade"
VALUE: ColorName = "gold"
RATING: ColorName = "gold"
_NO_AXIS = Axis(0, 1)
_MOST_POINTS = 400
_NEAR = 0.02
"""A milestone is read where the pointer is within this part of the axis."""
T = TypeVar("T")


class Curve(enum.Enum):
    """Which curve is shown."""

    STRENGTH = "strength"
    LOSS = "loss"
    ENTROPY = "entropy"
    LENGTH = "length"
    PASSES = "passes"
    EXPLAINED = "explained"
    KL_SEARCH = "kl_search"
    KL_PUBLISHED = "kl_published"


_SIGNS = {
    Curve.LENGTH: "game_length",
    Curve.PASSES: "pass_share",
    Curve.EXPLAINED: "explained",
    Curve.KL_SEARCH: "kl_search",
    Curve.KL_PUBLISHED: "kl_published",
}
"""The vital sign that a curve shows."""
_SHARES = (Curve.PASSES, Curve.EXPLAINED)
"""Curves of shares, said in hundredths."""
_LEAST_HIGH = {
    Curve.ENTROPY: 1.0,
    Curve.LENGTH: 20.0,
    Curve.PASSES: 4.0,
    Curve.EXPLAINED: 100.0,
    Curve.KL_SEARCH: 0.1,
    Curve.KL_PUBLISHED: 0.01,
}
"""What the axis reaches at least."""
_CAPTIONS = {
    Curve.EXPLAINED: TrainText.SAID_EXPLAINED,
    Curve.KL_SEARCH: TrainText.SAID_KL_SEARCH,
    Curve.KL_PUBLISHED: TrainText.SAID_KL_PUBLISHED,
}
"""What is said inside the chart, of figures that few have heard of."""


@dataclass(frozen=True)
class Chart:
    """Everything a chart is given."""

    series: tuple[Series, ...] = ()
    x: Axis = _NO_AXIS
    y: Axis = _NO_AXIS
    milestones: tuple[Milestone, ...] = ()


class Growth:
    """A dog's past, against games or hours."""

    def __init__(self, snapshot: TrainingSnapshot, in_hours: bool, strings: Strings) -> None:
        self._snapshot = replace(snapshot, losses=thinned(snapshot.losses), vitals=thinned(snapshot.vitals))
        self._in_hours = in_hours
        self._strings = strings
        self._clock = _times(self._snapshot)

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
        last = max(last, self.x_of(self._snapshot.games, self._snapshot.seconds), 1.0)
        return Axis(0.0, last, (0.0, last), lambda value: self.where(value) if value else "0")

    # --- curves ---

    def chart(self, curve: Curve) -> Chart:
        """One of the curves."""
        if curve is Curve.STRENGTH:
            return self._strength()
        return self._loss() if curve is Curve.LOSS else self._sign(curve)

    def _strength(self) -> Chart:
        """The rating with its error band; a milestone sits where the curve was at that time."""
        snapshot = self._snapshot
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

    def _loss(self) -> Chart:
        """Both losses, evened out a little, and pale beside them the same on games that were kept from learning."""
        points = self._snapshot.losses
        if not points:
            return Chart()
        xs = tuple(self._x_at(point.seconds) for point in points)
        curves = {
            POLICY: smoothed(np.array([point.policy for point in points])),
            VALUE: smoothed(np.array([point.value for point in points])),
        }
        series = [Series(xs, tuple(ys.tolist()), color) for color, ys in curves.items()]
        high = max(float(ys.max()) for ys in curves.values())
        for color, name in ((POLICY, "heldout_policy"), (VALUE, "heldout_value")):
            measured = self._measured(name)
            if len(measured) >= 2:
                ys = smoothed(np.array([value for _, value in measured]), _SMOOTHED_UNSEEN)
                series.append(Series(tuple(x for x, _ in measured), tuple(ys.tolist()), color, is_pale=True))
        return Chart(tuple(series), self._axis(xs[-1]), nice_axis(0.0, max(high, 0.5), 4, self._figure))

    def _figure(self, value: float) -> str:
        return self._strings.figure(value, "g")

    def _sign(self, curve: Curve) -> Chart:
        if curve is Curve.ENTROPY:
            losses = self._snapshot.losses
            points = [(self._x_at(point.seconds), point.entropy) for point in losses if point.entropy > 0]
        else:
            points = self._measured(_SIGNS[curve])
        if not points:
            return Chart()
        xs, is_share = tuple(x for x, _ in points), curve in _SHARES
        even = smoothed(np.array([value for _, value in points]) * (100.0 if is_share else 1.0))
        low, high = min(float(even.min()), 0.0), max(float(even.max()), _LEAST_HIGH[curve])
        axis = nice_axis(low, high, 4, "{:.0f}%".format if is_share else self._figure)
        return Chart((Series(xs, tuple(even.tolist()), POLICY),), self._axis(xs[-1]), axis)

    def _measured(self, name: str) -> list[tuple[float, float]]:
        """Where a vital sign was measured, and what it was."""
        signs = [(self.x_of(sign.games, sign.seconds), getattr(sign, name)) for sign in self._snapshot.vitals]
        return [(x, value) for x, value in signs if value is not None]

    # --- reading ---

    def reading(self, curve: Curve, x: float) -> str:
        """What the curve says at a place."""
        chart = self.chart(curve)
        if not chart.series:
            return ""
        strings, near = self._strings, _NEAR * (chart.x.high - chart.x.low)
        for mark, news in zip(chart.milestones, _weakest_first(self._snapshot), strict=False):
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
        elif curve in _SHARES:
            said = strings.figure(value, ".1f") + "%"
        elif curve in _SIGNS:
            said = strings.figure(value, ".4f" if curve is Curve.KL_PUBLISHED else ".3f")
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


def thinned(points: tuple[T, ...]) -> tuple[T, ...]:
    """At most a few hundred of the points, evenly, the last one always."""
    step = max(1, -(-len(points) // _MOST_POINTS))
    return points[::-1][::step][::-1]


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


# --- the panel ----------------------------------------------------------------------------------------------------

_CURVES = (
    Option(Curve.STRENGTH, Text.STRENGTH, tip=TrainText.TIP_RATING),
    Option(Curve.LOSS, Text.LOSS, tip=TrainText.TIP_LOSS),
    Option(Curve.ENTROPY, TrainText.ENTROPY, tip=TrainText.TIP_ENTROPY),
    Option(Curve.LENGTH, TrainText.LENGTH, tip=TrainText.TIP_LENGTH),
    Option(Curve.PASSES, TrainText.PASSES, tip=TrainText.TIP_PASSES),
    Option(Curve.EXPLAINED, TrainText.EXPLAINED, tip=TrainText.TIP_EXPLAINED),
    Option(Curve.KL_SEARCH, TrainText.KL_SEARCH, tip=TrainText.TIP_KL_SEARCH),
    Option(Curve.KL_PUBLISHED, TrainText.KL_PUBLISHED, tip=TrainText.TIP_KL_PUBLISHED),
)
_LEGEND_DOT, _LEGEND_GAP = 13, 14
_MENU = 118
"""Width of the menu of curves where there is no room for all of them side by side."""


class GrowthPanel(Panel):
    """Choice of curve and of axis, legend, chart."""

    def __init__(self, in_hours: bool, switched: Callable[[bool], None], play_age: Callable[[DogAge], None]) -> None:
        """``switched`` hears that the axis shows hours now, ``play_age`` which earlier age was clicked."""
        super().__init__()
        self._in_hours = in_hours
        self._switched = switched
        self._play_age = play_age
        self._curve = Curve.STRENGTH
        self._snapshot = TrainingSnapshot()
        self._growth = Growth(self._snapshot, in_hours, Strings())
        self._ages: tuple[DogAge, ...] = ()
        self._title = Label(Text.GROWTH, Size.BODY, bold=True)
        self._choice = Segmented(_CURVES, self._curve, self._choose, id="train.curve")
        self._menu = Dropdown(_CURVES, self._curve, self._choose, id="train.curve", tip=_CURVES[0].tip)
        self._axis = Segmented(
            [Option(False, TrainText.BY_GAMES), Option(True, TrainText.BY_HOURS)],
            in_hours,
            self._switch,
            id="train.axis",
            tip=TrainText.TIP_AXIS,
        )
        self._chart = LineChart(Text.NO_STRENGTH, self._point, self._click, id="train.growth")
        self._chart.cursor = Cursor.HAND
        self._legend = _Legend()
        self._seen: tuple[object, ...] = ()
        self.add(self._title, self._choice, self._menu, self._axis, self._chart, self._legend)

    def show(self, snapshot: TrainingSnapshot, strings: Strings, ages: Sequence[DogAge] = ()) -> None:
        """Show a dog's past; the same one again costs nothing."""
        self._offer(snapshot.game)
        is_strength = self._curve is Curve.STRENGTH
        self._chart.empty = first_rating_said(strings, snapshot) if is_strength else TrainText.NO_VITALS
        # The axis ends now, as the heading says it, whatever was measured when.
        now = strings.duration(snapshot.seconds) if self._in_hours else games_said(strings, snapshot.games)
        past = (snapshot.strengths, snapshot.milestones, snapshot.losses, snapshot.vitals, now)
        seen = (past, tuple(ages), strings.language, self._in_hours, self._curve)
        if seen == self._seen:
            return
        self._seen = seen
        self._snapshot, self._ages = snapshot, tuple(ages)
        self._growth = Growth(snapshot, self._in_hours, strings)
        chart = self._growth.chart(self._curve)
        self._chart.show(chart.series, chart.x, chart.y, chart.milestones)
        self._chart.stops = [self._growth.x_of(age.games, age.seconds) for age in ages] if chart.series else []
        best = [self._growth.x_of(age.games, age.seconds) for age in ages if age.is_best]
        self._chart.best = best[0] if best and chart.series else None
        self._chart.reading = ""
        self._legend.point = snapshot.losses[-1] if snapshot.losses else None
        self._legend.has_unseen = any(series.is_pale for series in chart.series)
        self._legend.is_visible = self._curve is Curve.LOSS
        self._chart.caption = _CAPTIONS.get(self._curve, "")
        self._chart.caption_is_low = self._curve is Curve.EXPLAINED  # it rises, the others fall

    def _offer(self, game: str) -> None:
        """Only curves of what there is in a game."""
        played = game_named(game)
        has_passes = played.pass_action(played.usual_size) is not None
        curves = tuple(option for option in _CURVES if has_passes or option.value is not Curve.PASSES)
        if curves != self._choice.options:
            self._choice.options = self._menu.options = curves
            if self._curve not in [option.value for option in curves]:
                self._curve = self._choice.value = self._menu.value = Curve.STRENGTH
            self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        head, body = cut_top(self.inner(look), look.px(30), look.px(8))
        body.left -= look.px(6)
        body.width += look.px(6)
        head = self._axis.place_right(head, look, self._axis.least_width(look), look.px(10))
        title = look.width(look.say(Text.GROWTH), Size.BODY, True) + look.px(14)
        has_room = self._choice.least_width(look) + title <= head.width
        self._choice.is_visible, self._menu.is_visible = has_room, not has_room
        self._title.is_visible = has_room or head.width >= title + look.px(_MENU)
        if self._title.is_visible:
            head = self._title.place_left(head, look, title)
        if has_room:
            self._choice.place(cut_left(head, min(self._choice.needed_width(look), head.width))[0], look)
        self._menu.place(cut_left(head, min(look.px(_MENU), head.width))[0], look)
        self._chart.place(body, look)
        # The losses are told apart inside the chart, in the corner that falling curves leave free.
        self._legend.place(
            Rect(body.centerx, body.top + look.px(10), body.right - look.px(8) - body.centerx, look.px(20)), look
        )

    def _choose(self, curve: Curve) -> None:
        self._curve = self._choice.value = self._menu.value = curve
        self._menu.tip = next(option.tip for option in _CURVES if option.value is curve)
        self._show_again()

    def _switch(self, in_hours: bool) -> None:
        self._in_hours = in_hours
        self._switched(in_hours)
        self._show_again()

    def _show_again(self) -> None:
        if self.root is not None:
            self.show(self._snapshot, self.root.look.strings, self._ages)

    def _point(self, x: float | None) -> None:
        """The pointer is at this place of the curve."""
        self._chart.cursor_x = x
        said = self._growth.reading(self._curve, x) if x is not None else ""
        root = self.root
        if said and x is not None and root is not None and self._chart.is_at_best(x):
            said = root.look.strings.get(TrainText.BEST_HERE, said=said)
        if said and self._ages and root is not None:
            longer = f"{said} · {root.look.say(TrainText.CLICK_TO_PLAY)}"
            said = longer if root.look.width(longer, Size.TINY) < self._chart.rect.width * 0.8 else said
        self._chart.reading = said

    def _click(self, x: float) -> None:
        index = nearest([self._growth.x_of(age.games, age.seconds) for age in self._ages], x)
        if index is not None:
            self._play_age(self._ages[index])


class _Legend(Label):
    """The two losses by color, with their latest values, and what the pale curves are where there is room."""

    point = Shown[LossPoint | None]()
    has_unseen = Shown(False)

    def __init__(self) -> None:
        super().__init__("", tip=TrainText.TIP_LOSS)
        self.is_visible = False

    def draw(self, surface: Surface, look: Look) -> None:
        parts = self._parts(look)
        if self.has_unseen:
            unseen = look.say(TrainText.UNSEEN)
            more = (unseen, pale(look.palette.named(POLICY), look), look.width(unseen, Size.TINY) + 2)
            parts = [*parts, more] if self._width([*parts, more], look) <= self.rect.width else parts
        left = self.rect.right - self._width(parts, look)
        for said, color, width in parts:
            look.disc(surface, (left + look.px(4), self.rect.centery), look.px(4), color)
            box = Rect(left + look.px(_LEGEND_DOT), self.rect.top, width, self.rect.height)
            look.text(surface, said, box, Size.TINY, look.palette.muted)
            left = box.right + look.px(_LEGEND_GAP)

    def _parts(self, look: Look) -> list[tuple[str, Rgb, int]]:
        """Words, color and width in pixels of both losses."""
        parts = []
        for words, color, value in (
            (Text.LOSS_POLICY, POLICY, self.point.policy if self.point else None),
            (Text.LOSS_VALUE, VALUE, self.point.value if self.point else None),
        ):
            said = look.say(words) + (" " + look.strings.figure(value, ".2f") if value is not None else "")
            parts.append((said, look.palette.named(color), look.width(said, Size.TINY) + 2))
        return parts

    @staticmethod
    def _width(parts: list[tuple[str, Rgb, int]], look: Look) -> int:
        gaps = look.px(_LEGEND_DOT) * len(parts) + look.px(_LEGEND_GAP) * (len(parts) - 1)
        return sum(width for _, _, width in parts) + gaps

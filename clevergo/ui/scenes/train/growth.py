"""The growth panel: a dog's curves, and its earlier ages to click on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from clevergo.app.kennel.messages import DogAge, LossPoint, TrainingSnapshot
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.ui.kit.base import Cursor
from clevergo.ui.kit.chart import LineChart, pale
from clevergo.ui.kit.choice import Dropdown, Option, Segmented
from clevergo.ui.kit.label import Label, Panel
from clevergo.ui.kit.layout import cut_left, cut_top
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import Rgb, Size
from clevergo.ui.scenes.train.curves import POLICY, VALUE, Curve, Growth, nearest
from clevergo.ui.scenes.train.words import first_rating_said
from clevergo.ui.strings import Strings, Text, TrainText

_CURVES = (
    Option(Curve.STRENGTH, Text.STRENGTH, tip=TrainText.TIP_RATING),
    Option(Curve.LOSS, Text.LOSS, tip=TrainText.TIP_LOSS),
    Option(Curve.ENTROPY, TrainText.ENTROPY, tip=TrainText.TIP_ENTROPY),
    Option(Curve.LENGTH, TrainText.LENGTH, tip=TrainText.TIP_LENGTH),
    Option(Curve.PASSES, TrainText.PASSES, tip=TrainText.TIP_PASSES),
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
        self._snapshot: TrainingSnapshot | None = None
        self._growth: Growth | None = None
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
        self._chart = _GrowthChart(self._point, self._click)
        self._legend = _Legend()
        self._seen: tuple[object, ...] = ()
        self.add(self._title, self._choice, self._menu, self._axis, self._chart, self._legend)

    def show(self, snapshot: TrainingSnapshot | None, strings: Strings, ages: Sequence[DogAge] = ()) -> None:
        """Show a dog's past; the same one again costs nothing."""
        self._offer(USUAL_GAME if snapshot is None else snapshot.game)
        if self._curve is Curve.STRENGTH:
            self._chart.empty = first_rating_said(strings, snapshot)
        past = () if snapshot is None else (snapshot.strengths, snapshot.milestones, snapshot.losses, snapshot.vitals)
        seen = (past, tuple(ages), strings.language, self._in_hours, self._curve)
        if seen == self._seen:
            return
        self._seen = seen
        self._snapshot, self._ages = snapshot, tuple(ages)
        self._growth = Growth(snapshot, self._in_hours, strings)
        chart = self._growth.chart(self._curve)
        if self._curve is not Curve.STRENGTH:
            self._chart.empty = TrainText.NO_VITALS
        self._chart.show(chart.series, chart.x, chart.y, chart.milestones)
        self._chart.stops = [self._growth.x_of(age.games, age.seconds) for age in ages] if chart.series else []
        self._chart.reading = ""
        losses = snapshot.losses if snapshot is not None else ()
        self._legend.show(losses[-1] if losses else None, any(series.is_pale for series in chart.series))
        self._legend.is_visible = self._curve is Curve.LOSS

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
        said = self._growth.reading(self._curve, x) if self._growth is not None and x is not None else ""
        root = self.root
        if said and self._ages and root is not None:
            longer = f"{said} · {root.look.say(TrainText.CLICK_TO_PLAY)}"
            said = longer if root.look.width(longer, Size.TINY) < self._chart.rect.width * 0.8 else said
        self._chart.reading = said

    def _click(self, x: float) -> None:
        growth = self._growth
        if growth is None:
            return
        index = nearest([growth.x_of(age.games, age.seconds) for age in self._ages], x)
        if index is not None:
            self._play_age(self._ages[index])


class _GrowthChart(LineChart):
    """A chart whose places are ages."""

    cursor = Cursor.HAND

    def __init__(self, pointed: Callable[[float | None], None], clicked: Callable[[float], None]) -> None:
        super().__init__(Text.NO_STRENGTH, pointed, clicked, id="train.growth")


class _Legend(Label):
    """The two losses by color, with their latest values, and what the pale curves are where there is room."""

    def __init__(self) -> None:
        super().__init__("", tip=TrainText.TIP_LOSS)
        self._point: LossPoint | None = None
        self._has_unseen = False
        self.is_visible = False

    def show(self, point: LossPoint | None, has_unseen: bool) -> None:
        if (point, has_unseen) != (self._point, self._has_unseen):
            self._point, self._has_unseen = point, has_unseen
            self.invalidate()

    def draw(self, surface: Surface, look: Look) -> None:
        parts = self._parts(look)
        if self._has_unseen:
            unseen = look.say(TrainText.UNSEEN)
            more = (unseen, pale(getattr(look.palette, POLICY), look), look.width(unseen, Size.TINY) + 2)
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
            (Text.LOSS_POLICY, POLICY, self._point.policy if self._point else None),
            (Text.LOSS_VALUE, VALUE, self._point.value if self._point else None),
        ):
            said = look.say(words) + (" " + look.strings.figure(value, ".2f") if value is not None else "")
            parts.append((said, getattr(look.palette, color), look.width(said, Size.TINY) + 2))
        return parts

    @staticmethod
    def _width(parts: list[tuple[str, Rgb, int]], look: Look) -> int:
        gaps = look.px(_LEGEND_DOT) * len(parts) + look.px(_LEGEND_GAP) * (len(parts) - 1)
        return sum(width for _, _, width in parts) + gaps

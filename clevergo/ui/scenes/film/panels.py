"""The cards beside the board of a film: the age that is shown, when it learned this, and where two ages disagree."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from clevergo.app.film.ages import Age
from clevergo.app.film.film import Frame, Line, Quarrel
from clevergo.games.color import Color
from clevergo.ui.kit.base import Shown, Widget, cut_bottom, cut_left, cut_top
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.chart import Axis, LineChart
from clevergo.ui.kit.choice import Dropdown, Option
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import ColorName, Rgb, Size
from clevergo.ui.scenes.film.account import (
    FIRST,
    SECOND,
    Chart,
    Pair,
    age_detail,
    age_heading,
    age_words,
    quarrel_chart,
    side_said,
    table_of,
)
from clevergo.ui.scenes.shared.table import NO_TABLE, TableView
from clevergo.ui.strings import FilmText

_HEAD, _RATE, _FIELD = 22, 24, 32
CHART = 96
"""Logical units: the least height of a chart."""
_BLACK: Rgb = (34, 32, 31)
_WHITE: Rgb = (250, 247, 240)


NOTHING: Chart = ((), Axis(0.0, 1.0), Axis(0.0, 1.0))


class RateBar(Widget):
    """Black's and White's chances to win, side by side."""

    black_rate = Shown[float | None](None)
    """0 to 1; None: nothing is said."""

    def draw(self, surface: Surface, look: Look) -> None:
        rate = self.black_rate
        if rate is None:
            return
        look.rounded(surface, self.rect, 6, _WHITE, look.palette.line)
        black = Rect(self.rect.left, self.rect.top, round(self.rect.width * rate), self.rect.height)
        if black.width >= look.px(12):
            look.rounded(surface, black, 6, _BLACK)
        margin = look.px(9)
        sides = (
            (Color.BLACK, rate, Rect(black.left + margin, black.top, black.width - margin, black.height), _WHITE),
            (Color.WHITE, 1.0 - rate, Rect(black.right, black.top, self.rect.right - black.right - margin, 0), _BLACK),
        )
        for color, part, box, ink in sides:
            box.height = self.rect.height
            said = look.say(side_said(color, part))
            if look.width(said, Size.SMALL, True) <= box.width:  # the larger part has always room
                align = Align.LEFT if color is Color.BLACK else Align.RIGHT
                look.text(surface, said, box, Size.SMALL, ink, True, align)


class AgePanel(Panel):
    """An age: how old and how strong, whom it expects to win, and where it would play."""

    def __init__(self) -> None:
        super().__init__()
        self._title = Label("", Size.BODY, bold=True)
        self._detail = Label("", Size.SMALL, align=Align.RIGHT, color="muted")
        self._rate = RateBar(tip=FilmText.TIP_RATE)
        self._table = TableView()
        self._note = Paragraph("", Size.SMALL, color="muted")
        self._shown: tuple[bool, bool, Words] | None = None
        """Whether the bar and the note are seen, and the heading: what it was laid out for."""
        self.add(self._title, self._detail, self._rate, self._table, self._note)

    def rows(self, look: Look) -> int:
        """How many moves there is room for."""
        return self._table.room(look)

    def show(self, age: Age | None, frame: Frame | None, present: Frame | None, line: Line, knows: bool) -> None:
        """Show an age, and what it says where that is known; ``knows``: whether its chances mean anything."""
        root = self.root
        if root is None:
            return
        say = root.look.say
        self._title.words = "" if age is None else say(age_heading(age))
        self._detail.words = "" if age is None else say(age_detail(age))
        has_frame = age is not None and frame is not None
        self._rate.black_rate = frame.black_rate if frame is not None and knows else None
        shown = has_frame and knows, not has_frame or not knows, self._title.words
        if shown != self._shown:
            self._shown = shown
            self._rate.is_visible, self._note.is_visible = shown[:2]
            self.place_again()
        if age is not None and frame is not None:
            self._table.show(table_of(age, frame, present, line, self.rows(root.look)))
        else:
            self._table.show(NO_TABLE)

    def say(self, words: Words) -> None:
        """What there is to say where there is nothing to show, or only a part of it."""
        if words != self._note.words:
            self._note.words = words
            self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        head, rest = cut_top(self.inner(look, 16, 10), look.px(_HEAD), look.px(6))
        detail = look.width(look.say(self._detail.words), Size.SMALL) + 2
        title = look.width(look.say(self._title.words), Size.BODY, True) + look.px(10)
        self._detail.is_visible = title + detail <= head.width
        if self._detail.is_visible:
            head = self._detail.place_right(head, look, detail, look.px(8))
        self._title.place(head, look)
        if self._rate.is_visible:
            rest = self._rate.place_top(rest, look, look.px(_RATE), look.px(4))
        if self._note.is_visible:
            rest = self._note.place_top(rest, look, self._note.needed_height(look, rest.width), look.px(4))
        self._table.place(rest, look)


class LearnedPanel(Panel):
    """When was it learned? A question, its answer, and, where there is room, how the liking grew."""

    def __init__(self, go: Callable[[int], None]) -> None:
        """``go`` hears which age was clicked on the curve."""
        super().__init__()
        self._title = Label(FilmText.LEARNED, Size.BODY, bold=True)
        self._said = Paragraph("", Size.SMALL)
        self._chart = LineChart("", None, lambda x: go(round(x)), id="film.growth")
        self._chart.caption_is_low = True  # what is learned rises
        self.add(self._title, self._said, self._chart)

    def show(self, words: Words, chart: Chart | None, at: int, move: Words) -> None:
        """Answer; ``chart`` tells of the present favorite, ``move``, and ``at`` which age is shown."""
        if words != self._said.words:
            self._said.words = words
            self.place_again()
        self._chart.show(*(NOTHING if chart is None else chart))
        self._chart.cursor_x = float(at) if chart is not None else None
        has_words = chart is not None and self.root is not None
        self._chart.caption = self.root.look.say(FilmText.CHART_SAID(move=move)) if has_words and self.root else ""

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels for the question and an answer, of two lines at least: most are as long."""
        said = self._said.needed_height(look, width - 2 * look.px(16))
        return look.px(_HEAD + 2 * 10 + 4) + max(said, 2 * look.line_height(Size.SMALL))

    def arrange(self, rect: Rect, look: Look) -> None:
        head, rest = cut_top(self.inner(look, 16, 10), look.px(_HEAD), look.px(4))
        self._title.place(head, look)
        said = self._said.needed_height(look, rest.width)
        self._chart.is_visible = rest.height - said >= look.px(CHART)
        rest = self._said.place_top(rest, look, min(said, rest.height), look.px(8))
        self._chart.place(rest.inflate(look.px(8), 0), look)


class _Legend(Widget):
    """Two ages, each with the color of its curve."""

    pair = Shown[Pair | None](None)

    def needed_width(self, look: Look) -> int:
        """Pixels for both."""
        return sum(width for _, _, width in self._parts(look))

    def draw(self, surface: Surface, look: Look) -> None:
        left = self.rect.right - self.needed_width(look)
        for said, color, width in self._parts(look):
            look.disc(surface, (left + look.px(4), self.rect.centery), look.px(4), look.palette.named(color))
            box = Rect(left + look.px(12), self.rect.top, width - look.px(12), self.rect.height)
            look.text(surface, said, box, Size.TINY, look.palette.muted)
            left += width

    def _parts(self, look: Look) -> list[tuple[str, ColorName, int]]:
        """Words, color and width in pixels of each, with room after it."""
        if self.pair is None:
            return []
        ages = ((self.pair.first, FIRST), (self.pair.second, SECOND))
        told = [(look.say(age_words(age)), color) for age, color in ages]
        return [(said, color, look.width(said, Size.TINY) + look.px(24)) for said, color in told]


class QuarrelPanel(Panel):
    """Two ages over a whole game: with whom to compare, both judgments as curves, and where they differ most."""

    def __init__(self, choose: Callable[[int], None], find: Callable[[], None], go_to: Callable[[int], None]) -> None:
        """``choose`` hears with which age, ``find`` that the place is wanted, ``go_to`` which ply of the curve."""
        super().__init__()
        self._title = Label(FilmText.QUARREL, Size.BODY, bold=True)
        self._legend = _Legend()
        self._with = Label(FilmText.WITH, Size.SMALL, color="muted")
        self._other: Dropdown[int] = Dropdown([], 0, choose, id="film.other", tip=FilmText.TIP_OTHER)
        self._find = Button(FilmText.FIND, find, id="film.find", size=Size.SMALL, tip=FilmText.TIP_FIND)
        self._said = Paragraph("", Size.SMALL)
        self._chart = LineChart(FilmText.NO_QUARREL, None, lambda x: go_to(round(x)), id="film.quarrel")
        self.add(self._title, self._legend, self._with, self._other, self._find, self._said, self._chart)

    def offer(self, options: Sequence[Option[int]], value: int, can_find: bool) -> None:
        """Show with whom it can be compared."""
        self._other.options, self._other.value = tuple(options), value
        self._find.is_enabled = can_find

    def show(self, quarrel: Quarrel | None, pair: Pair | None, said: Words, ply: int) -> None:
        """Show both judgments of a pair as far as they are known; ``ply`` is where one is."""
        if pair != self._legend.pair:
            self._legend.pair = pair
            self.place_again()
        self._chart.show(*(NOTHING if quarrel is None else quarrel_chart(quarrel)))
        self._chart.cursor_x = float(ply) if quarrel is not None else None
        if self._said.words != said:
            self._said.words = said
            self.place_again()

    @staticmethod
    def least_height(look: Look) -> int:
        """Pixels for the question and two lines of an answer; a chart needs ``CHART`` logical units more."""
        parts = (10, _HEAD, 4, _FIELD, 6, 10)  # each is a whole number of pixels of its own
        return sum(map(look.px, parts)) + 2 * look.line_height(Size.SMALL)

    def arrange(self, rect: Rect, look: Look) -> None:
        head, rest = cut_top(self.inner(look, 16, 10), look.px(_HEAD), look.px(4))
        title = look.width(look.say(FilmText.QUARREL), Size.BODY, True) + look.px(16)
        self._legend.is_visible = title + self._legend.needed_width(look) <= head.width
        self._legend.place(cut_left(head, title)[1], look)
        self._title.place(head, look)
        row, rest = cut_top(rest, look.px(_FIELD), look.px(6))
        row = self._find.place_right(row, look, self._find.needed_width(look), look.px(10))
        words, row = cut_left(row, look.width(look.say(FilmText.WITH), Size.SMALL) + look.px(4), look.px(6))
        self._with.place(words, look)
        self._other.place(row, look)
        said = self._said.needed_height(look, rest.width) if look.say(self._said.words) else 0
        if rest.height - said - look.px(4) >= look.px(CHART):
            rest, low = cut_bottom(rest, said, look.px(4) if said else 0)
            self._said.place(low, look)
            self._chart.is_visible = True
            self._chart.place(rest.inflate(look.px(8), 0), look)
        else:
            self._chart.is_visible = False
            self._said.place(rest, look)

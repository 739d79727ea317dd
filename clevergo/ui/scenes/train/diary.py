"""A dog's diary: all that it has lived through, day by day, with the time of the clock."""

from __future__ import annotations

import enum
import time
from collections.abc import Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.kennel.messages import NewsKind, TrainingNews
from clevergo.ui.kit.base import Group, cut_left, cut_top, is_key
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.label import Paragraph
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.train.words import lines_of_diary, more_said, news_said
from clevergo.ui.strings import Strings, TrainText

_WIDTH, _ROWS, _ROW = 640, 14, 26
_HEAD, _GAP, _FOOT = 32, 10, 34
_LONG_AGO = 12 * 3600 + 34 * 60
"""Seconds: a stretch of time that the first column has room for."""
_PAGE = _ROWS - 2
"""Lines that a key for pages goes back or forth."""


class Part(enum.Enum):
    """Which lines are shown."""

    ALL = "all"
    GAMES = "games"
    GROWTH = "growth"


_GROWTH = frozenset(
    {NewsKind.LEARNING, NewsKind.PUBLISHED, NewsKind.GREW, NewsKind.NEW_AGE, NewsKind.RATED, NewsKind.MILESTONE}
)
_COLORS = {
    NewsKind.MILESTONE: "gold_text",
    NewsKind.GREW: "jade_text",
    NewsKind.NEW_AGE: "jade_text",
    NewsKind.DOCTOR: "accent_text",
    NewsKind.FAILED: "accent_text",
}
"""What stands out; the rest is in ink."""


@dataclass(frozen=True)
class Day:
    """A heading between the lines: a day of the calendar."""

    moment: float
    """Unix time of one of its lines; 0 of those that nobody noted the time of."""


Line = Day | TrainingNews


def belongs_to(news: TrainingNews, part: Part) -> bool:
    """Whether a line is shown there."""
    return part is Part.ALL or (news.kind is NewsKind.GAME if part is Part.GAMES else news.kind in _GROWTH)


def by_days(news: Sequence[TrainingNews]) -> list[Line]:
    """The latest first, with a heading wherever another day begins."""
    lines: list[Line] = []
    day: object = None
    for entry in news:
        its_day = time.localtime(entry.created)[:3] if entry.created else None
        if not lines or its_day != day:
            lines.append(Day(entry.created))
            day = its_day
        lines.append(entry)
    return lines


class DiaryDialog(Dialog):
    """Everything, only the games or only how it grew; it goes on while the dog trains."""

    def __init__(self, name: str, news: Sequence[TrainingNews]) -> None:
        """``news`` is all that is known, the latest last."""
        self._page = _Page(news)
        height = _HEAD + _GAP + _ROWS * _ROW + _FOOT
        super().__init__(
            TrainText.DIARY_OF(name=name),
            accept=TrainText.DIARY_CLOSE,
            cancel=None,
            content=self._page,
            content_height=height,
            width=_WIDTH,
        )

    def take(self, news: Sequence[TrainingNews]) -> None:
        """Add what has happened since."""
        self._page.take(news)

    def key(self, event: Event) -> bool:
        return self._page.turn(event) or super().key(event)


class _Page(Group):
    """The choice of lines, and the lines."""

    def __init__(self, news: Sequence[TrainingNews]) -> None:
        super().__init__()
        self._news = list(news)
        self._part = Part.ALL
        options = [
            Option(Part.ALL, TrainText.DIARY_ALL),
            Option(Part.GAMES, TrainText.DIARY_GAMES),
            Option(Part.GROWTH, TrainText.DIARY_GROWTH),
        ]
        self._choice = Segmented(options, self._part, self._choose, id="diary.part")
        self._lines: ListView[Line] = ListView(_draw_line, _ROW, id="diary.lines")
        self._said = Paragraph(TrainText.DIARY_SAID, Size.TINY, color="muted")
        self.add(self._choice, self._lines, self._said)
        self._show()

    def take(self, news: Sequence[TrainingNews]) -> None:
        # By the latest known line, not by its time: clocks are set, and two lines may have the same.
        known = {at for at, entry in enumerate(news) if self._news and entry == self._news[-1]}
        new = news[max(known) + 1 :] if known else [entry for entry in news if entry not in self._news]
        if new:
            self._news += new
            self._show()

    def turn(self, event: Event) -> bool:
        """Scroll by keys; whether this was one of them."""
        for key, steps in (
            (pygame.K_PAGEUP, _PAGE),
            (pygame.K_PAGEDOWN, -_PAGE),
            (pygame.K_UP, 1),
            (pygame.K_DOWN, -1),
        ):
            if is_key(event, key):
                return self._lines.wheel(steps)
        return False

    def _choose(self, part: Part) -> None:
        self._part = self._choice.value = part
        self._show()
        self._lines.wheel(len(self._lines.rows))

    def _show(self) -> None:
        shown = lines_of_diary(entry for entry in self._news if belongs_to(entry, self._part))
        self._lines.rows = by_days(shown)
        self._said.words = TrainText.DIARY_SAID if self._lines.rows else TrainText.DIARY_EMPTY

    def arrange(self, rect: Rect, look: Look) -> None:
        head, rest = cut_top(rect, look.px(_HEAD), look.px(_GAP))
        self._choice.place(cut_left(head, min(self._choice.needed_width(look), head.width))[0], look)
        lines, foot = cut_top(rest, look.px(_ROWS * _ROW), look.px(4))
        self._lines.place(lines, look)
        self._said.place(foot, look)


def when_said(strings: Strings, news: TrainingNews) -> str:
    """The time of the clock; of what was not noted, how long the dog had trained."""
    return strings.clock(news.created) if news.created else strings.duration(news.seconds)


def _draw_line(surface: Surface, look: Look, rect: Rect, line: Line) -> None:
    """A day, or when and what."""
    if isinstance(line, Day):
        words: Words = look.strings.day(line.moment) if line.moment else TrainText.DIARY_BEFORE
        look.text(surface, words, rect, Size.SMALL, look.palette.gold_text, True)
        rule = look.width(look.say(words), Size.SMALL, True) + look.px(12)
        surface.fill(
            look.palette.line, Rect(rect.left + rule, rect.centery, rect.width - rule - look.px(10), look.px(1))
        )
        return
    longest = look.width(look.strings.duration(_LONG_AGO), Size.SMALL)
    when, what = cut_left(rect, longest, look.px(16))
    what.width -= look.px(10)  # the list's thumb
    look.text(surface, when_said(look.strings, line), when, Size.SMALL, look.palette.muted, align=Align.RIGHT)
    draw_news(surface, look, what, line)


def draw_news(surface: Surface, look: Look, room: Rect, news: TrainingNews) -> None:
    """What happened, and more of it where there is room."""
    said, more = news_said(look.strings, news), more_said(look.strings, news)
    is_bold = news.kind is NewsKind.MILESTONE
    if look.width(said + more, Size.SMALL, is_bold) <= room.width:
        said += more
    color = getattr(look.palette, _COLORS.get(news.kind, "ink"))
    look.text(surface, said, room, Size.SMALL, color, bold=is_bold)

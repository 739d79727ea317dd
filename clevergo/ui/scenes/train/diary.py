"""A dog's diary: all that it has lived through, day by day, with the time of the clock."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.kennel.messages import NewsKind, TrainingNews
from clevergo.app.kennel.moments import ExamMarks, KeptMoment
from clevergo.app.training.discoveries import PieceSeen, board_of, piece_seen, skills
from clevergo.ui.board.art import BoardArt
from clevergo.ui.kit.base import Group, cut_bottom, cut_left, cut_right, cut_top, is_key
from clevergo.ui.kit.choice import Option, Segmented
from clevergo.ui.kit.dialog import Dialog, needs_room
from clevergo.ui.kit.label import Paragraph
from clevergo.ui.kit.listview import ListView
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, ColorName, Size
from clevergo.ui.scenes.play.words import color_name
from clevergo.ui.scenes.train.moment import MomentPane
from clevergo.ui.scenes.train.words import lines_of_diary, moment_said, more_said, news_said, skill_said
from clevergo.ui.strings import Figures, Strings, TrainText

_WIDTH, _ROWS, _FEWEST, _ROW = 896, 14, 4, 26
_PANE, _BESIDE = 236, 18
"""Width of what stands beside the lines, and the room between."""
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
    MOMENTS = "moments"


_MOMENTS = frozenset({NewsKind.MOMENT, NewsKind.LEARNED})
"""Lines with a board behind them."""
_GROWTH = _MOMENTS | {
    NewsKind.LEARNING,
    NewsKind.PUBLISHED,
    NewsKind.GREW,
    NewsKind.MOVED,
    NewsKind.NEW_AGE,
    NewsKind.RATED,
    NewsKind.MILESTONE,
}
_PARTS = {Part.GAMES: frozenset({NewsKind.GAME}), Part.GROWTH: _GROWTH, Part.MOMENTS: _MOMENTS}
_COLORS: dict[NewsKind, ColorName] = {
    NewsKind.MILESTONE: "gold_text",
    NewsKind.GREW: "jade_text",
    NewsKind.MOVED: "jade_text",
    NewsKind.NEW_AGE: "jade_text",
    NewsKind.MOMENT: "gold_text",
    NewsKind.LEARNED: "jade_text",
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


@dataclass(frozen=True)
class Behind:
    """What lies behind the lines of a dog's diary, and how to get there."""

    game: str
    """The name of what the dog plays."""
    size: int
    art: Callable[[], BoardArt]
    exams: Callable[[], Sequence[ExamMarks]]
    """What it knew at each age."""
    moment: Callable[[str], KeptMoment | None]
    """A moment by its kind."""
    open_game: Callable[[KeptMoment], None]
    open_piece: Callable[[PieceSeen], None]


def belongs_to(news: TrainingNews, part: Part) -> bool:
    """Whether a line is shown there."""
    return part is Part.ALL or news.kind in _PARTS[part]


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

    def __init__(self, name: str, news: Sequence[TrainingNews], behind: Behind) -> None:
        """``news`` is all that is known, the latest last; ``behind`` knows the boards behind its lines."""
        self._page = _Page(news, behind, self.close)
        super().__init__(
            TrainText.DIARY_OF(name=name),
            accept=TrainText.DIARY_CLOSE,
            cancel=None,
            content=self._page,
            content_height=self._page.needed_height,
            width=_WIDTH,
        )

    def take(self, news: Sequence[TrainingNews]) -> None:
        """Add what has happened since."""
        self._page.take(news)

    def key(self, event: Event) -> bool:
        return self._page.turn(event) or super().key(event)


class _Page(Group):
    """The choice of lines, and the lines."""

    def __init__(self, news: Sequence[TrainingNews], behind: Behind, close: Callable[[], None]) -> None:
        super().__init__()
        self._behind, self._close = behind, close
        self._pane = MomentPane(behind.art, behind.game, skills(behind.exams()), self._look_at_skill, self._look_back)
        self._chosen: TrainingNews | None = None
        self._news = list(news)
        self._part = Part.ALL
        options = [
            Option(Part.ALL, TrainText.DIARY_ALL),
            Option(Part.GAMES, TrainText.DIARY_GAMES),
            Option(Part.GROWTH, TrainText.DIARY_GROWTH),
            Option(Part.MOMENTS, TrainText.DIARY_MOMENTS),
        ]
        self._choice = Segmented(options, self._part, self._choose, id="diary.part")
        self._lines: ListView[Line] = ListView(self._draw_line, _ROW, self._look_behind, id="diary.lines", holds=True)
        self._said = Paragraph(TrainText.DIARY_SAID, Size.TINY, color="muted")
        self.add(self._choice, self._lines, self._said, self._pane)
        self._show()

    def _look_behind(self, line: Line) -> None:
        """Show the board behind a line; behind the same line again what the dog knows."""
        if isinstance(line, Day) or line.kind not in _MOMENTS:
            return
        if line == self._chosen:
            self._look_back()
            return
        behind, values = self._behind, line.values
        if line.kind is NewsKind.MOMENT:
            kept = behind.moment(str(values["moment"]))
            if kept is None:
                return
            go = self._leaving(partial(behind.open_game, kept))
            said: Words = partial(_moment_told, kept=kept)
            self._pane.show(
                board_of(kept, behind.game), partial(self._title, line=line), said, TrainText.MOMENT_OPEN, go
            )
        elif not self._show_piece(str(values["piece"]), int(values["games"]), line.seconds):
            return
        self._chosen = line
        self._lines.invalidate()

    def _look_at_skill(self, kind: str) -> None:
        """Show a set piece of a kind, and what the dog says to it by now."""
        asked = [exam for exam in self._behind.exams() if exam.kind == kind]
        if asked and self._show_piece(kind, asked[-1].games, asked[-1].seconds):
            self._chosen = None

    def _look_back(self) -> None:
        """Show what the dog knows again."""
        self._chosen = None
        self._pane.clear()
        self._lines.invalidate()

    def _show_piece(self, kind: str, games: int, seconds: float) -> bool:
        """Show the set piece that says best what it knew then; whether there is one."""
        behind = self._behind
        seen = piece_seen(behind.game, behind.size, kind, behind.exams(), games)
        if seen is None:
            return False
        said = partial(_piece_told, seen=seen, seconds=seconds)
        go = self._leaving(partial(behind.open_piece, seen))
        self._pane.show(seen.board, partial(self._skill, kind=kind), said, TrainText.PIECE_OPEN, go)
        return True

    def _leaving(self, go: Callable[[], None]) -> Callable[[], None]:
        """Close the diary, and go."""

        def leave() -> None:
            self._close()
            go()

        return leave

    def _title(self, strings: Strings, line: TrainingNews) -> str:
        said = moment_said(strings, self._behind.game, str(line.values["moment"]))
        return said[:1].upper() + said[1:]

    def _skill(self, strings: Strings, kind: str) -> str:
        said = skill_said(strings, self._behind.game, kind)
        return said[:1].upper() + said[1:]

    def _draw_line(self, surface: Surface, look: Look, rect: Rect, line: Line) -> None:
        if line == self._chosen:
            look.rounded(surface, rect, BUTTON_RADIUS - 3, look.palette.sunken, look.palette.jade)
        _draw_line(surface, look, rect, line, self._behind.game)

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
        needs_room(self)

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels for all lines there are, whichever are chosen, up to fourteen; where boards may be seen, for those."""
        lines = len(by_days(lines_of_diary(self._news)))
        if self._pane.has_boards or any(entry.kind in _MOMENTS for entry in self._news):
            lines = _ROWS
        shown = look.px(_HEAD + _GAP + _FOOT) + look.px(_ROW) * min(max(lines, _FEWEST), _ROWS)
        return max(shown, self._pane.least_height(look, look.px(_PANE)))

    def arrange(self, rect: Rect, look: Look) -> None:
        rect, pane = cut_right(rect, look.px(_PANE), look.px(_BESIDE))
        self._pane.place(pane, look)
        head, rest = cut_top(rect, look.px(_HEAD), look.px(_GAP))
        self._choice.place(cut_left(head, min(self._choice.needed_width(look), head.width))[0], look)
        lines, foot = cut_bottom(rest, look.px(_FOOT - 4), look.px(4))
        self._lines.place(lines, look)
        self._said.place(foot, look)


def when_said(strings: Strings, news: TrainingNews) -> str:
    """The time of the clock; of what was not noted, how long the dog had trained."""
    return strings.clock(news.created) if news.created else strings.duration(news.seconds)


def when_width(look: Look) -> int:
    """Pixels that a column of such times needs."""
    return look.width(look.strings.duration(_LONG_AGO), Size.SMALL)


def _piece_told(strings: Strings, seen: PieceSeen, seconds: float) -> str:
    """Whose turn it is in a set piece, when it was asked, and what the marks on it mean."""
    color, time = color_name(strings, seen.start.to_play), strings.duration(seconds)
    if seen.is_right is None:
        meant = TrainText.PIECE_SAID_NOTHING
    elif seen.is_right:
        meant = TrainText.PIECE_SAID if seen.was_wrong else TrainText.PIECE_SAID_RIGHT
    else:
        meant = TrainText.PIECE_SAID_WRONG if seen.is_crossed else TrainText.PIECE_SAID_MISSED
    return strings.get(TrainText.PIECE_WHEN, color=color, time=time) + strings.get(Figures.STOP) + strings.get(meant)


def _moment_told(strings: Strings, kept: KeptMoment) -> str:
    """Where a moment was, and whether it may have been there before."""
    time, ply = strings.duration(kept.seconds), kept.ply
    if kept.kind.startswith("won:"):
        said = strings.get(TrainText.MOMENT_RATED, ply=ply, time=time)
    else:
        said = strings.get(TrainText.MOMENT_WHERE, game=strings.figure(kept.games), ply=ply, time=time)
    if not kept.since:
        return said
    late = strings.get(TrainText.MOMENT_LATE, games=strings.figure(kept.since))
    return said + strings.get(Figures.STOP) + late


def _draw_line(surface: Surface, look: Look, rect: Rect, line: Line, game: str) -> None:
    """A day, or when and what."""
    if isinstance(line, Day):
        words: Words = look.strings.day(line.moment) if line.moment else TrainText.DIARY_BEFORE
        look.text(surface, words, rect, Size.SMALL, look.palette.gold_text, True)
        rule = look.width(look.say(words), Size.SMALL, True) + look.px(12)
        surface.fill(
            look.palette.line, Rect(rect.left + rule, rect.centery, rect.width - rule - look.px(10), look.px(1))
        )
        return
    when, what = cut_left(rect, when_width(look), look.px(16))
    what.width -= look.px(10)  # the list's thumb
    look.text(surface, when_said(look.strings, line), when, Size.SMALL, look.palette.muted, align=Align.RIGHT)
    if line.kind in _MOMENTS:
        what, sign = cut_right(what, look.px(14), look.px(6))
        draw_board_sign(surface, look, sign)
    draw_news(surface, look, what, line, game)


def draw_board_sign(surface: Surface, look: Look, room: Rect) -> None:
    """A tiny board with two stones: there is one to see."""
    side = look.px(13)
    board = Rect(room.right - side, room.centery - side // 2, side, side)
    look.rounded(surface, board, 3, (222, 184, 122))
    look.disc(surface, (board.left + side * 3 // 10, board.top + side * 3 // 10), side / 5.0, (30, 28, 27))
    look.disc(surface, (board.left + side * 7 // 10, board.top + side * 7 // 10), side / 5.0, (250, 247, 240))


def draw_news(surface: Surface, look: Look, room: Rect, news: TrainingNews, game: str) -> None:
    """What happened, and more of it where there is room."""
    said, more = news_said(look.strings, news, game), more_said(look.strings, news)
    is_bold = news.kind is NewsKind.MILESTONE
    if look.width(said + more, Size.SMALL, is_bold) <= room.width:
        said += more
    elif look.width(said, Size.SMALL, is_bold) > room.width:
        said = news_said(look.strings, news, game, is_brief=True)
    color = look.palette.named(_COLORS.get(news.kind, "ink"))
    look.text(surface, said, room, Size.SMALL, color, bold=is_bold)

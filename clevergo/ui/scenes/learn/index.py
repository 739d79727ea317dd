"""The contents as a list: sections, their entries, and below the one that lies open its parts.

A small ring at the end of a line tells how far somebody has come with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.ui.kit.base import ENTER, Cursor, Mark, Shown, Widget, cut_left, cut_right, inset, is_key
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, Size
from clevergo.ui.scenes.learn.contents import Entry, Progress

_HEADING = 38
_ENTRY_ROOM, _PART_ROOM = 10, 5
"""Logical units above and below the lines of a name together."""
_MARGIN, _NUMBER, _INDENT = 12, 25, 25
_RING, _RING_ROOM = 6.5, 24
"""The radius of a ring, and what it takes of a line's width."""
_FEW = 4
"""Changed lines up to which only those are drawn again."""
_STEP = 78
"""Logical units that a notch of the wheel scrolls."""


@dataclass(frozen=True)
class _Row:
    """A line of the list; one without an id cannot be chosen."""

    words: Words
    number: str = ""
    id: str = ""
    is_open: bool = False
    is_part: bool = False
    share: float = 0.0
    """How far somebody has come with it, 0 to 1."""


@dataclass(frozen=True)
class _Set:
    """A line of the list, set."""

    row: _Row
    rect: Rect
    """From the list's upper left corner, unscrolled."""
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Opened:
    """What lies open."""

    id: str = ""
    parts: Sequence[Words] = ()
    part: int | None = None
    """Which of them one is at."""


class Index(Widget):
    """A click, or Enter on the line the arrows came to, opens an entry, or goes to a part of the open one."""

    opened = Shown[Opened](Opened())
    """What lies open."""
    can_focus = True

    def __init__(self, entries: Sequence[Entry], chosen: Callable[[str], None], id: str = "learn.index") -> None:
        """``chosen`` is given an entry's id, or that of a part of it: ``course.02-go#3``."""
        super().__init__(id)
        self._entries = entries
        self._chosen = chosen
        self._rows: list[_Row] = []
        self._set: list[_Set] = []
        """The rows as they lie, once there is a look to set them by."""
        self._wraps: dict[tuple[str, int, int], tuple[str, ...]] = {}
        """Names as they were broken into lines in this look."""
        self._top = 0
        """Pixels scrolled."""
        self._under: str | None = None
        """The line aimed at, by its id."""
        self._progress: Mapping[str, Progress] = {}
        self._lay_out()

    # --- what it shows ---

    def show_progress(self, progress: Mapping[str, Progress]) -> None:
        """How far somebody has come, by the entries' ids."""
        self._progress = progress
        self.shown_changed()

    def shown_changed(self) -> None:
        before = self._set
        self._lay_out()
        if len(self._set) != len(before):
            self.invalidate()
            return
        pairs = zip(before, self._set, strict=True)
        changed = [now for was, now in pairs if (was.row, was.rect) != (now.row, now.rect)]
        if len(changed) > _FEW:
            self.invalidate()
            return
        for one in changed:
            self.invalidate(one.rect.move(self.rect.left, self.rect.top - self._top).clip(self.rect))

    def _lay_out(self) -> None:
        self._rows = []
        section = None
        for entry in self._entries:
            if entry.section is not section:
                section = entry.section
                self._rows.append(_Row(section.value))
            is_open = entry.id == self.opened.id
            share = self._progress[entry.id].share if entry.id in self._progress else 0.0
            self._rows.append(_Row(entry.name, entry.number, entry.id, is_open, share=round(share, 2)))
            if is_open:
                for number, words in enumerate(self.opened.parts):
                    is_here = number == self.opened.part
                    self._rows.append(_Row(words, "", f"{entry.id}#{number}", is_here, True))
        if self.root is not None and self.rect.width:
            self._set_rows(self.root.look)

    def _set_rows(self, look: Look) -> None:
        """Break names into lines; those too long for one take two or more."""
        self._set, y = [], 0
        for row in self._rows:
            lines: tuple[str, ...] = (look.say(row.words),)
            height = look.px(_HEADING)
            if row.id:
                size, column = _size(row), self._column(look, row, self.rect)
                lines = self._wrapped(look, lines[0], column.width, size)
                height = len(lines) * look.line_height(size) + look.px(_PART_ROOM if row.is_part else _ENTRY_ROOM)
            self._set.append(_Set(row, Rect(0, y, self.rect.width, height), lines))
            y += height
        self._top = max(0, min(self._top, self._end))

    def _wrapped(self, look: Look, text: str, width: int, size: int) -> tuple[str, ...]:
        key = text, width, size
        if key not in self._wraps:
            self._wraps[key] = tuple(look.wrapped(text, width, size))
        return self._wraps[key]

    def reveal(self, id: str) -> None:
        """Scroll so that a line can be seen, and the heading that it stands directly below."""
        top: int | None = None
        for row, rect, _ in self._places():
            if not row.id:
                top = rect.top
                continue
            above, top = rect.top if top is None else top, None
            if row.id == id:
                over, under = above - self.rect.top, rect.bottom - self.rect.bottom
                self._scroll(min(over, 0) or max(under, 0))

    def arrange(self, rect: Rect, look: Look) -> None:
        self._wraps.clear()
        self._set_rows(look)
        # In another language, or another width, the same line lies elsewhere.
        opened = self.opened
        self.reveal(opened.id if opened.part is None else f"{opened.id}#{opened.part}")

    def _places(self) -> Iterator[tuple[_Row, Rect, tuple[str, ...]]]:
        """The rows where they are in the window."""
        for one in self._set:
            yield one.row, one.rect.move(self.rect.left, self.rect.top - self._top), one.lines

    def _column(self, look: Look, row: _Row, rect: Rect) -> Rect:
        """What of a line's rectangle its words have."""
        box = inset(rect, look.px(_MARGIN), 0)
        if row.is_part:
            return cut_left(box, look.px(_INDENT))[1]
        box, _ = cut_right(box, look.px(_RING_ROOM))
        return cut_left(box, look.px(_NUMBER))[1] if row.number else box

    @property
    def _end(self) -> int:
        return max(self._set[-1].rect.bottom - self.rect.height, 0) if self._set else 0

    def _scroll(self, pixels: int) -> None:
        top = max(0, min(self._top + pixels, self._end))
        if top != self._top:
            self._top = top
            self.invalidate()

    # --- what happens to it ---

    def _at(self, pos: tuple[int, int]) -> str | None:
        if not self.rect.collidepoint(pos):
            return None
        return next((row.id for row, rect, _ in self._places() if rect.collidepoint(pos) and row.id), None)

    def hover(self, pos: tuple[int, int]) -> None:
        self._point(self._at(pos))
        self.cursor = Cursor.HAND if self._under is not None else Cursor.ARROW

    def hover_changed(self) -> None:
        if not self.is_hovered:
            self._point(None)

    def _point(self, id: str | None) -> None:
        if id != self._under:
            self._under = id
            progress = self._progress.get(id or "")
            self.explain(progress.said if progress is not None else "")
            self.invalidate()

    def press(self, pos: tuple[int, int]) -> bool:
        return self._at(pos) is not None

    def release(self, pos: tuple[int, int]) -> None:
        if (id := self._at(pos)) is not None:
            self._chosen(id)

    def wheel(self, steps: int) -> bool:
        root = self.root
        if root is None or not self._end:
            return False
        self._scroll(-steps * root.look.px(_STEP))
        return True

    def key(self, event: Event) -> bool:
        ids = [row.id for row in self._rows if row.id]
        if is_key(event, pygame.K_UP, pygame.K_DOWN) and ids:
            at = self._under or self.opened.id
            step = 1 if event.key == pygame.K_DOWN else -1
            index = min(max(ids.index(at) + step, 0), len(ids) - 1) if at in ids else 0
            self._point(ids[index])
            self.reveal(ids[index])
            return True
        if is_key(event, *ENTER, pygame.K_SPACE) and self._under in ids and self._under is not None:
            self._chosen(self._under)
            return True
        return False

    def focus_changed(self) -> None:
        if self.is_focus_shown and self._under is None and self.opened.id:
            self._point(self.opened.id)
        super().focus_changed()

    def marks(self, look: Look) -> list[Mark]:
        places = [(row, rect.clip(self.rect)) for row, rect, _ in self._places() if row.id]
        return [
            Mark(f"{self.id}.{row.id}", look.say(row.words), rect, self.is_enabled)
            for row, rect in places
            if rect.height >= look.px(_MARGIN)
        ]

    # --- drawing ---

    def draw(self, surface: Surface, look: Look) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        for row, rect, lines in self._places():
            if (look.drawn is not None and self.rect.contains(rect)) or rect.colliderect(surface.get_clip()):
                self._draw_row(surface, look, row, rect, lines)
        whole = self._end + self.rect.height
        self.draw_thumb(surface, look, self._top, self.rect.height, whole)
        surface.set_clip(clip)
        self.draw_focus(surface, look, BUTTON_RADIUS)

    def _draw_row(self, surface: Surface, look: Look, row: _Row, rect: Rect, lines: tuple[str, ...]) -> None:
        palette = look.palette
        if not row.id:
            box = inset(rect, look.px(_MARGIN), 0)
            low = Rect(box.left, rect.bottom - look.px(24), box.width, look.px(20))
            self._write(look, partial(look.text, surface, row.words, low, Size.TINY, palette.muted, True), rect)
            return
        pill = inset(rect, look.px(4), look.px(1))
        if row.is_open and not row.is_part:
            look.rounded(surface, pill, BUTTON_RADIUS - 2, palette.sunken, palette.line)
            look.rounded(surface, Rect(pill.left, pill.top, look.px(3), pill.height), 1.5, palette.accent)
        elif row.id == self._under:
            look.rounded(surface, pill, BUTTON_RADIUS - 2, palette.sunken)
        size, column = _size(row), self._column(look, row, rect)
        bold, color = row.is_open, palette.ink
        if row.is_part:
            bold, color = False, palette.jade_text if row.is_open else palette.muted
        height = look.line_height(size)
        y = rect.top + (rect.height - height * len(lines)) // 2
        for number, line in enumerate(lines):
            box = Rect(column.left, y + number * height, column.width, height)
            self._write(look, partial(look.text, surface, line, box, size, color, bold), rect)
        if row.number:
            box = Rect(rect.left + look.px(_MARGIN), y, look.px(_NUMBER), height)
            self._write(look, partial(look.text, surface, row.number, box, Size.SMALL, palette.muted), rect)
        if row.share:
            center = pill.right - look.px(_MARGIN), y + height // 2
            self._draw_ring(surface, look, center, row.share)

    @staticmethod
    def _draw_ring(surface: Surface, look: Look, center: tuple[int, int], share: float) -> None:
        """How far one has come; a tick where that is the end."""
        palette, radius = look.palette, look.scale * _RING
        if share < 1.0:
            look.dial(surface, center, radius, share, palette.jade, palette.line)
            return
        look.disc(surface, center, radius, palette.jade)
        box = Rect(0, 0, look.px(2 * _RING), look.px(2 * _RING))
        box.center = center
        look.icon(surface, Icon.CHECK, box, palette.on_jade, 10)

    def _write(self, look: Look, write: Callable[[], object], rect: Rect) -> None:
        """Write a line; one that is seen in part is not noted, as it scrolls."""
        noted, is_whole = look.drawn, self.rect.contains(rect)
        if not is_whole:
            look.drawn = None
        write()
        look.drawn = noted


def _size(row: _Row) -> int:
    return Size.SMALL if row.is_part else Size.BODY

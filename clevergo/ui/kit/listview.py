"""A list of rows that scrolls, for more than a rectangle can show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.ui.kit.base import ENTER, Cursor, Mark, Widget, inset, is_key
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, mix

T = TypeVar("T")
_SQUEEZED, _STRETCHED = 0.86, 1.3
"""How much of its height a row that fills may lose and gain."""


class ListView(Widget, Generic[T]):
    """Rows of one height, each drawn by a function; a row may be clicked where ``chosen`` is given."""

    def __init__(
        self,
        draw_row: Callable[[Surface, Look, Rect, T], None],
        row_height: float,
        chosen: Callable[[T], None] | None = None,
        hovered: Callable[[T | None], None] | None = None,
        follows_end: bool = False,
        id: str = "",
        tip: Words = "",
        fills: bool = False,
        holds: bool = False,
    ) -> None:
        """``row_height`` in logical units; ``follows_end`` keeps the newest row in view until a person scrolls up.

        With ``fills`` rows are a little lower or higher than that, so that no strip stays empty below them. With
        ``holds`` rows that come above what somebody points at, or has scrolled to, do not push it away.
        """
        super().__init__(id, tip)
        self._fills = fills
        self._draw_row = draw_row
        self._units = row_height
        self._height = 1
        self._chosen = chosen
        self._hovered = hovered
        self._follows_end = follows_end
        self._holds = holds
        self._held = 0
        """Pixels scrolled to hold still what is pointed at, and not because anybody scrolled."""
        self._rows: list[T] = []
        self._top = 0
        """Pixels scrolled."""
        self._columns = 1
        """How many rows lie side by side."""
        self._under: int | None = None
        if chosen is not None:
            self.cursor = Cursor.HAND
            self.can_focus = True

    @property
    def rows(self) -> list[T]:
        """What it shows."""
        return self._rows

    @rows.setter
    def rows(self, rows: Sequence[T]) -> None:
        if list(rows) == self._rows:
            return
        was_at_end = self._top >= self._end()
        pointed = None if self._under is None else self._rows[self._under]
        above = self._come_above(rows) if self._holds else 0
        self._rows = list(rows)
        if above:
            self._hold(above)
        if self._under is not None and self._under >= len(self._rows):
            self._point(len(self._rows) - 1 if self._rows else None)
        elif self._under is not None and self._hovered is not None and self._rows[self._under] != pointed:
            self._hovered(self._rows[self._under])  # the pointer rests where another row has come
        self._top = self._end() if self._follows_end and was_at_end else min(self._top, self._end())
        self.invalidate()

    def _come_above(self, rows: Sequence[T]) -> int:
        """How many more rows there are above the one that is pointed at, or else above the first in view."""
        anchor = self._under if self._under is not None else self._top // self._height
        if not anchor < len(self._rows) or (self._under is None and self._top == 0):
            return 0
        return rows.index(self._rows[anchor]) - anchor if self._rows[anchor] in rows else 0

    def _hold(self, above: int) -> None:
        """Scroll over rows that have come above what is pointed at, or in view."""
        self._top = max(self._top + above * self._height, 0)
        if self._under is not None:
            self._held += above * self._height
            self._under += above

    def set_row_height(self, units: float) -> None:
        """Have rows of another height, in logical units, from the next layout on."""
        self._units = units

    def place(self, rect: Rect, look: Look) -> None:
        first, self._height = self._top // self._height, look.px(self._units)
        if self._fills and rect.height > 0:
            rows = max(int(rect.height / (_SQUEEZED * self._height)), 1)
            self._height = min(rect.height // rows, round(_STRETCHED * self._height))
        # Whole rows only: a row cut in half cannot be read.
        super().place(Rect(rect.left, rect.top, rect.width, max(rect.height // self._height, 1) * self._height), look)
        self._top = self._end() if self._follows_end else min(first * self._height, self._end())

    def hover(self, pos: tuple[int, int]) -> None:
        self._point(self._index_at(pos))

    def hover_changed(self) -> None:
        if not self.is_hovered:
            self._point(None)
            self._top, self._held = max(self._top - self._held, 0), 0

    def press(self, pos: tuple[int, int]) -> bool:
        return self._chosen is not None

    def release(self, pos: tuple[int, int]) -> None:
        index = self._index_at(pos)
        if index is not None and self._chosen is not None:
            self._chosen(self._rows[index])

    def wheel(self, steps: int) -> bool:
        top, self._held = max(0, min(self._top - steps * self._height, self._end())), 0
        if top != self._top:
            self._top = top
            self.invalidate()
        return self._end() > 0

    def key(self, event: Event) -> bool:
        if not self._rows or self._chosen is None:
            return False
        if is_key(event, pygame.K_UP, pygame.K_DOWN):
            step = 1 if event.key == pygame.K_DOWN else -1
            index = 0 if self._under is None else min(max(self._under + step, 0), len(self._rows) - 1)
            self._point(index)
            self._reveal(index)
            return True
        if is_key(event, *ENTER, pygame.K_SPACE) and self._under is not None:
            self._chosen(self._rows[self._under])
            return True
        return False

    def focus_changed(self) -> None:
        if self._under is None and self._rows and self.is_focus_shown:
            self._point(self._index_at((self.rect.left, self.rect.top)))
        super().focus_changed()

    def marks(self, look: Look) -> list[Mark]:
        if not self.id or self._chosen is None:
            return list(super().marks(look))
        return [Mark(f"{self.id}.{i}", "", self._row_rect(i), self.is_enabled) for i in self._in_view()]

    def reveal(self, row: T) -> None:
        """Scroll so that a row can be seen."""
        if row in self._rows:
            self._reveal(self._rows.index(row))

    def _reveal(self, index: int) -> None:
        line = index // self._columns
        self._top = min(max(self._top, (line + 1) * self._height - self.rect.height, 0), line * self._height)
        self.invalidate()

    def draw(self, surface: Surface, look: Look) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        for i in self._in_view():
            row, rect = self._rows[i], self._row_rect(i)
            if i == self._under and (self._chosen is not None or self._hovered is not None):
                look.rounded(surface, rect, BUTTON_RADIUS - 3, look.palette.sunken)
            self._draw_row(surface, look, rect, row)
        self.draw_thumb(surface, look, self._top, self.rect.height, self._length())
        surface.set_clip(clip)
        self.draw_focus(surface, look, BUTTON_RADIUS - 3)

    def _length(self) -> int:
        return -(-len(self._rows) // self._columns) * self._height

    def _end(self) -> int:
        return max(self._length() - self.rect.height, 0)

    def _in_view(self) -> range:
        """The rows that are seen."""
        first = self._top // self._height * self._columns
        return range(first, min(first + self.rect.height // self._height * self._columns, len(self._rows)))

    def _row_rect(self, index: int) -> Rect:
        line, column = divmod(index, self._columns)
        width, top = self.rect.width // self._columns, self.rect.top + line * self._height - self._top
        return Rect(self.rect.left + column * width, top, width, self._height)

    def _index_at(self, pos: tuple[int, int]) -> int | None:
        if not self.rect.collidepoint(pos):
            return None
        column = min((pos[0] - self.rect.left) * self._columns // max(self.rect.width, 1), self._columns - 1)
        index = (pos[1] - self.rect.top + self._top) // self._height * self._columns + column
        return index if 0 <= index < len(self._rows) else None

    def _point(self, index: int | None) -> None:
        if index == self._under:
            return
        self._under = index
        self.invalidate()
        if self._hovered is not None:
            self._hovered(self._rows[index] if index is not None else None)


class MarkedList(ListView[T]):
    """A list in which a row is marked first and taken then. Arrows are the dialog's around it (:meth:`arrow`)."""

    def __init__(
        self,
        draw_row: Callable[[Surface, Look, Rect, T], None],
        row_height: float,
        clicked: Callable[[T], None],
        marked: Callable[[T], None],
        id: str = "",
    ) -> None:
        """``clicked`` hears of every click on a row, ``marked`` of a row that an arrow has come to."""
        super().__init__(draw_row, row_height, clicked, id=id)
        self.can_focus = False
        self._heard = marked
        self._draw_words, self._draw_row = draw_row, self._draw_rim
        self.marked: T | None = None

    def mark(self, row: T | None) -> None:
        """Mark another row, and have it in view."""
        self.marked = row
        if row is not None:
            self.reveal(row)
        self.invalidate()

    def arrow(self, event: Event) -> bool:
        """Mark the next row, or the one before, where a key asks for that; whether it does."""
        if not is_key(event, pygame.K_UP, pygame.K_DOWN):
            return False
        if self._rows:
            step = 1 if event.key == pygame.K_DOWN else -1
            index = self._rows.index(self.marked) + step if self.marked in self._rows else 0
            self._heard(self._rows[max(0, min(index, len(self._rows) - 1))])
        return True

    def _draw_rim(self, surface: Surface, look: Look, rect: Rect, row: T) -> None:
        if row == self.marked:
            fill = mix(look.palette.panel, look.palette.jade, 0.16)
            look.rounded(surface, inset(rect, 0, look.px(1)), BUTTON_RADIUS - 3, fill, look.palette.jade)
        self._draw_words(surface, look, rect, row)

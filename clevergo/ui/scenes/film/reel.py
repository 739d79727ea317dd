"""A strip of film: one small board for each age, the chosen one framed; it is dragged, clicked and walked along."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.games.grid import Grid
from clevergo.ui.board.art import BoardArt
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.base import Cursor, Mark, Widget, is_key
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Rgb, Size, mix

_BLACK: Rgb = (26, 25, 24)
_WHITE: Rgb = (250, 247, 240)
_CELLULOID: Rgb = (38, 34, 31)
_CELLULOID_DARK: Rgb = (18, 18, 20)
_ON_FILM: Rgb = (226, 219, 207)
_HOLES, _LABEL, _BAR = 12, 17, 5
"""Logical units: each edge with its holes; the line that names an age; the bar of its chances."""
_GAP, _SIDE = 8, 12
"""Between frames, and beside the first and the last."""
_HOLE = (9, 5, 18)
"""Logical units: a hole's width and height, and from one to the next."""
_LARGEST = 132
"""Logical units: the side of a small board at most."""
_A_FRAME = 4
"""Boards drawn anew in one frame of the window."""
_ENDS = {pygame.K_HOME: 0, pygame.K_END: -1}
_STEPS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


@dataclass(frozen=True, eq=False)
class Cell:
    """A frame of the film. One that has changed is another object."""

    words: Words
    """Which age it is, in a word."""
    make: Callable[[], BoardPicture] | None = None
    """What is to be seen, made when it is drawn first; None before anything is."""
    black_rate: float | None = None
    """Black's chance to win; None where that is not known."""
    is_broken: bool = False
    """Whether this age cannot be asked."""
    tip: Words = ""

    @functools.cached_property
    def picture(self) -> BoardPicture | None:
        """What is to be seen."""
        return None if self.make is None else self.make()


class Reel(Widget):
    """Side by side, all of them; the pointer drags a frame into view, so do the arrows, Home and End."""

    cursor = Cursor.HAND
    can_focus = True
    is_silent = True

    def __init__(self, art: Callable[[], BoardArt], chosen: Callable[[int], None], id: str, tip: Words = "") -> None:
        """``chosen`` hears which frame somebody went to; ``art`` is asked for at each new layout."""
        super().__init__(id, tip)
        self._art = art
        self._chosen = chosen
        self._own_tip = tip
        self._cells: tuple[Cell, ...] = ()
        self._latest: tuple[Cell, ...] = ()
        """What is drawn, and what is to be."""
        self._views: list[BoardView] = []
        self._boxes: list[Rect] = []
        self._at: int | None = 0
        self._other: int | None = None
        self._grid: Grid | None = None
        self._film: tuple[tuple[object, ...], Surface] | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """What is shown."""
        return self._cells

    def show(self, cells: Sequence[Cell], grid: Grid | None, at: int | None, other: int | None = None) -> None:
        """Show these frames of boards of ``grid``; the one ``at`` is chosen, or none, and compared with the ``other``.

        Where many have changed, they are drawn anew a few at a time.
        """
        is_new = len(cells) != len(self._cells) or grid != self._grid
        before, self._latest, self._grid = (self._at, self._other), tuple(cells), grid
        self._at, self._other = at, other
        if is_new:
            self._cells = self._latest
            self.place_again()
            return
        for index in {*before, at, other}:
            if index is not None and before != (at, other):
                self._invalidate_frame(index)
        if self.update(0.0):
            self.animate()

    def update(self, dt: float) -> bool:
        left = _A_FRAME
        cells = list(self._cells)
        for index, (old, new) in enumerate(zip(self._cells, self._latest, strict=True)):
            if old is not new and left:
                left -= 1
                cells[index] = new
                self._invalidate_frame(index)
        self._cells = tuple(cells)
        return any(old is not new for old, new in zip(self._cells, self._latest, strict=True))

    def _invalidate_frame(self, index: int) -> None:
        if index < len(self._boxes):
            self.invalidate(self._frame(self._boxes[index]))

    # --- where things are ---

    def arrange(self, rect: Rect, look: Look) -> None:
        self._cells = self._latest
        count = len(self._cells)
        gap = look.px(_GAP)
        wide = (rect.width - 2 * look.px(_SIDE) - (count - 1) * gap) // max(count, 1)
        high = rect.height - look.px(2 * _HOLES + _LABEL + _BAR + 3)
        side = max(min(wide, high, look.px(_LARGEST)), 8)
        left = rect.left + (rect.width - count * side - (count - 1) * gap) // 2
        top = rect.top + (rect.height - look.px(_LABEL + _BAR + 3) - side) // 2 + look.px(_LABEL)
        self._boxes = [Rect(left + i * (side + gap), top, side, side) for i in range(count)]
        art = self._art()
        self._views = [BoardView(art) for _ in self._boxes]
        for view, box in zip(self._views, self._boxes, strict=True):
            if self._grid is not None:
                view.set_rect(box, self._grid)

    def _frame(self, box: Rect) -> Rect:
        """A board with its name and its bar."""
        look = self.root.look if self.root is not None else None
        label, bar = (look.px(_LABEL), look.px(_BAR + 5)) if look is not None else (0, 0)
        return Rect(box.left - 4, box.top - label, box.width + 8, box.height + label + bar)

    def _index_at(self, pos: tuple[int, int]) -> int | None:
        if not self._boxes:
            return None
        return min(range(len(self._boxes)), key=lambda i: abs(self._boxes[i].centerx - pos[0]))

    def marks(self, look: Look) -> list[Mark]:
        pairs = zip(self._boxes, self._cells, strict=False)
        return [Mark(f"{self.id}.{i}", look.say(cell.words), box.copy(), True) for i, (box, cell) in enumerate(pairs)]

    def said(self, look: Look) -> str:
        return look.say(self._cells[self._at].words) if self._at is not None and self._at < len(self._cells) else ""

    # --- what a person does ---

    def hover(self, pos: tuple[int, int]) -> None:
        index = self._index_at(pos)
        is_on = index is not None and self._boxes[index].collidepoint(pos)
        self.explain(self._cells[index].tip or self._own_tip if index is not None and is_on else self._own_tip)

    def hover_changed(self) -> None:
        """It looks the same with the pointer over it."""

    def press(self, pos: tuple[int, int]) -> bool:
        self._go(self._index_at(pos))
        return bool(self._boxes)

    def drag(self, pos: tuple[int, int]) -> None:
        self._go(self._index_at(pos))

    def wheel(self, steps: int) -> bool:
        self._step(-steps)
        return bool(self._boxes)

    def key(self, event: Event) -> bool:
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT) or not self._cells:
            return False
        if is_key(event, *_STEPS):
            self._step(_STEPS[event.key])
        elif is_key(event, *_ENDS):
            self._go(_ENDS[event.key] % len(self._cells))
        else:
            return False
        return True

    def _step(self, steps: int) -> None:
        """From what is chosen; from nothing, to the last."""
        self._go(len(self._cells) - 1 if self._at is None else self._at + steps)

    def _go(self, index: int | None) -> None:
        if index is None or not self._cells:
            return
        index = min(max(index, 0), len(self._cells) - 1)
        if index != self._at:
            self._chosen(index)

    # --- drawing ---

    def draw(self, surface: Surface, look: Look) -> None:
        self._draw_celluloid(surface, look)
        clip = surface.get_clip()
        for i, (cell, box, view) in enumerate(zip(self._cells, self._boxes, self._views, strict=False)):
            if self._frame(box).colliderect(clip):
                self._draw_cell(surface, look, i, cell, box, view)
        self.draw_focus(surface, look)

    def _draw_celluloid(self, surface: Surface, look: Look) -> None:
        """The film itself; its many holes are drawn once for each size."""
        key = (look, self.rect.size)
        if self._film is None or self._film[0] != key:
            self._film = key, self._celluloid(look)
        surface.blit(self._film[1], self.rect)

    def _celluloid(self, look: Look) -> Surface:
        palette, rect = look.palette, Rect((0, 0), self.rect.size)
        film = Surface(rect.size, pygame.SRCALPHA)
        look.rounded(film, rect, 6, _CELLULOID_DARK if palette.is_dark else _CELLULOID, palette.line)
        width, height, step = (look.px(part) for part in _HOLE)
        hole = mix(palette.ground, palette.muted, 0.35) if palette.is_dark else palette.ground
        count = max((rect.width - step // 2) // step, 0)
        left = (rect.width - count * step + step - width) // 2
        edge = (look.px(_HOLES) - height) // 2
        for i in range(count):
            for top in (edge, rect.height - edge - height):
                look.rounded(film, Rect(left + i * step, top, width, height), 1.5, hole)
        return film

    def _draw_cell(self, surface: Surface, look: Look, index: int, cell: Cell, box: Rect, view: BoardView) -> None:
        is_chosen, palette = index == self._at, look.palette
        label = Rect(box.left - look.px(_GAP) // 2, box.top - look.px(_LABEL), box.width + look.px(_GAP), look.px(16))
        ink = _WHITE if is_chosen else _ON_FILM
        look.text(surface, cell.words, label, Size.TINY, ink, is_chosen, Align.CENTER)
        picture = cell.picture
        if picture is not None:
            view.draw(surface, picture)
        if cell.is_broken:
            look.icon(surface, Icon.WARNING, box, palette.accent, min(22, box.width / look.scale / 2))
        bar = Rect(box.left, box.bottom + look.px(3), box.width, look.px(_BAR))
        if cell.black_rate is not None:
            surface.fill(_WHITE, bar)
            surface.fill(_BLACK, Rect(bar.left, bar.top, round(bar.width * cell.black_rate), bar.height))
            pygame.draw.rect(surface, mix(_BLACK, _WHITE, 0.5), bar, 1)
        if is_chosen or index == self._other:
            color = palette.jade if is_chosen else palette.gold
            line = max(2, look.px(2))
            pygame.draw.rect(surface, color, box.inflate(2 * line, 2 * line), line, line)

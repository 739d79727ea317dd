"""Rows of figures and bars, each of which explains itself when it is pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from clevergo.ui.kit.base import Cursor, Group, Widget, cut_top
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import ColorName, Palette, Rgb, Size, mix
from clevergo.ui.scenes.analysis.marks import GLANCE

_HEAD, _ROW, _HIGHEST_ROW = 20, 20, 28
_GAP = 8
_NAME = 46
_LEAST_BAR = 72


class Told(Widget):
    """A place that says what is there when it is pointed at; it draws nothing."""

    reach = 0

    def hover_changed(self) -> None:
        """It looks the same with the pointer over it."""


class TellingGroup(Group):
    """A group that draws itself and has places on it that explain what is drawn there."""

    cursor_told = Cursor.ARROW
    """What the pointer looks like over such a place."""

    def __init__(self, id: str = "") -> None:
        super().__init__(id)
        self._places: list[Told] = []

    def tell(self, told: Sequence[tuple[Rect, Words]], look: Look) -> None:
        """What there is to explain, and where; places are kept, so that the pointer stays on them."""
        while len(self._places) < len(told):
            place = Told()
            place.cursor = self.cursor_told
            self._places.append(place)
            self.add(place)
        for i, place in enumerate(self._places):
            place.is_visible = i < len(told)
            if i < len(told):
                rect, words = told[i]
                if place.rect != rect:
                    place.rect = rect.copy()
                # What is said elsewhere is put to words only once somebody points at it.
                if place.is_hovered and look.say(place.tip) != look.say(words):
                    place.explain(words)
                place.tip = words


@dataclass(frozen=True)
class Cell:
    """A figure, and what it means."""

    words: Words
    tip: Words = ""
    color: ColorName = "ink"
    """A field of the palette."""
    is_bold: bool = False


@dataclass(frozen=True)
class Part:
    """A piece of a bar."""

    color: str
    """One of :func:`paint`'s."""
    share: float
    """Of the whole width, 0 to 1."""


@dataclass(frozen=True)
class Bar:
    """Parts one after the other, or one under the other; a thin line where something stood before."""

    parts: tuple[Part, ...]
    tip: Words = ""
    is_stacked: bool = True
    mark: float | None = None


@dataclass(frozen=True)
class Row:
    """A move and what is told of it."""

    name: Cell
    bar: Bar
    cells: tuple[Cell, ...]
    is_chosen: bool = False
    is_pale: bool = False
    action: int = -1
    """The move, where the row tells of one."""
    stone: int = 0
    """Of the side that makes the move, 1 or 2; 0 for none."""


@dataclass(frozen=True)
class Table:
    """Rows under their headings."""

    name: Cell
    bar: Cell
    heads: tuple[Cell, ...]
    rows: tuple[Row, ...] = ()
    widths: tuple[float, ...] = ()
    """Of the columns of figures, logical units."""
    spare: tuple[int, ...] = ()
    """Columns that can be done without, the first to go first, where bars would be too short; their figures are told
    by the bars too."""
    name_width: float = _NAME
    """Of the column of names, logical units."""


NO_TABLE = Table(Cell(""), Cell(""), ())


def paint(palette: Palette, color: str) -> Rgb:
    """The color of a part: what it stands for is the same on every page."""
    if color == "glance":
        return mix(GLANCE, (255, 255, 255), 0.42) if palette.is_dark else mix(GLANCE, (255, 255, 255), 0.12)
    if color == "value":
        return palette.jade
    if color == "bonus":
        return palette.gold
    if color == "luck":
        return mix(palette.panel, palette.muted, 0.55)
    if color == "had":
        return mix(palette.panel, palette.muted, 0.75)
    return palette.line


class TableView(TellingGroup):
    """Draws a :class:`Table`; as many rows as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self._table = NO_TABLE

    @property
    def table(self) -> Table:
        """What is shown."""
        return self._table

    def show(self, table: Table) -> None:
        """Show something else."""
        self._table = table
        self.invalidate()
        if self.root is not None:
            self.tell(self._told(self.root.look), self.root.look)

    def arrange(self, rect: Rect, look: Look) -> None:
        self.tell(self._told(look), look)

    def room(self, look: Look) -> int:
        """How many rows fit."""
        return max((self.rect.height - look.px(_HEAD)) // look.px(_ROW), 0)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        table, palette = self._table, look.palette
        if not table.rows:
            return
        head, rows = self._rects(look)
        name, bar, figures = self._columns(head, look)
        self._draw_head(surface, look, name, table.name, Align.LEFT)
        if look.width(look.say(table.bar.words), Size.TINY) <= bar.width:  # else the tip alone says what it is
            self._draw_head(surface, look, bar, table.bar, Align.LEFT)
        for box, cell in zip(figures, table.heads, strict=True):
            if box.width:
                self._draw_head(surface, look, box, cell, Align.RIGHT)
        for rect, row in zip(rows, table.rows, strict=False):
            if row.is_chosen:
                ground = rect.inflate(look.px(10), -look.px(1))
                look.rounded(surface, ground, 6, mix(palette.panel, palette.gold, 0.2), palette.gold)
            self._draw_row(surface, look, rect, row)

    def _draw_row(self, surface: Surface, look: Look, rect: Rect, row: Row) -> None:
        palette = look.palette
        pale = mix(palette.panel, palette.muted, 0.6)
        name, bar, figures = self._columns(rect, look)
        if row.stone:
            spot = (name.left + look.px(6), name.centery)
            fill, rim = ((30, 28, 27) if row.stone == 1 else (250, 247, 240)), palette.muted
            look.disc(surface, spot, look.px(5.5), fill, rim)
            name = Rect(name.left + look.px(17), name.top, name.width - look.px(17), name.height)
        color = pale if row.is_pale else palette.named(row.name.color)
        look.text(surface, row.name.words, name, Size.SMALL, color, row.name.is_bold)
        self._draw_bar(surface, look, bar, row)
        for box, cell in zip(figures, row.cells, strict=True):
            if not box.width:
                continue
            color = pale if row.is_pale else palette.named(cell.color)
            look.text(surface, cell.words, box, Size.SMALL, color, cell.is_bold, Align.RIGHT)

    def _draw_bar(self, surface: Surface, look: Look, box: Rect, row: Row) -> None:
        palette, bar = look.palette, row.bar
        track = Rect(box.left, 0, box.width, look.px(12))
        track.centery = box.centery
        look.rounded(surface, track, 3, palette.sunken)
        height = track.height if bar.is_stacked else track.height // max(len(bar.parts), 1)
        x, y = track.left, track.top
        for part in bar.parts:
            share = min(max(part.share, 0.0), 1.0)
            width = round(track.width * share)
            color = paint(palette, part.color)
            if row.is_pale:
                color = mix(palette.panel, color, 0.35)
            if width > 0:
                surface.fill(color, Rect(x, y, min(width, track.right - x), height))
            if bar.is_stacked:
                x += width
            else:
                y += height
        if bar.mark is not None:
            left = track.left + round(track.width * min(max(bar.mark, 0.0), 1.0))
            surface.fill(
                palette.ink, Rect(left - look.px(1), track.top - look.px(3), look.px(2), track.height + look.px(6))
            )

    @staticmethod
    def _draw_head(surface: Surface, look: Look, box: Rect, cell: Cell, align: Align) -> None:
        look.text(surface, cell.words, box, Size.TINY, look.palette.muted, False, align)

    # --- where things are ---

    def _rects(self, look: Look) -> tuple[Rect, list[Rect]]:
        head, rest = cut_top(self.rect, look.px(_HEAD))
        count = min(len(self._table.rows), self.room(look))
        height = min(max(look.px(_ROW), rest.height // max(count, 1)), look.px(_HIGHEST_ROW))
        return head, [Rect(rest.left, rest.top + i * height, rest.width, height) for i in range(count)]

    def _columns(self, rect: Rect, look: Look) -> tuple[Rect, Rect, list[Rect]]:
        """Name, bar and figures of a row."""
        gap = look.px(_GAP)
        inner = rect.inflate(-look.px(6), 0)
        has_stone = any(row.stone for row in self._table.rows)
        name = Rect(inner.left, inner.top, look.px(self._table.name_width + (18 if has_stone else 0)), inner.height)
        left = name.right + gap
        widths = [look.px(width) + gap for width in self._table.widths]
        for column in self._table.spare:
            if inner.right - sum(widths) - left < look.px(_LEAST_BAR):
                widths[column] = 0
        figures: list[Rect] = []
        right = inner.right
        for width in reversed(widths):
            figures.insert(0, Rect(right - max(width - gap, 0), inner.top, max(width - gap, 0), inner.height))
            right -= width
        return name, Rect(left, inner.top, max(right - left, 1), inner.height), figures

    def _told(self, look: Look) -> list[tuple[Rect, Words]]:
        table = self._table
        if not table.rows:
            return []
        head, rows = self._rects(look)
        told = list(self._told_of(head, look, table.name, table.bar.tip, table.heads))
        for rect, row in zip(rows, table.rows, strict=False):
            told += self._told_of(rect, look, row.name, row.bar.tip, row.cells)
        return [(rect, words) for rect, words in told if words]

    def _told_of(
        self, rect: Rect, look: Look, name: Cell, bar: Words, cells: tuple[Cell, ...]
    ) -> list[tuple[Rect, Words]]:
        first, second, figures = self._columns(rect, look)
        told = [(box, cell.tip) for box, cell in zip(figures, cells, strict=True) if box.width]
        return [(first, name.tip), (second, bar), *told]

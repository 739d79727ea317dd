"""Blocks as they lie on paper: lines, boxes behind them, and widgets between them, each at its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from pygame import Rect, Surface

from clevergo.ui.kit.assets import Face
from clevergo.ui.kit.base import Group, Widget
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.prose.lines import Line, Style, Typesetter
from clevergo.ui.kit.prose.markdown import (
    Block,
    Code,
    Comment,
    Heading,
    Items,
    Paragraph,
    Picture,
    Quote,
    Rule,
    Span,
    Spans,
    Table,
)
from clevergo.ui.kit.theme import ColorName, Size, mix

BODY = 16
"""Logical units, of the text."""
_HEADINGS = {1: Size.DISPLAY, 2: Size.TITLE, 3: Size.HEADING}
_CODE, _CELL = 14, Size.BODY
_LEADING, _TIGHT, _CODE_LEADING = 1.72, 1.4, 1.55
"""From one line to the next, by the size of the text."""
_INDENT = 28
_PAD = 18
_CODE_PAD = (16, 12)
_COPY = 30
_CELL_PAD = (10, 6)
_LEAST_COLUMN = 56


class Embedded(Group):
    """A widget that stands between paragraphs."""

    def height_for(self, look: Look, width: int) -> int:
        """Pixels it needs at that width."""
        raise NotImplementedError

    def wanted_width(self, look: Look) -> int | None:
        """Pixels it would like to have; None: as wide as the text."""
        return None

    def prepare(self, look: Look, width: int) -> bool:
        """It will soon be seen at that width: do a part of what takes time; whether something is left."""
        return False


@dataclass(frozen=True)
class Card:
    """Blocks that stand out from the others, on a ground of their own."""

    kind: str
    """What :class:`Maker` knows its colors by."""
    blocks: tuple[Block, ...]


AnyBlock: TypeAlias = "Block | Card | Embedded"
"""What can be laid on paper; a widget lies there as it is."""


class Maker(Protocol):
    """Who knows what a text's own things are."""

    def embedded(self, block: Picture | Comment) -> Embedded | None:
        """What is shown for it; None: nothing."""

    def copy_button(self, code: Code) -> Widget | None:
        """What copies a block of code; None: nothing does."""

    def code_said(self, code: Code) -> Words:
        """What is written over a block of code; an empty text for nothing."""

    def is_output(self, code: Code) -> bool:
        """Whether it is what the code before it prints."""

    def card_color(self, kind: str) -> ColorName:
        """The field of the palette that marks a card."""


@dataclass(frozen=True)
class Box:
    """A filled rectangle behind lines; colors are fields of the palette."""

    rect: Rect
    fill: ColorName | None = None
    border: ColorName | None = None
    radius: float = 0
    tint: ColorName | None = None
    """Mixed into the fill, a little."""


@dataclass
class Sheet:
    """What was laid; places are pixels from its upper left corner."""

    width: int
    height: int = 0
    lines: list[tuple[int, int, Line]] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    widgets: list[tuple[Rect, Widget]] = field(default_factory=list)
    is_centered: bool = False
    """Whether it stands in the middle where it is narrower than the text."""

    def put(self, other: Sheet, x: int, y: int) -> None:
        """Lay another sheet on this one."""
        self.lines += [(x + left, y + top, line) for left, top, line in other.lines]
        self.boxes += [Box(box.rect.move(x, y), box.fill, box.border, box.radius, box.tint) for box in other.boxes]
        self.widgets += [(rect.move(x, y), widget) for rect, widget in other.widgets]

    def put_lines(self, lines: Sequence[Line], x: int, y: int) -> int:
        """Lay lines one below the other; where the next would lie."""
        for line in lines:
            self.lines.append((x, y, line))
            y += line.height
        return y

    def links(self) -> list[tuple[str, Rect]]:
        """Every link and where it stands; one that goes on in the next line stands in two places."""
        return [
            (run.style.link, Rect(left + run.x, top, run.width, line.height))
            for left, top, line in self.lines
            for run in line.runs
            if run.style.link
        ]

    def draw_boxes(self, surface: Surface, look: Look, x: int, y: int) -> None:
        """Draw what lies behind the lines."""
        palette = look.palette
        for box in self.boxes:
            fill = None if box.fill is None else palette.named(box.fill)
            if fill is not None and box.tint is not None:
                fill = mix(fill, palette.named(box.tint), 0.1)
            border = None if box.border is None else palette.named(box.border)
            if box.radius:
                look.rounded(surface, box.rect.move(x, y), box.radius, fill, border)
            elif fill is not None:
                surface.fill(fill, box.rect.move(x, y).clip(surface.get_clip()))


def space_before(block: AnyBlock, before: AnyBlock | None, maker: Maker) -> float:
    """Logical units between a block and the one above it."""
    if before is None:
        return 0
    if isinstance(block, Heading):
        return {1: 0, 2: 40, 3: 28}.get(block.level, 24)
    if isinstance(before, Heading):
        return 18 if before.level == 1 else 12
    if isinstance(block, Code) and maker.is_output(block):
        return 0
    if isinstance(block, (Paragraph, Items)) and isinstance(before, (Paragraph, Items)):
        return 13
    if isinstance(block, Card) or isinstance(before, Card):
        return 36
    return 20


class Setter:
    """Lays blocks on sheets, in one look."""

    def __init__(self, look: Look, maker: Maker, full: int) -> None:
        """``full``: pixels that what is wider than text may take."""
        self._look = look
        self._type = Typesetter(look.fonts)
        self._maker = maker
        self._full = full
        self._code_width = 0
        """Of the block of code above: what it prints is as wide."""

    def open_font(self) -> bool:
        """Open one of the fonts that texts need, which takes some milliseconds; False where all are open."""
        look = self._look
        body, code = round(BODY * look.scale), round(_CODE * look.scale)
        needed = [(body, Face.REGULAR, False), (body, Face.BOLD, False), (body, Face.REGULAR, True)]
        needed += [(code, Face.MONO, False), (code, Face.REGULAR, False)]
        needed += [(round(size * look.scale), Face.BOLD, False) for size in _HEADINGS.values()]
        closed = next((one for one in needed if not look.fonts.is_open(*one)), None)
        if closed is not None:
            look.fonts.face(*closed)
        return closed is not None

    def sheet(self, block: AnyBlock, width: int, is_inner: bool = False) -> Sheet:
        """A block, ``width`` pixels wide, or wider where it is no text and lies in nothing else."""
        full = width if is_inner else max(self._full, width)
        if isinstance(block, Heading):
            return self._heading(block, width)
        if isinstance(block, Paragraph):
            return self._text(block.spans, width, self._style())
        if isinstance(block, Quote):
            return self._quote(block, width)
        if isinstance(block, Items):
            return self._items(block, width)
        if isinstance(block, Table):
            return self._table(block, width, full)
        if isinstance(block, Code):
            return self._code(block, width, full)
        if isinstance(block, Card):
            return self._card(block, width)
        if isinstance(block, Embedded):
            return self._embedded(block, width, full)
        if isinstance(block, (Picture, Comment)):
            found = self._maker.embedded(block)
            return Sheet(width) if found is None else self._embedded(found, width, full)
        assert isinstance(block, Rule)
        px = self._look.px
        return Sheet(width, px(1), boxes=[Box(Rect(0, 0, width, px(1)), "line")])

    def _style(self, size: float = BODY, face: Face = Face.REGULAR, color: ColorName = "ink") -> Style:
        return Style(round(size * self._look.scale), face, color=color)

    def _text(self, spans: Spans, width: int, style: Style, leading: float = _LEADING) -> Sheet:
        sheet = Sheet(width)
        sheet.height = sheet.put_lines(self._type.lines(spans, width, style, leading), 0, 0)
        return sheet

    def _heading(self, block: Heading, width: int) -> Sheet:
        style = self._style(_HEADINGS.get(block.level, BODY), Face.BOLD)
        return self._text(block.spans, width, style, _TIGHT)

    def stacked(self, blocks: Sequence[AnyBlock], width: int) -> Sheet:
        """Blocks one below the other."""
        sheet, before = Sheet(width), None
        for block in blocks:
            inner = self.sheet(block, width, is_inner=True)
            gap = self._look.px(space_before(block, before, self._maker) * (0.7 if before is not None else 1))
            sheet.put(inner, 0, sheet.height + gap)
            sheet.height += gap + inner.height
            before = block
        return sheet

    def _quote(self, block: Quote, width: int) -> Sheet:
        """A formula, or what somebody said: on a ground of its own."""
        px = self._look.px
        pad = px(_PAD)
        inner = self.stacked(block.blocks, width - 2 * pad)
        sheet = Sheet(width, inner.height + 2 * px(12))
        sheet.boxes.append(Box(Rect(0, 0, width, sheet.height), "sunken", None, 8))
        sheet.boxes.append(Box(Rect(0, 0, px(4), sheet.height), "gold", None, 2))
        sheet.put(inner, pad, px(12))
        return sheet

    def _items(self, block: Items, width: int) -> Sheet:
        px, sheet = self._look.px, Sheet(width)
        indent = px(_INDENT)
        style = self._style()
        high = round(style.size * _LEADING)
        for number, item in enumerate(block.items):
            if number:
                sheet.height += px(7)
            inner = self.stacked(item, width - indent)
            if block.first is None:
                dot = px(5)
                box = Rect(px(10), sheet.height + (high - dot) // 2, dot, dot)
                sheet.boxes.append(Box(box, "accent", None, 2.5))
            else:
                label = self._style(BODY, Face.BOLD, "accent_text")
                line = self._type.lines((Span(f"{block.first + number}."),), indent, label, _LEADING)[0]
                sheet.lines.append((max(indent - px(8) - line.width, 0), sheet.height, line))
            sheet.put(inner, indent, sheet.height)
            sheet.height += inner.height
        return sheet

    # --- tables ---

    def _table(self, block: Table, width: int, full: int) -> Sheet:
        px = self._look.px
        pad_x, pad_y = px(_CELL_PAD[0]), px(_CELL_PAD[1])
        plain, bold = self._style(_CELL), self._style(_CELL, Face.BOLD)
        rows = [(block.head, bold), *((row, plain) for row in block.rows)]
        natural = [
            max(self._natural(cells[column], style) for cells, style in rows) + 2 * pad_x
            for column in range(len(block.head))
        ]
        widths = _shared(natural, width if sum(natural) <= width else full, px(_LEAST_COLUMN))
        sheet = Sheet(sum(widths))
        for number, (cells, style) in enumerate(rows):
            inner = [self._text(cell, wide - 2 * pad_x, style, 1.5) for cell, wide in zip(cells, widths, strict=True)]
            high = max(part.height for part in inner) + 2 * pad_y
            if number == 0:
                sheet.boxes.append(Box(Rect(0, 0, sheet.width, high), "sunken", None, 6))
            x = 0
            for part, wide, is_right in zip(inner, widths, block.is_right, strict=True):
                shift = wide - 2 * pad_x - max((line.width for _, _, line in part.lines), default=0) if is_right else 0
                sheet.put(part, x + pad_x + shift, sheet.height + pad_y)
                x += wide
            sheet.height += high
            if number:
                sheet.boxes.append(Box(Rect(0, sheet.height - px(1), sheet.width, px(1)), "line"))
        return sheet

    def _natural(self, cell: Spans, style: Style) -> int:
        """Pixels of a cell on one line."""
        return self._type.lines(cell, 1_000_000, style, 1.0)[0].width + 2

    # --- code ---

    def _code(self, block: Code, width: int, full: int) -> Sheet:
        px, look = self._look.px, self._look
        pad_x, pad_y = px(_CODE_PAD[0]), px(_CODE_PAD[1])
        size = round(_CODE * look.scale)
        is_output = self._maker.is_output(block)
        button = self._maker.copy_button(block)
        beside = px(_COPY) if button is not None else 0
        wanted = self._type.code_width(block.text, size) + 2 * pad_x + beside
        # One of two widths: blocks that are each as wide as they need make a restless page.
        sheet = Sheet(width if wanted <= width and not (is_output and self._code_width > width) else full)
        self._code_width = 0 if is_output else sheet.width
        room = sheet.width - 2 * pad_x - beside
        said, top = look.say(self._maker.code_said(block)), pad_y
        if said:
            label = self._style(Size.TINY, color="muted")
            top = sheet.put_lines(self._type.lines((Span(said),), room, label, 1.5), pad_x, px(8)) + px(2)
        lines = self._type.code(block.text, block.kind, room, size, _CODE_LEADING, "muted" if is_output else None)
        sheet.height = sheet.put_lines(lines, pad_x, top) + pad_y
        whole = Rect(0, 0, sheet.width, sheet.height)
        if is_output:
            sheet.boxes += [Box(whole, "panel", "line", 8)]
        else:
            sheet.boxes.append(Box(whole, "sunken", "line", 8))
        if button is not None:
            side = px(_COPY)
            sheet.widgets.append((Rect(sheet.width - side - px(6), px(6), side, side), button))
        return sheet

    # --- others ---

    def _card(self, block: Card, width: int) -> Sheet:
        px = self._look.px
        pad = px(22)
        inner = self.stacked(block.blocks, width - 2 * pad)
        sheet = Sheet(width, inner.height + 2 * px(20))
        color = self._maker.card_color(block.kind)
        sheet.boxes.append(Box(Rect(0, 0, width, sheet.height), "panel", color, 12, color))
        sheet.put(inner, pad, px(20))
        return sheet

    def _embedded(self, widget: Embedded, width: int, full: int) -> Sheet:
        wanted = widget.wanted_width(self._look)
        wide = width if wanted is None else min(max(wanted, 1), full)
        sheet = Sheet(max(wide, 1), widget.height_for(self._look, wide), is_centered=True)
        sheet.widgets.append((Rect(0, 0, wide, sheet.height), widget))
        return sheet


def _shared(natural: list[int], width: int, least: int) -> list[int]:
    """Widths of columns: what they need where there is room, else less for those that need most."""
    if sum(natural) <= width:
        return natural
    widths = list(natural)
    # Those that need little get it; the others share what is left by the root of what they need.
    small = {i for i, wide in enumerate(natural) if wide <= max(width // len(natural), least)}
    rest = width - sum(natural[i] for i in small)
    roots = {i: wide**0.5 for i, wide in enumerate(natural) if i not in small}
    for i, root in roots.items():
        widths[i] = max(int(rest * root / sum(roots.values())), least)
    return widths

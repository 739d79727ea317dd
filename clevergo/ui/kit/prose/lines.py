"""Breaking a text of several kinds into lines, and drawing them.

Lines break at spaces and between Chinese characters, but never before what closes or after what opens. What is
emphasized is slanted, and Chinese, which knows no italics, gets a dot below each character.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import pygame
from pygame import Rect, Surface

from clevergo.ui.kit.assets import Face, Fonts
from clevergo.ui.kit.look import DrawnText, Look
from clevergo.ui.kit.prose.code import colored
from clevergo.ui.kit.prose.markdown import Span, is_wide
from clevergo.ui.kit.theme import ColorName

_NEVER_FIRST = frozenset("，。、；：！？）》】」』”’…—·％%,.;:!?)]}")
_NEVER_LAST = frozenset("（《【「『“‘([{")
_HANGING = frozenset("，。、；：！？")
"""Signs whose right half is empty: they may stand over the edge."""
_LONG_WORD = 16
"""Letters from which a word may break at its own signs: a path, a command."""
_JOINTS = "/-_.:=,"
_CODE_SIZE = 0.9
"""Of the text around it."""
_LIFT = 0.056
"""Noto's glyphs sit this part of an em below the middle of their line."""


@dataclass(frozen=True)
class Style:
    """How a stretch of text looks."""

    size: int
    """Pixels."""
    face: Face = Face.REGULAR
    is_slanted: bool = False
    is_dotted: bool = False
    """Whether each character has a dot below."""
    color: ColorName = "ink"
    """A field of the palette."""
    is_chip: bool = False
    """Whether it stands on a ground of its own, as code in a sentence does."""
    link: str = ""


@dataclass
class Run:
    """A stretch of a line in one style."""

    text: str
    x: int
    """From the line's left end, pixels."""
    width: int
    style: Style
    surface: Surface | None = None
    """The text as it is drawn; None until it is wanted (:meth:`Line.prepare`)."""


@dataclass
class Line:
    """A line as it is drawn."""

    runs: list[Run] = field(default_factory=list)
    width: int = 0
    height: int = 0
    """From this line to the next, pixels."""

    @property
    def is_ready(self) -> bool:
        """Whether it can be drawn at once."""
        return all(run.surface is not None for run in self.runs)

    def prepare(self, look: Look) -> None:
        """Make what is drawn."""
        for run in self.runs:
            if run.surface is None:
                font = _font(look.fonts, run.style)
                run.surface = font.render(run.text, True, look.palette.named(run.style.color))

    def forget(self) -> None:
        """Free what is drawn; it can be made again."""
        for run in self.runs:
            run.surface = None

    def draw(self, surface: Surface, look: Look, x: int, y: int, pointed: str = "") -> None:
        """Draw what has been prepared; ``pointed``: the link under the pointer."""
        # Grounds first: they reach a little below the letters beside them.
        for run in self.runs:
            if run.style.is_chip:
                look.rounded(surface, self._chip(look, run, x, y), 4, look.palette.sunken)
        for run in self.runs:
            self._draw_run(surface, look, run, x, y, bool(pointed) and pointed == run.style.link)

    def _middle(self, style: Style, y: int) -> float:
        return y + self.height / 2 - _LIFT * style.size

    def _chip(self, look: Look, run: Run, x: int, y: int) -> Rect:
        """The ground that code in a sentence stands on."""
        size, high = run.style.size, round(run.style.size * 1.5)
        top = round(self._middle(run.style, y) - high / 2 + size * 0.04)
        return Rect(x + run.x - look.px(3), top, run.width + look.px(6), high)

    def _draw_run(self, surface: Surface, look: Look, run: Run, x: int, y: int, is_pointed: bool) -> None:
        style, palette = run.style, look.palette
        left = x + run.x
        middle = self._middle(style, y)
        if look.drawn is not None and run.text.strip():
            box = Rect(left, y, run.width, self.height)
            look.drawn.append(DrawnText(run.text, box, box, False, palette.named(style.color)))
        if run.surface is None:
            return
        top = round(middle - run.surface.get_height() / 2)
        surface.blit(run.surface, (left, top))
        if style.is_dotted:
            self._draw_dots(surface, look, run, left, round(middle + style.size * 0.66))
        if style.link:
            under = round(middle + style.size * 0.62)
            color = palette.jade_text if is_pointed else palette.line
            surface.fill(color, Rect(left, under, run.width, look.px(1)).clip(surface.get_clip()))

    @staticmethod
    def _draw_dots(surface: Surface, look: Look, run: Run, left: int, y: int) -> None:
        font, radius = _font(look.fonts, run.style), max(1.2, run.style.size * 0.07)
        color = look.palette.named(run.style.color)
        for at, letter in enumerate(run.text):
            if not letter.isspace() and letter not in _NEVER_FIRST and letter not in _NEVER_LAST:
                middle = left + font.size(run.text[:at])[0] + font.size(letter)[0] // 2
                look.disc(surface, (middle, y), radius, color)


def _font(fonts: Fonts, style: Style) -> pygame.font.Font:
    return fonts.face(style.size, style.face, style.is_slanted)


class Typesetter:
    """Breaks texts into lines, by the fonts of one look."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._widths: dict[tuple[int, Face, bool], dict[str, int]] = {}

    def width(self, text: str, style: Style) -> int:
        """Pixels of a short text; what was measured once is remembered."""
        known = self._widths.setdefault((style.size, style.face, style.is_slanted), {})
        found = known.get(text)
        if found is None:
            found = known[text] = self._run_width(text, style)
        return found

    # --- sentences ---

    def lines(self, spans: Sequence[Span], width: int, base: Style, leading: float) -> list[Line]:
        """The lines of a paragraph.

        Args:
            width: pixels a line may take.
            base: how plain text looks.
            leading: from one line to the next, by the size of the text.
        """
        height, lines = round(base.size * leading), []
        row: list[tuple[str, Style]] = []
        used = 0
        for unit in self._units(spans, base):
            for part in [unit] if self._unit_width(unit) <= width else self._parted(unit, width):
                if row and used + self._tight_width(part) > width:
                    lines.append(self._line(row, height))
                    row, used = [], 0
                row += part
                used += self._unit_width(part)
        if row or not lines:
            lines.append(self._line(row, height))
        return lines

    def _units(self, spans: Sequence[Span], base: Style) -> Iterator[list[tuple[str, Style]]]:
        """What stays on one line, each with its styles: a word, a Chinese character with the signs that cling to it."""
        letters = [(letter, style) for span in spans for letter, style in _styled(span, base)]
        unit: list[tuple[str, Style]] = []
        text, style = "", base
        length = 0
        for at, (letter, own) in enumerate(letters):
            if own != style and text:
                unit.append((text, style))
                text = ""
            text, style = text + letter, own
            length += 1
            after = letters[at + 1][0] if at + 1 < len(letters) else " "
            if _may_break(letter, after, length):
                unit.append((text, style))
                yield unit
                unit, text, length = [], "", 0
        if text:
            unit.append((text, style))
        if unit:
            yield unit

    def _unit_width(self, unit: list[tuple[str, Style]]) -> int:
        return sum(self.width(text, style) for text, style in unit)

    def _tight_width(self, unit: list[tuple[str, Style]]) -> int:
        """What it takes at the end of a line: no space, and half of a sign that is half empty."""
        text, style = unit[-1]
        wide = self._unit_width(unit)
        if text.endswith(" "):
            return wide - self.width(text, style) + self.width(text.rstrip(" "), style)
        return wide - style.size // 2 if text[-1:] in _HANGING else wide

    def _parted(self, unit: list[tuple[str, Style]], width: int) -> list[list[tuple[str, Style]]]:
        """A word that is longer than a line, in parts that are not."""
        parts: list[list[tuple[str, Style]]] = []
        for text, style in unit:
            piece = ""
            for letter in text:
                if piece and self.width(piece + letter, style) > width:
                    parts.append([(piece, style)])
                    piece = ""
                piece += letter
            parts.append([(piece, style)])
        return parts

    def _line(self, row: list[tuple[str, Style]], height: int) -> Line:
        """Neighbors of one style as one run, no space at the end."""
        joined: list[tuple[str, Style]] = []
        for text, style in row:
            if joined and joined[-1][1] == style:
                joined[-1] = (joined[-1][0] + text, style)
            else:
                joined.append((text, style))
        if joined:
            joined[-1] = (joined[-1][0].rstrip(" "), joined[-1][1])
        line, x = Line(height=height), 0
        for text, style in joined:
            wide = self._run_width(text, style)
            if text:
                line.runs.append(Run(text, x, wide, style))
            x += wide
        line.width = x
        return line

    # --- code ---

    def code(
        self, text: str, kind: str, width: int, size: int, leading: float, color: ColorName | None = None
    ) -> list[Line]:
        """The lines of code, every letter in a cell; longer ones go on below, a little further in.

        ``color``: draw all of it so, a field of the palette.
        """
        cell = self.width("0", Style(size, Face.MONO))
        room = max(width // cell, 8)
        height = round(size * leading)
        stretches = [(text, color)] if color is not None else colored(text, kind)
        return [self._code_line(row, cell, size, height) for row in _wrapped(_rows(stretches), room)]

    def code_width(self, text: str, size: int) -> int:
        """Pixels that the longest line of code takes."""
        cell = self.width("0", Style(size, Face.MONO))
        return cell * max((sum(_cells(letter) for letter in line) for line in text.splitlines()), default=0)

    def _code_line(self, row: list[tuple[str, ColorName]], cell: int, size: int, height: int) -> Line:
        line, column = Line(height=height), 0
        for (color, is_chinese), group in itertools.groupby(row, lambda one: (one[1], is_wide(one[0]))):
            text = "".join(letter for letter, _ in group)
            style = Style(size, Face.REGULAR if is_chinese or not _has(text) else Face.MONO, color=color)
            if text.strip():
                line.runs.append(Run(text, column * cell, self._run_width(text, style), style))
            column += sum(_cells(letter) for letter in text)
        line.width = column * cell
        return line

    def _run_width(self, text: str, style: Style) -> int:
        """As upright letters have it: slanted ones lean over what follows."""
        return int(self._fonts.face(style.size, style.face).size(text)[0])


def _styled(span: Span, base: Style) -> Iterator[tuple[str, Style]]:
    """The letters of a span, each with how it looks."""
    color: ColorName = "jade_text" if span.link else base.color
    if span.is_code:
        mono = Style(round(base.size * _CODE_SIZE), Face.MONO, False, False, color, True, span.link)
        chinese = Style(mono.size, Face.REGULAR, False, False, color, True, span.link)
        for letter in span.text:
            yield letter, mono if _has(letter) else chinese
        return
    face = Face.BOLD if span.is_strong or base.face is Face.BOLD else Face.REGULAR
    plain = Style(base.size, face, False, False, color, False, span.link)
    slanted = Style(base.size, face, True, False, color, False, span.link)
    dotted = Style(base.size, face, False, True, color, False, span.link)
    for letter in span.text:
        yield letter, plain if not span.is_stressed else dotted if is_wide(letter) else slanted


def _may_break(here: str, after: str, length: int) -> bool:
    """Whether a line may end between two letters, the first of which is the unit's ``length``-th."""
    if after == " ":
        return False
    if here == " ":
        return True
    if after in _NEVER_FIRST or here in _NEVER_LAST:
        return False
    if is_wide(here) or is_wide(after):
        return True
    return here in _JOINTS and length >= _LONG_WORD


_TABLE_LINES = range(0x2500, 0x2580)


def _has(text: str) -> bool:
    """Whether the face of code has a text's letters."""
    return all(ord(letter) < 0x7F or 0xA0 <= ord(letter) <= 0xFF or ord(letter) in _TABLE_LINES for letter in text)


def _cells(letter: str) -> int:
    return 2 if is_wide(letter) else 1


def _rows(stretches: Iterable[tuple[str, ColorName]]) -> Iterator[list[tuple[str, ColorName]]]:
    """Colored stretches as lines of letters, each with its color."""
    row: list[tuple[str, ColorName]] = []
    for text, color in stretches:
        for letter in text:
            if letter == "\n":
                yield row
                row = []
            else:
                row.append((letter, color))
    yield row


def _wrapped(rows: Iterable[list[tuple[str, ColorName]]], room: int) -> Iterator[list[tuple[str, ColorName]]]:
    """Rows of at most ``room`` cells; what goes on is indented two further than its line."""
    for row in rows:
        rest, indent = row, len(row) - len("".join(letter for letter, _ in row).lstrip())
        hanging: list[tuple[str, ColorName]] = [(" ", "ink")] * min(indent + 2, room // 2)
        while sum(_cells(letter) for letter, _ in rest) > room:
            cells = list(itertools.accumulate(_cells(letter) for letter, _ in rest))
            end = max(next(i for i, used in enumerate(cells) if used > room), 1)
            spaces = [i for i in range(len(hanging) + 1, end) if rest[i][0] == " "]
            end = spaces[-1] + 1 if spaces else end
            yield rest[:end]
            rest = hanging + rest[end:]
        yield rest

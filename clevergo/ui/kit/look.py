"""How things look right now: palette, fonts, language and scale, and the drawing that depends on them.

A :class:`Look` is made anew when any of the four changes; its caches die with it. It draws text, rounded shapes,
shadows and icons. Every text goes through :meth:`Look.text`, so that a test can ask for all of them.
"""

from __future__ import annotations

import bisect
import enum
import math
import re
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import pygame
from pygame import Rect, Surface

from clevergo.ui.kit import shapes
from clevergo.ui.kit.icons import Icon, draw_icon
from clevergo.ui.kit.kept import Pictures, remembered
from clevergo.ui.kit.theme import Palette, Rgb, Size
from clevergo.ui.strings import Strings, Wording

if TYPE_CHECKING:
    from clevergo.ui.kit.assets import Fonts

Words: TypeAlias = Wording | str | Callable[[Strings], str]
"""Something to say: a row of the strings table, a finished text (a name), or a text made when it is drawn."""

ELLIPSIS = "…"
_PATH = re.compile(r"\S*[/\\]\S+")
"""Where a file lies, as a word in a sentence: its end, which names the file, says most."""
_DOT = "·"
_CHANGES_ANOTHER = ("Mn", "Me", "Sk")
"""Accents and skin colors, as Unicode sorts them."""
_KEPT_TEXTS = 600
_KEPT_PARAGRAPHS = 100
_KEPT_LINES = _KEPT_TEXTS, 4_000_000
"""How many pictures, and their bytes at normal size; a window of 1280x720 has 3.7 million."""
_KEPT_SHAPES = 400, 8_000_000
_KEPT_BOXES = 200, 4_000_000
_LARGEST_KEPT_BOX = 20_000
"""Pixels of a box that is drawn at once."""
_OPTICAL_LIFT = 0.056
"""Noto's glyphs sit this part of an em below the middle of their line."""
_SMALLEST_SHARE = 0.6
"""Of its size, to which a line is made smaller before it is shortened."""
_MAX_DRAWN = 400
"""Letters of one line looked at; no line of the window is as long."""
_MAX_WRAPPED = 4000
"""Letters of a text of many lines."""


def say(strings: Strings, words: Words) -> str:
    """The words as text."""
    said: str = strings.said(words)
    return said


class Align(enum.Enum):
    """Where a text stands in its rectangle; always in the middle of its height."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


@dataclass(frozen=True)
class DrawnText:
    """A text as it was drawn, for tests and for the map of the window."""

    text: str
    ink: Rect
    """Where its pixels are."""
    box: Rect
    """Where they were meant to be."""
    is_cut: bool
    """Whether it was shortened to fit."""
    color: Rgb


class Look:
    """Palette, fonts, language and scale, and drawing in them."""

    def __init__(self, palette: Palette, fonts: Fonts, strings: Strings, scale: float) -> None:
        self.palette = palette
        self.fonts = fonts
        self.strings = strings
        self.scale = scale
        self.drawn: list[DrawnText] | None = None
        """Where to note every text drawn, and draw no boxes: who notes looks at no pixels. None notes nothing."""
        self._lines = Pictures(*_KEPT_LINES)
        self._widths: OrderedDict[tuple[str, int, bool], int] = OrderedDict()
        self._fitted: OrderedDict[tuple[str, int, int, bool], tuple[str, int, bool]] = OrderedDict()
        self._wrapped: OrderedDict[tuple[str, int, int, int], list[str]] = OrderedDict()
        self._shapes = Pictures(*_KEPT_SHAPES)
        self._boxes = Pictures(*_KEPT_BOXES)

    def px(self, units: float) -> int:
        """Logical units as whole pixels, at least one for anything above zero."""
        return max(round(units * self.scale), 1) if units > 0 else round(units * self.scale)

    def say(self, words: Words) -> str:
        """The words as text in the current language."""
        return say(self.strings, words)

    def forget(self) -> None:
        """Let go of every picture: another look has taken this one's place, but what is hidden may still hold it."""
        for pictures in (self._lines, self._shapes, self._boxes):
            pictures.forget()

    # --- text ---

    def drawable(self, text: str, limit: int = _MAX_DRAWN) -> str:
        """The text as it can be drawn: a gentle dot for each emoji and every other letter that the font lacks."""
        kept = _clean(text, limit)
        lacking = self.fonts.lacking(kept)
        # Nothing stands for a letter that only changes the one before.
        stand_ins = {ord(c): "" if unicodedata.category(c) in _CHANGES_ANOTHER else _DOT for c in lacking}
        return kept.translate(stand_ins) if lacking else kept

    def width(self, text: str, size: int = Size.BODY, bold: bool = False) -> int:
        """How many pixels wide ``text`` is."""

        def measure() -> int:
            return int(self.fonts.get(size, bold).size(self.drawable(text))[0])

        return remembered(self._widths, (text, size, bold), measure, _KEPT_TEXTS)

    def line_height(self, size: int) -> int:
        """From one line of a paragraph to the next, in pixels."""
        return round(size * 1.5 * self.scale)

    def text(
        self,
        surface: Surface,
        words: Words,
        box: Rect,
        size: int = Size.BODY,
        color: Rgb | None = None,
        bold: bool = False,
        align: Align = Align.LEFT,
    ) -> Rect:
        """Draw one line in the middle of the box's height, smaller where it is too long, or shortened with an ellipsis.

        Returns:
            The rectangle of the line.
        """
        shown, size, is_cut = self._made_to_fit(self.say(words), box.width, size, bold)
        ink = self.palette.ink if color is None else color
        line = self._line(shown, size, bold, ink)
        em = size * self.scale
        left = {Align.LEFT: box.left, Align.RIGHT: box.right - line.get_width()}.get(
            align, box.centerx - line.get_width() // 2
        )
        top = box.top + round((box.height - line.get_height()) / 2 - _OPTICAL_LIFT * em)
        surface.blit(line, (left, top))
        if self.drawn is not None and shown.strip():
            pixels = line.get_bounding_rect().move(left, top)
            self.drawn.append(DrawnText(shown, pixels, box.copy(), is_cut, ink))
        return line.get_rect(topleft=(left, top))

    def _made_to_fit(self, text: str, width: int, size: int, bold: bool) -> tuple[str, int, bool]:
        """What of a text is drawn in so many pixels, its size, and whether some of it is missing.

        Remembered, because the same texts are drawn picture after picture.
        """

        def fit() -> tuple[str, int, bool]:
            whole = self.drawable(text)
            smaller = self._size_for(whole, width, size, bold)
            shown = self.fitted(whole, width, smaller, bold)
            return shown, smaller, shown != whole

        return remembered(self._fitted, (text, width, size, bold), fit, _KEPT_TEXTS)

    def _size_for(self, text: str, width: int, size: int, bold: bool) -> int:
        """A little smaller where a line then fits: a language's words may be longer than their place."""
        sizes = range(size, math.ceil(size * _SMALLEST_SHARE) - 1, -1)
        return next((one for one in sizes if self.fonts.get(one, bold).size(text)[0] <= width), size)

    def fits(self, text: str, width: int, size: int, bold: bool = False) -> bool:
        """Whether :meth:`text` would draw all of it, smaller if need be, in so many pixels."""
        return int(self.fonts.get(self._size_for(text, width, size, bold), bold).size(text)[0]) <= width

    def fitted(self, text: str, width: int, size: int, bold: bool = False) -> str:
        """``text``, or as much of its beginning as fits into ``width`` pixels with an ellipsis; of a path, its end."""
        font = self.fonts.get(size, bold)
        if font.size(text)[0] <= width:
            return text
        if _PATH.fullmatch(text.strip()):
            text = text.strip()
            cut = bisect.bisect_left(
                range(1, len(text)), True, key=lambda n: font.size(ELLIPSIS + text[n:])[0] <= width
            )
            return ELLIPSIS + text[cut + 1 :] if cut + 1 < len(text) else ""
        # The longest beginning that fits.
        longest = bisect.bisect_right(
            range(1, len(text) + 1), width, key=lambda n: font.size(text[:n].rstrip() + ELLIPSIS)[0]
        )
        kept = text[:longest].rstrip() + ELLIPSIS
        return kept if font.size(kept)[0] <= width else ""

    def wrapped(self, text: str, width: int, size: int, max_lines: int = 99, bold: bool = False) -> list[str]:
        """The lines of a text: where it begins a new one, at spaces, and anywhere between Chinese characters."""
        key = text, width, size, max_lines, bold
        wrap = lambda: self._wrap(text, width, size, max_lines, bold)  # noqa: E731
        return [*remembered(self._wrapped, key, wrap, _KEPT_PARAGRAPHS)]

    def _wrap(self, text: str, width: int, size: int, max_lines: int, bold: bool) -> list[str]:
        lines = []
        for part in text[:_MAX_WRAPPED].splitlines() or [""]:
            lines += self._broken(part, width, size, bold)
        if len(lines) > max_lines:
            lines = [*lines[: max_lines - 1], " ".join(lines[max_lines - 1 :])]
        return [self.fitted(line, width, size, bold) for line in lines]

    def _broken(self, text: str, width: int, size: int, bold: bool) -> list[str]:
        font = self.fonts.get(size, bold)
        lines, line = [], ""
        for piece in _pieces(self.drawable(text, limit=_MAX_WRAPPED)):
            if line and font.size((line + piece).rstrip())[0] > width:
                lines.append(line.rstrip())
                line = piece.lstrip()
            else:
                line += piece
        lines.append(line.rstrip())
        return lines

    def paragraph(
        self,
        surface: Surface,
        words: Words,
        box: Rect,
        size: int = Size.BODY,
        color: Rgb | None = None,
        align: Align = Align.LEFT,
        bold: bool = False,
    ) -> int:
        """Draw as many lines as the box holds, from its top; returns the height used in pixels."""
        height, text = self.line_height(size), self.say(words)
        room = max(box.height // height, 1)
        lines = self.wrapped(text, box.width, size, room, bold)
        for i, line in enumerate(lines):
            self.text(surface, line, Rect(box.left, box.top + i * height, box.width, height), size, color, bold, align)
        if self.drawn and len(self.wrapped(text, box.width, size, bold=bold)) > room:
            self.drawn[-1] = replace(self.drawn[-1], is_cut=True)
        return len(lines) * height

    # --- shapes ---

    def rounded(
        self, surface: Surface, rect: Rect, radius: float, fill: Rgb | None, border: Rgb | None = None, width: float = 1
    ) -> None:
        """A rounded rectangle, smooth at any size; ``radius`` and border ``width`` in logical units.

        A small one is kept as it is, because putting it together from its nine parts takes longer than to draw it.
        """
        if self.drawn is not None:
            return
        pixels = min(self.px(radius), rect.width // 2, rect.height // 2)
        line = self.px(width) if border is not None else 0
        kind = ("rounded", pixels, fill, border, line)
        piece = self.kept(kind, lambda: shapes.tile(pixels, fill, border, line))
        if rect.width * rect.height > _LARGEST_KEPT_BOX:
            shapes.stretch(surface, piece, rect)
        else:
            whole = self._boxes.get((kind, rect.size), lambda: shapes.stretched(piece, rect.size), self.scale)
            surface.blit(whole, rect)

    def shadow(self, surface: Surface, rect: Rect, radius: float, spread: float, strength: float = 1.0) -> None:
        """A soft shadow around and a little below ``rect``, on which something opaque is about to be drawn.

        What that hides anyway is left out: with it, shadows were a quarter of all drawing.
        """
        if self.drawn is not None:
            return
        pixels, soft = self.px(radius), self.px(spread)
        alpha = round(self.palette.shadow_alpha * strength)
        color = self.palette.shadow
        piece = self.kept(("shadow", pixels, soft, alpha), lambda: shapes.shadow_tile(pixels, soft, color, alpha))
        shapes.stretch(surface, piece, rect.inflate(2 * soft, 2 * soft).move(0, soft // 3), has_middle=False)

    def disc(
        self, surface: Surface, center: tuple[int, int], radius: float, fill: Rgb | None, border: Rgb | None = None
    ) -> None:
        """A smooth disc or ring; ``radius`` in pixels."""
        line = self.px(2) if border is not None else 0
        piece = self.kept(("disc", radius, fill, border, line), lambda: shapes.disc(radius, fill, border, line))
        surface.blit(piece, piece.get_rect(center=center))

    def dial(
        self, surface: Surface, center: tuple[int, int], radius: float, share: float, color: Rgb, track: Rgb
    ) -> None:
        """A thin ring that fills clockwise from the top; ``radius`` in pixels, ``share`` 0 to 1."""
        line = self.scale * 2.0
        piece = self.kept(
            ("dial", radius, share, color, track, line), lambda: shapes.dial(radius, share, color, track, line)
        )
        surface.blit(piece, piece.get_rect(center=center))

    def icon(self, surface: Surface, icon: Icon, box: Rect, color: Rgb, size: float = 18) -> None:
        """An icon of ``size`` logical units in the middle of ``box``."""
        pixels = self.px(size)
        piece = self.kept(("icon", icon, pixels, color), lambda: draw_icon(icon, pixels, color))
        surface.blit(piece, piece.get_rect(center=box.center))

    def kept(self, key: tuple[object, ...], make: Callable[[], Surface]) -> Surface:
        """A surface that is costly to make, made once for this look."""
        return self._shapes.get(key, make, self.scale)

    def _line(self, text: str, size: int, bold: bool, color: Rgb) -> Surface:
        key = (text, size, bold, color)
        return self._lines.get(key, lambda: self.fonts.get(size, bold).render(text, True, color), self.scale)


def _clean(text: str, limit: int = _MAX_DRAWN) -> str:
    """Without what fonts cannot draw (control characters, lone surrogates), on one line, of bounded length."""
    kept = text[:limit]
    if kept.isprintable():
        return kept
    return "".join(" " if c in "\n\t" else c for c in kept if c.isprintable() or c in "\n\t")


def _pieces(text: str) -> Iterable[str]:
    """Where a line may break: after each space, and after each Chinese character that closes nothing."""
    piece = ""
    for here, after in zip(text, text[1:] + " ", strict=False):
        piece += here
        is_breakable = here == " " or ((_is_wide(here) or _is_wide(after)) and after not in "，。；：！？、）》”’…%")
        if is_breakable and here not in "（《“‘":
            yield piece
            piece = ""
    if piece:
        yield piece


def _is_wide(character: str) -> bool:
    return bool(character) and ord(character) >= 0x2E80


def smooth_line(surface: Surface, points: list[tuple[float, float]], color: Rgb, width: float) -> None:
    """A thick polyline with round joints, without the steps pygame's own have; all lengths in pixels."""
    if len(points) < 2:
        return
    margin = width + 2
    left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
    right, bottom = max(x for x, _ in points) + margin, max(y for _, y in points) + margin
    left, top = int(left), int(top)
    size = (int(right) - left + 1, int(bottom) - top + 1)
    factor = 3
    large = Surface((size[0] * factor, size[1] * factor), pygame.SRCALPHA)
    large.fill((*color, 0))
    scaled = [((x - left) * factor, (y - top) * factor) for x, y in points]
    shapes.thick_line(large, scaled, width * factor, color)
    surface.blit(pygame.transform.smoothscale(large, size), (left, top))

"""What posters are drawn with: paper and frame, headlines that always fit, faces, boards, and the program's name."""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from clevergo.games.grid import Grid
from clevergo.locale import Language
from clevergo.ui.board.art import BoardArt
from clevergo.ui.board.view import BoardPicture, BoardView
from clevergo.ui.kit.assets import Fonts, window_icon
from clevergo.ui.kit.base import cut_bottom, cut_left, inset
from clevergo.ui.kit.look import ELLIPSIS, Align, Look, Words
from clevergo.ui.kit.theme import DARK, LIGHT, Rgb, Size, mix
from clevergo.ui.strings import ShareText, Strings

SCALE = 2.0
"""Pixels for a logical unit: a poster is looked at on telephones, too."""
TALL, SQUARE, WIDE = (600, 750), (600, 600), (600, 315)
"""Logical units: a picture that fills a telephone, one for every place, and one that stands above a link."""
_EDGE, _PAD, _FOOT = 14, 34, 44
_LEADING = 1.25
_BROKEN_BELOW = 0.8
"""A headline is broken only once it has become smaller than this part of its size."""


@dataclass(frozen=True)
class Headline:
    """Bold words, broken into lines."""

    lines: tuple[str, ...]
    size: int
    height: int
    """Of all lines, in pixels."""


@dataclass(frozen=True)
class Easel:
    """Colors, fonts and words of one picture."""

    look: Look
    art: BoardArt

    @classmethod
    def of(cls, language: str, is_dark: bool, scale: float = SCALE) -> Easel:
        """In a language, by its code, and in the colors of the day or of the night."""
        pygame.font.init()
        fonts = Fonts(scale)
        look = Look(DARK if is_dark else LIGHT, fonts, Strings(Language(language)), scale)
        return cls(look, BoardArt(fonts, is_dark))

    # --- the sheet ---

    def sheet(self, size: tuple[int, int]) -> tuple[Surface, Rect]:
        """Empty paper with its frame and its foot, and where there is room to draw."""
        look, palette = self.look, self.look.palette
        surface = Surface((look.px(size[0]), look.px(size[1])))
        surface.fill(mix(palette.ground, palette.gold, 0.16 if palette.is_dark else 0.30))
        card = inset(surface.get_rect(), look.px(_EDGE))
        look.shadow(surface, card, 16, 14, 0.9)
        look.rounded(surface, card, 16, palette.panel, mix(palette.line, palette.gold, 0.35))
        inner = inset(card, look.px(_PAD - _EDGE + 6), look.px(_PAD - _EDGE))
        inner, foot = cut_bottom(inner, look.px(_FOOT), look.px(10))
        self._draw_foot(surface, foot)
        return surface, inner

    def _draw_foot(self, surface: Surface, foot: Rect) -> None:
        look, palette = self.look, self.look.palette
        surface.fill(palette.line, Rect(foot.left, foot.top, foot.width, look.px(1)))
        row = Rect(foot.left, foot.top + look.px(11), foot.width, foot.height - look.px(11))
        side = look.px(28)
        seal = look.kept(("seal", side), lambda: window_icon(look.fonts, side))
        box, rest = cut_left(row, side, look.px(10))
        surface.blit(seal, seal.get_rect(center=box.center))
        name = look.strings.get(ShareText.PROGRAM)
        words = look.width(name, Size.BODY, True) + look.px(12)
        left, right = cut_left(rest, words)
        look.text(surface, name, left, Size.BODY, palette.ink, True)
        look.text(surface, ShareText.MADE_WITH, right, Size.SMALL, palette.muted, False, Align.RIGHT)

    # --- words ---

    def headline_in(self, words: Words, box: Rect, sizes: tuple[int, int]) -> Headline:
        """Bold words as large as fit, from the larger of ``sizes`` to the smaller; small ones on several lines."""
        look = self.look
        text = look.drawable(look.say(words))
        for size in range(sizes[0], sizes[1] - 1, -1):
            lines, height = self._lines(text, box.width, size), round(size * _LEADING * look.scale)
            is_small = size <= _BROKEN_BELOW * sizes[0]
            if len(lines) == 1 or (is_small and len(lines) * height <= box.height):
                return Headline(tuple(lines), size, len(lines) * height)
        # Too long even so: the rest of it is left to the ellipsis.
        most = max(box.height // height, 1)
        kept = (*lines[: most - 1], "".join(lines[most - 1 :]))
        return Headline(kept, size, len(kept) * height)

    def headline(self, surface: Surface, head: Headline, box: Rect, color: Rgb, align: Align = Align.LEFT) -> None:
        """Draw one that was made for a box of that width."""
        height = head.height // len(head.lines)
        for i, line in enumerate(head.lines):
            row = Rect(box.left, box.top + i * height, box.width, height)
            self.look.text(surface, line, row, head.size, color, True, align)

    def _lines(self, text: str, width: int, size: int) -> list[str]:
        """The text broken at spaces, and within a word that is wider than a line."""
        font, lines, rest = self.look.fonts.get(size, True), [], text
        while rest:
            most = next((n for n in range(len(rest), 0, -1) if font.size(rest[:n].rstrip())[0] <= width), 1)
            space = rest.rfind(" ", 0, most + 1)
            cut = most if most == len(rest) or space <= 0 else space
            lines.append(rest[:cut].strip())
            rest = rest[cut:].strip()
        return lines or [ELLIPSIS]

    # --- what stands for somebody, and boards ---

    def board(self, surface: Surface, box: Rect, picture: BoardPicture) -> Rect:
        """A board with its shadow in the middle of the box; where its wood lies."""
        view = BoardView(self.art)
        view.set_rect(box, Grid(*picture.board.stones.shape))
        self.look.shadow(surface, view.rect, 4, 8)
        view.draw(surface, picture)
        return view.rect

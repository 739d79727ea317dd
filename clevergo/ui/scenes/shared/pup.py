"""The pup that teaches: its face, and a bubble with what it says and what it asks."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from clevergo.ui.kit.base import Group, Shown, Widget, cut_left, cut_top, inset
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Panel, Paragraph
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Rgb, Size, mix
from clevergo.ui.scenes.kennel.portrait import draw_face, face_of

_HOPS, _HOP_SECONDS, _HOP = 3, 0.26, 9
"""How often it hops, how long each lasts, and how high the first is, in logical units."""
_FACE, _SMALL_FACE = 76, 52
_POINTER = 9
_ICON = 26


class Tone(enum.Enum):
    """How something is said."""

    ASKING = "asking"
    RIGHT = "right"
    WRONG = "wrong"


_ICONS = {Tone.ASKING: Icon.PLAY, Tone.RIGHT: Icon.CHECK, Tone.WRONG: Icon.INFO}


class Pup(Widget):
    """A dog's face; it hops where something went right, and keeps a jade ring while that is seen."""

    is_glad = Shown(False)
    """Whether it has the ring."""
    reach = 2 * _HOP

    def __init__(self, dog: str) -> None:
        super().__init__()
        self._face = face_of(dog)
        self._hopped = _HOPS * _HOP_SECONDS
        """Seconds since it began to hop."""

    def hop(self) -> None:
        """Something went right."""
        self._hopped = 0.0
        self.animate()

    def update(self, dt: float) -> bool:
        self._hopped += dt
        self.invalidate()
        return self._hopped < _HOPS * _HOP_SECONDS

    def draw(self, surface: Surface, look: Look) -> None:
        diameter = min(self.rect.size)
        face = look.kept(("pup", self._face, diameter), lambda: draw_face(self._face, diameter, look.palette.is_dark))
        center = self.rect.centerx, self.rect.centery - self._height(look)
        surface.blit(face, face.get_rect(center=center))
        if self.is_glad:
            look.disc(surface, center, diameter / 2 + look.px(2), None, look.palette.jade)

    def _height(self, look: Look) -> int:
        """Pixels above the ground; each hop is half as high as the one before."""
        hop, part = divmod(self._hopped / _HOP_SECONDS, 1.0)
        return 0 if hop >= _HOPS else round(look.px(_HOP) * math.sin(math.pi * part) / 2**hop)


class Block(Group):
    """What is asked, or what has come of it: an icon and a sentence on a ground of its own."""

    tone = Shown[Tone](Tone.ASKING)
    """How it is said."""

    def __init__(self) -> None:
        super().__init__()
        self._words = Paragraph("")
        self.add(self._words)

    def say(self, words: Words, tone: Tone) -> None:
        """Say something else."""
        self._words.words, self.tone = words, tone

    def needed_height(self, look: Look, width: int, words: Sequence[Words] = ()) -> int:
        """Pixels high enough for what it says, or for any of these sentences."""
        room = width - 2 * look.px(12) - look.px(_ICON)
        lines = max(len(look.wrapped(look.say(each), room, Size.BODY)) for each in words or (self._words.words,))
        return lines * look.line_height(Size.BODY) + 2 * look.px(10)

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = inset(rect, look.px(12), look.px(10))
        self._words.place(cut_left(inner, look.px(_ICON))[1], look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        color: Rgb = {Tone.ASKING: palette.accent, Tone.RIGHT: palette.jade, Tone.WRONG: palette.gold}[self.tone]
        look.rounded(surface, self.rect, 9, mix(palette.panel, color, 0.12), mix(palette.panel, color, 0.45))
        inner = inset(self.rect, look.px(12), look.px(10))
        line = Rect(inner.left, inner.top, look.px(16), look.line_height(Size.BODY))
        look.icon(surface, _ICONS[self.tone], line, color, 16)


class Speech(Group):
    """Who teaches, where one is, what is taught, and below it what is asked or what has come of it."""

    def __init__(self, dog: str) -> None:
        super().__init__()
        self.pup = Pup(dog)
        self._above = Label("", Size.SMALL, color="muted")
        self._title = Label("", Size.TITLE, bold=True)
        self._bubble = Panel()
        self._said = Paragraph("")
        self._block = Block()
        self._may_say: Sequence[Words] = ("",)
        self._bubble.add(self._said, self._block)
        self.add(self.pup, self._above, self._title, self._bubble)

    def teach(self, above: Words, title: Words, said: Words, may_say: Sequence[Words]) -> None:
        """Something else is taught; ``may_say``: every sentence that may have to stand below it, for the room."""
        self._above.words, self._title.words, self._said.words = above, title, said
        self._may_say = may_say
        self.place_again()

    def say(self, words: Words, tone: Tone) -> None:
        """What is asked, or what has come of it."""
        self._block.say(words, tone)
        self.place_again()

    @property
    def bottom(self) -> int:
        """Where what is said ends, in pixels from the window's upper edge."""
        return self._bubble.rect.bottom

    def needed_height(self, look: Look, width: int, is_low: bool) -> int:
        """Pixels for all of it at that width."""
        return self._head(look, is_low) + look.px(_POINTER + 2) + self._bubble_height(look, width, self._may_say)

    @staticmethod
    def _head(look: Look, is_low: bool) -> int:
        return look.px(_SMALL_FACE if is_low else _FACE)

    def _bubble_height(self, look: Look, width: int, words: Sequence[Words] = ()) -> int:
        inner = width - 2 * look.px(16)
        said = self._said.needed_height(look, inner)
        return said + look.px(12) + self._block.needed_height(look, inner, words) + 2 * look.px(14)

    def arrange(self, rect: Rect, look: Look) -> None:
        highest, bubble = self._bubble_height(look, rect.width, self._may_say), self._bubble_height(look, rect.width)
        face = min(rect.height - highest - look.px(_POINTER + 2), look.px(_FACE))
        head, rest = cut_top(rect, face, look.px(_POINTER + 2))
        words = self.pup.place_left(head, look, face, look.px(14))
        above, title = look.line_height(Size.SMALL), look.line_height(Size.TITLE)
        top = words.centery - (above + title) // 2
        self._above.place(Rect(words.left, top, words.width, above), look)
        self._title.place(Rect(words.left, top + above, words.width, title), look)
        self._bubble.place(cut_top(rest, bubble)[0], look)
        inner = self._bubble.inner(look)
        rest = self._said.place_top(inner, look, self._said.needed_height(look, inner.width), look.px(12))
        self._block.place(rest, look)

    def draw(self, surface: Surface, look: Look) -> None:
        super().draw(surface, look)
        self._draw_pointer(surface, look)

    def _draw_pointer(self, surface: Surface, look: Look) -> None:
        """From the bubble up to whoever speaks."""
        palette, half, top = look.palette, look.px(_POINTER), self._bubble.rect.top
        x = self.pup.rect.centerx
        points = [(x - half, top + 1), (x, top - half), (x + half, top + 1)]
        pygame.draw.polygon(surface, palette.panel, points)
        pygame.draw.aalines(surface, palette.line, False, points)

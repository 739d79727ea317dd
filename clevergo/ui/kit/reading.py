"""A text that may be longer than its place: the wheel scrolls it, line by line."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.kit.label import Label
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Rgb, Size

_THUMB = 3
_BESIDE = 8
"""Logical units kept free for the thumb."""


class Reading(Label):
    """Paragraphs; as many lines as fit are seen, and a thumb where there are more."""

    def __init__(self, words: Words = "", size: int = Size.SMALL, color: str = "ink", id: str = "") -> None:
        super().__init__(words, size, color=color, id=id)
        self._top = 0
        """Lines scrolled."""

    def tell(self, words: Words) -> None:
        """Say something else, from its beginning."""
        self._top = 0
        self.words = words

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels high enough for every line at that width."""
        return len(self._wrapped(look, width)) * look.line_height(self._size)

    def wheel(self, steps: int) -> bool:
        root = self.root
        if root is None or not self._end(root.look):
            return False
        self._top = max(0, min(self._top - steps, self._end(root.look)))
        self.invalidate()
        return True

    def draw(self, surface: Surface, look: Look) -> None:
        color: Rgb = getattr(look.palette, self.color)
        height, lines = look.line_height(self._size), self._wrapped(look, self.rect.width)
        end = self._end(look)
        top = min(self._top, end)
        for i, line in enumerate(lines[top : top + self._room(look)]):
            box = Rect(self.rect.left, self.rect.top + i * height, self.rect.width, height)
            look.text(surface, line, box, self._size, color)
        if end:
            long = max(self.rect.height * self._room(look) // len(lines), look.px(16))
            y = self.rect.top + (self.rect.height - long) * top // end
            look.rounded(
                surface, Rect(self.rect.right - look.px(_THUMB), y, look.px(_THUMB), long), 1.5, look.palette.line
            )

    def _room(self, look: Look) -> int:
        return max(self.rect.height // look.line_height(self._size), 1)

    def _end(self, look: Look) -> int:
        return max(len(self._wrapped(look, self.rect.width)) - self._room(look), 0)

    def _wrapped(self, look: Look, width: int) -> list[str]:
        text = self.said(look)
        return look.wrapped(text, width - look.px(_BESIDE), self._size) if text else []

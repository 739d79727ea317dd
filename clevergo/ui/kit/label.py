"""Words that stand still or can be scrolled: labels, paragraphs, headings and the panels they stand on."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.kit.base import Group, Shown, Widget
from clevergo.ui.kit.layout import inset
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import PANEL_RADIUS, Rgb, Size

_BESIDE = 8
"""Logical units kept free for the thumb of a text that scrolls."""


class Label(Widget):
    """One line of text."""

    words = Shown[Words]()
    """What it says."""
    align = Shown[Align]()
    """Where it stands in its rectangle."""
    color = Shown[str]()
    """The palette's field it is drawn in."""

    def __init__(
        self,
        words: Words,
        size: int = Size.BODY,
        bold: bool = False,
        align: Align = Align.LEFT,
        color: str = "ink",
        id: str = "",
        tip: Words = "",
    ) -> None:
        """``color`` names a field of the palette."""
        super().__init__(id, tip)
        self.words = words
        self._size = size
        self._bold = bold
        self.align = align
        self.color = color

    def said(self, look: Look) -> str:
        return look.say(self.words)

    def draw(self, surface: Surface, look: Look) -> None:
        color: Rgb = getattr(look.palette, self.color)
        look.text(surface, self.words, self.rect, self._size, color, self._bold, self.align)


class Paragraph(Label):
    """As many lines as fit into its rectangle, from the top."""

    def draw(self, surface: Surface, look: Look) -> None:
        color: Rgb = getattr(look.palette, self.color)
        look.paragraph(surface, self.words, self.rect, self._size, color, self.align)

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels high enough for every line at that width."""
        return len(look.wrapped(look.say(self.words), width, self._size)) * look.line_height(self._size)


class Panel(Group):
    """A rounded card with a border, and what lies on it."""

    def __init__(self, id: str = "", radius: float = PANEL_RADIUS) -> None:
        super().__init__(id)
        self._radius = radius

    def draw_behind(self, surface: Surface, look: Look) -> None:
        look.rounded(surface, self.rect, self._radius, look.palette.panel, look.palette.line)

    def inner(self, look: Look, x: float = 16, y: float = 14) -> Rect:
        """The rectangle inside the margins."""
        return inset(self.rect, look.px(x), look.px(y))


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
        top = min(self._top, self._end(look))
        for i, line in enumerate(lines[top : top + self._room(look)]):
            box = Rect(self.rect.left, self.rect.top + i * height, self.rect.width, height)
            look.text(surface, line, box, self._size, color)
        self.draw_thumb(surface, look, top, self._room(look), len(lines))

    def _room(self, look: Look) -> int:
        return max(self.rect.height // look.line_height(self._size), 1)

    def _end(self, look: Look) -> int:
        return max(len(self._wrapped(look, self.rect.width)) - self._room(look), 0)

    def _wrapped(self, look: Look, width: int) -> list[str]:
        text = self.said(look)
        return look.wrapped(text, width - look.px(_BESIDE), self._size) if text else []

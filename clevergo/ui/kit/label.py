"""Words that stand still: labels, paragraphs, headings and the panels they stand on."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.kit.base import Group, Widget
from clevergo.ui.kit.layout import inset
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import PANEL_RADIUS, Rgb, Size


class Label(Widget):
    """One line of text."""

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
        self._words = words
        self._size = size
        self._bold = bold
        self._align = align
        self._color = color

    @property
    def words(self) -> Words:
        """What it says."""
        return self._words

    @words.setter
    def words(self, words: Words) -> None:
        if words != self._words:
            self._words = words
            self.invalidate()

    @property
    def align(self) -> Align:
        """Where it stands in its rectangle."""
        return self._align

    @align.setter
    def align(self, align: Align) -> None:
        if align is not self._align:
            self._align = align
            self.invalidate()

    @property
    def color(self) -> str:
        """The palette's field it is drawn in."""
        return self._color

    @color.setter
    def color(self, color: str) -> None:
        if color != self._color:
            self._color = color
            self.invalidate()

    def said(self, look: Look) -> str:
        return look.say(self._words)

    def draw(self, surface: Surface, look: Look) -> None:
        color: Rgb = getattr(look.palette, self._color)
        look.text(surface, self._words, self.rect, self._size, color, self._bold, self._align)


class Paragraph(Label):
    """As many lines as fit into its rectangle, from the top."""

    def draw(self, surface: Surface, look: Look) -> None:
        color: Rgb = getattr(look.palette, self._color)
        look.paragraph(surface, self._words, self.rect, self._size, color, self._align)

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels high enough for every line at that width."""
        return len(look.wrapped(look.say(self._words), width, self._size)) * look.line_height(self._size)


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

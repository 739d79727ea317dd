"""What is only shown: words that stand still or can be scrolled, the panels they stand on, and a bar that fills."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.kit.base import Group, Shown, Widget, inset
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import PANEL_RADIUS, ColorName, Size

_BESIDE = 8
"""Logical units kept free for the thumb of a text that scrolls."""
_SWEEP_SECONDS = 1.8
"""From the left end to the right one, of a bar that only shows that something is going on."""
_SWEEP_PART = 0.25
_SWEEP_STEPS = 48


class Label(Widget):
    """One line of text."""

    words = Shown[Words]()
    """What it says."""
    align = Shown[Align]()
    """Where it stands in its rectangle."""
    color = Shown[ColorName]()
    """The palette's field it is drawn in."""

    def __init__(
        self,
        words: Words,
        size: int = Size.BODY,
        bold: bool = False,
        align: Align = Align.LEFT,
        color: ColorName = "ink",
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
        color = look.palette.named(self.color)
        look.text(surface, self.words, self.rect, self._size, color, self._bold, self.align)


class Paragraph(Label):
    """As many lines as fit into its rectangle, from the top."""

    def draw(self, surface: Surface, look: Look) -> None:
        color = look.palette.named(self.color)
        look.paragraph(surface, self.words, self.rect, self._size, color, self.align, self._bold)

    def needed_height(self, look: Look, width: int) -> int:
        """Pixels high enough for every line at that width."""
        lines = look.wrapped(look.say(self.words), width, self._size, bold=self._bold)
        return len(lines) * look.line_height(self._size)


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

    def __init__(self, words: Words = "", size: int = Size.SMALL, color: ColorName = "ink", id: str = "") -> None:
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
        color = look.palette.named(self.color)
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


class ProgressBar(Widget):
    """A thin bar over its whole rectangle; nothing to see where nothing is under way."""

    share = Shown[float | None]()
    """How much is done, 0 to 1; None: that is not known."""
    is_busy = Shown(False)
    """Whether something is under way; a stretch glides along while nobody knows how much of it is done."""

    def __init__(self, id: str = "") -> None:
        super().__init__(id)
        self._sweep = 0.0
        """Where a busy bar's stretch is, 0 to 1."""

    def shown_changed(self) -> None:
        self.invalidate()
        if self.is_busy:
            self.animate()

    def update(self, dt: float) -> bool:
        before = self._sweep_step()
        self._sweep = (self._sweep + dt / _SWEEP_SECONDS) % 1.0
        if self.share is None and self._sweep_step() != before:
            self.invalidate()
        return self.is_busy

    def draw(self, surface: Surface, look: Look) -> None:
        if self.share is None and not self.is_busy:
            return
        rect, radius = self.rect, self.rect.height / 2
        look.rounded(surface, rect, radius / look.px(1), look.palette.line)
        start, part = 0.0, self.share
        if part is None:
            start, part = self._sweep_step() / _SWEEP_STEPS * (1 - _SWEEP_PART), _SWEEP_PART
        left, width = rect.left + round(rect.width * start), max(rect.height, round(rect.width * part))
        look.rounded(surface, Rect(left, rect.top, width, rect.height), radius / look.px(1), look.palette.jade)

    def _sweep_step(self) -> int:
        """Where the stretch is drawn: there and back, in steps, so that nothing is drawn for nothing."""
        return round((1 - abs(2 * self._sweep - 1)) * _SWEEP_STEPS)

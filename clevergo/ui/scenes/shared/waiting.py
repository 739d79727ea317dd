"""What is said in the room of something that is not there yet, or never will be, and what can be done then."""

from __future__ import annotations

from pygame import Rect

from clevergo.ui.kit.base import inset
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.label import Panel, Paragraph, ProgressBar
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size
from clevergo.ui.strings import Text

_LONG = 5.0
"""Seconds after which it is said that the first time takes longer: then much is compiled and loaded."""


class Waiting(Panel):
    """A sentence in the middle, and below it a bar or buttons; who waits long is told why that may be."""

    def __init__(self, bar: str, *buttons: Button) -> None:
        """``bar`` is the bar's id; ``buttons`` are those that may be offered, in their order."""
        super().__init__()
        self._words = Paragraph("", Size.BODY, color="muted", align=Align.CENTER)
        self._bar = ProgressBar(bar)
        self._why = Paragraph(Text.FIRST_TIME, Size.SMALL, color="muted", align=Align.CENTER)
        self._why.is_visible = False
        self._buttons = buttons
        self._waited: float | None = None
        """Seconds since the waiting began; None where nothing is waited for."""
        self.add(self._words, self._bar, self._why, *buttons)

    def wait(self, words: Words, share: float | None = None) -> None:
        """Something is under way; ``share`` is how much of it is done, where that is known."""
        if self._waited is None:
            self._waited = 0.0
        self._say(words, ())
        self._bar.share, self._bar.is_busy = share, True
        self.animate()

    def give_up(self, words: Words, *offered: Button) -> None:
        """There is nothing to be waited for: what is wrong, and what can be done."""
        self._stop_waiting()
        self._say(words, offered)
        self._bar.share = None

    def rest(self) -> None:
        """There is something to see."""
        self._stop_waiting()

    def update(self, dt: float) -> bool:
        if self._waited is None:
            return False
        self._waited += dt
        if self._waited >= _LONG and not self._why.is_visible:
            self._why.is_visible = True
            self.place_again()
        return not self._why.is_visible

    def _stop_waiting(self) -> None:
        self._waited, self._bar.is_busy, self._why.is_visible = None, False, False

    def _say(self, words: Words, offered: tuple[Button, ...]) -> None:
        self._words.words = words
        for button in self._buttons:
            button.is_visible = button in offered
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        inner = inset(rect, look.px(40), look.px(24))
        middle, gap = rect.centery, look.px(12)
        high = max(look.px(24), self._words.needed_height(look, inner.width))
        self._words.place(Rect(inner.left, middle - look.px(16) - high, inner.width, high), look)
        self._bar.place(Rect(rect.centerx - look.px(90), middle, look.px(180), look.px(4)), look)
        high = self._why.needed_height(look, inner.width)
        self._why.place(Rect(inner.left, middle + look.px(20), inner.width, high), look)
        if self._waited is not None:
            self.animate()
        offered = [button for button in self._buttons if button.is_visible]
        widths = [button.needed_width(look) for button in offered]
        high, whole = look.px(38), sum(widths) + gap * (len(widths) - 1)
        left, top = rect.centerx - whole // 2, middle
        for button, width in zip(offered, widths, strict=True):
            if whole > rect.width:  # one below the other
                button.place(Rect(rect.centerx - width // 2, top, width, high), look)
                top += high + gap
            else:
                button.place(Rect(left, middle, width, high), look)
                left += width + gap

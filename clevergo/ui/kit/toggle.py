"""A switch: on or off, with words beside it."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from clevergo.ui.kit.base import Clickable, Glide
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Size, mix


class Toggle(Clickable):
    """Words and a switch at the right end of its rectangle."""

    def __init__(
        self, words: Words, value: bool, changed: Callable[[bool], None], id: str = "", tip: Words = ""
    ) -> None:
        super().__init__(id, tip)
        self._words = words
        self._value = value
        self._changed = changed
        self._knob = Glide(float(value))

    @property
    def value(self) -> bool:
        """Whether it is on; setting it calls nobody."""
        return self._value

    @value.setter
    def value(self, value: bool) -> None:
        if value != self._value:
            self._value = value
            self._knob.goal = float(value)
            if self.root is None:
                self._knob.jump(float(value))
            self.animate()
            self.invalidate()

    def said(self, look: Look) -> str:
        return look.say(self._words)

    def update(self, dt: float) -> bool:
        self._knob.step(dt)
        self.invalidate()
        return self._knob.is_moving

    def clicked(self) -> None:
        self.value = not self._value
        self._changed(self._value)

    def draw(self, surface: Surface, look: Look) -> None:
        palette, part = look.palette, self._knob.value
        track = Rect(0, 0, look.px(36), look.px(20))
        track.midright = self.rect.midright
        words = Rect(self.rect.left, self.rect.top, track.left - self.rect.left - look.px(8), self.rect.height)
        look.text(surface, self._words, words, Size.SMALL, palette.ink if self.is_enabled else palette.muted)
        off = mix(palette.line, palette.muted, 0.35)
        look.rounded(surface, track, 10, mix(off, palette.jade, part))
        x = track.left + look.px(10) + round(part * look.px(16))
        look.disc(surface, (x, track.centery), look.px(7), palette.card if not palette.is_dark else palette.ink)
        self.draw_focus(surface, look)

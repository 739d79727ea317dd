"""A switch: on or off, with words beside it."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.ui.kit.base import Cursor, Glide, Widget
from clevergo.ui.kit.button import focus_ring
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, Size, mix


class Toggle(Widget):
    """Words and a switch at the right end of its rectangle."""

    cursor = Cursor.HAND
    can_focus = True

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

    def press(self, pos: tuple[int, int]) -> bool:
        return True

    def release(self, pos: tuple[int, int]) -> None:
        if self.rect.collidepoint(pos):
            self._flip()

    def key(self, event: Event) -> bool:
        root = self.root
        if event.type != pygame.KEYDOWN or root is None or not root.shows_focus:
            return False
        if event.key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER):
            self._flip()
            return True
        return False

    def draw(self, surface: Surface, look: Look) -> None:
        palette, part = look.palette, self._knob.value
        track = Rect(0, 0, look.px(36), look.px(20))
        track.midright = self.rect.midright
        words = Rect(self.rect.left, self.rect.top, track.left - self.rect.left - look.px(8), self.rect.height)
        look.text(surface, self._words, words, Size.SMALL, palette.ink if self.is_enabled else palette.muted)
        off = mix(palette.line, palette.muted, 0.35)
        look.rounded(surface, track, 10, mix(off, palette.jade, part) if part not in (0.0, 1.0) else
                     (palette.jade if part else off))  # fmt: skip
        x = track.left + look.px(10) + round(part * look.px(16))
        look.disc(surface, (x, track.centery), look.px(7), palette.card if not palette.is_dark else palette.ink)
        if self.has_focus and self.root is not None and self.root.shows_focus:
            focus_ring(surface, look, self.rect, BUTTON_RADIUS)

    def _flip(self) -> None:
        self.value = not self._value
        self._changed(self._value)

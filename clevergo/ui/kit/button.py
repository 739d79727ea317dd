"""Buttons: words, an icon or both, and a callback."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.ui.kit.base import Cursor, Glide, Widget
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, Palette, Rgb, Size, mix


class ButtonKind(enum.Enum):
    """How much a button calls for attention."""

    PRIMARY = "primary"
    """The one action of a scene, in vermilion."""
    PLAIN = "plain"
    """A card with a border."""
    QUIET = "quiet"
    """Only words or an icon until the pointer comes."""
    CHOSEN = "chosen"
    """In jade: what is switched on."""


@dataclass(frozen=True)
class _Colors:
    fill: Rgb | None
    border: Rgb | None
    ink: Rgb


def focus_ring(surface: Surface, look: Look, rect: Rect, radius: float) -> None:
    """Show where the keyboard is."""
    gap = look.px(2)
    look.rounded(surface, rect.inflate(2 * gap, 2 * gap), radius + 2, None, look.palette.jade, 2)


class Button(Widget):
    """Calls ``action`` when it is clicked, or when Space or Enter is pressed on it."""

    cursor = Cursor.HAND
    can_focus = True

    def __init__(
        self,
        words: Words,
        action: Callable[[], None],
        kind: ButtonKind = ButtonKind.PLAIN,
        icon: Icon | None = None,
        size: int = Size.BODY,
        bold: bool = False,
        radius: float = BUTTON_RADIUS,
        id: str = "",
        tip: Words = "",
    ) -> None:
        super().__init__(id, tip)
        self._words = words
        self._kind = kind
        self._icon = icon
        self._size = size
        self._wants_bold = bold
        self._radius = radius
        self._action = action
        self._glow = Glide()

    @property
    def words(self) -> Words:
        """What is written on it."""
        return self._words

    @words.setter
    def words(self, words: Words) -> None:
        if words != self._words:
            self._words = words
            self.invalidate()

    @property
    def kind(self) -> ButtonKind:
        """How much it calls for attention."""
        return self._kind

    @kind.setter
    def kind(self, kind: ButtonKind) -> None:
        if kind is not self._kind:
            self._kind = kind
            self.invalidate()

    @property
    def _bold(self) -> bool:
        """The action of a scene is written boldly."""
        return self._wants_bold or self._kind is ButtonKind.PRIMARY

    @property
    def icon(self) -> Icon | None:
        """The icon before the words, or alone."""
        return self._icon

    @icon.setter
    def icon(self, icon: Icon | None) -> None:
        if icon is not self._icon:
            self._icon = icon
            self.invalidate()

    def said(self, look: Look) -> str:
        return look.say(self._words)

    def needed_width(self, look: Look) -> int:
        """Pixels wide enough for words, icon and margins."""
        words = look.width(look.say(self._words), self._size, self._bold)
        icon = look.px(18) + (look.px(6) if words else 0) if self._icon is not None else 0
        return words + icon + look.px(28)

    def hover_changed(self) -> None:
        self._glow.goal = 1.0 if self.is_hovered else 0.0
        self.animate()
        self.invalidate()

    def update(self, dt: float) -> bool:
        self._glow.step(dt)
        self.invalidate()
        return self._glow.is_moving

    def press(self, pos: tuple[int, int]) -> bool:
        self.invalidate()
        return True

    def release(self, pos: tuple[int, int]) -> None:
        if self.rect.collidepoint(pos) and self.is_enabled:
            self._action()

    def key(self, event: Event) -> bool:
        root = self.root
        if event.type != pygame.KEYDOWN or root is None or not root.shows_focus:
            return False
        if event.key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER):
            self._action()
            return True
        return False

    def draw(self, surface: Surface, look: Look) -> None:
        colors = self._colors(look.palette)
        if colors.fill is not None or colors.border is not None:
            look.rounded(surface, self.rect, self._radius, colors.fill, colors.border)
        words = look.say(self._words)
        box = self.rect.inflate(-look.px(12), 0)
        if self._icon is not None:
            box = self._draw_icon(surface, look, colors.ink, words, box)
        if words:
            align = Align.CENTER if self._icon is None else Align.LEFT
            look.text(surface, words, box, self._size, colors.ink, self._bold, align)
        if self.has_focus and self.root is not None and self.root.shows_focus:
            focus_ring(surface, look, self.rect, self._radius)

    def _draw_icon(self, surface: Surface, look: Look, ink: Rgb, words: str, box: Rect) -> Rect:
        """Draw the icon; returns what is left for the words, so that both stand in the middle together."""
        assert self._icon is not None
        side = look.px(18)
        if not words:
            look.icon(surface, self._icon, self.rect, ink)
            return box
        gap = look.px(6)
        width = min(look.width(words, self._size, self._bold), box.width - side - gap)
        left = box.centerx - (side + gap + width) // 2
        look.icon(surface, self._icon, Rect(left, box.top, side, box.height), ink)
        return Rect(left + side + gap, box.top, width + 1, box.height)

    def _colors(self, palette: Palette) -> _Colors:
        glow = self._glow.value if self.is_enabled else 0.0
        down = 0.35 if self.is_pressed and self.is_hovered else 0.0
        if not self.is_enabled:
            ink = mix(palette.panel, palette.muted, 0.62)
            if self._kind is ButtonKind.QUIET:
                return _Colors(None, None, ink)
            return _Colors(mix(palette.panel, palette.sunken, 0.6), mix(palette.panel, palette.line, 0.7), ink)
        if self._kind is ButtonKind.PRIMARY:
            warm = mix(palette.accent, palette.accent_hover, glow)
            return _Colors(mix(warm, palette.ink, down * 0.4), None, palette.on_accent)
        if self._kind is ButtonKind.CHOSEN:
            return _Colors(mix(palette.jade, palette.ink, 0.1 * glow + down * 0.4), None, palette.on_jade)
        if self._kind is ButtonKind.QUIET:
            ground = mix(palette.panel, palette.sunken, glow + down) if glow > 0.02 or down else None
            return _Colors(ground, None, mix(palette.muted, palette.ink, glow))
        fill = mix(mix(palette.card, palette.hover, glow), palette.line, down)
        return _Colors(fill, mix(palette.line, palette.muted, 0.35 * glow), palette.ink)

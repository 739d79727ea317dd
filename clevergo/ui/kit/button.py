"""Buttons: words, an icon or both, and a callback; and switches, on or off, with words beside them."""

from __future__ import annotations

import enum
from collections.abc import Callable

from pygame import Rect, Surface

from clevergo.ui.kit.base import Clickable, Glide, Glowing, Shown
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


class Button(Glowing):
    """Calls ``action`` when it is clicked, or when Space or Enter is pressed on it."""

    words = Shown[Words]()
    """What is written on it."""
    kind = Shown[ButtonKind]()
    """How much it calls for attention."""
    icon = Shown[Icon | None]()
    """The icon before the words, or alone."""

    def __init__(
        self,
        words: Words,
        action: Callable[[], None],
        kind: ButtonKind = ButtonKind.PLAIN,
        icon: Icon | None = None,
        size: int = Size.BODY,
        radius: float = BUTTON_RADIUS,
        id: str = "",
        tip: Words = "",
    ) -> None:
        super().__init__(id, tip)
        self.words = words
        self.kind = kind
        self.icon = icon
        self._size = size
        self._radius = radius
        self._action = action

    @property
    def _bold(self) -> bool:
        """The action of a scene is written boldly."""
        return self.kind is ButtonKind.PRIMARY

    def said(self, look: Look) -> str:
        return look.say(self.words)

    def needed_width(self, look: Look) -> int:
        """Pixels wide enough for words, icon and margins."""
        words = look.width(look.say(self.words), self._size, self._bold)
        icon = look.px(18) + (look.px(6) if words else 0) if self.icon is not None else 0
        return words + icon + look.px(28)

    def clicked(self) -> None:
        self._action()

    def draw(self, surface: Surface, look: Look) -> None:
        fill, border, ink = self._colors(look.palette)
        if fill is not None or border is not None:
            look.rounded(surface, self.rect, self._radius, fill, border)
        words = look.say(self.words)
        box = self.rect.inflate(-look.px(12), 0)
        if self.icon is not None:
            box = self._draw_icon(surface, look, ink, words, box)
        if words:
            align = Align.CENTER if self.icon is None else Align.LEFT
            look.text(surface, words, box, self._size, ink, self._bold, align)
        self.draw_focus(surface, look, self._radius)

    def _draw_icon(self, surface: Surface, look: Look, ink: Rgb, words: str, box: Rect) -> Rect:
        """Draw the icon; returns what is left for the words, so that both stand in the middle together."""
        assert self.icon is not None
        side = look.px(18)
        if not words:
            look.icon(surface, self.icon, self.rect, ink)
            return box
        gap = look.px(6)
        width = min(look.width(words, self._size, self._bold), box.width - side - gap)
        left = box.centerx - (side + gap + width) // 2
        look.icon(surface, self.icon, Rect(left, box.top, side, box.height), ink)
        return Rect(left + side + gap, box.top, width + 1, box.height)

    def _colors(self, palette: Palette) -> tuple[Rgb | None, Rgb | None, Rgb]:
        """Of the ground, its border and what is written on it."""
        glow = self.glow.value if self.is_enabled else 0.0
        down = 0.35 if self.is_pressed and self.is_hovered else 0.0
        if not self.is_enabled:
            ink = mix(palette.panel, palette.muted, 0.62)
            if self.kind is ButtonKind.QUIET:
                return None, None, ink
            return mix(palette.panel, palette.sunken, 0.6), mix(palette.panel, palette.line, 0.7), ink
        if self.kind is ButtonKind.PRIMARY:
            warm = mix(palette.accent, palette.accent_hover, glow)
            return mix(warm, palette.ink, down * 0.4), None, palette.on_accent
        if self.kind is ButtonKind.CHOSEN:
            return mix(palette.jade, palette.ink, 0.1 * glow + down * 0.4), None, palette.on_jade
        if self.kind is ButtonKind.QUIET:
            ground = mix(palette.panel, palette.sunken, glow + down) if glow > 0.02 or down else None
            return ground, None, mix(palette.muted, palette.ink, glow)
        fill = mix(mix(palette.card, palette.hover, glow), palette.line, down)
        return fill, mix(palette.line, palette.muted, 0.35 * glow), palette.ink


class Toggle(Clickable):
    """Words and a switch at the right end of its rectangle."""

    value = Shown(False)
    """Whether it is on; setting it calls nobody."""

    def __init__(
        self, words: Words, value: bool, changed: Callable[[bool], None], id: str = "", tip: Words = ""
    ) -> None:
        super().__init__(id, tip)
        self._words = words
        self._changed = changed
        self._knob = Glide()
        self.value = value

    def shown_changed(self) -> None:
        self._knob.goal = float(self.value)
        if self.root is None:
            self._knob.jump(self._knob.goal)
        self.animate()
        self.invalidate()

    def said(self, look: Look) -> str:
        return look.say(self._words)

    def update(self, dt: float) -> bool:
        self.invalidate()
        return self._knob.step(dt)

    def clicked(self) -> None:
        self.value = not self.value
        self._changed(self.value)

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

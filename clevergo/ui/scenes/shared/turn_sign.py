"""The sign of whose turn it is: yin and yang; the side that is to move stands on top, a ring shows the search."""

from __future__ import annotations

import math

import pygame
from pygame import Rect, Surface

from clevergo.games.color import Color
from clevergo.ui.kit.base import Glide, Widget
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.theme import Rgb, mix

_FACTOR = 4
_DARK: Rgb = (34, 32, 31)
_PALE: Rgb = (250, 247, 240)
_TURN_SECONDS = 0.45
_DRIFT = 26.0
"""Degrees a second while somebody thinks."""
_TURN_STEP = 2
"""Degrees between two drawings of the sign."""


class TurnSign(Widget):
    """Turns half around when the turn passes, and slowly on while the machine thinks."""

    def __init__(self, tip: Words = "") -> None:
        super().__init__("", tip)
        self._turns = Glide(0.0, _TURN_SECONDS)
        """Half turns made."""
        self._color: Color | None = None
        self._progress = Glide(0.0, 0.15)
        self._is_thinking = False
        self._drift = 0.0

    def show(self, to_play: Color | None, is_thinking: bool, progress: float) -> None:
        """Whose turn it is (None for nobody's), and how far a running search has come, 0 to 1."""
        if to_play is not None and to_play is not self._color:
            if self._color is None:
                self._turns.jump(0.0 if to_play is Color.BLACK else 1.0)
            else:
                self._turns.goal += 1.0
        if to_play is not None:
            self._color = to_play
        self._is_thinking = is_thinking
        goal = progress if is_thinking else 0.0
        if goal < self._progress.value:
            self._progress.jump(goal)
        self._progress.goal = goal
        if self._turns.is_moving or self._progress.is_moving or is_thinking:
            self.animate()
        self.invalidate()

    def update(self, dt: float) -> bool:
        before = self._look_state()
        self._turns.step(dt)
        self._progress.step(dt)
        if self._is_thinking:
            self._drift = (self._drift + dt * _DRIFT) % 360
        elif self._drift:
            # Home the short way: a thought has ended.
            self._drift = 0.0 if self._drift < dt * 400 else self._drift - dt * 400
        if self._look_state() != before:
            self.invalidate()
        return self._turns.is_moving or self._progress.is_moving or self._is_thinking or self._drift > 0

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        center, radius = self.rect.center, min(self.rect.size) // 2
        look.disc(surface, center, radius, palette.panel)
        angle, progress = self._look_state()
        sign = look.kept(
            ("yin-yang", radius, angle),
            lambda: _yin_yang(radius - look.px(6), angle, mix(palette.line, palette.muted, 0.35)),
        )
        surface.blit(sign, sign.get_rect(center=center))
        if progress > 0:
            key = ("turn-ring", radius, progress)
            ring = look.kept(key, lambda: _ring(radius, look.px(2.5), progress / 100, palette.jade))
            surface.blit(ring, ring.get_rect(center=center))

    def _look_state(self) -> tuple[int, int]:
        """The angle and the ring as they are drawn: in steps, so that drawings can be kept."""
        angle = (self._turns.value * 180 + self._drift) % 360
        return round(angle / _TURN_STEP) * _TURN_STEP % 360, round(self._progress.value * 100)


def _yin_yang(radius: int, angle: int, rim: Rgb) -> Surface:
    """The sign with Black on top at 0 degrees, turned clockwise."""
    large = radius * _FACTOR
    side = 2 * large + 8
    picture = Surface((side, side), pygame.SRCALPHA)
    middle = side // 2
    pygame.draw.circle(picture, rim, (middle, middle), large + 3)
    pygame.draw.circle(picture, _PALE, (middle, middle), large)
    turned = math.radians(angle)
    # The dark half, then the two heads and the two dots, along the sign's own vertical.
    half = [
        (middle + large * math.cos(turned + math.pi * k / 48), middle + large * math.sin(turned + math.pi * k / 48))
        for k in range(-48, 1)
    ]
    across = (math.cos(turned), math.sin(turned))
    pygame.draw.polygon(picture, _DARK, half)
    for sign, color, dot in ((1, _DARK, _PALE), (-1, _PALE, _DARK)):
        # Heads lie along the line that parts the halves.
        head = (middle + sign * across[0] * large / 2, middle + sign * across[1] * large / 2)
        pygame.draw.circle(picture, color, head, large / 2)
        pygame.draw.circle(picture, dot, head, large / 7)
    return pygame.transform.smoothscale(picture, (side // _FACTOR, side // _FACTOR))


def _ring(radius: int, width: int, part: float, color: Rgb) -> Surface:
    """An arc from the top, clockwise."""
    large = radius * _FACTOR
    picture = Surface((2 * large, 2 * large), pygame.SRCALPHA)
    picture.fill((*color, 0))
    steps = max(round(96 * part), 1)
    reach, thick = large - width * _FACTOR / 2, width * _FACTOR / 2
    for k in range(steps + 1):
        turn = 2 * math.pi * part * k / steps - math.pi / 2
        pygame.draw.circle(picture, color, (large + reach * math.cos(turn), large + reach * math.sin(turn)), thick)
    return pygame.transform.smoothscale(picture, Rect(0, 0, 2 * radius, 2 * radius).size)

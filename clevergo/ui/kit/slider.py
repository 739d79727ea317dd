"""Numbers to set: a slider for how much, a stepper for how many."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.ui.kit.base import Cursor, Mark, Shown, Widget, is_key
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import BUTTON_RADIUS, Size, mix
from clevergo.ui.strings import Wording


class Slider(Widget):
    """A number from 0 to 1; where it has stops, the knob stands on one of them."""

    cursor = Cursor.HAND
    can_focus = True
    value = Shown[float]()
    """Where the knob stands; setting it calls nobody."""

    def __init__(
        self,
        value: float,
        changed: Callable[[float], None],
        settled: Callable[[float], None] | None = None,
        id: str = "",
        tip: Words = "",
        stops: int = 0,
    ) -> None:
        """``changed`` hears every step of a drag, ``settled`` where it ends; ``stops``: how many, 0 for none."""
        super().__init__(id, tip)
        self._stops = stops
        self.value = value
        self._changed = changed
        self._settled = settled

    @property
    def step(self) -> float:
        """How far a key or a notch of the wheel moves it."""
        return 0.05 if self._stops < 2 else 1 / (self._stops - 1)

    def said(self, look: Look) -> str:
        return f"{self.value:.2f}"

    def press(self, pos: tuple[int, int]) -> bool:
        self._go(pos[0])
        return True

    def drag(self, pos: tuple[int, int]) -> None:
        self._go(pos[0])

    def release(self, pos: tuple[int, int]) -> None:
        self._settle()

    def wheel(self, steps: int) -> bool:
        self._set(self.value + self.step * steps)
        self._settle()
        return True

    def key(self, event: Event) -> bool:
        if not is_key(event, pygame.K_LEFT, pygame.K_RIGHT):
            return False
        self._set(self.value + (self.step if event.key == pygame.K_RIGHT else -self.step))
        self._settle()
        return True

    def draw(self, surface: Surface, look: Look) -> None:
        palette, radius = look.palette, look.px(8)
        track = Rect(self.rect.left + radius, self.rect.centery - look.px(2), self.rect.width - 2 * radius, look.px(4))
        look.rounded(surface, track, 2, palette.line)
        x = track.left + round(track.width * self.value)
        if x - track.left >= look.px(4):
            done = palette.jade if self.is_enabled else palette.muted
            look.rounded(surface, Rect(track.left, track.top, x - track.left, track.height), 2, done)
        knob = palette.card if not palette.is_dark else palette.ink
        look.disc(surface, (x, self.rect.centery), radius, knob, palette.jade if self.is_enabled else palette.line)
        self.draw_focus(surface, look)

    def _settle(self) -> None:
        if self._settled is not None:
            self._settled(self.value)

    def _go(self, x: int) -> None:
        margin = self.rect.height // 2
        self._set((x - self.rect.left - margin) / max(self.rect.width - 2 * margin, 1))

    def _set(self, value: float) -> None:
        before = self.value
        self.value = min(max(value if self._stops < 2 else round(value / self.step) * self.step, 0.0), 1.0)
        if self.value != before:
            self._changed(self.value)


class Stepper(Widget):
    """One of a row of numbers, with a minus and a plus beside it."""

    cursor = Cursor.HAND
    can_focus = True
    values = Shown[Sequence[float]]()
    """The numbers one can step to, from the smallest."""
    value = Shown[float]()
    """The number; setting it calls nobody."""

    def __init__(
        self,
        values: Sequence[float],
        value: float,
        changed: Callable[[float], None],
        spec: str = "g",
        id: str = "",
        tip: Words = "",
        unit: Wording | None = None,
    ) -> None:
        """The number is written by ``spec``, a format of Python's, or by ``unit``, a text with ``{n}`` in it."""
        super().__init__(id, tip)
        self._unit = unit
        self.values = values
        self.value = value
        self._changed = changed
        self._spec = spec
        self._side = 0

    def said(self, look: Look) -> str:
        if self._unit is not None:
            return look.strings.get(self._unit, n=self.value)
        return look.strings.figure(self.value, self._spec)

    def marks(self, look: Look) -> list[Mark]:
        less, more = self._buttons()
        shown = Mark(self.id, self.said(look), self.rect.copy(), self.is_enabled)
        return [
            shown,
            Mark(f"{self.id}.less", "-", less, self.is_enabled),
            Mark(f"{self.id}.more", "+", more, self.is_enabled),
        ]

    def hover(self, pos: tuple[int, int]) -> None:
        side = self._side_at(pos)
        if side != self._side:
            self._side = side
            self.invalidate()

    def hover_changed(self) -> None:
        self._side = 0
        self.invalidate()

    def press(self, pos: tuple[int, int]) -> bool:
        self._step(self._side_at(pos))
        return True

    def wheel(self, steps: int) -> bool:
        self._step(1 if steps > 0 else -1)
        return True

    def key(self, event: Event) -> bool:
        steps = {pygame.K_LEFT: -1, pygame.K_DOWN: -1, pygame.K_RIGHT: 1, pygame.K_UP: 1}
        if not is_key(event, *steps):
            return False
        self._step(steps[event.key])
        return True

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        look.rounded(surface, self.rect, BUTTON_RADIUS, palette.card, palette.line)
        pale = mix(palette.card, palette.muted, 0.45)
        for side, icon, box in zip((-1, 1), (Icon.MINUS, Icon.PLUS), self._buttons(), strict=True):
            if side == self._side and self._next(side) != self.value and self.is_enabled:
                look.rounded(surface, box.inflate(-look.px(6), -look.px(6)), BUTTON_RADIUS - 3, palette.sunken)
            ends = self._next(side) == self.value or not self.is_enabled
            look.icon(surface, icon, box, pale if ends else palette.ink, 15)
        width = self.rect.width - 2 * self.rect.height
        middle = Rect(self.rect.left + self.rect.height, self.rect.top, width, self.rect.height)
        ink = palette.ink if self.is_enabled else palette.muted
        look.text(surface, self.said(look), middle, Size.BODY, ink, True, Align.CENTER)
        self.draw_focus(surface, look)

    def _next(self, step: int) -> float:
        if step > 0:
            return next((v for v in self.values if v > self.value), self.value)
        return next((v for v in reversed(self.values) if v < self.value), self.value)

    def _step(self, step: int) -> None:
        value = self._next(step) if step else self.value
        if value != self.value:
            self.value = value
            self._changed(value)

    def _buttons(self) -> tuple[Rect, Rect]:
        side = self.rect.height
        return Rect(self.rect.topleft, (side, side)), Rect(self.rect.right - side, self.rect.top, side, side)

    def _side_at(self, pos: tuple[int, int]) -> int:
        less, more = self._buttons()
        return -1 if less.collidepoint(pos) else 1 if more.collidepoint(pos) else 0

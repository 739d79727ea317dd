"""What is set: a segmented control for few, a menu for many, a slider for how much, a stepper for counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.ui.kit.base import ENTER, Clickable, Cursor, Mark, Shown, Widget, columns, inset, is_key, kept_inside
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.root import Popup, Root
from clevergo.ui.kit.theme import BUTTON_RADIUS, Size, mix
from clevergo.ui.strings import Wording

T = TypeVar("T")

_ROW = 36
_MENU_ROWS = 9
_KNOB = 8
"""The radius of a slider's knob, logical units."""


@dataclass(frozen=True)
class Option(Generic[T]):
    """Something to choose: a value, its name and a remark shown beside it."""

    value: T
    words: Words
    remark: Words = ""
    is_enabled: bool = True
    tip: Words = ""
    """What is said of it while the pointer rests on it, where it stands beside the others."""


class _Choice(Widget, Generic[T]):
    """Some options, one of which is chosen."""

    options = Shown[Sequence[Option[T]]]()
    """What can be chosen; setting them keeps the value, and whoever does lays it out anew."""
    value = Shown[T]()
    """What is chosen; setting it calls nobody."""

    def __init__(
        self, options: Sequence[Option[T]], value: T, changed: Callable[[T], None], id: str, tip: Words
    ) -> None:
        super().__init__(id, tip)
        self.options = tuple(options)
        self.value = value
        self._changed = changed

    def chosen(self) -> Option[T] | None:
        """The option with the value, if there is one."""
        return next((option for option in self.options if option.value == self.value), None)

    def said(self, look: Look) -> str:
        chosen = self.chosen()
        return look.say(chosen.words) if chosen is not None else ""


class Segmented(_Choice[T]):
    """A few options side by side, the chosen one in jade."""

    cursor = Cursor.HAND
    can_focus = True

    def __init__(
        self,
        options: Sequence[Option[T]],
        value: T,
        changed: Callable[[T], None],
        id: str = "",
        tip: Words = "",
        tells_again: bool = False,
    ) -> None:
        """``tells_again``: a click on what is chosen already is told too."""
        super().__init__(options, value, changed, id, tip)
        self._common_tip = tip
        self._tells_again = tells_again
        self._under: int | None = None

    def marks(self, look: Look) -> list[Mark]:
        if not self.id:
            return []
        parts = zip(self.options, self._parts(look), strict=True)
        return [
            Mark(f"{self.id}.{_plain(o.value)}", look.say(o.words), part, self.is_enabled and o.is_enabled)
            for o, part in parts
        ]

    def needed_width(self, look: Look) -> int:
        """Pixels for every option's words with room around them."""
        return self._width(look, look.px(22))

    def least_width(self, look: Look) -> int:
        """Pixels in which every option's words can just be read."""
        return self._width(look, look.px(10))

    def _width(self, look: Look, room: int) -> int:
        widest = max(look.width(look.say(o.words), Size.SMALL, True) for o in self.options)
        return (widest + room) * len(self.options) + look.px(6)

    def hover(self, pos: tuple[int, int]) -> None:
        under = self._index_at(pos)
        if under != self._under:
            self._under = under
            # Each option's own tip, where it has one, after the pointer has rested on that one.
            own = "" if under is None else self.options[under].tip
            self.explain(own or self._common_tip)
            self.invalidate()

    def hover_changed(self) -> None:
        self._under = None
        self.invalidate()

    def press(self, pos: tuple[int, int]) -> bool:
        index = self._index_at(pos)
        if index is not None:
            self._choose(index)
        return True

    def key(self, event: Event) -> bool:
        if not is_key(event, pygame.K_LEFT, pygame.K_RIGHT) or not self.is_focus_shown:
            return False  # where it was only clicked, the arrows are still the scene's
        values, is_right = [o.value for o in self.options], event.key == pygame.K_RIGHT
        if self.value not in values:
            index = 0 if is_right else len(values) - 1
        else:
            index = values.index(self.value) + (1 if is_right else -1)
        if 0 <= index < len(values):
            self._choose(index)
        return True

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        look.rounded(surface, self.rect, BUTTON_RADIUS, palette.sunken, palette.line)
        for i, (option, part) in enumerate(zip(self.options, self._parts(look), strict=True)):
            is_chosen = option.value == self.value
            is_live = self.is_enabled and option.is_enabled
            if is_chosen:
                fill = palette.jade if self.is_enabled else mix(palette.panel, palette.muted, 0.35)
                look.rounded(surface, part, BUTTON_RADIUS - 2, fill)
            elif i == self._under and is_live:
                look.rounded(surface, part, BUTTON_RADIUS - 2, palette.card)
            ink = palette.on_jade if is_chosen else palette.ink if is_live else mix(palette.panel, palette.muted, 0.62)
            box = part.inflate(-look.px(4), 0)
            look.text(surface, option.words, box, Size.SMALL, ink, is_chosen, Align.CENTER)
        self.draw_focus(surface, look)

    def _choose(self, index: int) -> None:
        option = self.options[index]
        if option.is_enabled and (option.value != self.value or self._tells_again):
            self.value = option.value
            self._changed(option.value)

    def _parts(self, look: Look) -> list[Rect]:
        return columns(inset(self.rect, look.px(3)), [1] * len(self.options), look.px(2))

    def _index_at(self, pos: tuple[int, int]) -> int | None:
        if not self.rect.collidepoint(pos):
            return None
        index = (pos[0] - self.rect.left) * len(self.options) // max(self.rect.width, 1)
        return min(max(index, 0), len(self.options) - 1)


class Dropdown(_Choice[T], Clickable):
    """A field that shows the chosen option and opens a menu of all."""

    def __init__(
        self,
        options: Sequence[Option[T]],
        value: T,
        changed: Callable[[T], None],
        bold: bool = False,
        id: str = "",
        tip: Words = "",
    ) -> None:
        super().__init__(options, value, changed, id, tip)
        self._bold = bold

    def key(self, event: Event) -> bool:
        if self.is_focus_shown and is_key(event, pygame.K_UP, pygame.K_DOWN):
            values = [o.value for o in self.options if o.is_enabled]
            if self.value in values:
                index = values.index(self.value) + (1 if event.key == pygame.K_DOWN else -1)
                self.choose(values[min(max(index, 0), len(values) - 1)])
            return True
        return super().key(event)

    def choose(self, value: T) -> None:
        """Choose as a person would: the callback is called if it is something else."""
        if value != self.value:
            self.value = value
            self._changed(value)

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        fill = palette.hover if self.is_hovered and self.is_enabled else palette.card
        look.rounded(surface, self.rect, BUTTON_RADIUS, fill if self.is_enabled else palette.sunken, palette.line)
        box = inset(self.rect, look.px(12), 0)
        arrow = Rect(box.right - look.px(14), box.top, look.px(18), box.height)
        box.width -= look.px(20)
        chosen = self.chosen()
        if chosen is not None:
            ink = palette.ink if self.is_enabled else mix(palette.panel, palette.muted, 0.62)
            look.text(surface, chosen.words, box, Size.BODY, ink, self._bold)
        look.icon(surface, Icon.DOWN, arrow, palette.muted, 16)
        self.draw_focus(surface, look)

    def clicked(self) -> None:
        if self.root is not None:
            Menu(self.options, self.value, self.choose, self.id).open(self.root, self.rect)


class Menu(Popup, Generic[T]):
    """The open list of a dropdown; the wheel and the arrow keys go through it."""

    cursor = Cursor.HAND

    def __init__(self, options: Sequence[Option[T]], value: T, changed: Callable[[T], None], id: str) -> None:
        super().__init__(id)
        self._options = list(options)
        self._value = value
        self._changed = changed
        values = [o.value for o in options]
        self._under = values.index(value) if value in values else -1
        self._top = max(0, min(self._under - _MENU_ROWS // 2, len(options) - _MENU_ROWS))
        self._row = _ROW
        self._pad = 4

    def open(self, root: Root, anchor: Rect, is_above: bool = False, is_right: bool = False, least: float = 0) -> None:
        """Show it under ``anchor``, at its left end or its right one, or above it; the keyboard goes there."""
        look = root.look
        widths = [
            look.width(look.say(o.words)) + look.width(look.say(o.remark), Size.SMALL) + look.px(24 if o.remark else 0)
            for o in self._options
        ]
        width = max(anchor.width, look.px(least), min(max(widths, default=0) + look.px(60), look.px(360)))
        height = look.px(_ROW) * min(len(self._options), _MENU_ROWS) + look.px(8)
        rect = Rect(anchor.right - width if is_right else anchor.left, anchor.bottom + look.px(4), width, height)
        if is_above or (rect.bottom > root.rect.bottom - look.px(6) and anchor.top - height > 0):
            rect.bottom = anchor.top - look.px(4)
        root.open_popup(self, kept_inside(rect, inset(root.rect, look.px(6))))
        root.set_focus(self, by_keys=root.shows_focus)

    def arrange(self, rect: Rect, look: Look) -> None:
        self._row = look.px(_ROW)
        # As whoever opened it reckoned: twice this is never more, or the last row would have no room.
        self._pad = look.px(8) // 2

    def marks(self, look: Look) -> list[Mark]:
        shown = enumerate(self._options[self._top : self._top + self._shown()], self._top)
        return [
            Mark(f"{self.id}.{_plain(o.value)}", look.say(o.words), self._row_rect(i), o.is_enabled) for i, o in shown
        ]

    def hover(self, pos: tuple[int, int]) -> None:
        index = self._index_at(pos)
        if index is not None and index != self._under:
            self._under = index
            self.invalidate()

    def press(self, pos: tuple[int, int]) -> bool:
        return True

    def release(self, pos: tuple[int, int]) -> None:
        index = self._index_at(pos)
        if index is not None:
            self._take(index)

    def wheel(self, steps: int) -> bool:
        self._scroll(self._top - steps)
        return True

    def key(self, event: Event) -> bool:
        if is_key(event, pygame.K_UP, pygame.K_DOWN):
            step = 1 if event.key == pygame.K_DOWN else -1
            self._under = min(max(self._under + step, 0), len(self._options) - 1)
            self._scroll(min(max(self._top, self._under - self._shown() + 1), self._under))
            self.invalidate()
            return True
        if is_key(event, *ENTER, pygame.K_SPACE):
            self._take(self._under)
            return True
        return False

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        look.shadow(surface, self.rect, BUTTON_RADIUS, 14)
        look.rounded(surface, self.rect, BUTTON_RADIUS, palette.card, palette.line)
        for i in range(self._top, min(self._top + self._shown(), len(self._options))):
            self._draw_row(surface, look, i)
        if len(self._options) > self._shown():
            self._draw_thumb(surface, look)

    def _draw_row(self, surface: Surface, look: Look, index: int) -> None:
        palette, option, rect = look.palette, self._options[index], self._row_rect(index)
        if index == self._under and option.is_enabled:
            look.rounded(surface, rect, BUTTON_RADIUS - 3, palette.sunken)
        box = inset(rect, look.px(8), 0)
        check = Rect(box.right - look.px(18), box.top, look.px(18), box.height)
        if option.value == self._value:
            look.icon(surface, Icon.CHECK, check, palette.jade_text, 16)
        box.width -= look.px(24)
        remark = look.say(option.remark)
        if remark:
            words = look.width(look.say(option.words), Size.BODY, option.value == self._value)
            room = min(look.width(remark, Size.SMALL), max(box.width - words - look.px(12), box.width // 3))
            right = Rect(box.right - room, box.top, room, box.height)
            look.text(surface, remark, right, Size.SMALL, palette.muted, False, Align.RIGHT)
            box.width -= room + look.px(12)
        ink = palette.ink if option.is_enabled else palette.muted
        look.text(surface, option.words, box, Size.BODY, ink, option.value == self._value)

    def _draw_thumb(self, surface: Surface, look: Look) -> None:
        track = inset(self.rect, look.px(2), look.px(8))
        height = track.height * self._shown() // len(self._options)
        top = track.top + track.height * self._top // len(self._options)
        look.rounded(surface, Rect(track.right - look.px(4), top, look.px(4), height), 2, look.palette.line)

    def _shown(self) -> int:
        return max((self.rect.height - 2 * self._pad) // max(self._row, 1), 1)

    def _row_rect(self, index: int) -> Rect:
        top = self.rect.top + self._pad + (index - self._top) * self._row
        return Rect(self.rect.left + self._pad, top, self.rect.width - 2 * self._pad, self._row)

    def _index_at(self, pos: tuple[int, int]) -> int | None:
        if not self.rect.collidepoint(pos):
            return None
        index = self._top + (pos[1] - self.rect.top - self._pad) // self._row
        return index if 0 <= index < len(self._options) else None

    def _scroll(self, top: int) -> None:
        self._top = max(0, min(top, len(self._options) - self._shown()))
        self.invalidate()

    def _take(self, index: int) -> None:
        if 0 <= index < len(self._options) and self._options[index].is_enabled:
            self.close()
            self._changed(self._options[index].value)


def _plain(value: object) -> str:
    """A value as part of an id."""
    plain = getattr(value, "value", value)
    return str(plain)


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
        palette, radius = look.palette, look.px(_KNOB)
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
        margin = 0 if self.root is None else self.root.look.px(_KNOB)
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
        named: Mapping[float, Words] | None = None,
    ) -> None:
        """The number is written by ``spec``, a format of Python's, or by ``unit``, a text with ``{n}`` in it.

        Numbers with a name of their own (``named``) go by that.
        """
        super().__init__(id, tip)
        self._unit = unit
        self._named = named or {}
        self.values = values
        self.value = value
        self._changed = changed
        self._spec = spec
        self._side = 0

    def said(self, look: Look) -> str:
        return self._words(look, self.value)

    def _words(self, look: Look, value: float) -> str:
        if value in self._named:
            return look.say(self._named[value])
        if self._unit is not None:
            return look.strings.get(self._unit, n=value)
        return look.strings.figure(value, self._spec)

    def least_width(self, look: Look, height: int) -> int:
        """Pixels in which every number can be read, between two buttons as wide as it is high."""
        widest = max(look.width(self._words(look, value), Size.BODY, True) for value in self.values)
        return widest + 2 * height + look.px(6)

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

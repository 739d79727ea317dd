"""Doors between paragraphs: to other views and to other chapters; and what copies code."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from clevergo.ui.kit.base import Glowing, cut_left, cut_right, cut_top, inset
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.prose.sheet import Embedded
from clevergo.ui.kit.theme import BUTTON_RADIUS, Size, mix
from clevergo.ui.strings import LearnText

_DOOR, _TURN = 64, 80
_ICON = 40
_DONE_SECONDS = 1.6


class Door(Glowing):
    """A card that opens something: an icon, its name, and what one will see."""

    def __init__(self, icon: Icon, name: Words, said: Words, opened: Callable[[], None], id: str) -> None:
        super().__init__(id)
        self._icon, self._name, self._said = icon, name, said
        self._opened = opened

    def clicked(self) -> None:
        self._opened()

    def said(self, look: Look) -> str:
        return look.say(self._name)

    def lines(self, look: Look, width: int) -> list[str]:
        """Its sentence at that width of the whole card."""
        return look.wrapped(look.say(self._said), width - look.px(_ICON + 60), Size.SMALL)

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        fill = mix(palette.card, palette.hover, self.glow.value)
        look.rounded(surface, self.rect, 10, fill, mix(palette.line, palette.jade, 0.35 + 0.5 * self.glow.value))
        icon, rest = cut_left(inset(self.rect, look.px(14), look.px(8)), look.px(_ICON), look.px(4))
        look.icon(surface, self._icon, icon, palette.jade_text, 22)
        rest, arrow = cut_right(rest, look.px(22))
        look.icon(surface, Icon.RIGHT, arrow, palette.muted, 18)
        name, said = cut_top(rest, look.line_height(Size.BODY))
        lines = self.lines(look, self.rect.width)
        high = name.height + len(lines) * look.line_height(Size.SMALL)
        name.top = self.rect.centery - high // 2
        look.text(surface, self._name, name, Size.BODY, palette.ink, True)
        for number, line in enumerate(lines):
            height = look.line_height(Size.SMALL)
            box = Rect(said.left, name.bottom + number * height, said.width, height)
            look.text(surface, line, box, Size.SMALL, palette.muted)
        self.draw_focus(surface, look, 10)


class DoorCard(Embedded):
    """A door as wide as the text."""

    def __init__(self, door: Door) -> None:
        super().__init__()
        self._door = door
        self.add(door)

    def height_for(self, look: Look, width: int) -> int:
        words = look.line_height(Size.BODY) + len(self._door.lines(look, width)) * look.line_height(Size.SMALL)
        return max(words + look.px(22), look.px(_DOOR))

    def arrange(self, rect: Rect, look: Look) -> None:
        self._door.place(rect, look)


class Neighbor(Glowing):
    """The chapter before, or the one after."""

    def __init__(self, said: Words, name: Words, is_next: bool, opened: Callable[[], None], id: str) -> None:
        super().__init__(id)
        self._said, self._name, self._is_next = said, name, is_next
        self._opened = opened

    def clicked(self) -> None:
        self._opened()

    def said(self, look: Look) -> str:
        return look.say(self._name)

    def draw(self, surface: Surface, look: Look) -> None:
        palette = look.palette
        fill = mix(palette.panel, palette.hover if not palette.is_dark else palette.card, self.glow.value)
        look.rounded(surface, self.rect, BUTTON_RADIUS, fill, mix(palette.line, palette.muted, 0.3 * self.glow.value))
        box = inset(self.rect, look.px(12), look.px(9))
        if self._is_next:
            box, icon = cut_right(box, look.px(20), look.px(6))
        else:
            icon, box = cut_left(box, look.px(20), look.px(6))
        look.icon(surface, Icon.RIGHT if self._is_next else Icon.LEFT, icon, palette.muted, 18)
        align = Align.RIGHT if self._is_next else Align.LEFT
        lines = look.wrapped(look.say(self._name), box.width, Size.BODY, 2)
        small, high = look.line_height(Size.TINY), look.line_height(Size.BODY)
        y = box.centery - (small + len(lines) * high) // 2
        look.text(surface, self._said, Rect(box.left, y, box.width, small), Size.TINY, palette.muted, False, align)
        for number, line in enumerate(lines):
            row = Rect(box.left, y + small + number * high, box.width, high)
            look.text(surface, line, row, Size.BODY, palette.ink, False, align)
        self.draw_focus(surface, look)


class Foot(Embedded):
    """The end of a chapter: what comes before and after it."""

    def __init__(self, before: Neighbor | None, after: Neighbor | None) -> None:
        super().__init__()
        self._before, self._after = before, after
        self.add(*(one for one in (before, after) if one is not None))

    def height_for(self, look: Look, width: int) -> int:
        return look.px(_TURN + 18)

    def arrange(self, rect: Rect, look: Look) -> None:
        gap = look.px(16)
        _, row = cut_top(rect, rect.height - look.px(_TURN))
        half = (row.width - gap) // 2
        left, right = cut_left(row, half, gap)
        if self._before is not None:
            self._before.place(left, look)
        if self._after is not None:
            self._after.place(right, look)


class CopyButton(Button):
    """Copies a text, and shows for a moment that it did."""

    def __init__(self, text: str, id: str) -> None:
        super().__init__("", self._copy, ButtonKind.QUIET, Icon.COPY, Size.SMALL, id=id, tip=LearnText.TIP_COPY)
        self._text = text
        self._left = 0.0

    def _copy(self) -> None:
        if self.root is not None:
            self.root.clipboard.put(self._text + "\n")
            self.icon, self._left = Icon.CHECK, _DONE_SECONDS
            self.explain(LearnText.COPIED)
            self.animate()

    def update(self, dt: float) -> bool:
        is_moving = super().update(dt)
        if self._left > 0:
            self._left -= dt
            if self._left <= 0:
                self.icon = Icon.COPY
                self.explain(LearnText.TIP_COPY)
            return True
        return is_moving

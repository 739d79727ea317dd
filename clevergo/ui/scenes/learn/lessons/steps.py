"""Which lessons there are, as a row of small discs: done, open, and the one that lies open now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from clevergo.ui.kit.base import Clickable, Group, Shown
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.theme import Size, mix

_DISC, _WIDEST = 28, 48
"""Logical units: across, and from one to the next at most."""


@dataclass(frozen=True)
class Step:
    """One of them."""

    name: Words
    sign: str | Icon
    """A number, or what else is seen while it is not done."""
    is_done: bool = False
    is_here: bool = False


class _Disc(Clickable):
    step = Shown[Step]()
    """What it stands for."""

    def __init__(self, step: Step, chosen: Callable[[], None], id: str) -> None:
        super().__init__(id, step.name)
        self.step = step
        self._chosen = chosen

    def said(self, look: Look) -> str:
        return look.say(self.step.name)

    def clicked(self) -> None:
        self._chosen()

    def draw(self, surface: Surface, look: Look) -> None:
        palette, step, side = look.palette, self.step, look.px(_DISC)
        box = Rect(0, 0, side, side)
        box.center = self.rect.center
        ground = palette.jade if step.is_done else mix(palette.card, palette.sunken, float(self.is_hovered))
        look.rounded(surface, box, _DISC / 2, ground, palette.jade if step.is_done else palette.line)
        ink = palette.on_jade if step.is_done else palette.ink if step.is_here else palette.muted
        if step.is_done:
            look.icon(surface, Icon.CHECK, box, ink, 16)
        elif isinstance(step.sign, Icon):
            look.icon(surface, step.sign, box, ink, 14)
        else:
            look.text(surface, step.sign, box, Size.SMALL, ink, step.is_here, Align.CENTER)
        if step.is_here:
            mark = Rect(0, 0, look.px(18), look.px(3))
            mark.midtop = box.centerx, box.bottom + look.px(3)
            surface.fill(palette.accent, mark)
        self.draw_focus(surface, look, _DISC / 2, box)


class Steps(Group):
    """A click goes there."""

    def __init__(self, go_to: Callable[[int], None]) -> None:
        super().__init__()
        self._go_to = go_to
        self._discs: list[_Disc] = []

    def show(self, steps: Sequence[Step]) -> None:
        """Show how far one is."""
        if len(steps) == len(self._discs):
            for disc, step in zip(self._discs, steps, strict=True):
                disc.step = step
            return
        for disc in self._discs:
            self.remove(disc)
        self._discs = [
            _Disc(step, partial(self._go_to, number), f"lessons.step.{number + 1}") for number, step in enumerate(steps)
        ]
        self.add(*self._discs)
        self.place_again()

    def arrange(self, rect: Rect, look: Look) -> None:
        each = min(rect.width // max(len(self._discs), 1), look.px(_WIDEST))
        for number, disc in enumerate(self._discs):
            disc.place(Rect(rect.left + number * each, rect.top, look.px(_DISC), rect.height), look)

    @staticmethod
    def needed_height(look: Look) -> int:
        """Pixels for discs and the mark below one."""
        return look.px(_DISC + 12)

"""Walking through a game: four buttons, the keys and the wheel."""

from __future__ import annotations

from typing import Protocol

import pygame
from pygame import Rect
from pygame.event import Event

from clevergo.app.match.messages import MatchSnapshot
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Look
from clevergo.ui.texts.play import PlayText

FAR = 100_000
"""More moves than any game has."""
_SIDE = 32


class Walker(Protocol):
    """Whom the steps concern."""

    def look_by(self, steps: int) -> None:
        """Look so many moves further on, or back."""

    def look_beside(self, step: int) -> None:
        """Look at another variation."""


_KEYS = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_HOME: -FAR,
    pygame.K_END: FAR,
    pygame.K_PAGEUP: -10,
    pygame.K_PAGEDOWN: 10,
}
_BESIDE = {pygame.K_UP: -1, pygame.K_DOWN: 1}


def walk_by_key(event: Event, walker: Walker) -> bool:
    """Take a step where a key asks for one; whether it did."""
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
        return False
    if event.key in _KEYS:
        walker.look_by(_KEYS[event.key])
    elif event.key in _BESIDE:
        walker.look_beside(_BESIDE[event.key])
    else:
        return False
    return True


class WalkBar(Group):
    """To the start, back, on, to the end."""

    def __init__(self, walker: Walker) -> None:
        super().__init__()
        quiet = ButtonKind.QUIET
        self._back = [
            Button("", lambda: walker.look_by(-FAR), quiet, Icon.FIRST, id="play.first", tip=PlayText.TIP_FIRST),
            Button("", lambda: walker.look_by(-1), quiet, Icon.LEFT, id="play.earlier", tip=PlayText.TIP_BACK),
        ]
        self._on = [
            Button("", lambda: walker.look_by(1), quiet, Icon.RIGHT, id="play.later", tip=PlayText.TIP_FORWARD),
            Button("", lambda: walker.look_by(FAR), quiet, Icon.LAST, id="play.last", tip=PlayText.TIP_LAST),
        ]
        for button in (*self._back, *self._on):
            button.is_silent = True
        self.add(*self._back, *self._on)

    def show(self, match: MatchSnapshot) -> None:
        """Enable the steps there are."""
        has_before = bool(match.line) and match.node != 0
        has_after = bool(match.line) and match.node != match.line[-1].node
        for button in self._back:
            button.is_enabled = has_before
        for button in self._on:
            button.is_enabled = has_after

    @staticmethod
    def needed_width(look: Look) -> int:
        """Pixels for all four."""
        return 4 * look.px(_SIDE)

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        side = look.px(_SIDE)
        for i, button in enumerate((*self._back, *self._on)):
            button.place(Rect(rect.left + i * side, rect.centery - side // 2, side, side).inflate(-2, -2), look)

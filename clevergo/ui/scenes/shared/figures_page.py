"""What pages with a large board and a column of figures beside it have in common: how they are cut up, and their keys.

They lie above a scene (slow motion, the microscope, the film, a lesson): a line with the way back and what can be
chosen, the board at the left, what is told of it at the right, and something across the foot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pygame
from pygame import Rect
from pygame.event import Event

from clevergo.app.desk.settings import SceneName
from clevergo.ui.kit.base import cut_bottom, cut_left, cut_top, inset
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.strings import SlowText, TaughtText

BACK_WORDS: Mapping[SceneName, Words] = {
    SceneName.PLAY: SlowText.BACK,
    SceneName.TRAIN: TaughtText.BACK,
    SceneName.LEARN: SlowText.BACK_TO_READING,
}
"""What stands on the way back, by the scene it leads to."""
_HEAD = 36
_ROOMY = 640
"""Logical units of height from which margins are generous."""
_BETWEEN = 18


@dataclass(frozen=True)
class Heights:
    """Of a strip, in logical units: where there is room, and where there is little."""

    roomy: float = 0.0
    low: float = 0.0


@dataclass(frozen=True)
class Rooms:
    """The parts of such a page, in pixels."""

    head: Rect
    board: Rect
    """A square."""
    below: Rect
    """Under the board; empty where nothing was wanted there."""
    column: Rect
    foot: Rect


def cut_board_page(
    rect: Rect,
    look: Look,
    share: float,
    foot: Heights,
    foot_gap: Heights = Heights(12, 8),
    below: Heights = Heights(),
) -> Rooms:
    """``share`` is the most of the width that the board takes; ``below`` is what it leaves free under itself."""
    is_roomy = rect.height >= look.px(_ROOMY)

    def px(heights: Heights) -> int:
        return look.px(heights.roomy if is_roomy else heights.low)

    inner = inset(rect, px(Heights(20, 14)), px(Heights(14, 10)))
    head, rest = cut_top(inner, look.px(_HEAD), px(Heights(12, 8)))
    rest, low = cut_bottom(rest, px(foot), px(foot_gap))
    side = min(rest.height - px(below), round(rest.width * share))
    left, column = cut_left(rest, side, look.px(_BETWEEN))
    if below.roomy:
        board, under = cut_top(left, side, look.px(6))
    else:
        board, under = Rect(left.left, left.top + (left.height - side) // 2, side, side), Rect(left.bottomleft, (0, 0))
    return Rooms(head, board, under, column, low)


def act_on_key(event: Event, acts: Mapping[int, Callable[[], object]]) -> bool:
    """Do what a key stands for, pressed without Ctrl, Alt or the like; whether it stands for anything."""
    if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT):
        return False
    act = acts.get(event.key)
    if act is not None:
        act()
    return act is not None

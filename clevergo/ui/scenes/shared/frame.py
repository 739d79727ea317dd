"""How every scene with a board is cut up: the board as large as the height allows, and one column beside it."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from clevergo.ui.kit.look import Look

_NARROWEST, _WIDEST = 344, 560
_ROOMY = 640
"""Logical units of height from which margins are generous."""


@dataclass(frozen=True)
class Frame:
    """The two parts, in pixels."""

    board: Rect
    """A square."""
    column: Rect


def cut_frame(rect: Rect, look: Look) -> Frame:
    """Cut a scene's rectangle; what is left over goes to both sides."""
    is_roomy = rect.height >= look.px(_ROOMY)
    margin = look.px(24) if is_roomy else look.px(14)
    gap = look.px(28) if is_roomy else look.px(18)
    side = min(rect.height - 2 * margin, rect.width - 2 * margin - gap - look.px(_NARROWEST))
    side = max(side, look.px(120))
    free = rect.width - 2 * margin - gap - side
    width = min(max(free, look.px(_NARROWEST)), max(look.px(_WIDEST), round(side * 0.6)))
    left = rect.left + max((rect.width - side - gap - width) // 2, margin)
    top = rect.top + max((rect.height - side) // 2, margin)
    board = Rect(left, top, side, side)
    height = rect.height - 2 * margin
    return Frame(board, Rect(board.right + gap, rect.top + margin, width, height))

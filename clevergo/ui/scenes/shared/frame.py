"""How every scene with a board is cut up: the board as large as the height allows, and one column beside it."""

from __future__ import annotations

from pygame import Rect

from clevergo.ui.kit.base import centered, cut_left, inset
from clevergo.ui.kit.look import Look

_NARROWEST, _WIDEST = 344, 560
_ROOMY = 640
"""Logical units of height from which margins are generous."""
_WIDEST_COLUMN = 660
"""Logical units, of a column beside a board with something below it."""


def cut_frame(rect: Rect, look: Look) -> tuple[Rect, Rect]:
    """The board, a square, and the column of a scene, in pixels; what is left over goes to both sides."""
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
    return board, Rect(board.right + gap, rect.top + margin, width, rect.height - 2 * margin)


def cut_page(
    rect: Rect, look: Look, left: int | None = None, foot: float = 0, least: float = _NARROWEST
) -> tuple[Rect, Rect]:
    """The left part and the column of a scene, ``least`` logical units wide.

    The left part is ``left`` pixels wide, or a square with ``foot`` logical units below it, as large as there is room.
    """
    body, gap = inset(rect, look.px(24), look.px(18)), look.px(20)
    side = min(body.height - look.px(foot) if left is None else left, body.width - look.px(20 + least))
    width = min(body.width - gap - side, look.px(_WIDEST_COLUMN))
    return cut_left(centered(body, side + gap + width, body.height), side, gap)

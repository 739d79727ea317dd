"""A stone beside words: who has which color, whose turn it is."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.games.color import Color
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.theme import mix


def draw_stone(widget: Group, surface: Surface, color: Color, box: Rect, part: float = 0.86) -> None:
    """A stone in the middle of ``box``, as it lies on the board."""
    from clevergo.ui.shell.stage import Stage

    root = widget.root
    if not isinstance(root, Stage) or box.width < 4:
        return
    diameter = round(min(box.size) * part) | 1
    if root.look.palette.is_dark and color is Color.BLACK:
        # A rim of evening light: black on a dark panel would be lost.
        rim = mix(root.look.palette.line, (255, 255, 255), 0.1)
        root.look.disc(surface, box.center, diameter / 2 + root.look.px(1.5), rim)
    shadow, stone = root.art.shadow(diameter), root.art.stone(int(color), diameter)
    surface.blit(shadow, shadow.get_rect(center=box.center))
    surface.blit(stone, stone.get_rect(center=box.center))

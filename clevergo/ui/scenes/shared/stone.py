"""A stone beside words: who has which color, whose turn it is."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.games.color import Color
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import mix

DISC = 5
"""Radius of the disc that tells a color, in logical units."""
_DISCS = {Color.BLACK: (24, 22, 20), Color.WHITE: (250, 248, 243)}


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


def draw_color_disc(surface: Surface, look: Look, box: Rect, color: Color) -> None:
    """A small flat disc at the left of ``box`` and halfway down, to tell who has which color."""
    radius = look.px(DISC)
    center = (box.left + radius + 1, box.centery)
    look.disc(surface, center, radius, look.palette.muted)
    look.disc(surface, center, radius - max(look.scale, 1), _DISCS[color])

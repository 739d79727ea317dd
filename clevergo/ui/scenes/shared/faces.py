"""What stands for somebody who plays: a dog's face, or the first letter of the name."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import mix
from clevergo.ui.scenes.kennel.portrait import kept_face
from clevergo.ui.scenes.play.faces import Face

_RING, _ROOM = 3, 6
"""Logical units: how far the ring is from the face, and what it takes of the box."""


def draw_player(look: Look, surface: Surface, box: Rect, face: Face, name: str) -> None:
    """A round picture in a gold ring, in the middle of a box.

    Args:
        face: what it looks like.
        name: of who is no dog, the first letter is shown.
    """
    palette, side = look.palette, min(box.size) - look.px(_ROOM)
    look.disc(surface, box.center, side / 2 + look.px(_RING), palette.card, palette.gold)
    if face.dog:
        drawn = kept_face(look, face.dog, side, growth=face.growth)
        surface.blit(drawn, drawn.get_rect(center=box.center))
        return
    look.disc(surface, box.center, side / 2, mix(palette.sunken, palette.jade, 0.3))
    letter = next((sign for sign in look.drawable(name) if sign.isalnum()), "?").upper()
    drawn = look.fonts.pixels(round(side * 0.42), True).render(letter, True, palette.jade_text)
    ink = drawn.get_bounding_rect()
    surface.blit(drawn, (box.centerx - ink.centerx, box.centery - ink.centery))

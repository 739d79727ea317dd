"""What stands for somebody who plays: a dog's face, or the first letter of the name."""

from __future__ import annotations

from pygame import Rect, Surface

from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import mix
from clevergo.ui.scenes.kennel.portrait import draw_face, face_of

_RING, _ROOM = 3, 6
"""Logical units: how far the ring is from the face, and what it takes of the box."""


def draw_player(look: Look, surface: Surface, box: Rect, seed: str, name: str) -> None:
    """A round picture in a gold ring, in the middle of a box.

    Args:
        seed: what a dog's face is drawn from; empty for who is no dog.
        name: of who is no dog, the first letter is shown.
    """
    palette, side = look.palette, min(box.size) - look.px(_ROOM)
    look.disc(surface, box.center, side / 2 + look.px(_RING), palette.card, palette.gold)
    if seed:
        drawn = look.kept(("dog face", seed, side, False), lambda: draw_face(face_of(seed), side, palette.is_dark))
        surface.blit(drawn, drawn.get_rect(center=box.center))
        return
    look.disc(surface, box.center, side / 2, mix(palette.sunken, palette.jade, 0.3))
    letter = next((sign for sign in look.drawable(name) if sign.isalnum()), "?").upper()
    drawn = look.fonts.pixels(round(side * 0.42), True).render(letter, True, palette.jade_text)
    ink = drawn.get_bounding_rect()
    surface.blit(drawn, (box.centerx - ink.centerx, box.centery - ink.centery))

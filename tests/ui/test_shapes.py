"""Tiles that are stretched: what is left out of them is what nobody would have seen."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray
from pygame import Rect, Surface

from clevergo.ui.kit import shapes

GROUND, DARK, WOOD = (236, 229, 214), (92, 70, 42), (220, 179, 92)
BOX = Rect(60, 50, 180, 140)
SPREAD, RADIUS = 12, 6


def pixels(surface: Surface) -> NDArray[np.uint8]:
    return pygame.surfarray.array3d(surface)


def canvas() -> Surface:
    surface = Surface((300, 240))
    surface.fill(GROUND)
    return surface


def under_a_box(has_middle: bool) -> Surface:
    """A box with its shadow as the window draws them (:meth:`clevergo.ui.kit.look.Look.shadow`)."""
    surface = canvas()
    piece = shapes.shadow_tile(RADIUS, SPREAD, DARK, 120)
    shapes.stretch(surface, piece, BOX.inflate(2 * SPREAD, 2 * SPREAD).move(0, SPREAD // 3), has_middle)
    shapes.stretch(surface, shapes.tile(RADIUS, WOOD, None, 0), BOX)
    return surface


def test_the_middle_of_a_shadow_is_not_missed_under_what_is_opaque() -> None:
    seen = pixels(under_a_box(has_middle=False))
    assert np.array_equal(seen, pixels(under_a_box(has_middle=True)))
    assert (seen != GROUND).any(axis=2)[BOX.left - 4, BOX.centery], "there is a shadow beside the box"


@pytest.mark.parametrize(
    "clip", [Rect(55, 45, 9, 30), Rect(100, 100, 20, 20), Rect(230, 10, 60, 220), Rect(0, 184, 300, 9)]
)
@pytest.mark.parametrize("piece", [shapes.shadow_tile(RADIUS, SPREAD, DARK, 120), shapes.tile(8, WOOD, DARK, 2)])
def test_a_part_that_is_drawn_again_shows_what_the_whole_does(piece: Surface, clip: Rect) -> None:
    whole, part = canvas(), canvas()
    shapes.stretch(whole, piece, BOX)
    part.set_clip(clip)
    shapes.stretch(part, piece, BOX)
    part.set_clip(None)
    expected = canvas()
    expected.blit(whole, clip, clip)
    assert np.array_equal(pixels(part), pixels(expected))

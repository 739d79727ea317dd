"""Tiles that are stretched: what is left out of them is what nobody would have seen."""

from __future__ import annotations

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray
from pygame import Rect, Surface

from clevergo.locale import Language
from clevergo.ui.kit import shapes
from clevergo.ui.kit.assets import Fonts
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import LIGHT, Rgb
from clevergo.ui.strings import Strings

GROUND, DARK, WOOD = (236, 229, 214), (92, 70, 42), (220, 179, 92)
BOX = Rect(60, 50, 180, 140)
SPREAD, RADIUS = 12, 6


def pixels(surface: Surface) -> NDArray[np.uint8]:
    return pygame.surfarray.array3d(surface)


def canvas() -> Surface:
    surface = Surface((300, 240))
    surface.fill(GROUND)
    return surface


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize(("box", "radius", "spread"), [(14, 6, 8), (6, 4, 7), (10, 10, 14), (16, 16, 26), (6, 6, 12)])
def test_what_a_shadow_leaves_out_lies_under_the_opaque_box(
    box: int, radius: int, spread: int, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Corners and spreads as the window has them: the largest corner, that of the box, beside a smaller one."""
    look = Look(LIGHT, Fonts(), Strings(Language.ENGLISH), scale)
    whole_stretch = shapes.stretch

    def drawn(surface: Surface) -> NDArray[np.uint8]:
        look.shadow(surface, BOX, radius, spread)
        look.rounded(surface, BOX, box, WOOD)
        return pixels(surface)

    seen = drawn(canvas())
    monkeypatch.setattr(
        shapes, "stretch", lambda surface, piece, rect, has_middle=True: whole_stretch(surface, piece, rect)
    )
    assert np.array_equal(seen, drawn(canvas()))
    assert (seen != GROUND).any(axis=2)[BOX.left - 2, BOX.centery], "there is a shadow beside the box"


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


@pytest.mark.parametrize("size", [(180, 100), (40, 24), (16, 60), (7, 5), (9, 200)])
@pytest.mark.parametrize(("fill", "border"), [(WOOD, DARK), (WOOD, None), (None, DARK)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_small_box_that_is_kept_whole_looks_as_one_put_together(
    size: tuple[int, int], fill: Rgb | None, border: Rgb | None, scale: float
) -> None:
    look = Look(LIGHT, Fonts(), Strings(Language.ENGLISH), scale)
    box = Rect((31, 17), size)
    radius = min(look.px(8), size[0] // 2, size[1] // 2)
    expected = canvas()
    shapes.stretch(expected, shapes.tile(radius, fill, border, look.px(2) if border else 0), box)
    for _ in range(2):
        seen = canvas()
        look.rounded(seen, box, 8, fill, border, 2)
        assert np.abs(pixels(seen).astype(int) - pixels(expected)).max() <= 1
    assert (pixels(seen) != GROUND).any()

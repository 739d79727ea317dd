"""Numbers over a board as small pictures: a square of color for each point, blue above 0 and orange below."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Surface

from clevergo.app.microscope.sight import SILENT
from clevergo.ui.board.marks import STEPS
from clevergo.ui.kit.theme import DARK, LIGHT, Palette, Rgb, mix

_BY_DAY: tuple[Rgb, Rgb] = ((52, 66, 168), (196, 84, 20))
"""The strongest above and below 0."""
_BY_NIGHT: tuple[Rgb, Rgb] = ((150, 172, 255), (246, 146, 74))
_GAMMA = 0.75
"""Below 1: what is weak beside the strongest is seen too."""
_FINE = 64
"""Shades to each side of 0."""


def levels(numbers: NDArray[np.float32], most: float, steps: int = STEPS) -> NDArray[np.int16]:
    """``-steps`` to ``steps`` for numbers from ``-most`` to ``most``; what is not 0 is at least one step from it."""
    if most <= SILENT:
        return np.zeros(numbers.shape, np.int16)
    part = np.clip(np.abs(numbers) / most, 0, 1) ** _GAMMA
    far = np.where(np.abs(numbers) > SILENT, np.maximum(np.rint(part * steps), 1), 0)
    return (np.sign(numbers) * far).astype(np.int16)


def ground(palette: Palette) -> Rgb:
    """The color of 0."""
    return mix(palette.sunken, palette.panel, 0.3) if palette.is_dark else palette.sunken


def color(palette: Palette, part: float) -> Rgb:
    """The color of a number as a part of the largest, -1 to 1."""
    shades = _shades(palette.is_dark)
    red, green, blue = shades[_FINE + int(levels(np.array([part], np.float32), 1.0, _FINE)[0])].tolist()
    return red, green, blue


@lru_cache(maxsize=2)
def _shades(is_dark: bool) -> NDArray[np.uint8]:
    """``uint8[2 * _FINE + 1, 3]``."""
    above, below = _BY_NIGHT if is_dark else _BY_DAY
    zero = ground(DARK if is_dark else LIGHT)
    rows = [mix(zero, below if far < 0 else above, abs(far) / _FINE) for far in range(-_FINE, _FINE + 1)]
    return np.array(rows, np.uint8)


def picture(numbers: NDArray[np.float32], most: float, palette: Palette, size: tuple[int, int]) -> Surface:
    """``float32[H, W]`` as squares, blue and orange where they are ``most`` from 0, ``size`` pixels in all."""
    shades = _shades(palette.is_dark)[levels(numbers, most, _FINE) + _FINE]
    small = pygame.surfarray.make_surface(shades.swapaxes(0, 1))
    return pygame.transform.scale(small, size)


def as_square(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
    """``float32[C]`` without a place, row by row in the smallest square, zeros after the last."""
    side = int(np.ceil(np.sqrt(len(numbers))))
    square = np.zeros(side * side, np.float32)
    square[: len(numbers)] = numbers
    return square.reshape(side, side)

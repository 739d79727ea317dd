"""Stones, their shadows and the marks on them, computed pixel by pixel: ``uint8[H, W, 4]`` in RGBA.

A stone is a lens of slate or shell lit from above left. It is shaded once, large, and averaged down to each size
that is needed; marks are antialiased by how much of a pixel they cover, so they are as crisp at 9 pixels as at 90.
"""

from __future__ import annotations

import math

import numpy as np
import pygame
from numpy.typing import NDArray

from clevergo.ui.kit.theme import Rgb

Pixels = NDArray[np.uint8]
Plane = NDArray[np.float32]

BLACK_VARIANTS = 3
WHITE_VARIANTS = 8
SHADOW_REACH = 0.2
"""How far a shadow reaches beyond its stone, in diameters."""

MASTER = 224
"""The diameter a stone is shaded at: the size of one on a 9x9 board in a 4K window."""

_LIGHT = np.array((-0.46, -0.58, 0.67), np.float32)
_LENS = 0.86
"""How steep the lens is at its rim; 1 would be a ball."""
_SHADOW_OFFSET = (0.035, 0.055)
_SHADOW_BLUR = 0.13
_SHADOW_ALPHA = 118


def to_surface(pixels: Pixels) -> pygame.Surface:
    """RGBA pixels as a surface that blits fast (converted to the window's format where there is a window)."""
    height, width = pixels.shape[:2]
    surface = pygame.image.frombuffer(np.ascontiguousarray(pixels).tobytes(), (width, height), "RGBA")
    return surface.convert_alpha() if pygame.display.get_surface() is not None else surface


def _grid(side: int) -> tuple[Plane, Plane]:
    """``x, y`` of the centers of ``side`` by ``side`` pixels, -1 to 1 from edge to edge."""
    axis: Plane = ((np.arange(side) + 0.5) * (2 / side) - 1).astype(np.float32)
    return axis[None, :], axis[:, None]


def _length(x: Plane, y: Plane) -> Plane:
    length: Plane = np.sqrt(x * x + y * y)
    return length


def _power(base: Plane, exponent: int) -> Plane:
    """``base ** exponent`` by squaring, a tenth of the time that NumPy's own takes."""
    result, square = None, base
    while exponent:
        if exponent & 1:
            result = square if result is None else result * square
        square = square * square
        exponent >>= 1
    assert result is not None
    return result


def _coverage(distance: Plane, radius: float) -> Plane:
    """How much of each pixel lies within ``radius`` of the center; both in pixels."""
    covered: Plane = np.clip(radius - distance + 0.5, 0, 1)
    return covered


def _assembled(color: Plane | Rgb, alpha: Plane) -> Pixels:
    pixels = np.empty((*alpha.shape, 4), np.uint8)
    pixels[..., :3] = np.clip(color, 0, 255)
    pixels[..., 3] = np.clip(alpha * 255 + 0.5, 0, 255)
    return pixels


def _light(side: int) -> tuple[Plane, Plane, Plane, Plane, Plane]:
    """``x, y``, squared radius, Lambert's cosine and the cosine to the mirrored light on the lens."""
    x, y = _grid(side)
    squared = np.minimum(x * x + y * y, 1.0)
    height = np.sqrt(1 - _LENS**2 * squared)
    normal_x, normal_y = _LENS * x, _LENS * y
    light_x, light_y, light_z = _LIGHT / np.linalg.norm(_LIGHT)
    half = np.array((light_x, light_y, light_z + 1), np.float32)
    half_x, half_y, half_z = half / np.linalg.norm(half)
    lambert = np.clip(normal_x * light_x + normal_y * light_y + height * light_z, 0, 1)
    mirrored = np.clip(normal_x * half_x + normal_y * half_y + height * half_z, 0, 1)
    return x, y, squared, lambert, mirrored


def black_stone(variant: int = 0, diameter: int = MASTER) -> Pixels:
    """A stone of slate: ``uint8[diameter, diameter, 4]``."""
    _, _, squared, lambert, mirrored = _light(diameter)
    rng = np.random.default_rng((1, variant))
    matte = float(rng.uniform(0.9, 1.1))
    glow = 21 + 36 * lambert * np.sqrt(lambert) + 58 * matte * _power(mirrored, 11) + 30 * _power(mirrored, 48)
    rim = 9 * _power(squared, 6) * (1 - lambert)  # light the board throws back
    color = (glow + rim)[..., None] + np.array((0, 0.5, 2.5), np.float32)
    return _finish(color, diameter)


def white_stone(variant: int = 0, diameter: int = MASTER) -> Pixels:
    """A stone of shell, its grain its own: ``uint8[diameter, diameter, 4]``."""
    x, y, squared, lambert, mirrored = _light(diameter)
    rng = np.random.default_rng((2, variant))
    body = 168 + 78 * np.clip(lambert, 0, 0.86) / 0.86
    body = body - 17 * _power(squared, 5) * (1 - 0.5 * lambert) + 10 * _power(mirrored, 30) + _shell(x, y, squared, rng)
    color = body[..., None] + np.array((3.5, 2.0, -3.5), np.float32)
    return _finish(color, diameter)


def _shell(x: Plane, y: Plane, squared: Plane, rng: np.random.Generator) -> Plane:
    """The growth lines of a clam, bent a little, fading towards the rim: brightness to add, -4 to 4."""
    angle = rng.uniform(-0.9, 0.9) + float(rng.choice((0.0, np.pi)))
    cosine, sine = math.cos(angle), math.sin(angle)
    along, across = x * cosine + y * sine, y * cosine - x * sine
    bent = across + rng.uniform(0.12, 0.3) * along * along + rng.uniform(-0.2, 0.2)
    density = rng.uniform(7.5, 10.5)
    phase = density * bent * (1 + 0.22 * bent)
    lines = np.sin(2 * math.pi * phase) + 0.45 * np.sin(2 * math.pi * 2.3 * phase + 1.0)
    strength = rng.uniform(1.4, 2.5)
    shell: Plane = (strength * lines * (1 - squared * squared)).astype(np.float32)
    return shell


def _finish(color: Plane, diameter: int) -> Pixels:
    x, y = _grid(diameter)
    radius = diameter / 2
    distance = _length(x, y) * np.float32(radius)
    return _assembled(color, _coverage(distance, radius - 0.25))


def shadow(diameter: int) -> Pixels:
    """The soft shadow of a stone, to the lower right; its square is ``1 + 2 * SHADOW_REACH`` diameters wide."""
    reach = round(diameter * SHADOW_REACH)
    side = diameter + 2 * reach
    x, y = _grid(side)
    half = side / 2
    shift_x, shift_y = (diameter * part for part in _SHADOW_OFFSET)
    distance = _length(x * half - shift_x, y * half - shift_y)
    blur = max(1.0, diameter * _SHADOW_BLUR)
    soft = np.clip((diameter / 2 + blur / 2 - distance) / blur, 0, 1)
    return _assembled((34, 20, 4), soft * soft * (3 - 2 * soft) * (_SHADOW_ALPHA / 255))


def disc(radius: float, color: Rgb, alpha: float = 1.0, edge: Rgb | None = None) -> Pixels:
    """A filled circle, with a thin ``edge`` if wanted."""
    side = _odd_side(radius)
    x, y = _grid(side)
    distance = _length(x, y) * np.float32(side / 2)
    inside = _coverage(distance, radius)
    if edge is None:
        return _assembled(color, inside * alpha)
    within = _coverage(distance, radius - max(1.0, radius * 0.06))[..., None]
    blend = np.array(color, np.float32) * within + np.array(edge, np.float32) * (1 - within)
    return _assembled(blend, inside * alpha)


def ring(radius: float, width: float, color: Rgb, alpha: float = 1.0) -> Pixels:
    """A circle ``width`` pixels thick, ``radius`` at its outer edge."""
    side = _odd_side(radius)
    x, y = _grid(side)
    distance = _length(x, y) * np.float32(side / 2)
    return _assembled(color, (_coverage(distance, radius) - _coverage(distance, radius - width)) * alpha)


def square(side: int, color: Rgb, alpha: float = 1.0, rounding: float = 0.18) -> Pixels:
    """A filled square with slightly rounded corners."""
    x, y = _grid(side)
    half = side / 2
    corner = max(1.0, rounding * side)
    outside_x, outside_y = np.abs(x) * half - (half - corner), np.abs(y) * half - (half - corner)
    distance = _length(np.maximum(outside_x, 0), np.maximum(outside_y, 0))
    return _assembled(color, _coverage(distance, corner) * alpha)


def _odd_side(radius: float) -> int:
    """Odd, so that the mark has a middle pixel, as a one-pixel line has."""
    return 2 * int(np.ceil(radius)) + 1


def rounded_box(width: int, height: int, radius: float) -> NDArray[np.uint8]:
    """``uint8[width, height]``: how much of each pixel lies inside a box with rounded corners, 0 to 255."""
    across, down = (
        np.maximum(np.abs(np.arange(side, dtype=np.float32) + 0.5 - side / 2) - (side / 2 - radius), 0)
        for side in (width, height)
    )
    return (_coverage(_length(across[:, None], down[None, :]), radius) * 255 + 0.5).astype(np.uint8)

"""What a board is made of, computed pixel by pixel: ``uint8[H, W, 4]`` in RGBA.

A stone is a lens of slate or shell lit from above left. It is shaded once, large, and averaged down to each size
that is needed; marks are antialiased by how much of a pixel they cover, so they are as crisp at 9 pixels as at 90.
Wood has fine straight grain, bent a little, a few darker year rings, short pores, and noise: what changes slowly is
computed small, and only one gather and one table look-up run over every pixel.
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

WOOD_LIGHT: tuple[Rgb, Rgb, Rgb] = ((196, 146, 84), (222, 177, 112), (238, 199, 137))
WOOD_DARK: tuple[Rgb, Rgb, Rgb] = ((139, 100, 54), (172, 130, 77), (190, 149, 94))
"""Year ring, body, highlight: by day and by night."""
_GRAIN_STEPS = 4
"""Samples of the grain's profile for each pixel of width."""
_STRETCH = 14
"""Pixels that a speck of the wood is drawn out to, along the grain."""
_BAND = 64
"""Rows of the wood that are made at a time."""


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


def _distance(side: int) -> Plane:
    """How far each pixel of a square is from its middle, in pixels."""
    return _length(*_grid(side)) * np.float32(side / 2)


def _coverage(distance: Plane, radius: float) -> Plane:
    """How much of each pixel lies within ``radius`` of the center; both in pixels."""
    covered: Plane = np.clip(radius - distance + 0.5, 0, 1)
    return covered


def painted(color: Plane | Rgb, alpha: Plane) -> Pixels:
    """Pixels of a color, or of one each, as opaque as ``alpha`` says, 0 to 1."""
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
    return painted(color, _coverage(_distance(diameter), diameter / 2 - 0.25))


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
    return painted((34, 20, 4), soft * soft * (3 - 2 * soft) * (_SHADOW_ALPHA / 255))


def disc(radius: float, color: Rgb, alpha: float = 1.0, edge: Rgb | None = None) -> Pixels:
    """A filled circle, with a thin ``edge`` if wanted."""
    distance = _distance(_odd_side(radius))
    inside = _coverage(distance, radius)
    if edge is None:
        return painted(color, inside * alpha)
    within = _coverage(distance, radius - max(1.0, radius * 0.06))[..., None]
    blend = np.array(color, np.float32) * within + np.array(edge, np.float32) * (1 - within)
    return painted(blend, inside * alpha)


def ring(radius: float, width: float, color: Rgb, alpha: float = 1.0) -> Pixels:
    """A circle ``width`` pixels thick, ``radius`` at its outer edge."""
    distance = _distance(_odd_side(radius))
    return painted(color, (_coverage(distance, radius) - _coverage(distance, radius - width)) * alpha)


def square(side: int, color: Rgb, alpha: float = 1.0, rounding: float = 0.18) -> Pixels:
    """A filled square with slightly rounded corners."""
    x, y = _grid(side)
    half = side / 2
    corner = max(1.0, rounding * side)
    outside_x, outside_y = np.abs(x) * half - (half - corner), np.abs(y) * half - (half - corner)
    distance = _length(np.maximum(outside_x, 0), np.maximum(outside_y, 0))
    return painted(color, _coverage(distance, corner) * alpha)


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


def wood(width: int, height: int, tones: tuple[Rgb, Rgb, Rgb] = WOOD_LIGHT, seed: int = 9) -> Pixels:
    """``uint8[height, width, 3]``: a board with its grain running from top to bottom."""
    rng = np.random.default_rng(seed)
    reference = 720.0  # the pattern is laid out for a board of this width and scaled with it
    scale = max(width, height) / reference
    profile = _profile(rng, width, scale)
    rows = np.arange(height, dtype=np.float32) / np.float32(max(width, height))
    bend = _bend(rng, rows) * np.float32(width)
    # Fibres lean a little more at one side than at the other, as in a plank cut near the heart.
    lean = np.linspace(0.35, 1.0, width, dtype=np.float32)
    across = np.arange(width, dtype=np.float32)
    streaks = _streaks(rng, width, height)
    noise = rng.integers(0, 256, (height, width), np.uint8)
    table = _tone_table(tones)
    pixels = np.empty((height, width, 3), np.uint8)
    # Band by band: all that is worked out for one fits into a processor's cache, and never much memory is asked for.
    for top in range(0, height, _BAND):
        band = slice(top, min(top + _BAND, height))
        position = across[None, :] + bend[band, None] * lean[None, :]
        index = (position * _GRAIN_STEPS).astype(np.int32) % len(profile)
        speckles = noise[band].astype(np.float32) * np.float32(0.035 / 255)
        value = profile[index] + _pores(streaks, band) + speckles
        pixels[band] = table[np.clip(value * 255, 0, 255).astype(np.uint8)]
    return pixels


def _profile(rng: np.random.Generator, width: int, scale: float) -> Plane:
    """The brightness across the grain, 0 dark to 1 light, ``_GRAIN_STEPS`` samples a pixel, with room to bend."""
    count = int(width * 1.25 * _GRAIN_STEPS)
    x = np.arange(count, dtype=np.float32) / (_GRAIN_STEPS * scale)
    # The years grow uneven: the rings' phase runs faster here and slower there.
    phase = x / 17 + 0.9 * np.sin(x / 61 + rng.uniform(0, 6)) + 0.5 * np.sin(x / 23 + rng.uniform(0, 6))
    ring = (0.5 + 0.5 * np.sin(2 * np.pi * 0.62 * phase)) ** 4 * (0.55 + 0.45 * np.sin(x / 29 + rng.uniform(0, 6)))
    fine = np.sin(x * 2.1 + 2.2 * np.sin(x / 9)) * 0.5 + np.sin(x * 3.7 + 1.3 * np.sin(x / 5)) * 0.3
    slow = np.sin(x / 90 + rng.uniform(0, 6)) + 0.6 * np.sin(x / 37 + rng.uniform(0, 6))
    value = 0.57 - 0.13 * ring + 0.03 * fine + 0.055 * slow
    return value.astype(np.float32)


def _bend(rng: np.random.Generator, rows: Plane) -> Plane:
    """How far the grain has wandered sideways at each row, in widths."""
    waves = ((0.010, 0.7), (0.0045, 1.6), (0.0016, 4.1))
    total = sum(size * np.sin(2 * np.pi * pace * rows + rng.uniform(0, 6.3)) for size, pace in waves)
    return np.asarray(total, np.float32) + np.float32(0.03)


def _streaks(rng: np.random.Generator, width: int, height: int) -> Plane:
    """Noise, a row for every ``_STRETCH`` of the wood's."""
    coarse = rng.integers(0, 256, (height // _STRETCH + 2, width), np.uint8).astype(np.float32)
    return np.asarray(np.float32(0.075 / 255) * coarse - np.float32(0.0375))


def _pores(streaks: Plane, band: slice) -> Plane:
    """Short faint streaks along the grain, in some rows of the wood: noise stretched lengthwise."""
    position = np.arange(band.start, band.stop, dtype=np.float32) / _STRETCH
    low = position.astype(np.int32)
    weight = (position - low).astype(np.float32)[:, None]
    pores: Plane = streaks[low] * (1 - weight) + streaks[low + 1] * weight
    return pores


def _tone_table(tones: tuple[Rgb, Rgb, Rgb]) -> Pixels:
    """The color of each of the 256 levels."""
    levels = np.linspace(0, 1, 256)
    stops = (0.22, 0.58, 0.9)
    channels = [np.interp(levels, stops, [tone[channel] for tone in tones]) for channel in range(3)]
    return np.stack(channels, axis=1).round().astype(np.uint8)

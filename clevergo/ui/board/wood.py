"""The wood of a board: fine straight grain, bent a little, a few darker year rings, short pores, and noise.

Everything that changes slowly is computed small; only one gather and one table look-up run over every pixel, so a
board of 900 by 900 pixels takes a few hundredths of a second.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.ui.kit.theme import Rgb

Pixels = NDArray[np.uint8]
Plane = NDArray[np.float32]

WOOD_LIGHT: tuple[Rgb, Rgb, Rgb] = ((196, 146, 84), (222, 177, 112), (238, 199, 137))
WOOD_DARK: tuple[Rgb, Rgb, Rgb] = ((139, 100, 54), (172, 130, 77), (190, 149, 94))
"""Year ring, body, highlight: by day and by night."""

_GRAIN_STEPS = 4
"""Samples of the grain's profile for each pixel of width."""


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
    position = np.arange(width, dtype=np.float32)[None, :] + bend[:, None] * lean[None, :]
    index = (position * _GRAIN_STEPS).astype(np.int32) % len(profile)
    value = profile[index] + _pores(rng, width, height) + _noise(rng, width, height)
    levels = np.clip(value * 255, 0, 255).astype(np.uint8)
    pixels: Pixels = _tone_table(tones)[levels]
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


def _pores(rng: np.random.Generator, width: int, height: int) -> Plane:
    """Short faint streaks along the grain: noise stretched lengthwise."""
    stretch = 14
    coarse = rng.integers(0, 256, (height // stretch + 2, width), np.uint8).astype(np.float32)
    coarse = np.float32(0.075 / 255) * coarse - np.float32(0.0375)
    position = np.arange(height, dtype=np.float32) / stretch
    low = position.astype(np.int32)
    weight = (position - low).astype(np.float32)[:, None]
    streaks: Plane = coarse[low] * (1 - weight) + coarse[low + 1] * weight
    return streaks


def _noise(rng: np.random.Generator, width: int, height: int) -> Plane:
    return rng.integers(0, 256, (height, width), np.uint8).astype(np.float32) * np.float32(0.035 / 255)


def _tone_table(tones: tuple[Rgb, Rgb, Rgb]) -> Pixels:
    """The color of each of the 256 levels."""
    levels = np.linspace(0, 1, 256)
    stops = (0.22, 0.58, 0.9)
    channels = [np.interp(levels, stops, [tone[channel] for tone in tones]) for channel in range(3)]
    return np.stack(channels, axis=1).round().astype(np.uint8)

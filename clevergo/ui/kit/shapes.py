"""Smooth shapes computed from distances: pygame's own circles and corners have steps."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from clevergo.ui.kit.theme import Rgb

_STRETCH = 2
"""Pixels in the middle of a tile that are repeated to fill any size."""


def tile(radius: int, fill: Rgb | None, border: Rgb | None, line: int) -> Surface:
    """The smallest rounded rectangle of that radius, to be stretched with :func:`stretch`."""
    return _two_tone(_box_distance(2 * max(radius, line) + _STRETCH, radius), line, fill, border)


def shadow_tile(radius: int, spread: int, color: Rgb, alpha: int) -> Surface:
    """A soft dark rounded box: ``alpha`` in the middle, nothing ``spread`` pixels beyond its edge."""
    size = 2 * (radius + 2 * spread) + _STRETCH
    middle = np.abs(np.arange(size) + 0.5 - size / 2)
    edge = np.maximum(middle - (size / 2 - spread - radius), 0)
    distance = np.hypot(edge[:, None], edge[None, :]) - radius
    part = np.clip((spread - distance) / (2 * spread), 0, 1)
    return _surface(np.full((size, size, 3), color), part * part * (3 - 2 * part) * alpha / 255)


def disc(radius: float, fill: Rgb | None, border: Rgb | None, line: int) -> Surface:
    """A disc or, without ``fill``, a ring ``line`` pixels wide."""
    size = 2 * math.ceil(radius) + 2
    middle = np.arange(size) + 0.5 - size / 2
    return _two_tone(np.hypot(middle[:, None], middle[None, :]) - radius, line, fill, border)


def dial(radius: float, share: float, color: Rgb, track: Rgb, line: float) -> Surface:
    """A ring ``line`` pixels wide: ``share`` of it, clockwise from the top, in ``color``, the rest in ``track``."""
    size = 2 * math.ceil(radius) + 2
    middle = np.arange(size) + 0.5 - size / 2
    x, y = middle[:, None], middle[None, :]
    distance = np.hypot(x, y) - radius
    ring = np.clip(0.5 - distance, 0, 1) - np.clip(0.5 - distance - line, 0, 1)
    # Along the ring, in pixels, so that the arc's end is as smooth as the ring's edge.
    along = (np.arctan2(x, -y) / math.tau % 1.0) * math.tau * radius
    part = np.clip(share * math.tau * radius - along + 0.5, 0, 1)[..., None]
    return _surface(np.array(track) * (1 - part) + np.array(color) * part, ring)


def stretch(surface: Surface, piece: Surface, rect: Rect, has_middle: bool = True) -> None:
    """Draw a tile so that its corners keep their size and its middle fills ``rect``, unless that is left out."""
    size = piece.get_width()
    corner = (size - _STRETCH) // 2
    if rect.width < 2 * corner or rect.height < 2 * corner:
        surface.blit(pygame.transform.smoothscale(piece, rect.size), rect)
        return
    far = size - corner
    for x, from_x in ((rect.left, 0), (rect.right - corner, far)):
        for y, from_y in ((rect.top, 0), (rect.bottom - corner, far)):
            surface.blit(piece, (x, y), (from_x, from_y, corner, corner))
    wide, high = rect.width - 2 * corner, rect.height - 2 * corner
    for y, from_y in ((rect.top, 0), (rect.bottom - corner, far)):
        _repeat(surface, piece, Rect(rect.left + corner, y, wide, corner), Rect(corner, from_y, 1, corner))
    for x, from_x in ((rect.left, 0), (rect.right - corner, far)):
        _repeat(surface, piece, Rect(x, rect.top + corner, corner, high), Rect(from_x, corner, corner, 1))
    if not has_middle:
        return
    middle = Rect(rect.left + corner, rect.top + corner, wide, high)
    color = piece.get_at((corner, corner))
    if color.a == 255:
        # Beyond the upper edge of a clipped surface, pygame fills too far down.
        surface.fill(color, middle.clip(surface.get_clip()))
    elif color.a:
        _repeat(surface, piece, middle, Rect(corner, corner, 1, 1))


def stretched(piece: Surface, size: tuple[int, int]) -> Surface:
    """What :func:`stretch` draws, on nothing."""
    whole = Surface(size, pygame.SRCALPHA)
    stretch(whole, piece, whole.get_rect())
    return whole


def thick_segment(
    surface: Surface, start: tuple[float, float], end: tuple[float, float], width: float, color: Rgb
) -> None:
    """A straight stroke with round ends (drawn large and scaled down by whoever wants it smooth)."""
    thick_line(surface, [start, end], width, color)


def thick_line(surface: Surface, points: Sequence[tuple[float, float]], width: float, color: Rgb) -> None:
    """The same through all of these points."""
    for start, end in itertools.pairwise(points):
        along = math.hypot(end[0] - start[0], end[1] - start[1])
        if along > 0:
            x, y = (end[1] - start[1]) / along * width / 2, (start[0] - end[0]) / along * width / 2
            corners = [(start[0] + x, start[1] + y), (end[0] + x, end[1] + y)]
            corners += [(end[0] - x, end[1] - y), (start[0] - x, start[1] - y)]
            pygame.draw.polygon(surface, color, corners)
    for point in points:
        pygame.draw.circle(surface, color, point, width / 2)


def _repeat(surface: Surface, piece: Surface, to: Rect, part: Rect) -> None:
    """Fill ``to``, as far as it may be drawn on, with a part of a tile that is one pixel wide, or high, or both."""
    seen = to.clip(surface.get_clip())
    if part.width <= 0 or part.height <= 0 or not seen:
        return
    if part.width == 1:
        to = Rect(seen.left, to.top, seen.width, to.height)
    if part.height == 1:
        to = Rect(to.left, seen.top, to.width, seen.height)
    surface.blit(pygame.transform.scale(piece.subsurface(part), to.size), to)


def _box_distance(size: int, radius: int) -> NDArray[np.float64]:
    """Signed distance of each pixel's middle to the edge of a rounded box that fills the square; inside negative."""
    middle = np.abs(np.arange(size) + 0.5 - size / 2) - (size / 2 - radius)
    x, y = middle[:, None], middle[None, :]
    outside = np.hypot(np.maximum(x, 0), np.maximum(y, 0))
    distance: NDArray[np.float64] = outside + np.minimum(np.maximum(x, y), 0) - radius
    return distance


def _two_tone(distance: NDArray[np.float64], line: int, fill: Rgb | None, border: Rgb | None) -> Surface:
    """``fill`` inside, ``border`` in the ``line`` along the edge, from which each pixel has its distance."""
    outer = np.clip(0.5 - distance, 0, 1)
    inner = np.clip(0.5 - distance - line, 0, 1) if line else outer
    rim = border if border is not None else fill
    if rim is None:
        return _surface(np.zeros((*outer.shape, 3)), np.zeros_like(outer))
    if fill is None:
        return _surface(np.full((*outer.shape, 3), rim), outer - inner)
    part = np.divide(inner, outer, out=np.zeros_like(inner), where=outer > 0)[..., None]
    return _surface(np.array(rim) * (1 - part) + np.array(fill) * part, outer)


def _surface(color: NDArray[np.float64], alpha: NDArray[np.float64]) -> Surface:
    """A surface from ``float[W, H, 3]`` colors in 0..255 and ``float[W, H]`` alphas in 0..1."""
    surface = Surface(alpha.shape, pygame.SRCALPHA)
    pixels = pygame.surfarray.pixels3d(surface)
    pixels[...] = np.rint(color).astype(np.uint8)
    del pixels
    alphas = pygame.surfarray.pixels_alpha(surface)
    alphas[...] = np.rint(alpha * 255).astype(np.uint8)
    del alphas
    return surface


def filled_area(
    surface: Surface, upper: list[tuple[float, float]], lower: list[tuple[float, float]], color: Rgb, alpha: int
) -> None:
    """Tint what lies between two polylines over the same x."""
    outline = [*upper, *reversed(lower)]
    if len(upper) < 2:
        return
    layer = Surface(surface.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(layer, (*color, alpha), outline)
    surface.blit(layer, (0, 0))

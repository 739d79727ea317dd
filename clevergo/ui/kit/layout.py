"""Cutting a rectangle into parts. All lengths here are pixels; ``Look.px`` makes them from logical units."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pygame import Rect


def inset(rect: Rect, x: int, y: int | None = None) -> Rect:
    """``rect`` smaller by ``x`` at the left and right and ``y`` (default ``x``) above and below."""
    return rect.inflate(-2 * x, -2 * (x if y is None else y))


def cut_top(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """The upper ``height`` of ``rect`` and what is left below a gap."""
    top = Rect(rect.left, rect.top, rect.width, height)
    rest = Rect(rect.left, top.bottom + gap, rect.width, max(rect.bottom - top.bottom - gap, 0))
    return top, rest


def cut_bottom(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """What is left above a gap, and the lower ``height`` of ``rect``."""
    bottom = Rect(rect.left, rect.bottom - height, rect.width, height)
    rest = Rect(rect.left, rect.top, rect.width, max(bottom.top - gap - rect.top, 0))
    return rest, bottom


def cut_left(rect: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """The left ``width`` of ``rect`` and what is left beyond a gap."""
    left = Rect(rect.left, rect.top, width, rect.height)
    return left, Rect(left.right + gap, rect.top, max(rect.right - left.right - gap, 0), rect.height)


def cut_right(rect: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """What is left before a gap, and the right ``width`` of ``rect``."""
    right = Rect(rect.right - width, rect.top, width, rect.height)
    return Rect(rect.left, rect.top, max(right.left - gap - rect.left, 0), rect.height), right


def columns(rect: Rect, weights: Sequence[float], gap: int) -> list[Rect]:
    """Side by side, as wide as their weights, exactly filling ``rect``."""
    edges = _edges(rect.width, weights, gap)
    return [Rect(rect.left + start, rect.top, length, rect.height) for start, length in edges]


def rows(rect: Rect, weights: Sequence[float], gap: int) -> list[Rect]:
    """One under the other, as high as their weights, exactly filling ``rect``."""
    edges = _edges(rect.height, weights, gap)
    return [Rect(rect.left, rect.top + start, rect.width, length) for start, length in edges]


def centered(rect: Rect, width: int, height: int) -> Rect:
    """A rectangle of that size in the middle of ``rect``."""
    return Rect(rect.centerx - width // 2, rect.centery - height // 2, width, height)


def kept_inside(rect: Rect, bounds: Rect) -> Rect:
    """``rect`` moved, not resized, so that it lies in ``bounds`` where it fits."""
    return rect.clamp(bounds) if rect.width <= bounds.width and rect.height <= bounds.height else rect.copy()


def _edges(length: int, weights: Sequence[float], gap: int) -> list[tuple[int, int]]:
    free = max(length - gap * (len(weights) - 1), 0)
    total = sum(weights)
    bounds, passed = [0], 0.0
    for weight in weights:
        passed += weight
        bounds.append(round(free * passed / total))
    return [(start + gap * i, end - start) for i, (start, end) in enumerate(itertools.pairwise(bounds))]

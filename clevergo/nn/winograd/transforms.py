"""The matrices of F(3x3, 3x3), and the sums and differences by which vectors are multiplied with them.

With the points 0, 1, -1, 2 and infinity (Toom and Cook's), for an input ``d[5, 5]`` and weights ``g[3, 3]``
``OUTPUT.T @ ((WEIGHT @ g @ WEIGHT.T) * (INPUT.T @ d @ INPUT.T)) ...`` written with the transposes as they are used:
``y[3, 3] = OUT @ ((WEIGHT @ g @ WEIGHT.T) * (IN @ d @ IN.T)) @ OUT.T``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

TILE = 3
"""Outputs along one side of a tile."""
PATCH = 5
"""Inputs along one side of a tile; neighbors share two lines of them."""
PRODUCTS = PATCH * PATCH
"""Matrices to be multiplied."""

IN = np.array([[2, -1, -2, 1, 0], [0, -2, -1, 1, 0], [0, 2, -3, 1, 0], [0, -1, 0, 1, 0], [0, 2, -1, -2, 1]])
"""``[5, 5]``."""
OUT = np.array([[1, 1, 1, 1, 0], [0, 1, -1, 2, 0], [0, 1, 1, 4, 1]])
"""``[3, 5]``."""
WEIGHT = np.array([[3, 0, 0], [-3, -3, -3], [-1, 1, -1], [1, 2, 4], [0, 0, 6]]) / 6
"""``[5, 3]``."""


class Arithmetic(Protocol):
    """Vectors of one kind, added and subtracted by a kernel that is being written."""

    def add(self, one: Any, other: Any) -> Any:
        """Their sum."""

    def subtract(self, one: Any, other: Any) -> Any:
        """``one - other``."""


def into(numbers: Arithmetic, d: Sequence[Any]) -> list[Any]:
    """``IN @ d`` for five vectors: thirteen sums and differences."""
    add, subtract = numbers.add, numbers.subtract
    last = subtract(d[3], d[1])
    even, odd = subtract(d[0], d[2]), subtract(d[1], d[2])
    return [
        add(add(even, even), last),
        subtract(last, add(d[1], d[2])),
        add(last, add(odd, add(odd, odd))),
        last,
        subtract(subtract(d[4], d[2]), add(last, last)),
    ]


def out_of(numbers: Arithmetic, m: Sequence[Any]) -> list[Any]:
    """``OUT @ m`` for five vectors."""
    add, subtract = numbers.add, numbers.subtract
    both, between = add(m[1], m[2]), subtract(m[1], m[2])
    twice = add(m[3], m[3])
    return [add(add(m[0], both), m[3]), add(between, twice), add(add(both, m[4]), add(twice, twice))]


def into_back(numbers: Arithmetic, d: Sequence[Any]) -> list[Any]:
    """``IN.T @ d`` for five vectors."""
    add, subtract = numbers.add, numbers.subtract
    twice, middle, apart = add(d[0], d[0]), add(d[1], d[2]), subtract(d[2], d[1])
    outer = subtract(add(d[0], d[3]), add(d[4], d[4]))
    return [
        twice,
        subtract(add(apart, apart), outer),
        subtract(subtract(apart, d[4]), add(twice, add(d[2], add(d[2], add(d[2], d[2]))))),
        add(outer, middle),
        d[4],
    ]


def out_of_back(numbers: Arithmetic, m: Sequence[Any]) -> list[Any]:
    """``OUT.T @ m`` for three vectors."""
    add, subtract = numbers.add, numbers.subtract
    ends, twice = add(m[0], m[2]), add(m[2], m[2])
    double = add(m[1], m[1])
    return [m[0], add(ends, m[1]), subtract(ends, m[1]), add(add(m[0], double), add(twice, twice)), m[2]]


def along_both(numbers: Arithmetic, transform: Any, square: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """``matrix @ square @ matrix.T`` of vectors, for the matrix that ``transform`` multiplies with."""
    down = list(zip(*(transform(numbers, column) for column in zip(*square, strict=True)), strict=True))
    return [transform(numbers, row) for row in down]


def tiles(length: int) -> int:
    """How many cover a board that is so long."""
    return -(-length // TILE)


def padded(length: int) -> int:
    """A side of what tiles read: the board, and zeros around it."""
    return TILE * tiles(length) + PATCH - TILE

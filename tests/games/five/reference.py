"""The rules of five in a row once more, slowly and point by point: written after the rule books, to compare with."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Point = tuple[int, int]
Stones = dict[Point, int]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def stones_of(cells: NDArray[np.int8]) -> Stones:
    return {(int(r), int(c)): int(cells[r, c]) for r, c in np.argwhere(cells)}


def beside(point: Point, step: Point, distance: int) -> Point:
    return point[0] + distance * step[0], point[1] + distance * step[1]


def row_through(stones: Stones, point: Point, step: Point) -> int:
    """Stones of one color side by side."""
    length = 1
    for way in (1, -1):
        distance = way
        while stones.get(beside(point, step, distance)) == stones[point]:
            length, distance = length + 1, distance + way
    return length


def winner(stones: Stones, last: Point, rule: str, row: int) -> int:
    color = stones[last]
    exact = rule == "standard" or (rule == "renju" and color == 1)
    lengths = [row_through(stones, last, step) for step in DIRECTIONS]
    return color if any(n == row or (n > row and not exact) for n in lengths) else 0


def windows(point: Point, step: Point, length: int) -> Iterator[list[Point]]:
    """All rows of so many points that contain a point."""
    for first in range(1 - length, 1):
        yield [beside(point, step, first + k) for k in range(length)]


def forbidden(stones: Stones, size: int, point: Point) -> str:
    """What renju forbids Black there; empty where nothing does."""
    after = {**stones, point: 1}
    lengths = [row_through(after, point, step) for step in DIRECTIONS]
    if 5 in lengths:
        return ""
    if max(lengths) > 5:
        return "overline"
    fours = sum(len(fours_in(after, size, point, step)) for step in DIRECTIONS)
    if fours > 1:
        return "double_four"
    threes = sum(not fours_in(after, size, point, step) and is_three(after, size, point, step) for step in DIRECTIONS)
    return "double_three" if threes > 1 else ""


def is_free(stones: Stones, size: int, point: Point) -> bool:
    return 0 <= point[0] < size and 0 <= point[1] < size and point not in stones


def fours_in(stones: Stones, size: int, point: Point, step: Point) -> set[frozenset[Point]]:
    """The fours a stone takes part in, each by its stones."""
    found = set()
    for window in windows(point, step, 5):
        empty = [p for p in window if is_free(stones, size, p)]
        black = [p for p in window if stones.get(p) == 1]
        if len(empty) == 1 and len(black) == 4:
            is_four = row_through({**stones, empty[0]: 1}, empty[0], step) == 5
            found |= {frozenset(black)} if is_four else set()
    return found


def is_three(stones: Stones, size: int, point: Point, step: Point) -> bool:
    for window in windows(point, step, 4):
        empty = [p for p in window if is_free(stones, size, p)]
        black = [p for p in window if stones.get(p) == 1]
        if len(empty) != 1 or len(black) != 3:
            continue
        four = {**stones, empty[0]: 1}
        ends = [beside(window[0], step, -1), beside(window[-1], step, 1)]
        is_straight = all(is_free(stones, size, end) and row_through({**four, end: 1}, end, step) == 5 for end in ends)
        makes_five = any(row_through(four, empty[0], each) == 5 for each in DIRECTIONS)
        if is_straight and not makes_five and not forbidden(stones, size, empty[0]):
            return True
    return False

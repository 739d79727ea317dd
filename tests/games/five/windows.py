"""Victories by continuous fours once more, by brute force over rows of five points: to compare the engine with."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.five import reference
from tests.games.five.reference import DIRECTIONS, Point, Stones


class Windows:
    """A board, and how many stones of either side each five points in a row hold."""

    def __init__(self, stones: Stones, size: int, rule: str) -> None:
        self.stones = dict(stones)
        self.size, self.rule = size, rule
        self.rows: list[tuple[tuple[Point, ...], tuple[Point, Point]]] = []
        self.through: dict[Point, list[int]] = {(r, c): [] for r in range(size) for c in range(size)}
        for r, c in self.through:
            for down, right in DIRECTIONS:
                points = tuple((r + k * down, c + k * right) for k in range(5))
                if all(point in self.through for point in points):
                    for point in points:
                        self.through[point].append(len(self.rows))
                    self.rows.append((points, ((r - down, c - right), (r + 5 * down, c + 5 * right))))
        self.held = [[0, 0, 0] for _ in self.rows]
        for point, color in stones.items():
            self._count(point, color, 1)
        self.nodes = 0
        self.hopeless: dict[tuple[frozenset[tuple[Point, int]], int], int] = {}

    def _count(self, point: Point, color: int, sign: int) -> None:
        for row in self.through[point]:
            self.held[row][color] += sign

    def put(self, point: Point, color: int) -> None:
        self.stones[point] = color
        self._count(point, color, 1)

    def take(self, point: Point) -> None:
        self._count(point, self.stones.pop(point), -1)

    def _rows_of(self, color: int, number: int) -> Iterator[list[Point]]:
        """The empty points of each five that holds so many stones of one side, none of the other's, and may win."""
        exact = self.rule == "standard" or (self.rule == "renju" and color == 1)
        for (points, ends), held in zip(self.rows, self.held, strict=True):
            if held[color] == number and not held[3 - color]:
                if exact and any(self.stones.get(end) == color for end in ends):
                    continue
                yield [point for point in points if point not in self.stones]

    def winning(self, color: int) -> set[Point]:
        """Where a side makes five."""
        return {empty[0] for empty in self._rows_of(color, 4)}

    def allowed(self, point: Point, color: int) -> bool:
        return self.rule != "renju" or color == 2 or not reference.forbidden(self.stones, self.size, point)

    def wins(self, color: int, moves: int) -> Point | None:
        """The first of at most so many moves of a side, each but the last a four, that make five against any answer."""
        self.nodes += 1
        five = self.winning(color)
        if five:
            return min(five)
        known = frozenset(self.stones.items()), color
        if moves <= 1 or self.hopeless.get(known, 0) >= moves:
            return None
        theirs = self.winning(3 - color)
        fours = {point for empty in self._rows_of(color, 3) for point in empty}
        for point in sorted(fours & theirs if theirs else fours):
            if len(theirs) > 1 or not self.allowed(point, color):
                continue
            self.put(point, color)
            is_won = self._holds(color, moves - 1)
            self.take(point)
            if is_won:
                return point
        self.hopeless[known] = moves
        return None

    def _holds(self, color: int, moves: int) -> bool:
        """Whether nothing the other side can answer saves it from a four."""
        if self.winning(3 - color):
            return False
        threats = self.winning(color)
        answers = [point for point in threats if self.allowed(point, 3 - color)]
        if len(threats) > 1 or not answers:
            return bool(threats)
        self.put(answers[0], 3 - color)
        is_won = self.wins(color, moves) is not None
        self.take(answers[0])
        return is_won


def shortest_win(stones: Stones, size: int, rule: str, color: int, most: int) -> tuple[int, Point] | None:
    """In how many moves of its own a side wins by continuous fours at the earliest, and the first of them."""
    board = Windows(stones, size, rule)
    for moves in range(1, most + 1):
        first = board.wins(color, moves)
        if first is not None:
            return moves, first
    return None

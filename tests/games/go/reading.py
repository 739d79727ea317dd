"""What becomes of stones, read out on a plain board, slowly: to compare with what the program believes."""

from __future__ import annotations

import functools
from collections.abc import Iterator

EMPTY, WALL = ".", "#"
OTHER = {"X": "O", "O": "X"}
Point = tuple[int, int]


class Stones:
    """A board as a value: rows of ``.``, ``X`` and ``O``. Ko is forbidden as long as only one position is known."""

    def __init__(self, rows: tuple[str, ...], before: tuple[str, ...] | None = None) -> None:
        self.rows = rows
        self.before = before

    def at(self, point: Point) -> str:
        row, col = point
        return self.rows[row][col] if 0 <= row < len(self.rows) and 0 <= col < len(self.rows) else WALL

    def near(self, point: Point) -> Iterator[Point]:
        row, col = point
        for beside in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
            if self.at(beside) != WALL:
                yield beside

    @functools.cached_property
    def empty(self) -> list[Point]:
        return [(r, c) for r, row in enumerate(self.rows) for c, cell in enumerate(row) if cell == EMPTY]

    def chain(self, point: Point) -> tuple[frozenset[Point], frozenset[Point]]:
        """The stones connected to this one, and their liberties."""
        color, stones, liberties, waiting = self.at(point), {point}, set(), [point]
        while waiting:
            for near in self.near(waiting.pop()):
                if self.at(near) == EMPTY:
                    liberties.add(near)
                elif self.at(near) == color and near not in stones:
                    stones.add(near)
                    waiting.append(near)
        return frozenset(stones), frozenset(liberties)

    def liberties(self, point: Point) -> frozenset[Point]:
        return self.chain(point)[1]

    def _with(self, points: frozenset[Point] | set[Point], cell: str) -> tuple[str, ...]:
        changed = [list(row) for row in self.rows]
        for row, col in points:
            changed[row][col] = cell
        return tuple("".join(row) for row in changed)

    def play(self, point: Point, color: str) -> Stones | None:
        """The board after a stone; None where it is forbidden: suicide, or the board before would come again."""
        if self.at(point) != EMPTY:
            return None
        after = Stones(self._with({point}, color))
        for near in self.near(point):
            if after.at(near) == OTHER[color]:
                stones, liberties = after.chain(near)
                if not liberties:
                    after = Stones(after._with(stones, EMPTY))
        if not after.liberties(point) or after.rows == self.before:
            return None
        after.before = self.rows
        return after


def is_caught(board: Stones, stone: Point, depth: int = 80) -> bool:
    """Whether the other side, to move, can take a chain by one atari after the other (ladders, and what is shorter)."""
    if board.at(stone) == EMPTY:
        return True
    attacker, liberties = OTHER[board.at(stone)], board.liberties(stone)
    if len(liberties) == 1:
        return board.play(next(iter(liberties)), attacker) is not None
    if len(liberties) > 2 or depth <= 0:
        return False
    for point in sorted(liberties):
        after = board.play(point, attacker)
        if after is not None and not escapes(after, stone, depth - 1):
            return True
    return False


def escapes(board: Stones, stone: Point, depth: int = 80) -> bool:
    """Whether a chain in atari whose side is to move gets away from all ataris, by running or by taking stones."""
    return bool(ways_out(board, stone, depth, is_one_enough=True))


def ways_out(board: Stones, stone: Point, depth: int = 80, is_one_enough: bool = False) -> set[Point]:
    """Every move that saves a chain of the side to move from being taken by one atari after the other."""
    color = board.at(stone)
    stones, liberties = board.chain(stone)
    if len(liberties) > 1:
        moves = set(board.empty)
    else:
        moves = set(liberties)
        for own in stones:
            for near in board.near(own):
                if board.at(near) == OTHER[color] and len(board.liberties(near)) == 1:
                    moves |= board.liberties(near)
    found: set[Point] = set()
    for move in sorted(moves):
        after = board.play(move, color)
        if after is not None and not is_caught(after, stone, depth - 1):
            found.add(move)
            if is_one_enough:
                break
    return found


def steps_of_ladder(board: Stones, stone: Point, depth: int = 80) -> int:
    """How many ataris it takes at least to catch a chain, the attacker to move and the chain running; 0: it escapes."""
    attacker, best = OTHER[board.at(stone)], 0
    liberties = board.liberties(stone)
    if len(liberties) == 1:
        return 1
    if len(liberties) > 2 or depth <= 0:
        return 0
    for point in sorted(liberties):
        after = board.play(point, attacker)
        if after is None or escapes(after, stone, depth - 1):
            continue
        longest = 1
        for move in sorted(after.liberties(stone)):
            running = after.play(move, OTHER[attacker])
            if running is not None and len(running.liberties(stone)) <= 2:
                longest = max(longest, 1 + steps_of_ladder(running, stone, depth - 1))
        best = min(best, longest) if best else longest
    return best


def lives(board: Stones, stone: Point, room: frozenset[Point], to_play: str, passes: int = 0) -> bool:
    """Whether a chain inside a closed ``room`` can never be taken, both sides playing only there and best."""
    return _lives(board.rows, board.before, stone, tuple(sorted(room)), to_play, passes, 24)


@functools.lru_cache(maxsize=200_000)
def _lives(
    rows: tuple[str, ...],
    before: tuple[str, ...] | None,
    stone: Point,
    room: tuple[Point, ...],
    to_play: str,
    passes: int,
    depth: int,
) -> bool:
    board = Stones(rows, before)
    if board.at(stone) == EMPTY:
        return False
    if passes == 2 or depth == 0:
        return True
    owner = board.at(stone)
    moves = [point for point in room if board.at(point) == EMPTY]
    if to_play == owner:
        if _lives(rows, None, stone, room, OTHER[owner], passes + 1, depth - 1):
            return True
        return any(
            (after := board.play(move, owner)) is not None
            and _lives(after.rows, after.before, stone, room, OTHER[owner], 0, depth - 1)
            for move in moves
        )
    for move in moves:
        after = board.play(move, to_play)
        if after is not None and not _lives(after.rows, after.before, stone, room, owner, 0, depth - 1):
            return False
    return passes == 1 or _lives(rows, None, stone, room, owner, passes + 1, depth - 1)

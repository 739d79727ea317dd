"""A board of five in a row as a record, and the compiled rules that change it.

Stones are kept twice: point by point, and as bits of the 118 lines of a 20x20 board (rows, columns, both diagonals), a
word for each side. Whether a stone makes a row is then asked of four words.

=========  ==============  ===
line       number          bit
=========  ==============  ===
row        row             col
column     20 + col        row
diagonal   59 + row - col  col
the other  79 + row + col  col
=========  ==============  ===
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.kernels import FIRST, SECOND

Board = Any
LARGEST = 20
POINTS = LARGEST * LARGEST
LINES = 118
_COLUMNS, _DIAGONALS, _OTHERS = LARGEST, 3 * LARGEST - 1, 4 * LARGEST - 1
RECENT = 5
FREESTYLE, STANDARD, RENJU = range(3)
BLACK, WHITE = FIRST, SECOND

BOARD = np.dtype(
    [
        ("size", np.int32),
        ("row", np.int8),  # stones in a row that win
        ("rule", np.int8),
        ("to_play", np.int8),
        ("over", np.uint8),
        ("winner", np.int8),  # 0: nobody
        ("ply", np.int32),
        ("last_moves", np.int16, RECENT),  # newest first, -1 before the first
        ("cells", np.int8, POINTS),  # row by row: 0 empty, 1 Black's, 2 White's
        ("lines", np.uint32, (2, LINES)),
        ("num_empty", np.int32),
        ("empties", np.int16, POINTS),  # the empty points, in no order
        ("place", np.int16, POINTS),  # where in ``empties`` a point stands
    ],
    align=True,
)


@kernel
def init_board(board: Board, size: int, rule: int, row: int) -> None:
    """An empty board, Black to move."""
    board.size = size
    board.rule = rule
    board.row = row
    board.to_play = BLACK
    board.over = 0
    board.winner = 0
    board.ply = 0
    board.last_moves[:] = -1
    board.cells[:] = 0
    board.lines[:] = 0
    board.num_empty = size * size
    for point in range(size * size):
        board.empties[point] = point
        board.place[point] = point


@kernel
def copy_board(target: Board, source: Board) -> None:
    """Make a board the same as another."""
    target.size = source.size
    target.rule = source.rule
    target.row = source.row
    target.to_play = source.to_play
    target.over = source.over
    target.winner = source.winner
    target.ply = source.ply
    target.num_empty = source.num_empty
    target.last_moves[:] = source.last_moves
    target.cells[:] = source.cells
    target.lines[:] = source.lines
    target.empties[:] = source.empties
    target.place[:] = source.place


@inline_kernel
def line_of(row: int, col: int, direction: int) -> int:
    """The number of the line through a point in one of four directions."""
    if direction == 0:
        return row
    if direction == 1:
        return _COLUMNS + col
    if direction == 2:
        return _DIAGONALS + row - col
    return _OTHERS + row + col


@inline_kernel
def bit_of(row: int, col: int, direction: int) -> int:
    """Which bit of that line the point is."""
    return row if direction == 1 else col


@inline_kernel
def point_of(number: int, bit: int) -> tuple[int, int]:
    """``(row, column)`` of a bit of a line; they may lie beside the board."""
    if number < _COLUMNS:
        return number, bit
    if number < 2 * LARGEST:
        return bit, number - _COLUMNS
    if number < _OTHERS:
        return bit + number - _DIAGONALS, bit
    return number - _OTHERS - bit, bit


@inline_kernel
def points_of(size: int, number: int) -> np.uint32:
    """The bits of a line that are points of the board."""
    low, high = 0, size - 1
    if number >= _OTHERS:
        low, high = max(0, number - _OTHERS - size + 1), min(size - 1, number - _OTHERS)
    elif number >= 2 * LARGEST:
        low, high = max(0, _DIAGONALS - number), min(size - 1, size - 1 + _DIAGONALS - number)
    elif number % LARGEST >= size:
        high = -1
    return np.uint32(((1 << max(0, high - low + 1)) - 1) << low)


@inline_kernel
def on_board(size: int, row: int, col: int, direction: int) -> np.uint32:
    """The bits of a point's line that are points of the board."""
    low, high = 0, size - 1
    if direction == 2:
        low, high = max(0, col - row), min(size - 1, size - 1 - row + col)
    elif direction == 3:
        low, high = max(0, row + col - size + 1), min(size - 1, row + col)
    return np.uint32(((1 << (high - low + 1)) - 1) << low)


@inline_kernel
def set_stone(board: Board, side: int, row: int, col: int) -> None:
    """Put a stone into the lines."""
    for direction in range(4):
        board.lines[side - 1, line_of(row, col, direction)] |= np.uint32(1 << bit_of(row, col, direction))


@inline_kernel
def take_stone(board: Board, side: int, row: int, col: int) -> None:
    """Take it out again."""
    for direction in range(4):
        board.lines[side - 1, line_of(row, col, direction)] &= ~np.uint32(1 << bit_of(row, col, direction))


@inline_kernel
def run_through(line: np.uint32, bit: int) -> int:
    """How many stones stand in a row through a stone of a line."""
    length, at = 1, bit + 1
    while (line >> np.uint32(at)) & np.uint32(1):
        length += 1
        at += 1
    at = bit - 1
    while at >= 0 and (line >> np.uint32(at)) & np.uint32(1):
        length += 1
        at -= 1
    return length


@inline_kernel
def wins(board: Board, side: int, row: int, col: int) -> bool:
    """Whether the stone of ``side`` that stands there wins."""
    for direction in range(4):
        line = board.lines[side - 1, line_of(row, col, direction)]
        rows = line
        for _ in range(board.row - 1):
            rows &= rows >> np.uint32(1)
        if rows:
            length = run_through(line, bit_of(row, col, direction))
            exact = board.rule == STANDARD or (board.rule == RENJU and side == BLACK)
            if length == board.row or (length > board.row and not exact):
                return True
    return False


@inline_kernel
def fill(board: Board, point: int) -> None:
    """Take a point from the list of empty ones."""
    board.num_empty -= 1
    place, last = board.place[point], board.empties[board.num_empty]
    board.empties[place] = last
    board.place[last] = place


@inline_kernel
def put(board: Board, point: int) -> None:
    """Play a point without looking whether it is forbidden, and without what only people and nets look at."""
    side, size = int(board.to_play), int(board.size)
    row = point // size
    col = point - row * size
    set_stone(board, side, row, col)
    fill(board, point)
    board.to_play = 3 - side
    if wins(board, side, row, col):
        board.over = 1
        board.winner = side
    elif board.num_empty == 0:
        board.over = 1


@inline_kernel
def note(board: Board, point: int, side: int) -> None:
    """What people and nets look at besides: the stone, and that it was the last move."""
    board.cells[point] = side
    board.ply += 1
    for age in range(RECENT - 1, 0, -1):
        board.last_moves[age] = board.last_moves[age - 1]
    board.last_moves[0] = point


@kernel
def set_stones(board: Board, stones: NDArray[np.int8], to_play: int) -> None:
    """Lay stones, ``int8[N*N]``, on an empty board; rows that are there already win nothing."""
    for point in range(board.size * board.size):
        if stones[point]:
            set_stone(board, int(stones[point]), point // board.size, point % board.size)
            fill(board, point)
            board.cells[point] = stones[point]
    board.to_play = to_play
    board.over = 1 if board.num_empty == 0 else 0


@inline_kernel
def lay(board: Board, point: int) -> None:
    """Lay the next stone of an opening: it is no move, and its side has no more to do with it than its color."""
    set_stone(board, int(board.to_play), point // board.size, point % board.size)
    fill(board, point)
    board.cells[point] = board.to_play
    board.to_play = 3 - board.to_play

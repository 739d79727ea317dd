"""What a net sees of a board of five in a row, always from the side to move.

====== =====================================================================
0, 1   the mover's stones, the opponent's
2, 3   where the mover makes a row now, where the opponent would
4, 5   where the mover makes a four (what one more stone would make a row), where the opponent would
6, 7   the last move, and the one before it
8      where renju forbids Black to play, whoever is to move
9      all ones if Black is to move
10     all ones if exactly a row wins for the mover, 11 the same for the opponent
12     all ones in renju
13     stones in a row that win, less five
14     empty
15     all ones, so that convolutions see where the board ends
====== =====================================================================

The nets of AlphaZero_Gomoku see four planes, and have to find out the rest:

====== =====================================================================
0, 1   the mover's stones, the opponent's
2      the last move
3      all ones if Black is to move
====== =====================================================================
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.five.board import (
    BLACK,
    LINES,
    RENJU,
    STANDARD,
    Board,
    point_of,
    points_of,
)
from clevergo.games.five.renju import ALLOWED, why_forbidden

PLANES, STONE_PLANES = 16, 4
_ONE = np.uint32(1)


@kernel
def write_planes(boards: NDArray[np.void], planes: NDArray[np.float32]) -> None:
    """Write ``planes: float32[B, C, N, N]`` of every board of ``BOARD[B]``, all of size N; C is 16, or 4."""
    if planes.shape[0] != boards.shape[0] or (planes.shape[1] != PLANES and planes.shape[1] != STONE_PLANES):
        raise ValueError("planes must be [B, 16 or 4, N, N] for B boards")
    planes[:] = 0.0
    for i in range(boards.shape[0]):
        if planes.shape[1] == PLANES:
            _write(boards[i], planes[i])
        else:
            _write_stones(boards[i], planes[i])


@inline_kernel
def _write_stones(board: Board, planes: NDArray[np.float32]) -> None:
    size, mover = int(board.size), int(board.to_play)
    for point in range(size * size):
        stone = board.cells[point]
        if stone:
            planes[0 if stone == mover else 1, point // size, point % size] = 1.0
    last = board.last_moves[0]
    if last >= 0:
        planes[2, last // size, last % size] = 1.0
    planes[3] = mover == BLACK


@inline_kernel
def _write(board: Board, planes: NDArray[np.float32]) -> None:
    size, mover = int(board.size), int(board.to_play)
    flat = planes.reshape((PLANES, size * size))
    for point in range(size * size):
        stone = board.cells[point]
        if stone:
            flat[0 if stone == mover else 1, point] = 1.0
        elif board.rule == RENJU:
            flat[8, point] = why_forbidden(board, point // size, point % size) != ALLOWED
    for side in range(2):
        color = mover if side == 0 else 3 - mover
        exact = is_exact(board, color)
        for number in range(LINES):
            rows, fours = threats(board, color, number, exact)
            while rows | fours:
                bit = lowest_bit(rows | fours)
                row, col = point_of(number, bit)
                planes[2 + side if (rows >> np.uint32(bit)) & _ONE else 4 + side, row, col] = 1.0
                rows &= ~(_ONE << np.uint32(bit))
                fours &= ~(_ONE << np.uint32(bit))
        for point in range(size * size):
            flat[4 + side, point] -= flat[4 + side, point] * flat[2 + side, point]
    for age in range(2):
        last = board.last_moves[age]
        if last >= 0:
            flat[6 + age, last] = 1.0
    planes[9] = mover == BLACK
    planes[10] = is_exact(board, mover)
    planes[11] = is_exact(board, 3 - mover)
    planes[12] = board.rule == RENJU
    planes[13] = board.row - 5
    planes[15] = 1.0


@kernel
def row_point(board: Board, side: int) -> int:
    """A point where a stone of ``side`` makes a row that wins; -1: there is none."""
    exact = is_exact(board, side)
    for number in range(LINES):
        rows, _ = threats(board, side, number, exact)
        if rows:
            row, col = point_of(number, lowest_bit(rows))
            return int(row * board.size + col)
    return -1


@inline_kernel
def is_exact(board: Board, side: int) -> bool:
    """Whether more than a row is none."""
    return board.rule == STANDARD or (board.rule == RENJU and side == BLACK)


@inline_kernel
def threats(board: Board, side: int, number: int, exact: bool) -> tuple[np.uint32, np.uint32]:
    """The bits of a line where a stone of ``side`` makes a row that wins, and those where it makes a four.

    All windows of a line are looked at together: bit ``b`` of every word below is the window that begins at bit ``b``.
    """
    own, wanted, none = board.lines[side - 1, number], int(board.row), np.uint32(0)
    few = own
    for _ in range(wanted - 3):
        few &= few - _ONE if few else none
    if not few:
        return none, none
    free = points_of(board.size, number) & ~(own | board.lines[2 - side, number])
    fits, ones, twos, fours = ~none, none, none, none
    for at in range(wanted):
        fits &= (own | free) >> np.uint32(at)
        stone = own >> np.uint32(at)
        carry = ones & stone
        ones ^= stone
        fours ^= twos & carry
        twos ^= carry
    if exact:
        fits &= ~((own << _ONE) | (own >> np.uint32(wanted)))
    lacks_one, lacks_two = fits, fits
    for lacking in range(1, 3):
        stones = wanted - lacking
        windows = fits & (ones if stones & 1 else ~ones) & (twos if stones & 2 else ~twos)
        windows &= fours if stones & 4 else ~fours
        if lacking == 1:
            lacks_one = windows
        else:
            lacks_two = windows
    in_one, in_two = none, none
    for at in range(wanted):
        in_one |= lacks_one << np.uint32(at)
        in_two |= lacks_two << np.uint32(at)
    return in_one & free, in_two & free


@inline_kernel
def lowest_bit(bits: np.uint32) -> int:
    """The number of the lowest bit that is set; there is one."""
    bit = 0
    while not (bits >> np.uint32(bit)) & _ONE:
        bit += 1
    return bit

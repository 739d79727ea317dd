"""What a net sees of a board of five in a row, always from the side to move.

====== =====================================================================
0, 1   the mover's stones, the opponent's
2, 3   where the mover makes a row now, where the opponent would
4, 5   where the mover makes a four (what would be a row with one more stone), where the opponent would
6, 7   the last move, and the one before it
8      where renju forbids Black to play, whoever is to move
9      all ones if Black is to move
10     all ones if exactly a row wins for the mover, 11 the same for the opponent
12     all ones in renju
13     stones in a row that win, less five
14     empty
15     all ones, so that convolutions see where the board ends
====== =====================================================================
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.five.board import BLACK, RENJU, STANDARD, Board, bit_of, line_of, on_board, run_through
from clevergo.games.five.renju import ALLOWED, why_forbidden

PLANES = 16
_ONE = np.uint32(1)


@kernel
def write_planes(boards: NDArray[np.void], planes: NDArray[np.float32]) -> None:
    """Write ``planes: float32[B, 16, N, N]`` of every board of ``BOARD[B]``, all of size N."""
    if planes.shape[0] != boards.shape[0] or planes.shape[1] != PLANES:
        raise ValueError("planes must be [B, 16, N, N] for B boards")
    planes[:] = 0.0
    for i in range(boards.shape[0]):
        _write(boards[i], planes[i])


@inline_kernel
def _write(board: Board, planes: NDArray[np.float32]) -> None:
    size, mover = int(board.size), int(board.to_play)
    for point in range(size * size):
        row = point // size
        col = point - row * size
        stone = board.cells[point]
        if stone:
            planes[0 if stone == mover else 1, row, col] = 1.0
            continue
        for side in range(2):
            color = mover if side == 0 else 3 - mover
            threat = threat_of(board, color, row, col)
            planes[2 + side, row, col] = threat == 2
            planes[4 + side, row, col] = threat == 1
        if board.rule == RENJU:
            planes[8, row, col] = why_forbidden(board, row, col) != ALLOWED
    for age in range(2):
        last = board.last_moves[age]
        if last >= 0:
            planes[6 + age, last // size, last % size] = 1.0
    planes[9] = mover == BLACK
    planes[10] = board.rule == STANDARD or (board.rule == RENJU and mover == BLACK)
    planes[11] = board.rule == STANDARD or (board.rule == RENJU and mover != BLACK)
    planes[12] = board.rule == RENJU
    planes[13] = board.row - 5
    planes[15] = 1.0


@inline_kernel
def threat_of(board: Board, side: int, row: int, col: int) -> int:
    """What a stone of ``side`` on an empty point makes: 2 a row that wins, 1 a four, 0 neither."""
    exact = board.rule == STANDARD or (board.rule == RENJU and side == BLACK)
    best = 0
    for direction in range(4):
        number, bit = line_of(row, col, direction), bit_of(row, col, direction)
        line = board.lines[side - 1, number]
        low = max(0, bit - board.row + 1)
        near = (line >> np.uint32(low)) & np.uint32((1 << (bit - low + board.row)) - 1)
        if not near:
            continue
        line |= _ONE << np.uint32(bit)
        length = run_through(line, bit)
        if length == board.row or (length > board.row and not exact):
            return 2
        if best == 0:
            free = on_board(board.size, row, col, direction) & ~(line | board.lines[2 - side, number])
            best = int(_makes_row(line, free, bit, board.row, exact))
    return best


@inline_kernel
def _makes_row(line: np.uint32, free: np.uint32, bit: int, wanted: int, exact: bool) -> bool:
    """Whether one more stone on a free point of a line makes a row through ``bit``."""
    for at in range(max(0, bit - wanted + 1), bit + wanted):
        if not (free >> np.uint32(at)) & _ONE:
            continue
        full = line | (_ONE << np.uint32(at))
        length = run_through(full, bit)
        if length == wanted or (length > wanted and not exact):
            between_low, between_high = min(at, bit), max(at, bit)
            span = np.uint32(((1 << (between_high - between_low + 1)) - 1) << between_low)
            if full & span == span:
                return True
    return False

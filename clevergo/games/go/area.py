"""Compiled counting: eyes, Tromp-Taylor area and the result of a game.

Regions are filled by whole rows: a row of the board is a number, its points the bits 1 to N, Black's in the low half
and White's in the high half, so that one sweep spreads both; rows 0 and N + 1 are the empty frame.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.go.rules import MAX_SIZE
from clevergo.games.go.stones import BLACK, BORDER, EMPTY, STRIDE, WHITE, Board, point_of

ROWS = MAX_SIZE + 2
"""How many rows of bits a board has, frame included."""
HALF = 32
"""How far White's bits lie above Black's."""
_LOW_HALF = (1 << HALF) - 1
_REACHED, _EMPTY_ROWS, _STONES = 0, 1, 2


@inline_kernel
def is_eye_point(board: Board, point: int, color: int) -> bool:
    """:func:`is_true_eye` for a point."""
    for step in (-STRIDE, -1, 1, STRIDE):
        near = board.color[point + step]
        if near != color and near != BORDER:
            return False
    own = 0
    outside = 0
    for step in (-STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1):
        corner = board.color[point + step]
        own += int(corner == color)
        outside += int(corner == BORDER)
    return own >= 3 if outside == 0 else own + outside == 4


@kernel
def is_true_eye(board: Board, action: int, color: int) -> bool:
    """Whether an empty point is a true eye of ``color``.

    All its neighbors are own stones, and so are at least three of its four diagonal corners; on the edge,
    all of those there are.
    """
    return is_eye_point(board, point_of(action, board.size), color)


@kernel
def area(board: Board, owner: NDArray[np.int8]) -> int:
    """Tromp-Taylor area: stones, and empty regions that reach only one color.

    Args:
        owner: ``int8[N*N]``, written: 0 nobody's, 1 Black's, 2 White's.

    Returns:
        Black's area less White's, without komi.
    """
    size = board.size
    rows = np.empty((3, ROWS), np.int64)
    reached = find_reached(board, rows)
    for row in range(size):
        for col in range(size):
            color = board.color[(row + 1) * STRIDE + col + 1]
            bits = reached[row + 1] >> (col + 1)
            black, white = bits & 1, bits >> HALF & 1
            owner[row * size + col] = color if color != EMPTY else (black ^ white) * (black * BLACK + white * WHITE)
    return _difference(board, rows)


@kernel
def area_difference(board: Board) -> int:
    """Black's Tromp-Taylor area less White's, without komi."""
    rows = np.empty((3, ROWS), np.int64)
    find_reached(board, rows)
    return _difference(board, rows)


@inline_kernel
def _difference(board: Board, rows: NDArray[np.int64]) -> int:
    """The area's difference, from what :func:`find_reached` has found."""
    difference = 0
    for row in range(1, board.size + 1):
        bits = rows[_REACHED, row] | rows[_STONES, row]
        black, white = bits & _LOW_HALF, bits >> HALF
        difference += _num_bits(black & ~white) - _num_bits(white & ~black)
    return difference


@inline_kernel
def _num_bits(bits: int) -> int:
    """How many of 32 bits are set (the compiler knows this pattern and uses one instruction)."""
    bits = bits - (bits >> 1 & 0x55555555)
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return (bits * 0x01010101 & 0xFFFFFFFF) >> 24


@inline_kernel
def find_reached(board: Board, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Which empty points reach Black's stones, and which White's, over empty points.

    Args:
        rows: ``int64[3, ROWS]`` scratch.

    Returns:
        ``int64[ROWS]``, a part of ``rows``.
    """
    _read_rows(board, rows)
    _spread(rows[_EMPTY_ROWS], rows[_REACHED], board.size)
    return rows[_REACHED]


@inline_kernel
def _read_rows(board: Board, rows: NDArray[np.int64]) -> None:
    """The stones, the empty points, and those of them that touch Black's stones and White's."""
    size = board.size
    whole = ((1 << size) - 1) << 1
    stones = rows[_STONES]
    stones[0] = 0
    stones[size + 1] = 0
    rows[_REACHED, 0] = 0
    rows[_REACHED, size + 1] = 0
    for row in range(1, size + 1):
        first = row * STRIDE
        bits = 0
        for col in range(1, size + 1):
            color = int(board.color[first + col])
            bits |= ((color & BLACK) | (color & WHITE) << (HALF - 1)) << col
        stones[row] = bits
        empty = whole & ~(bits | bits >> HALF)
        rows[_EMPTY_ROWS, row] = empty | empty << HALF
    for row in range(1, size + 1):
        near = stones[row - 1] | stones[row + 1] | stones[row] << 1 | stones[row] >> 1
        rows[_REACHED, row] = near & rows[_EMPTY_ROWS, row]


@inline_kernel
def _spread(empty: NDArray[np.int64], reached: NDArray[np.int64], size: int) -> None:
    """Let ``reached`` grow over empty points until it has filled every region it stands in."""
    grown = True
    while grown:
        for row in range(1, size + 1):
            reached[row] = _fill_row(empty[row], reached[row] | reached[row - 1])
        grown = False
        for row in range(size, 0, -1):
            filled = _fill_row(empty[row], reached[row] | reached[row + 1])
            grown = grown or filled != reached[row]
            reached[row] = filled


@inline_kernel
def _fill_row(empty: int, seeds: int) -> int:
    """The runs of ``empty`` bits that hold a seed.

    An addition carries a seed to its run's upper end; downwards, each step doubles the reach.
    """
    filled = seeds & empty
    filled |= ((filled + empty) ^ empty) & empty
    path = empty
    for step in (1, 2, 4, 8, 16):
        filled |= path & (filled >> step)
        path &= path >> step
    return filled


@kernel
def result(board: Board) -> np.float32:
    """Who has won by area with komi: +1 Black, -1 White, 0 neither."""
    margin = area_difference(board) - board.komi
    return np.float32(1.0 if margin > 0 else -1.0 if margin < 0 else 0.0)

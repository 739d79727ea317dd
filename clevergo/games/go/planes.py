"""From boards to the nets' input planes, seen from the side to move, but for the original net's.

The classic net's ten planes:

====== =====================================================================
0 - 3  the mover's stones now, and one, two and three boards ago
4 - 7  the opponent's, the same
8      all ones if Black is to move
9      the last move
====== =====================================================================

The residual net's sixteen:

====== =====================================================================
0, 1   the mover's stones, the opponent's
2, 3   the mover's chains with exactly one and two liberties
4, 5   the opponent's, the same
6 - 10 the last move, and the four before it, newest first
11     empty points the mover may not play on (suicide, ko, superko)
12     what komi gives the mover, in units of fifteen points of 9x9: negative for Black
13     all ones if the last move was a pass
14     empty points of regions that reach the mover's stones only (1) or the opponent's only (-1)
15     all ones, so that convolutions see where the board ends
====== =====================================================================

The original program's ten, which tell the colors apart and not the sides, and one of ours:

====== =====================================================================
0 - 3  Black's stones as Black's last four moves left them, oldest first
4 - 7  White's, the same
8      all ones if White is to move
9      the last move
10     what komi gives the mover, in units of fifteen points: the original's net knows one komi only
====== =====================================================================

So what has just been captured lies on planes 0 - 7 until its side moves again. Stones that were set up count as if both
sides had just put them.

A pass leaves its "last move" plane empty.

A point of komi is a larger share of a small board than of a large one, and heads that take means over the board see
shares. So plane 12 has komi for as many points as 9x9 has: what a net has learned of it on one board is true on the
others. (Until 27 November 2026 it had units of fifteen points everywhere, and a net from 9x9 took 7 for 13 on 13x13;
nets that learned so are brought up to it where they are read, :mod:`clevergo.nn.earlier`.)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.go.area import HALF, ROWS, find_reached
from clevergo.games.go.board import is_legal_point
from clevergo.games.go.stones import BLACK, EMPTY, STRIDE, WHITE, Board, history_index

CLASSIC_PLANES, RESIDUAL_PLANES, COLOR_PLANES = 10, 16, 11
KOMI_UNIT = 15.0
"""Points of komi on 9x9 that make plane 12 one."""
_KOMI_POINTS = 81.0
"""For as many points plane 12 has komi."""

_OWN, _ONE_LIBERTY, _LAST_MOVE, _UNPLAYABLE, _KOMI, _PASSED, _REACH, _ONES = 0, 2, 6, 11, 12, 13, 14, 15
_RECENT_MOVES = 5
_BOARDS = 4
"""How many boards the classic net sees, and how many of each color the original does."""


@kernel
def write_planes(boards: NDArray[np.void], planes: NDArray[np.float32]) -> None:
    """Write the input planes of every board; which net they are for is told by their number.

    Args:
        boards: ``BOARD[B]``, all of size N; never changed.
        planes: ``float32[B, C, N, N]``, written whole; C is 10 for the classic net, 16 for the residual one, 11 for the
            original one.
    """
    count, num_planes, size, width = planes.shape
    if count != boards.shape[0] or size != width:
        raise ValueError("planes must be [B, C, N, N] for B boards")
    if num_planes != CLASSIC_PLANES and num_planes != RESIDUAL_PLANES and num_planes != COLOR_PLANES:
        raise ValueError("planes must be 10 (classic net), 16 (residual net) or 11 (original net)")
    rows = np.empty((3, ROWS), np.int64)
    for i in range(count):
        if boards[i].size != size:
            raise ValueError("planes and boards differ in size")
        if num_planes == CLASSIC_PLANES:
            _write_classic(boards[i], planes[i])
        elif num_planes == COLOR_PLANES:
            _write_colors(boards[i], planes[i])
        else:
            _write_residual(boards[i], planes[i], rows)


# --- the classic net's -----------------------------------------------------------------------------------


@inline_kernel
def _write_classic(board: Board, planes: NDArray[np.float32]) -> None:
    _write_stones(board.color, board.to_play, planes[0], planes[_BOARDS])
    for age in range(1, _BOARDS):
        _write_stones(board.history[history_index(board, age)], board.to_play, planes[age], planes[_BOARDS + age])
    planes[8] = 1.0 if board.to_play == BLACK else 0.0
    _write_move(board, 0, planes[9])


@inline_kernel
def _write_stones(
    colors: NDArray[np.int8], mover: int, own: NDArray[np.float32], opponent: NDArray[np.float32]
) -> None:
    """One board's stones onto two planes.

    Each color is a bit of its own, and shifts bring it down: with comparisons, which seem to become jumps guessed wrong
    where there is no AVX-512, the classic net's planes took more than twice as long there.
    """
    size = own.shape[0]
    own_bit, opponent_bit, one = np.int32(mover - BLACK), np.int32(WHITE - mover), np.int32(1)
    for row in range(size):
        first = (row + 1) * STRIDE + 1
        for col in range(size):
            color = np.int32(colors[first + col])
            own[row, col] = np.float32((color >> own_bit) & one)
            opponent[row, col] = np.float32((color >> opponent_bit) & one)


@inline_kernel
def _write_move(board: Board, age: int, plane: NDArray[np.float32]) -> None:
    """Mark the point of the move ``age`` plies before the last one, if that was one."""
    plane[:] = 0.0
    size = board.size
    action = board.last_moves[age]
    if 0 <= action < size * size:
        plane[action // size, action % size] = 1.0


# --- the original net's -----------------------------------------------------------------------------------


@inline_kernel
def _write_colors(board: Board, planes: NDArray[np.float32]) -> None:
    for color in range(BLACK, WHITE + 1):
        # The side to move made its last move one board ago, the other side the one that led to this board.
        newest = 1 if board.to_play == color and board.ply > 0 else 0
        for back in range(_BOARDS):
            plane, age = planes[color * _BOARDS - 1 - back], newest + 2 * back
            if age == 0:
                _write_color(board.color, color, plane)
            else:
                _write_color(board.history[history_index(board, age)], color, plane)
    planes[8] = 0.0 if board.to_play == BLACK else 1.0
    _write_move(board, 0, planes[9])
    komi = np.float32(board.komi / KOMI_UNIT)
    planes[10] = -komi if board.to_play == BLACK else komi


@inline_kernel
def _write_color(colors: NDArray[np.int8], color: int, plane: NDArray[np.float32]) -> None:
    size = plane.shape[0]
    for row in range(size):
        first = (row + 1) * STRIDE + 1
        for col in range(size):
            plane[row, col] = colors[first + col] == color


# --- the residual net's ----------------------------------------------------------------------------------


@inline_kernel
def _write_residual(board: Board, planes: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
    _write_stones(board.color, board.to_play, planes[_OWN], planes[_OWN + 1])
    planes[_ONE_LIBERTY:_LAST_MOVE] = 0.0
    _mark_short_chains(board, planes[_ONE_LIBERTY:_LAST_MOVE])
    for age in range(_RECENT_MOVES):
        _write_move(board, age, planes[_LAST_MOVE + age])
    _write_unplayable(board, planes[_UNPLAYABLE])
    komi = np.float32(board.komi * (_KOMI_POINTS / (board.size * board.size)) / KOMI_UNIT)
    planes[_KOMI] = -komi if board.to_play == BLACK else komi
    planes[_PASSED] = 1.0 if board.last_moves[0] == board.size * board.size else 0.0
    _write_reach(board, planes[_REACH], rows)
    planes[_ONES] = 1.0


@inline_kernel
def _mark_short_chains(board: Board, planes: NDArray[np.float32]) -> None:
    """Mark chains of one and two liberties on four planes of zeros: the mover's, then the opponent's."""
    size = board.size
    for row in range(size):
        first = (row + 1) * STRIDE + 1
        for head in range(first, first + size):
            if board.head[head] != head:
                continue
            liberties = _few_liberties(board, head)
            if liberties == 1 or liberties == 2:
                plane = liberties - 1 if board.color[head] == board.to_play else liberties + 1
                stone = head
                while True:
                    planes[plane, stone // STRIDE - 1, stone % STRIDE - 1] = 1.0
                    stone = int(board.next_stone[stone])
                    if stone == head:
                        break


@inline_kernel
def _few_liberties(board: Board, head: int) -> int:
    """How many liberties a chain has; 3 stands for three or more."""
    pseudo = board.liberties[
        head
    ]  # a liberty counts once for each stone of the chain that it touches, at most four times
    if pseudo > 8:
        return 3
    if board.chain_size[head] <= 2:  # two neighbors touch no point together
        return min(pseudo, 3)
    first = 0
    second = 0
    stone = head
    while True:
        for step in (-STRIDE, -1, 1, STRIDE):
            near = stone + step
            if board.color[near] == EMPTY and near != first and near != second:
                if first == 0:
                    first = near
                elif second == 0:
                    second = near
                else:
                    return 3
        stone = int(board.next_stone[stone])
        if stone == head:
            return int(first != 0) + int(second != 0)


@inline_kernel
def _write_unplayable(board: Board, plane: NDArray[np.float32]) -> None:
    plane[:] = 0.0
    for i in range(board.num_empty):
        point = int(board.empties[i])
        if board.over or not is_legal_point(board, point):
            plane[point // STRIDE - 1, point % STRIDE - 1] = 1.0


@inline_kernel
def _write_reach(board: Board, plane: NDArray[np.float32], rows: NDArray[np.int64]) -> None:
    """Which side's stones an empty point reaches, where it is one side only."""
    size = board.size
    reached = find_reached(board, rows)
    own, opponent = (1, 1 + HALF) if board.to_play == BLACK else (1 + HALF, 1)
    for row in range(size):
        bits = reached[row + 1]
        for col in range(size):
            plane[row, col] = np.float32((bits >> (col + own) & 1) - (bits >> (col + opponent) & 1))

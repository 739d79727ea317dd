"""Victories by continuous fours, looked for on a board as a search has it: at every leaf, so it must cost little.

:mod:`clevergo.games.five.fours` looks deeper and remembers more, on boards made for it. Here a few dozen positions are
all there is time for: less than a tenth of what a net takes to judge one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.five.board import BLACK, LINES, RENJU, bit_of, line_of, point_of, set_stone, take_stone
from clevergo.games.five.planes import is_exact, lowest_bit, threats
from clevergo.games.five.renju import ALLOWED, why_forbidden

Board = Any
NOBODY, SEVERAL = -1, -2
"""No point where a row is made, and more than one."""
_POSITIONS = 48
"""That are looked at, at most."""
_NEAR, _LEVELS = 3, 12
"""Fours on the way to the one that wins, by which short victories are looked for first, and the most."""
_WIDTH = 24
_NEXT, _COUNT, _ANSWER = range(3)
_FRAME = 3


@kernel
def first_of_fours(board: Board) -> int:
    """The first move of a victory by continuous fours of the side to move; ``NOBODY`` where none is found.

    Nobody may be able to make a row at once. The board is left as it was.
    """
    moves = np.empty((_LEVELS, _WIDTH), np.int16)
    side = int(board.to_play)
    count = _write_fours(board, side, is_exact(board, side), moves[0])
    if count == 0:
        return NOBODY
    frames = np.zeros((_LEVELS, _FRAME), np.int32)
    found = _look(board, moves, frames, count, _NEAR)
    return found if found != NOBODY else _look(board, moves, frames, count, _LEVELS)


@kernel
def _look(board: Board, moves: NDArray[np.int16], frames: NDArray[np.int32], count: int, levels: int) -> int:
    """The same for victories by at most so many fours, of which the first ``count`` are written."""
    side, size = int(board.to_play), int(board.size)
    other, exact, other_exact = 3 - side, is_exact(board, side), is_exact(board, 3 - side)
    frames[0, _NEXT], frames[0, _COUNT] = 0, count
    found = _winning_four(board, side, exact, moves[0], count)
    if found != NOBODY:
        return found
    level, looked, is_won = 0, 0, False
    while level >= 0:
        frame = frames[level]
        if is_won or frame[_NEXT] == frame[_COUNT] or looked >= _POSITIONS or level + 1 == levels:
            level -= 1
            if level >= 0:
                _take(board, other, frames[level, _ANSWER], size)
                _take(board, side, int(moves[level, frames[level, _NEXT] - 1]), size)
            continue
        move = int(moves[level, frame[_NEXT]])
        frame[_NEXT] += 1
        if not _may(board, side, move, size):
            continue
        looked += 1
        _put(board, side, move, size)
        answer = _row_through(board, side, move, exact, size)
        if answer < 0:
            _take(board, side, move, size)
            continue
        _put(board, other, answer, size)
        frame[_ANSWER] = answer
        must, after = _row_through(board, other, answer, other_exact, size), 0
        if must == NOBODY:
            after = _write_fours(board, side, exact, moves[level + 1])
        elif must != SEVERAL and _makes_four(board, side, must, exact, size):
            moves[level + 1, 0], after = must, 1
        is_won = _winning_four(board, side, exact, moves[level + 1], after) != NOBODY
        level += 1
        frames[level, _NEXT], frames[level, _COUNT] = 0, after
    return int(moves[0, frames[0, _NEXT] - 1]) if is_won else NOBODY


@inline_kernel
def _winning_four(board: Board, side: int, exact: bool, moves: NDArray[np.int16], count: int) -> int:
    """Which of these fours cannot be answered, because there are several points to or the only one is forbidden."""
    size = int(board.size)
    for at in range(count):
        move = int(moves[at])
        if not _may(board, side, move, size):
            continue
        _put(board, side, move, size)
        answer = _row_through(board, side, move, exact, size)
        wins = answer == SEVERAL or (answer != NOBODY and not _may(board, 3 - side, answer, size))
        _take(board, side, move, size)
        if wins:
            return move
    return NOBODY


@inline_kernel
def _put(board: Board, side: int, point: int, size: int) -> None:
    set_stone(board, side, point // size, point % size)


@inline_kernel
def _take(board: Board, side: int, point: int, size: int) -> None:
    take_stone(board, side, point // size, point % size)


@inline_kernel
def _may(board: Board, side: int, point: int, size: int) -> bool:
    """Whether renju does not forbid it."""
    return board.rule != RENJU or side != BLACK or why_forbidden(board, point // size, point % size) == ALLOWED


@inline_kernel
def _write_fours(board: Board, side: int, exact: bool, moves: NDArray[np.int16]) -> int:
    """Write the points where a stone of ``side`` makes a four; how many, ``_WIDTH`` at most."""
    count = 0
    for number in range(LINES):
        _, fours = threats(board, side, number, exact)
        while fours and count < _WIDTH:
            row, col = point_of(number, lowest_bit(fours))
            fours &= fours - np.uint32(1)
            point, at = row * board.size + col, 0
            while at < count and moves[at] != point:
                at += 1
            if at == count:
                moves[count] = point
                count += 1
    return count


@inline_kernel
def _makes_four(board: Board, side: int, point: int, exact: bool, size: int) -> bool:
    row, col = point // size, point % size
    for direction in range(4):
        _, fours = threats(board, side, line_of(row, col, direction), exact)
        if (fours >> np.uint32(bit_of(row, col, direction))) & np.uint32(1):
            return True
    return False


@inline_kernel
def _row_through(board: Board, side: int, point: int, exact: bool, size: int) -> int:
    """Where one more stone of ``side`` makes a row in a line through a point: there, ``NOBODY`` or ``SEVERAL``."""
    row, col, found = point // size, point % size, NOBODY
    for direction in range(4):
        number = line_of(row, col, direction)
        rows, _ = threats(board, side, number, exact)
        while rows:
            there, beside = point_of(number, lowest_bit(rows))
            rows &= rows - np.uint32(1)
            if found not in (NOBODY, there * size + beside):
                return SEVERAL
            found = there * size + beside
    return found

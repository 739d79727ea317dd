"""What renju forbids Black: more than five in a row, two fours, and two open threes with one stone.

After the rules of the Renju International Federation, section 9:

- A *four* is four stones that one more makes into five in a row, exactly. Fours are told apart by their stones, so
  there may be two in one line.
- A *straight four* is an unbroken four that can be made five at both ends.
- A *three* is three stones that one more makes into a straight four, where that stone may be put: if it would be
  forbidden itself, there is no three. That is asked in turn of the board as it would be then, and so on.
- A stone that makes five in a row is never forbidden.
"""

from __future__ import annotations

import numpy as np

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.five.board import (
    BLACK,
    WHITE,
    Board,
    bit_of,
    line_of,
    on_board,
    run_through,
    set_stone,
    take_stone,
)

ALLOWED, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = range(4)
_FIVE = 5
_REACH = 4
_ONE = np.uint32(1)


@kernel
def why_forbidden(board: Board, row: int, col: int) -> int:
    """What forbids Black to put a stone on an empty point, or ``ALLOWED``; the board is left as it was.

    It calls itself, and so stands in one function: compiled functions that call each other cannot be cached.
    """
    if _is_lonely(board, row, col):
        return ALLOWED
    set_stone(board, BLACK, row, col)
    reason = _row_or_fours(board, row, col)
    if reason < 0:
        reason, threes = ALLOWED, 0
        for direction in range(4):
            bit, is_three = bit_of(row, col, direction), _fours(board, row, col, direction) > 0
            for at in range(max(0, bit - _REACH + 1), bit + _REACH):
                if not is_three and _becomes_straight(board, row, col, direction, at):
                    step = at - bit
                    down = 0 if direction == 0 else -step if direction == 3 else step
                    is_three = why_forbidden(board, row + down, col + (0 if direction == 1 else step)) == ALLOWED
                    threes += is_three
        if threes > 1:
            reason = DOUBLE_THREE
    take_stone(board, BLACK, row, col)
    return reason


@inline_kernel
def _row_or_fours(board: Board, row: int, col: int) -> int:
    """The reason, as far as rows and fours tell; below 0 where threes decide."""
    overline = fours = 0
    for direction in range(4):
        line, bit = board.lines[BLACK - 1, line_of(row, col, direction)], bit_of(row, col, direction)
        length = run_through(line, bit)
        if length == _FIVE:
            return ALLOWED
        overline += length > _FIVE
        fours += _fours(board, row, col, direction)
    return OVERLINE if overline else DOUBLE_FOUR if fours > 1 else -1


@inline_kernel
def _is_lonely(board: Board, row: int, col: int) -> bool:
    """Whether too few black stones are near for anything to be forbidden: it takes two lines, or four stones in one."""
    stones = 0
    for direction in range(4):
        line, bit = board.lines[BLACK - 1, line_of(row, col, direction)], bit_of(row, col, direction)
        low = max(0, bit - _REACH - 1)
        near = (line >> np.uint32(low)) & np.uint32((1 << (bit - low + _REACH + 2)) - 1)
        count = 0
        while near:
            near &= near - _ONE
            count += 1
        if count >= 2:
            stones += count
    return stones < 4


@inline_kernel
def _fours(board: Board, row: int, col: int, direction: int) -> int:
    """How many fours the stone there takes part in, in one direction."""
    line, bit = board.lines[BLACK - 1, line_of(row, col, direction)], bit_of(row, col, direction)
    free = on_board(board.size, row, col, direction) & ~(line | board.lines[WHITE - 1, line_of(row, col, direction)])
    count, before = 0, np.uint32(0)
    for at in range(max(0, bit - _REACH), bit + _REACH + 1):
        if not (free >> np.uint32(at)) & _ONE:
            continue
        full = line | (_ONE << np.uint32(at))
        if run_through(full, at) != _FIVE:
            continue
        run = _run(full, at)
        if (run >> np.uint32(bit)) & _ONE:
            four = run & ~(_ONE << np.uint32(at))
            count += four != before
            before = four
    return count


@inline_kernel
def _run(line: np.uint32, bit: int) -> np.uint32:
    """The stones that stand in a row with one of a line."""
    low, high = bit, bit
    while low > 0 and (line >> np.uint32(low - 1)) & _ONE:
        low -= 1
    while (line >> np.uint32(high + 1)) & _ONE:
        high += 1
    return np.uint32(((1 << (high - low + 1)) - 1) << low)


@inline_kernel
def _becomes_straight(board: Board, row: int, col: int, direction: int, at: int) -> bool:
    """Whether one more stone, at a bit of its line, makes a straight four with the stone there and two others."""
    number, bit = line_of(row, col, direction), bit_of(row, col, direction)
    line = board.lines[BLACK - 1, number]
    free = on_board(board.size, row, col, direction) & ~(line | board.lines[WHITE - 1, number])
    if not (free >> np.uint32(at)) & _ONE:
        return False
    full = line | (_ONE << np.uint32(at))
    run = _run(full, at)
    if run_through(full, at) != _FIVE - 1 or not (run >> np.uint32(bit)) & _ONE:
        return False
    return _is_straight(full, run, free)


@inline_kernel
def _is_straight(line: np.uint32, run: np.uint32, free: np.uint32) -> bool:
    """Whether a row of four can be made five, exactly, at both ends."""
    low = 0
    while not (run >> np.uint32(low)) & _ONE:
        low += 1
    if low == 0:
        return False
    for end in (low - 1, low + _FIVE - 1):
        if not (free >> np.uint32(end)) & _ONE or run_through(line | (_ONE << np.uint32(end)), end) != _FIVE:
            return False
    return True

"""What renju forbids Black: more than five in a row, two fours, and two open threes with one stone.

After the rules of the Renju International Federation, section 9:

- A *four* is four stones that one more makes into five in a row, exactly. Fours are told apart by their stones, so
  there may be two in one line.
- A *straight four* is an unbroken four that can be made five at both ends.
- A *three* is three stones that one more makes into a straight four, where that stone may be put and makes no five at
  the same time: if it would be forbidden itself, there is no three. That is asked in turn of the board as it would be
  then, and so on.
- A stone that makes five in a row is never forbidden.

What a stone makes of one line is read from a table (:func:`renju_table`); only where two threes are possible are stones
put on the board to see.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.five.board import (
    BLACK,
    POINTS,
    WHITE,
    Board,
    bit_of,
    line_of,
    on_board,
    set_stone,
    take_stone,
)
from clevergo.games.five.shapes import CODES, REACH, WEIGHTS, run_lengths

ALLOWED, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE, _WINS = range(5)
_FIVE = 5
_ONE = np.uint32(1)
_WINDOW = np.uint32((1 << REACH) - 1)
_FOURS, _HAS_FIVE, _HAS_OVERLINE, _STRAIGHT = 3, 4, 8, 4
"""In a number of the table: the bits that count fours, the bit of a five, of an overline, and the first of ten bits for
the points, in the order of :data:`clevergo.games.five.shapes.WEIGHTS`, where one more stone makes a straight four."""


@functools.cache
def renju_table() -> NDArray[np.int16]:
    """``int16[CODES]``: what a black stone makes by the line around it."""
    digits = np.stack([np.arange(CODES) // weight % 3 for weight in WEIGHTS], axis=1)
    length, codes = run_lengths(digits == 1), np.arange(CODES)
    ways, straight = np.zeros(CODES, np.int16), np.zeros(CODES, np.int16)
    for place, weight in enumerate(WEIGHTS):
        free = digits[:, place] == 0
        ways[free] += length[codes[free] + weight] == _FIVE
    # Both ends of an unbroken four make five with the same four stones: that is one four.
    is_straight = (length == _FIVE - 1) & (ways == 2)
    for place, weight in enumerate(WEIGHTS):
        free = digits[:, place] == 0
        straight[free] |= is_straight[codes[free] + weight].astype(np.int16) << (_STRAIGHT + place)
    fours = ways - is_straight
    table = fours | _HAS_FIVE * (length == _FIVE) | _HAS_OVERLINE * (length > _FIVE) | straight
    return table.astype(np.int16)


_TABLE = renju_table()
_IN_THREES = np.array(
    [sum(weight for k, weight in enumerate(WEIGHTS) if bits >> k & 1) for bits in range(1 << 2 * REACH)], np.int32
)
"""``int32[1024]``: a line's ten bits as a number of digits 0 and 1 in base three."""


@kernel
def why_forbidden(board: Board, row: int, col: int) -> int:
    """What forbids Black to put a stone on an empty point, or ``ALLOWED``; the board is left as it was."""
    reason = _at_sight(board, row, col)
    return _look_closely(board, row, col) if reason < 0 else ALLOWED if reason == _WINS else reason


@inline_kernel
def _in_line(board: Board, row: int, col: int, direction: int) -> int:
    """What a black stone on an empty point makes of one line, out of the table."""
    number, bit = line_of(row, col, direction), np.uint32(bit_of(row, col, direction))
    reach = np.uint32(REACH)
    own = (board.lines[BLACK - 1, number] << reach) >> bit
    own = (own & _WINDOW) | ((own >> np.uint32(REACH + 1)) & _WINDOW) << reach
    if own & (own - _ONE) == 0:  # nothing is made of fewer than two more stones
        return 0
    free = on_board(board.size, row, col, direction) & ~board.lines[WHITE - 1, number]
    closed = (~(free << reach)) >> bit
    closed = (closed & _WINDOW) | ((closed >> np.uint32(REACH + 1)) & _WINDOW) << reach
    return int(_TABLE[_IN_THREES[own] + 2 * _IN_THREES[closed]])


@inline_kernel
def _at_sight(board: Board, row: int, col: int) -> int:
    """The reason, as far as the four lines tell by themselves, or ``_WINS``; below 0 where there may be two threes."""
    fours = threes = 0
    is_five = is_overline = False
    for direction in range(4):
        made = _in_line(board, row, col, direction)
        is_five |= made & _HAS_FIVE != 0
        is_overline |= made & _HAS_OVERLINE != 0
        fours += made & _FOURS
        threes += made & _FOURS == 0 and made >> _STRAIGHT != 0
    if is_five:
        return _WINS
    if is_overline:
        return OVERLINE
    if fours > 1:
        return DOUBLE_FOUR
    return -1 if threes > 1 else ALLOWED


_ROW, _COL, _DIRECTION, _PLACE, _THREES = range(5)
"""Of a stone on the stack: where it is, up to which point of which of its lines one has looked, and threes found."""


@kernel
def _look_closely(board: Board, row: int, col: int) -> int:
    """Whether a stone makes two threes, where its lines leave that possible: each needs a point that is not forbidden.

    Compiled functions that call themselves are not safely loaded from a cache: so the stones whose threes are looked
    for lie on a stack of its own, all of them on the board.
    """
    stack = np.empty((POINTS, _THREES + 1), np.int32)
    level, reason = 0, -1
    _push(board, stack[0], row, col)
    while True:
        stone = stack[level]
        if reason == ALLOWED:  # of the point looked at last: it makes a straight four
            stone[_THREES] += 1
            stone[_DIRECTION] += 1
            stone[_PLACE] = 0
        elif reason > 0:
            stone[_PLACE] += 1
        if stone[_THREES] > 1:
            reason = DOUBLE_THREE
        elif not _find_straight(board, stone):
            reason = ALLOWED
        else:
            there, away = _beside(stone)
            reason = _at_sight(board, there, away)
            if reason < 0:
                level += 1
                _push(board, stack[level], there, away)
            continue
        take_stone(board, BLACK, stone[_ROW], stone[_COL])
        if level == 0:
            return reason
        level -= 1


@inline_kernel
def _push(board: Board, stone: NDArray[np.int32], row: int, col: int) -> None:
    """Put a stone on the board, and note that nothing is known of it."""
    stone[_ROW], stone[_COL] = row, col
    stone[_DIRECTION] = stone[_PLACE] = stone[_THREES] = 0
    set_stone(board, BLACK, row, col)


@inline_kernel
def _find_straight(board: Board, stone: NDArray[np.int32]) -> bool:
    """Go on to the next point where one more would make a straight four with a stone; False: there is none left."""
    while stone[_DIRECTION] < 4:
        made = _in_line(board, stone[_ROW], stone[_COL], stone[_DIRECTION])
        if made & _FOURS == 0:
            while stone[_PLACE] < 2 * REACH:
                if (made >> (_STRAIGHT + stone[_PLACE])) & 1:
                    return True
                stone[_PLACE] += 1
        stone[_DIRECTION] += 1
        stone[_PLACE] = 0
    return False


@inline_kernel
def _beside(stone: NDArray[np.int32]) -> tuple[int, int]:
    """Row and column of that point."""
    direction, step = stone[_DIRECTION], stone[_PLACE] - REACH
    step += step >= 0
    down = 0 if direction == 0 else -step if direction == 3 else step
    return stone[_ROW] + down, stone[_COL] + (0 if direction == 1 else step)

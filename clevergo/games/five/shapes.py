"""What a stone makes of its line, read from a table: five, open four, four, open three, and less.

A line is looked at five points to either side of the stone. Each of those ten points is empty (0), the stone's own (1)
or blocked (2: the opponent's, or no point of the board), so there are 3**10 lines, and the table says what each makes.
It is worked out from the end: what is a four is told by where one more stone makes a five, and so on down.
"""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

REACH = 5
CODES = 3 ** (2 * REACH)
NOTHING, SLEEPING_TWO, TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(8)
"""What a stone makes. An open four cannot be stopped, a four must be answered, an open three threatens an open four, a
three a four; a two threatens an open three, a sleeping two a three."""
WEIGHTS = tuple(3**k for k in range(2 * REACH))
"""Of the point so many places along the line: five before the stone, then five after it."""


@functools.cache
def shape_table(row: int, exact: bool) -> NDArray[np.int8]:
    """``int8[CODES]``: what a stone makes by the line around it.

    A row that ends at the last point looked at, as only rows of six do, is taken for one that goes no farther.

    Args:
        row: stones in a row that win; 5 is what the names above mean, others have the same by analogy.
        exact: whether more than a row wins nothing.
    """
    digits = np.stack([np.arange(CODES) // weight % 3 for weight in WEIGHTS], axis=1).astype(np.int8)
    own = digits == 1
    length = run_lengths(own)
    table = np.full(CODES, NOTHING, np.int8)
    table[(length == row) | ((length > row) & (not exact))] = FIVE
    ways = np.zeros(CODES, np.int8)
    """To make a row with one more stone."""
    codes = np.arange(CODES)
    for place, weight in enumerate(WEIGHTS):
        free = digits[:, place] == 0
        ways[free] += table[codes[free] + weight] == FIVE
    open_row = table != FIVE
    table[open_row & (ways == 1)] = FOUR
    table[open_row & (ways > 1)] = OPEN_FOUR
    # An open three threatens a four of one row that can be finished at both ends, not two fours in one line.
    straight = (table == OPEN_FOUR) & (length == row - 1)
    for better, shape in ((straight, OPEN_THREE), (FOUR, THREE), (OPEN_THREE, TWO), (THREE, SLEEPING_TWO)):
        reached = np.zeros(CODES, np.bool_)
        known = better if isinstance(better, np.ndarray) else table == better
        for place, weight in enumerate(WEIGHTS):
            free = digits[:, place] == 0
            reached[free] |= known[codes[free] + weight]
        table[reached & (table == NOTHING)] = shape
    table.flags.writeable = False
    return table


def run_lengths(own: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many stones stand side by side with the one in the middle: ``int64[L]`` of lines ``bool[L, 2 * REACH]``."""
    before, after = own[:, REACH - 1 :: -1], own[:, REACH:]
    return np.asarray(1 + sum(np.cumprod(side, axis=1).sum(axis=1) for side in (before, after)))

"""How a game in the tree ends where the stones that are dead are known: two passes end it, and nobody need take them.

Dogs learn by the rule that every stone on the board lives; people agree which stones are dead, and take them off before
they count. A search that is to tell people how a game stands is therefore given the dead stones of the position it
begins at. They change what is said of positions after passes; everything else in the tree is as in training.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.go.area import area_difference, result
from clevergo.games.go.stones import BLACK, EMPTY, NUM_POINTS, STRIDE, Board, point_of


def agreed_on(board: Board, dead: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """What :meth:`clevergo.search.mcts.Search.run` is told people agree on.

    ``uint8[NUM_POINTS]``: the color of each stone of ``board`` that is ``dead: bool[N, N]``, else 0; nothing where no
    stone is dead.
    """
    known = np.zeros(NUM_POINTS, np.uint8)
    for action in np.flatnonzero(dead):
        point = point_of(int(action), len(dead))
        known[point] = board["color"][point]
    return known if known.any() else known[:0]


@kernel
def settled_margin(board: Any, first: Any, dead: NDArray[np.uint8]) -> float:
    """Black's area less White's and komi once the dead stones are taken off the board.

    A stone known to be dead stays dead until its side adds a stone within reach of it, over empty points and its own
    stones: then all stones in reach count as they lie, as in training.

    Args:
        board: the end of a game; left as it was.
        first: the position of which the dead stones are known.
        dead: ``uint8[NUM_POINTS]``, see :func:`agreed_on`.
    """
    size = board.size
    seen = np.zeros(NUM_POINTS, np.uint8)
    reach = np.empty(size * size, np.int32)
    removed = np.empty(size * size, np.int32)
    count = 0
    for row in range(1, size + 1):
        for point in range(row * STRIDE + 1, row * STRIDE + size + 1):
            color = dead[point]
            if color == 0 or board.color[point] != color or seen[point] & color:
                continue
            found = _reach(board, point, color, seen, reach)
            if _has_grown(board, first, color, reach, found):
                continue
            for i in range(found):
                near = reach[i]
                if dead[near] == color and board.color[near] == color:
                    removed[count] = near
                    count += 1
    for i in range(count):
        board.color[removed[i]] = EMPTY
    difference = area_difference(board)
    for i in range(count):
        board.color[removed[i]] = dead[removed[i]]
    return difference - board.komi


@inline_kernel
def _reach(board: Any, start: int, color: int, seen: NDArray[np.uint8], reach: NDArray[np.int32]) -> int:
    """Write the points that ``start`` reaches over empty points and stones of ``color``; how many. Marks them seen."""
    reach[0] = start
    seen[start] |= color
    found = 1
    at = 0
    while at < found:
        for step in (-STRIDE, -1, 1, STRIDE):
            near = reach[at] + step
            if (board.color[near] == EMPTY or board.color[near] == color) and not seen[near] & color:
                seen[near] |= color
                reach[found] = near
                found += 1
        at += 1
    return found


@inline_kernel
def _has_grown(board: Any, first: Any, color: int, reach: NDArray[np.int32], found: int) -> bool:
    """Whether a stone of ``color`` has been added on these points."""
    has_grown = False
    for i in range(found):
        has_grown = has_grown or (board.color[reach[i]] == color and first.color[reach[i]] != color)
    return has_grown


@kernel
def settled_result(board: Any, first: Any, dead: NDArray[np.uint8]) -> float:
    """+1 Black, -1 White, 0 nobody: who wins by :func:`settled_margin`."""
    margin = settled_margin(board, first, dead)
    return 1.0 if margin > 0.0 else -1.0 if margin < 0.0 else 0.0


@kernel
def correct(
    boards: NDArray[np.void], count: int, first: Any, dead: NDArray[np.uint8], value: NDArray[np.float32]
) -> None:
    """Correct ``value[:count]``, what a net says of positions, for those in which a pass ends the game.

    Whoever wins by passing back has won. A net that sees somebody win only because dead stones count as alive is not
    believed: to it such a pass was the mistake of the game.
    """
    for i in range(count):
        board = boards[i]
        if board.passes != 1:
            continue
        side = 1.0 if board.to_play == BLACK else -1.0
        settled = side * settled_result(board, first, dead)
        plain = side * float(result(board))
        if settled > 0.0 or plain > settled:
            value[i] = settled

"""Compiled counting: eyes, Tromp-Taylor area and the result of a game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.go.stones import BLACK, BORDER, EMPTY, STRIDE, WHITE, Board, action_of, point_of

_UNSEEN = -1


@inline_kernel
def is_eye_point(board: Board, point: int, colour: int) -> bool:
    """:func:`is_true_eye` for a point."""
    for step in (-STRIDE, -1, 1, STRIDE):
        near = board.colour[point + step]
        if near != colour and near != BORDER:
            return False
    own = 0
    outside = 0
    for step in (-STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1):
        corner = board.colour[point + step]
        own += int(corner == colour)
        outside += int(corner == BORDER)
    return own >= 3 if outside == 0 else own + outside == 4


@kernel
def is_true_eye(board: Board, action: int, colour: int) -> bool:
    """Whether an empty point is a true eye of ``colour``.

    All its neighbours are own stones, and so are at least three of its four diagonal corners; on the edge,
    all of those there are.
    """
    return is_eye_point(board, point_of(action, board.size), colour)


@kernel
def area(board: Board, owner: NDArray[np.int8]) -> int:
    """Tromp-Taylor area: stones, and empty regions that reach only one colour.

    Args:
        owner: ``int8[N*N]``, written: 0 nobody's, 1 Black's, 2 White's.

    Returns:
        Black's area less White's, without komi.
    """
    size = board.size
    for action in range(size * size):
        owner[action] = _UNSEEN
    stack = np.empty(size * size, np.int16)
    difference = 0
    for row in range(size):
        for col in range(size):
            point = (row + 1) * STRIDE + col + 1
            colour = board.colour[point]
            action = row * size + col
            if colour != EMPTY:
                owner[action] = colour
                difference += 3 - 2 * colour
            elif owner[action] == _UNSEEN:
                difference += _fill_region(board, point, owner, stack)
    return difference


@kernel
def _fill_region(board: Board, start: int, owner: NDArray[np.int8], stack: NDArray[np.int16]) -> int:
    """Write the owner of one empty region; returns what it adds to Black's area less White's."""
    size = board.size
    owner[action_of(start, size)] = EMPTY
    stack[0] = start
    count = 1
    done = 0
    borders = 0
    while done < count:
        point = int(stack[done])
        done += 1
        for step in (-STRIDE, -1, 1, STRIDE):
            near = point + step
            colour = board.colour[near]
            if colour == EMPTY:
                action = action_of(near, size)
                if owner[action] == _UNSEEN:
                    owner[action] = EMPTY
                    stack[count] = near
                    count += 1
            elif colour != BORDER:
                borders |= colour
    if borders != BLACK and borders != WHITE:
        return 0
    for i in range(count):
        owner[action_of(int(stack[i]), size)] = borders
    return count if borders == BLACK else -count


@kernel
def area_difference(board: Board) -> int:
    """Black's Tromp-Taylor area less White's, without komi."""
    return area(board, np.empty(board.size * board.size, np.int8))


@kernel
def result(board: Board) -> np.float32:
    """Who has won by area with komi: +1 Black, -1 White, 0 neither."""
    margin = area_difference(board) - board.komi
    return np.float32(1.0 if margin > 0 else -1.0 if margin < 0 else 0.0)

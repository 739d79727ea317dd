"""The record that is a board, and the compiled kernels that put stones on it and take them off.

A board lies in a frame of border points, 20 to a row whatever the size, so that neighbors are always
``+-1`` and ``+-20`` away. Point of (row, col) is ``(row + 1) * 20 + col + 1``; row 0 is the top one. Outside
the rules moves are *actions*, ``row * size + col`` and ``size * size`` for a pass.

Chains are circular lists (``next_stone``) under one head. ``liberties`` counts *pseudo*-liberties: a liberty
touching two stones of the chain counts twice, which is enough to see when the last one goes and costs four
additions a move. Point 0 is a border point that stands in for "no chain", so those additions need no tests.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.go.rules import MAX_SIZE

EMPTY, BLACK, WHITE, BORDER = 0, 1, 2, 3
"""What a point holds. The opponent of ``color`` is ``3 - color``."""

STRIDE = MAX_SIZE + 1
NUM_POINTS = (MAX_SIZE + 2) * STRIDE + 1
MAX_PLIES = 2 * MAX_SIZE**2
HISTORY = 7
"""How many earlier boards a record remembers whole: enough for the last four that each color left behind."""
FILTER_WORDS = 16
"""How many 64-bit words the filter over the hashes has; a power of two."""

BOARD = np.dtype(
    [
        ("size", np.int32),
        ("komi", np.float32),  # White's
        ("superko", np.uint8),  # a number of `rules`: simple ko is 0, positional superko 1, situational superko 2
        ("to_play", np.int8),
        ("over", np.uint8),
        ("ply", np.int32),
        ("ply_limit", np.int32),
        ("passes", np.int32),  # in a row, just now
        ("ko_point", np.int32),  # the point simple ko forbids, 0 for none; kept under superko too
        ("captured", np.int32, 2),  # stones taken by Black, by White
        ("last_moves", np.int16, 5),  # actions, newest first; -1 for none
        ("num_empty", np.int32),
        ("num_hashes", np.int32),
        ("history_slot", np.int32),  # where the newest board lies in `history`, see `history_index`
        ("hash", np.uint64),  # of the stones alone: whose turn it is does not enter
        ("color", np.int8, NUM_POINTS),
        ("head", np.uint16, NUM_POINTS),  # 0 where there is no stone
        ("next_stone", np.uint16, NUM_POINTS),
        ("liberties", np.int16, NUM_POINTS),  # pseudo-liberties, right for heads only
        ("chain_size", np.int16, NUM_POINTS),  # right for heads only
        ("empties", np.uint16, MAX_SIZE**2),  # the empty points, in no order
        ("empty_index", np.uint16, NUM_POINTS),  # where an empty point stands among them
        ("vacated", np.uint8, NUM_POINTS),  # bits BLACK, WHITE: such a stone was captured here once
        ("history", np.int8, (HISTORY, NUM_POINTS)),  # `color` of the boards before this one, a ring
        ("hash_filter", np.uint64, FILTER_WORDS),  # a Bloom filter over `hashes`
        ("hashes", np.uint64, MAX_PLIES + 1),  # of every board there has been, this one included, see `board`
    ],
    align=True,
)
"""One board with all that legality and the nets' input planes depend on."""

Board: TypeAlias = Any
"""One ``BOARD`` record: ``boards[i]``. Kernels write through it into the array."""

ZOBRIST: NDArray[np.uint64] = np.random.PCG64(20160127).random_raw((NUM_POINTS, 2))
"""``uint64[points, 2]``: the key of a black and of a white stone on each point."""


# --- points and actions ----------------------------------------------------------------------------------


@inline_kernel
def point_of(action: int, size: int) -> int:
    """The point of an action that is no pass."""
    point: int = (action // size + 1) * STRIDE + action % size + 1
    return point


@inline_kernel
def action_of(point: int, size: int) -> int:
    """The action of a point on the board."""
    return (point // STRIDE - 1) * size + point % STRIDE - 1


@inline_kernel
def used_points(size: int) -> int:
    """How far into the per-point arrays a board of this size reaches, frame included."""
    return (size + 2) * STRIDE + 1


@inline_kernel
def history_index(board: Board, age: int) -> int:
    """The row of ``board.history`` that holds the board ``age`` plies ago (1 to 7; empty before the start)."""
    row: int = (board.history_slot + age - 1) % HISTORY
    return row


# --- stones ----------------------------------------------------------------------------------------------


@inline_kernel
def add_empty(board: Board, point: int) -> None:
    """Make a point empty and list it; chains and hash are not touched."""
    board.color[point] = EMPTY
    board.empty_index[point] = board.num_empty
    board.empties[board.num_empty] = point
    board.num_empty += 1


@inline_kernel
def _remove_empty(board: Board, point: int) -> None:
    """Fill the gap in the list with its last point."""
    board.num_empty -= 1
    last = board.empties[board.num_empty]
    index = board.empty_index[point]
    board.empties[index] = last
    board.empty_index[last] = index


@inline_kernel
def _merge(board: Board, one: int, other: int) -> None:
    """Join two chains of one color, given by their heads; the larger keeps its head."""
    keep, drop = one, other
    if board.chain_size[keep] < board.chain_size[drop]:
        keep, drop = drop, keep
    board.liberties[keep] += board.liberties[drop]
    board.chain_size[keep] += board.chain_size[drop]
    stone = drop
    while True:
        board.head[stone] = keep
        following = int(board.next_stone[stone])
        if following == drop:
            break
        stone = following
    board.next_stone[stone] = board.next_stone[keep]
    board.next_stone[keep] = drop


@inline_kernel
def place(board: Board, point: int, color: int) -> None:
    """Put a stone on an empty point and join it to its neighbors; nothing is captured yet."""
    _remove_empty(board, point)
    board.color[point] = color
    board.hash ^= ZOBRIST[point, color - 1]
    free = 0
    for step in (-STRIDE, -1, 1, STRIDE):
        free += board.color[point + step] == EMPTY
        board.liberties[board.head[point + step]] -= 1
    board.head[point] = point
    board.next_stone[point] = point
    board.liberties[point] = free
    board.chain_size[point] = 1
    for step in (-STRIDE, -1, 1, STRIDE):
        if board.color[point + step] == color and board.head[point + step] != board.head[point]:
            _merge(board, int(board.head[point]), int(board.head[point + step]))


@kernel
def _remove_chain(board: Board, head: int, color: int) -> int:
    """Take a chain off the board; returns how many stones that were."""
    stone = head
    count = 0
    while True:
        add_empty(board, stone)
        board.head[stone] = 0
        board.vacated[stone] |= color
        board.hash ^= ZOBRIST[stone, color - 1]
        for step in (-STRIDE, -1, 1, STRIDE):
            board.liberties[board.head[stone + step]] += 1
        count += 1
        stone = int(board.next_stone[stone])
        if stone == head:
            return count


@inline_kernel
def put_stone(board: Board, point: int, color: int) -> int:
    """Play a stone with its captures and its ko; returns how many stones it captured."""
    opponent = 3 - color
    place(board, point, color)
    captured = 0
    ko_point = 0
    for step in (-STRIDE, -1, 1, STRIDE):
        near = point + step
        if board.color[near] == opponent and board.liberties[board.head[near]] == 0:
            captured += _remove_chain(board, int(board.head[near]), opponent)
            ko_point = near
    # A ko: one stone took one stone, and the freed point is its only liberty.
    head = board.head[point]
    is_ko = captured == 1 and board.chain_size[head] == 1 and board.liberties[head] == 1
    board.ko_point = ko_point if is_ko else 0
    return captured


# --- copying ---------------------------------------------------------------------------------------------


@kernel
def copy_board(to: Board, source: Board) -> None:
    """Make ``to`` the same as ``source``; only the part in use is copied."""
    to.size = source.size
    to.komi = source.komi
    to.superko = source.superko
    to.to_play = source.to_play
    to.over = source.over
    to.ply = source.ply
    to.ply_limit = source.ply_limit
    to.passes = source.passes
    to.ko_point = source.ko_point
    to.captured[0] = source.captured[0]
    to.captured[1] = source.captured[1]
    for i in range(5):
        to.last_moves[i] = source.last_moves[i]
    to.num_empty = source.num_empty
    to.num_hashes = source.num_hashes
    to.history_slot = source.history_slot
    to.hash = source.hash
    _copy_points(to, source, used_points(source.size))
    for i in range(source.num_empty):
        to.empties[i] = source.empties[i]
    for i in range(FILTER_WORDS):
        to.hash_filter[i] = source.hash_filter[i]
    for i in range(source.num_hashes):
        to.hashes[i] = source.hashes[i]


@inline_kernel
def _copy_points(to: Board, source: Board, used: int) -> None:
    for i in range(used):
        to.color[i] = source.color[i]
    for i in range(used):
        to.head[i] = source.head[i]
    for i in range(used):
        to.next_stone[i] = source.next_stone[i]
    for i in range(used):
        to.liberties[i] = source.liberties[i]
    for i in range(used):
        to.chain_size[i] = source.chain_size[i]
    for i in range(used):
        to.empty_index[i] = source.empty_index[i]
    for i in range(used):
        to.vacated[i] = source.vacated[i]
    for age in range(HISTORY):
        for i in range(used):
            to.history[age, i] = source.history[age, i]

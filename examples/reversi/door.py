"""Reversi through the door of :mod:`clevergo.games.kernels`: each function there has one of the same name here."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.chance import next_below
from clevergo.games.kernels import FIRST, SECOND

Board = Any
CELLS = 64
PLANES = 16
BOARD = np.dtype(
    [
        ("size", np.int32),
        ("to_play", np.int8),
        ("over", np.uint8),
        ("ply", np.int32),
        ("last_moves", np.int16, 5),  # newest first, -1 before the first
        ("cells", np.int8, CELLS),  # row by row: 0 empty, 1 the first side's, 2 the other's
    ],
    align=True,
)
STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


@kernel
def begin(board: Board, size: int, start: NDArray[np.float32]) -> None:
    """Four discs in the middle."""
    board.size = size
    board.to_play = FIRST
    board.over = 0
    board.ply = 0
    board.last_moves[:] = -1
    board.cells[:] = 0
    middle = size // 2
    for row, col, side in (
        (middle - 1, middle - 1, SECOND),
        (middle - 1, middle, FIRST),
        (middle, middle - 1, FIRST),
        (middle, middle, SECOND),
    ):
        board.cells[row * size + col] = side


@kernel
def deal(board: Board, plan: NDArray[np.float64], rng: np.random.Generator, start: NDArray[np.float32]) -> int:
    """All games begin alike, and nothing is left alone."""
    begin(board, int(plan[0]), start)
    return 0


@kernel
def copy_board(target: Board, source: Board) -> None:
    """Field by field."""
    target.size = source.size
    target.to_play = source.to_play
    target.over = source.over
    target.ply = source.ply
    target.last_moves[:] = source.last_moves
    target.cells[:] = source.cells


@inline_kernel
def _turned(board: Board, row: int, col: int, step: tuple[int, int], side: int) -> int:
    """How many of the opponent's discs a disc of ``side`` on an empty cell turns over in one direction."""
    size = board.size
    count = 0
    row += step[0]
    col += step[1]
    while 0 <= row < size and 0 <= col < size and board.cells[row * size + col] == 3 - side:
        count += 1
        row += step[0]
        col += step[1]
    is_closed = 0 <= row < size and 0 <= col < size and board.cells[row * size + col] == side
    return count if is_closed else 0


@inline_kernel
def _may_play(board: Board, cell: int, side: int) -> bool:
    """Whether a side may put a disc there: it must turn one over."""
    if board.cells[cell] != 0:
        return False
    turned = 0
    for step in STEPS:
        turned += _turned(board, cell // board.size, cell % board.size, step, side)
    return turned > 0


@kernel
def _can_move(board: Board, side: int) -> bool:
    cell, cells = 0, board.size * board.size
    while cell < cells and not _may_play(board, cell, side):
        cell += 1
    return cell < cells


@kernel
def play(board: Board, action: int) -> None:
    """Put a disc down and turn over what it closes in; or pass. Where nobody can move, the game is over."""
    size, side = board.size, board.to_play
    if action < size * size:
        row, col = action // size, action % size
        for step in STEPS:
            for distance in range(1, _turned(board, row, col, step, side) + 1):
                board.cells[(row + distance * step[0]) * size + col + distance * step[1]] = side
        board.cells[action] = side
    for age in range(4, 0, -1):
        board.last_moves[age] = board.last_moves[age - 1]
    board.last_moves[0] = action
    board.ply += 1
    board.to_play = 3 - side
    board.over = 0 if _can_move(board, 3 - side) or _can_move(board, side) else 1


@kernel
def legal_mask(board: Board, out: NDArray[Any]) -> int:
    """A pass is legal where it is forced."""
    cells = board.size * board.size
    count = 0
    for cell in range(cells):
        out[cell] = not board.over and _may_play(board, cell, board.to_play)
        count += out[cell]
    out[cells] = count == 0 and not board.over
    return count


sensible_mask = legal_mask


@kernel
def candidates(board: Board, restraint: int, marks: NDArray[np.uint8], actions: NDArray[np.int16]) -> int:
    """Every legal move."""
    legal_mask(board, marks)
    count = 0
    for action in range(marks.shape[0]):
        if marks[action]:
            actions[count] = action
            count += 1
    return count


@kernel
def play_to_end(board: Board, state: NDArray[np.uint64]) -> int:
    """All legal moves are equally likely."""
    cells = board.size * board.size
    marks = np.empty(cells + 1, np.uint8)
    plies = 0
    while not board.over:
        left = legal_mask(board, marks)
        action = cells
        if left > 0:
            skipped = next_below(state, left)
            action = 0
            while marks[action] == 0 or skipped > 0:
                skipped -= marks[action]
                action += 1
        play(board, action)
        plies += 1
    return plies


@kernel
def result(board: Board) -> float:
    """Who has more discs."""
    difference = 0
    for cell in range(board.size * board.size):
        difference += int(board.cells[cell] == FIRST) - int(board.cells[cell] == SECOND)
    return float(np.sign(difference))


@kernel
def final_margin(board: Board, owners: NDArray[np.int8]) -> float:
    """The difference of discs; whose each cell is."""
    difference = 0
    for cell in range(owners.shape[0]):
        owners[cell] = board.cells[cell]
        difference += int(board.cells[cell] == FIRST) - int(board.cells[cell] == SECOND)
    return float(difference)


@kernel
def agreed_result(board: Board, root: Board, agreed: NDArray[np.uint8]) -> float:
    """There is nothing to agree on."""
    return result(board)


@kernel
def correct(
    boards: NDArray[np.void], count: int, root: Board, agreed: NDArray[np.uint8], value: NDArray[np.float32]
) -> None:
    """There is nothing to agree on."""


@kernel
def write_planes(boards: NDArray[np.void], planes: NDArray[np.float32]) -> None:
    """Own discs, the opponent's, where one may play, the last move, and ones; the rest is empty."""
    planes[:] = 0.0
    for i in range(boards.shape[0]):
        board, size = boards[i], boards[i].size
        for cell in range(size * size):
            row, col = cell // size, cell % size
            planes[i, 0, row, col] = board.cells[cell] == board.to_play
            planes[i, 1, row, col] = board.cells[cell] == 3 - board.to_play
            planes[i, 2, row, col] = _may_play(board, cell, board.to_play)
            planes[i, 3, row, col] = board.last_moves[0] == cell
        planes[i, 4] = 1.0

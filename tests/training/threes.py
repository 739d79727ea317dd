"""A tiny game for tests: three in a row on an oblong board. Nobody passes or owns anything; there are draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.games.chance import next_below
from clevergo.games.game import Game
from clevergo.games.kernels import FIRST

Board = Any
BOARD = np.dtype(
    [
        ("size", np.int32),
        ("to_play", np.int8),
        ("over", np.uint8),
        ("ply", np.int32),
        ("winner", np.int8),
        ("last_moves", np.int16, 2),
        ("cells", np.int8, 30),
    ],
    align=True,
)


@kernel
def begin(board: Board, size: int, start: NDArray[np.float32]) -> None:
    board.size, board.to_play, board.over, board.ply, board.winner = size, FIRST, 0, 0, 0
    board.last_moves[:] = -1
    board.cells[:] = 0


@kernel
def deal(board: Board, plan: NDArray[np.float64], rng: np.random.Generator, start: NDArray[np.float32]) -> int:
    begin(board, int(plan[0]), start)
    return 0


@kernel
def copy_board(target: Board, source: Board) -> None:
    target.size, target.to_play, target.over = source.size, source.to_play, source.over
    target.ply, target.winner = source.ply, source.winner
    target.last_moves[:] = source.last_moves
    target.cells[:] = source.cells


@kernel
def play(board: Board, action: int) -> None:
    rows, columns, side = board.size, board.size + 1, board.to_play
    board.cells[action] = side
    row, column = action // columns, action % columns
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for way in (-1, 1):
            r, c = row + way * down, column + way * right
            while 0 <= r < rows and 0 <= c < columns and board.cells[r * columns + c] == side:
                length += 1
                r, c = r + way * down, c + way * right
        if length >= 3:
            board.winner = side
    board.last_moves[1] = board.last_moves[0]
    board.last_moves[0] = action
    board.ply += 1
    board.to_play = 3 - side
    board.over = board.winner != 0 or board.ply == rows * columns


@kernel
def legal_mask(board: Board, out: NDArray[Any]) -> int:
    count = 0
    for cell in range(board.size * (board.size + 1)):
        out[cell] = not board.over and board.cells[cell] == 0
        count += out[cell]
    return count


sensible_mask = legal_mask


@kernel
def candidates(board: Board, restraint: int, marks: NDArray[np.uint8], actions: NDArray[np.int16]) -> int:
    legal_mask(board, marks)
    count = 0
    for action in range(board.size * (board.size + 1)):
        if marks[action]:
            actions[count] = action
            count += 1
    return count


@kernel
def play_to_end(board: Board, state: NDArray[np.uint64]) -> int:
    marks = np.empty(board.size * (board.size + 1), np.uint8)
    plies = 0
    while not board.over:
        skipped = next_below(state, legal_mask(board, marks))
        action = 0
        while marks[action] == 0 or skipped > 0:
            skipped -= marks[action]
            action += 1
        play(board, action)
        plies += 1
    return plies


@kernel
def result(board: Board) -> float:
    return 0.0 if board.winner == 0 else (1.0 if board.winner == FIRST else -1.0)


@kernel
def final_margin(board: Board, owners: NDArray[np.int8]) -> float:
    return result(board)


@kernel
def agreed_result(board: Board, root: Board, agreed: NDArray[np.uint8]) -> float:
    return result(board)


@kernel
def correct(
    boards: NDArray[np.void], count: int, root: Board, agreed: NDArray[np.uint8], value: NDArray[np.float32]
) -> None: ...


@kernel
def write_planes(boards: NDArray[np.void], planes: NDArray[np.float32]) -> None:
    for i in range(boards.shape[0]):
        board, columns = boards[i], boards[i].size + 1
        for cell in range(board.size * columns):
            planes[i, 0, cell // columns, cell % columns] = board.cells[cell] == board.to_play
            planes[i, 1, cell // columns, cell % columns] = board.cells[cell] == 3 - board.to_play
        planes[i, 2] = 1.0


class Threes(Game):
    name = "threes"
    door = __name__
    sizes = (3, 4)
    usual_size = 3
    num_planes: ClassVar[Mapping[str, int]] = {"features": 3}

    def shape(self, size: int) -> tuple[int, int]:
        return size, size + 1

    def most_plies(self, size: int) -> int:
        return size * (size + 1)

    def samples(self, size: int) -> NDArray[np.void]:
        rng, boards = np.random.default_rng(0), np.zeros(32, BOARD)
        for index, board in enumerate(boards):
            begin(board, size, np.zeros(1, np.float32))
            for _ in range(index * size * size // 32):
                if not board["over"]:
                    play(board, int(rng.choice(np.flatnonzero(board["cells"][: size * (size + 1)] == 0))))
        return boards


GAME = Threes()

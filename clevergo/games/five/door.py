"""Five in a row through the door of :mod:`clevergo.games.kernels`: a function for each that is declared there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.chance import next_below
from clevergo.games.five.board import BLACK, BOARD, RENJU, WHITE, Board, copy_board, init_board, lay, note, put
from clevergo.games.five.chase import NOBODY, UNTHREATENED, first_of_fours, write_defenses
from clevergo.games.five.planes import row_point, write_planes
from clevergo.games.five.renju import ALLOWED, why_forbidden
from clevergo.games.five.rules import MOST_LAID

__all__ = [
    "BOARD",
    "agreed_result",
    "begin",
    "candidates",
    "copy_board",
    "correct",
    "deal",
    "final_margin",
    "legal_mask",
    "play",
    "play_to_end",
    "result",
    "sensible_mask",
    "write_planes",
]

PLAIN = 1
"""A restraint: moves that win at once, and that keep from losing at once, are no different from others."""
SIZE, ROW, RULE, SPREAD, LAID, OPENINGS = range(6)
"""What stands where in a plan of self-play. ``SPREAD`` is the share of games by another of the three rules, ``LAID`` of
those that begin from an opening. From ``OPENINGS`` on there are as many openings for each rule, ``MOST_LAID`` numbers
each, one for each stone: its point plus one, or 0 for none."""


@kernel
def begin(board: Board, size: int, start: NDArray[np.float32]) -> None:
    """An empty board, or the stones of an opening; ``start`` is the rule, the stones that make a row, and these."""
    init_board(board, size, int(start[0]), int(start[1]))
    for stone in range(2, 2 + MOST_LAID):
        if start[stone] > 0:
            lay(board, int(start[stone]) - 1)


@kernel
def deal(board: Board, plan: NDArray[np.float64], rng: np.random.Generator, start: NDArray[np.float32]) -> int:
    """Most games are by the usual rule, some by another, so that a dog knows all three; some begin from an opening.

    Openings are turned and mirrored, so that there are eight times as many.
    """
    size, rule = int(plan[SIZE]), int(plan[RULE])
    if plan[ROW] == 5 and rng.random() < plan[SPREAD]:
        rule = int(rng.random() * 3)
    start[0], start[1] = rule, plan[ROW]
    start[2:] = 0
    count = (len(plan) - OPENINGS) // (3 * MOST_LAID)
    if count and rng.random() < plan[LAID]:
        first = OPENINGS + (rule * count + int(rng.random() * count)) * MOST_LAID
        turn = int(rng.random() * 8)
        for stone in range(MOST_LAID):
            point = int(plan[first + stone]) - 1
            if point >= 0:
                start[2 + stone] = _turned(size, point, turn) + 1
    begin(board, size, start)
    return 0


@inline_kernel
def _turned(size: int, point: int, turn: int) -> int:
    """A point of the board under one of its eight symmetries."""
    row, col = point // size, point % size
    if turn & 1:
        row = size - 1 - row
    if turn & 2:
        col = size - 1 - col
    return col * size + row if turn & 4 else row * size + col


@inline_kernel
def _is_legal(board: Board, point: int) -> bool:
    if board.rule != RENJU or board.to_play != BLACK:
        return True
    return why_forbidden(board, point // board.size, point % board.size) == ALLOWED


@kernel
def play(board: Board, action: int) -> None:
    """Put a stone. A full board is a draw, and so is one on which everything that is left is forbidden."""
    note(board, action, board.to_play)
    put(board, action)
    if board.rule == RENJU and board.to_play == BLACK and not board.over:
        at = 0
        while at < board.num_empty and not _is_legal(board, board.empties[at]):
            at += 1
        if at == board.num_empty:
            board.over = 1


@kernel
def legal_mask(board: Board, out: NDArray[Any]) -> int:
    """Every empty point that is not forbidden."""
    points = board.size * board.size
    out[points:] = 0
    if board.over:
        out[:points] = 0
        return 0
    if board.rule != RENJU or board.to_play != BLACK:
        for point in range(points):
            out[point] = board.cells[point] == 0
        return int(board.num_empty)
    out[:points] = 0
    count = 0
    for at in range(board.num_empty):
        point = board.empties[at]
        if _is_legal(board, point):
            out[point] = 1
            count += 1
    return count


sensible_mask = legal_mask


@kernel
def candidates(board: Board, restraint: int, marks: NDArray[np.uint8], actions: NDArray[np.int16]) -> int:
    """A move that wins at once or by continuous fours (:mod:`.chase`); or else what keeps the other side from that.

    Nothing is lost by it: every other move would be worse or as good. Where nothing helps any more, one move is as good
    as any other; where nobody threatens anything, every legal move is considered. ``PLAIN`` takes those always.
    """
    if not restraint & PLAIN:
        move = _only_move(board, marks)
        if move == _LOST:
            move = 0
            while board.cells[move] or not _is_legal(board, move):
                move += 1
        if move >= 0:
            actions[0] = move
            return 1
        if move == _ANY:
            legal_mask(board, marks)
    else:
        legal_mask(board, marks)
    count = 0
    for point in range(marks.shape[0]):
        if marks[point]:
            actions[count] = point
            count += 1
    return count


_ANY, _MARKED, _LOST = -1, -2, -3
"""Instead of a move: all that are legal, those that are marked, and that it does not matter which."""


@kernel
def _only_move(board: Board, marks: NDArray[np.uint8]) -> int:
    """The move there is no need to compare with others, or which of them are to be compared."""
    mover = 0 + board.to_play  # of 64 bits, as all sides in `chase` are
    move = row_point(board, mover)
    if move >= 0:
        return move
    move = row_point(board, 3 - mover)
    if move >= 0:  # where there are several such points, taking one does not help
        return move if _is_legal(board, move) else _LOST
    move = first_of_fours(board, mover)
    if move != NOBODY:
        return move
    defenses = write_defenses(board, marks)
    if defenses == UNTHREATENED:
        return _ANY
    if defenses > 0:
        return _MARKED
    move = first_of_fours(board, 3 - mover)
    return move if _is_legal(board, move) else _LOST


@kernel
def play_to_end(board: Board, state: NDArray[np.uint64]) -> int:
    """Every empty point is equally likely. What renju forbids Black is not looked at, but that six are no row is."""
    plies = 0
    while not board.over:
        put(board, board.empties[next_below(state, board.num_empty)])
        plies += 1
    return plies


@kernel
def result(board: Board) -> float:
    """Who wins a finished game, by having made a row: +1 Black, -1 White, 0 nobody."""
    return 1.0 if board.winner == BLACK else -1.0 if board.winner == WHITE else 0.0


@kernel
def final_margin(board: Board, owners: NDArray[np.int8]) -> float:
    """The same number as :func:`result`: points are not counted in this game."""
    return result(board)


@kernel
def agreed_result(board: Board, root: Board, agreed: NDArray[np.uint8]) -> float:
    """The same number as :func:`result`: in this game people agree on nothing beyond the rules."""
    return result(board)


@kernel
def correct(
    boards: NDArray[np.void], count: int, root: Board, agreed: NDArray[np.uint8], value: NDArray[np.float32]
) -> None:
    """Leave ``value`` as it is: in this game people agree on nothing beyond the rules."""

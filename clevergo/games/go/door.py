"""Go through the door of :mod:`clevergo.games.kernels`: each function there has one of the same name here."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.go.area import area, area_difference, result
from clevergo.games.go.board import init_board, legal_mask, sensible_mask
from clevergo.games.go.board import play as play
from clevergo.games.go.planes import write_planes as write_planes
from clevergo.games.go.playout import play_to_end as play_to_end
from clevergo.games.go.rules import POSITIONAL_SUPERKO
from clevergo.games.go.settled import correct as correct
from clevergo.games.go.settled import settled_result
from clevergo.games.go.stones import BLACK, Board
from clevergo.games.go.stones import BOARD as BOARD
from clevergo.games.go.stones import copy_board as copy_board

FILL_EYES, GUARDED, PLY = 1, 2, 4
"""A restraint: whether a side's own true eyes are searched too, whether passing is only for the side that is ahead on
the board as it stands, and, in steps of ``PLY``, the ply before which passing is not searched. Young dogs must not
end games by passing."""
NO_PASSES = 10_000 * PLY
"""Passing is not searched where there is another move: no game reaches that ply."""
SIZE, PLY_LIMIT, KOMI, KOMI_SPREAD, GUARD_SHARE, MIN_PASS_PLY = range(6)
"""What stands where in a plan of self-play."""


@kernel
def begin(board: Board, size: int, start: NDArray[np.float32]) -> None:
    """An empty board; ``start`` is the komi."""
    init_board(board, size, start[0], POSITIONAL_SUPERKO, 0)


@kernel
def deal(board: Board, plan: NDArray[np.float64], rng: np.random.Generator, start: NDArray[np.float32]) -> int:
    """Half of the games have the usual komi, the others one drawn around it; some are guarded."""
    komi = plan[KOMI]
    if rng.random() < 0.5:
        steps = int(2 * plan[KOMI_SPREAD])
        komi += 0.5 * (int(rng.random() * (2 * steps + 1)) - steps)
    init_board(board, int(plan[SIZE]), komi, POSITIONAL_SUPERKO, int(plan[PLY_LIMIT]))
    start[0] = board.komi
    restraint = PLY * int(plan[MIN_PASS_PLY])
    return restraint + GUARDED if rng.random() < plan[GUARD_SHARE] else restraint


@inline_kernel
def candidates(board: Board, restraint: int, marks: NDArray[np.uint8], actions: NDArray[np.int16]) -> int:
    """Legal moves, less the side's own true eyes and less passes the restraint forbids; if none is left, the pass."""
    if restraint & FILL_EYES:
        legal_mask(board, marks)
    else:
        sensible_mask(board, marks)
    points = board.size * board.size
    count = 0
    for action in range(points):
        if marks[action]:
            actions[count] = action
            count += 1
    if count == 0 or _may_pass(board, restraint):
        actions[count] = points
        count += 1
    return count


@inline_kernel
def _may_pass(board: Board, restraint: int) -> bool:
    if board.ply < restraint // PLY:
        return False
    if not restraint & GUARDED:
        return True
    margin = area_difference(board) - board.komi
    return margin > 0 if board.to_play == BLACK else margin < 0


@kernel
def final_margin(board: Board, owners: NDArray[np.int8]) -> float:
    """Black's area less White's and komi."""
    return area(board, owners) - board.komi


@kernel
def agreed_result(board: Board, root: Board, agreed: NDArray[np.uint8]) -> float:
    """Where two passes ended the game, dead stones are taken off before it is counted."""
    if board.passes < 2:
        return float(result(board))
    return settled_result(board, root, agreed)

"""What happens in a game of five in a row for the first time in a dog's life; see ``Game.moments_door``.

============  ==================================================================================================
row           somebody makes a row
open_four     a four that can be finished at both ends: nothing stops it
stopped       somebody could make an open four, the other side prevents it, and does not lose by the next two moves
two_fours     a stone that makes two fours at once, in two lines, and wins
quick         a row within fifteen moves, the stones of the opening not counted
long          a game of a hundred moves
full          the board is full and nobody has won
============  ==================================================================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.games.five.board import LINES, line_of, point_of, set_stone, take_stone
from clevergo.games.five.door import play
from clevergo.games.five.planes import is_exact, lowest_bit, threats

MOMENTS = ("row", "open_four", "stopped", "two_fours", "quick", "long", "full")
_ROW, _OPEN_FOUR, _STOPPED, _TWO_FOURS, _QUICK, _LONG, _FULL = range(len(MOMENTS))
_QUICK_PLIES, _LONG_PLIES = 15, 100
_NOT_LOST = 2
"""Plies after a move that stops an open four during which the game must not be lost."""


@kernel
def find_moments(board: Any, moves: NDArray[np.int16], plies: NDArray[np.int32]) -> None:
    """Play a game and write when each of ``MOMENTS`` was there; arguments as ``Game.moments_door`` says."""
    plies[:] = 0
    size, length = 0 + board.size, moves.shape[0]
    for ply in range(length):
        point, mover = 0 + moves[ply], 0 + board.to_play
        could = not plies[_STOPPED] and ply + _NOT_LOST < length and could_open_four(board, 3 - mover)
        play(board, point)
        if board.over:
            break
        done = ply + 1
        if could and not could_open_four(board, 3 - mover):
            plies[_STOPPED] = done
        if not plies[_OPEN_FOUR] or not plies[_TWO_FOURS]:
            lines, most = _fours_through(board, mover, point // size, point % size)
            if most > 1 and not plies[_OPEN_FOUR]:
                plies[_OPEN_FOUR] = done
            if lines > 1 and not plies[_TWO_FOURS] and (length - done) % 2 == 0:  # mover has made the last move too
                plies[_TWO_FOURS] = done
    if board.winner:
        plies[_ROW] = length
        if length <= _QUICK_PLIES:
            plies[_QUICK] = length
    else:
        plies[_TWO_FOURS] = 0
        if board.over:
            plies[_FULL] = length
    if length >= _LONG_PLIES:
        plies[_LONG] = _LONG_PLIES


@kernel
def _fours_through(board: Any, side: int, row: int, col: int) -> tuple[int, int]:
    """In how many lines through a stone one more makes a row, and at how many points of one line at most."""
    lines, most, exact = 0, 0, is_exact(board, side)
    for direction in range(4):
        rows, _ = threats(board, side, line_of(row, col, direction), exact)
        ways = 0
        while rows:
            rows &= rows - np.uint32(1)
            ways += 1
        lines += ways > 0
        most = max(most, ways)
    return lines, most


@kernel
def could_open_four(board: Any, side: int) -> bool:
    """Whether one more stone of ``side`` makes a four that can be finished at two points of its line."""
    exact = is_exact(board, side)
    for number in range(LINES):
        _, fours = threats(board, side, number, exact)
        while fours:
            row, col = point_of(number, lowest_bit(fours))
            fours &= fours - np.uint32(1)
            set_stone(board, side, row, col)
            rows, _ = threats(board, side, number, exact)
            take_stone(board, side, row, col)
            if rows & (rows - np.uint32(1)):
                return True
    return False

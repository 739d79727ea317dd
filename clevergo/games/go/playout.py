"""Compiled random play: a game played on to its end by players who fill no true eye of their own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.chance import next_below
from clevergo.games.go.board import Board, can_play_light, is_eye_point, pass_turn, play_point_light, touches_empty


@inline_kernel
def choose_point(board: Board, state: NDArray[np.uint64]) -> int:
    """A random point the side to move may play without filling a true eye, each as likely; 0 for none.

    Points that will not do are swapped behind the rest of the list of empty points and not drawn again.
    """
    color = board.to_play
    left = board.num_empty
    while left > 0:
        index = next_below(state, left)
        point = int(board.empties[index])
        if touches_empty(board, point):  # neither suicide nor ko nor an eye: most points
            return point
        if can_play_light(board, point) and not is_eye_point(board, point, color):
            return point
        left -= 1
        last = board.empties[left]
        board.empties[index] = last
        board.empties[left] = point
        board.empty_index[last] = index
        board.empty_index[point] = left
    return 0


@kernel
def play_to_end(board: Board, state: NDArray[np.uint64]) -> int:
    """Play the board itself on at random until two passes or the cap of ``3 * N * N`` plies; returns the plies.

    Simple ko only, no history: afterwards the board is good for counting and nothing else.
    """
    cap = 3 * board.size * board.size
    plies = 0
    while not board.over and plies < cap:
        point = choose_point(board, state)
        if point:
            play_point_light(board, point)
        else:
            pass_turn(board)
        plies += 1
    return plies

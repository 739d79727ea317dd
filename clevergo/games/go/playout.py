"""Compiled random play: a game played on to its end by players who fill no true eye of their own.

By playing on from it many times it is guessed which stones of a finished game are dead. A stone that cannot be saved is
captured in most random continuations; a chain with two eyes is in none, because nobody fills a true eye. It is a
proposal for a person to correct, not a proof.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.chance import new_random_state, next_below
from clevergo.games.go.area import area, is_eye_point
from clevergo.games.go.board import can_play_light, pass_turn, play_point_light, touches_empty
from clevergo.games.go.stones import BLACK, BOARD, WHITE, Board, copy_board


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


@kernel
def _tally_owners(
    scratches: NDArray[np.void], board: Board, state: NDArray[np.uint64], playouts: int, tally: NDArray[np.int32]
) -> None:
    """Add up over playouts: +1 for each point that is Black's in the end, -1 for White's. Sides start in turn.

    The first of ``scratches`` is played on: an array of the caller's, because a record does not keep its array alive.
    """
    num_points = tally.shape[0]
    scratch = scratches[0]
    owner = np.empty(num_points, np.int8)
    for i in range(playouts):
        copy_board(scratch, board)
        scratch.over = 0
        scratch.passes = 0
        scratch.ko_point = 0
        scratch.to_play = BLACK if i % 2 == 0 else WHITE
        play_to_end(scratch, state)
        area(scratch, owner)
        for point in range(num_points):
            if owner[point] == BLACK:
                tally[point] += 1
            elif owner[point] == WHITE:
                tally[point] -= 1


def expected_ownership(boards: NDArray[np.void], playouts: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Whose each point becomes when ``BOARD[1]``, which is not changed, is played on at random so many times.

    Whose turn it is, ko and the end of the game are left out of account.

    Returns:
        ``float64[N, N]`` in [-1, 1]: +1 always Black's, -1 always White's.
    """
    size = int(boards["size"][0])
    tally = np.zeros(size * size, np.int32)
    _tally_owners(np.empty(1, BOARD), boards[0], new_random_state(rng), playouts, tally)
    return tally.reshape(size, size) / playouts

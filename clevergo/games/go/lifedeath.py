"""Which stones of a finished game are dead, guessed by playing on from it at random many times.

A stone that cannot be saved is captured in most random continuations; a chain with two eyes is in none, because
nobody fills a true eye. It is a proposal for a person to correct, not a proof.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.games.chance import new_random_state
from clevergo.games.go.board import BLACK, BOARD, WHITE, Board, area, copy_board
from clevergo.games.go.playout import play_to_end


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
    """Whose each point becomes when the first board is played on at random.

    Args:
        boards: ``BOARD[1]``; not changed. Whose turn it is, ko and the end of the game are left out of account.
        playouts: how many random games.
        rng: where their moves come from.

    Returns:
        ``float64[N, N]`` in [-1, 1]: +1 always Black's, -1 always White's.
    """
    size = int(boards["size"][0])
    tally = np.zeros(size * size, np.int32)
    _tally_owners(np.empty(1, BOARD), boards[0], new_random_state(rng), playouts, tally)
    return tally.reshape(size, size) / playouts

"""A random game by the full rules, as the ``plies`` rows play it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.games.chance import next_below
from clevergo.games.go.board import action_of, init_board, legal_mask, play
from clevergo.games.go.planes import write_planes


@kernel
def play_random_plies(
    boards: NDArray[np.void], planes: NDArray[np.float32], state: NDArray[np.uint64], plies: int
) -> int:
    """Play so many plies of random games, one after the other, each as a search's root would be played.

    A ply is the mask of legal moves (superko included), a random one of them played with all that a record keeps,
    and a net's input planes of the position it leads to.

    Args:
        boards: ``BOARD[1]``, the game to go on with; a new one is begun in its place whenever it ends.
        planes: ``float32[1, C, N, N]``, written at each ply; C is 10 or 16, see :mod:`clevergo.games.go.planes`.
        state: the random state.
        plies: how many.

    Returns:
        How many games ended.
    """
    board = boards[0]
    size = board.size
    mask = np.empty(size * size + 1, np.uint8)
    ended = 0
    for _ in range(plies):
        action = size * size
        if legal_mask(board, mask) > 0:
            while mask[action] == 0 or action == size * size:
                action = action_of(int(board.empties[next_below(state, board.num_empty)]), size)
        play(board, action)
        write_planes(boards, planes)
        if board.over:
            ended += 1
            init_board(board, size, board.komi, True, 0)
    return ended

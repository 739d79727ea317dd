"""A random game by the full rules, as the ``plies`` rows play it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.games.chance import next_below
from clevergo.games.kernels import begin, legal_mask, play, write_planes


@kernel
def play_random_plies(
    boards: NDArray[np.void],
    size: int,
    start: NDArray[np.float32],
    mask: NDArray[np.uint8],
    planes: NDArray[np.float32],
    state: NDArray[np.uint64],
    plies: int,
) -> int:
    """Play so many plies of random games, one after the other, each as a search's root would be played.

    A ply is the mask of legal moves, a random one of them played with all that a record keeps, and a net's input planes
    of the position it leads to.

    Args:
        boards: ``Board[1]``, the game to go on with; a new one is begun in its place whenever it ends.
        size, start: what a new one begins with (:func:`clevergo.games.kernels.begin`).
        mask: ``uint8[A]`` scratch. The last action must be a pass, which is played where nothing else is legal.
        planes: ``float32[1, C, H, W]``, written at each ply.
        state: the random state.
        plies: how many.

    Returns:
        How many games ended.
    """
    board = boards[0]
    points = mask.shape[0] - 1
    ended = 0
    for _ in range(plies):
        action = points
        if legal_mask(board, mask) > 0:
            action = np.int64(next_below(state, points))
            while mask[action] == 0:
                action = np.int64(next_below(state, points))
        play(board, action)
        write_planes(boards, planes)
        if board.over:
            ended += 1
            begin(board, size, start)
    return ended

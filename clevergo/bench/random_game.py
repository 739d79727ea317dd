"""A random game by the full rules, as the ``plies`` rows play it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.chance import next_below
from clevergo.games.guests import game_named

_GO = game_named("go").kernels
# Bound here and not chosen by each board's type: so these calls are what the row's figure has always been made of.
_begin, _legal_mask, _play, _write_planes = _GO.begin, _GO.legal_mask, _GO.play, _GO.write_planes
_EACH_BYTE, _TOP_BYTE = np.uint64(0x0101010101010101), np.uint64(56)


@kernel
def play_random_plies(
    boards: NDArray[np.void],
    size: int,
    start: NDArray[np.float32],
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
        planes: ``float32[1, C, N, N]``, written at each ply.
        state: the random state.
        plies: how many.

    Returns:
        How many games ended.
    """
    board = boards[0]
    points = size * size
    words = np.zeros(points // 8 + 1, np.uint64)
    mask = words.view(np.uint8)
    ended = 0
    for _ in range(plies):
        action = points
        legal = _legal_mask(board, mask[: points + 1])
        if legal > 0:
            action = _find(words, mask, next_below(state, legal))
        _play(board, action)
        _write_planes(boards, planes)
        if board.over:
            ended += 1
            _begin(board, size, start)
    return ended


@inline_kernel
def _find(words: NDArray[np.uint64], mask: NDArray[np.uint8], number: int) -> int:
    """Where the 1 of that number is in a ``mask``, of which ``words`` hold eight bytes each."""
    left: Any = np.int64(number)
    word = 0
    while left >= np.int64((words[word] * _EACH_BYTE) >> _TOP_BYTE):
        left -= np.int64((words[word] * _EACH_BYTE) >> _TOP_BYTE)
        word += 1
    action = 8 * word
    while left >= mask[action]:
        left -= mask[action]
        action += 1
    return action

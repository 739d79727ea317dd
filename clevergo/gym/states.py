"""Between GymGo's states and the compiled boards: the kernels behind :mod:`clevergo.gym.gogame`.

States are ``uint8[B, 6, N, N]`` here, channels as in :mod:`clevergo.gym.govars`. A state remembers a ko only as an
empty point marked invalid, so what is played from it is played by simple ko.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.games.go.area import area, is_true_eye
from clevergo.games.go.board import KO, LEGAL, OVER, init_board, legal_mask, play, set_stones, why_illegal
from clevergo.games.go.rules import SIMPLE_KO
from clevergo.games.go.stones import BLACK, BOARD, STRIDE, WHITE, Board
from clevergo.gym import govars

_BLACK_CHNL, _WHITE_CHNL, _TURN_CHNL = govars.BLACK, govars.WHITE, govars.TURN_CHNL
_INVD_CHNL, _PASS_CHNL, _DONE_CHNL = govars.INVD_CHNL, govars.PASS_CHNL, govars.DONE_CHNL


@kernel
def _load(board: Board, state: NDArray[np.uint8], stones: NDArray[np.int8]) -> None:
    """Put a state's stones and turn on the board; ``stones`` is ``int8[N*N]`` to work in."""
    size = state.shape[1]
    for row in range(size):
        for col in range(size):
            is_black, is_white = state[_BLACK_CHNL, row, col], state[_WHITE_CHNL, row, col]
            stones[row * size + col] = BLACK if is_black else WHITE if is_white else 0
    set_stones(board, stones, WHITE if state[_TURN_CHNL, 0, 0] else BLACK)


@kernel
def _store(board: Board, state: NDArray[np.uint8], mask: NDArray[np.uint8]) -> None:
    """Write the board's stones, turn and invalid moves to a state; ``mask`` is ``uint8[N*N+1]`` to work in."""
    size = state.shape[1]
    legal_mask(board, mask)
    for row in range(size):
        for col in range(size):
            color = board.color[(row + 1) * STRIDE + col + 1]
            state[_BLACK_CHNL, row, col] = color == BLACK
            state[_WHITE_CHNL, row, col] = color == WHITE
            state[_TURN_CHNL, row, col] = board.to_play == WHITE
            state[_INVD_CHNL, row, col] = 1 - mask[row * size + col]


@kernel
def _why_refused(board: Board, state: NDArray[np.uint8], action: int) -> int:
    """What forbids an action in a state whose stones are on the board, as ``board.why_illegal`` says it."""
    size = state.shape[1]
    if state[_DONE_CHNL, 0, 0]:
        return OVER
    reason = why_illegal(board, action)
    is_marked = action < size * size and state[_INVD_CHNL, action // size, action % size] != 0
    return KO if reason == LEGAL and is_marked else reason


@kernel
def play_states(states: NDArray[np.uint8], actions: NDArray[np.int64], out: NDArray[np.uint8]) -> tuple[int, int]:
    """Play one action in each state.

    Args:
        states: ``uint8[B, 6, N, N]``, not changed.
        actions: ``int64[B]``, each 0 to N*N.
        out: ``uint8[B, 6, N, N]``, written.

    Returns:
        Which action was the first that may not be played, and why (as ``board.why_illegal`` says it); -1 and 0 if
        all were played. From a refused action on, ``out`` is not written.
    """
    return _play_states(np.empty(1, BOARD), states, actions, out)


@kernel
def _play_states(
    boards: NDArray[np.void], states: NDArray[np.uint8], actions: NDArray[np.int64], out: NDArray[np.uint8]
) -> tuple[int, int]:
    """As :func:`play_states`. The board's array is an argument because a record does not keep its array alive."""
    size = states.shape[2]
    board = boards[0]
    init_board(board, size, 0.0, SIMPLE_KO, 0)
    stones = np.empty(size * size, np.int8)
    mask = np.empty(size * size + 1, np.uint8)
    for i in range(states.shape[0]):
        action = actions[i]
        _load(board, states[i], stones)
        reason = _why_refused(board, states[i], action)
        if reason != LEGAL:
            return i, reason
        play(board, action)
        _store(board, out[i], mask)
        is_pass = action == size * size
        out[i, _PASS_CHNL] = is_pass
        out[i, _DONE_CHNL] = is_pass and states[i, _PASS_CHNL, 0, 0] != 0
    return -1, LEGAL


@kernel
def count_areas(states: NDArray[np.uint8], out: NDArray[np.int64]) -> None:
    """Write ``int64[B, 2]``: Black's and White's Tromp-Taylor area of each of ``uint8[B, 6, N, N]``."""
    _count_areas(np.empty(1, BOARD), states, out)


@kernel
def _count_areas(boards: NDArray[np.void], states: NDArray[np.uint8], out: NDArray[np.int64]) -> None:
    """As :func:`count_areas`, on the first of ``boards``."""
    size = states.shape[2]
    board = boards[0]
    init_board(board, size, 0.0, SIMPLE_KO, 0)
    stones = np.empty(size * size, np.int8)
    for i in range(states.shape[0]):
        _load(board, states[i], stones)
        area(board, stones)  # the diagram has been read; now it takes the owners
        out[i, 0] = (stones == BLACK).sum()
        out[i, 1] = (stones == WHITE).sum()


@kernel
def mark_eyes(states: NDArray[np.uint8], out: NDArray[np.float64]) -> None:
    """Write ``float64[B, N, N]``: 1 at the true eyes of the side to move in each of ``uint8[B, 6, N, N]``."""
    _mark_eyes(np.empty(1, BOARD), states, out)


@kernel
def _mark_eyes(boards: NDArray[np.void], states: NDArray[np.uint8], out: NDArray[np.float64]) -> None:
    """As :func:`mark_eyes`, on the first of ``boards``."""
    size = states.shape[2]
    board = boards[0]
    init_board(board, size, 0.0, SIMPLE_KO, 0)
    stones = np.empty(size * size, np.int8)
    for i in range(states.shape[0]):
        _load(board, states[i], stones)
        for action in range(size * size):
            is_eye = stones[action] == 0 and is_true_eye(board, action, board.to_play)
            out[i, action // size, action % size] = is_eye

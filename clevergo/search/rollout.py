"""Compiled random playouts: a game played to its end at random, and the evaluator made of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.go.board import (
    BLACK,
    BOARD,
    Board,
    action_of,
    can_play_light,
    copy_board,
    is_eye_point,
    legal_mask,
    pass_turn,
    play_point_light,
    result,
)

STATE_WORDS = 8
"""A random state fills a cache line of its own: two threads' states on one line halve their speed."""

_SHIFT_32 = np.uint64(32)
_XORSHIFT = (np.uint64(12), np.uint64(25), np.uint64(27))
_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)


def new_random_state(rng: np.random.Generator) -> NDArray[np.uint64]:
    """``uint64[8]``: the state the playouts draw from; only the first word is used and it is never 0."""
    state = np.zeros(STATE_WORDS, np.uint64)
    state[0] = rng.integers(1, 2**64, dtype=np.uint64)
    return state


@inline_kernel
def next_below(state: NDArray[np.uint64], limit: int) -> int:
    """A random number from 0 to ``limit - 1`` (xorshift64*; Vigna 2016, "An experimental exploration")."""
    x = state[0]
    x ^= x >> _XORSHIFT[0]
    x ^= x << _XORSHIFT[1]
    x ^= x >> _XORSHIFT[2]
    state[0] = x
    high = (x * _MULTIPLIER) >> _SHIFT_32
    return int((high * np.uint64(limit)) >> _SHIFT_32)


@inline_kernel
def _choose_point(board: Board, state: NDArray[np.uint64]) -> int:
    """A random point the side to move may play without filling a true eye, each as likely; 0 for none.

    Points that will not do are swapped behind the rest of the list of empty points and not drawn again.
    """
    colour = board.to_play
    left = board.num_empty
    while left > 0:
        index = next_below(state, left)
        point = int(board.empties[index])
        if can_play_light(board, point) and not is_eye_point(board, point, colour):
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
        point = _choose_point(board, state)
        if point:
            play_point_light(board, point)
        else:
            pass_turn(board)
        plies += 1
    return plies


@kernel
def playout(board: Board, state: NDArray[np.uint64]) -> np.float32:
    """The result of one random game from here: +1 Black wins, -1 White, 0 neither. ``board`` is not changed."""
    scratch = np.empty(1, BOARD)[0]
    copy_board(scratch, board)
    play_to_end(scratch, state)
    return result(scratch)


@kernel
def playout_many(board: Board, state: NDArray[np.uint64], results: NDArray[np.float32]) -> int:
    """Fill ``results`` with playouts from one board, each as :func:`playout`; returns the plies played."""
    scratch = np.empty(1, BOARD)[0]
    plies = 0
    for i in range(results.shape[0]):
        copy_board(scratch, board)
        plies += play_to_end(scratch, state)
        results[i] = result(scratch)
    return plies


@kernel
def _evaluate(
    boards: NDArray[np.void], state: NDArray[np.uint64], prior: NDArray[np.float32], value: NDArray[np.float32]
) -> None:
    num_actions = prior.shape[1]
    mask = np.empty(num_actions, np.uint8)
    for i in range(boards.shape[0]):
        board = boards[i]
        legal_mask(board, mask)
        for j in range(board.num_empty):
            point = int(board.empties[j])
            if is_eye_point(board, point, board.to_play):
                mask[action_of(point, board.size)] = 0
        share = np.float32(1.0) / max(mask.sum(), 1)
        for action in range(num_actions):
            prior[i, action] = mask[action] * share
        won = playout(board, state)
        value[i] = won if board.to_play == BLACK else -won


class RolloutEvaluator:
    """Judges a position by one random playout, all moves that fill no true eye (and the pass) alike.

    An evaluator belongs to one thread.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self._state = new_random_state(rng)

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        """See :class:`clevergo.search.evaluator.Evaluator`."""
        _evaluate(boards, self._state, prior, value)

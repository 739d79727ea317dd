"""Compiled random play: a game played on to its end by players who fill no true eye of their own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.go.board import Board, can_play_light, is_eye_point, pass_turn, play_point_light, touches_empty

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
def choose_point(board: Board, state: NDArray[np.uint64]) -> int:
    """A random point the side to move may play without filling a true eye, each as likely; 0 for none.

    Points that will not do are swapped behind the rest of the list of empty points and not drawn again.
    """
    colour = board.to_play
    left = board.num_empty
    while left > 0:
        index = next_below(state, left)
        point = int(board.empties[index])
        if touches_empty(board, point):  # neither suicide nor ko nor an eye: most points
            return point
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
        point = choose_point(board, state)
        if point:
            play_point_light(board, point)
        else:
            pass_turn(board)
        plies += 1
    return plies

"""Random numbers for compiled playouts: a word of state, a few instructions a number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel

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

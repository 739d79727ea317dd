"""A game of self-play that has ended, as those who learn from it get it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Game


@dataclass(frozen=True)
class FinishedGame:
    """A game as the learner needs it: the moves, and what the search thought at the recorded plies."""

    game: Game
    size: int
    start: NDArray[np.float32]
    """``float32[game.num_start]``: what it began with beside the size (see :func:`clevergo.games.kernels.begin`)."""
    moves: NDArray[np.int16]
    """``int16[T]``: every action of the game."""
    plies: NDArray[np.int16]
    """``int16[S]``: the plies that were searched and recorded."""
    targets: NDArray[np.uint16]
    """``uint16[S, A]``: the improved policy there, in 65535ths."""
    values: NDArray[np.float32]
    """``float32[S]``: the search's value there, side to move's view."""
    surprises: NDArray[np.float32]
    """``float32[S]``: how far the improved policy is from what the net thought at first, KL divergence in nats."""
    margin: float
    """The first side's score less the other's, in the game's points."""
    owners: NDArray[np.int8]
    """``int8[P]`` at the end: whose each point is, 0 nobody's, 1 the first side's, 2 the other's; P may be 0."""

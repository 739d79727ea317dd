"""What somebody who thinks about a position can tell one who watches: more than the move it would play.

Importing this module stays cheap, like :mod:`clevergo.players.protocol`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.players.protocol import Candidate


@dataclass(frozen=True, eq=False)
class Insight:
    """A position as a dog sees it. The arrays are never changed."""

    ply: int
    to_play: Color
    visits: int
    """Simulations behind it; 0 for a game that is over."""
    black_win_rate: float
    """0 to 1: what the best move promises; at the end of a game 0, 1 or a half."""
    prior: NDArray[np.float32]
    """``float32[A]``, sums to 1: where the net would look first. All zero for who has no first glance."""
    counts: NDArray[np.int32]
    """``int32[A]``: how often each move was tried."""
    win_rates: NDArray[np.float32]
    """``float32[A]``, 0 to 1, for the side to move: how each move ends; NaN where nothing is known."""
    candidates: tuple[Candidate, ...] = ()
    """Best first, with the expected line of each."""
    owners: NDArray[np.float32] | None = None
    """``float32[H, W]`` in [-1, 1]: 1 where a point will be Black's, -1 White's; None if the net cannot say."""
    black_score: float | None = None
    """Points Black is expected to win by."""
    black_steady_rate: float | None = None
    """0 to 1: half way between ``black_win_rate`` and the mean of all that was tried. To whoever is to move the best of
    many promises too much and the mean too little: what a move cost is read off this. None where nothing was tried."""

    @property
    def best(self) -> int | None:
        """The move it would play, the first candidate; None where nothing was tried."""
        return self.candidates[0].action if self.candidates else None

    @property
    def win_rate(self) -> float:
        """The same as ``black_win_rate`` for the side to move."""
        return self.black_win_rate if self.to_play is Color.BLACK else 1.0 - self.black_win_rate

    @property
    def has_glance(self) -> bool:
        """Whether who thinks here has a first glance to show."""
        return bool(self.prior.any())

"""How strong a person is, with an error, from games against opponents of known rating.

The rating is a probability over a grid of ratings, carried from game to game as Glickman does it ("Parameter estimation
in large dynamic paired comparison experiments", Applied Statistics 48, 1999): before each game it spreads a little,
since people learn, then each rating is weighed by how likely it makes the result. The opponent's own error counts as
there (equation 4 with its factor g): a result against somebody of uncertain strength tells less. A grid in place of his
normal distribution keeps the first games right, in which one loses everything or wins everything.

A game between equals tells ``(ln 10 / 400) ** 2 / 4``, so that eight of them leave 123 points of error at least.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.app.ladder.record import Bout
from clevergo.training.ratings.elo import ELO
from clevergo.training.ratings.elo import Rating as Rating  # passes on as it is

_STEP = 20.0
_GRID: NDArray[np.float64] = np.arange(-1000.0, 5000.0 + _STEP, _STEP)
"""``float64[K]``: Elo points; the random player has 0, dogs of these games have 4,000 at most."""
PRIOR = Rating(2000.0, 1200.0)
"""What is thought of somebody who has not played yet: anything, from who barely knows the rules to a strong player."""
_LEARNING = 25.0
"""Elo points by which a person may well change from one game to the next."""


@dataclass(frozen=True, eq=False)
class Belief:
    """What is thought of a person's strength."""

    likely: NDArray[np.float64]
    """``float64[K]``: how likely each rating of the grid is; the sum is 1."""

    @classmethod
    def at_first(cls) -> Belief:
        """Before the first game."""
        likely = np.exp(-0.5 * ((_GRID - PRIOR.points) / PRIOR.error) ** 2)
        return cls(likely / likely.sum())

    def after(self, points: float, opponent: Rating) -> Belief:
        """The same after a game in which the person made so many ``points``, 0 to 1, against an opponent."""
        spread = np.convolve(self.likely, _KERNEL, mode="same")
        expected = expected_scores(_GRID, opponent)
        likely = spread * expected**points * (1.0 - expected) ** (1.0 - points)
        return Belief(likely / likely.sum())

    @property
    def rating(self) -> Rating:
        """Its mean and standard deviation."""
        mean = float(self.likely @ _GRID)
        return Rating(mean, math.sqrt(float(self.likely @ (_GRID - mean) ** 2)))


def rate(bouts: Iterable[Bout]) -> Rating:
    """What is thought of a person after these games, the oldest first.

    Games that were not even, or against somebody whose rating nobody knows, are left out. Without any other: about
    ``PRIOR``.
    """
    belief = Belief.at_first()
    for bout in bouts:
        if bout.rating is not None and bout.is_even:
            belief = belief.after(bout.points, Rating(bout.rating, bout.error))
    return belief.rating


def expected_scores(ratings: NDArray[np.float64], opponent: Rating) -> NDArray[np.float64]:
    """``float64[K]``: the share of points that players of these ratings make against an opponent, 0 to 1."""
    flattening = 1.0 / math.sqrt(1.0 + 3.0 * (ELO * opponent.error / math.pi) ** 2)
    return np.asarray(1.0 / (1.0 + np.exp(-ELO * flattening * (ratings - opponent.points))), np.float64)


def _kernel() -> NDArray[np.float64]:
    """What one game's learning does to a rating known exactly."""
    reach = math.ceil(3 * _LEARNING / _STEP)
    near = np.exp(-0.5 * (np.arange(-reach, reach + 1) * _STEP / _LEARNING) ** 2)
    return np.asarray(near / near.sum(), np.float64)


_KERNEL = _kernel()

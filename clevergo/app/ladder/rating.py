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

import numpy as np
from numpy.typing import NDArray

from clevergo.app.ladder.record import Bout
from clevergo.training.ratings.elo import Rating

_ELO = math.log(10.0) / 400.0
_STEP = 20.0
_GRID: NDArray[np.float64] = np.arange(-1000.0, 5000.0 + _STEP, _STEP)
"""``float64[K]``: Elo points; the random player has 0, dogs of these games have 4,000 at most."""
PRIOR = Rating(1700.0, 900.0)
"""What is thought of somebody who has not played yet: between who barely knows the rules and a strong player."""
_LEARNING = 25.0
"""Elo points by which a person may well change from one game to the next."""


def rate(bouts: Iterable[Bout]) -> Rating:
    """The mean of what is thought of a person after these games, the oldest first, and its standard deviation.

    Games that were not even, or against somebody whose rating nobody knows, are left out. Without any other: ``PRIOR``.
    """
    likely = np.exp(-0.5 * ((_GRID - PRIOR.points) / PRIOR.error) ** 2)
    for bout in bouts:
        if bout.rating is None or not bout.is_even:
            continue
        likely = np.convolve(likely, _KERNEL, mode="same")
        expected = expected_scores(_GRID, Rating(bout.rating, bout.error))
        likely = likely * expected**bout.points * (1.0 - expected) ** (1.0 - bout.points)
        likely /= likely.sum()
    likely /= likely.sum()
    mean = float(likely @ _GRID)
    return Rating(mean, math.sqrt(float(likely @ (_GRID - mean) ** 2)))


def expected_scores(ratings: NDArray[np.float64], opponent: Rating) -> NDArray[np.float64]:
    """``float64[K]``: the share of points that players of these ratings make against an opponent, 0 to 1."""
    flattening = 1.0 / math.sqrt(1.0 + 3.0 * (_ELO * opponent.error / math.pi) ** 2)
    return np.asarray(1.0 / (1.0 + np.exp(-_ELO * flattening * (ratings - opponent.points))), np.float64)


def _kernel() -> NDArray[np.float64]:
    """What one game's learning does to a rating known exactly."""
    reach = math.ceil(3 * _LEARNING / _STEP)
    near = np.exp(-0.5 * (np.arange(-reach, reach + 1) * _STEP / _LEARNING) ** 2)
    return np.asarray(near / near.sum(), np.float64)


_KERNEL = _kernel()

"""Ratings of everybody who met everybody: Elo points by maximum likelihood, with standard errors."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from clevergo.training.ratings.elo import Rating

_ELO = math.log(10.0) / 400.0
_SPREAD = 1500.0
"""Of the wide prior that keeps whoever has won everything at a finite rating."""
_KNOWN_SPREAD = 1.0
"""Of a rating that was measured long ago."""
_ITERATIONS = 100
_LONGEST_STEP = 200.0


def rate(wins: NDArray[np.int64], draws: NDArray[np.int64], known: Mapping[int, float]) -> tuple[Rating, ...]:
    """The most likely ratings (Bradley and Terry 1952; Hunter 2004 for why there is one best answer).

    A draw counts half a win and half a loss. Where nobody's rating is known only differences mean anything: the mean
    is put at 0, and errors are those of the distance to it.

    Args:
        wins: ``int64[n, n]``, how often the row's player beat the column's.
        draws: ``int64[n, n]``, symmetric.
        known: ratings that are given, by place.
    """
    count = len(wins)
    games = (wins + wins.T + draws).astype(np.float64)
    points = (wins + draws / 2).sum(axis=1)
    center = np.mean(list(known.values())) if known else 0.0
    prior = np.array([known.get(place, center) for place in range(count)])
    weight = np.array([(_KNOWN_SPREAD if place in known else _SPREAD) ** -2 for place in range(count)])
    ratings = prior.copy()
    for _ in range(_ITERATIONS):
        slope, curvature = _slopes(ratings, games, points, prior, weight)
        step = np.linalg.solve(curvature, slope)
        longest = np.abs(step).max()
        ratings += step * min(1.0, _LONGEST_STEP / max(longest, 1e-9))
        if longest < 1e-6:
            break
    spread = np.linalg.inv(_slopes(ratings, games, points, prior, weight)[1])
    if not known:
        to_mean = np.eye(count) - 1.0 / count
        ratings, spread = to_mean @ ratings, to_mean @ spread @ to_mean.T
    return tuple(Rating(float(r), math.sqrt(max(float(v), 0.0))) for r, v in zip(ratings, np.diag(spread), strict=True))


def _slopes(
    ratings: NDArray[np.float64],
    games: NDArray[np.float64],
    points: NDArray[np.float64],
    prior: NDArray[np.float64],
    weight: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The log likelihood's gradient, and minus its second derivatives."""
    expected = 1.0 / (1.0 + np.exp(-_ELO * (ratings[:, None] - ratings[None, :])))
    slope = _ELO * (points - (games * expected).sum(axis=1)) + (prior - ratings) * weight
    pull = _ELO**2 * games * expected * (1.0 - expected)
    return slope, np.diag(pull.sum(axis=1) + weight) - pull


def match_error(score: float, games: int) -> float:
    """The standard error of a share of points, from that many games; a first guess where all went one way."""
    share = (score + 1.0) / (games + 2.0)  # Laplace's rule: nobody is known to win always after three games
    return math.sqrt(share * (1.0 - share) / max(games, 1))


def chance_of_equals(wins: int, losses: int) -> float:
    """How likely two players of one strength end at least that far apart: the two-sided sign test, draws left out."""
    games, most = wins + losses, max(wins, losses)
    tail = sum(math.comb(games, k) for k in range(most, games + 1)) / 2**games
    return min(2.0 * tail, 1.0)

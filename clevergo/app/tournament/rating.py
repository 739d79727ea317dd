"""Ratings of everybody who met everybody: Elo points by maximum likelihood, with standard errors."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from clevergo.training.ratings.elo import Likelihood, Rating

_SPREAD = 1500.0
"""Of the wide prior that keeps whoever has won everything at a finite rating."""
_KNOWN_SPREAD = 1.0
"""Of a rating that was measured long ago."""


def rate(wins: NDArray[np.int64], draws: NDArray[np.int64], known: Mapping[int, float]) -> tuple[Rating, ...]:
    """The most likely ratings (Bradley and Terry 1952).

    A draw counts half a win and half a loss. Where nobody's rating is known only differences mean anything: the mean
    is put at 0, and errors are those of the distance to it.

    Args:
        wins: ``int64[n, n]``, how often the row's player beat the column's.
        draws: ``int64[n, n]``, symmetric.
        known: ratings that are given, by place.
    """
    count = len(wins)
    games = wins + wins.T + draws
    points = wins + draws / 2
    player, opponent = np.nonzero(np.triu(games))
    center = np.mean(list(known.values())) if known else 0.0
    spreads = [_KNOWN_SPREAD if place in known else _SPREAD for place in range(count)]
    ratings, covariance = Likelihood(
        player=player,
        points=points[player, opponent],
        games=games[player, opponent],
        known=np.empty(0),
        opponent=opponent,
        precision=np.diag(np.array(spreads) ** -2),
        mean=np.array([known.get(place, center) for place in range(count)], np.float64),
    ).maximum()
    if not known:
        to_mean = np.eye(count) - 1.0 / count
        ratings, covariance = to_mean @ ratings, to_mean @ covariance @ to_mean.T
    variances = np.diag(covariance)
    return tuple(Rating(float(r), math.sqrt(max(float(v), 0.0))) for r, v in zip(ratings, variances, strict=True))


def match_error(score: float, games: int) -> float:
    """The standard error of a share of points, from that many games; a first guess where all went one way."""
    share = (score + 1.0) / (games + 2.0)  # Laplace's rule: nobody is known to win always after three games
    return math.sqrt(share * (1.0 - share) / max(games, 1))


def chance_of_equals(wins: int, losses: int) -> float:
    """How likely two players of one strength end at least that far apart: the two-sided sign test, draws left out."""
    games, most = wins + losses, max(wins, losses)
    tail = sum(math.comb(games, k) for k in range(most, games + 1)) / 2**games
    return min(2.0 * tail, 1.0)

"""How strong a dog is: Elo points by maximum likelihood, with their standard error.

The scale is pinned by opponents of fixed strength. Their ratings were measured once (``docs/training.md`` says
how), with the random player at 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_ELO = math.log(10.0) / 400.0
_PRIOR_SPREAD = 1500.0
_ITERATIONS = 60


@dataclass(frozen=True)
class MatchResult:
    """Games of one dog, at one age, against an opponent of known rating."""

    opponent_rating: float
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class Rating:
    """Elo points and their standard error."""

    points: float
    error: float


def expected_score(rating: float, opponent: float) -> float:
    """The share of points the Elo model expects (Elo 1978, section 1.4)."""
    return 1.0 / (1.0 + math.exp(_ELO * (opponent - rating)))


def fit_rating(results: Sequence[MatchResult], prior: float = 0.0) -> Rating | None:
    """The most likely rating given the results; None without games.

    A draw counts half a win and half a loss. A wide normal prior (around ``prior``, spread 1500 points) keeps a
    dog that has won, or lost, everything at a finite rating. Newton's method; the error is the curvature's.
    """
    if not any(result.games for result in results):
        return None
    mean = sum(r.opponent_rating * r.games for r in results) / sum(r.games for r in results)
    rating = mean
    curvature = 1.0
    for _ in range(_ITERATIONS):
        slope = (prior - rating) / _PRIOR_SPREAD**2
        curvature = 1.0 / _PRIOR_SPREAD**2
        for result in results:
            share = expected_score(rating, result.opponent_rating)
            slope += _ELO * (result.wins + 0.5 * result.draws - result.games * share)
            curvature += _ELO**2 * result.games * share * (1.0 - share)
        rating += max(-200.0, min(200.0, slope / curvature))
    return Rating(rating, 1.0 / math.sqrt(curvature))

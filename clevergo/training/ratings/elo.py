"""Elo points by maximum likelihood, with standard errors: of any players, and of a dog over all its games ever.

A growing dog is not one player but one at every age. Its rating is a curve over the logarithm of its age, made likely
by two things (Coulom 2008, "Whole-History Rating", with time replaced by log age): the results against opponents of
known rating and against its own earlier ages, and that ratings near in age are near. So an old match still counts, for
the age it was played at, and a little for the ages around it. The scale is pinned by opponents of fixed strength.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ELO = math.log(10.0) / 400.0
"""By how much the natural logarithm of the odds grows with each Elo point."""
_PRIOR_SPREAD = 1500.0
"""Elo points by which the first age's rating may well differ from 0: keeps a dog that has lost everything finite."""
DRIFT = 500.0
"""Elo points a dog may well gain or lose while its age grows e-fold."""
_AGE_STEP = 0.04
"""Ages nearer than this (in log) count as one."""
_NEWBORN_GAMES = 100.0
"""Added to an age before its logarithm is taken: the first games are no eternity."""
_ITERATIONS = 100
_LARGEST_STEP = 300.0
_GOOD_ENOUGH = 1e-6


@dataclass(frozen=True)
class Played:
    """Rating games of a dog at one age against one opponent: one of known rating, or an earlier age of itself."""

    age: int
    """Games the dog had played."""
    wins: int
    draws: int
    losses: int
    opponent_rating: float | None = None
    opponent_age: int | None = None

    def __post_init__(self) -> None:
        if (self.opponent_rating is None) == (self.opponent_age is None):
            raise ValueError("an opponent has either a known rating or an age of the dog's own")

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A draw counts half a win and half a loss."""
        return self.wins + 0.5 * self.draws


@dataclass(frozen=True)
class Rating:
    """Elo points and their standard error."""

    points: float
    error: float


@dataclass(frozen=True)
class AgeRating:
    """How strong a dog was at an age."""

    age: int
    rating: Rating


@dataclass(frozen=True, eq=False)
class History:
    """A dog's ratings at K ages, youngest first, and how uncertain they are together."""

    ages: tuple[AgeRating, ...]
    covariance: NDArray[np.float64]
    """``[K, K]``, of their points."""

    def error_between(self, first: int, second: int) -> float:
        """The standard error of the difference of two of them, by their places.

        What is uncertain of the whole scale is left out of it: it is the same for both.
        """
        own = self.covariance[first, first] + self.covariance[second, second]
        return math.sqrt(max(0.0, float(own - 2.0 * self.covariance[first, second])))


def expected_score(rating: float, opponent: float) -> float:
    """The share of points the Elo model expects (Elo 1978, section 1.4)."""
    return 1.0 / (1.0 + math.exp(max(-500.0, min(500.0, ELO * (opponent - rating)))))


def gain_of(share: float) -> float:
    """Elo points above an opponent who gives this share of the points, which is neither none nor all of them.

    The inverse of :func:`expected_score`.
    """
    return math.log(share / (1.0 - share)) / ELO


def games_behind(error: float) -> float:
    """How many even games against an equal give a rating this standard error: each tells ``ELO ** 2 / 4``."""
    return 4.0 / (ELO * error) ** 2


def chance_of_equals(wins: int, losses: int) -> float:
    """How likely two players of one strength end at least that far apart: the two-sided sign test, draws left out.

    The binomial distribution itself, each term of its tail made from the one before: a moment for any number of games.
    """
    games, most = wins + losses, max(wins, losses)
    if 2 * most - games <= 1:
        return 1.0  # nobody ends nearer
    ways = math.lgamma(games + 1) - math.lgamma(most + 1) - math.lgamma(games - most + 1)
    further = np.arange(most, games)
    terms = np.cumprod((games - further) / (further + 1.0))
    return min(2.0 * math.exp(ways - games * math.log(2.0)) * (1.0 + float(terms.sum())), 1.0)


def fit_history(played: Sequence[Played]) -> History:
    """The most likely ratings of a dog at the ages it played at. Empty without games."""
    played = [match for match in played if match.games]
    if not played:
        return History((), np.zeros((0, 0)))
    own_ages = [match.opponent_age for match in played if match.opponent_age is not None]
    places, ages = _bins([match.age for match in played] + own_ages)
    known = [match for match in played if match.opponent_rating is not None]
    own = [m for m in played if m.opponent_age is not None and places[m.opponent_age] != places[m.age]]
    ratings, covariance = Likelihood(
        player=np.array([places[match.age] for match in known + own], np.int64),
        points=np.array([match.points for match in known + own]),
        games=np.array([match.games for match in known + own]),
        known=np.array([match.opponent_rating for match in known], np.float64),
        opponent=np.array([places[match.opponent_age] for match in own if match.opponent_age is not None], np.int64),
        precision=_prior_precision(ages),
        mean=np.zeros(len(ages)),
    ).maximum()
    errors = np.sqrt(np.diag(covariance))
    found = (Rating(float(points), float(error)) for points, error in zip(ratings, errors, strict=True))
    return History(tuple(AgeRating(age, rating) for age, rating in zip(ages, found, strict=True)), covariance)


def log_age(age: int) -> float:
    """Where an age of so many games lies on the curve."""
    return math.log(age + _NEWBORN_GAMES)


def _bins(ages: Sequence[int]) -> tuple[dict[int, int], list[int]]:
    """Each age's place on the curve, and the oldest age of every place: bounded however many matches there were."""
    places: dict[int, int] = {}
    last: list[int] = []
    start = 0.0
    for age in sorted(set(ages)):
        if not last or log_age(age) - start > _AGE_STEP:
            start = log_age(age)
            last.append(age)
        places[age] = len(last) - 1
        last[-1] = age
    return places, last


def _prior_precision(ages: Sequence[int]) -> NDArray[np.float64]:
    """``float64[K, K]``: the inverse covariance of a random walk over log age, begun within ``_PRIOR_SPREAD`` of 0."""
    precision = np.zeros((len(ages), len(ages)))
    precision[0, 0] = _PRIOR_SPREAD**-2
    for i in range(1, len(ages)):
        weight = 1.0 / (DRIFT**2 * max(log_age(ages[i]) - log_age(ages[i - 1]), 1e-4))
        precision[i, i] += weight
        precision[i - 1, i - 1] += weight
        precision[i, i - 1] -= weight
        precision[i - 1, i] -= weight
    return precision


@dataclass(frozen=True, eq=False)
class Likelihood:
    """The log-likelihood of K ratings, given M matches and a normal prior."""

    player: NDArray[np.int64]
    """``[M]``: whose rating, 0 to K - 1."""
    points: NDArray[np.float64]
    """``[M]``: what that player won; a draw is half a point."""
    games: NDArray[np.int64]
    """``[M]``."""
    known: NDArray[np.float64]
    """``[M']``: the opponents' ratings in the first M' matches, where these are fixed."""
    opponent: NDArray[np.int64]
    """``[M - M']``: the opponents in the others, 0 to K - 1."""
    precision: NDArray[np.float64]
    """``[K, K]``: the inverse covariance of the prior."""
    mean: NDArray[np.float64]
    """``[K]``: its mean."""

    def maximum(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The most likely ratings ``[K]`` and their covariance ``[K, K]``, that of the curvature at the maximum.

        Newton's method on all ratings at once (Hunter 2004 for why there is one maximum).
        """
        ratings = self.mean.copy()
        for _ in range(_ITERATIONS):
            slope, curvature = self._derivatives(ratings)
            step = np.linalg.solve(curvature, slope)
            largest = float(np.abs(step).max())
            ratings += step * min(1.0, _LARGEST_STEP / max(largest, 1e-9))
            if largest < _GOOD_ENOUGH:
                break
        covariance = np.asarray(np.linalg.inv(self._derivatives(ratings)[1]), np.float64)
        return ratings, covariance

    def _derivatives(self, ratings: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The gradient ``[K]`` and the negated second derivative ``[K, K]`` at ``ratings: float64[K]``."""
        slope, curvature = self.precision @ (self.mean - ratings), self.precision.copy()
        against = np.concatenate([self.known, ratings[self.opponent]])
        share = 1.0 / (1.0 + np.exp(np.clip(ELO * (against - ratings[self.player]), -500.0, 500.0)))
        push = ELO * (self.points - self.games * share)
        weight = ELO**2 * self.games * share * (1.0 - share)
        me, other, own = self.player, self.opponent, slice(len(self.known), None)
        np.add.at(slope, me, push)
        np.subtract.at(slope, other, push[own])
        np.add.at(curvature, (me, me), weight)
        np.add.at(curvature, (other, other), weight[own])
        np.subtract.at(curvature, (me[own], other), weight[own])
        np.subtract.at(curvature, (other, me[own]), weight[own])
        return slope, curvature

"""What the games between two litters say of their settings: the gain in Elo, and how far it can be trusted."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from clevergo.players.match_games import MatchScore
from clevergo.training.ratings.elo import Likelihood, chance_of_equals

_SPREAD = 800.0
"""Elo points by which a dog may well differ from the mean: keeps one that lost everything finite."""


@dataclass(frozen=True)
class Finding:
    """How much stronger the one setting's dogs are than the other's."""

    gain: float
    """Elo points."""
    error: float
    """Its standard error: what the games leave open and what differs between dogs of one setting, whichever is more."""
    one: tuple[float, ...]
    """Each dog's rating; the mean of all is 0."""
    other: tuple[float, ...]
    score: MatchScore
    """All games together."""
    chance: float = 1.0
    """How often two settings that are equally good would end as far apart or further, 0 to 1: the larger of what the
    games say (two-sided sign test, draws left out) and what the spread within the litters says (Student's t test). Of
    one dog each it knows the games only."""

    @property
    def counts_seeds(self) -> bool:
        """Whether the error knows how much dogs of one setting differ: two of a litter are needed for that."""
        return len(self.one) > 1


def find(scores: Mapping[tuple[int, int], MatchScore], seeds: int) -> Finding | None:
    """The gain from the games played so far; None before each dog has played.

    Ratings are the most likely ones in the Elo model. Two dogs of one setting differ by more than their games'
    chance, so the error of a litter's mean comes from its own spread where that says more (variance of each litter
    over its size, summed).

    Args:
        scores: of dog ``i`` of the one litter against dog ``j`` of the other, the first named first.
        seeds: dogs in a litter.
    """
    played = {pair: score for pair, score in scores.items() if score.games}
    if {i for i, _ in played} != set(range(seeds)) or {j for _, j in played} != set(range(seeds)):
        return None
    ratings, covariance = Likelihood(
        player=np.array([i for i, _ in played], np.int64),
        points=np.array([score.first + 0.5 * score.draws for score in played.values()]),
        games=np.array([score.games for score in played.values()]),
        known=np.zeros(0),
        opponent=np.array([seeds + j for _, j in played], np.int64),
        precision=np.eye(2 * seeds) / _SPREAD**2,
        mean=np.zeros(2 * seeds),
    ).maximum()
    one, other = ratings[:seeds], ratings[seeds:]
    contrast = np.repeat([1.0, -1.0], seeds) / seeds
    variance = float(contrast @ covariance @ contrast)
    gain = float(one.mean() - other.mean())
    total = MatchScore(
        *(sum(getattr(score, side) for score in played.values()) for side in ("first", "second", "draws"))
    )
    # Not by the gain and its error: where one side wins everything that error is only a bound.
    chance = chance_of_equals(total.first, total.second)
    if seeds > 1:
        spread = float(one.var(ddof=1) + other.var(ddof=1)) / seeds
        chance = max(chance, _chance_of_luck(gain, spread, seeds))
        variance = max(variance, spread)
    return Finding(gain, math.sqrt(variance), tuple(map(float, one)), tuple(map(float, other)), total, chance)


def _chance_of_luck(gain: float, variance: float, seeds: int) -> float:
    """Two-sided p of Student's t test for two litters of a size: so few dogs hardly know how much dogs differ."""
    if variance <= 0.0:
        return 0.0 if gain else 1.0
    return 2.0 * float(stdtr(2 * (seeds - 1), -abs(gain) / math.sqrt(variance)))

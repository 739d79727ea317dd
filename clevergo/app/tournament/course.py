"""How a match or a tournament has gone: how far every player is ahead, game by game."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from clevergo.app.tournament.pairing import GameResult, TournamentPlan

_TWO_SIDED = 1.96
"""Standard errors within which 95 of 100 differences lie that come about by chance."""


class Course:
    """Every player's lead, wins minus losses, after every game; it grows with the results."""

    def __init__(self, players: int) -> None:
        self._results: tuple[GameResult, ...] = ()
        self._leads: list[tuple[int, ...]] = [(0,) * players]

    @property
    def games(self) -> int:
        """How many have been counted."""
        return len(self._results)

    def take(self, results: tuple[GameResult, ...]) -> None:
        """Count the games there are now, in the order they ended; those known already are the first of them."""
        if results[: self.games] != self._results:
            self._results, self._leads = (), self._leads[:1]
        for result in results[self.games :]:
            lead = list(self._leads[-1])
            if result.winner is not None:
                for player in (result.fixture.black, result.fixture.white):
                    lead[player] += 1 if player == result.winner else -1
            self._leads.append(tuple(lead))
        self._results = results

    def after(self, games: int) -> tuple[int, ...]:
        """Every player's lead after so many games, 0 to :attr:`games`."""
        return self._leads[games]

    def leads(self, most: int) -> tuple[Sequence[int], NDArray[np.int64]]:
        """After how many games, ``most`` such moments from 0 to the last, and ``int64[K, n]``, the leads then."""
        moments = np.unique(np.linspace(0, self.games, min(self.games + 1, most)).round().astype(int)).tolist()
        return moments, np.array([self._leads[moment] for moment in moments], np.int64)


def most_played(plan: TournamentPlan, games: int) -> int:
    """After so many games of a tournament, the games of whoever has played most by then.

    That is the first player, whose games come first in each round, while others wait for their second.
    """
    rounds, begun = divmod(games, len(plan.pairs))
    others = len(plan.players) - 1
    return rounds * others + min(begun, others)


def luck(games: float) -> float:
    """How large a lead may still be luck after so many games: equals lead by more in 5 of 100 matches.

    The sign test (:func:`~clevergo.training.ratings.elo.chance_of_equals`) by the normal distribution, with the
    correction for whole numbers: five wins of five are within it, six of six are not.
    """
    return _TWO_SIDED * math.sqrt(games) + 1.0 if games > 0 else 0.0

"""An opponent against whom a person would win about every second game: an age of a dog, and how much it thinks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from clevergo.app.kennel.messages import DogAge, DogInfo
from clevergo.app.ladder.rungs import RATED_AT, is_at_home
from clevergo.games.game import Game
from clevergo.players.spec import PlayerKind, PlayerSpec, split_age
from clevergo.training.ratings.elo import Rating

_SAME = 25.0
"""Elo points that make no difference to anybody: 3 to 4 games of 100."""
THOUGHT = (25, 35, 50, 70, 100, 140, 200, 280, 400)
"""Simulations a move that an even game may be played with."""
_LEARNED = 1000.0
"""Elo points below which thinking more or less hardly matters to a dog: it knows nothing yet to think with."""


@dataclass(frozen=True)
class Opponent:
    """Somebody whose strength is known."""

    spec: PlayerSpec
    rating: Rating


class Opponents:
    """A dog at every age that was rated, with every number of simulations there may be."""

    def __init__(self, game: Game, dog: DogInfo, ages: Sequence[DogAge]) -> None:
        known = [(age.address, age.rating, age.rating_error) for age in ages]
        known.append((dog.name, dog.rating, dog.rating_error))
        rated = [(address, Rating(points, error or 0.0)) for address, points, error in known if points is not None]
        self.all = tuple(
            Opponent(PlayerSpec(PlayerKind.ALPHAGO, address, simulations), thinking(game, rating, simulations))
            for address, rating in rated
            for simulations in THOUGHT
        )
        """The ages one after the other, youngest first."""
        self._points = np.array([one.rating.points for one in self.all])
        strange = np.tile(np.abs(np.log(np.array(THOUGHT) / RATED_AT)), len(rated))
        self._strange = strange / (strange.max(initial=0.0) + 1.0)

    def nearest(self, person: Rating) -> Opponent | None:
        """The nearest in strength; of those as near, who thinks as much as when it was rated. None where nobody is."""
        if not self.all:
            return None
        apart = np.rint(np.abs(self._points - person.points) / _SAME)
        return self.all[int(np.argmin(apart + self._strange))]


def thinking(game: Game, rated: Rating, simulations: int) -> Rating:
    """How strong a dog is with so many simulations a move that has this rating with ``RATED_AT``.

    Between the numbers that were measured (:attr:`~clevergo.games.game.Game.thinking`), the logarithm of the number
    counts. Whoever has learned little gains and loses less of it.
    """
    counts, points = zip(*game.thinking, strict=True)
    gain = float(np.interp(math.log(simulations), np.log(counts), points))
    return replace(rated, points=rated.points + gain * min(max(rated.points / _LEARNED, 0.0), 1.0))


def rating_of(game: Game, spec: PlayerSpec, dogs: Sequence[DogInfo], ages: Iterable[DogAge]) -> Rating | None:
    """How strong a player is on the usual board, where that was measured.

    That is known of a dog that searches, and of the game's fixed opponents.
    """
    if spec.kind is not PlayerKind.ALPHAGO or spec.without is not None:
        points = dict(game.anchors).get(str(spec))
        return None if points is None else Rating(points, 0.0)
    assert spec.dog is not None
    name, games = split_age(spec.dog)
    if any(dog.name == name and not is_at_home(game, dog) for dog in dogs):
        return None
    known = [(dog.rating, dog.rating_error) for dog in dogs if dog.name == name and games is None]
    known += [(age.rating, age.rating_error) for age in ages if age.address == spec.dog]
    points, error = next(iter(known), (None, None))
    return None if points is None else thinking(game, Rating(points, error or 0.0), spec.simulations or RATED_AT)

"""Rates a dog at each of its ages by matches of their own, before it ships: its run's arena has measured too little.

``python -m tests.app.rate_ages FOLDER DOG`` takes it from the kennel in the data folder FOLDER. Every age meets the two
before it, and then those of its game's anchors that are about as strong; with what the arena has played that makes one
curve, which is written into the kennel in place of the arena's, as are the ages' own ratings. What has been played lies
in FOLDER, so that the same command goes on where it was.
"""

from __future__ import annotations

import argparse
import functools
import json
import multiprocessing
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.growth import Past
from clevergo.app.kennel.messages import DogAge, StrengthPoint
from clevergo.app.ladder.rungs import RATED_AT
from clevergo.games.guests import game_named
from clevergo.players.match_games import MatchPlan, drawn_openings, play_match
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.training.learner.store import RunStore
from clevergo.training.ratings.elo import AgeRating, Played, fit_history
from clevergo.training.ratings.opponents import age_of_name, anchors_here, milestone_of, name_of_age, spec_of

_BEFORE = 2
"""So many ages before it an age meets."""
_REACH = 350.0
"""Points by which an anchor that is met may be stronger or weaker ..."""
_FAR_BELOW = 1100.0
"""... and the strongest one weaker: ages that are rated among each other alone drift up, as whoever learned to beat its
own past is not as far ahead of everybody else."""
_ROUNDS = 3
"""Who is about as strong is known better after each round of them."""
_TOO_SLOW = ("pachi",)
"""Programs that think for minutes a game."""


@dataclass(frozen=True)
class Bout:
    """A match of an age against an anchor, or an earlier age."""

    games: int
    """The age."""
    opponent: str
    wins: int = 0
    draws: int = 0
    losses: int = 0


def _played(folder: Path, dog: str, length: int, bout: Bout) -> Bout:
    """The same with its result."""
    kennel = Kennel(Paths(folder))
    owner = kennel.dog(dog)
    game, store = game_named(owner.game), RunStore(owner.folder)
    now = kennel.growth.past(owner).life
    assert now is not None

    def player(opponent: str) -> PlayerSpec:
        if opponent == name_of_age(now.games):
            return PlayerSpec(PlayerKind.ALPHAGO, str(now.weights), RATED_AT)
        return spec_of(game, opponent, store, RATED_AT)

    rules = game.agree({"size": owner.config.size, **game.rated})[0]
    first, second = player(name_of_age(bout.games)), player(bout.opponent)
    seed = bout.games + sum(map(ord, bout.opponent))
    plan = MatchPlan(first, second, length, rules, seed, drawn_openings(rules, length, seed))
    score = play_match(plan, lambda path: Path(path))
    return Bout(bout.games, bout.opponent, score.first, score.draws, score.second)


class Rater:
    """Plays what is missing, and fits."""

    def __init__(self, folder: Path, name: str, length: int) -> None:
        self._folder, self._name, self._length = folder, name, length
        self._kennel = Kennel(Paths(folder))
        self.dog = self._kennel.dog(name)
        self.game = game_named(self.dog.game)
        self.past = self._kennel.growth.past(self.dog)
        assert self.past.life is not None, "it has not learned yet"
        self.now = self.past.life
        self._file = folder / f"{name}.ages.jsonl"
        lines = self._file.read_text(encoding="utf-8").splitlines() if self._file.is_file() else ()
        self.bouts = [Bout(**json.loads(line)) for line in lines]

    @property
    def ages(self) -> list[int]:
        """Games at each age, the dog's own last."""
        return [*(age.games for age in self.past.ages if age.games < self.now.games), self.now.games]

    def play(self, wanted: Iterable[Bout]) -> None:
        """Play those that have not been played yet."""
        done = {(bout.games, bout.opponent) for bout in self.bouts}
        missing = [bout for bout in wanted if (bout.games, bout.opponent) not in done]
        play = functools.partial(_played, self._folder, self._name, self._length)
        with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
            for bout in pool.imap_unordered(play, missing):
                self.bouts.append(bout)
                with self._file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(vars(bout)) + "\n")
                sys.stdout.write(f"{bout}\n")
                sys.stdout.flush()

    def neighbors(self) -> list[Bout]:
        """Every age against those before it."""
        ages = self.ages
        pairs = [(ages[n], ages[n - back]) for n in range(len(ages)) for back in range(1, _BEFORE + 1) if n >= back]
        return [Bout(games, name_of_age(other)) for games, other in pairs]

    def outsiders(self) -> list[Bout]:
        """Every age against those as strong."""
        anchors = dict(self.game.anchors)
        told_apart = {milestone_of(name): name for name in anchors_here(self.game)}
        names = [name for name in told_apart.values() if name.partition(":")[0] not in _TOO_SLOW]
        rated, strongest = self.rated(self.fit()), max(names, key=anchors.__getitem__)

        def is_met(games: int, name: str) -> bool:
            ahead = rated[games] - anchors[name]
            return -_REACH <= ahead <= (_FAR_BELOW if name == strongest else _REACH)

        return [Bout(games, name) for games in self.ages for name in names if is_met(games, name)]

    def fit(self) -> Sequence[AgeRating]:
        """The curve by all that has been played."""
        anchors = dict(self.game.anchors)
        arena = (Bout(m.games, m.opponent, m.wins, m.draws, m.losses) for m in self.past.matches)
        found = []
        for match in (*arena, *self.bouts):
            age, rating = age_of_name(match.opponent), anchors.get(match.opponent)
            if age is not None or rating is not None:
                found.append(Played(match.games, match.wins, match.draws, match.losses, rating, age))
        return fit_history(found).ages

    def rated(self, curve: Sequence[AgeRating]) -> dict[int, float]:
        """The rating of every age by a curve."""
        at = [entry.age for entry in curve]
        return {games: float(np.interp(games, at, [entry.rating.points for entry in curve])) for games in self.ages}

    def write(self, curve: Sequence[AgeRating]) -> None:
        """Put the curve, and the ages' ratings by it, in the place of what stood there."""
        known = {age.games: age.seconds for age in self.past.ages} | {
            match.games: match.seconds for match in self.past.matches
        }
        known |= {0: 0.0, self.now.games: self.now.seconds}
        times = sorted(known)
        at, errors = [entry.age for entry in curve], [entry.rating.error for entry in curve]
        points = self.rated(curve)

        def seconds(games: int) -> float:
            return float(np.interp(games, times, [known[time] for time in times]))

        strengths = tuple(
            StrengthPoint(seconds(entry.age), entry.age, entry.rating.points, entry.rating.error) for entry in curve
        )
        ages = tuple(
            DogAge("", age.games, age.seconds, points[age.games], float(np.interp(age.games, at, errors)), age.weights)
            for age in self.past.ages
            if age.games in points
        )
        with self._kennel.database.writing() as db:
            for table in ("strengths", "ages"):
                db.execute(f"DELETE FROM {table} WHERE dog = ?", (self.dog.id,))
            self._kennel.growth.write(db, self.dog.id, Past(strengths=strengths, ages=ages))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("dog")
    parser.add_argument("--games", type=int, default=12, help="in each match (12)")
    options = parser.parse_args()
    rater = Rater(options.folder, options.dog, options.games)
    rater.play(rater.neighbors())
    for _ in range(_ROUNDS):
        rater.play(rater.outsiders())
    curve = rater.fit()
    rater.write(curve)
    for entry in curve:
        sys.stdout.write(f"{entry.age:7,} games: {entry.rating.points:6.0f} +- {entry.rating.error:.0f}\n")


if __name__ == "__main__":
    main()

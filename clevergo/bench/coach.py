"""Are a coach's moments the worst ones? ``python -m clevergo.bench.coach`` measures it (docs/training.md).

Games are played by somebody like a person, who draws moves by how much a net likes them, against a dog of about that
strength. The coach goes through each as it does in the window. Then every move of that person is weighed anew, by
``TIMES`` as many simulations as the coach's quick look, and the ``_WEIGHED`` largest losses of those by ``TIMES`` as
many as its long look; the three largest are compared with the coach's three moments.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from clevergo.app.coach.looking import DogLooker
from clevergo.app.coach.review import MOMENTS, Loss, MoveInquiry, ReviewInquiry, effort_for, worst
from clevergo.app.coach.reviewing import last_passes, loss_of_last, review
from clevergo.app.desk.paths import Paths
from clevergo.app.film.film import NetFile
from clevergo.app.kennel.book import Kennel
from clevergo.bench.machine import AVX2
from clevergo.games.color import Color
from clevergo.games.game import Game, Rules
from clevergo.games.guests import game_named
from clevergo.players.build import build_player
from clevergo.players.builtin import PlayerOptions
from clevergo.players.match_games import play_game
from clevergo.players.net_players import DogBrain
from clevergo.players.spec import PlayerKind, PlayerSpec

TIMES = 10
"""As many simulations as the coach takes, by which moves are weighed anew."""
_WEIGHED = 8
"""Moves of a game that are weighed by the longest searches."""
_TEMPERATURE = 0.7
"""How wildly the person draws: 1 would be just as the net likes them."""
_THINKS = 25
"""Simulations a move of the dog that a person meets."""
_LEAST_PLIES, _MOST_PLIES = 20, 120
"""Of a game worth looking at; a game between dogs that know little may be far longer than people's."""


@dataclass(frozen=True)
class Played:
    """A game as it was saved."""

    person: str
    """Who draws moves; it has Black."""
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Compared:
    """What the coach made of a game, and what a longer search does."""

    person: str
    plies: int
    seconds: float
    """Processor time of the coach."""
    wall: float
    """The same by the clock."""
    moments: tuple[int, ...]
    """Plies of the coach's moments, the largest loss first."""
    truth: tuple[int, ...]
    """Plies of the largest losses by the longer search, likewise; empty where it was not asked."""
    losses: tuple[tuple[int, float], ...]
    """The five largest by the longer search, with what they cost."""

    @property
    def is_same(self) -> bool:
        """Whether both are the same moves, in any order."""
        return set(self.moments) == set(self.truth)


def play_games(game: Game, kennel: Kennel, count: int, seed: int, first: int = 0) -> Iterator[Played]:
    """Games of people from the first age to the present dog, evenly, from the number ``first`` on."""
    rules = game.agree({"size": 9})[0]
    dogs = [*[age.address for age in kennel.ages_of(game.shipped_dog)][1:], game.shipped_dog]
    for n in range(first, count):
        dog = dogs[n * len(dogs) // count]
        specs = PlayerSpec(PlayerKind.GLANCE, dog, temperature=_TEMPERATURE), PlayerSpec(PlayerKind.ALPHAGO, dog, _THINKS)
        options = PlayerOptions(is_patient=True)
        seeds = np.random.SeedSequence([seed, n]).generate_state(2)
        person, opponent = (
            build_player(spec, kennel.find_weights, int(s), options) for spec, s in zip(specs, seeds, strict=True)
        )
        record = play_game(person, opponent, rules)
        assert record is not None
        if len(record.moves) >= _LEAST_PLIES:
            yield Played(str(specs[0]), record.moves[:_MOST_PLIES])


def compare(net: NetFile, rules: Rules, played: Played, looker: DogLooker, is_checked: bool) -> Compared:
    """Go through a game as the coach does, and, where that ``is_checked``, through every move for longer."""
    sides, effort = (Color.BLACK,), effort_for(len(played.moves))
    inquiry = ReviewInquiry(net, rules, played.moves, sides=sides, effort=effort)
    begun, clock = time.process_time(), time.monotonic()
    *_, told = review(inquiry, looker)
    seconds, wall = time.process_time() - begun, time.monotonic() - clock
    losses = _truth(net, rules, played, looker, inquiry) if is_checked else []
    largest = sorted(losses, key=lambda loss: -loss.size)[: MOMENTS + 2]
    return Compared(
        played.person,
        len(played.moves),
        seconds,
        wall,
        tuple(moment.loss.ply for moment in told.moments),
        tuple(loss.ply for loss in worst(losses, sides)),
        tuple((loss.ply, round(loss.size, 1)) for loss in largest),
    )


def _truth(net: NetFile, rules: Rules, played: Played, looker: DogLooker, inquiry: ReviewInquiry) -> list[Loss]:
    """The largest losses of the person's moves by the longest searches."""

    def weigh(ply: int, visits: int) -> Loss:
        return loss_of_last(MoveInquiry(net, rules, played.moves[:ply], visits=visits), looker)

    effort = inquiry.effort
    plies = range(1, last_passes(inquiry), 2)
    losses = sorted((weigh(ply, TIMES * effort.quick) for ply in plies), key=lambda loss: -loss.size)
    return [weigh(loss.ply, TIMES * effort.deep) for loss in losses[:_WEIGHED] if loss.size > 0.0]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m clevergo.bench.coach", description="are its moments the worst?")
    parser.add_argument("--game", default="go")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, from 0")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--time", action="store_true", help="measure only how long the coach takes")
    parser.add_argument("--as", dest="stand_in", choices=[AVX2.name], help="as another processor")
    asked = parser.parse_args(arguments)
    if asked.stand_in:
        AVX2.play()
    game, kennel = game_named(asked.game), Kennel(Paths.find())
    path = kennel.find_weights(game.shipped_dog)
    looker = DogLooker(DogBrain.load(game.shipped_dog, path), np.random.default_rng(asked.seed))
    rules = game.agree({"size": 9})[0]
    looker.look(rules.first_position(), TIMES)  # whatever is still to be compiled
    found = []
    for played in play_games(game, kennel, asked.games, asked.seed, asked.first):
        found.append(compare(NetFile(path, 0), rules, played, looker, not asked.time))
        print(json.dumps(asdict(found[-1]) | {"same": found[-1].is_same}), flush=True)
    seconds = [one.seconds for one in found]
    print(f"others ran {os.getloadavg()[1]:.1f} programs")
    print(f"{np.mean([one.plies for one in found]):.0f} moves a game, {np.mean(seconds):.1f} s, at most {max(seconds):.1f}")
    if not asked.time:
        print(f"the three worst: {sum(one.is_same for one in found)} of {len(found)} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())

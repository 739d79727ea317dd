"""Are a coach's moments the worst ones? ``python -m clevergo.bench.coach`` measures it (docs/findings.md).

Games are played by somebody like a person, who draws moves by how much a net likes them, against a dog of about that
strength. The coach goes through each as it does in the window. Then every move of that person is weighed anew by longer
searches (``JUDGED``), and the largest losses are compared with the coach's three moments.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from clevergo.app.coach.looking import DogLooker
from clevergo.app.coach.review import LEAST_POINTS, MOMENTS, Loss, MoveInquiry, ReviewInquiry, chances, worst
from clevergo.app.coach.reviewing import loss_of_last, review
from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.netfile import NetFile
from clevergo.bench.machine import AVX2
from clevergo.games.color import Color
from clevergo.games.game import Game, Rules, last_passes
from clevergo.games.guests import game_named
from clevergo.players.brain import DogBrain
from clevergo.players.build import build_player
from clevergo.players.match_games import play_game
from clevergo.players.options import PlayerOptions
from clevergo.players.spec import PlayerKind, PlayerSpec

JUDGED = (1_000, 8_000)
"""Simulations by which every move is weighed anew, ten times those of the coach's look at every position, and by which
then the ``_WEIGHED`` largest losses of those are weighed, and whatever the coach has shown."""
_WEIGHED = 10
"""Moves of a game that are weighed by the longest searches."""
_ALIKE = 1.0
"""Points by which two losses are told apart: what the longest search says of one is wrong by as much
(docs/findings.md)."""
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
    moments: tuple[Loss, ...]
    """The coach's, the largest loss first."""
    judged: tuple[Loss, ...]
    """The largest losses by the longer search, likewise, every move for itself; empty where it was not asked."""

    @property
    def is_same(self) -> bool:
        """Whether the coach's moments are the three largest losses, each of them a move for itself."""
        return {loss.ply for loss in self.moments} == {loss.ply for loss in self.judged[:MOMENTS]}

    @property
    def has_same_chances(self) -> bool:
        """Whether they are the three largest if whoever leaves the same good move alone again has missed one chance."""
        chance = chances(loss for loss in self.judged if loss.is_mistake)
        shown = [chance.get(loss.ply, -loss.ply) for loss in self.moments]
        return sorted(shown) == sorted(chance[loss.ply] for loss in worst(self.judged, (Color.BLACK,)))

    @property
    def short(self) -> float:
        """Points by which the least of the moments is less than the third largest chance, as the longest search has it.

        A coach that shows fewer says that the others cost too little to be shown.
        """
        largest = worst(self.judged, (Color.BLACK,))
        if not largest:
            return 0.0
        chance, sizes = chances(self.judged), dict[int, float]()
        for loss in self.judged:
            sizes[chance[loss.ply]] = max(sizes.get(chance[loss.ply], 0.0), loss.size)
        shown = [sizes[chance[loss.ply]] for loss in self.moments if loss.ply in chance]
        shown += [LEAST_POINTS] * (len(largest) - len(self.moments))
        return max(largest[-1].size - min(shown), 0.0)


def play_games(game: Game, kennel: Kennel, count: int, seed: int, first: int = 0) -> Iterator[Played]:
    """Games of people from the first age to the present dog, evenly, from the number ``first`` on."""
    rules = game.agree({"size": 9})[0]
    dogs = [*[age.address for age in kennel.ages_of(game.shipped_dog)][1:], game.shipped_dog]
    for n in range(first, count):
        dog = dogs[n * len(dogs) // count]
        specs = (
            PlayerSpec(PlayerKind.GLANCE, dog, temperature=_TEMPERATURE),
            PlayerSpec(PlayerKind.ALPHAGO, dog, _THINKS),
        )
        options = PlayerOptions(is_patient=True)
        seeds = np.random.SeedSequence([seed, n]).generate_state(2)
        person, opponent = (
            build_player(spec, kennel.find_weights, int(s), options) for spec, s in zip(specs, seeds, strict=True)
        )
        record = play_game(person, opponent, rules)
        assert record is not None
        if len(record.moves) >= _LEAST_PLIES:
            yield Played(str(specs[0]), record.moves[:_MOST_PLIES])


def compare(net: NetFile, rules: Rules, played: Played, lookers: Sequence[DogLooker], is_checked: bool) -> Compared:
    """Go through a game as the coach does, and, where that ``is_checked``, through every move for longer."""
    inquiry = ReviewInquiry(net, rules, played.moves, sides=(Color.BLACK,))
    begun, clock = time.process_time(), time.monotonic()
    *_, told = review(inquiry, lookers)
    seconds, wall = time.process_time() - begun, time.monotonic() - clock
    moments = tuple(moment.loss for moment in told.moments)
    judged = _judged(net, rules, played, lookers[0], inquiry, moments) if is_checked else ()
    return Compared(played.person, len(played.moves), seconds, wall, moments, judged)


def _judged(
    net: NetFile, rules: Rules, played: Played, looker: DogLooker, inquiry: ReviewInquiry, moments: Sequence[Loss]
) -> tuple[Loss, ...]:
    """The largest losses of the person's moves by the longest searches, the largest first."""

    def weigh(ply: int, visits: int) -> Loss:
        return loss_of_last(MoveInquiry(net, rules, played.moves[:ply], visits=visits), looker)

    once, twice = JUDGED
    losses = sorted(
        (weigh(ply, once) for ply in range(1, last_passes(inquiry.rules, inquiry.moves), 2)),
        key=lambda loss: -loss.size,
    )
    plies = {loss.ply for loss in losses[:_WEIGHED] if loss.size > 0.0} | {loss.ply for loss in moments}
    judged = [weigh(ply, twice) for ply in sorted(plies)]
    return tuple(sorted(judged, key=lambda loss: -loss.size))


def _row(one: Compared) -> dict[str, object]:
    """What is printed of a game: of each loss its ply, points and the better move."""
    brief = {
        name: [(loss.ply, round(loss.size, 1), loss.better) for loss in getattr(one, name)]
        for name in ("moments", "judged")
    }
    brief["judged"] = brief["judged"][: 2 * MOMENTS]
    whole = {"person": one.person, "plies": one.plies, "seconds": round(one.seconds, 1), "wall": round(one.wall, 1)}
    if not one.judged:
        return whole | {"moments": brief["moments"]}
    same = {"same": one.is_same, "chances": one.has_same_chances, "short": round(one.short, 1)}
    return whole | brief | same


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m clevergo.bench.coach", description="are its moments the worst?")
    parser.add_argument("--game", default="go")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, from 0")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cores", type=int, default=min(os.cpu_count() or 1, 4))
    parser.add_argument("--time", action="store_true", help="measure only how long the coach takes")
    parser.add_argument("--as", dest="stand_in", choices=[AVX2.name], help="as another processor")
    asked = parser.parse_args(arguments)
    if asked.stand_in:
        AVX2.play()
    game, kennel = game_named(asked.game), Kennel(Paths.find())
    path = kennel.find_weights(game.shipped_dog)
    lookers = [DogLooker(DogBrain.load(game.shipped_dog, path), np.random.default_rng(n)) for n in range(asked.cores)]
    rules = game.agree({"size": 9})[0]
    for looker in lookers:
        looker.look(rules.first_position(), 10)  # whatever is still to be compiled
    found = []
    for played in play_games(game, kennel, asked.games, asked.seed, asked.first):
        found.append(compare(NetFile(path, 0), rules, played, lookers, not asked.time))
        print(json.dumps(_row(found[-1])), flush=True)
    if not found:
        print("no game was long enough")
        return 1
    if hasattr(os, "getloadavg"):  # Windows has none
        print(f"others ran {os.getloadavg()[1]:.1f} programs")
    plies, walls = np.mean([one.plies for one in found]), [one.wall for one in found]
    print(f"{plies:.0f} moves a game, {np.mean(walls):.1f} s by the clock, at most {max(walls):.1f},", end=" ")
    print(f"{np.mean([one.seconds for one in found]):.1f} s of processor time")
    if not asked.time:
        count = len(found)
        print(f"the three largest losses, each move for itself: {sum(one.is_same for one in found)} of {count} games")
        print(f"the three largest chances missed: {sum(one.has_same_chances for one in found)} of {count}")
        alike = sum(one.short <= _ALIKE for one in found)
        print(f"none of the three by more than {_ALIKE:g} less than the third largest: {alike} of {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

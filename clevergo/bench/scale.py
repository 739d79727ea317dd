"""What limits many machines that raise one dog: ``python -m clevergo.bench.scale``.

Nothing is computed on them: the sizes and rates of one machine are given (:class:`Facts`; ``--measure`` takes sizes
from games played here and now), and N workers are simulated against one learner, event by event: pages of games that
arrive over the learner's link, weights that go out over it, games that come too late, and how often the learner can
learn from each position. ``docs/scale.md`` says what follows from it.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import random
import sys
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from clevergo.terminal import padded
from clevergo.training.learner.ledger import MOST_VERSIONS_OLD

_MEASURED_GAMES, _ROUNDS = 64, 5


@dataclass(frozen=True)
class Facts:
    """One machine, one learner and the link between: 9x9 Go, 5 blocks of 64 channels, 16 simulations a move."""

    positions: float = 910.0
    """Recorded positions a second of one machine: two cores of 455 each (docs/training.md)."""
    recorded: float = 76.0
    """Positions recorded of a game."""
    game_bytes: float = 13_500.0
    """Of a game on its way, not compressed."""
    weight_bytes: float = 1_550_000.0
    """Of a net on its way."""
    samples: float = 1_730.0
    """Positions a second that the learner learns from, if it does nothing else (docs/performance.md)."""
    take_seconds: float = 0.000_08
    """The learner's time for a game: to unpack and keep it, 27 microseconds, and to look for moments, 50."""
    wanted: float = 3.0
    """Samples a position, at most."""
    page_seconds: float = 2.0
    """From one page of a machine's games to its next."""
    publish_seconds: float = 20.0
    """From one publishing of weights to the next."""
    versions: int = MOST_VERSIONS_OLD
    """Games played with weights older than so many publishings are dropped."""
    link: float = 125e6
    """Bytes a second of the learner's link, each way: 1 Gbit/s."""

    def __post_init__(self) -> None:
        if not all(getattr(self, one.name) > 0 for one in fields(self)):
            raise ValueError(f"everything of this is more than nothing: {self}")


@dataclass(frozen=True)
class Outcome:
    """What became of it, over the second half of the time."""

    machines: int
    played: float
    """Positions a second that all machines play."""
    taken: float
    """Of these, what the learner took."""
    late: float
    """Share of games dropped because their weights were too old."""
    samples: float
    """How often the learner can learn from a position that it took; never above what is wanted."""
    taking: float
    """Share of the learner's time that goes to games coming in; 1: it does nothing else, and they pile up."""
    link_in: float
    link_out: float
    """Shares of the link's time that are used."""
    age: float
    """Seconds since the weights were published that a game was played with, when it arrives; the mean."""

    @property
    def limit(self) -> str:
        """What there is too little of, if anything."""
        if self.taking >= 1 or self.link_in >= 0.99 or self.link_out >= 0.99 or self.late > 0.05:
            return "the learner's time" if self.taking >= 1 else "the link"
        return "games" if self.samples >= 2.99 else "learning"


def simulate(facts: Facts, machines: int, seconds: float = 600.0, seed: int = 1) -> Outcome:
    """Let ``machines`` play for so long, in simulated time."""
    return _Run(facts, machines, seconds, random.Random(seed)).outcome()


class _Run:
    """The machines, the learner and its link, which carries one thing at a time each way, in the order asked for."""

    def __init__(self, facts: Facts, machines: int, seconds: float, chance: random.Random) -> None:
        self._facts, self._machines, self._seconds = facts, machines, seconds
        self._numbers = itertools.count()
        self._events: list[tuple[float, int, str, int, int]] = []
        self._version, self._published = 0, [0.0]
        self._has = [0] * machines
        """The version each machine plays with."""
        self._waiting: deque[int] = deque()
        """Machines that are to get weights."""
        self._in_free = 0.0
        self._is_sending = False
        self._busy_in = self._busy_out = 0.0
        self._games = facts.positions * facts.page_seconds / facts.recorded
        self._arrived = self._late = 0
        self._ages = 0.0
        for machine in range(machines):
            self._at(chance.uniform(0, facts.page_seconds), "page", machine)
        self._at(facts.publish_seconds, "publish")

    def _at(self, when: float, what: str, machine: int = 0, version: int = 0) -> None:
        heapq.heappush(self._events, (when, next(self._numbers), what, machine, version))

    def outcome(self) -> Outcome:
        facts, half = self._facts, self._seconds / 2
        while self._events and self._events[0][0] <= self._seconds:
            now, _, what, machine, version = heapq.heappop(self._events)
            if what == "page":
                self._page(now, machine)
            elif what == "arrival":
                self._arrival(now, version)
            elif what == "publish":
                self._publish(now)
            else:
                self._sent(now, machine, version)
        pages = self._arrived - self._late
        games = pages * self._games / half
        taking = min(games * facts.take_seconds, 1.0)
        taken = games * facts.recorded
        able = facts.samples * (1 - taking)
        return Outcome(
            self._machines,
            facts.positions * self._machines,
            taken,
            self._late / max(self._arrived, 1),
            min(facts.wanted, able / taken) if taken else 0.0,
            taking,
            min(self._busy_in / half, 1.0),
            min(self._busy_out / half, 1.0),
            self._ages / max(self._arrived, 1),
        )

    def _counts(self, now: float) -> bool:
        return now > self._seconds / 2

    def _page(self, now: float, machine: int) -> None:
        needs = self._games * self._facts.game_bytes / self._facts.link
        self._in_free = max(now, self._in_free) + needs
        self._busy_in += needs * self._counts(now)
        self._at(self._in_free, "arrival", machine, self._has[machine])
        self._at(now + self._facts.page_seconds, "page", machine)

    def _arrival(self, now: float, version: int) -> None:
        if self._counts(now):
            self._arrived += 1
            self._ages += now - self._published[version]
            self._late += self._version - version > self._facts.versions

    def _publish(self, now: float) -> None:
        self._version += 1
        self._published.append(now)
        waiting = set(self._waiting)
        self._waiting.extend(machine for machine in range(self._machines) if machine not in waiting)
        self._at(now + self._facts.publish_seconds, "publish")
        self._send(now)

    def _send(self, now: float) -> None:
        """Send the newest weights to the machine that has waited longest."""
        if self._is_sending or not self._waiting:
            return
        self._is_sending = True
        needs = self._facts.weight_bytes / self._facts.link
        self._busy_out += needs * self._counts(now)
        self._at(now + needs, "sent", self._waiting.popleft(), self._version)

    def _sent(self, now: float, machine: int, version: int) -> None:
        self._has[machine] = version
        self._is_sending = False
        self._send(now)


# --- the command ------------------------------------------------------------------------------------------


def measured(facts: Facts) -> Facts:
    """The same with the sizes and the time of games that the shipped dog plays here and now."""
    import numpy as np

    from clevergo.app.desk.paths import Paths
    from clevergo.games.guests import usual_dog
    from clevergo.nn.files import load_weights
    from clevergo.nn.inference.predictor import NetEvaluator, Predictor
    from clevergo.training.config import SelfPlayConfig
    from clevergo.training.learner.replay import Replay
    from clevergo.training.run.parcels import pack_games, unpack_games
    from clevergo.training.selfplay.finished import FinishedGame
    from clevergo.training.selfplay.lockstep import SelfPlay

    path = Paths.find().shipped_weights(usual_dog())
    weights = load_weights(path)
    game, size = weights.config.played, weights.config.size
    evaluator = NetEvaluator(Predictor(weights, size))
    play = SelfPlay(game, SelfPlayConfig(), size, np.random.default_rng(1))
    games: list[FinishedGame] = []
    while len(games) < _MEASURED_GAMES:
        games += play.tick(evaluator)
    packed = pack_games(games)
    print(f"{len(packed) / len(games):,.0f} bytes a game, {len(pack_games(games, True)) / len(games):,.0f} compressed")
    replay, seconds = Replay(game, 50_000, size), []
    for _ in range(_ROUNDS):
        start = time.thread_time()
        for one in unpack_games(packed):
            replay.add(one, 20_000)
        seconds.append((time.thread_time() - start) / len(games))
    return replace(
        facts,
        recorded=sum(len(one.plies) for one in games) / len(games),
        game_bytes=len(packed) / len(games),
        weight_bytes=float(path.stat().st_size),
        take_seconds=min(seconds),
    )


def table(facts: Facts, machines: Sequence[int], seconds: float) -> list[str]:
    """A line for each number of machines."""
    rows = [("machines", "played/s", "taken/s", "late", "samples", "taking", "in", "out", "age", "too little of")]
    for number in machines:
        found = simulate(facts, number, seconds)
        rows.append(
            (
                f"{number:,}",
                f"{found.played:,.0f}",
                f"{found.taken:,.0f}",
                f"{found.late:.0%}",
                f"{found.samples:.3g}",
                f"{found.taking:.1%}",
                f"{found.link_in:.1%}",
                f"{found.link_out:.1%}",
                f"{found.age:.0f} s",
                found.limit,
            )
        )
    return padded(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Simulate, and show what came of it."""
    parser = argparse.ArgumentParser(prog="python -m clevergo.bench.scale", description=__doc__.partition("\n")[0])
    parser.add_argument("--machines", type=int, nargs="+", default=[1, 2, 10, 100, 1000], metavar="N")
    parser.add_argument("--seconds", type=float, default=600.0, help="of simulated time (600)")
    parser.add_argument("--measure", action="store_true", help="take sizes from games played here and now")
    for one in fields(Facts):
        kind = int if isinstance(one.default, int) else float
        parser.add_argument(
            f"--{one.name.replace('_', '-')}", type=kind, default=None, metavar="X", help=f"{one.default:g}"
        )
    options = parser.parse_args(arguments)
    facts = measured(Facts()) if options.measure else Facts()
    told = {one.name: value for one in fields(Facts) if (value := getattr(options, one.name)) is not None}
    facts = replace(facts, **told)
    print(", ".join(f"{one.name} {getattr(facts, one.name):,.6g}" for one in fields(Facts)))
    print("\n".join(table(facts, options.machines, options.seconds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Stand-ins for experiments: a session that does nothing, and how one stands at its moments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from clevergo.app.errors import AppError
from clevergo.app.experiment.messages import (
    Curves,
    Experiment,
    ExperimentSnapshot,
    ExperimentState,
    Guess,
    LiveGame,
    Noted,
    Written,
)
from clevergo.app.experiment.wishes import Board, Difference, Wish
from clevergo.app.match.messages import BoardState, Preparing
from clevergo.players.match_games import MatchScore
from clevergo.problem import Problem
from clevergo.training.experiment.findings import find
from clevergo.training.experiment.growth import GrowthPoint, RatedPoint

CREATED = 1_763_700_000.0
_DAY = 86_400.0


def experiment(
    difference: Difference | None = Difference.NET, pairs: int = 1, guess: Guess | None = Guess.ONE, number: int = 1
) -> Experiment:
    """One as it was begun."""
    board = Board("go", 6) if number % 2 else Board("five", 9)
    plan = Wish(difference or Difference.NET, board, minutes=2, pairs=pairs).plan()
    return Experiment(number, plan, difference, guess, CREATED - number * _DAY)


def written(won: int, lost: int, of: Experiment | None = None, drawn: int = 0) -> Written:
    """One with such a score in each pairing; dogs of a kind differ a little where there are several."""
    begun = of or experiment()
    seeds, scores = begun.plan.seeds, {}
    for i in range(seeds):
        for j in range(seeds):
            shift = min(i, won, lost) - min(j, won, lost)
            scores[i, j] = MatchScore(won + shift, lost - shift, drawn)
    return Written(begun, find(scores, seeds), (won + lost + drawn) * seeds**2)


def grown(strength: float, minutes: float = 2.0, noise: int = 0) -> Curves:
    """A dog that became so strong."""
    times = np.linspace(2.0, 60.0 * minutes, 40)
    wobble = np.random.default_rng(noise).normal(0.0, 0.04, len(times))
    points = tuple(
        GrowthPoint(
            float(t), int(7 * t), int(250 * t * strength / 500), 3.2 - 0.011 * t * strength / 500 + float(w), 0.9
        )
        for t, w in zip(times, wobble, strict=True)
    )
    ratings = tuple(
        RatedPoint(float(t), strength * float(t) / (60.0 * minutes) - 40.0, 120.0 - float(t) / 2) for t in times[5::8]
    )
    return Curves(points, ratings)


def _board(size: int, count: int, seed: int) -> BoardState:
    stones = np.zeros(size * size, np.int8)
    points = np.random.default_rng(seed).permutation(size * size)[:count]
    stones[points] = 1 + np.arange(count) % 2
    return BoardState(stones.reshape(size, size), int(points[-1]))


def preparing() -> ExperimentSnapshot:
    """At a first start."""
    begun = Written(experiment())
    return ExperimentSnapshot(1, ExperimentState.PREPARING, begun, preparing=Preparing(12, 40))


def raising(pairs: int = 1) -> ExperimentSnapshot:
    """Two dogs are growing up."""
    begun = Written(experiment(pairs=pairs))
    ones, others = ([grown(base + 40 * n, 1.4, n) for n in range(pairs)] for base in (420, 560))
    live = tuple(LiveGame(_board(6, 11 + k, k), 11 + k) for k in (0, 1))
    return ExperimentSnapshot(
        1,
        ExperimentState.RAISING,
        begun,
        tuple(ones),
        tuple(others),
        pair=pairs - 1,
        live=live,  # type: ignore[arg-type]
        seconds_left=48.0,
    )


def playing(pairs: int = 1) -> ExperimentSnapshot:
    """They play each other."""
    begun = experiment(pairs=pairs)
    so_far = replace(written(9, 4, begun), played=13 * pairs**2, raised=pairs)
    games = [LiveGame(_board(6, 14 + k, 7 + k), 14 + k, k == 0, (pairs - 1, 0)) for k in (0, 1)]
    shown = raising(pairs)
    return replace(shown, state=ExperimentState.PLAYING, written=so_far, live=(games[0], games[1]), seconds_left=9.0)


def found(what: Written, **values: object) -> ExperimentSnapshot:
    """One that is over."""
    pairs = what.experiment.plan.seeds
    ones, others = (tuple(grown(base + 60 * n, 2.0, n) for n in range(pairs)) for base in (430, 640))
    shown = ExperimentSnapshot(1, ExperimentState.FINISHED, what, ones, others)
    return replace(shown, **values)  # type: ignore[arg-type]


def stopped(error: Problem | None = None) -> ExperimentSnapshot:
    """Half-way."""
    live: tuple[LiveGame | None, LiveGame | None] = (None, None)
    return replace(raising(), state=ExperimentState.STOPPED, live=live, seconds_left=None, error=error)


def several() -> tuple[Written, ...]:
    """A notebook with all kinds of results."""
    kinds = list(Difference)
    rows = [
        written(13, 7, experiment(kinds[0], 3, Guess.ONE, 9)),
        written(31, 9, experiment(kinds[3], 1, Guess.OTHER, 8)),
        written(16, 4, experiment(kinds[1], 3, Guess.ONE, 7)),
        written(15, 25, experiment(kinds[2], 1, Guess.SAME, 6)),
        written(20, 20, experiment(kinds[7], 1, Guess.SAME, 5)),
        Written(experiment(kinds[4], 2, Guess.ONE, 4)),
        written(40, 0, experiment(None, 1, None, 3)),
    ]
    return tuple(rows)


class FakeExperiments:
    """A session without threads, processes and files."""

    def __init__(self) -> None:
        self.snapshot = ExperimentSnapshot()
        self.notebook: tuple[Written, ...] | None = ()
        self.looked: ExperimentSnapshot | None = None
        self.noted: Noted | None = None
        self.calls: list[str] = []
        self.files: dict[str, bytes] = {}
        self.refuses = ""

    def become(self, shown: ExperimentSnapshot) -> None:
        """Stand so from now on."""
        self.snapshot = replace(shown, version=self.snapshot.version + 1)

    def _note(self, call: str) -> None:
        if self.refuses:
            raise AppError(self.refuses)
        self.calls.append(call)

    def look_back(self) -> None:
        self.calls.append("look back")

    def start(self, wish: Wish, guess: Guess, cluster: str | None = None) -> None:
        where = "" if cluster is None else f" on {cluster}"
        self._note(f"start {wish.difference.value} {wish.board.size} {wish.minutes} {wish.pairs} {guess.value}{where}")
        self.become(ExperimentSnapshot(state=ExperimentState.PREPARING))

    def stop(self) -> None:
        self._note("stop")
        self.become(replace(self.snapshot, state=ExperimentState.STOPPING, seconds_left=None))

    def go_on(self, cluster: str | None = None) -> None:
        self._note("go on")
        self.become(replace(self.snapshot, state=ExperimentState.PREPARING, error=None))

    def add_pair(self, seen: ExperimentSnapshot, cluster: str | None = None) -> None:
        assert seen.written is not None
        self._note(f"add pair to {seen.written.experiment.number}")
        self.become(replace(seen, state=ExperimentState.PREPARING))

    def show(self, what: Written) -> None:
        self._note(f"show {what.experiment.number}")
        if self.snapshot.is_active:
            self.looked = found(what)
        else:
            self.become(found(what))

    def delete(self, what: Written) -> None:
        self._note(f"delete {what.experiment.number}")
        self.become(ExperimentSnapshot())

    def file_for(self, name: str) -> Path:
        return Path("/data/exports") / name

    def write(self, path: Path, make: Callable[[], bytes]) -> None:
        self._note(f"write {path.name}")
        self.files[path.name] = make()
        self.noted = Noted(file=path)

"""Where an experiment is done: dogs of both settings raised side by side, then every one against every other.

All that is found lies in the experiment's folder, a dog a folder, and nothing is done twice: an experiment that was
stopped or killed goes on where it was.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from clevergo.files import take_lock, write_whole
from clevergo.players.match_games import MatchPlan, MatchScore, drawn_openings, play_match
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.training.experiment.findings import Finding, find
from clevergo.training.experiment.plan import SIDES, ExperimentError, ExperimentPlan, Side
from clevergo.training.learner.store import RunFolderError, RunStore
from clevergo.training.run.events import Counters, Event, Progress, Saved
from clevergo.training.run.loop import TrainingRun
from clevergo.training.run.plan import RunPlan, plan_for_machine
from clevergo.workers.inbox import Inbox
from clevergo.workers.process import Worker, end_all, listen

_RESULTS = "games.json"
_LOCK = "lock"
_WAIT_SECONDS = 0.2
_RAISED = "raised"
"""A file beside a dog that has been raised to the end."""
_CORES_EACH = 1
"""A worker and a learner in step: the same seed gives the same dog, however fast it goes."""


@dataclass(frozen=True)
class Pairing:
    """Two games of dog ``i`` of the one litter and dog ``j`` of the other, from one opening, with both colors."""

    i: int
    j: int
    opening: int


@dataclass(frozen=True)
class Raising:
    """How far two dogs of one seed have come."""

    seed: int
    share: float
    """Of the way, 0 to 1."""
    one: Counters
    other: Counters


@dataclass(frozen=True)
class Playing:
    """How far the games have come."""

    played: int
    planned: int
    finding: Finding | None


Told = Callable[[Raising | Playing], None]


class Lab:
    """One experiment in its folder. For one thread."""

    def __init__(self, folder: Path, plan: ExperimentPlan) -> None:
        """Begin, or go on with what lies there.

        Raises:
            ExperimentError: another experiment lies there, or the folder cannot be used.
        """
        with ExperimentError.instead_of(OSError, "folder_closed", path=folder):
            folder.mkdir(parents=True, exist_ok=True)
            begun = ExperimentPlan.load(folder)
            if begun is None:
                plan.save(folder)
            elif begun != plan:
                raise ExperimentError("experiment_other", folder=folder)
        self._folder = folder
        self._plan = plan
        self._scores = self._load()

    def finding(self) -> Finding | None:
        """What the games so far say."""
        scores: dict[tuple[int, int], MatchScore] = {}
        for pairing, score in self._scores.items():
            pair = pairing.i, pairing.j
            scores[pair] = scores.get(pair, MatchScore()) + score
        return find(scores, self._plan.seeds)

    def run(self, stop: threading.Event, tell: Told) -> Finding | None:
        """Raise the dogs that are not grown, play the games that are missing; returns what was found.

        Args:
            stop: ends it soon; everything is saved.
            tell: hears how far it is, in this thread.

        Raises:
            ExperimentError: it goes on elsewhere at this moment.
            RunFolderError: a dog cannot be trained.
        """
        with (self._folder / _LOCK).open("a+b") as lock:
            try:
                take_lock(lock)
            except OSError as error:
                raise ExperimentError("experiment_elsewhere", folder=self._folder) from error
            for seed in range(self._plan.seeds):
                if not stop.is_set():
                    self._raise(seed, stop, tell)
            if not stop.is_set():
                self._play(stop, tell)
        return self.finding()

    def dog_folder(self, side: Side, seed: int) -> Path:
        """Where one of the dogs lies."""
        return self._folder / f"{side}-{seed}"

    # --- raising

    def _raise(self, seed: int, stop: threading.Event, tell: Told) -> None:
        """The two dogs of one seed at the same time, with as many processes each: what one gets, the other gets."""
        pups = [_Pup(self.dog_folder(side, seed), self._plan, side, seed) for side in SIDES]
        growing = [pup for pup in pups if not pup.is_grown]
        if not growing:
            return
        for pup in growing:
            pup.start()
        try:
            while any(pup.is_alive for pup in growing) and not stop.wait(_WAIT_SECONDS):
                tell(Raising(seed, min(pup.share for pup in pups), pups[0].counters, pups[1].counters))
        finally:
            for pup in growing:
                pup.end()
        for pup in growing:
            if pup.error is not None:
                raise pup.error

    # --- playing

    def _play(self, stop: threading.Event, tell: Told) -> None:
        waiting = [pairing for pairing in self._pairings() if pairing not in self._scores]
        planned = len(waiting) + len(self._scores)
        tables = [self._new_table() for _ in range(min(os.cpu_count() or 1, len(waiting)))]
        try:
            for table in tables:
                table.send(waiting.pop(0))
            while len(self._scores) < planned and not stop.is_set():
                for table in listen(tables, _WAIT_SECONDS):
                    for pairing, score in table.poll():
                        self._scores[pairing] = score
                        self._save()
                        tell(Playing(2 * len(self._scores), 2 * planned, self.finding()))
                        if waiting:
                            table.send(waiting.pop(0))
                    if table.is_gone:
                        raise ExperimentError("experiment_games_end")
        finally:
            end_all(tables)

    def _new_table(self) -> Worker:
        one, other = (
            [RunStore(self.dog_folder(side, seed)).weights for seed in range(self._plan.seeds)] for side in SIDES
        )
        return Worker("table", play_pairings, self._plan, one, other, niceness=RunPlan().niceness)

    def _pairings(self) -> Iterator[Pairing]:
        """All that are to be played; whenever it is stopped, every dog has played about as often."""
        seeds = range(self._plan.seeds)
        return (Pairing(i, j, k) for k in range(self._plan.games // 2) for i in seeds for j in seeds)

    def _save(self) -> None:
        rows = [asdict(pairing) | asdict(score) for pairing, score in self._scores.items()]
        write_whole(self._folder / _RESULTS, json.dumps(rows).encode())

    def _load(self) -> dict[Pairing, MatchScore]:
        path = self._folder / _RESULTS
        with ExperimentError.instead_of((OSError, ValueError, KeyError, TypeError), "cannot_read", path=path):
            rows = json.loads(path.read_bytes()) if path.exists() else []
            return {
                Pairing(row["i"], row["j"], row["opening"]): MatchScore(row["first"], row["second"], row["draws"])
                for row in rows
            }


class _Pup:
    """One dog on its way, and the thread that carries its run's messages."""

    def __init__(self, folder: Path, plan: ExperimentPlan, side: Side, seed: int) -> None:
        saved = RunStore(folder).load()
        self.counters = Counters() if saved is None else saved.counters
        self.error: RunFolderError | None = None
        self._plan = plan
        self._raised = folder / _RAISED
        self._stop = threading.Event()
        self._is_interrupted = False
        run = replace(plan_for_machine(1.0, cores=_CORES_EACH), seconds=self._missing_seconds(), arena_seconds=0.0)
        self._run = TrainingRun(folder, plan.config(side, seed), run)
        self._thread = threading.Thread(target=self._train, name=f"{side}-{seed}")

    @property
    def is_grown(self) -> bool:
        """Whether it has been raised to the end."""
        return self._raised.exists()

    @property
    def is_alive(self) -> bool:
        """Whether it is being raised."""
        return self._thread.is_alive()

    @property
    def share(self) -> float:
        """How much of its way it has come, 0 to 1."""
        if self.is_grown:
            return 1.0
        if self._plan.positions is not None:
            return min(1.0, self.counters.positions / self._plan.positions)
        return min(1.0, self.counters.seconds / (60.0 * (self._plan.minutes or 1.0)))

    def start(self) -> None:
        """Begin, or go on."""
        self._thread.start()

    def end(self) -> None:
        """Have it save what it has reached."""
        self._is_interrupted = self.is_alive and not self._stop.is_set()
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _train(self) -> None:
        try:
            self._run.run(self._stop, self._on_event)
        except RunFolderError as error:
            self.error = error
            return
        if not self._is_interrupted:
            # Its clock shows a little less than it was given, for its processes' start; so this is written down.
            write_whole(self._raised, b"")

    def _on_event(self, event: Event) -> None:
        if isinstance(event, Progress | Saved):
            self.counters = event.counters
            if self._plan.positions is not None and self.counters.positions >= self._plan.positions:
                self._stop.set()

    def _missing_seconds(self) -> float | None:
        return None if self._plan.minutes is None else max(0.0, 60.0 * self._plan.minutes - self.counters.seconds)


def play_pairings(inbox: Inbox, plan: ExperimentPlan, one: list[Path], other: list[Path]) -> None:
    """Process: play the pairings that are asked for, and tell their scores.

    Args:
        inbox: of the process.
        plan: the experiment's.
        one: the weights of the one litter's dogs.
        other: those of the other's.
    """
    rules, start = plan.agreed()
    openings = drawn_openings(rules, plan.games, seed=0)

    def is_stopped() -> bool:
        inbox.take()  # nothing but a stop is said before the answer
        return inbox.stopped

    while not inbox.stopped:
        for pairing in inbox.take(wait=1.0):
            if not isinstance(pairing, Pairing):
                return
            first, second = (
                PlayerSpec(PlayerKind.ALPHAGO, str(path), plan.simulations)
                for path in (one[pairing.i], other[pairing.j])
            )
            opening = (openings[pairing.opening],)
            match = MatchPlan(first, second, 2, rules, pairing.opening, opening, start)
            score = play_match(match, Path, stop=is_stopped)
            if score.games == match.games:
                inbox.send((pairing, score))

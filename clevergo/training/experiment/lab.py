"""Where an experiment is done: dogs of both settings raised side by side, then each of one against each of the other.

All that is found lies in the experiment's folder, a dog a folder, and nothing is done twice: an experiment that was
stopped or killed goes on where it was.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Protocol

from clevergo.compiled import is_prepared, note_prepared
from clevergo.files import LockHeldError, take_lock, write_whole
from clevergo.games.record import GameRecord
from clevergo.players.match_games import MatchPlan, MatchScore, drawn_openings, play_match
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.problem import cause_of
from clevergo.training.experiment.findings import Finding, find
from clevergo.training.experiment.growth import Growth
from clevergo.training.experiment.plan import SIDES, ExperimentError, ExperimentPlan, Side
from clevergo.training.learner.store import RunStore
from clevergo.training.ratings.ladder import Ladder
from clevergo.training.run import events
from clevergo.training.run.loop import TrainingRun
from clevergo.training.run.plan import RunPlan, plan_for_machine
from clevergo.workers.awake import kept_awake
from clevergo.workers.cluster.crew import RemoteWorker
from clevergo.workers.inbox import Inbox
from clevergo.workers.process import Deaths, Worker, end_all, listen

logger = logging.getLogger(__name__)

_RESULTS = "games.json"
_LOCK = "lock"
_WARMING = "warming-up"
"""Where a dog is raised for a moment that nobody wants: all it is for is that everything is compiled."""
_WAIT_SECONDS = 0.2
_RAISED = "raised"
"""A file beside a dog that has been raised to the end."""
_CORES_EACH = 1
"""A worker and a learner in step: the same seed gives the same dog, however fast it goes."""
_ARENA_SECONDS, _ARENA_GAMES = 15.0, 6
"""Dogs of an experiment live for minutes: they are measured often, by few games."""
_ARENA_SIMULATIONS = 32
"""Where the games between the dogs are played at a glance."""
_MOST_DEATHS = 5


@dataclass(frozen=True)
class Pairing:
    """Two games of dog ``i`` of the one litter and dog ``j`` of the other, from one opening, with both colors."""

    i: int
    j: int
    opening: int


@dataclass(frozen=True)
class DogNow:
    """How far a dog has come, and what it plays against itself."""

    counters: events.Counters = field(default_factory=events.Counters)
    growth: Growth = field(default_factory=Growth)
    board: events.SeenBoard | None = None
    """One of its games; None while it plays none."""
    moves_per_second: float = 0.0
    restarts: int = 0
    """How many of its processes have ended unasked, and were started again."""


@dataclass(frozen=True)
class WarmingUp:
    """What both need is compiled first, so that no dog's time goes into that."""

    done: int = 0
    total: int = 0
    """0: not known yet."""


@dataclass(frozen=True)
class Raising:
    """How far two dogs of one seed have come."""

    seed: int
    share: float
    """Of the way, 0 to 1."""
    one: DogNow
    other: DogNow
    is_aside: bool = False
    """Whether this is on another machine, beside what is to be watched."""


@dataclass(frozen=True)
class Met:
    """The two games of a pairing are over."""

    pairing: Pairing
    score: MatchScore


@dataclass(frozen=True)
class Watched:
    """A game between two dogs, as it stands."""

    pairing: Pairing
    one_has_black: bool
    board: events.SeenBoard
    table: int = 0
    """Which of the games that are played side by side."""


@dataclass(frozen=True)
class Playing:
    """How far the games have come."""

    played: int
    planned: int
    finding: Finding | None


Told = Callable[[WarmingUp | Raising | Watched | Playing], None]


class Elsewhere(Protocol):
    """Other machines: :class:`clevergo.training.experiment.far.FarMachines`."""

    @property
    def couriers(self) -> list[Worker]:
        """Who is to be listened to."""

    @property
    def is_raising(self) -> bool:
        """Whether dogs are being raised there."""

    def tend(self, lab: Lab, waiting: list[int], tell: Told, is_home_busy: bool) -> None:
        """Have pairs of the ``waiting`` seeds raised where there is room, and bring home what others have reached.

        A seed that is begun is taken out of the list; one whose machine is lost is put into it again.
        """

    def hand_in(self, lab: Lab) -> None:
        """Have everything that is being raised saved, and bring it home; takes seconds."""

    def tables(self, lab: Lab, most: int) -> list[RemoteWorker]:
        """Up to ``most`` processes more that play, where there is room: as :func:`play_pairings`."""

    def take(self) -> list[RemoteWorker]:
        """Those that have said something or have ended."""

    def drop_if_lost(self, worker: RemoteWorker) -> bool:
        """Whether it has ended, or what it does is better done elsewhere; where it failed no other is begun there."""

    def heard(self, worker: RemoteWorker) -> None:
        """Note that it plays: its machine has compiled everything, and further workers may be started on it."""

    def close(self) -> None:
        """End every process there."""


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Have an experiment's folder for oneself; ExperimentError where somebody is at it, or that cannot be known."""
    with ExperimentError.instead_of(OSError, "cannot_write", path=folder / _LOCK):
        lock = (folder / _LOCK).open("a+b")
    with lock:
        with ExperimentError.instead_of(OSError, "no_locks", path=folder):
            try:
                take_lock(lock)
            except LockHeldError as error:
                raise ExperimentError("experiment_elsewhere", folder=folder) from error
        yield


def _begin_in(folder: Path, plan: ExperimentPlan) -> None:
    """Have the plan lie in its folder; ExperimentError where another one does, or the folder cannot be used."""
    with ExperimentError.instead_of(OSError, "folder_closed", path=folder):
        folder.mkdir(parents=True, exist_ok=True)
        begun = ExperimentPlan.load(folder)
        if begun is None:
            plan.save(folder)
        elif begun != plan:
            raise ExperimentError("experiment_other", folder=folder)


class Lab:
    """One experiment in its folder. For one thread."""

    def __init__(
        self, folder: Path, plan: ExperimentPlan, elsewhere: Elsewhere | None = None, is_found: bool = False
    ) -> None:
        """Begin, or go on with what lies there.

        Args:
            folder: its own; made where there is none.
            plan: what it is.
            elsewhere: machines that take part, until :meth:`run` ends.
            is_found: whether the plan was read there (:meth:`found`): nothing is made then.

        Raises:
            ExperimentError: another experiment lies there, or the folder cannot be used.
        """
        if not is_found:
            _begin_in(folder, plan)
        self._folder = folder
        self._plan = plan
        self._elsewhere = elsewhere
        self._scores = self._load()

    @classmethod
    def found(cls, folder: Path) -> Lab | None:
        """The one that was begun in this folder, to be looked at: nothing is written. None if none was.

        Raises:
            ExperimentError: there is one that cannot be read.
        """
        plan = ExperimentPlan.load(folder)
        return None if plan is None else cls(folder, plan, is_found=True)

    @property
    def plan(self) -> ExperimentPlan:
        """What it is."""
        return self._plan

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
            ExperimentError: it goes on elsewhere at this moment, or nothing can be written.
            RunFolderError: a dog cannot be trained.
        """
        with alone(self._folder):
            try:
                self._raise_all(stop, tell)
                if not stop.is_set():
                    with kept_awake():  # as each dog's own run does while they are raised
                        self._play(stop, tell)
            finally:
                if self._elsewhere is not None:
                    self._elsewhere.close()
        return self.finding()

    def dog_folder(self, side: Side, seed: int) -> Path:
        """Where one of the dogs lies."""
        return self._folder / f"{side}-{seed}"

    def growth(self, side: Side, seed: int) -> Growth:
        """What one of the dogs has lived through."""
        return Growth.load(self.dog_folder(side, seed))

    @property
    def played(self) -> int:
        """Games that are over."""
        return 2 * len(self._scores)

    @property
    def raised(self) -> int:
        """Pairs of dogs that have been raised to the end."""
        return sum(self.is_grown(seed) for seed in range(self._plan.seeds))

    def tidy(self) -> None:
        """Delete what grown dogs would only need to learn on; they can be played with, and their curves stay."""
        for seed in range(self._plan.seeds):
            for folder in (self.dog_folder(side, seed) for side in SIDES):
                if (folder / _RAISED).exists():
                    RunStore(folder).retire()

    # --- raising

    def raise_pair(self, seed: int, stop: threading.Event, tell: Told) -> None:
        """Raise the two dogs of one seed at the same time, as far as they are not grown; arguments as of :meth:`run`.

        Both have as many processes on the same machine: what one gets, the other gets. So a pair may be raised on any
        machine: how fast that is makes no difference between the two settings.
        """
        if self._plan.minutes is not None:
            self._warm_up(stop, tell)
        if not stop.is_set():
            self._raise(seed, stop, tell)

    def is_grown(self, seed: int) -> bool:
        """Whether the two dogs of a seed have been raised to the end."""
        return all((self.dog_folder(side, seed) / _RAISED).exists() for side in SIDES)

    def _raise_all(self, stop: threading.Event, tell: Told) -> None:
        """One pair after the other here; elsewhere as many at once as there is room for."""
        waiting, far = [seed for seed in range(self._plan.seeds) if not self.is_grown(seed)], self._elsewhere

        def tell_and_tend(news: WarmingUp | Raising | Watched | Playing) -> None:
            tell(news)
            if far is not None:
                far.tend(self, waiting, tell, is_home_busy=True)

        while not stop.is_set() and (waiting or (far is not None and far.is_raising)):
            if waiting:
                self.raise_pair(waiting.pop(0), stop, tell_and_tend)
            elif far is not None and not stop.wait(_WAIT_SECONDS):
                far.tend(self, waiting, tell, is_home_busy=False)
        if far is not None:
            far.hand_in(self)

    def _warm_up(self, stop: threading.Event, tell: Told) -> None:
        """Raise a dog for as long as it takes to compile everything, the first time such dogs are raised here."""
        purpose = f"experiment-{self._plan.game}"
        if is_prepared(purpose) or all((self.dog_folder(side, 0) / _RAISED).exists() for side in SIDES):
            return
        tell(WarmingUp())
        folder, enough = self._folder / _WARMING, threading.Event()
        shutil.rmtree(folder, ignore_errors=True)

        def hear(event: events.Event) -> None:
            if isinstance(event, events.Compiling):
                tell(WarmingUp(event.done, event.total))
            has_learned = isinstance(event, events.Progress) and event.counters.samples > 0
            if stop.is_set() or (isinstance(event, events.Rated) if self._plan.rated else has_learned):
                enough.set()

        try:
            TrainingRun(folder, self._plan.config("one", 0), self._run_plan(None)).run(enough, hear)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if not stop.is_set():
            note_prepared(purpose)

    def _run_plan(self, seconds: float | None) -> RunPlan:
        """How each dog uses the machine."""
        plan = replace(plan_for_machine(1.0, seconds, cores=_CORES_EACH), arena_seconds=0.0)
        if not self._plan.rated:
            return plan
        simulations = self._plan.simulations or _ARENA_SIMULATIONS
        return replace(plan, arena_seconds=_ARENA_SECONDS, arena_games=_ARENA_GAMES, arena_simulations=simulations)

    def _raise(self, seed: int, stop: threading.Event, tell: Told) -> None:
        pups = [_Pup(self.dog_folder(side, seed), self._plan, side, seed, self._run_plan) for side in SIDES]
        growing = [pup for pup in pups if not pup.is_grown]
        if not growing:
            return
        for pup in growing:
            pup.start()
        try:
            while any(pup.is_alive for pup in growing) and not stop.wait(_WAIT_SECONDS):
                tell(Raising(seed, min(pup.share for pup in pups), pups[0].now, pups[1].now))
                if any(pup.error is not None for pup in growing):
                    break  # the other is not raised on its own: it would have the machine for itself
        finally:
            for pup in growing:
                pup.stop()
            for pup in growing:
                pup.wait()
        for pup in growing:
            if pup.error is not None:
                raise pup.error

    # --- playing

    def _play(self, stop: threading.Event, tell: Told) -> None:
        waiting = [pairing for pairing in self._pairings() if pairing not in self._scores]
        planned = self.played + 2 * len(waiting)
        tell(Playing(self.played, planned, self.finding()))
        here = [_Table(self._new_table()) for _ in range(min(os.cpu_count() or 1, len(waiting)))]
        deaths = Deaths(_MOST_DEATHS)
        there: list[_Table] = []
        far = self._elsewhere
        try:
            while self.played < planned and not stop.is_set():
                if far is not None:
                    idle = sum(table.pairing is None for table in (*here, *there))
                    there += [_Table(worker) for worker in far.tables(self, len(waiting) - idle)]
                for table in (*here, *there):
                    if table.pairing is None and waiting:
                        table.begin(waiting.pop(0))
                couriers = far.couriers if far is not None else []
                talking: list[Worker | RemoteWorker] = [
                    *listen(
                        [*(table.worker for table in here if isinstance(table.worker, Worker)), *couriers],
                        _WAIT_SECONDS,
                    )
                ]
                talking += far.take() if far is not None else []
                for number, table in enumerate((*here, *there)):
                    for message in table.worker.poll() if table.worker in talking else []:
                        if far is not None and isinstance(table.worker, RemoteWorker):
                            far.heard(table.worker)
                        if isinstance(message, Watched):
                            tell(replace(message, table=number))
                            continue
                        table.pairing = None
                        self._scores[message.pairing] = message.score
                        self._save()
                        tell(Playing(self.played, planned, self.finding()))
                for table in [table for table in here if table.worker.is_gone]:
                    if deaths.count_one():
                        raise ExperimentError("experiment_games_end")
                    logger.warning("a process that played games has ended; starting another")
                    waiting += table.left()
                    here[here.index(table)] = _Table(self._new_table())
                for table in [table for table in there if far is not None and table.drop_if_lost(far)]:
                    waiting += table.left()
                    there.remove(table)
        finally:
            end_all([table.worker for table in here if isinstance(table.worker, Worker)])

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
        with ExperimentError.instead_of(OSError, "cannot_write", path=self._folder / _RESULTS):
            write_whole(self._folder / _RESULTS, json.dumps(rows).encode())

    def _load(self) -> dict[Pairing, MatchScore]:
        path = self._folder / _RESULTS
        with ExperimentError.instead_of((OSError, ValueError, KeyError, TypeError), "cannot_read", path=path):
            rows = json.loads(path.read_bytes()) if path.exists() else []
            return {
                Pairing(row["i"], row["j"], row["opening"]): MatchScore(row["first"], row["second"], row["draws"])
                for row in rows
            }


class _Table:
    """A process that plays, and what it has been given."""

    def __init__(self, worker: Worker | RemoteWorker) -> None:
        self.worker = worker
        self.pairing: Pairing | None = None

    def drop_if_lost(self, far: Elsewhere) -> bool:
        """Whether nothing is to be expected of it on its machine; see :meth:`Elsewhere.drop_if_lost`."""
        return isinstance(self.worker, RemoteWorker) and far.drop_if_lost(self.worker)

    def left(self) -> list[Pairing]:
        """Have it end: what it leaves to others."""
        self.worker.end()
        return [] if self.pairing is None else [self.pairing]

    def begin(self, pairing: Pairing) -> None:
        """Have these games played."""
        self.pairing = pairing
        self.worker.send(pairing)


class _Pup:
    """One dog on its way, and the thread that carries its run's messages."""

    def __init__(
        self,
        folder: Path,
        plan: ExperimentPlan,
        side: Side,
        seed: int,
        run_plan: Callable[[float | None], RunPlan],
    ) -> None:
        saved = RunStore(folder).load()
        counters = events.Counters() if saved is None else saved.counters
        self.now = DogNow(counters, Growth.load(folder).until(counters.seconds))
        """How far it has come; another object at each change."""
        self.error: Exception | None = None
        self._folder = folder
        self._plan = plan
        self._raised = folder / _RAISED
        self._stop = threading.Event()
        self._is_interrupted = False
        config = plan.config(side, seed)
        ladder = Ladder(config.played, self.now.growth.matches)
        seconds = None if plan.minutes is None else 60.0 * plan.minutes
        planned = run_plan(seconds)
        if seconds is not None:  # whoever was interrupted goes on as if nothing had been
            planned = replace(planned, behind=min(counters.seconds, seconds))
        self._run = TrainingRun(folder, config, planned, ladder)
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
        return self._plan.share(self.now.counters.seconds, self.now.counters.positions)

    def start(self) -> None:
        """Begin, or go on."""
        self._thread.start()

    def stop(self) -> None:
        """Have it save what it has reached, soon."""
        self._is_interrupted = self.is_alive and not self._stop.is_set()
        self._stop.set()

    def wait(self) -> None:
        """Until it has."""
        if self._thread.ident is not None:
            self._thread.join()

    def _train(self) -> None:
        try:
            self._run.run(self._stop, self._on_event)
            self.now.growth.save(self._folder)
            if not self._is_interrupted:
                # Its clock shows a little less than it was given, for its processes' start; so this is written down.
                write_whole(self._raised, b"")
        except OSError as error:
            self.error = ExperimentError("cannot_write", path=self._folder, cause=cause_of(error))
            self.error.__cause__ = error
        except Exception as error:  # noqa: BLE001 - it is raised where the experiment is done
            self.error = error
        finally:
            self.now = replace(self.now, board=None, moves_per_second=0.0)

    def _on_event(self, event: events.Event) -> None:
        now = self.now
        match event:
            case events.Progress(counters):
                growth = now.growth
                if counters.seconds > now.counters.seconds:  # the last is told twice
                    growth = growth.after(counters, event.losses)
                self.now = replace(now, counters=counters, growth=growth)
            case events.Saved(counters):
                self.now = replace(now, counters=counters)
                now.growth.save(self._folder)
            case events.WentBack(saved):
                counters = saved or events.Counters()
                self.now = replace(now, counters=counters, growth=now.growth.until(counters.seconds), board=None)
            case events.Rated():
                self.now = replace(now, growth=now.growth.rated(event))
            case events.GamesSeen(boards, pace):
                self.now = replace(now, board=boards[0] if boards else None, moves_per_second=pace)
            case events.Died():
                self.now = replace(now, restarts=now.restarts + 1)
        if self._plan.positions is not None and self.now.counters.positions >= self._plan.positions:
            self._stop.set()


def play_pairings(inbox: Inbox, plan: ExperimentPlan, one: list[Path], other: list[Path]) -> None:
    """Process: play the pairings that are asked for, and tell their games and their scores.

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
            first, second = (_player(plan, path) for path in (one[pairing.i], other[pairing.j]))
            opening = (openings[pairing.opening],)
            match = MatchPlan(first, second, 2, rules, pairing.opening, opening, start)

            def show(index: int, record: GameRecord, pairing: Pairing = pairing, match: MatchPlan = match) -> None:
                inbox.send_progress(lambda: Watched(pairing, match.first_has_black(index), _seen(record)))

            score = play_match(match, Path, stop=is_stopped, on_move=show)
            if score.games == match.games:
                inbox.send(Met(pairing, score))


def _player(plan: ExperimentPlan, weights: Path) -> PlayerSpec:
    if plan.simulations == 0:
        return PlayerSpec(PlayerKind.POLICY, str(weights))
    return PlayerSpec(PlayerKind.ALPHAGO, str(weights), plan.simulations)


def _seen(record: GameRecord) -> events.SeenBoard:
    position = record.position
    return events.SeenBoard(position.stones.copy(), position.last_move, position.ply, position.winning_rows)

"""A training run: starts the processes, carries messages between them, keeps them alive, rates the dog.

The same code runs in a background thread of the window and in the command line's main thread. It never
computes: the arithmetic is in the processes (:mod:`clevergo.training.run.processes`).
"""

from __future__ import annotations

import logging
import os
import platform
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from clevergo.clock import AwakeClock
from clevergo.problem import Problem
from clevergo.training.config import TrainingConfig
from clevergo.training.doctor.practice import Practice, Visit
from clevergo.training.learner.folder import facts_of_checkpoints, reached
from clevergo.training.learner.store import RunFolderError, RunStore
from clevergo.training.moments.known import NOTHING_KNOWN, KnownMoments
from clevergo.training.ratings.ladder import Ladder
from clevergo.training.ratings.opponents import age_of_name
from clevergo.training.ratings.schedule import RatingSchedule
from clevergo.training.run import events
from clevergo.training.run.far import FarPlay
from clevergo.training.run.plan import RunPlan, plan_for_machine
from clevergo.training.run.processes import ProcessPlan, run_arena, run_learner, run_worker
from clevergo.workers.awake import kept_awake
from clevergo.workers.cluster.crew import Connect
from clevergo.workers.cluster.machine import processor_name
from clevergo.workers.cluster.messages import MachineSeen, MachineState
from clevergo.workers.cluster.ray_cluster import connect as connect_by_ray
from clevergo.workers.inbox import Stop
from clevergo.workers.process import Deaths, Worker, listen

logger = logging.getLogger(__name__)

Listener = Callable[[events.Event], None]

_LEARNER, _ARENA, _CLUSTER = "learner", "arena", "cluster"
_WAIT_SECONDS = 0.1
_GRACE_SECONDS = 1.8
_PATIENT_GRACE_SECONDS = 20.0
_LAST_GAMES_SECONDS = 1.0
"""How long a stop waits for the last games of the workers."""
_FAR_GRACE_SECONDS = 1.5
"""How long a stop waits for the last games of other machines."""
_MOST_DEATHS = 5


class TrainingRun:
    """One run of one dog's training. Owned by the thread that calls :meth:`run`."""

    def __init__(
        self,
        folder: Path,
        config: TrainingConfig,
        plan: RunPlan,
        ladder: Ladder | None = None,
        known: KnownMoments = NOTHING_KNOWN,
        connect: Connect = connect_by_ray,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare a run; nothing is started yet.

        Args:
            folder: the dog's.
            config: for a dog without a checkpoint; one with a checkpoint keeps its own, but for how it plays itself.
            ladder: what earlier rating matches found.
            known: the moments of the dog's life that were noted.
            connect: to the plan's cluster, where it has one; another than Ray's only in tests.
            now: seconds of no beginning.
        """
        self._store = RunStore(folder)
        self._plan = plan
        self._config = _config_of(self._store, config)
        self._ladder = ladder or Ladder(self._config.played)
        self._known = known
        self._noted: list[events.Noted] = []
        """The moments of this run."""
        self._is_unsaved = False
        """Whether more has been told than was saved."""
        played, size, since = self._config.played, self._config.size, self._ladder.since
        self._practice = Practice(self._store, played, size, *self._treated(), since)
        self._children: dict[str, Worker] = {}
        self._starts: Counter[str] = Counter()
        self._deaths = Deaths(_MOST_DEATHS)
        self._name = secrets.token_hex(8)
        self._connect = connect
        self._far: FarPlay | None = None
        self._next_version = 0
        self._clock = AwakeClock(now)
        self._begun = self._clock()
        self._has_played = False
        self._first_games: int | None = None
        self._is_complete = False
        self._published: events.Published | None = None
        self._fault: Problem | None = None
        self._schedule = self._new_schedule()
        self._missing: frozenset[str] = frozenset()
        self._changed = threading.Event()
        self.is_saving = False
        """Whether the run has been stopped and its learner is not done with saving; other threads may read it."""
        self._wanted = plan

    def change_plan(self, plan: RunPlan) -> None:
        """Use more or less of the machine from now on; may be called from another thread.

        Where the number of processes or their priority changes, they are started anew, from all that was reached.
        """
        self._wanted = plan
        self._changed.set()

    def change_effort(self, share: float) -> None:
        """Use about ``share`` (0 to 1) of the machine from now on; see :meth:`change_plan`."""
        now = self._wanted
        fitting = plan_for_machine(share)
        self.change_plan(
            replace(now, workers=fitting.workers, duty=fitting.duty, niceness=fitting.niceness, threads=fitting.threads)
        )

    def run(self, stop: threading.Event, on_event: Listener, on_begin: Callable[[], object] = lambda: None) -> None:
        """Train until ``stop`` is set or the planned time is over; returns when all is saved.

        Time is counted from the first stone on: a first training that compiles for a minute loses nothing of one.

        Args:
            stop: ends the run, within two seconds where the machine lets the learner save so soon.
            on_event: told of everything, in the calling thread; must be quick.
            on_begin: called before all of that, once nobody else can train the dog.

        Raises:
            RunFolderError: the folder cannot be used, or the run failed beyond repair.
        """
        self._changed.clear()
        self._plan = self._wanted
        self._begun = self._clock()
        self._schedule = self._new_schedule()
        with self._store.locked(), kept_awake():
            on_begin()
            try:
                self._begin()
                while not stop.is_set() and not self._is_over():
                    if self._changed.is_set():
                        self._follow_plan(on_event)
                    self._carry(on_event)
                    self._keep_alive(on_event)
                    self._maybe_rate(on_event)
                    self._look_far(on_event)
                    self._fail_if_faulty(on_event)
            finally:
                self._end(on_event, _GRACE_SECONDS if stop.is_set() else _PATIENT_GRACE_SECONDS)
            self._fail_if_faulty(on_event)  # the last save may have failed, too

    def _fail_if_faulty(self, on_event: Listener) -> None:
        if self._fault is not None:
            on_event(events.Fault(self._fault))
            raise RunFolderError(self._fault)

    def _new_schedule(self) -> RatingSchedule:
        return RatingSchedule(self._plan, self._ladder.rating() is not None, self._begun)

    def _is_over(self) -> bool:
        """A run of so many games is over when its learner says so: what the clock shows then must not matter."""
        if self._plan.games is not None:
            return self._is_complete
        if self._plan.seconds is None:
            return False
        elapsed = self._clock() - self._begun if self._has_played else 0.0
        return elapsed >= self._plan.seconds - self._plan.behind

    def _follow_plan(self, on_event: Listener) -> None:
        """Change to the plan that is wanted now."""
        self._changed.clear()
        before, self._plan = self._plan, self._wanted
        if before.differs_in_duty_only(self._plan):
            for child in self._children.values():
                child.send(events.SetDuty(self._plan.duty))
            return
        self._end(on_event, _PATIENT_GRACE_SECONDS)
        self._announce_rating(on_event)
        self._begin()

    # --- processes

    def _begin(self) -> None:
        """Start the learner, and who goes to other machines; everybody else waits for the first weights."""
        if self._plan.cluster is not None:
            self._far = FarPlay(self._plan.cluster, self._connect, self._process_plan, self._plan.niceness)
            self._far.introduce(
                MachineSeen("", platform.node(), MachineState.READY, processor_name(), os.cpu_count() or 1)
            )
        self._start(_LEARNER)
        self._start_courier()

    def _start_courier(self) -> None:
        if self._far is not None:
            self._children[_CLUSTER] = self._far.start(self._children[_LEARNER].new_line())

    def _process_plan(self, name: str = "") -> ProcessPlan:
        """What a process of that name is told."""
        return ProcessPlan(
            folder=self._store.folder,
            config=self._config,
            run=self._plan,
            elapsed=self._clock() - self._begun if self._has_played else 0.0,
            first_games=self._first_games,
            number=int(name.removeprefix("worker-")) if _is_player(name) else 0,
            starts=self._starts[name],
            run_name=self._name,
            first_version=self._next_version,
            known=self._known_by_now,
        )

    @property
    def _known_by_now(self) -> KnownMoments:
        known = self._known
        for noted in self._noted:
            known = known.after(noted.kind, noted.score)
        return known

    def _start(self, name: str) -> None:
        target = {_LEARNER: run_learner, _ARENA: run_arena}.get(name, run_worker)
        if name == _LEARNER:
            self._published = None
        plan = self._process_plan(name)
        self._starts[name] += 1
        line = self._children[_LEARNER].new_line() if _is_player(name) else None
        if name == _LEARNER and _CLUSTER in self._children:  # it was there before, and has what is not safe yet
            line = self._children[_CLUSTER].new_line()
        self._children[name] = Worker(
            name, target, plan, niceness=self._plan.niceness, has_lines=name == _LEARNER, line=line
        )

    def _start_workers(self) -> None:
        for number in range(self._plan.workers):
            if f"worker-{number}" not in self._children:
                self._start(f"worker-{number}")
        if self._far is not None:
            self._far.may_begin = True

    def _keep_alive(self, on_event: Listener) -> None:
        """Start again what died; give up when too much dies in a short time."""
        for name, child in list(self._children.items()):
            if child.is_alive:
                continue
            self._drain(name, child, on_event)
            if self._is_over():  # the learner leaves when all is done
                return
            del self._children[name]
            child.close()
            if name == _CLUSTER:
                self._on_cluster_lost(on_event)
                continue
            if name == _ARENA and self._schedule.is_playing:
                self._schedule.give_up()
                self._announce_rating(on_event)
            reason = Problem("exit_code", {"number": str(child.exit_code)})
            if self._deaths.count_one() or self._fault:
                self._fault = self._fault or Problem("run_fails", {"name": name, "cause": reason})
                return
            logger.warning("%s %s; starting it again", name, reason)
            if name == _LEARNER:
                self._go_back(on_event)
            on_event(events.Died(name, reason))
            if name == _LEARNER:
                self._drop_workers()
            if name != _ARENA:
                self._start(name)
                if name == _LEARNER:
                    return

    def _on_cluster_lost(self, on_event: Listener) -> None:
        """The run goes on with this machine, and looks for the cluster again; where there never was one it ends."""
        assert self._far is not None
        self._fault = self._fault or self._far.lost()
        if self._fault is None:
            on_event(events.Died(_CLUSTER, Problem("cluster_lost", {"address": str(self._plan.cluster)})))

    def _look_far(self, on_event: Listener) -> None:
        """See to the machines of the cluster, where there is one."""
        if self._far is None:
            return
        if self._far.is_due and _LEARNER in self._children:
            self._start_courier()
        if self._far.take_lost_match() and self._schedule.is_playing:
            self._schedule.give_up()
            self._announce_rating(on_event)
        if (seen := self._far.look()) is not None:
            on_event(seen)

    def _go_back(self, on_event: Listener) -> None:
        """The dog is as its last checkpoint has it: forget, and have forgotten, what was told of the time after it."""
        self._is_unsaved = False
        if self._first_games is None:  # nothing was told yet
            return
        saved = reached(self._store.folder)
        at = saved or events.Counters(games=self._first_games)
        self._ladder.forget_after(at.games)
        self._noted = [noted for noted in self._noted if saved is not None and noted.games <= at.games]
        if saved is None:
            self._known = replace(self._known, is_examined=False)
        if (arena := self._children.pop(_ARENA, None)) is not None:  # it measures a dog that has not been
            arena.kill()
        if self._far is not None:
            self._far.end_match()
        self._schedule.go_back(at, self._ladder.rating() is not None)
        self._practice.go_back(*self._treated(), at.seconds)
        on_event(events.WentBack(saved))
        self._announce_rating(on_event)

    def _treated(self) -> tuple[float, float | None]:
        """What the doctor has left of the learning rate by the last checkpoint, and when something was done last."""
        facts = next(facts_of_checkpoints(self._store.folder), None)
        is_at_home = facts is not None and facts.is_on(self._config.size)  # else the learner begins with the whole rate
        return (facts.rate_share, facts.treated_at) if facts is not None and is_at_home else (1.0, None)

    def _drop_workers(self) -> None:
        """The learner begins again at its last checkpoint, and so do the workers, once it has published."""
        for name in [name for name in self._children if _is_player(name)]:
            self._children.pop(name).kill()

    def _end(self, on_event: Listener, grace: float) -> None:
        """Stop every process; whoever is not gone within ``grace`` seconds is ended, but the learner may save first.

        The workers end first: what they have finished since they last sent games is learned from, too.
        """
        workers = [name for name in self._children if _is_player(name)]
        seconds, far = _LAST_GAMES_SECONDS, self._far
        if far is not None:
            far.stop_workers()
            seconds = _FAR_GRACE_SECONDS
        try:
            self._stop(workers, seconds, seconds, on_event, lambda: far is not None and far.is_leaving)
            self._stop(list(self._children), grace, _PATIENT_GRACE_SECONDS, on_event)
            self.is_saving = False
            for name, child in self._children.items():
                self._drain(name, child, on_event)
        finally:  # nobody may be left who works on in the folder, whatever was wrong with what was told
            self.is_saving = False
            for child in self._children.values():
                child.kill()
            self._children.clear()
        if self._is_unsaved:
            self._go_back(on_event)
        if self._far is not None:
            on_event(self._far.seen())  # with the last games that were given
            self._far = None
        self._schedule.give_up()  # the arena is gone, and its match with it

    def _stop(
        self,
        names: list[str],
        grace: float,
        grace_to_save: float,
        on_event: Listener,
        are_others_leaving: Callable[[], bool] = lambda: False,
    ) -> None:
        """Tell some processes to stop, and wait for that; and for others that have been told."""
        children = [self._children[name] for name in names]
        for child in children:
            child.send(Stop())
        begun = time.monotonic()
        while any(child.is_alive for child in children) or are_others_leaving():
            self.is_saving = self._has_to_save()
            if time.monotonic() - begun >= (grace_to_save if self.is_saving else grace):
                break
            self._carry(on_event, relay=False)
        for name, child in zip(names, children, strict=True):
            if not child.is_alive:
                self._drain(name, child, on_event)

    def _has_to_save(self) -> bool:
        """Whether a learner that has something to save is still there, and may take its time."""
        learner = self._children.get(_LEARNER)
        return learner is not None and learner.is_alive and self._published is not None

    # --- messages

    def _carry(self, on_event: Listener, relay: bool = True) -> None:
        """Pass on what has come in, waiting a moment for it."""
        talking = listen(self._children.values(), _WAIT_SECONDS)
        for name, child in list(self._children.items()):
            if child in talking:
                self._drain(name, child, on_event, relay)

    def _drain(self, name: str, child: Worker, on_event: Listener, relay: bool = False) -> None:
        if name == _CLUSTER:
            assert self._far is not None
            for teller, message in self._far.take():
                self._receive(teller, message, on_event, relay)
            return
        for message in child.poll():
            self._receive(name, message, on_event, relay)

    def _receive(self, name: str, message: events.Event, on_event: Listener, relay: bool) -> None:
        if self._take_in(name, message):
            on_event(message)
            self._act_on(message, on_event, relay)

    def _take_in(self, name: str, message: events.Event) -> bool:
        """Note what whoever is told of it may ask the run for; whether it is told at all."""
        if isinstance(message, events.Fault):
            # A fault of the learner is the run's; others are started again.
            if name == _LEARNER:
                self._fault = message.reason
            return False
        if isinstance(message, events.Received | events.Kept):
            self._hear_of_deliveries(message)
            return False
        if isinstance(message, events.Rated):
            self._ladder.add(message)
        elif isinstance(message, events.Noted):
            self._noted.append(message)
        elif isinstance(message, events.Examined):
            self._known = replace(self._known, is_examined=True)
        elif isinstance(message, events.GamesSeen) and self._far is not None and _is_player(name):
            self._far.seen_here(message)
        return True

    def _act_on(self, message: events.Event, on_event: Listener, relay: bool) -> None:
        """Go on as a message asks, once it has been told."""
        if isinstance(message, events.Published | events.Saved):
            self._schedule.weights = message.counters
        if isinstance(message, events.Progress | events.Saved):
            self._is_unsaved = isinstance(message, events.Progress)
        if isinstance(message, events.Completed):
            self._is_complete = True
        elif isinstance(message, events.Published):
            self._published = message
            self._next_version = message.version + 1
            if self._first_games is None:
                self._first_games = message.counters.games
            if relay:  # otherwise all are being ended: nobody is to begin now
                self._start_workers()
        elif isinstance(message, events.GamesSeen) and not self._schedule.has_begun:
            if not self._has_played:
                self._has_played, self._begun = True, self._clock()
            self._schedule.has_begun = True
            self._announce_rating(on_event)
        elif isinstance(message, events.Measured):
            self._after(self._practice.look_at_signs(message.signs), on_event)
        elif isinstance(message, (events.Treated, events.Grown)):
            self._practice.note_rate(message.share)
        elif isinstance(message, events.Rated):
            self._on_rated(message, on_event)
        elif isinstance(message, events.NotRated):
            self._schedule.give_up()
            self._missing |= {message.opponent}
            self._announce_rating(on_event)

    def _hear_of_deliveries(self, message: events.Received | events.Kept) -> None:
        if self._far is None:
            return
        if isinstance(message, events.Kept):
            self._far.kept(message)
        else:
            self._far.received(message)

    def _after(self, visit: Visit, on_event: Listener) -> None:
        """Pass on what the doctor says and orders.

        The orders follow rating matches, which end when the clock will have it; so in a run of so many games, which
        can be repeated, the doctor only speaks.
        """
        for said in visit.said:
            on_event(said)
        learner = self._children.get(_LEARNER) if self._plan.games is None else None
        for order in visit.orders:
            if learner is not None:
                learner.send(order)

    # --- rating

    def _maybe_rate(self, on_event: Listener) -> None:
        """Ask the arena for a match when it is due."""
        if not self._schedule.is_due(self._clock()):
            return
        counters = self._schedule.weights
        ages = [age for age, _ in self._store.ages()]
        opponent = self._ladder.next_opponent(counters.games, ages, self._missing)
        seed = counters.samples % 1_000_003
        games = self._schedule.games_against(opponent, self._is_program(opponent))
        request = events.RateRequest(opponent, games, self._plan.arena_simulations, seed)
        if not self._rate_far(request):
            if _ARENA not in self._children:
                self._start(_ARENA)
            self._children[_ARENA].send(request)
        self._schedule.begin(self._clock())
        on_event(events.RatingGoes(opponent, 0, request.games))

    def _rate_far(self, request: events.RateRequest) -> bool:
        """Have another machine play the match, if one can: this one learns meanwhile."""
        if self._far is None or self._is_program(request.opponent):
            return False
        age = age_of_name(request.opponent)
        paths = [self._store.weights] + ([] if age is None else [self._store.age_path(age)])
        try:
            files = {path.relative_to(self._store.folder).as_posix(): path.read_bytes() for path in paths}
        except OSError:  # who plays here says what is missing
            return False
        return self._far.rate(request, files)

    def _is_program(self, opponent: str) -> bool:
        """Whether that is somebody else's program, which only this machine is known to have."""
        return opponent.partition(":")[0] in self._config.played.programs

    def _announce_rating(self, on_event: Listener) -> None:
        """Say when the next match may begin."""
        planned = self._schedule.planned(self._clock())
        if planned is not None:
            on_event(planned)

    def _on_rated(self, message: events.Rated, on_event: Listener) -> None:
        self._schedule.end(message, self._clock(), self._is_program(message.opponent))
        self._announce_rating(on_event)
        form = self._ladder.form([age for age, _ in self._store.ages()])
        if form is not None:
            self._after(self._practice.look_at_form(form), on_event)


def _is_player(name: str) -> bool:
    """Whether a process of this name plays the dog against itself, on this machine."""
    return name.startswith("worker-") and name.removeprefix("worker-").isdigit()


def _config_of(store: RunStore, wanted: TrainingConfig) -> TrainingConfig:
    """A dog keeps its net, its seed and how it learns; how it plays against itself, and where, may change any time."""
    own = store.load_config()
    return wanted if own is None else replace(own.moved(wanted), selfplay=wanted.selfplay)

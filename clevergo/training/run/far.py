"""Self-play and rating matches on the machines of a cluster, as a run sees them: who is there, and who works there."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from clevergo.files import temporary_folder, write_whole
from clevergo.problem import Problem
from clevergo.training.run import events
from clevergo.training.run.processes import ProcessPlan, run_arena, run_worker
from clevergo.workers.cluster.crew import Connect, Crew, LineEnd, RemoteWorker
from clevergo.workers.cluster.messages import MachineSeen, MachineState
from clevergo.workers.inbox import Inbox, Stop
from clevergo.workers.process import Deaths, Worker

logger = logging.getLogger(__name__)

_SHOW_SECONDS = 1.0
_TELL_SECONDS = 1.0
_AGAIN_SECONDS = 10.0
"""From the end of a courier to the start of the next."""
_MOST_DEATHS = 5
"""Of workers on one machine; who is left there goes on, but nobody is started any more."""
_ARENA = "arena"
_COURIER_NICENESS = 5
"""It should not wait long for its turn among those that compute."""


@dataclass
class _Post:
    """A machine and who works there."""

    seen: MachineSeen
    seen_at: float
    workers: dict[int, RemoteWorker] = field(default_factory=dict)
    """Self-play workers by their numbers."""
    moves: dict[int, float] = field(default_factory=dict)
    """Moves a second, as they told last."""
    is_prepared: bool = False
    """Whether one of them has compiled what all of them need."""
    deaths: Deaths = field(default_factory=lambda: Deaths(_MOST_DEATHS))
    is_given_up: bool = False


class FarPlay:
    """The machines of one run. For the run's thread."""

    def __init__(self, address: str, connect: Connect, plan: Callable[[], ProcessPlan], niceness: int) -> None:
        """Nothing is started yet.

        Args:
            address: the cluster's.
            connect: see :class:`~clevergo.workers.cluster.crew.Crew`.
            plan: what processes of the run are told now.
            niceness: how far workers give way on their machines.
        """
        self._address = address
        self._connect = connect
        self._plan = plan
        self._niceness = niceness
        self._crew: Crew | None = None
        self._next_number = events.FIRST_FAR_WORKER
        self._posts: dict[str, _Post] = {}
        self._given: dict[str, events.GamesGiven] = {}
        self._here_moves: dict[int, float] = {}
        self._here = MachineSeen("", "", MachineState.READY)
        self._arena: RemoteWorker | None = None
        self._has_arena_told = False
        self._is_match_lost = False
        self._was_connected = False
        self._ended_at: float | None = None
        self._told_at = 0.0
        self.may_begin = False
        """Whether workers may be started: the learner's weights are there."""

    # --- the courier

    def start(self, line: LineEnd | None) -> Worker:
        """Start the courier, with a ``line`` to the learner where that is there already."""
        self._crew = Crew(self._address, self._connect, min(self._niceness, _COURIER_NICENESS), line, has_lines=True)
        self._ended_at = None
        return self._crew.courier

    def lost(self) -> Problem | None:
        """The courier has ended. The reason, where there never was a cluster: that is the run's affair."""
        crew, self._crew = self._crew, None
        self._ended_at = time.monotonic()
        if crew is not None:
            crew.end()
        for post in self._posts.values():
            post.workers.clear()
            post.moves.clear()
            if post.seen.state is not MachineState.REFUSED:
                post.seen = replace(post.seen, state=MachineState.GONE)
        self._drop_arena()
        if self._was_connected:
            return None
        return (crew.problem if crew is not None else None) or Problem("cluster_lost", {"address": self._address})

    @property
    def is_due(self) -> bool:
        """Whether the courier is to be started again."""
        return self._ended_at is not None and time.monotonic() - self._ended_at >= _AGAIN_SECONDS

    @property
    def is_leaving(self) -> bool:
        """Whether workers on machines that answer have not ended yet."""
        crew = self._crew
        ready = {post.seen.id for post in self._posts.values() if post.seen.state is MachineState.READY}
        return crew is not None and any(worker.machine.id in ready for worker in crew.workers)

    def stop_workers(self) -> None:
        """Have every worker send what it has finished, and end."""
        self.may_begin = False
        for worker in self._crew.workers if self._crew is not None else ():
            worker.send(Stop())

    # --- messages

    def take(self) -> Iterator[tuple[str, events.Event]]:
        """What workers have said, each with the name of its process; and, now and then, who is there."""
        crew = self._crew
        if crew is None:
            return
        talking = crew.take()
        self._was_connected = self._was_connected or crew.is_connected
        now = time.monotonic()
        for seen in crew.machines:
            self._follow(seen, now)
        self._forget_the_long_gone(crew.machines)
        for worker in talking:
            for message in worker.poll():
                if not self._is_over(worker):
                    self._hear(worker, message)
                    yield self._called(worker), message
            if worker.is_gone:
                self._part(worker)
        self._staff()

    def look(self) -> events.ClusterSeen | None:
        """Who is there, once a second."""
        now = time.monotonic()
        if now - self._told_at < _TELL_SECONDS:
            return None
        self._told_at = now
        return self.seen()

    def seen(self) -> events.ClusterSeen:
        """Who is there, and what each has given."""
        now = time.monotonic()
        none = events.GamesGiven("", 0, 0)
        here = self._given.get("", none)
        reports = [_report(self._here, now, sum(self._here_moves.values()), here, is_here=True)]
        for id, post in self._posts.items():
            reports.append(_report(post.seen, post.seen_at, sum(post.moves.values()), self._given.get(id, none)))
        return events.ClusterSeen(
            tuple(reports), frozenset(number for post in self._posts.values() for number in post.workers)
        )

    def introduce(self, here: MachineSeen) -> None:
        """The machine that learns."""
        self._here = here

    def received(self, message: events.Received) -> None:
        """The learner has told what it has been given."""
        self._given = {given.machine: given for given in message.given}

    def kept(self, message: events.Kept) -> None:
        """What has been delivered up to there is safe."""
        if self._crew is not None:
            self._crew.forget(message.marks)

    def seen_here(self, message: events.GamesSeen) -> None:
        """A worker of this machine has told how it plays."""
        self._here_moves[message.worker] = message.moves_per_second

    # --- machines and their workers

    def _follow(self, seen: MachineSeen, now: float) -> None:
        post = self._posts.get(seen.id)
        if post is None:
            post = self._posts[seen.id] = _Post(seen, now)
        if seen != post.seen and not (post.is_given_up and seen.state is not MachineState.GONE):
            post.seen, post.seen_at = seen, now - seen.silent

    def _forget_the_long_gone(self, machines: tuple[MachineSeen, ...]) -> None:
        """The courier tells of so many that are gone only; before it has told of any, nobody is forgotten."""
        known = {seen.id for seen in machines}
        for id in [id for id, post in self._posts.items() if known and id not in known and not post.workers]:
            del self._posts[id]

    def _staff(self) -> None:
        """Start workers where there is room: one first, which compiles what all need, then the others."""
        if not self.may_begin or self._crew is None:
            return
        for post in self._posts.values():
            if post.seen.state is not MachineState.READY or post.is_given_up:
                continue
            wanted = post.seen.cores if post.is_prepared else 1
            while len(post.workers) < wanted:
                number, self._next_number = self._next_number, self._next_number + 1
                post.workers[number] = self._hire(post.seen, number)

    def _hire(self, machine: MachineSeen, number: int) -> RemoteWorker:
        assert self._crew is not None
        plan = self._plan()
        run = replace(plan.run, duty=1.0)
        there = replace(plan, folder=Path(), run=run, number=number, starts=0, show_seconds=_SHOW_SECONDS)
        name = f"worker-{number}"
        return self._crew.hire(machine, name, run_worker, there, niceness=self._niceness, has_line=True)

    def _hear(self, worker: RemoteWorker, message: events.Event) -> None:
        post = self._posts[worker.machine.id]
        if isinstance(message, events.Ready):
            post.is_prepared = True
        elif isinstance(message, events.GamesSeen):
            post.moves[message.worker] = message.moves_per_second
        elif isinstance(message, events.Rated | events.NotRated):
            self._has_arena_told = True
        elif isinstance(message, events.Fault):
            logger.warning("%s on %s: %s", worker.name, worker.machine.name, message.reason)

    def _part(self, worker: RemoteWorker) -> None:
        if worker is self._arena:
            self._drop_arena()
        if worker.name == _ARENA:
            return
        post = self._posts[worker.machine.id]
        for number in [number for number, other in post.workers.items() if other is worker]:
            del post.workers[number]
            post.moves.pop(number, None)
        # One that was killed with its machine is nobody's fault.
        if worker.exit_code is not None and self.may_begin and post.deaths.count_one():
            logger.warning("workers on %s die again and again: it is left alone", worker.machine.name)
            post.is_given_up = True
            post.seen = replace(post.seen, state=MachineState.REFUSED, reason=Problem("machine_kills"))

    def _called(self, worker: RemoteWorker) -> str:
        return _ARENA if worker is self._arena else f"{worker.name} on {worker.machine.name}"

    def _is_over(self, worker: RemoteWorker) -> bool:
        """Whether it plays a match that nobody wants to hear of any more."""
        return worker.name == _ARENA and worker is not self._arena

    # --- rating matches

    def rate(self, request: events.RateRequest, files: Mapping[str, bytes]) -> bool:
        """Have a rating match played on the machine that gives most; whether there is one.

        ``files`` are those of the dog's folder that the match needs, by their names in it.
        """
        free = [post for post in self._posts.values() if post.seen.state is MachineState.READY and post.is_prepared]
        if self._crew is None or self._arena is not None or not free:
            return False
        best = max(free, key=lambda post: post.seen.cores)
        plan = replace(self._plan(), folder=Path())
        self._has_arena_told = False
        self._arena = self._crew.hire(
            best.seen, _ARENA, run_far_arena, plan, request, dict(files), niceness=self._niceness
        )
        return True

    def end_match(self) -> None:
        """Whatever comes of the match that is being played is not heard: it measures a dog that has not been."""
        arena, self._arena = self._arena, None
        if arena is not None:
            arena.end()

    def take_lost_match(self) -> bool:
        """Whether a match will have no result, since this was asked last."""
        was_lost, self._is_match_lost = self._is_match_lost, False
        return was_lost

    def _drop_arena(self) -> None:
        if self._arena is not None:
            self._arena = None
            self._is_match_lost = not self._has_arena_told


def _report(
    seen: MachineSeen, at: float, moves: float, given: events.GamesGiven, is_here: bool = False
) -> events.MachineReport:
    return events.MachineReport(
        seen.name, seen.processor, seen.cores, seen.state, is_here, moves, given.games, given.dropped, at, seen.reason
    )


def run_far_arena(inbox: Inbox, plan: ProcessPlan, request: events.RateRequest, files: Mapping[str, bytes]) -> None:
    """Process on another machine: play one rating match, in a folder that has what it needs of the dog's."""
    with temporary_folder() as name:
        folder = Path(name)
        for relative, data in files.items():
            path = folder / relative
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data, durable=False)
        run_arena(inbox, replace(plan, folder=folder), request)

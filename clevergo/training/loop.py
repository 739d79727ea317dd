"""A training run: starts the processes, carries messages between them, keeps them alive, rates the dog.

The same code runs in a background thread of the window and in the command line's main thread. It never
computes: the arithmetic is in the processes (:mod:`clevergo.training.processes`).
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from clevergo.training.config import TrainingConfig
from clevergo.training.events import (
    Counters,
    Died,
    Event,
    Fault,
    GamesPlayed,
    GamesSeen,
    NewWeights,
    Progress,
    Published,
    Rated,
    RateRequest,
    Ready,
    Saved,
    SetDuty,
    Stop,
)
from clevergo.training.ladder import Ladder
from clevergo.training.processes import ProcessPlan, run_arena, run_learner, run_worker
from clevergo.training.store import RunFolderError, RunStore

logger = logging.getLogger(__name__)

_LEARNER, _ARENA = "learner", "arena"
_WAIT_SECONDS = 0.1
_GRACE_SECONDS = 1.8
_PATIENT_GRACE_SECONDS = 20.0
_MOST_DEATHS = 5
_CALM_SECONDS = 300.0


@dataclass(frozen=True)
class RunPlan:
    """How a run uses the machine, and for how long."""

    workers: int = 1
    """Self-play processes; the learner is one more."""
    duty: float = 1.0
    """Share of the time the processes work."""
    seconds: float | None = None
    """Length of the run; None: until stopped."""
    niceness: int = 10
    """How much the processes give way to other programs (Unix scale)."""
    arena_seconds: float = 120.0
    """Pause between two rating matches; 0: no rating."""
    arena_games: int = 10
    """Games of a rating match."""
    arena_simulations: int = 100
    """Simulations a move of the dog in a rating match."""


def plan_for_machine(share: float = 1.0, seconds: float | None = None) -> RunPlan:
    """A plan that uses about ``share`` (0 to 1) of this machine's cores: one learner, the rest self-play."""
    cores = os.cpu_count() or 1
    busy = max(1.0, cores * share)
    workers = max(1, int(busy) - 1)
    duty = min(1.0, cores * share / (workers + 1)) if cores > 1 else share
    return RunPlan(workers=workers, duty=duty, seconds=seconds)


@dataclass
class _Child:
    """A process and our end of its pipe."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection
    ready: bool = False


class TrainingRun:
    """One run of one dog's training. Owned by the thread that calls :meth:`run`."""

    def __init__(self, folder: Path, config: TrainingConfig, plan: RunPlan, ladder: Ladder | None = None) -> None:
        """Prepare a run; nothing is started yet.

        Args:
            folder: the dog's.
            config: for a dog without a checkpoint; one with a checkpoint goes on with its own.
            ladder: what earlier rating matches found.
        """
        self._store = RunStore(folder)
        self._plan = plan
        self._process_plan = ProcessPlan(folder, config, plan.niceness, plan.duty, plan.seconds)
        self._ladder = ladder or Ladder()
        self._context = multiprocessing.get_context("spawn")
        self._children: dict[str, _Child] = {}
        self._deaths: list[float] = []
        self._published: Published | None = None
        self._fault: str | None = None
        self._next_rating = 0.0
        self._rating = False
        self._duty = threading.Event()
        self._wanted_duty = plan.duty

    def set_duty(self, duty: float) -> None:
        """Work more or less from now on; may be called from another thread."""
        self._wanted_duty = duty
        self._duty.set()

    def run(self, stop: threading.Event, on_event: Callable[[Event], None]) -> None:
        """Train until ``stop`` is set or the planned time is over; returns when all is saved.

        Args:
            stop: ends the run, within two seconds where the processes are at work.
            on_event: told of everything, in the calling thread; must be quick.

        Raises:
            RunFolderError: the folder cannot be used, or the run failed beyond repair.
        """
        begun = time.monotonic()
        self._next_rating = begun + self._plan.arena_seconds
        with self._store.locked():
            try:
                self._start(_LEARNER)
                while not stop.is_set() and not self._is_over(begun):
                    self._carry(on_event)
                    self._keep_alive(on_event)
                    self._maybe_rate()
                    if self._fault:
                        on_event(Fault(self._fault))
                        raise RunFolderError(self._fault)
            finally:
                self._end(on_event, _GRACE_SECONDS if stop.is_set() else _PATIENT_GRACE_SECONDS)

    def _is_over(self, begun: float) -> bool:
        return self._plan.seconds is not None and time.monotonic() - begun >= self._plan.seconds

    # --- processes

    def _start(self, name: str) -> None:
        targets = {_LEARNER: run_learner, _ARENA: run_arena}
        number = int(name.removeprefix("worker-")) if name.startswith("worker-") else 0
        plan = replace(self._process_plan, number=number, duty=self._wanted_duty)
        ours, theirs = self._context.Pipe()
        target = targets.get(name, run_worker)
        process = self._context.Process(target=target, args=(plan, theirs), name=f"clevergo-{name}", daemon=True)
        process.start()
        theirs.close()
        self._children[name] = _Child(process, ours)

    def _start_workers(self) -> None:
        for number in range(self._plan.workers):
            if f"worker-{number}" not in self._children:
                self._start(f"worker-{number}")

    def _keep_alive(self, on_event: Callable[[Event], None]) -> None:
        """Start again what died; give up when too much dies in a short time."""
        for name, child in list(self._children.items()):
            if child.process.is_alive():
                continue
            self._drain(name, child, on_event)
            del self._children[name]
            child.pipe.close()
            self._rating = self._rating and name != _ARENA
            now = time.monotonic()
            self._deaths = [moment for moment in self._deaths if now - moment < _CALM_SECONDS] + [now]
            reason = f"ended with code {child.process.exitcode}"
            if self._fault or len(self._deaths) >= _MOST_DEATHS:
                self._fault = self._fault or f"training's {name} process keeps failing ({reason}): see the log"
                return
            logger.warning("%s %s; starting it again", name, reason)
            on_event(Died(name, reason))
            if name != _ARENA:
                self._start(name)

    def _end(self, on_event: Callable[[Event], None], grace: float) -> None:
        """Stop every process: the learner saves; whoever is not gone in time is ended."""
        for child in self._children.values():
            self._send(child, Stop())
        deadline = time.monotonic() + grace
        while time.monotonic() < deadline and any(child.process.is_alive() for child in self._children.values()):
            self._carry(on_event, relay=False)
        for name, child in self._children.items():
            self._drain(name, child, on_event)
            if child.process.is_alive():
                child.process.kill()
            child.process.join(timeout=1.0)
            child.pipe.close()
        self._children.clear()

    # --- messages

    @staticmethod
    def _send(child: _Child, message: object) -> None:
        try:
            child.pipe.send(message)
        except (BrokenPipeError, OSError):
            logger.debug("%s is gone", child.process.name)

    def _carry(self, on_event: Callable[[Event], None], relay: bool = True) -> None:
        """Pass on what has come in, waiting a moment for it."""
        if self._duty.is_set():
            self._duty.clear()
            for child in self._children.values():
                self._send(child, SetDuty(self._wanted_duty))
        pipes = {child.pipe: name for name, child in self._children.items()}
        for pipe in wait(list(pipes), timeout=_WAIT_SECONDS):
            assert isinstance(pipe, Connection)
            name = pipes[pipe]
            self._receive(name, self._children[name], on_event, relay)

    def _drain(self, name: str, child: _Child, on_event: Callable[[Event], None]) -> None:
        while child.pipe.poll() and self._receive(name, child, on_event, relay=False):
            pass

    def _receive(self, name: str, child: _Child, on_event: Callable[[Event], None], relay: bool) -> bool:
        """Take one message; False when the other end is gone."""
        try:
            message: Any = child.pipe.recv()
        except (EOFError, OSError):
            time.sleep(_WAIT_SECONDS / 10)  # the process is ending; do not spin until it has
            return False
        if isinstance(message, Fault):
            # A fault of the learner is the run's; others are started again.
            if name == _LEARNER:
                self._fault = message.reason
            return True
        if isinstance(message, Ready):
            child.ready = True
        elif isinstance(message, GamesPlayed):
            learner = self._children.get(_LEARNER)
            if relay and learner is not None:
                self._send(learner, message)
        elif isinstance(message, Published):
            self._on_published(message)
        elif isinstance(message, Rated):
            self._rating = False
            self._ladder.add(message)
        on_event(message)
        return True

    def _on_published(self, message: Published) -> None:
        self._published = message
        for name, child in self._children.items():
            if name.startswith("worker-"):
                self._send(child, NewWeights(message.path, message.counters.positions))
        self._start_workers()

    # --- rating

    def _maybe_rate(self) -> None:
        """Ask the arena for a match when its time has come and the dog has learned something."""
        learned = self._published is not None and self._published.counters.samples > 0
        if not self._plan.arena_seconds or self._rating or not learned or time.monotonic() < self._next_rating:
            return
        assert self._published is not None
        if _ARENA not in self._children:
            self._start(_ARENA)
        seed = self._published.counters.samples % 1_000_003
        opponent = self._ladder.next_opponent()
        request = RateRequest(opponent, self._plan.arena_games, self._plan.arena_simulations, seed)
        self._send(self._children[_ARENA], request)
        self._rating = True
        self._next_rating = time.monotonic() + self._plan.arena_seconds


def counters_of(event: Event) -> Counters | None:
    """The counters an event carries, if any."""
    return event.counters if isinstance(event, Progress | Published | Saved) else None


__all__ = ["GamesSeen", "RunPlan", "TrainingRun", "counters_of", "plan_for_machine"]

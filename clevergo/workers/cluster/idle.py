"""Processes on the machines of a cluster that have nothing else to do, for an owner who can do without them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

from clevergo.workers.cluster.crew import Connect, Crew, RemoteWorker
from clevergo.workers.cluster.messages import MachineSeen, MachineState
from clevergo.workers.inbox import Stop
from clevergo.workers.process import Worker, listen

logger = logging.getLogger(__name__)

_SILENT_SECONDS = 30.0
_GLANCE_SECONDS = 0.1


class IdleMachines:
    """The machines of one owner. Without a cluster nobody is there, and everything is done at home. For one thread."""

    def __init__(self, address: str, connect: Connect, niceness: int) -> None:
        """Look for the cluster at ``address``; see :class:`~clevergo.workers.cluster.crew.Crew`."""
        self._crew: Crew | None = Crew(address, connect, niceness)
        self._niceness = niceness
        self._cores: dict[str, int] = {}
        """That each worker takes."""
        self._prepared: set[str] = set()
        """Machines where somebody has compiled what all need."""
        self._given_up: set[str] = set()

    @property
    def couriers(self) -> list[Worker]:
        """Who is to be listened to."""
        return [] if self._crew is None else [self._crew.courier]

    def take(self) -> list[RemoteWorker]:
        """Those that have said something or have ended."""
        crew = self._crew
        if crew is None:
            return []
        talking = crew.take()
        if crew.courier.is_gone:
            logger.warning("no other machine takes part: %s", crew.problem or "the cluster is gone")
            crew.end()
            self._crew = None
        return talking

    def note_prepared(self, worker: RemoteWorker) -> None:
        """Note that this worker's machine has compiled everything, so that further workers may be started on it."""
        self._prepared.add(worker.machine.id)

    def give_up(self, worker: RemoteWorker) -> None:
        """What was begun on its machine has failed: nothing else is begun there."""
        logger.warning("nothing else is begun on %s", worker.machine.name)
        self._given_up.add(worker.machine.id)

    def has_room(self, cores: int = 1) -> bool:
        """Whether :meth:`hire` would start a process that takes so many cores."""
        return next(self._rooms(cores), None) is not None

    def hire(
        self,
        name: str,
        target: Callable[..., None],
        *arguments: Any,
        most: int,
        cores: int = 1,
        has_children: bool = False,
    ) -> list[RemoteWorker]:
        """Start up to ``most`` processes where there is room: on each machine one first, which compiles what all need.

        Args:
            name: what they are called.
            target: see :class:`~clevergo.workers.process.Worker`, as ``arguments``.
            most: how many there is something to do for.
            cores: that each takes; a machine that has fewer is given one all the same.
            has_children: whether each starts workers of its own.
        """
        hired: list[RemoteWorker] = []
        while self._crew is not None and len(hired) < most and (machine := next(self._rooms(cores), None)) is not None:
            worker = self._crew.hire(
                machine, name, target, *arguments, niceness=self._niceness, has_children=has_children
            )
            self._cores[worker.id] = cores
            hired.append(worker)
        return hired

    def _rooms(self, cores: int) -> Iterator[MachineSeen]:
        """The machines that have so many cores to spare, or nothing to do."""
        crew = self._crew
        if crew is None:
            return
        taken: dict[str, int] = {}
        for worker in crew.workers:
            taken[worker.machine.id] = taken.get(worker.machine.id, 0) + self._cores.get(worker.id, 1)
        for machine in crew.machines:
            busy = taken.get(machine.id, 0)
            is_free = not busy or (machine.id in self._prepared and busy + cores <= machine.cores)
            if is_free and machine.state is MachineState.READY and machine.id not in self._given_up:
                yield machine

    def is_silent(self, worker: RemoteWorker) -> bool:
        """Whether its machine does not answer just now."""
        return not any(seen.state is MachineState.READY for seen in self._seen(worker))

    def has_fallen_silent(self, worker: RemoteWorker) -> bool:
        """Whether its machine has not answered for so long that what it does is better done elsewhere."""
        return any(seen.silent >= _SILENT_SECONDS for seen in self._seen(worker))

    def _seen(self, worker: RemoteWorker) -> list[MachineSeen]:
        machines = self._crew.machines if self._crew is not None else ()
        return [machine for machine in machines if machine.id == worker.machine.id]

    def close(self, farewell: float = 0.0) -> None:
        """End every process there; those on machines that answer have ``farewell`` seconds to leave by themselves."""
        crew = self._crew
        if crew is None:
            return
        for worker in crew.workers:
            worker.send(Stop())
        deadline = time.monotonic() + farewell
        while time.monotonic() < deadline and not all(self.is_silent(worker) for worker in crew.workers):
            listen([crew.courier], _GLANCE_SECONDS)
            crew.take()
        crew.end()
        self._crew = None

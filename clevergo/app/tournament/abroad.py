"""A tournament's processes on the machines of a cluster that have nothing else to do."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from clevergo.app.desk.paths import AppError
from clevergo.app.match.messages import Preparing
from clevergo.app.tournament.worker import NICENESS, Entrant, Lend
from clevergo.players.spec import PlayerKind
from clevergo.workers.cluster.crew import Connect, Crew, RemoteWorker
from clevergo.workers.cluster.messages import MachineState
from clevergo.workers.inbox import Inbox
from clevergo.workers.process import Worker

logger = logging.getLogger(__name__)

_SILENT_SECONDS = 30.0

Entry = Callable[[Inbox, float | None], None]


class Abroad:
    """The machines of one tournament. Without a cluster nobody is there, and it is played at home."""

    def __init__(self, address: str, connect: Connect, entry: Entry) -> None:
        """Look for the cluster at ``address``; ``entry`` is what a process runs."""
        self._crew: Crew | None = Crew(address, connect, NICENESS)
        self._entry = entry
        self._prepared: set[str] = set()
        """Machines where somebody has compiled what all need."""
        self._lent: set[tuple[str, str]] = set()
        """Which worker has which weights."""

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
            logger.warning("no other machine plays: %s", crew.problem or "the cluster is gone")
            crew.end()
            self._crew = None
        return talking

    def heard(self, worker: RemoteWorker, message: object) -> None:
        """A worker has said something: once it plays, others may begin beside it."""
        if not isinstance(message, Preparing):
            self._prepared.add(worker.machine.id)

    def hire(self, pace: float | None, most: int) -> list[RemoteWorker]:
        """Start up to ``most`` processes where there is room."""
        crew, hired = self._crew, list[RemoteWorker]()
        if crew is None:
            return hired
        busy = Counter(worker.machine.id for worker in crew.workers)
        for machine in crew.machines:
            room = machine.cores if machine.id in self._prepared else 1
            while machine.state is MachineState.READY and busy[machine.id] < room and len(hired) < most:
                busy[machine.id] += 1
                hired.append(crew.hire(machine, "tournament", self._entry, pace, niceness=NICENESS))
        return hired

    def lend(self, worker: RemoteWorker, entrant: Entrant) -> Entrant:
        """The player as that worker can build it, its weights sent along where it has none of them yet.

        AppError where they cannot be read.
        """
        path = entrant.weights
        if path is None:
            return entrant
        with AppError.instead_of(OSError, "cannot_read", path=path):
            name = f"{path}:{path.stat().st_mtime_ns}"
            if (worker.id, name) not in self._lent:
                self._lent.add((worker.id, name))
                worker.send(Lend(name, path.read_bytes()))
        return replace(entrant, weights=None, lent=name)

    def has_fallen_silent(self, worker: RemoteWorker) -> bool:
        """Whether its machine has not answered for so long that its game is better played elsewhere."""
        machines = self._crew.machines if self._crew is not None else ()
        return any(machine.id == worker.machine.id and machine.silent >= _SILENT_SECONDS for machine in machines)

    def close(self) -> None:
        """End every process there."""
        if self._crew is not None:
            self._crew.end()


def may_travel(entrant: Entrant) -> bool:
    """Whether another machine can have the player: other programs are installed here only."""
    return entrant.spec.kind is not PlayerKind.OUTSIDE

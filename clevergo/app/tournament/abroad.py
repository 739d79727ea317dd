"""A tournament's processes on the machines of a cluster that have nothing else to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from clevergo.app.errors import AppError
from clevergo.app.match.messages import Preparing
from clevergo.app.tournament.worker import NICENESS, Entrant, Lend
from clevergo.players.spec import PlayerKind
from clevergo.workers.cluster.crew import Connect, RemoteWorker
from clevergo.workers.cluster.idle import IdleMachines
from clevergo.workers.inbox import Inbox
from clevergo.workers.process import Worker

Entry = Callable[[Inbox, float | None], None]


class Abroad:
    """The machines of one tournament. Without a cluster nobody is there, and it is played at home."""

    def __init__(self, address: str, connect: Connect, entry: Entry) -> None:
        """Look for the cluster at ``address``; ``entry`` is what a process runs."""
        self._machines = IdleMachines(address, connect, NICENESS)
        self._entry = entry
        self._lent: set[tuple[str, str]] = set()
        """Which worker has which weights."""

    @property
    def couriers(self) -> list[Worker]:
        """Who is to be listened to."""
        return self._machines.couriers

    def take(self) -> list[RemoteWorker]:
        """Those that have said something or have ended."""
        return self._machines.take()

    def heard(self, worker: RemoteWorker, message: object) -> None:
        """A worker has said something: once it plays, others may begin beside it."""
        if not isinstance(message, Preparing):
            self._machines.note_prepared(worker)

    def hire(self, pace: float | None, most: int) -> list[RemoteWorker]:
        """Start up to ``most`` processes where there is room."""
        return self._machines.hire("tournament", self._entry, pace, most=most)

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
        return self._machines.has_fallen_silent(worker)

    def close(self) -> None:
        """End every process there."""
        self._machines.close()


def may_travel(entrant: Entrant) -> bool:
    """Whether another machine can have the player: other programs are installed here only."""
    return entrant.spec.kind is not PlayerKind.OUTSIDE

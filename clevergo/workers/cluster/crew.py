"""Workers on other machines as their owner sees them: the same as a :class:`~clevergo.workers.process.Worker`."""

from __future__ import annotations

import itertools
import pickle
import secrets
from collections import deque
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from typing import Any

from clevergo.problem import Problem
from clevergo.workers.cluster.courier import Cluster, run_courier
from clevergo.workers.cluster.messages import (
    Connected,
    Dismiss,
    Ended,
    Forget,
    Hire,
    MachineSeen,
    MachinesSeen,
    NotConnected,
    Spoken,
    Tell,
)
from clevergo.workers.inbox import Stop
from clevergo.workers.process import Worker, packed_work

Connect = Callable[[str], Cluster]
_FAREWELL_SECONDS = 1.4
LineEnd = Connection
"""What ``Worker.new_line`` yields."""


class RemoteWorker:
    """A process of this program on another machine."""

    def __init__(self, id: str, machine: MachineSeen, name: str, send: Callable[[object], bool]) -> None:
        """See :meth:`Crew.hire`."""
        self.id = id
        """That no other worker has."""
        self.machine = machine
        """As it was when the worker was hired."""
        self.name = name
        self.is_gone = False
        """Whether it has ended, or its machine has. What it said before may still be taken."""
        self.exit_code: int | None = None
        """What it ended with; None where that is not known."""
        self._send = send
        self._said: deque[bytes] = deque()

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended, as far as is known."""
        return not self.is_gone

    def send(self, message: object) -> bool:
        """Tell it something; False where it is gone."""
        return not self.is_gone and self._send(Tell(self.id, pickle.dumps(message)))

    def poll(self) -> list[Any]:
        """What it has said since the last time, in order."""
        said, self._said = self._said, deque()
        return [pickle.loads(message) for message in said]

    def end(self) -> None:
        """Have it end; without waiting for that."""
        if not self.is_gone:
            self._send(Dismiss(self.id))

    def hear(self, message: bytes) -> None:
        """It has said something: for its crew."""
        self._said.append(message)

    def part(self, exit_code: int | None) -> None:
        """It has ended, or its machine has: for its crew."""
        self.is_gone, self.exit_code = True, exit_code


class Crew:
    """The workers of one owner on all machines of a cluster, and the courier that goes between. For one thread."""

    def __init__(
        self, address: str, connect: Connect, niceness: int = 0, line: Connection | None = None, has_lines: bool = False
    ) -> None:
        """Start the courier; who is there shows later.

        Args:
            address: as ``connect`` understands it.
            connect: called in the courier's process; must pickle.
            niceness: the courier's.
            line: from its start to somebody who takes what workers say on their lines, and is heard by them.
            has_lines: whether the courier can be given such a line later.
        """
        self.courier = Worker(
            "cluster", run_courier, connect, address, niceness=niceness, has_lines=has_lines, line=line
        )
        """The process."""
        self.machines: tuple[MachineSeen, ...] = ()
        """Every machine that is there, or was."""
        self.is_connected = False
        """Whether the cluster was found."""
        self.problem: Problem | None = None
        """Why it was not."""
        self._workers: dict[str, RemoteWorker] = {}
        self._token = secrets.token_hex(4)
        self._numbers = itertools.count(1)

    def hire(
        self,
        machine: MachineSeen,
        name: str,
        target: Callable[..., None],
        *arguments: Any,
        niceness: int = 0,
        has_line: bool = False,
        has_children: bool = False,
    ) -> RemoteWorker:
        """Start a worker on a machine; arguments as for a :class:`~clevergo.workers.process.Worker`.

        ``has_line``: it is told what is said on the courier's line, the latest of it when it begins, and what it says
        there is delivered at the other end. ``has_children``: it starts workers of its own.
        """
        id = f"{self._token}-{next(self._numbers)}"
        worker = self._workers[id] = RemoteWorker(id, machine, name, self.courier.send)
        work = packed_work(target, *arguments)
        self.courier.send(Hire(id, machine.id, name, work, niceness, has_line, has_children))
        return worker

    def forget(self, kept: Iterable[tuple[str, int]]) -> None:
        """Of these streams, what was delivered up to a number is safe: nobody needs it again."""
        self.courier.send(Forget(tuple(kept)))

    def take(self) -> list[RemoteWorker]:
        """Take in what the courier has said; the workers that have said something or have ended, in that order."""
        talking: dict[str, RemoteWorker] = {}
        for message in self.courier.poll():
            if isinstance(message, MachinesSeen):
                self.machines = message.machines
            elif isinstance(message, Connected):
                self.is_connected = True
            elif isinstance(message, NotConnected):
                self.problem = message.reason
            elif isinstance(message, Spoken | Ended) and (worker := self._workers.get(message.worker)) is not None:
                talking[worker.id] = worker
                if isinstance(message, Spoken):
                    worker.hear(message.message)
                else:
                    self._part(worker, message.exit_code)
        if self.courier.is_gone:
            talking |= self._workers
            for worker in list(self._workers.values()):
                self._part(worker, None)
        return list(talking.values())

    @property
    def workers(self) -> tuple[RemoteWorker, ...]:
        """Those that have not ended."""
        return tuple(self._workers.values())

    def leave(self) -> None:
        """Tell the courier to end every worker and itself; without waiting for that."""
        self.courier.send(Stop())

    def end(self) -> None:
        """The same, and wait for the courier, two seconds at most."""
        self.leave()
        self.courier.end(farewell=_FAREWELL_SECONDS)

    def _part(self, worker: RemoteWorker, exit_code: int | None) -> None:
        worker.part(exit_code)
        self._workers.pop(worker.id, None)

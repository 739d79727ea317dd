"""One machine of a cluster: starts our workers there, carries what they are told and what they say. Knows no Ray."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import platform
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from clevergo.workers.child import do_packed, own_niceness
from clevergo.workers.cluster.messages import Dismiss, Heard, Hire, MachineFacts, Tell
from clevergo.workers.inbox import Lines
from clevergo.workers.process import Worker, end_all, listen, new_pipe

logger = logging.getLogger(__name__)

_PACKAGE = Path(__file__).parents[2]
_GLANCE_SECONDS = 0.05
_LAST_WORDS_SECONDS = 0.5
"""How long the line of a worker that has ended is listened to, at most."""


class _Employee:
    """A worker, and our end of its line where it has one."""

    def __init__(self, order: Hire, said: bytes | None) -> None:
        ours = theirs = None
        if order.has_line:
            ours, theirs = new_pipe()
        # Who starts it here has a low priority already, which it inherits.
        niceness = max(0, order.niceness - own_niceness())
        self.worker = Worker(
            order.name, do_packed, order.work, niceness=niceness, has_children=order.has_children, line=theirs
        )
        self.line = Lines(ours) if ours is not None else None
        self.number = 0
        """Of what it said on its line last."""
        if said is not None:
            self.tell_on_line(said)

    def tell_on_line(self, data: bytes) -> None:
        if self.line is not None:
            self.line.send(data)

    def take_from_line(self, last: bool = False) -> list[tuple[int, bytes]]:
        """What it has said on its line, numbered; the ``last`` time all that is still in there."""
        if self.line is None:
            return []
        if last:
            self.line.wait_for_end(_LAST_WORDS_SECONDS)
        heard = self.line.take()
        begin, self.number = self.number + 1, self.number + len(heard)
        return list(enumerate(heard, begin))


class Machine:
    """Lives in a process that Ray keeps on the machine, an actor; the workers end with that process."""

    def __init__(self) -> None:
        self._employees: dict[str, _Employee] = {}
        self._on_line: bytes | None = None
        self._served = 0, Heard()
        """The number of the latest exchange, and what came of it."""

    def tell(self) -> MachineFacts:
        """What it is."""
        return facts_of_this_machine()

    def exchange(
        self, number: int, orders: Sequence[Hire | Tell | Dismiss], on_line: bytes | None = None, wait: float = 0.0
    ) -> Heard:
        """Follow orders, and wait up to ``wait`` seconds for something to be said.

        Args:
            number: 1, 2, 3, ...; who has not heard the answer asks with the same number again, and gets the same one.
            orders: in their order.
            on_line: what every worker with a line is told there, those that are started later, too; None: nothing new.
            wait: seconds.
        """
        if number == self._served[0]:
            return self._served[1]
        if on_line is not None:
            self._on_line = on_line
            for employee in self._employees.values():
                employee.tell_on_line(on_line)
        for order in orders:
            self._follow(order)
        deadline = time.monotonic() + wait
        while not (heard := self._listen(min(_GLANCE_SECONDS, wait))) and time.monotonic() < deadline:
            pass
        self._served = number, heard or Heard()
        return self._served[1]

    def close(self) -> None:
        """End every worker, at once."""
        end_all([employee.worker for employee in self._employees.values()])
        self._employees.clear()

    def _follow(self, order: Hire | Tell | Dismiss) -> None:
        if isinstance(order, Hire):
            if order.worker not in self._employees:
                self._employees[order.worker] = _Employee(order, self._on_line)
            return
        employee = self._employees.get(order.worker)
        if employee is None:
            return  # it has ended, and that has been told
        if isinstance(order, Tell):
            employee.worker.send_packed(order.message)
        else:
            employee.worker.end()

    def _listen(self, wait: float) -> Heard | None:
        """What there is; None where there is nothing."""
        spoken: list[tuple[str, bytes]] = []
        on_lines: list[tuple[str, int, bytes]] = []
        ended: list[tuple[str, int | None]] = []
        listen([employee.worker for employee in self._employees.values()], wait)
        for name, employee in list(self._employees.items()):
            # Whether it has ended is asked first: what it says until then is heard.
            has_ended = not employee.worker.is_alive
            spoken += [(name, message) for message in employee.worker.poll_packed()]
            on_lines += [(name, *said) for said in employee.take_from_line(last=has_ended)]
            if has_ended:
                ended.append((name, employee.worker.exit_code))
                employee.worker.close()
                del self._employees[name]
        return Heard(tuple(spoken), tuple(on_lines), tuple(ended)) if spoken or on_lines or ended else None


@cache
def facts_of_this_machine() -> MachineFacts:
    """What this one is; its cores are all there are, which may be more than it gives."""
    return MachineFacts(platform.node(), processor_name(), os.cpu_count() or 1, program_digest())


def processor_name() -> str:
    """What the processor is called by who made it, as far as the system tells."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine()


@cache
def program_digest() -> str:
    """Of every module of this program: machines that differ in it would not understand each other."""
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]

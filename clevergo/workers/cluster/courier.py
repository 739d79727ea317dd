"""The courier: a process that goes between an owner here and the workers on other machines of a cluster.

Ray lives in this process and in those it keeps on other machines, in no other of ours: if Ray hangs or gives up, the
courier does, and is started again. One call at a time is under way to each machine, so one that hangs keeps nobody
waiting.

What remote workers say on their lines is delivered on the courier's own line, in envelopes with a number
(:class:`~clevergo.workers.cluster.messages.Delivery`), and kept until the owner tells that it is safe: to somebody
new at the other end of the line all of that is delivered again.
"""

from __future__ import annotations

import logging
import os
import time
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from clevergo.problem import Problem, ProblemError
from clevergo.workers.cluster.machine import facts_of_this_machine
from clevergo.workers.cluster.messages import (
    Connected,
    Delivery,
    Dismiss,
    Ended,
    Forget,
    Heard,
    Hire,
    MachineFacts,
    MachineSeen,
    MachinesSeen,
    MachineState,
    NotConnected,
    Spoken,
    Tell,
)
from clevergo.workers.inbox import Inbox

logger = logging.getLogger(__name__)

_LOOK_SECONDS = 1.0
"""From one look at which machines there are to the next."""
_EXCHANGE_SECONDS = 0.25
"""How long a machine waits at most for something to say."""
_ROUND_SECONDS = 0.1
_SILENT_SECONDS = 5.0
_AGAIN_SECONDS = 10.0
"""After so long somebody is put anew on a machine that is still there, where whoever was there has died."""
_MOST_GONE = 32
"""Machines that are gone and still told of."""


@dataclass(frozen=True)
class Node:
    """A machine that has joined the cluster."""

    id: str
    name: str
    cores: int
    """That it gives."""


class LostError(Exception):
    """A machine is gone, or what lived on it is."""


class UnheardError(Exception):
    """An answer was lost on its way; who was asked may still be there."""


class Link(Protocol):
    """The way to one machine. Calls are answered one after the other."""

    def ask(self, method: str, *arguments: Any) -> None:
        """Call a method of the :class:`~clevergo.workers.cluster.machine.Machine` there; returns at once."""

    def answer(self) -> Any:
        """The answer to the call under way; None where there is none yet.

        LostError, UnheardError, or the method's own error.
        """

    def cut(self) -> None:
        """End what lives there, and all its workers; returns at once."""


class Cluster(Protocol):
    """Machines held together by somebody."""

    def nodes(self) -> list[Node]:
        """Every machine that is there now, this one left out."""

    def link(self, node: Node) -> Link:
        """Put a :class:`~clevergo.workers.cluster.machine.Machine` there; returns at once."""

    def share(self, data: bytes) -> Any:
        """Something large that several machines are to be given: an argument of :meth:`Link.ask`."""

    def leave(self) -> None:
        """Have nothing to do with it any more."""


@dataclass
class _Machine:
    """A machine, and what goes to and fro."""

    node: Node
    link: Link
    state: MachineState = MachineState.JOINING
    facts: MachineFacts | None = None
    reason: Problem | None = None
    workers: set[str] = field(default_factory=set)
    orders: list[Hire | Tell | Dismiss] = field(default_factory=list)
    """Not on their way yet."""
    heard_at: float = field(default_factory=time.monotonic)
    has_line: int = 0
    """Which version of what is said on the line it has been given."""
    exchanges: int = 0
    asked: tuple[Any, ...] | None = None
    """The call under way."""

    def seen(self, now: float) -> MachineSeen:
        facts, node = self.facts, self.node
        state, silent = self.state, now - self.heard_at
        if state is MachineState.READY and silent > _SILENT_SECONDS:
            state = MachineState.SILENT
        processor = facts.processor if facts is not None else ""
        return MachineSeen(node.id, node.name, state, processor, node.cores, round(silent, 1), self.reason)


@dataclass(frozen=True)
class _Gone:
    """A machine that was lost."""

    seen: MachineSeen
    heard_at: float
    since: float


class Courier:
    """The loop of the process."""

    def __init__(self, cluster: Cluster, inbox: Inbox, program: str | None = None) -> None:
        """``program``: the digest that machines must have; by default ours."""
        self._cluster = cluster
        self._inbox = inbox
        self._program = program or facts_of_this_machine().program
        self._machines: dict[str, _Machine] = {}
        self._gone: dict[str, _Gone] = {}
        self._where: dict[str, _Machine] = {}
        """The machine of each worker."""
        self._unsafe: defaultdict[str, deque[Delivery]] = defaultdict(deque)
        """What was delivered and is not known to be safe, by stream."""
        self._on_line: Any = None
        self._line_version = 0
        self._looked = -_LOOK_SECONDS
        self._told: MachinesSeen | None = None

    def run(self) -> None:
        """Go to and fro until told to stop."""
        try:
            while not self._inbox.stopped:
                self.go_round()
        finally:
            for machine in self._machines.values():
                machine.link.cut()
            self._cluster.leave()

    def go_round(self, wait: float = _ROUND_SECONDS) -> None:
        """Take what has come from all sides, and pass it on."""
        for message in self._inbox.take(wait):
            self._obey(message)
        self._listen_to_line()
        now = time.monotonic()
        if now - self._looked >= _LOOK_SECONDS:
            self._looked = now
            self._look(now)
        for machine in list(self._machines.values()):
            self._attend(machine, now)

    # --- the owner, and who is at the other end of the line

    def _obey(self, message: object) -> None:
        if isinstance(message, Hire):
            self._hire(message)
        elif isinstance(message, Tell | Dismiss):
            machine = self._where.get(message.worker)
            if machine is not None:
                machine.orders.append(message)
        elif isinstance(message, Forget):
            for stream, number in message.kept:
                waiting = self._unsafe.get(stream, deque())
                while waiting and waiting[0].number <= number:
                    waiting.popleft()

    def _hire(self, order: Hire) -> None:
        machine = self._machines.get(order.machine)
        if machine is None or machine.state is not MachineState.READY:
            self._inbox.send(Ended(order.worker, None))
            return
        machine.workers.add(order.worker)
        machine.orders.append(order)
        self._where[order.worker] = machine

    def _listen_to_line(self) -> None:
        for line in self._inbox.lines.take_new():
            for waiting in self._unsafe.values():
                for delivery in waiting:
                    line.send(delivery.to_bytes())
        said = self._inbox.lines.take()
        if said:  # what was said last is what counts
            self._on_line = self._cluster.share(said[-1])
            self._line_version += 1

    # --- the machines

    def _look(self, now: float) -> None:
        """Who has come and who has gone."""
        nodes = {node.id: node for node in self._cluster.nodes()}
        for id, node in nodes.items():
            gone = self._gone.get(id)
            if id not in self._machines and (gone is None or now - gone.since >= _AGAIN_SECONDS):
                logger.info("machine %s (%s) has come", node.name, id)
                self._gone.pop(id, None)
                self._machines[id] = _Machine(node, self._cluster.link(node))
        for id in [id for id in self._machines if id not in nodes]:
            self._lose(self._machines[id])
        seen = [machine.seen(now) for machine in self._machines.values()]
        left = [replace(gone.seen, silent=round(now - gone.heard_at, 1)) for gone in self._gone.values()]
        told = MachinesSeen((*seen, *left))
        if told != self._told:
            self._told = told
            self._inbox.send(told)

    def _attend(self, machine: _Machine, now: float) -> None:
        """Take a machine's answer, and ask it again."""
        try:
            if machine.asked is not None:
                answer = machine.link.answer()
                if answer is None:
                    return
                machine.asked, machine.heard_at = None, now
                self._take(machine, answer)
            self._ask(machine)
        except UnheardError as error:
            logger.warning("machine %s is asked again: %s", machine.node.name, error)
            machine.link.ask(*machine.asked or ())
        except LostError as error:
            logger.warning("machine %s is gone: %s", machine.node.name, error)
            self._lose(machine)
        except ProblemError as error:
            self._refuse(machine, error.problem)
        except Exception as error:
            logger.exception("machine %s", machine.node.name)
            self._refuse(machine, Problem("machine_fails", {"cause": f"{type(error).__name__}: {error}"}))

    def _ask(self, machine: _Machine) -> None:
        if machine.state is MachineState.REFUSED:
            return
        if machine.facts is None:
            machine.asked = ("tell",)
        else:
            orders, machine.orders = machine.orders, []
            is_new = machine.has_line != self._line_version
            machine.has_line = self._line_version
            machine.exchanges += 1
            on_line = self._on_line if is_new else None
            machine.asked = ("exchange", machine.exchanges, orders, on_line, _EXCHANGE_SECONDS)
        machine.link.ask(*machine.asked)

    def _take(self, machine: _Machine, answer: MachineFacts | Heard) -> None:
        if isinstance(answer, MachineFacts):
            machine.facts = answer
            if answer.program != self._program:
                self._refuse(machine, Problem("machine_differs"))
                return
            machine.state = MachineState.READY
            self._looked = -_LOOK_SECONDS  # tell of it at once
            return
        for worker, number, data in answer.on_lines:
            delivery = Delivery(f"{machine.node.id}/{worker}", number, data)
            self._unsafe[delivery.stream].append(delivery)
            self._inbox.lines.send(delivery.to_bytes())
        for worker, message in answer.spoken:
            self._inbox.send(Spoken(worker, message))
        for worker, exit_code in answer.ended:
            machine.workers.discard(worker)
            self._where.pop(worker, None)
            self._inbox.send(Ended(worker, exit_code))

    def _refuse(self, machine: _Machine, reason: Problem) -> None:
        logger.warning("machine %s is not used: %s", machine.node.name, reason)
        machine.state, machine.reason = MachineState.REFUSED, reason
        machine.asked = None  # or its fault would be heard again for ever
        self._end_workers(machine)
        machine.link.cut()

    def _lose(self, machine: _Machine) -> None:
        now = time.monotonic()
        self._machines.pop(machine.node.id, None)
        machine.state = MachineState.GONE
        self._gone[machine.node.id] = _Gone(machine.seen(now), machine.heard_at, now)
        while len(self._gone) > _MOST_GONE:
            self._gone.pop(next(iter(self._gone)))
        self._end_workers(machine)
        machine.link.cut()
        self._looked = -_LOOK_SECONDS

    def _end_workers(self, machine: _Machine) -> None:
        for worker in sorted(machine.workers):
            self._where.pop(worker, None)
            self._inbox.send(Ended(worker, None))
        machine.workers.clear()


def run_courier(inbox: Inbox, connect: Callable[[str], Cluster], address: str) -> None:
    """Process: connect to the cluster at ``address``, and go to and fro until the pipe is closed."""
    try:
        cluster = connect(address)
    except ProblemError as error:
        inbox.send(NotConnected(error.problem))
        return
    inbox.send(Connected())
    code = 1
    try:
        Courier(cluster, inbox).run()
        code = 0
    except Exception:
        logger.exception("the courier cannot go on")
    finally:
        os._exit(code)  # nothing is left to write, and a library that waits for machines that hang must not keep us

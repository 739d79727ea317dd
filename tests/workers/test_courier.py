"""The courier between an owner and machines that come, go and hang, on a cluster that is made up."""

from __future__ import annotations

import multiprocessing
import pickle
import time
from collections.abc import Iterator
from typing import Any

import pytest

from clevergo.problem import Problem
from clevergo.workers.cluster import courier as module
from clevergo.workers.cluster.courier import Courier, LostError, Node, UnheardError
from clevergo.workers.cluster.machine import Machine
from clevergo.workers.cluster.messages import (
    Delivery,
    Dismiss,
    Ended,
    Forget,
    Heard,
    Hire,
    MachineFacts,
    MachinesSeen,
    MachineState,
    Spoken,
    Tell,
)
from clevergo.workers.inbox import Inbox, Lines, Stop
from clevergo.workers.process import packed_work
from tests.patience import PATIENCE

FACTS = MachineFacts("vm", "A Processor", 8, "ours")


class FakeLink:
    """Remembers what is asked, and answers with what is put into ``answers``; with nothing while that is empty."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.answers: list[Any] = [FACTS]
        self.is_cut = False

    def ask(self, method: str, *arguments: Any) -> None:
        self.asked.append((method, *arguments))

    def answer(self) -> Any:
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def cut(self) -> None:
        self.is_cut = True

    @property
    def orders(self) -> list[Any]:
        return [order for method, *rest in self.asked if method == "exchange" for order in rest[1]]

    @property
    def on_line(self) -> list[Any]:
        return [rest[2] for method, *rest in self.asked if method == "exchange" and rest[2] is not None]


class FakeCluster:
    """Machines by their names."""

    def __init__(self) -> None:
        self.there: list[str] = []
        self.links: dict[str, FakeLink] = {}

    def nodes(self) -> list[Node]:
        return [Node(name, name, 2) for name in self.there]

    def link(self, node: Node) -> FakeLink:
        self.links[node.id] = FakeLink()
        return self.links[node.id]

    def share(self, data: bytes) -> bytes:
        return data

    def leave(self) -> None: ...


class Town:
    """A courier with its owner and the other end of its line."""

    def __init__(self) -> None:
        self.owner, pipe = multiprocessing.Pipe()
        end, way = multiprocessing.Pipe()
        self.line = Lines(end)
        self.cluster = FakeCluster()
        self.inbox = Inbox(pipe, Lines(way))
        self.courier = Courier(self.cluster, self.inbox, "ours")

    def come(self, *names: str) -> None:
        self.cluster.there += names
        self.go_round(3)

    def go_round(self, times: int = 1) -> None:
        for _ in range(times):
            self.courier._looked = -10.0
            self.courier.go_round(0.0)

    def tell(self, *messages: object) -> None:
        for message in messages:
            self.owner.send(message)
        self.go_round()

    def told(self) -> list[Any]:
        told = []
        while self.owner.poll():
            told.append(self.owner.recv())
        return told

    def states(self) -> dict[str, MachineState]:
        seen = [message for message in self.told() if isinstance(message, MachinesSeen)]
        return {machine.name: machine.state for machine in seen[-1].machines}

    def delivered(self, count: int) -> list[Delivery]:
        heard: list[bytes] = []
        deadline = time.monotonic() + PATIENCE
        while len(heard) < count and time.monotonic() < deadline:
            heard += self.line.take(0.05)
        return [delivery for data in heard if (delivery := Delivery.from_bytes(data)) is not None]


@pytest.fixture
def town() -> Town:
    return Town()


def hired(worker: str, machine: str) -> Hire:
    return Hire(worker, machine, "worker", b"")


def test_orders_go_to_a_workers_machine_and_what_it_says_comes_back(town: Town) -> None:
    town.come("a", "b")
    assert town.states() == {"a": MachineState.READY, "b": MachineState.READY}
    orders = [hired("1", "a"), hired("2", "b"), Tell("2", b"go"), Dismiss("1")]
    town.tell(*orders)
    for link in town.cluster.links.values():
        link.answers.append(Heard())
    town.go_round()
    assert town.cluster.links["a"].orders == [orders[0], orders[3]]
    assert town.cluster.links["b"].orders == [orders[1], orders[2]]
    town.cluster.links["b"].answers.append(Heard((("2", b"here"),), (), (("2", 0),)))
    town.go_round()
    assert [message for message in town.told() if not isinstance(message, MachinesSeen)] == [
        Spoken("2", b"here"),
        Ended("2", 0),
    ]


def test_what_workers_say_on_their_lines_is_delivered_until_it_is_safe(town: Town) -> None:
    town.come("a")
    town.cluster.links["a"].answers.append(Heard((), (("1", 1, b"x"), ("1", 2, b"y"), ("2", 1, b"z"))))
    town.go_round(2)
    sent = [Delivery("a/1", 1, b"x"), Delivery("a/1", 2, b"y"), Delivery("a/2", 1, b"z")]
    assert town.delivered(3) == sent
    town.tell(Forget((("a/1", 1),)))

    end, way = multiprocessing.Pipe()
    town.inbox.lines._add(way)  # somebody new is at the other end
    town.line = Lines(end)
    town.go_round()
    assert town.delivered(2) == sent[1:]


def test_what_is_said_last_on_the_line_goes_to_each_machine_once(town: Town) -> None:
    town.come("a")
    for data in (b"old", b"new"):
        town.line.send(data)
    deadline = time.monotonic() + PATIENCE
    while town.cluster.links["a"].on_line[-1:] != [b"new"] and time.monotonic() < deadline:
        town.cluster.links["a"].answers.append(Heard())
        town.go_round()
    town.come("b")
    for link in town.cluster.links.values():
        link.answers += [Heard(), Heard()]
    town.go_round(3)
    assert town.cluster.links["a"].on_line.count(b"new") == 1
    assert town.cluster.links["b"].on_line == [b"new"]


def test_who_hangs_keeps_nobody_waiting_and_may_come_back(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    town.come("a", "b")
    monkeypatch.setattr(module, "_SILENT_SECONDS", 0.0)
    town.cluster.links["b"].answers += [Heard(((("1"), b"on"),), ())]
    town.go_round(2)
    assert town.states()["a"] is MachineState.SILENT
    asked = len(town.cluster.links["a"].asked)
    town.go_round(3)
    assert len(town.cluster.links["a"].asked) == asked, "one call at a time"
    monkeypatch.setattr(module, "_SILENT_SECONDS", 1000.0)
    town.cluster.links["a"].answers.append(Heard())
    town.go_round(2)
    assert town.states()["a"] is MachineState.READY


def test_an_answer_that_was_lost_is_asked_for_again(town: Town) -> None:
    town.come("a")
    town.tell(hired("1", "a"))
    link = town.cluster.links["a"]
    link.answers += [Heard(), UnheardError("cut")]
    town.go_round(2)
    assert link.asked[-1] == link.asked[-2]
    assert link.asked[-1][2] == [hired("1", "a")]
    assert not link.is_cut


def test_with_a_machine_its_workers_are_gone_and_the_others_stay(town: Town) -> None:
    town.come("a", "b")
    town.tell(hired("1", "a"), hired("2", "b"))
    town.cluster.there.remove("a")
    town.go_round()
    told = town.told()
    assert [message for message in told if isinstance(message, Ended)] == [Ended("1", None)]
    assert town.cluster.links["a"].is_cut
    town.go_round()
    town.tell(hired("3", "a"))
    assert Ended("3", None) in town.told()


def test_where_only_our_process_died_the_machine_is_tried_again(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    town.come("a")
    first = town.cluster.links["a"]
    first.answers.append(LostError("killed"))
    town.go_round(2)
    assert town.states()["a"] is MachineState.GONE
    assert town.cluster.links["a"] is first
    monkeypatch.setattr(module, "_AGAIN_SECONDS", 0.0)
    town.go_round(3)
    assert town.cluster.links["a"] is not first
    assert town.states() == {"a": MachineState.READY}


def test_a_machine_that_fails_is_refused_once_and_left_alone(town: Town) -> None:
    town.come("a")
    link = town.cluster.links["a"]
    link.answers += [RuntimeError("no such program")] * 5
    town.go_round(4)
    assert town.states() == {"a": MachineState.REFUSED}
    assert len(link.answers) == 4


def test_another_version_of_the_program_is_not_used_and_says_so(town: Town) -> None:
    town.cluster.there.append("a")
    town.go_round()
    town.cluster.links["a"].answers = [MachineFacts("vm", "A Processor", 8, "another")]
    town.go_round(2)
    seen = [message for message in town.told() if isinstance(message, MachinesSeen)][-1].machines[0]
    assert (seen.state, seen.reason) == (MachineState.REFUSED, Problem("machine_differs"))
    town.tell(hired("1", "a"))
    assert Ended("1", None) in town.told()


# --- a machine, with real processes


def repeat(inbox: Inbox, name: str) -> None:
    """Says again what it hears, on its pipe and on its line."""
    while not inbox.stopped:
        for data in inbox.lines.take(0.02):
            inbox.lines.send(data + name.encode())
        for message in inbox.take():
            if not inbox.stopped:
                inbox.send((name, message))
    inbox.lines.send(b"last")


@pytest.fixture
def machine() -> Iterator[Machine]:
    machine = Machine()
    yield machine
    machine.close()


def test_a_machine_carries_what_its_workers_hear_and_say_to_the_last_word(machine: Machine) -> None:

    heard: list[Heard] = [machine.exchange(1, [], b"weights")]
    order = Hire("w", "here", "worker", packed_work(repeat, "!"), has_line=True)
    orders: list[Any] = [order, order, Tell("w", pickle.dumps("hello"))]
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and not any(said.ended for said in heard):
        heard.append(machine.exchange(len(heard) + 1, orders, None, 0.1))
        assert machine.exchange(len(heard), orders) == heard[-1], "who asks again gets the same answer, once done"
        has_spoken = any(said.spoken for said in heard) and any(said.on_lines for said in heard)
        orders = [Tell("w", pickle.dumps(Stop()))] if has_spoken else []
    assert [pickle.loads(data) for said in heard for _, data in said.spoken] == [("!", "hello")]
    assert [line for said in heard for line in said.on_lines] == [("w", 1, b"weights!"), ("w", 2, b"last")]
    assert [ended for said in heard for ended in said.ended] == [("w", 0)]

"""A run and its machines on a cluster that is made up, in real processes: who is missing, and who comes back."""

from __future__ import annotations

import os
import pickle
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

from clevergo.problem import Problem
from clevergo.training.learner.store import RunStore
from clevergo.training.run.events import ClusterSeen, Died, Event, Noted, Rated, RateRequest, Ready
from clevergo.training.run.far import FarPlay
from clevergo.training.run.loop import TrainingRun
from clevergo.training.run.plan import RunPlan
from clevergo.training.run.processes import ProcessPlan
from clevergo.workers.cluster.crew import RemoteWorker
from clevergo.workers.cluster.messages import Dismiss, MachineSeen, MachineState
from tests.training.test_cluster import CONFIG, sees
from tests.training.test_loop import Run, has_learned
from tests.workers.made_up import connect

PLAN = RunPlan(workers=1, niceness=0, arena_seconds=0.0)


class FarRun(Run):
    """A run on a cluster that is a folder."""

    def _work(self) -> None:
        self.run._connect = connect
        super()._work()


def test_a_run_without_its_cluster_says_so_and_ends(tmp_path: Path) -> None:
    run = FarRun(tmp_path / "dog", replace(PLAN, cluster=str(tmp_path / "nowhere")), CONFIG)
    run.thread.join(200)
    assert isinstance(run.error, Exception)
    assert getattr(run.error, "problem", None) == Problem("no_cluster", {"address": str(tmp_path / "nowhere")})


class SmallCrew:
    """One machine, and those who were hired for it."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.machine = MachineSeen("1", "a", MachineState.READY, cores=1)
        self.machines, self.is_connected, self.sent = (self.machine,), True, list[object]()
        self.hired: list[RemoteWorker] = []
        self.courier = None

    def hire(self, machine: MachineSeen, name: str, *_: Any, **__: Any) -> RemoteWorker:
        self.hired.append(RemoteWorker(str(len(self.hired)), machine, name, self.send))
        return self.hired[-1]

    def send(self, message: object) -> bool:
        self.sent.append(message)
        return True

    def take(self) -> list[RemoteWorker]:
        return self.hired

    def say(self, worker: RemoteWorker, message: Event) -> None:
        worker.hear(pickle.dumps(message))


def test_of_a_match_that_has_been_ended_nothing_is_heard_and_the_next_one_may_begin(monkeypatch: Any) -> None:
    crew = SmallCrew()
    monkeypatch.setattr("clevergo.training.run.far.Crew", lambda *_, **__: crew)
    far = FarPlay("there", connect, lambda: ProcessPlan(Path(), CONFIG), 0)
    far.start(None)
    far.may_begin = True
    assert not list(far.take())
    crew.say(crew.hired[0], Ready())
    assert [message for _, message in far.take()] == [Ready()]
    request = RateRequest("random", 2, 4, 0)
    assert far.rate(request, {})
    assert not far.rate(request, {}), "one at a time"
    first = crew.hired[-1]
    crew.say(first, Noted("won:random", 9, 0, None, (), b""))
    assert len(list(far.take())) == 1
    far.end_match()
    crew.say(first, Noted("best", 9, 0, None, (), b""))
    assert crew.sent == [Dismiss(first.id)]
    assert not list(far.take())
    assert far.rate(request, {})
    first.part(0)
    assert not list(far.take())
    assert not far.take_lost_match(), "the second one is being played"
    crew.hired[-1].part(None)
    assert not list(far.take())
    assert far.take_lost_match()


def test_a_rating_match_is_played_elsewhere_and_a_lost_courier_is_replaced(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("clevergo.training.run.far._AGAIN_SECONDS", 0.5)
    machines = tmp_path / "cluster"
    machines.mkdir()
    (machines / "a").write_text("1")
    plan = replace(PLAN, cluster=str(machines), arena_seconds=5.0, arena_games=2, arena_simulations=4)
    run = FarRun(tmp_path / "dog", plan, CONFIG)
    run.wait_for(sees(MachineState.READY, games=1))
    run.events.clear()
    run.wait_for(lambda event: isinstance(event, Rated))
    assert isinstance(run.run, TrainingRun)

    os.kill(run.run._children["cluster"].pid, signal.SIGKILL)
    run.wait_for(lambda event: isinstance(event, Died) and event.process == "cluster")
    run.events.clear()
    run.wait_for(has_learned)
    run.wait_for(sees(MachineState.READY, games=1))
    run.end()
    assert run.error is None
    seen = [event for event in run.events if isinstance(event, ClusterSeen)][-1]
    saved = RunStore(tmp_path / "dog").load()
    assert saved is not None
    assert sum(machine.games - machine.dropped for machine in seen.machines) == saved.counters.games

"""A run and its machines on a cluster that is made up, in real processes: who is missing, and who comes back."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

from clevergo.problem import Problem
from clevergo.training.run.events import Died, Rated
from clevergo.training.run.loop import TrainingRun
from clevergo.training.run.plan import RunPlan
from clevergo.workers.cluster.messages import MachineState
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

"""How a run is begun, as the window asks for it: what is chosen meanwhile counts, and a refused one leaves no trace."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.messages import Effort, NewsKind, TrainingPhase
from clevergo.app.training.session import TrainingSession
from clevergo.training.run import loop
from clevergo.training.run.plan import RunPlan, plan_for_machine
from tests.patience import PATIENCE


@pytest.fixture
def kennel(tmp_path: Path) -> Iterator[Kennel]:
    kennel = Kennel(Paths(tmp_path / "data", tmp_path / "program"))
    yield kennel
    kennel.close()


def test_a_start_that_is_refused_is_no_part_of_the_dogs_life(kennel: Kennel) -> None:
    session, pup = TrainingSession(kennel), kennel.adopt("pup")
    with pup.resting():
        session.start("pup")
        assert session.wait(PATIENCE)
    shown = session.snapshot
    assert (shown.phase, shown.error and shown.error.code) == (TrainingPhase.FAILED, "trained_elsewhere")
    assert kennel.growth.news(pup.id) == []


def test_an_effort_that_is_chosen_while_a_run_is_set_up_counts(kennel: Kennel, monkeypatch: pytest.MonkeyPatch) -> None:
    session, pup = TrainingSession(kennel, Effort.ALL), kennel.adopt("pup")
    wanted: list[RunPlan] = []

    class Run(loop.TrainingRun):
        """Whoever looks on chooses another effort while it is made; nothing is trained."""

        def __init__(self, *known: Any) -> None:
            session.set_effort(Effort.GENTLE)
            super().__init__(*known)

        def run(
            self, _stop: threading.Event, _on_event: loop.Listener, on_begin: Callable[[], object] = lambda: None
        ) -> None:
            on_begin()
            wanted.append(self._wanted)

    monkeypatch.setattr(loop, "TrainingRun", Run)
    session.start("pup", seconds=60.0)
    assert session.wait(PATIENCE)
    assert session.snapshot.error is None
    gentle = plan_for_machine(0.25, 60.0)
    assert wanted == [gentle]
    assert gentle != plan_for_machine(1.0, 60.0)
    assert [news.kind for news in kennel.growth.news(pup.id)] == [NewsKind.STARTED, NewsKind.STOPPED]

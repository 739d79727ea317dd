"""A whole run with real processes on a tiny board: it plays, learns, saves, stops, survives being killed."""

from __future__ import annotations

import functools
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clevergo.nn.description import NetConfig
from clevergo.nn.files import load_weights
from clevergo.problem import as_said
from clevergo.training.config import LearnerConfig, SelfPlayConfig, TrainingConfig, YoungNet
from clevergo.training.learner.store import RunFolderError, RunStore
from clevergo.training.run.events import (
    Counters,
    Died,
    Event,
    Fault,
    GamesSeen,
    Grown,
    Noted,
    Progress,
    Published,
    Rated,
    RatingGoes,
    RatingPlanned,
    Saved,
    WentBack,
)
from clevergo.training.run.loop import TrainingRun
from clevergo.training.run.plan import RunPlan
from tests.patience import PATIENCE

CONFIG = TrainingConfig(
    net=NetConfig(blocks=1, channels=16, size=5),
    size=5,
    selfplay=SelfPlayConfig(games=8, simulations=4, late_simulations=4, considered=4),
    learner=LearnerConfig(batch=16, min_positions=50, window_min=500, publish_ticks=64, checkpoint_seconds=1.0),
)
PLAN = RunPlan(workers=1, niceness=0, arena_seconds=0.0, duty=0.3)
"""What a test waits for is told by the clock, most of it. Meanwhile the run need not work as hard as it can."""


class Run:
    """A training run in a thread, whose events are kept."""

    def __init__(self, folder: Path, plan: RunPlan = PLAN, config: TrainingConfig = CONFIG) -> None:
        self.events: list[Event] = []
        self.stop = threading.Event()
        self.error: Exception | None = None
        self.run = TrainingRun(folder, config, plan)
        self.thread = threading.Thread(target=self._work, daemon=True)
        self.thread.start()

    def _work(self) -> None:
        try:
            self.run.run(self.stop, self.events.append)
        except Exception as error:  # noqa: BLE001 - whatever it is, the test shows it
            self.error = error

    def wait_for(self, seen: Callable[[Event], bool]) -> Event:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for event in list(self.events):
                if seen(event):
                    return event
            if not self.thread.is_alive():
                break
            time.sleep(0.05)
        raise AssertionError(f"it never happened: {[type(e).__name__ for e in self.events[-20:]]}, {self.error}")

    def end(self) -> None:
        self.stop.set()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


def has_died(name: str, event: Event) -> bool:
    return isinstance(event, Died) and event.process == name


def has_learned(event: Event) -> bool:
    return isinstance(event, Saved) and event.counters.samples > 0


def test_a_run_plays_learns_saves_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "小 黑"
    first = Run(folder)
    saved = first.wait_for(has_learned)
    seen = first.wait_for(lambda event: isinstance(event, GamesSeen))
    first.end()
    assert first.error is None
    assert not any(isinstance(event, WentBack) for event in first.events), "it was stopped, and saved"
    assert isinstance(saved, Saved)
    assert isinstance(seen, GamesSeen)
    assert seen.boards[0][0].shape == (5, 5)
    told = [event for event in first.events if not isinstance(event, Noted)]
    assert not any(isinstance(value, bytes) for event in told for value in vars(event).values()), (
        "of games it is told of one at most, the diary's: the others pass by"
    )
    last = [event for event in first.events if isinstance(event, Saved)][-1].counters
    assert last.games > 0
    assert last.positions > last.games
    assert last.seconds > 0
    assert load_weights(RunStore(folder).weights).meta["games"] == last.games

    second = Run(folder)
    progress = second.wait_for(lambda event: isinstance(event, Progress))
    second.end()
    assert isinstance(progress, Progress)
    assert progress.counters.games >= last.games
    assert progress.counters.seconds >= last.seconds
    assert progress.window > 0


def test_workers_and_learner_that_are_killed_are_started_again(tmp_path: Path) -> None:
    run = Run(tmp_path, replace(PLAN, duty=1.0))  # much happens after what was saved last
    run.wait_for(has_learned)
    for name in ("worker-0", "learner"):
        os.kill(run.run._children[name].pid, signal.SIGKILL)
        run.wait_for(functools.partial(has_died, name))
    before = len(run.events)
    deadline = time.monotonic() + PATIENCE
    while not any(has_learned(event) for event in run.events[before:]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert any(has_learned(event) for event in run.events[before:])
    run.end()
    assert run.error is None
    # The learner begins again at the last checkpoint, so whatever was told of the time after it is taken back.
    saved: list[Counters] = []
    backs = [event for event in run.events if isinstance(event, WentBack)]
    for event in run.events[: run.events.index(backs[0])]:
        if isinstance(event, Saved):
            saved.append(event.counters)
    assert backs[0].saved is not None
    assert backs[0].saved.games >= saved[-1].games
    following = run.events[run.events.index(backs[0]) :]
    published = next(event for event in following if isinstance(event, Published))
    assert published.counters == backs[0].saved


def test_a_growth_that_a_kill_has_undone_is_made_again(tmp_path: Path) -> None:
    """Nothing is saved between the growth and the kill: the learner goes on as the small net that it was."""
    grows = replace(
        CONFIG,
        net=NetConfig(blocks=2, channels=16, size=5),
        young_nets=(YoungNet(1, 8, 400),),
        learner=replace(CONFIG.learner, checkpoint_seconds=3600.0),
    )
    run = Run(tmp_path, config=grows)
    run.wait_for(lambda event: isinstance(event, Grown))
    for name in ("worker-0", "learner"):
        os.kill(run.run._children[name].pid, signal.SIGKILL)
        run.wait_for(functools.partial(has_died, name))
    went_back = run.wait_for(lambda event: isinstance(event, WentBack))
    assert isinstance(went_back, WentBack)
    assert went_back.saved is None or went_back.saved.positions < 400
    before = len(run.events)
    deadline = time.monotonic() + PATIENCE
    while not any(isinstance(event, Grown) for event in run.events[before:]) and time.monotonic() < deadline:
        time.sleep(0.05)
    grown = next(place for place, event in enumerate(run.events) if place >= before and isinstance(event, Grown))
    while not any(isinstance(event, Published) for event in run.events[grown:]) and time.monotonic() < deadline:
        time.sleep(0.05)
    run.end()
    assert run.error is None
    assert load_weights(RunStore(tmp_path).weights).config == grows.net
    again = Run(tmp_path, config=grows)
    again.wait_for(lambda event: isinstance(event, Published))
    again.end()
    assert again.error is None
    assert not any(isinstance(event, Grown) for event in again.events)


def test_a_last_save_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    end = TrainingRun._end

    def end_in_vain(run: TrainingRun, *args: Any) -> None:
        end(run, *args)
        run._fault = as_said("the disk is full")

    monkeypatch.setattr(TrainingRun, "_end", end_in_vain)
    run = Run(tmp_path)
    run.wait_for(has_learned)
    run.end()
    assert isinstance(run.error, RunFolderError)
    assert "the disk is full" in str(run.error)
    assert isinstance(run.events[-1], Fault)


def test_a_run_of_known_length_ends_by_itself(tmp_path: Path) -> None:
    run = Run(tmp_path, replace(PLAN, seconds=1.0))
    run.thread.join(PATIENCE)
    assert not run.thread.is_alive()
    assert run.error is None
    assert any(isinstance(event, Saved) for event in run.events)


def test_a_run_that_goes_on_lasts_as_long_as_was_left(tmp_path: Path) -> None:
    run = Run(tmp_path, replace(PLAN, seconds=1e6, behind=1e6 - 1.0))
    run.thread.join(PATIENCE)
    assert not run.thread.is_alive()
    assert run.error is None
    assert any(isinstance(event, Saved) for event in run.events)


def test_the_arena_measures_the_dog(tmp_path: Path) -> None:
    run = Run(tmp_path, replace(PLAN, arena_seconds=0.5, arena_games=2, arena_simulations=4))
    rated = run.wait_for(lambda event: isinstance(event, Rated))
    run.end()
    assert isinstance(rated, Rated)
    assert rated.opponent == "random"
    assert rated.wins + rated.draws + rated.losses == 2


def test_a_newborn_is_rated_before_it_has_learned_anything(tmp_path: Path) -> None:
    """On a slow machine learning begins late; a first rating, of few games, need not wait for it."""
    slow = replace(CONFIG, learner=replace(CONFIG.learner, min_positions=10_000_000))
    plan = replace(PLAN, arena_seconds=3_600.0, arena_games=10, arena_simulations=4)
    run = Run(tmp_path, plan, slow)
    rated = run.wait_for(lambda event: isinstance(event, Rated))
    run.wait_for(lambda event: isinstance(event, RatingPlanned) and event.needs_weights)
    run.end()
    assert isinstance(rated, Rated)
    assert rated.wins + rated.draws + rated.losses == 4
    goes = [event for event in run.events if isinstance(event, RatingGoes)]
    assert [(event.done, event.games) for event in goes] == [(done, 4) for done in range(5)]


def test_a_stop_loses_no_game_that_has_ended(tmp_path: Path) -> None:
    """On a slow machine minutes may pass from one sending of games to the next."""
    rarely = replace(CONFIG, learner=replace(CONFIG.learner, publish_ticks=16_000_000))
    run = Run(tmp_path, config=rarely)
    run.wait_for(lambda event: isinstance(event, GamesSeen) and event.under_way.positions > event.under_way.moves)
    run.end()
    assert run.error is None
    counters = [event.counters for event in run.events if isinstance(event, Saved)][-1]
    assert counters.games > 0
    state = RunStore(tmp_path).load()
    assert state is not None
    assert state.counters.games == counters.games


def test_moves_of_unfinished_games_are_told_of(tmp_path: Path) -> None:
    run = Run(tmp_path)
    first = run.wait_for(lambda event: isinstance(event, GamesSeen) and event.under_way.moves > 0)
    run.end()
    assert isinstance(first, GamesSeen)
    assert first.under_way.games == CONFIG.selfplay.games


def test_a_folder_whose_checkpoints_are_broken_is_left_alone(tmp_path: Path) -> None:
    broken = tmp_path / "checkpoints" / "checkpoint-00000001.npz"
    broken.parent.mkdir()
    broken.write_bytes(b"rubbish")
    run = Run(tmp_path)
    run.thread.join(PATIENCE)
    assert isinstance(run.error, RunFolderError)
    assert "cannot be read" in str(run.error)
    assert broken.read_bytes() == b"rubbish"


def test_efforts_change_a_run_that_is_under_way(tmp_path: Path) -> None:
    run = Run(tmp_path)
    run.wait_for(lambda event: isinstance(event, GamesSeen))
    run.run.change_plan(replace(PLAN, duty=0.15))  # the same processes, resting more
    learned = run.wait_for(has_learned)
    assert isinstance(learned, Saved)
    before, learner = len(run.events), run.run._children["learner"].pid
    run.run.change_plan(replace(PLAN, workers=2, niceness=1))  # others, which go on from all that was reached
    deadline = time.monotonic() + PATIENCE
    while not any(isinstance(event, GamesSeen) for event in run.events[before:]) and time.monotonic() < deadline:
        time.sleep(0.05)
    while "worker-1" not in run.run._children and time.monotonic() < deadline:
        time.sleep(0.05)
    assert run.run._children["learner"].pid != learner
    run.end()
    assert run.error is None
    counters = [event.counters for event in run.events if isinstance(event, Saved)][-1]
    assert counters.games >= learned.counters.games
    assert not any(isinstance(event, Died) for event in run.events)


def test_a_run_begins_with_the_plan_that_is_wanted_by_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run, stop = TrainingRun(tmp_path, CONFIG, PLAN), threading.Event()
    begun: list[RunPlan] = []

    def begin() -> None:
        begun.append(run._plan)
        stop.set()

    monkeypatch.setattr(run, "_begin", begin)
    gentle = replace(PLAN, workers=2, niceness=1)
    run.change_plan(gentle)
    run.run(stop, lambda _event: None)
    assert begun == [gentle], "no process is started in vain"
    assert not run._changed.is_set()


def test_a_stop_waits_for_a_learner_that_a_busy_machine_keeps_from_saving(tmp_path: Path) -> None:
    rarely = replace(CONFIG, learner=replace(CONFIG.learner, checkpoint_seconds=10_000.0))
    run = Run(tmp_path, config=rarely)
    progress = run.wait_for(lambda event: isinstance(event, Progress) and event.counters.samples > 0)
    learner = run.run._children["learner"].pid
    os.kill(learner, signal.SIGSTOP)
    run.stop.set()
    time.sleep(4.0)  # any machine may be so busy for so long
    os.kill(learner, signal.SIGCONT)
    run.end()
    assert run.error is None
    assert isinstance(progress, Progress)
    state = RunStore(tmp_path).load()
    assert state is not None
    assert state.counters.games >= progress.counters.games

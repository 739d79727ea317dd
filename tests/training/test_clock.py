"""What counts as a run's time: none in which the computer slept, or its processes were stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from clevergo.clock import LONGEST_PASS, AwakeClock
from clevergo.training.learner.process import LearnerLoop
from clevergo.training.ratings.schedule import RatingSchedule
from clevergo.training.run.events import Counters, Rated
from clevergo.training.run.loop import TrainingRun
from clevergo.training.run.plan import RunPlan
from clevergo.training.run.processes import ProcessPlan
from tests.training.test_learner_loop import CONFIG, FakeInbox, page

NIGHT = 30_000.0


class FakeTime:
    """A monotonic clock that a test turns."""

    def __init__(self) -> None:
        self.at = 1e6

    def __call__(self) -> float:
        return self.at


class SleepyInbox(FakeInbox):
    """A second goes by in each pass of the loop, and a night in the third; after the fifth it is stopped."""

    def __init__(self, time: FakeTime) -> None:
        super().__init__()
        self._time, self._passes = time, 0

    def take(self, wait: float = 0.0) -> list[object]:
        self._passes += 1
        self._time.at += NIGHT if self._passes == 3 else 1.0
        self.stopped = self._passes == 5
        return []


def test_a_jump_between_two_looks_counts_as_the_longest_pass() -> None:
    time = FakeTime()
    clock = AwakeClock(time)
    begun, passed = clock(), []
    for seconds in (10.0, LONGEST_PASS, NIGHT, 10.0):
        time.at += seconds
        passed.append(clock() - begun)
    assert passed == [10.0, 10.0 + LONGEST_PASS, 10.0 + 2 * LONGEST_PASS, 20.0 + 2 * LONGEST_PASS]


def test_a_learner_that_was_stopped_for_a_night_has_not_trained_for_one(tmp_path: Path) -> None:
    time = FakeTime()
    inbox = SleepyInbox(time)
    inbox.lines.coming = [page(5)]
    loop = LearnerLoop(ProcessPlan(tmp_path, CONFIG, RunPlan(seconds=1_000.0)), inbox, time)  # type: ignore[arg-type]
    loop.run()
    # The first page is taken at the end of the first pass, and what went by before it is no part of the run.
    assert loop._learner.counters.seconds == pytest.approx(4.0 + LONGEST_PASS)
    assert loop._share_of_run() == pytest.approx((3.0 + LONGEST_PASS) / 1_000.0)


def test_what_was_computed_counts_however_long_it_took() -> None:
    time, worked = FakeTime(), FakeTime()
    clock = AwakeClock(time, worked=worked)
    begun, passed = clock(), []
    for seconds, computed in ((200.0, 180.0), (NIGHT, 100.0), (NIGHT, 1.0)):
        time.at, worked.at = time.at + seconds, worked.at + computed
        passed.append(clock() - begun)
    assert passed == [180.0, 280.0, 280.0 + LONGEST_PASS]


def test_a_step_of_the_largest_nets_that_takes_minutes_is_time_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = FakeTime()
    monkeypatch.setattr("time.process_time", lambda: 2 * time.at)  # both threads compute all the time
    inbox = SleepyInbox(time)
    inbox.lines.coming = [page(5)]
    plan = ProcessPlan(tmp_path, CONFIG, RunPlan(seconds=1_000.0, threads=2))
    loop = LearnerLoop(plan, inbox, time)  # type: ignore[arg-type]
    loop.run()
    assert loop._learner.counters.seconds == pytest.approx(4.0 + NIGHT)


def test_a_night_is_none_of_the_minutes_that_were_planned(tmp_path: Path) -> None:
    time = FakeTime()
    run = TrainingRun(tmp_path, CONFIG, RunPlan(seconds=600.0), now=time)
    run._has_played = True
    time.at += NIGHT
    assert not run._is_over()
    for _ in range(9):
        time.at += 59.0
        assert not run._is_over()
    time.at += 59.0
    assert run._is_over()


def test_a_match_that_was_asleep_for_a_night_keeps_the_next_one_waiting_for_none() -> None:
    time = FakeTime()
    clock = AwakeClock(time)
    schedule = RatingSchedule(RunPlan(arena_seconds=60.0, arena_share=0.1), True, clock())
    schedule.weights = Counters(100, 9_000, 2_560)
    schedule.begin(clock())
    time.at += NIGHT
    schedule.end(Rated("random", 4, 0, 0, 0, 0.0, 100, NIGHT), clock(), is_program=False)
    planned = schedule.planned(clock())
    assert planned is not None
    assert planned.seconds == pytest.approx(9 * LONGEST_PASS)

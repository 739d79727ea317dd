"""A search in slow motion is asked of the process that analyzes: in which order, how it is called off, what comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from clevergo.app.analysis import AnalysisController
from clevergo.app.engine.messages import AnalyzeRequest, CancelRequest, EngineFault, SlowReport, SlowRequest
from clevergo.app.slow.motion import SlowMotion, SlowRule, SlowWish
from clevergo.app.slow.telling import search_slowly
from clevergo.games.game import position_after
from clevergo.problem import as_said
from tests.app.test_analysis import RULES, Desk, ask
from tests.patience import PATIENCE

MODELS = Path(__file__).parents[2] / "models"
LEARNS = SlowWish(SlowRule.LEARNS)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def slow_requests(desk: Desk) -> list[SlowRequest]:
    return [request for request in desk.engine.asked if isinstance(request, SlowRequest)]


def last_slow(desk: Desk) -> SlowRequest:
    return slow_requests(desk)[-1]


def some_motion() -> SlowMotion:
    return search_slowly(None, position_after(RULES, (12,)), 8, SlowWish(), np.random.default_rng(0))


def test_what_is_asked_says_who_searches_and_how(desk: Desk) -> None:
    desk.analysis.search_slowly(ask(12, 7, visits=32), LEARNS)
    request = last_slow(desk)
    assert (request.question, request.wish, request.weights) == (ask(12, 7, visits=32), LEARNS, Path("pup"))
    assert desk.analysis.snapshot.motion is None


def test_it_comes_before_everything_else_which_goes_on_afterwards(desk: Desk) -> None:
    desk.analysis.look_at(ask(12))
    desk.analysis.search_slowly(ask(12, visits=8), SlowWish())
    assert isinstance(desk.engine.asked[-2], CancelRequest)
    motion = some_motion()
    desk.engine.say(SlowReport(last_slow(desk).tag, motion))
    desk.analysis.poll()
    assert desk.analysis.snapshot.motion is motion
    assert isinstance(desk.engine.asked[-1], AnalyzeRequest)


def test_another_question_calls_the_first_off_and_its_late_answer_is_dropped(desk: Desk) -> None:
    desk.analysis.search_slowly(ask(12, visits=8), SlowWish())
    first = last_slow(desk)
    desk.analysis.search_slowly(ask(12, visits=16), SlowWish())
    assert CancelRequest(first.tag) in desk.engine.asked
    desk.engine.say(SlowReport(first.tag, some_motion()))
    desk.analysis.poll()
    assert desk.analysis.snapshot.motion is None
    desk.engine.say(SlowReport(last_slow(desk).tag, some_motion()))
    desk.analysis.poll()
    assert desk.analysis.snapshot.motion is not None


def test_who_looks_away_calls_it_off_and_forgets_it(desk: Desk) -> None:
    desk.analysis.search_slowly(ask(12, visits=8), SlowWish())
    desk.analysis.drop_motion()
    assert desk.engine.asked[-1] == CancelRequest(last_slow(desk).tag)
    desk.engine.say(SlowReport(last_slow(desk).tag, some_motion()))
    desk.analysis.poll()
    assert desk.analysis.snapshot.motion is None


def test_trouble_is_told_and_forgotten_by_who_looks_away(desk: Desk) -> None:
    desk.analysis.search_slowly(ask(12, visits=8), SlowWish())
    desk.engine.say(EngineFault(last_slow(desk).tag, as_said("no")))
    desk.analysis.poll()
    assert desk.analysis.snapshot.error == as_said("no")
    desk.analysis.drop_motion()
    assert desk.analysis.snapshot.error is None
    assert len(slow_requests(desk)) == 1


class Shipped:
    """Everybody's weights lie where the shipped dogs' do."""

    def find_weights(self, name_or_path: str) -> Path:
        return MODELS / f"{name_or_path}.pdparams"


@pytest.fixture(scope="module")
def running() -> Iterator[AnalysisController]:
    analysis = AnalysisController(Shipped())  # type: ignore[arg-type]
    yield analysis
    analysis.close()


def wait(analysis: AnalysisController, condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, analysis.snapshot
        assert analysis.snapshot.error is None, analysis.snapshot.error
        analysis.poll()
        time.sleep(0.005)


def test_the_process_answers_with_the_whole_search_and_the_same_one_again(running: AnalysisController) -> None:
    asked = replace(ask(12, judge=None, visits=40), rules=RULES)
    found = []
    for _ in range(2):
        running.search_slowly(asked, SlowWish())
        wait(running, lambda: running.snapshot.motion is not None)
        motion = running.snapshot.motion
        assert motion is not None
        found.append(motion)
    assert len(found[0]) == 41
    assert found[0].steps.root_visits[-1].sum() == 40
    assert np.array_equal(found[0].steps.root_visits, found[1].steps.root_visits)
    assert found[0].last_move == 12


def test_called_off_it_ends_at_once(running: AnalysisController) -> None:
    running.search_slowly(ask(12, 7, judge=None, visits=100_000), SlowWish())
    running.poll()
    running.search_slowly(ask(12, 7, judge=None, visits=8), SlowWish())
    wait(running, lambda: running.snapshot.motion is not None)
    motion = running.snapshot.motion
    assert motion is not None
    assert len(motion) == 9

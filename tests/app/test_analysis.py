"""Analysis beside the match: what is asked of its process, in which order, and what is remembered."""

from __future__ import annotations

import multiprocessing
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.app.analysis import HINT_VISITS, STUDY_VISITS, AnalysisController
from clevergo.app.engine.messages import (
    AnalyzeRequest,
    CancelRequest,
    EngineDied,
    EngineFault,
    InsightReport,
    Question,
    Reply,
    Request,
    Tag,
)
from clevergo.app.errors import AppError
from clevergo.games.color import Color
from clevergo.games.go.rules import Ruleset
from clevergo.players.protocol import Candidate, Insight
from clevergo.problem import as_said
from tests.patience import PATIENCE

RULES = Ruleset(5, 0.5)


class FakeEngine:
    """Remembers what it was asked; the test answers."""

    def __init__(self) -> None:
        self.asked: list[Request] = []
        self.ended: set[Tag] = set()
        self._replies: list[Reply] = []

    def send(self, request: Request) -> None:
        self.asked.append(request)

    def poll(self) -> list[Reply]:
        replies, self._replies = self._replies, []
        return replies

    def close(self) -> None: ...

    def say(self, *replies: Reply) -> None:
        self._replies += replies
        self.ended |= {reply.tag for reply in replies if isinstance(reply, InsightReport) and reply.is_last}

    @property
    def requests(self) -> list[AnalyzeRequest]:
        return [request for request in self.asked if isinstance(request, AnalyzeRequest)]

    @property
    def running(self) -> AnalyzeRequest | None:
        """The one request that was neither ended nor called off."""
        ended = self.ended | {request.tag for request in self.asked if isinstance(request, CancelRequest)}
        left = [request for request in self.requests if request.tag not in ended]
        return left[-1] if left else None


class Kennel:
    """Everybody's weights lie where their name says, but nobody's who has not learned anything."""

    def find_weights(self, name_or_path: str) -> Path:
        if name_or_path == "newborn":
            raise AppError("untrained", name="newborn", again="newborn")
        return Path(name_or_path)


class Desk:
    """The analysis and its fake process."""

    def __init__(self) -> None:
        self.engine = FakeEngine()
        self.analysis = AnalysisController(Kennel(), self.engine)  # type: ignore[arg-type]

    def report(self, visits: int, rate: float = 0.6, is_last: bool = False, candidates: Any = ()) -> None:
        request = self.engine.running
        assert request is not None
        to_play = Color.BLACK if len(request.question.moves) % 2 == 0 else Color.WHITE
        nothing = np.zeros(26, np.float32)
        counts = np.zeros(26, np.int32)
        insight = Insight(
            len(request.question.moves), to_play, visits, rate, nothing, counts, nothing, candidates, None, 1.5
        )
        self.engine.say(InsightReport(request.tag, insight, is_last))
        self.analysis.poll()


def ask(*moves: int, judge: str | None = "pup", visits: int = 400) -> Question:
    return Question(RULES, moves, judge, visits)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_nothing_is_started_before_something_is_asked(desk: Desk) -> None:
    desk.analysis.look_at(None)
    desk.analysis.poll()
    assert desk.engine.asked == []


def test_the_position_looked_at_is_thought_about_until_it_is_enough(desk: Desk) -> None:
    desk.analysis.look_at(ask(12))
    desk.analysis.look_at(ask(12))
    (request,) = desk.engine.requests
    assert (request.question.moves, request.weights) == ((12,), Path("pup"))
    assert (request.question.visits, request.is_thorough) == (400, True)
    desk.report(40)
    snapshot = desk.analysis.snapshot
    assert snapshot.insight is not None and snapshot.insight.visits == 40  # noqa: PT018
    assert snapshot.is_running
    desk.report(400, is_last=True)
    assert not desk.analysis.snapshot.is_running
    assert len(desk.engine.requests) == 1


def test_looking_elsewhere_calls_the_old_off_at_once_and_drops_its_late_report(desk: Desk) -> None:
    desk.analysis.look_at(ask(12))
    old = desk.engine.requests[0].tag
    desk.analysis.look_at(ask(12, 7))
    assert CancelRequest(old) in desk.engine.asked
    assert desk.engine.requests[-1].question.moves == (12, 7)
    nothing = np.zeros(26, np.float32)
    late = Insight(1, Color.WHITE, 99, 0.1, nothing, np.zeros(26, np.int32), nothing)
    desk.engine.say(InsightReport(old, late))
    desk.analysis.poll()
    assert desk.analysis.snapshot.insight is None


def test_switched_off_it_stops_and_switched_on_it_shows_at_once_what_it_knew(desk: Desk) -> None:
    desk.analysis.look_at(ask(12))
    desk.report(50)
    desk.analysis.look_at(None)
    assert desk.engine.running is None
    assert desk.analysis.snapshot.insight is None
    desk.analysis.look_at(ask(12))
    insight = desk.analysis.snapshot.insight
    assert insight is not None
    assert insight.visits == 50
    assert desk.engine.running is not None


def test_a_pause_keeps_what_was_found_and_going_on_asks_again(desk: Desk) -> None:
    desk.analysis.look_at(ask(12, visits=1600))
    desk.report(500)
    desk.analysis.pause(True)
    assert desk.engine.running is None
    assert desk.analysis.snapshot.insight is not None
    desk.analysis.pause(False)
    running = desk.engine.running
    assert running is not None
    assert running.question.visits == 1600


def test_a_higher_limit_thinks_on_and_a_reached_one_does_not(desk: Desk) -> None:
    desk.analysis.look_at(ask(12))
    desk.report(400, is_last=True)
    desk.analysis.look_at(ask(12, visits=1600))
    assert desk.engine.requests[-1].question.visits == 1600
    desk.report(1600, is_last=True)
    desk.analysis.look_at(ask(12))
    assert len(desk.engine.requests) == 2


def test_a_hint_comes_first_and_tells_the_best_move_and_what_it_gains(desk: Desk) -> None:
    desk.analysis.look_at(ask(12))
    desk.analysis.seek_hint(ask(12))
    running = desk.engine.running
    assert running is not None
    assert running.question.visits == HINT_VISITS
    desk.report(400, 0.4, True, (Candidate(7, 300, 0.65, 0.5, (7,)), Candidate(8, 100, 0.5, 0.1, (8,))))
    hint = desk.analysis.snapshot.hint
    assert hint is not None
    assert (hint.action, hint.win_rate) == (7, 0.65)
    assert hint.insight is not None
    assert hint.insight.visits == 400
    desk.analysis.drop_hint()
    assert desk.analysis.snapshot.hint is None


def test_the_hint_is_the_first_of_the_list_however_long_is_thought_about_it(desk: Desk) -> None:
    desk.analysis.look_at(ask(12, visits=1600))
    desk.report(900, 0.5, False, (Candidate(3, 600, 0.7, 0.5, (3,)),))
    desk.analysis.seek_hint(ask(12))
    desk.report(400, 0.5, True, (Candidate(7, 300, 0.65, 0.5, (7,)),))
    snapshot = desk.analysis.snapshot
    assert snapshot.hint is not None
    assert snapshot.hint.action == 3, "more was known already"
    desk.report(1600, 0.5, True, (Candidate(8, 900, 0.72, 0.5, (8,)),))
    snapshot = desk.analysis.snapshot
    assert snapshot.hint is not None
    assert snapshot.insight is not None
    assert snapshot.hint.action == snapshot.insight.candidates[0].action == 8


def test_a_game_is_gone_through_ply_by_ply_and_can_be_stopped(desk: Desk) -> None:
    desk.analysis.study(ask(12, 7, 8))
    for done, rate in enumerate((0.5, 0.55, 0.3)):
        running = desk.engine.running
        assert running is not None
        assert (len(running.question.moves), running.question.visits, running.is_thorough) == (
            done,
            STUDY_VISITS,
            False,
        )
        study = desk.analysis.snapshot.study
        assert study is not None
        assert (study.done, study.total) == (done, 4)
        desk.report(STUDY_VISITS, rate, is_last=True)
    desk.analysis.stop_study()
    assert desk.engine.running is None
    assert desk.analysis.snapshot.study is None
    verdicts = desk.analysis.verdicts(ask(12, 7, 8))
    assert [None if v is None else v.black_win_rate for v in verdicts] == [0.5, 0.55, 0.3, None]


def test_studying_begins_where_a_person_looks_and_skips_what_is_known(desk: Desk) -> None:
    desk.analysis.look_at(ask(12))
    desk.report(400, is_last=True)
    desk.analysis.look_at(ask(12, 7))
    desk.analysis.study(ask(12, 7))
    lengths = []
    while desk.analysis.snapshot.study is not None:
        running = desk.engine.running
        assert running is not None
        lengths.append(len(running.question.moves))
        desk.report(STUDY_VISITS, is_last=True)
    assert lengths == [2, 0]
    running = desk.engine.running
    assert running is not None
    assert running.question.visits == 400  # on with the position looked at


def test_every_judge_has_opinions_of_its_own(desk: Desk) -> None:
    desk.analysis.look_at(ask(12))
    desk.report(400, is_last=True)
    desk.analysis.look_at(ask(12, judge=None))
    assert desk.engine.requests[-1].weights is None
    assert desk.analysis.snapshot.insight is None
    assert desk.analysis.verdicts(ask(12, judge=None))[1] is None


def test_a_verdict_is_not_replaced_by_a_more_hasty_one(desk: Desk) -> None:
    desk.analysis.look_at(ask(12))
    desk.report(300, 0.6)
    desk.report(10, 0.1)
    verdict = desk.analysis.verdicts(ask(12))[1]
    assert verdict is not None
    assert (verdict.visits, verdict.black_win_rate, verdict.black_score) == (300, 0.6, 1.5)


def test_a_search_that_ends_before_all_its_visits_has_proven_who_wins(desk: Desk) -> None:
    desk.analysis.look_at(ask(12))
    for is_last in (False, True):
        desk.report(30, 1.0, is_last)
        verdict = desk.analysis.verdicts(ask(12))[1]
        assert verdict is not None
        assert verdict.is_proven is is_last
    desk.analysis.look_at(ask(12, 7))
    desk.report(400, 0.6, is_last=True)
    verdict = desk.analysis.verdicts(ask(12, 7))[2]
    assert verdict is not None
    assert not verdict.is_proven


def test_a_position_whose_moves_were_forgotten_is_shown_again_with_fewer_visits(desk: Desk) -> None:
    desk.analysis.look_at(ask(12, visits=5_000))
    desk.report(5_000, is_last=True)
    for move in range(13, 25):
        for other in range(24 * 3):
            desk.analysis.look_at(ask(move, other, visits=100))
            desk.report(100, is_last=True)
    desk.analysis.seek_hint(ask(12))
    desk.report(50, candidates=(Candidate(7, 50, 0.6, 0.5, (7,)),))
    assert desk.analysis.snapshot.hint is None
    desk.report(400, candidates=(Candidate(7, 400, 0.6, 0.5, (7,)),), is_last=True)
    assert desk.analysis.snapshot.hint is not None
    assert not desk.analysis.snapshot.is_seeking_hint


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of every dog there is, which may be written again."""
    path = tmp_path / "weights.pdparams"
    path.write_bytes(b"young")
    monkeypatch.setattr(Kennel, "find_weights", lambda self, name: path)
    return path


def test_whoever_comes_back_hears_what_a_dog_says_that_has_learned_more(desk: Desk, weights: Path) -> None:
    desk.analysis.look_at(ask(12))
    desk.report(400, is_last=True)
    desk.analysis.look_at(None)
    os.utime(weights, ns=(1, 1))
    desk.analysis.look_at(ask(12))
    assert desk.engine.running is None, "while somebody looks it stays as it was"
    desk.analysis.look_around()
    desk.analysis.look_at(None)
    desk.analysis.look_at(ask(12))
    assert desk.engine.running is not None
    assert desk.analysis.verdicts(ask(12))[1] is None


def test_what_was_asked_of_a_dog_before_it_learned_more_is_none_of_what_it_says_now(desk: Desk, weights: Path) -> None:
    desk.analysis.study(ask())
    os.utime(weights, ns=(1, 1))
    desk.analysis.look_around()
    desk.report(400, is_last=True)
    assert desk.analysis.verdicts(ask())[0] is None
    assert desk.engine.running is not None, "it is asked once more"


@pytest.mark.parametrize("trouble", ["fault", "death"])
def test_trouble_is_told_once_and_nothing_more_is_asked_until_another_is_chosen(desk: Desk, trouble: str) -> None:
    desk.analysis.look_at(ask(12))
    tag = desk.engine.requests[0].tag
    desk.engine.say(EngineFault(tag, as_said("no")) if trouble == "fault" else EngineDied(as_said("no")))
    desk.analysis.poll()
    assert desk.analysis.snapshot.error == as_said("no")
    desk.analysis.look_at(ask(12, 7))
    assert len(desk.engine.requests) == 1
    desk.analysis.look_at(ask(12, 7, judge="other"))
    assert desk.analysis.snapshot.error is None
    assert len(desk.engine.requests) == 2


def test_a_dog_without_weights_is_named(desk: Desk) -> None:
    desk.analysis.look_at(ask(judge="newborn"))
    error = desk.analysis.snapshot.error
    assert error is not None
    assert "newborn" in str(error)
    assert desk.engine.asked == []


def test_its_own_process_thinks_can_be_called_off_and_ends_with_the_window() -> None:
    before = set(multiprocessing.active_children())
    analysis = AnalysisController(Kennel())  # type: ignore[arg-type]
    analysis.look_at(ask(12, judge=None, visits=200))
    _wait(analysis, lambda: analysis.snapshot.insight is not None and not analysis.snapshot.is_running)
    insight = analysis.snapshot.insight
    assert insight is not None
    assert insight.visits >= 200
    assert insight.candidates
    analysis.look_at(ask(12, 7, judge=None, visits=1_000_000))
    _wait(analysis, lambda: analysis.snapshot.insight is not None)
    assert set(multiprocessing.active_children()) > before
    analysis.close()
    assert set(multiprocessing.active_children()) <= before
    analysis.poll()
    insight = analysis.snapshot.insight
    assert insight is not None
    assert insight.visits < 1_000_000, "nobody waited for the end of its thoughts"


def _wait(analysis: AnalysisController, condition: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, analysis.snapshot
        assert analysis.snapshot.error is None, analysis.snapshot.error
        analysis.poll()
        time.sleep(0.005)


# --- the end of a game -----------------------------------------------------------------------------------


def test_what_was_agreed_on_at_the_end_is_told_of_the_passes_and_of_nothing_before(desk: Desk) -> None:
    agreed = replace(ask(12, 7, 25, 25), dead=(12,))
    desk.analysis.study(agreed)
    asked = []
    while desk.engine.running is not None:
        asked.append(desk.engine.running.question.dead)
        desk.report(STUDY_VISITS, 0.5, is_last=True)
    assert asked == [None, None, None, (12,), (12,)]


def test_counted_anew_the_end_is_asked_about_again_and_the_game_before_it_stays_known(desk: Desk) -> None:
    desk.analysis.study(replace(ask(12, 7, 25, 25), dead=(12,)))
    while desk.engine.running is not None:
        desk.report(STUDY_VISITS, 0.5, is_last=True)
    verdicts = desk.analysis.verdicts(replace(ask(12, 7, 25, 25), dead=(7,)))
    assert [verdict is not None for verdict in verdicts] == [True, True, True, False, False]


def test_between_programs_every_stone_counts_as_alive_in_the_whole_game(desk: Desk) -> None:
    desk.analysis.study(replace(ask(12, 7, 25), all_live=True))
    asked = []
    while desk.engine.running is not None:
        asked.append(desk.engine.running.question.dead)
        desk.report(STUDY_VISITS, 0.5, is_last=True)
    assert asked == [()] * 4


def test_that_no_stone_is_dead_at_the_end_says_nothing_of_the_game_before_it(desk: Desk) -> None:
    desk.analysis.study(ask(12, 7, 25, 25))
    while desk.engine.running is not None:
        desk.report(STUDY_VISITS, 0.5, is_last=True)
    counted = replace(ask(12, 7, 25, 25), dead=())
    assert [verdict is not None for verdict in desk.analysis.verdicts(counted)] == [True, True, True, False, False]
    desk.analysis.study(counted)
    asked: list[tuple[int, ...] | None] = []
    while desk.engine.running is not None:
        asked.append(desk.engine.running.question.dead)
        desk.report(STUDY_VISITS, 0.5, is_last=True)
    assert asked == [(), ()]

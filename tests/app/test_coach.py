"""The coach's arithmetic: losses, which moves are looked at again, moments, what is told, practice, a report."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from clevergo.app.coach.looking import Look
from clevergo.app.coach.practice import (
    INTERVALS,
    Exercise,
    PracticeBook,
    answered,
    collected,
    due,
    exercise_of,
    next_day,
)
from clevergo.app.coach.quiz import Quiz, Stand
from clevergo.app.coach.report import MomentTold, ReportTold, board_svg, curve_svg, html_report
from clevergo.app.coach.review import (
    Effort,
    Loss,
    MoveInquiry,
    Review,
    ReviewInquiry,
    Tale,
    effort_for,
    next_mistake,
    to_look_again,
    worst,
)
from clevergo.app.coach.reviewing import loss_of_last, review, tale_of
from clevergo.app.film.film import NetFile
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Position, position_after
from clevergo.games.grid import square
from clevergo.games.guests import game_named
from clevergo.players.protocol import never_stop

BLACK, WHITE = Color.BLACK, Color.WHITE
BOTH = (BLACK, WHITE)
NET = NetFile(Path("dog.pdparams"), 1)
RULES = game_named("go").agree({"size": 9})[0]
FIVE = game_named("five").agree({"size": 15})[0]
TODAY = date(2026, 11, 23)


def loss(ply: int, size: float, deep: bool = False, points: bool = True) -> Loss:
    side = BLACK if ply % 2 else WHITE
    visits = 400 if deep else 100
    return Loss(ply, ply, side, ply + 1, size if points else None, 0.0 if points else size / 100, visits)


# --- losses ---------------------------------------------------------------------------------------------------------


def test_the_worst_are_the_largest_mistakes_of_the_sides_asked_about() -> None:
    losses = [loss(1, 3.0), loss(2, 50.0), loss(3, 9.0), loss(5, 1.0), loss(7, 9.0), loss(9, 4.0)]
    assert [one.ply for one in worst(losses, (BLACK,))] == [3, 7, 9]
    assert [one.ply for one in worst(losses, BOTH)] == [2, 3, 7]


def test_what_costs_little_is_no_mistake() -> None:
    assert not loss(1, 2.4).is_mistake
    assert loss(1, 2.5).is_mistake
    assert not loss(1, 7.9, points=False).is_mistake
    assert loss(1, 15.0, points=False).is_blunder


def test_at_first_the_candidates_of_a_quick_look_are_looked_at_again() -> None:
    effort = Effort(candidates=2)
    losses = [loss(1, 3.0), loss(2, 50.0), loss(3, 9.0), loss(5, 4.0), loss(7, 0.0)]
    assert [(one.ply, visits) for one, visits in to_look_again(losses, (BLACK,), effort)] == [(3, 400), (5, 400)]


def test_then_those_that_may_still_be_among_the_worst() -> None:
    effort = Effort(candidates=3, most=5)
    deep = [loss(1, 8.0, True), loss(3, 6.0, True), loss(5, 5.0, True)]
    quick = [loss(7, 4.0), loss(9, 2.6), loss(11, 2.4)]
    assert [one.ply for one, _ in to_look_again([*deep, *quick], (BLACK,), effort)] == [7, 9]


def test_at_last_those_between_which_it_is_hard_to_say_for_longest() -> None:
    effort = Effort(candidates=3, most=5)
    deep = [loss(1, 9.0, True), loss(3, 6.0, True), loss(5, 5.0, True), loss(7, 4.4, True), loss(9, 2.6, True)]
    again = to_look_again([*deep, loss(11, 2.4)], (BLACK,), effort)
    assert [(one.ply, visits) for one, visits in again] == [(5, 1200), (7, 1200)]
    sure = [replace(one, visits=1200) if one.ply in (5, 7) else one for one in deep]
    assert not to_look_again(sure, (BLACK,), effort), "3 is too far from them to lose its place"
    assert not to_look_again([*deep[:3], loss(7, 2.0, True)], (BLACK,), effort), "nobody doubts which these are"


def test_whatever_a_quick_look_may_have_underrated_is_looked_at_before_the_candidates_are_chosen() -> None:
    effort = Effort(candidates=1, wide=2)
    quick = [loss(1, 3.0), loss(3, 9.0), loss(5, 1.0)]
    assert [(one.ply, visits) for one, visits in to_look_again(quick, (BLACK,), effort)] == [(3, 200), (1, 200)]
    known = [replace(loss(1, 8.0), visits=200), replace(loss(3, 5.0), visits=200), quick[2]]
    assert [(one.ply, visits) for one, visits in to_look_again(known, (BLACK,), effort)] == [(1, 400)]


def test_a_fast_processor_looks_for_longer_and_a_slow_one_for_less(monkeypatch: pytest.MonkeyPatch) -> None:
    moves, effort = (0, 10, 1, 11, 2, 12), Effort(quick=50, deep=400, candidates=3)

    def deepest(seconds: float) -> int:
        clock = itertools.count()
        monkeypatch.setattr(time, "process_time", lambda: next(clock) * seconds)
        looker = FakeLooker({1: 9.0})
        list(review(ReviewInquiry(NET, RULES, moves, effort=effort), looker))
        return max(looker.asked)

    assert deepest(1e-6) == 4 * 400
    assert deepest(100.0) == round(0.6 * 400)


def test_the_next_mistake_is_found_round_about() -> None:
    losses = [loss(1, 3.0), loss(3, 9.0), loss(4, 20.0), loss(7, 1.0)]
    found = [next_mistake(losses, (BLACK,), ply, step) for ply, step in ((0, 1), (1, 1), (3, 1), (3, -1), (1, -1))]
    assert [one.ply if one else None for one in found] == [1, 3, 1, 1, 3]
    assert next_mistake(losses[3:], BOTH, 0, 1) is None


def test_the_moves_of_a_short_game_are_looked_at_for_longer() -> None:
    assert [effort_for(plies).deep for plies in (0, 40, 80, 100, 300)] == [800, 600, 400, 400, 400]
    assert effort_for(40).quick == effort_for(300).quick


# --- a game gone through --------------------------------------------------------------------------------------------


class FakeLooker:
    """Plays the first empty point from the end of the board; what a move is worth is told it."""

    def __init__(self, costs: Mapping[int, float], has_points: bool = True, noise: float = 0.0) -> None:
        """``costs``: what whoever plays that point loses; ``noise`` is added to a quick look at some positions."""
        self._costs = costs
        self._has_points = has_points
        self._noise = noise
        self.asked: list[int] = []
        """The simulations of every look."""

    def look(self, position: Position, visits: int, stop: Callable[[], bool] = never_stop) -> Look:
        self.asked.append(visits)
        lead = 0.0
        for ply, action in enumerate(_moves_of(position)):
            lead += self._costs.get(action, 0.0) * (-1 if ply % 2 == 0 else 1)
        if position.is_over:
            return Look(None, (), 0.5, lead)
        best = int(np.flatnonzero(position.legal_moves[: position.stones.size])[-1])
        if visits < 100 and position.ply % 5 == 0:
            lead += self._noise
        return Look(best, (best,), 0.5 + lead / 200, lead if self._has_points else None, None, (best,))


def _moves_of(position: Position) -> list[int]:
    """The moves that led there, as long as nothing was taken: a stone's number is not kept, so these are the latest."""
    return [int(action) for action in position.board[0]["last_moves"][: position.ply][::-1] if action >= 0]


def test_a_move_costs_what_the_search_says_of_it_beside_the_best() -> None:
    asked = MoveInquiry(NET, RULES, (0, 1, 2))
    found = loss_of_last(asked, FakeLooker({2: 7.0}))
    assert (found.ply, found.side, found.action, found.better) == (3, BLACK, 2, 80)
    assert found.points == pytest.approx(7.0)
    assert found.rate == pytest.approx(0.035)


def test_white_loses_what_black_gains() -> None:
    found = loss_of_last(MoveInquiry(NET, RULES, (0, 1)), FakeLooker({1: 4.0}))
    assert (found.side, found.points) == (WHITE, pytest.approx(4.0))


def test_a_move_that_is_better_than_the_search_thought_costs_nothing() -> None:
    assert loss_of_last(MoveInquiry(NET, RULES, (0,)), FakeLooker({0: -3.0})).points == 0.0


def test_where_a_game_has_no_points_percent_are_told() -> None:
    found = loss_of_last(MoveInquiry(NET, FIVE, (0,)), FakeLooker({0: 30.0}, has_points=False))
    assert found.points is None
    assert found.size == pytest.approx(15.0)


def test_no_move_cannot_be_judged() -> None:
    with pytest.raises(ValueError, match="no move"):
        MoveInquiry(NET, RULES, ())


def reviewed(moves: tuple[int, ...], looker: FakeLooker, sides: tuple[Color, ...] = (BLACK,)) -> list[Review]:
    effort = Effort(quick=50, deep=400, candidates=3)
    return list(review(ReviewInquiry(NET, RULES, moves, sides=sides, effort=effort), looker))


def test_a_review_finds_the_three_that_cost_most() -> None:
    told = reviewed((0, 10, 1, 11, 2, 12, 3, 13), FakeLooker({0: 3.0, 1: 9.0, 2: 5.0, 3: 4.0, 11: 30.0}))
    moments = told[-1].moments
    assert [(one.loss.ply, round(one.loss.size)) for one in moments] == [(3, 9), (5, 5), (7, 4)]
    assert all(one.loss.visits >= 400 for one in moments)
    assert moments[0].board.stones.flat[10] == WHITE
    assert moments[0].board.stones.flat[1] == 0, "before the move"
    assert told[-1].done == told[-1].total
    assert [one.done for one in told] == sorted(one.done for one in told)
    assert len(told[-1].black_leads) == 9


def test_a_review_that_is_called_off_has_no_moments() -> None:
    looker, count = FakeLooker({1: 9.0}), [0]

    def stop() -> bool:
        count[0] += 1
        return count[0] > 4

    told = list(review(ReviewInquiry(NET, RULES, (0, 10, 1, 11)), looker, stop))
    assert not any(one.moments for one in told)


def test_what_a_short_look_overrated_is_corrected_by_a_longer_one() -> None:
    told = reviewed((0, 10, 1, 11, 2, 12), FakeLooker({1: 9.0}, noise=20.0))
    assert [one.loss.ply for one in told[-1].moments] == [3]


def test_passes_at_the_end_are_nobodys_mistakes() -> None:
    told = reviewed((0, 10, 81, 81), FakeLooker({81: 50.0}))
    assert [one.ply for one in told[-1].losses] == [1, 2]


# --- what is told ---------------------------------------------------------------------------------------------------


def after(*moves: int) -> Position:
    return position_after(RULES, moves)  # type: ignore[no-any-return]


def test_stones_that_can_be_taken_are_told_of() -> None:
    # White's stone at 0 has its last liberty at 9; Black plays elsewhere.
    before = after(1, 0, 40)  # White to move: its corner stone can be taken at 9
    tale = tale_of(before, (70, 9), (9, 60), None, None, WHITE)
    assert tale == (Tale.TAKES, (0,), 1)


def test_a_missed_capture_is_told_of() -> None:
    before = after(1, 0)
    assert tale_of(before, (70, 9), (9, 60), None, None, BLACK) == (Tale.MISSED, (0,), 1)


def test_what_is_certain_comes_first() -> None:
    before = after(1, 0)
    assert tale_of(before, (70,), (9,), None, BLACK, BLACK)[0] is Tale.MISSED_WIN
    assert tale_of(before, (70,), (9,), WHITE, None, BLACK)[0] is Tale.WINS
    assert tale_of(before, (70,), (60,), None, None, BLACK)[0] is Tale.PLAIN


def test_where_nothing_is_taken_nothing_is_told_of_it() -> None:
    assert tale_of(position_after(FIVE, (0, 1)), (2, 3), (4, 5), None, None, BLACK)[0] is Tale.PLAIN


# --- practice -------------------------------------------------------------------------------------------------------


def exercise(*moves: int, played: int = 1, box: int = 0, on: date = TODAY, size: float = 5.0) -> Exercise:
    day = on.toordinal()
    return Exercise(RULES, moves, played, (60, 61), size, True, box=box, due=day, found=TODAY.toordinal())


def test_what_is_known_comes_back_later_and_later() -> None:
    one, day, days = exercise(0), TODAY, []
    while not one.is_known:
        one = answered(one, True, day)
        days.append(one.due - day.toordinal())
        day = date.fromordinal(one.due)
    assert tuple(days) == INTERVALS


def test_what_is_not_goes_back_to_the_first_box() -> None:
    one = answered(exercise(0, box=3), False, TODAY)
    assert (one.box, one.due) == (0, TODAY.toordinal() + 1)


def test_what_is_due_is_asked_longest_due_first() -> None:
    early, later = TODAY - timedelta(days=2), TODAY + timedelta(days=1)
    many = [exercise(0), exercise(1, on=early), exercise(2, on=later), exercise(3, size=20.0), exercise(4, box=5)]
    assert [one.moves[0] for one in due(many, TODAY)] == [1, 3, 0]
    assert next_day(many) == early
    assert next_day([many[-1]]) is None


def test_the_same_mistake_is_collected_once() -> None:
    assert len(collected([exercise(0)], [exercise(0, played=7), exercise(1)])) == 2


def test_what_is_collected_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "practice.json"
    told = reviewed((0, 10, 1, 11), FakeLooker({1: 9.0}))[-1]
    book = PracticeBook(path)
    assert book.collect([exercise_of(told.moments[0], RULES, (0, 10, 1, 11), today=TODAY)]) == 1
    again = PracticeBook(path).exercises
    assert again == book.exercises
    assert (again[0].moves, again[0].played, again[0].good) == ((0, 10), 1, (80,))


@pytest.mark.parametrize("damage", ["", "[{}]", '[{"game":"go"}]', "{", '{"a":1}', "[1]", "null"])
def test_a_damaged_file_is_put_aside(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "practice.json"
    path.write_text(damage)
    book = PracticeBook(path)
    assert book.exercises == ()
    book.collect([exercise(0)])
    assert len(PracticeBook(path).exercises) == 1
    assert (tmp_path / "practice.damaged.json").read_text() == damage


@pytest.mark.parametrize("change", [{"moves": [99]}, {"good": []}, {"due": 0}, {"box": 9}, {"agreed": {"size": 500}}])
def test_a_value_that_makes_no_sense_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    import json

    path = tmp_path / "practice.json"
    PracticeBook(path).collect([exercise(0)])
    rows = json.loads(path.read_text())
    path.write_text(json.dumps([rows[0] | change]))
    assert PracticeBook(path).exercises == ()


def quiz(*exercises: Exercise) -> Quiz:
    book = PracticeBook(None)
    book.collect(exercises)
    return Quiz(book, lambda: TODAY)


def test_a_right_answer_moves_on() -> None:
    asked = quiz(exercise(0, 10, size=9.0), exercise(1, 11))
    assert asked.exercise is not None
    assert asked.exercise.moves == (0, 10)
    assert asked.to_play is BLACK
    assert asked.answer(61) is None
    assert asked.stand is Stand.RIGHT
    assert asked.kept is not None
    assert asked.kept.box == 1
    asked.next()
    assert asked.exercise.moves == (1, 11)
    asked.answer(70)
    assert asked.stand is Stand.WRONG
    asked.next()
    assert asked.exercise is None
    assert asked.next_day == TODAY + timedelta(days=1)


def test_what_was_played_then_and_what_cannot_be_played_count_for_nothing() -> None:
    asked = quiz(exercise(0, 10))
    asked.answer(1)
    assert asked.stand is Stand.SAME
    assert asked.answer(0) is not None
    asked.answer(60)
    assert asked.stand is Stand.RIGHT


def test_who_wants_to_see_it_is_asked_again_tomorrow() -> None:
    asked = quiz(exercise(0, 10, box=2))
    asked.show_me()
    assert asked.kept is not None
    assert (asked.kept.box, asked.kept.due) == (0, TODAY.toordinal() + 1)
    asked.answer(60)
    assert asked.stand is Stand.SHOWN


# --- a report -------------------------------------------------------------------------------------------------------


def test_a_board_is_drawn_with_its_stones_and_marks() -> None:
    stones = np.zeros((9, 9), np.int8)
    stones[0, 0], stones[4, 4] = 1, 2
    drawing = board_svg(BoardState(stones, 40), {1: ("−8", "bad"), 81: ("", "good")}, 1)
    root = ElementTree.fromstring(drawing)
    kinds = [one.get("class") for one in root.iter() if one.tag.endswith("circle")]
    assert kinds == ["black", "white", "last", "black mark bad"]
    letters = [one.text for one in root.iter() if one.get("class") == "at"]
    assert letters[:9] == list(square(9).letters[:9])


def test_a_curve_has_gaps_where_nobody_knows() -> None:
    root = ElementTree.fromstring(curve_svg((0.0, None, 5.0, 6.0), (-10.0, 10.0), ("a", "b", "c"), (2, 1)))
    path = next(one.get("d") for one in root.iter() if one.get("class") == "value")
    assert path is not None
    assert (path.count("M"), path.count("L")) == (2, 1)
    assert len([one for one in root.iter() if one.get("class") == "moment"]) == 1


def test_a_report_is_one_file_that_runs_nothing() -> None:
    stones = np.zeros((9, 9), np.int8)
    evil = "<script>alert('x')</script>"
    moment = MomentTold(evil, evil, BoardState(stones), 1, 3, 4, "−8", (evil,))
    told = ReportTold(
        language="en",
        title=evil,
        facts=(evil, ""),
        curve_title=evil,
        curve=(0.0, 1.0),
        curve_range=(-10, 10),
        curve_labels=(evil, "0", "W"),
        marks=(1,),
        moments_title=evil,
        moments=(moment,),
        final_title=evil,
        final=BoardState(stones),
        table_title=evil,
        table_head=(evil,),
        table=((evil,),),
        legend=(evil, evil),
        foot=evil,
    )
    page = html_report(told)
    assert "<script" not in page
    assert "http" not in page
    assert page.count("<svg") == 3
    assert html_report(replace(told, final=None)).count("<svg") == 2

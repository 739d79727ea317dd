"""The coach's arithmetic: losses, which moves are looked at again, moments, what is told, practice, a report."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from clevergo.app.coach import reviewing
from clevergo.app.coach.looking import Look, other_wins
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
    USUAL,
    Effort,
    Loss,
    MoveInquiry,
    Review,
    ReviewInquiry,
    Tale,
    next_mistake,
    times_missed,
    to_look_again,
    worst,
)
from clevergo.app.coach.reviewing import loss_of_last, review, tale_of
from clevergo.app.kennel.netfile import NetFile
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Position, position_after
from clevergo.games.go.rules import with_handicap
from clevergo.games.grid import square
from clevergo.games.guests import game_named
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.players.protocol import PlayerError, never_stop
from tests.disk import unreadable

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


def test_the_same_chance_left_alone_again_counts_once_and_where_it_cost_most() -> None:
    losses = [
        loss(1, 6.0),
        replace(loss(3, 9.0), better=2),
        loss(5, 4.0),
        replace(loss(7, 8.0), better=2),
        loss(9, 3.0),
    ]
    assert [one.ply for one in worst(losses, (BLACK,))] == [3, 5, 9]
    assert [times_missed(one, losses) for one in losses] == [3, 3, 1, 3, 1]


def test_a_chance_left_alone_for_long_is_one_and_one_that_comes_back_much_later_another() -> None:
    losses = [replace(loss(ply, size), better=80) for ply, size in ((1, 5.0), (7, 9.0), (13, 7.0), (31, 6.0))]
    assert [one.ply for one in worst(losses, (BLACK,))] == [7, 31]
    assert [times_missed(one, losses) for one in losses] == [3, 3, 3, 1]


def test_chances_of_two_sides_are_two() -> None:
    losses = [loss(1, 6.0), replace(loss(2, 5.0), better=2)]
    assert [one.ply for one in worst(losses, BOTH)] == [1, 2]


def again(losses: list[Loss], most: int = 9, effort: Effort = USUAL, is_last: bool = False) -> list[tuple[int, int]]:
    return [(one.ply, visits) for one, visits in to_look_again(losses, (BLACK,), effort, most, is_last)]


def test_what_would_be_shown_after_a_quick_look_is_looked_at_for_longer_first() -> None:
    losses = [loss(1, 30.0), loss(2, 50.0), loss(3, 20.0), loss(5, 15.0), loss(7, 0.0)]
    assert again(losses) == [(1, 400), (3, 400), (5, 400)]
    assert again(losses, most=2) == [(1, 400), (3, 400)]
    assert again(losses, is_last=True) == again(losses), "whatever is shown has been looked at for longer"


def test_then_what_may_change_which_three_they_are() -> None:
    deep = [loss(1, 30.0, True), loss(3, 20.0, True), loss(5, 9.0, True)]
    near, far = loss(7, 8.5), loss(9, 3.0)
    assert again([*deep, near, far]) == [(7, 300), (5, 1200)], "the cheaper look of the two beside the border first"
    assert again([*deep, near, far], is_last=True) == []
    assert again([*deep, far]) == [], "nobody doubts which these are"


def test_a_small_mistake_may_be_none() -> None:
    assert again([loss(1, 2.6, True), loss(3, 2.4)]) == [(3, 300), (1, 1200)]


def test_the_same_chance_again_is_not_looked_at_again() -> None:
    deep = [loss(1, 30.0, True), loss(3, 20.0, True), loss(5, 9.0, True)]
    assert again([*deep, replace(loss(7, 8.5), better=6)]) == []


def test_nothing_is_looked_at_for_ever() -> None:
    effort, losses = Effort(most=1_000), [loss(ply, 9.0) for ply in (1, 3, 5, 7, 9)]
    for _ in range(100):
        wanted = to_look_again(losses, (BLACK,), effort, 2)
        if not wanted:
            break
        longer = {one.ply: visits for one, visits in wanted}
        losses = [replace(one, visits=longer.get(one.ply, one.visits)) for one in losses]
    assert not wanted
    assert max(one.visits for one in losses) == 1_000


def test_percent_are_as_doubtful_as_points() -> None:
    deep = [loss(1, 90.0, True, points=False), loss(3, 70.0, True, points=False), loss(5, 30.0, True, points=False)]
    assert again([*deep, loss(7, 28.0, points=False)]) == [(7, 300), (5, 1200)]
    assert again([*deep, loss(7, 10.0, points=False)]) == []


@pytest.mark.parametrize(("platform", "used"), [("linux", "thread_time"), ("win32", "perf_counter")])
def test_a_fast_processor_looks_for_longer_and_a_slow_one_for_less(
    monkeypatch: pytest.MonkeyPatch, platform: str, used: str
) -> None:
    """On Windows the processor's time stands still for longer than a short game takes."""
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr(time, "thread_time", lambda: 15.6e-3)
    moves = tuple(itertools.chain.from_iterable(zip(range(0, 30, 2), range(31, 60, 2), strict=True)))

    def spent(seconds: float) -> int:
        clock = itertools.count()
        monkeypatch.setattr(time, used, lambda: next(clock) * seconds)
        looker = FakeLooker(dict.fromkeys(range(0, 30, 2), 9.0))
        list(review(ReviewInquiry(NET, RULES, moves), [looker]))
        return sum(looker.asked)

    assert spent(100.0) < spent(0.01) < spent(1e-6)


def test_several_lookers_find_what_one_finds() -> None:
    costs, moves = {0: 3.0, 1: 9.0, 2: 5.0, 3: 4.0, 11: 30.0}, (0, 10, 1, 11, 2, 12, 3, 13)
    inquiry = ReviewInquiry(NET, RULES, moves)
    alone, together = ([*review(inquiry, [FakeLooker(costs) for _ in range(number)])][-1] for number in (1, 3))
    assert alone.losses == together.losses
    assert [one.loss for one in alone.moments] == [one.loss for one in together.moments]
    assert (alone.black_leads, alone.black_rates) == (together.black_leads, together.black_rates)


def test_what_goes_wrong_in_a_looker_is_told() -> None:
    class Broken(FakeLooker):
        def look(self, position: Position, visits: int, stop: Callable[[], bool] = never_stop) -> Look:
            raise PlayerError("illegal_game_over")

    with pytest.raises(PlayerError):
        list(review(ReviewInquiry(NET, RULES, (0, 10)), [FakeLooker({}), Broken({})]))


def test_the_next_mistake_is_found_round_about() -> None:
    losses = [loss(1, 3.0), loss(3, 9.0), loss(4, 20.0), loss(7, 1.0)]
    found = [next_mistake(losses, (BLACK,), ply, step) for ply, step in ((0, 1), (1, 1), (3, 1), (3, -1), (1, -1))]
    assert [one.ply if one else None for one in found] == [1, 3, 1, 1, 3]
    assert next_mistake(losses[3:], BOTH, 0, 1) is None


# --- a game gone through --------------------------------------------------------------------------------------------


class FakeLooker:
    """Plays an empty point near the end of the board, each time another; what a move is worth is told it."""

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
        best = int(np.flatnonzero(position.legal_moves[: position.stones.size])[-1 - position.ply % 20])
        if visits < 100 and position.ply % 5 == 0:
            lead += self._noise
        return Look(best, (best,), 0.5 + lead / 200, lead if self._has_points else None, None, (best,))


def _moves_of(position: Position) -> list[int]:
    """The moves that led there, as long as nothing was taken: a stone's number is not kept, so these are the latest."""
    return [int(action) for action in position.board[0]["last_moves"][: position.ply][::-1] if action >= 0]


def test_a_move_costs_what_the_search_says_of_it_beside_the_best() -> None:
    asked = MoveInquiry(NET, RULES, (0, 1, 2))
    found = loss_of_last(asked, FakeLooker({2: 7.0}))
    assert (found.ply, found.side, found.action, found.better) == (3, BLACK, 2, 78)
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
    effort = Effort(quick=50)
    return list(review(ReviewInquiry(NET, RULES, moves, sides=sides, effort=effort), [looker]))


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


@pytest.mark.parametrize("seconds", [100.0, 0.01, 1e-6], ids=["slow", "usual", "fast"])
def test_the_share_follows_the_work_and_never_falls(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    clock = itertools.count()
    monkeypatch.setattr(reviewing, "_clock", lambda: next(clock) * seconds)
    # The first of many equal losses cannot be told from the last, so all the time there is gets used.
    moves = tuple(itertools.chain.from_iterable(zip(range(30), range(31, 61), strict=True)))
    looker = FakeLooker(dict.fromkeys(range(0, 30, 2), 9.0))
    inquiry = ReviewInquiry(NET, RULES, moves)
    told = [(one.share, sum(looker.asked)) for one in review(inquiry, [looker])]
    shares, whole = [share for share, _ in told], sum(looker.asked)
    assert shares == sorted(shares)
    assert shares[-2] < shares[-1] == 1.0
    assert shares == pytest.approx([searched / whole for _, searched in told], abs=0.03)


def test_a_review_that_is_called_off_has_no_moments() -> None:
    looker, count = FakeLooker({1: 9.0}), [0]

    def stop() -> bool:
        count[0] += 1
        return count[0] > 4

    told = list(review(ReviewInquiry(NET, RULES, (0, 10, 1, 11)), [looker], stop))
    assert not any(one.moments for one in told)


def test_what_a_short_look_overrated_is_corrected_by_a_longer_one() -> None:
    told = reviewed((0, 10, 1, 11, 2, 12), FakeLooker({1: 9.0}, noise=20.0))
    assert [one.loss.ply for one in told[-1].moments] == [3]


def test_passes_at_the_end_are_nobodys_mistakes() -> None:
    told = reviewed((0, 10, 81, 81), FakeLooker({81: 50.0}))
    assert [one.ply for one in told[-1].losses] == [1, 2]


def test_stones_that_settle_who_has_which_color_are_nobodys_mistakes() -> None:
    inquiry = ReviewInquiry(NET, RULES, (0, 10, 1, 11, 2), sides=(BLACK,), effort=Effort(quick=50), laid=3)
    told = list(review(inquiry, [FakeLooker({1: 50.0, 2: 9.0})]))[-1]
    assert [one.ply for one in told.losses] == [4, 5]
    assert [one.loss.ply for one in told.moments] == [5]


def test_moves_that_others_made_are_no_moments() -> None:
    costs = {0: 3.0, 1: 9.0, 2: 5.0, 3: 4.0}
    inquiry = ReviewInquiry(NET, RULES, (0, 10, 1, 11, 2, 12, 3, 13), sides=(BLACK,), effort=Effort(quick=50))
    told = list(review(replace(inquiry, by_others=(1, 3)), [FakeLooker(costs)]))[-1]
    assert [one.loss.ply for one in told.moments] == [5, 7]
    assert len(told.losses) == 8, "the curve and what it is made of are of the whole game"


@pytest.mark.parametrize(
    ("row", "best", "others"),
    [((5, 6, 7), 8, {4}), ((4, 5, 6, 7), 8, {3})],
    ids=["an open three", "an open four"],
)
def test_a_move_that_wins_as_certainly_is_as_good(row: tuple[int, ...], best: int, others: set[int]) -> None:
    middle = 7 * 15
    moves = list(itertools.chain.from_iterable(zip((middle + it for it in row), (0, 4, 224, 210), strict=False)))
    position = position_after(FIVE, moves)
    assert set(other_wins(position, middle + best)) == {middle + it for it in others}


class WinLooker:
    """Knows of one point that Black wins there from the fourth move on, and of nothing else."""

    def __init__(self, point: int) -> None:
        self._point = point

    def look(self, position: Position, visits: int, stop: Callable[[], bool] = never_stop) -> Look:
        is_won = position.stones.flat[self._point] == BLACK
        may_win = position.to_play is BLACK and position.ply >= 6 and bool(position.legal_moves[self._point])
        best = self._point if may_win else int(np.flatnonzero(position.legal_moves)[0])
        rate, winner = (1.0, BLACK) if is_won or may_win else (0.5, None)
        return Look(best, (best,), rate, None, winner, (best,))


def test_in_a_moment_every_move_that_wins_for_certain_is_right() -> None:
    middle = 7 * 15
    moves = (middle + 5, 0, middle + 6, 4, middle + 7, 224, 100)
    inquiry = ReviewInquiry(NET, FIVE, moves, sides=(BLACK,), effort=Effort(quick=50, deep=50))
    (moment,) = list(review(inquiry, [WinLooker(middle + 8)]))[-1].moments
    assert (moment.loss.ply, moment.tale, moment.near) == (7, Tale.MISSED_WIN, (middle + 8, middle + 4))


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


def test_a_capture_that_another_move_makes_at_once_is_no_credit_of_the_better_move() -> None:
    """Black could take the corner stone at 9 all the time; that it does so after 60 says nothing of 60."""
    before = after(1, 0)
    assert tale_of(before, (70, 30, 31), (60, 30, 9), None, None, BLACK) == (Tale.PLAIN, (), 0)
    assert tale_of(before, (70, 30, 31), (9, 30, 60), None, None, BLACK) == (Tale.MISSED, (0,), 1)


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
    assert (again[0].moves, again[0].played, again[0].good) == ((0, 10), 1, (78,))


@pytest.mark.parametrize(
    "start",
    [Start((10, 2), (), WHITE), Start((40,), (41,), BLACK), with_handicap(9, 2), Start(to_play=WHITE), EMPTY_BOARD],
)
def test_after_a_restart_it_is_asked_on_the_same_board(tmp_path: Path, start: Start) -> None:
    path = tmp_path / "practice.json"
    PracticeBook(path).collect([replace(exercise(1, 0), start=start)])
    (again,) = PracticeBook(path).exercises
    assert again.start == start


@pytest.mark.parametrize("damage", ["", "{", '{"a":1}', "null"])
def test_a_damaged_file_is_put_aside_beside_those_of_before(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "practice.json"
    for text in (damage, "damaged once more"):
        path.write_text(text)
        book = PracticeBook(path)
        assert book.exercises == ()
        book.collect([exercise(0)])
        assert len(PracticeBook(path).exercises) == 1
    asides = ("practice.damaged.json", "practice.damaged-2.json")
    assert [(tmp_path / name).read_text() for name in asides] == [damage, "damaged once more"]


def test_exercises_that_cannot_be_read_for_a_moment_are_asked_later(tmp_path: Path) -> None:
    path = tmp_path / "practice.json"
    PracticeBook(path).collect([exercise(0)])
    book = PracticeBook(path)
    with unreadable(path):
        assert book.exercises == ()
    book.collect([exercise(1)])
    assert PracticeBook(path).exercises == book.exercises == (exercise(0), exercise(1))
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "strange", [1, {}, {"game": "go"}, {"game": "a guest that is gone", "agreed": {}}, {"agreed": []}, "\ud800"]
)
def test_what_is_not_understood_stays_in_the_file_and_harms_no_other(tmp_path: Path, strange: object) -> None:
    path = tmp_path / "practice.json"
    PracticeBook(path).collect([exercise(0), exercise(1)])
    first, second = json.loads(path.read_text())
    if isinstance(strange, dict) and "agreed" in strange:
        strange = first | strange
    path.write_text(json.dumps([first, strange, second]))
    book = PracticeBook(path)
    assert [one.moves for one in book.exercises] == [(0,), (1,)]
    book.collect([exercise(2)])
    assert strange in json.loads(path.read_text())
    assert len(PracticeBook(path).exercises) == 3


@pytest.mark.parametrize("damage", [None, "{"])
def test_exercises_of_two_windows_are_all_kept(tmp_path: Path, damage: str | None) -> None:
    path = tmp_path / "practice.json"
    one, other = PracticeBook(path), PracticeBook(path)
    assert one.exercises == other.exercises == ()
    one.collect([exercise(0)])
    other.collect([exercise(1)])
    if damage is not None:
        path.write_text(damage)
    after = other.answer(exercise(0), True, TODAY)
    assert PracticeBook(path).exercises == (after, exercise(1))


def test_a_game_may_be_as_long_as_its_rules_allow(tmp_path: Path) -> None:
    path = tmp_path / "practice.json"
    for plies, is_understood in ((RULES.ply_limit, True), (RULES.ply_limit + 1, False)):
        PracticeBook(path).collect([exercise(*[0] * plies)])
        assert any(len(one.moves) == plies for one in PracticeBook(path).exercises) is is_understood


@pytest.mark.parametrize(
    "change",
    [
        {"moves": [99]},
        {"good": []},
        {"due": 0},
        {"box": 9},
        {"agreed": {"size": 500}},
        {"to_play": "BLACK"},
        {"to_play": "BLACK", "black": [81], "white": []},
        {"to_play": "NOBODY", "black": [], "white": []},
    ],
)
def test_a_value_that_makes_no_sense_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
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


def test_what_cannot_be_played_is_passed_over() -> None:
    """Files of earlier versions do not have the stones that were laid by hand."""
    asked = quiz(exercise(1, 0, 80, 1, 79), exercise(0, 10, size=4.0), exercise(3, 3, size=3.0))
    assert asked.pass_over()
    assert not asked.pass_over()
    assert asked.exercise is not None
    assert asked.exercise.moves == (0, 10)
    asked.show_me()
    asked.next()
    assert asked.pass_over()
    assert (asked.exercise, asked.left) == (None, 0)
    assert asked.next_day == TODAY + timedelta(days=1)


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

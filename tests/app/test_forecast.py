"""The guess when the next milestone comes: right about a dog that grows evenly, silent where nobody can know."""

from __future__ import annotations

import math

import numpy as np
import pytest

from clevergo.app.kennel.messages import StrengthPoint
from clevergo.app.training.forecast import beats_from, first_lesson, forecast
from clevergo.training.ratings.elo import expected_score
from clevergo.training.run.events import UnderWay


def growth(rate: float = 300.0, noise: float = 0.0, error: float = 40.0, count: int = 20) -> list[StrengthPoint]:
    """A dog whose rating is ``rate`` times the logarithm of its minutes."""
    rng = np.random.default_rng(1)
    seconds = np.linspace(300, 3600, count)
    return [StrengthPoint(s, int(s), rate * math.log(s / 60) + noise * rng.standard_normal(), error) for s in seconds]


@pytest.mark.parametrize("noise", [0.0, 40.0])
def test_the_range_holds_the_truth_for_a_dog_that_grows_evenly(noise: float) -> None:
    target = 300.0 * math.log(120)  # its rating after two hours
    found = forecast(growth(noise=noise), target, 3600.0)
    assert found is not None
    assert found.high is not None
    assert found.low <= 3600.0 <= found.high


def test_what_it_can_do_already_takes_no_time() -> None:
    found = forecast(growth(), 500.0, 3600.0)
    assert found is not None
    assert found.low == 0.0


def test_a_rating_that_is_known_badly_gives_a_wide_range() -> None:
    target = 300.0 * math.log(90)
    sure, unsure = forecast(growth(error=25.0), target, 3600.0), forecast(growth(error=150.0), target, 3600.0)
    assert sure is not None
    assert unsure is not None
    assert unsure.low <= sure.low
    assert unsure.high is None or (sure.high is not None and unsure.high > sure.high)


def test_nothing_is_said_of_a_dog_that_does_not_grow_or_was_hardly_measured_or_has_far_to_go() -> None:
    assert forecast(growth(rate=-50.0), 2000.0, 3600.0) is None
    assert forecast(growth(count=3), 1300.0, 3600.0) is None
    assert forecast(growth(), 9000.0, 3600.0) is None
    assert forecast([], 100.0, 0.0) is None


def test_an_opponent_is_beaten_by_eight_points_of_ten_which_takes_more_than_being_its_equal() -> None:
    assert beats_from(2_027.0) == pytest.approx(2_027.0 + 240.8, abs=0.1)
    assert expected_score(beats_from(2_027.0), 2_027.0) == pytest.approx(0.8)


def test_nothing_is_said_of_a_target_that_may_be_reached_by_now_as_well_as_never() -> None:
    measured = [(900.0, 2500.0), (1350.0, 2520.0), (1800.0, 2490.0), (2250.0, 2560.0), (2700.0, 2610.0)]
    points = [StrengthPoint(seconds, int(seconds), rating, 100.0) for seconds, rating in measured]
    assert forecast(points, 2662.0, 2700.0) is None
    assert forecast(points, 2560.0, 2700.0) is None
    far = forecast(points, 2800.0, 2700.0)
    assert far is not None
    assert far.high is None
    assert far.low > 60.0, "that it takes longer than this is worth saying"


@pytest.mark.parametrize(
    ("moves", "finished", "positions"),
    [(1_027, 0, 0), (4_227, 0, 0), (5_009, 0, 0), (5_859, 5, 438), (6_806, 32, 3_061)],
)
def test_the_first_lesson_is_told_about_right(moves: int, finished: int, positions: int) -> None:
    """Rows of a newborn's first games, as they were played; 4,000 positions were there after about 7,250 moves."""
    under_way = UnderWay(64, moves - 100 * finished, moves - 100 * finished)
    seconds = first_lesson(4_000 - positions, under_way, 60.0, has_ended=finished > 0)
    assert seconds is not None
    truth = (7_250 - moves) / 60.0
    assert 0.7 * truth <= seconds <= 1.5 * truth + 12.0


def test_on_a_large_board_the_first_games_are_longer() -> None:
    """On 19x19 they have some 490 moves: all of them go on where those of 9x9 have long ended."""
    seconds = first_lesson(4_000, UnderWay(64, 64 * 200, 0), 1_000.0, points=361, has_ended=False)
    assert seconds == pytest.approx(64 * (110 * 361 / 81 - 200) / 1_000.0)


def test_nothing_is_told_of_the_first_lesson_where_nothing_is_known() -> None:
    assert first_lesson(0, UnderWay(64, 100, 100), 60.0) is None
    assert first_lesson(4_000, UnderWay(64, 0, 0), 0.0) is None
    assert first_lesson(4_000, UnderWay(), 60.0) is None
    assert first_lesson(4_000, UnderWay(64, 64 * 130, 0), 60.0) is not None

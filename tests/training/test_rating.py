"""Ratings: the Elo model, its error, and the ladder's choice of opponents."""

from __future__ import annotations

import pytest

from clevergo.training.events import Rated
from clevergo.training.ladder import RUNGS, Ladder
from clevergo.training.rating import MatchResult, expected_score, fit_rating


def test_400_points_are_ten_to_one() -> None:
    assert expected_score(400, 0) == pytest.approx(10 / 11)


def test_an_even_score_gives_the_opponents_rating() -> None:
    rating = fit_rating([MatchResult(1000, 50, 0, 50)], prior=1000)
    assert rating is not None
    assert rating.points == pytest.approx(1000)


def test_draws_count_half() -> None:
    with_draws = fit_rating([MatchResult(500, 10, 20, 10)], prior=500)
    assert with_draws is not None
    assert with_draws.points == pytest.approx(500)


def test_the_error_shrinks_with_the_root_of_the_games() -> None:
    few = fit_rating([MatchResult(0, 10, 0, 10)])
    many = fit_rating([MatchResult(0, 1000, 0, 1000)])
    assert few is not None
    assert many is not None
    assert few.error == pytest.approx(10 * many.error, rel=0.05)
    assert many.error == pytest.approx(400 / 2.302585 / (2000 * 0.25) ** 0.5, rel=0.01)


def test_winning_everything_gives_a_finite_rating_with_a_large_error() -> None:
    rating = fit_rating([MatchResult(0, 10, 0, 0)])
    assert rating is not None
    assert 300 < rating.points < 2000
    assert rating.error > 200


def test_no_games_no_rating() -> None:
    assert fit_rating([]) is None
    assert Ladder().rating() is None


def rated(opponent: str, wins: int, losses: int, trained: int = 1000) -> Rated:
    return Rated(opponent, wins, 0, losses, trained, 60.0)


def test_the_ladder_is_climbed_rung_by_rung() -> None:
    ladder = Ladder()
    assert ladder.next_opponent() == RUNGS[0][0]
    ladder.add(rated(RUNGS[0][0], 10, 0))
    assert ladder.next_opponent() == RUNGS[1][0]
    ladder.add(rated(RUNGS[1][0], 5, 5))
    assert ladder.next_opponent() == RUNGS[1][0]


def test_the_top_of_the_ladder_stays_the_opponent() -> None:
    ladder = Ladder()
    for opponent, _ in RUNGS:
        ladder.add(rated(opponent, 10, 0))
    assert ladder.next_opponent() == RUNGS[-1][0]


def test_old_results_do_not_hold_a_grown_dog_down() -> None:
    ladder = Ladder()
    ladder.add(rated("random", 0, 10, trained=100))
    ladder.add(rated("random", 10, 0, trained=1000))
    rating = ladder.rating()
    assert rating is not None
    assert rating.points > 300

"""Ratings: the Elo model, a dog's whole history, errors that mean what they say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binomtest

from clevergo.training.ratings.elo import Played, chance_of_equals, expected_score, fit_history, gain_of


def last(*played: Played) -> tuple[float, float]:
    rating = fit_history(played).ages[-1].rating
    return rating.points, rating.error


def test_400_points_are_ten_to_one() -> None:
    assert expected_score(400, 0) == pytest.approx(10 / 11)


@pytest.mark.parametrize("share", [0.001, 0.5, 0.8, 0.9999])
def test_a_share_of_the_points_tells_the_gain_that_makes_it_expected(share: float) -> None:
    assert expected_score(1000 + gain_of(share), 1000) == pytest.approx(share)


@pytest.mark.parametrize(
    "wins",
    [(0, 0), (3, 3), (3, 4), (1, 0), (5, 0), (10, 0), (15, 5), (60, 40), (7, 480), (20_400, 20_000), (0, 30_000)],
)
def test_how_far_apart_equals_end_is_what_scipy_says(wins: tuple[int, int]) -> None:
    assert chance_of_equals(*wins) == pytest.approx(binomtest(wins[0], sum(wins)).pvalue if any(wins) else 1.0)


def test_an_even_score_gives_the_opponents_rating() -> None:
    points, _ = last(Played(5000, 500, 0, 500, opponent_rating=1000))
    assert points == pytest.approx(1000, abs=2)


def test_draws_count_half() -> None:
    points, _ = last(Played(5000, 100, 200, 100, opponent_rating=500))
    assert points == pytest.approx(500, abs=2)


def test_the_error_shrinks_with_the_root_of_the_games() -> None:
    _, few = last(Played(1000, 10, 0, 10, opponent_rating=0))
    _, many = last(Played(1000, 1000, 0, 1000, opponent_rating=0))
    assert few == pytest.approx(10 * many, rel=0.05)
    assert many == pytest.approx(400 / math.log(10) / (2000 * 0.25) ** 0.5, rel=0.01)


@pytest.mark.parametrize(("wins", "losses"), [(10, 0), (0, 10)])
def test_winning_or_losing_everything_gives_a_finite_rating_with_a_large_error(wins: int, losses: int) -> None:
    points, error = last(Played(1000, wins, 0, losses, opponent_rating=0))
    assert 300 < abs(points) < 2500
    assert error > 200


def test_no_games_no_rating() -> None:
    assert fit_history([]).ages == ()
    assert fit_history([Played(1000, 0, 0, 0, opponent_rating=0)]).ages == ()


def test_the_newborn_dog_is_an_opponent_too() -> None:
    young = Played(0, 5, 0, 5, opponent_rating=0)
    first, second = fit_history([young, Played(4000, 8, 0, 2, opponent_age=0)]).ages
    assert second.rating.points > first.rating.points + 100


def test_a_growing_dog_is_rated_at_every_age() -> None:
    history = fit_history(
        [
            Played(500, 2, 0, 18, opponent_rating=500),
            Played(2000, 10, 0, 10, opponent_rating=500),
            Played(9000, 18, 0, 2, opponent_rating=500),
        ]
    ).ages
    assert [entry.age for entry in history] == [500, 2000, 9000]
    points = [entry.rating.points for entry in history]
    assert points[0] < 300 < points[1] < 600 < points[2]


def test_matches_of_nearly_one_age_make_one_rating_with_a_smaller_error() -> None:
    alone = fit_history([Played(5000, 10, 0, 10, opponent_rating=900)]).ages
    together = fit_history([Played(5000 + i, 10, 0, 10, opponent_rating=900) for i in range(4)]).ages
    assert len(alone) == len(together) == 1
    assert together[0].age == 5003
    assert together[0].rating.error == pytest.approx(alone[0].rating.error / 2, rel=0.05)


def test_games_against_its_own_ages_place_the_dog_above_what_others_can_measure() -> None:
    outside = Played(2000, 50, 0, 50, opponent_rating=1000)
    hopeless = Played(20_000, 20, 0, 0, opponent_rating=1000)
    own = Played(20_000, 75, 0, 25, opponent_age=2000)
    points, error = last(outside, hopeless, own)
    assert points == pytest.approx(1000 + 191, abs=100)
    assert error < last(outside, hopeless)[1] / 2


def test_two_ages_are_better_known_against_each_other_than_on_the_scale() -> None:
    """A hundred games between them say who is stronger, however little is known of either by others."""
    loosely = Played(2000, 2, 0, 2, opponent_rating=1000)
    history = fit_history([loosely, Played(20_000, 75, 0, 25, opponent_age=2000)])
    younger, older = (entry.rating.error for entry in history.ages)
    assert history.error_between(0, 1) < 45 < 100 < min(younger, older)
    assert history.error_between(0, 1) == history.error_between(1, 0)
    assert history.error_between(1, 1) == 0


def test_the_error_says_how_far_ratings_are_off() -> None:
    """Of 200 dogs of known strength, about two in three are within one error, and nearly all within three."""
    rng = np.random.default_rng(0)
    off = []
    for _ in range(200):
        truth = rng.normal(1000, 300)
        played = []
        for opponent in (600.0, 1000.0, 1400.0):
            wins = int(rng.binomial(30, expected_score(truth, opponent)))
            played.append(Played(3000, wins, 0, 30 - wins, opponent_rating=opponent))
        points, error = last(*played)
        off.append((points - truth) / error)
    assert 0.58 < np.mean(np.abs(off) < 1) < 0.78
    assert np.mean(np.abs(off) < 3) > 0.98


def test_an_opponent_is_either_known_or_an_age() -> None:
    with pytest.raises(ValueError, match="either"):
        Played(1000, 1, 0, 0)
    with pytest.raises(ValueError, match="either"):
        Played(1000, 1, 0, 0, opponent_rating=0.0, opponent_age=5)

"""When a dog is measured: a newborn at once, then by what it has learned, and never for a large share of the time."""

from __future__ import annotations

import pytest

from clevergo.training.ratings.schedule import RatingSchedule
from clevergo.training.run.events import Counters, Rated, RatingPlanned
from clevergo.training.run.plan import RunPlan


def at_work(is_rated: bool = False) -> RatingSchedule:
    """A run that began at 0 and whose workers play."""
    schedule = RatingSchedule(RunPlan(arena_seconds=60.0, arena_share=0.1, arena_games=10), is_rated, 0.0)
    schedule.has_begun = True
    return schedule


def rated(took: float, games: int = 4, opponent: str = "random") -> Rated:
    return Rated(opponent, games, 0, 0, 0, 0.0, 100, took)


def test_a_newborn_is_measured_as_soon_as_it_plays_and_again_when_it_has_learned() -> None:
    schedule = RatingSchedule(RunPlan(), False, 0.0)
    assert not schedule.is_due(1e6)
    schedule.has_begun = True
    assert schedule.is_due(1.0)
    assert schedule.games_against("random", False) == 4
    schedule.begin(1.0)
    assert not schedule.is_due(1e6)
    schedule.end(rated(took=200.0), 201.0, is_program=False)
    assert not schedule.is_due(1e6)
    assert schedule.planned(201.0) == RatingPlanned(0.0, needs_weights=True)
    schedule.weights = Counters(60, 5_000, 256)
    assert schedule.is_due(202.0)  # though the first match has taken all the time so far


def test_a_newborn_that_has_been_measured_quickly_waits_for_nothing_but_its_first_step() -> None:
    schedule = at_work()
    schedule.begin(1.0)
    schedule.end(rated(took=2.0), 3.0, is_program=False)
    assert schedule.planned(3.0) == RatingPlanned(0.0, needs_weights=True)
    schedule.weights = Counters(60, 5_000, 256)
    assert schedule.is_due(15.0)
    schedule.begin(15.0)
    schedule.end(rated(took=4.0, games=10), 19.0, is_program=False)
    schedule.weights = Counters(90, 8_000, 512)
    assert not schedule.is_due(74.0)  # from then on the matches are as rare as planned
    assert schedule.is_due(75.0)


def test_later_matches_wait_until_the_last_one_is_a_small_share_and_there_is_something_new() -> None:
    schedule = at_work(is_rated=True)
    schedule.weights = Counters(100, 9_000, 2_560)
    assert not schedule.is_due(59.0)
    assert schedule.planned(20.0) == RatingPlanned(40.0)
    schedule.begin(60.0)
    schedule.end(rated(took=20.0), 80.0, is_program=False)
    assert schedule.planned(80.0) == RatingPlanned(180.0, needs_weights=True)
    assert not schedule.is_due(1e6)
    schedule.weights = Counters(110, 9_900, 5_120)
    assert not schedule.is_due(259.0)
    assert schedule.is_due(261.0)


@pytest.mark.parametrize(("game_seconds", "games"), [(1.0, 10), (4.5, 10), (9.0, 4), (20.0, 2), (100.0, 2)])
def test_games_that_take_long_make_short_matches(game_seconds: float, games: int) -> None:
    schedule = at_work()
    schedule.begin(0.0)
    schedule.end(rated(took=4 * game_seconds), 4 * game_seconds, is_program=False)
    schedule.weights = Counters(60, 5_000, 256)
    assert schedule.games_against("random", False) == games


def test_a_program_of_others_is_met_in_two_games_before_anybody_knows_how_long_it_thinks() -> None:
    """Ten games of three minutes each, after opponents of seconds, would leave no time for another match for hours."""
    schedule = at_work(is_rated=True)
    schedule.weights = Counters(100, 9_000, 2_560)
    schedule.end(rated(took=4.0), 4.0, is_program=False)
    assert [schedule.games_against(*one) for one in (("mcts:400", False), ("pachi:20000", True))] == [10, 2]
    schedule.end(rated(took=20.0, games=2, opponent="pachi:20000"), 24.0, is_program=True)
    assert schedule.games_against("pachi:20000", True) == 4
    assert schedule.games_against("gnugo:1", True) == 2
    assert schedule.games_against("mcts:1600", False) == 10  # whose games are as quick as before


def test_a_match_that_could_not_be_played_is_no_measurement() -> None:
    schedule = at_work()
    schedule.begin(0.0)
    schedule.give_up()
    assert not schedule.is_playing
    assert schedule.planned(10.0) == RatingPlanned(50.0, needs_weights=True)


def test_without_ratings_there_is_no_schedule() -> None:
    schedule = RatingSchedule(RunPlan(arena_seconds=0.0), False, 0.0)
    schedule.has_begun = True
    assert not schedule.is_due(1e6)
    assert schedule.planned(0.0) is None

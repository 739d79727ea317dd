"""Whom a dog meets, whom it has beaten, and what of it is remembered."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from clevergo.games.go.game import GAME
from clevergo.games.go.rules import Ruleset
from clevergo.players.match_games import drawn_openings
from clevergo.training.ratings import ladder as ladder_module
from clevergo.training.ratings.elo import AgeRating, Rating, expected_score
from clevergo.training.ratings.ladder import Ladder
from clevergo.training.ratings.opponents import age_of_name, name_of_age
from clevergo.training.run.events import Rated

RATINGS = dict(GAME.anchors)
NAMES = list(RATINGS)


@pytest.fixture(autouse=True)
def every_opponent_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder_module, "anchors_here", lambda game: tuple(NAMES))


def played(opponent: str, wins: int, losses: int, age: int = 1000) -> Rated:
    return Rated(opponent, wins, 0, losses, age, 60.0)


def test_the_anchors_are_in_order_of_their_strength() -> None:
    assert [rating for _, rating in GAME.anchors] == sorted(RATINGS.values())
    assert NAMES[0] == "random"


def test_a_dog_of_unknown_strength_meets_the_weakest_first() -> None:
    assert Ladder(GAME).next_opponent(500) == "random"
    assert Ladder(GAME).rating() is None


STRONG = AgeRating(700_000, Rating(3880.0, 112.0))


def test_a_rating_that_is_known_without_its_games_is_where_it_begins() -> None:
    ladder = Ladder(GAME, known=STRONG)
    rating = ladder.rating()
    assert rating is not None
    assert rating.points == pytest.approx(3880, abs=40)
    assert rating.error == pytest.approx(112, abs=25)
    assert ladder.next_opponent(700_500) not in NAMES[:5]
    assert ladder.has_beaten("mcts:1600")
    assert ladder.form() is None, "nobody has met it since"


def test_a_match_does_not_wipe_out_what_was_known_before_it() -> None:
    ladder = Ladder(GAME, [played("random", 10, 0, 700_500)], STRONG)
    rating = ladder.rating()
    assert rating is not None
    assert rating.points == pytest.approx(3880, abs=60)
    ladder = Ladder(GAME, [played("gnugo:10", 0, 40, 700_500)], STRONG)
    rating = ladder.rating()
    assert rating is not None
    assert rating.points < 3600, "but it is no more than a measurement"


KNOWN = [played("mcts:1600", 10, 10, 3000) for _ in range(5)]
"""What leaves little doubt about a dog of 3,000 games."""


def test_what_it_should_have_beaten_by_now_is_met_before_equals() -> None:
    assert Ladder(GAME, [played("random", 10, 0), *KNOWN]).next_opponent(3000) == "mcts:400"


def test_who_is_weaker_than_somebody_beaten_is_not_met_any_more() -> None:
    ladder = Ladder(GAME, [played("random", 10, 0), *KNOWN, played("mcts:400", 9, 1, 3000)])
    assert RATINGS[ladder.next_opponent(3000)] > RATINGS["mcts:400"]


def test_a_young_dog_that_wins_everything_meets_stronger_ones_each_time() -> None:
    ladder = Ladder(GAME, [Rated("random", 2, 0, 2, 0, 1.0)])
    met = []
    for games in (500, 1300, 2400, 4000):
        met.append(ladder.next_opponent(games))
        ladder.add(played(met[-1], 10, 0, games))
    assert [RATINGS[name] for name in met] == sorted({RATINGS[name] for name in met})
    assert RATINGS[met[2]] >= RATINGS["mcts:1600"], "by its third match, which is after two or three minutes"


def test_who_was_too_strong_a_while_ago_is_not_met_again_at_once() -> None:
    lost = [Rated("random", 2, 0, 2, 0, 1.0), played("mcts:100", 10, 0, 500), played("mcts:6400", 0, 10, 1300)]
    assert RATINGS[Ladder(GAME, lost).next_opponent(1500)] < RATINGS["mcts:6400"]


def test_a_dog_that_has_not_grown_is_not_thought_to_have() -> None:
    lost = [played("random", 5, 5, age) for age in (0, 500, 1000, 2000)]
    assert Ladder(GAME, lost).next_opponent(4000) in NAMES[:2]


@pytest.mark.parametrize(("games_a_second", "farthest"), [(13.5, 600.0), (2.0, 500.0)])
def test_ratings_of_a_dogs_first_minutes_are_not_far_off(games_a_second: float, farthest: float) -> None:
    """Careers as they were seen, made up from the Elo model; matches as often as the schedule has them."""
    ages = np.log(np.array([0, 27, 59, 97, 209, 345, 622, 1193, 1609, 2180, 2942, 6781, 11_674]) + 100.0)
    ratings = [0, 183, 845, 1365, 1719, 1850, 2073, 2281, 2454, 2619, 2859, 3114, 3337]
    rng, misses = np.random.default_rng(1), []
    for _ in range(20):
        ladder = Ladder(GAME, [Rated("random", 2, 0, 2, 0, 1.0)])
        for seconds in (40, 100, 170, 290):
            games = int(games_a_second * seconds)
            own = float(np.interp(np.log(games + 100.0), ages, ratings))
            opponent = ladder.next_opponent(games)
            wins = int(rng.binomial(10, expected_score(own, RATINGS[opponent])))
            ladder.add(Rated(opponent, wins, 0, 10 - wins, games, float(seconds)))
        rating = ladder.rating()
        assert rating is not None
        misses.append(own - rating.points)
    assert np.mean(np.abs(misses)) < farthest / 2
    assert np.max(np.abs(misses)) < farthest


def test_otherwise_it_meets_its_equals() -> None:
    beaten = [played(name, 10, 0, 5000) for name in NAMES[:3]]
    ladder = Ladder(GAME, [*beaten, *(played("mcts:400", 10, 10, 5000) for _ in range(2))])
    rating = ladder.rating()
    assert rating is not None
    assert abs(RATINGS[ladder.next_opponent(5000)] - rating.points) < 800


def test_no_opponent_is_met_for_ever_when_others_tell_as_much() -> None:
    ladder = Ladder(GAME, [played(name, 10, 0) for name in NAMES[:3]])
    met = set()
    for _ in range(30):
        name = ladder.next_opponent(1000)
        met.add(name)
        ladder.add(Rated(name, 5, 0, 5, 1000, 60.0))
    assert len(met) > 1


def test_beyond_every_outsider_it_meets_its_own_ages() -> None:
    history = [played(NAMES[-1], 5, 5, 4000), *(played(name, 40, 0, 20_000) for name in NAMES)]
    ladder = Ladder(GAME, [*history, Rated("age:4000", 27, 0, 3, 20_000, 60.0)])
    assert age_of_name(ladder.next_opponent(20_000, ages=[9_000])) == 9_000


def test_who_is_not_here_is_not_asked() -> None:
    assert Ladder(GAME).next_opponent(500, without=frozenset({"random"})) == NAMES[1]


@pytest.mark.parametrize(
    ("matches", "has_beaten"),
    [
        ([played("random", 8, 2)], True),
        ([played("random", 7, 3)], False),
        ([played("random", 5, 0)], False),
        ([played("random", 5, 0), played("random", 3, 2, 1100)], True),
        ([played("random", 5, 0), played("random", 3, 2, 2000)], False),
        ([played("random", 0, 10, 200), played("random", 9, 1)], True),
        ([played("random", 9, 1), played("random", 0, 10, 5000)], True),
        ([played("mcts:100", 10, 0)], False),
    ],
)
def test_beaten_is_who_gave_eight_points_of_ten_at_one_age(matches: list[Rated], has_beaten: bool) -> None:
    assert Ladder(GAME, matches).has_beaten("random") is has_beaten


def test_every_result_counts_also_after_a_restart() -> None:
    results = [played("mcts:100", 6, 4, age) for age in range(1000, 9000, 500)]
    grown, restarted = Ladder(GAME), Ladder(GAME, results)
    for result in results:
        grown.add(Rated(result.opponent, result.wins, 0, result.losses, result.games_trained, result.seconds))
    assert restarted.results == grown.results
    assert restarted.history() == grown.history()
    assert len(Ladder(GAME, results[-1:]).history()) < len(restarted.history())


def test_results_against_opponents_nobody_knows_any_more_are_kept_and_not_rated() -> None:
    ladder = Ladder(GAME, [played("mcts:7", 10, 0)])
    assert ladder.rating() is None
    assert len(ladder.results) == 1


def test_form_compares_today_with_the_best_age() -> None:
    best = [played("mcts:400", 10, 10, 5000) for _ in range(5)]
    ladder = Ladder(GAME, [*best, Rated("mcts:400", 1, 0, 39, 20_000, 900.0)])
    form = ladder.form()
    assert form is not None
    assert form.best_games == 5000
    assert form.best_seconds == 60.0
    assert form.matches_since == 1
    assert form.seconds == 900.0
    assert form.rating < form.best_rating - 300


def test_ages_have_names() -> None:
    assert age_of_name(name_of_age(1234)) == 1234
    assert age_of_name("mcts:400") is None


def test_openings_differ_and_are_away_from_the_edge() -> None:
    drawn = drawn_openings(Ruleset(9), 40, seed=3)
    assert len(set(drawn)) > 15
    assert drawn == drawn_openings(Ruleset(9), 40, seed=3)
    for first, second in drawn:
        assert first != second
        assert all(2 <= point // 9 <= 6 and 2 <= point % 9 <= 6 for point in (first, second))
    assert all(len(opening) == 2 for opening in drawn_openings(Ruleset(2, 0.5), 6, seed=0))


CAREER = (("random", 5, 0), ("random", 10, 300), ("mcts:100", 9, 900), ("mcts:400", 8, 1800), ("mcts:1600", 6, 2900))


def test_after_a_move_a_dog_is_as_young_as_it_is_on_its_new_board() -> None:
    """An hour on one board and twenty minutes on another: it grows there as a young dog does."""
    young = [played(name, wins, 10 - wins, games) for name, wins, games in CAREER]
    moved = [replace(match, games_trained=60_000 + match.games_trained) for match in young]
    there, here = Ladder(GAME, moved, since=60_000), Ladder(GAME, young)
    assert [entry.age - 60_000 for entry in there.history()] == [entry.age for entry in here.history()]
    assert [entry.rating for entry in there.history()] == [entry.rating for entry in here.history()]
    assert there.next_opponent(63_000, ages=(400, 60_500)) == here.next_opponent(3000, ages=(500,)).replace(
        "500", "60500"
    )
    blunted = Ladder(GAME, moved).rating()
    rating = there.rating()
    assert rating is not None
    assert blunted is not None
    assert rating.points > blunted.points + 100
    assert [there.has_beaten(name) for name in NAMES] == [here.has_beaten(name) for name in NAMES]


def test_a_dog_that_brought_one_rating_along_meets_its_latest_age_and_not_its_birth() -> None:
    """What its ages were worth is not known; the nearer the surer."""
    ladder, missing = Ladder(GAME, known=AgeRating(100_000, Rating(4000.0, 90.0))), frozenset(NAMES[-2:])
    assert ladder.next_opponent(101_000, (0, 405, 15_410, 70_000), missing) == name_of_age(70_000)


def test_a_dog_that_seems_weaker_than_its_best_age_meets_that_one_first() -> None:
    grown = [played("mcts:400", 9, 1, 20_000), played("gnugo:10", 10, 0, 20_000), played("gnugo:10", 10, 0, 20_500)]
    fallen = [played("gnugo:10", 2, 8, 27_000), played("gnugo:10", 1, 9, 27_500)]
    ladder, ages = Ladder(GAME, [*grown, *fallen]), (9_000, 21_000)
    form = ladder.form(ages)
    assert form is not None
    assert (form.seems_worse, form.kept, form.met) == (True, 21_000, (0, 0.0))
    assert ladder.next_opponent(27_600, ages) == name_of_age(21_000)
    assert ladder.next_opponent(27_600, ages, frozenset({name_of_age(21_000)})) != name_of_age(21_000)
    assert ladder.next_opponent(27_600, (9_000,)) != name_of_age(9_000), "that one says nothing of the best"
    for won in (4, 5):
        ladder.add(played(name_of_age(21_000), won, 10 - won, 27_600))
    form = ladder.form(ages)
    assert form is not None
    assert form.met == (20, 9.0)


def test_games_against_the_best_age_say_nothing_of_a_much_older_dog() -> None:
    ladder = Ladder(GAME, [played("mcts:400", 9, 1, 20_000), played(name_of_age(20_000), 9, 1, 25_000)])
    ladder.add(played("mcts:400", 9, 1, 28_000))
    form = ladder.form((20_000,))
    assert form is not None
    assert form.met == (0, 0.0)

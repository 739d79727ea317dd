"""How strong a person is, and an even game: people made up of what is known, their games drawn by lot."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.shipped import ShippedDog
from clevergo.app.ladder.even import Opponents, rating_of, thinking
from clevergo.app.ladder.rating import PRIOR, Belief, Rating, rate
from clevergo.app.ladder.record import Bout
from clevergo.app.ladder.rungs import RATED_AT
from clevergo.games.game import Game
from clevergo.games.guests import game_named
from clevergo.players.spec import PlayerSpec
from clevergo.training.ratings.elo import expected_score

EIGHT = 8
ALIKE = 60
"""People of about one strength."""
NOISE = 60.0
"""Elo points by which those differ."""


@dataclass(frozen=True)
class Seen:
    """A person after some even games."""

    truth: float
    thought: Rating
    expected: float
    """The share of points they would make in the next even game."""


def shipped(game: Game, tmp_path: Path) -> tuple[Opponents, list[float]]:
    """The dog that ships with a game, as an opponent, and how strong it was at each age."""
    dog = ShippedDog(Paths(tmp_path), game)
    ratings = [age.rating for age in dog.ages()] + [dog.info().rating]
    return Opponents(game, dog.info(), dog.ages()), [rating for rating in ratings if rating is not None]


def after_games(opponents: Opponents, truth: float, games: int, rng: np.random.Generator) -> Seen:
    """Play even games, each against whom the program picks."""
    belief = Belief.at_first()
    for _ in range(games):
        opponent = opponents.nearest(belief.rating)
        assert opponent is not None
        has_won = rng.random() < expected_score(truth, opponent.rating.points)
        belief = belief.after(float(has_won), opponent.rating)
    opponent = opponents.nearest(belief.rating)
    assert opponent is not None
    return Seen(truth, belief.rating, expected_score(truth, opponent.rating.points))


@pytest.mark.parametrize("name", ["go", "five"])
def test_after_eight_even_games_people_of_any_strength_win_about_half(name: str, tmp_path: Path) -> None:
    opponents, ages = shipped(game_named(name), tmp_path)
    rng = np.random.default_rng(20)
    people: dict[float, list[Seen]] = {}
    for age in ages:
        # Who is weaker than the newborn, or stronger than the strongest, can meet nobody of their strength.
        strengths = [one.rating.points for one in opponents.all]
        truths = np.clip(age + rng.normal(0, NOISE, ALIKE), min(strengths), max(strengths))
        people[age] = [after_games(opponents, float(truth), EIGHT, rng) for truth in truths]
    shares = {age: float(np.mean([one.expected for one in seen])) for age, seen in people.items()}
    assert [age for age, share in shares.items() if not 0.4 <= share <= 0.6] == []
    everybody = [one for seen in people.values() for one in seen]
    held = np.mean([abs(one.thought.points - one.truth) <= one.thought.error for one in everybody])
    assert 0.6 <= held <= 0.8


def test_who_goes_on_wins_about_half_of_the_games_after_the_eighth(tmp_path: Path) -> None:
    opponents, ages = shipped(game_named("go"), tmp_path)
    rng = np.random.default_rng(20)
    shares = []
    for truth in np.repeat(ages, 3):
        belief, won = Belief.at_first(), []
        for _ in range(EIGHT + 32):
            opponent = opponents.nearest(belief.rating)
            assert opponent is not None
            won.append(float(rng.random() < expected_score(truth, opponent.rating.points)))
            belief = belief.after(won[-1], opponent.rating)
        shares.append(np.mean(won[EIGHT:]))
    assert np.mean(shares) == pytest.approx(0.5, abs=0.05)
    assert np.mean([0.4 <= share <= 0.6 for share in shares]) >= 0.75


def test_who_wins_everything_is_rated_above_them_and_who_loses_everything_below() -> None:
    opponents = [Bout("go", "somebody", 1.0, rating, 50.0) for rating in (500.0, 900.0, 1300.0)]
    assert rate(opponents).points > 1300.0
    lost = [Bout("go", "somebody", 0.0, rating, 50.0) for rating in (3000.0, 2000.0, 1000.0)]
    assert rate(lost).points < 1000.0


def test_games_that_were_not_even_and_opponents_nobody_has_rated_tell_nothing() -> None:
    silent = [Bout("go", "somebody", 1.0, 3000.0, 50.0, is_even=False), Bout("go", "a stranger", 1.0)]
    assert rate(silent) == rate([])
    assert rate([]).points == pytest.approx(PRIOR.points, abs=50.0)


def test_an_uncertain_opponent_tells_less() -> None:
    known, unknown = (rate([Bout("go", "somebody", 1.0, 1900.0, error)]) for error in (0.0, 600.0))
    assert known.points > unknown.points
    assert known.error < unknown.error


def test_a_dog_gains_by_thinking_more_and_one_that_knows_nothing_does_not() -> None:
    game = game_named("go")
    grown, newborn = Rating(2500.0, 60.0), Rating(-60.0, 60.0)
    strengths = [thinking(game, grown, simulations).points for simulations in (25, RATED_AT, 400)]
    assert strengths[0] < strengths[1] == grown.points < strengths[2]
    assert thinking(game, newborn, 25) == newborn


def test_known_are_rated_dogs_that_search_and_the_fixed_opponents(tmp_path: Path) -> None:
    game = game_named("go")
    dog = ShippedDog(Paths(tmp_path), game)

    def strength(text: str) -> float | None:
        known = rating_of(game, PlayerSpec.parse(text), (dog.info(),), dog.ages())
        return None if known is None else known.points

    now = dog.info().rating
    assert now is not None
    assert strength(f"alphago:alpha_go:{RATED_AT}") == now
    assert strength("mcts:400") == dict(game.anchors)["mcts:400"]
    at_birth = strength(f"alphago:alpha_go@0:{RATED_AT}")
    assert at_birth is not None
    assert at_birth < 100.0
    assert [strength(text) for text in ("mcts:77", "policy:alpha_go", "alphago:stranger:100")] == [None] * 3

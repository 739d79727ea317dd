"""The players that play by a net's word alone, with nets whose word is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.game import NUM_SYMMETRIES
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.nn.description import NetConfig
from clevergo.nn.files import WeightFile
from clevergo.nn.inference.engine import Precision
from clevergo.players.brain import DogBrain
from clevergo.players.glance import Glance
from clevergo.players.match_games import VARIED
from clevergo.players.net_players import PolicyPlayer, ValuePlayer
from clevergo.players.options import Opening, PlayerOptions
from clevergo.players.protocol import UnsupportedBoardError
from tests.games.turning import turned_action, turned_policy
from tests.nn.judging import opinionated

Judge = Callable[[Any], tuple[NDArray[Any] | float, float]]


class KnownBrain(DogBrain):
    """Judges by a given function of the board record, which returns (prior, value)."""

    def __init__(self, judge: Judge) -> None:
        super().__init__("known", opinionated(NetConfig(blocks=1, channels=8)))
        self._judge = judge

    def evaluator(self, rules: Any) -> Any:
        return _KnownEvaluator(self._judge)

    def glance(self, position: Any) -> Glance:
        prior, value = self.judge([position])
        return Glance(prior[0], float(value[0]), None)


class _KnownEvaluator:
    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        for index in range(len(boards)):
            prior[index], value[index] = self._judge(boards[index])


def prior_for(favorites: dict[int, float], actions: int = 26) -> NDArray[np.float32]:
    prior = np.full(actions, 1e-4, np.float32)
    for action, weight in favorites.items():
        prior[action] = weight
    return prior


def policy_player(favorites: dict[int, float], rng: np.random.Generator, **options: Any) -> PolicyPlayer:
    return PolicyPlayer("policy", KnownBrain(lambda _board: (prior_for(favorites), 0.5)), rng, PlayerOptions(**options))


START = Position.initial(Ruleset(5))


def test_policy_plays_what_it_likes_best(rng: np.random.Generator) -> None:
    decision = policy_player({12: 0.6, 7: 0.3}, rng).choose(START)
    assert decision.action == 12
    assert decision.analysis is not None
    assert [c.action for c in decision.analysis.candidates[:2]] == [12, 7]
    assert decision.analysis.win_rate == 0.75


def test_policy_leaves_illegal_moves_and_true_eyes_alone(rng: np.random.Generator) -> None:
    eyes = np.array([[0, 1, 0, 0, 0], [1, 1, 0, 0, 0]] + [[0] * 5] * 3, np.int8)
    position = Position.from_stones(Ruleset(5), eyes)
    assert policy_player({0: 0.5, 1: 0.4, 13: 0.1}, rng).choose(position).action == 13


def test_policy_passes_when_that_is_best(rng: np.random.Generator) -> None:
    assert policy_player({25: 0.9, 12: 0.1}, rng).choose(START).action == 25


def test_policy_draws_among_moves_it_likes_alike(rng: np.random.Generator) -> None:
    player = policy_player({6: 0.25, 8: 0.25 * (1 + 1e-7), 16: 0.25, 18: 0.2}, rng)
    assert set(Counter(player.choose(START).action for _ in range(60))) == {6, 8, 16}


def test_policy_still_moves_when_the_net_likes_nothing_allowed(rng: np.random.Generator) -> None:
    player = PolicyPlayer("policy", KnownBrain(lambda _board: (0.0, 0.0)), rng)
    assert START.legal_moves[player.choose(START).action]


def test_policy_varies_its_opening_only_there(rng: np.random.Generator) -> None:
    player = policy_player({12: 0.5, 6: 0.4}, rng, opening=Opening(1, 1.0))
    assert len({player.choose(START).action for _ in range(30)}) > 1
    assert {player.choose(START.play(0)).action for _ in range(10)} == {12}


def drawn(favorites: dict[int, float], temperature: float, seed: int, draws: int) -> list[int]:
    """What a policy with a temperature plays in the first position, so many times."""
    brain, rng = KnownBrain(lambda _board: (prior_for(favorites), 0.5)), np.random.default_rng(seed)
    player = PolicyPlayer("glance", brain, rng, temperature=temperature)
    return [player.choose(START).action for _ in range(draws)]


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_a_glance_draws_its_moves_in_proportion_to_the_policy_to_the_power_of_one_by_the_temperature(
    temperature: float,
) -> None:
    favorites, draws = {12: 0.5, 6: 0.25, 18: 0.15}, 4000
    weights = prior_for(favorites).astype(np.float64) ** (1 / temperature)
    weights[25] = 0.0  # the pass
    chances = weights / weights.sum()
    counts = np.bincount(drawn(favorites, temperature, 5, draws), minlength=26)
    error = np.sqrt(draws * chances * (1 - chances))
    assert (np.abs(counts - draws * chances) <= 4 * error + 3).all()


def test_a_glance_near_no_temperature_plays_the_best_move() -> None:
    assert set(drawn({12: 0.5, 6: 0.4}, 0.01, 5, 50)) == {12}


def test_a_glance_draws_the_same_moves_from_the_same_seed() -> None:
    favorites = {12: 0.5, 6: 0.4, 18: 0.3}
    assert drawn(favorites, 1.0, 5, 50) == drawn(favorites, 1.0, 5, 50) != drawn(favorites, 1.0, 6, 50)


def test_a_glance_draws_in_the_whole_game_and_only_what_is_sensible(rng: np.random.Generator) -> None:
    eyes = np.array([[0, 1, 0, 0, 0], [1, 1, 0, 0, 0]] + [[0] * 5] * 3, np.int8)
    position = Position.from_stones(Ruleset(5), eyes)
    brain = KnownBrain(lambda _board: (prior_for({0: 0.5, 1: 0.4, 13: 0.1, 14: 0.1}), 0.5))
    player = PolicyPlayer("glance", brain, rng, temperature=0.5)
    assert {player.choose(position).action for _ in range(40)} == {13, 14}
    assert len({player.choose(position.play(24)).action for _ in range(40)}) > 1


def test_a_glance_passes_when_it_likes_that_best_and_never_by_chance() -> None:
    assert set(drawn({25: 0.5, 12: 0.4}, 1.0, 5, 50)) == {25}
    assert 25 not in drawn({25: 0.4, 12: 0.5}, 2.0, 5, 400)


def value_player(wanted: int, rng: np.random.Generator, **options: Any) -> ValuePlayer:
    """A player whose net dislikes, for the side to move, only positions where ``wanted`` was just played."""

    def judge(board: Any) -> tuple[float, float]:
        return 0.0, -0.8 if int(board["last_moves"][0]) == wanted else 0.1

    return ValuePlayer("value", KnownBrain(judge), rng, PlayerOptions(**options))


def test_value_plays_what_leaves_the_opponent_worst_off(rng: np.random.Generator) -> None:
    for color, position in ((Color.BLACK, START), (Color.WHITE, START.play(0))):
        decision = value_player(17, rng).choose(position)
        assert position.to_play is color
        assert decision.action == 17
        assert decision.analysis is not None
        assert decision.analysis.win_rate == pytest.approx(0.9)


def test_value_does_not_trust_an_early_pass(rng: np.random.Generator) -> None:
    assert value_player(25, rng).choose(START).action != 25


def test_value_passes_when_it_has_won_as_it_stands(rng: np.random.Generator) -> None:
    won = Position.from_stones(Ruleset(5, 0.5), np.array([[0] * 5, [1] * 5] + [[0] * 5] * 3, np.int8))
    assert value_player(25, rng).choose(won).action == 25


def test_value_knows_what_a_finished_game_is_worth(rng: np.random.Generator) -> None:
    """Passing back would lose, though the net (never asked about finished games) likes it."""
    passed = Position.from_stones(Ruleset(5, 0.5), np.array([[2] * 5] + [[0] * 5] * 4, np.int8), Color.WHITE).play(25)
    assert value_player(25, rng).choose(passed).action != 25


def test_value_varies_its_opening(rng: np.random.Generator) -> None:
    player = ValuePlayer("value", KnownBrain(lambda _board: (0.0, 0.0)), rng, PlayerOptions(Opening(6, 0.5)))
    assert len({player.choose(START).action for _ in range(30)}) > 5


def test_a_net_for_one_size_says_so_on_another() -> None:
    brain = DogBrain("小黑", opinionated(NetConfig("classic", size=9)))
    with pytest.raises(UnsupportedBoardError, match="小黑 can only play on 9x9, not on 13x13"):
        brain.evaluator(Ruleset(13))


def test_a_net_is_not_rounded_where_komi_is_unlike_any_that_was_tried() -> None:
    brain = DogBrain("net", opinionated(NetConfig(blocks=1, channels=32)))
    assert brain.evaluator(Ruleset(9, 7.5)) is brain.evaluator(Ruleset(9, -19.5)) is brain.evaluator(Ruleset(9, 0))
    for komi in (39.5, -30.5):
        assert brain.evaluator(Ruleset(9, komi)).predictor.precision is Precision.FP32
        assert brain.evaluator(Ruleset(9, komi)) is not brain.evaluator(Ruleset(9, 7.5))


@pytest.mark.parametrize(
    ("size", "komi", "expected"),
    [(9, 19.5, True), (9, 20.5, False), (9, -20.5, False), (5, 7.5, True), (5, 8.5, False), (19, 39.5, True)],
)
def test_komi_counts_as_a_share_of_the_board(size: int, komi: float, expected: bool) -> None:
    assert Ruleset(size).game.has_samples_of(Ruleset(size, komi)) is expected


def test_policy_likes_the_same_moves_from_every_side_of_the_board() -> None:
    weights = WeightFile(NetConfig(blocks=1, channels=32), opinionated(NetConfig(blocks=1, channels=32)).arrays)
    brain = DogBrain("net", weights)
    moves = [7, 12, 13, 3]
    straight = brain.glance(Position.from_moves(Ruleset(5), moves))
    for k in range(NUM_SYMMETRIES):
        turned = Position.from_moves(Ruleset(5), [turned_action(move, 5, k) for move in moves])
        seen = brain.glance(turned)
        np.testing.assert_allclose(seen.prior, turned_policy(straight.prior, k), atol=1e-5)
        assert seen.value == pytest.approx(straight.value, abs=1e-5)
    assert straight.prior.std() > 0.001  # else every policy would do


def test_an_opening_with_variety_never_draws_a_pass(rng: np.random.Generator) -> None:
    """The other side could pass back, and has won by komi."""
    player = policy_player({25: 0.9}, rng, opening=VARIED.opening)
    assert all(player.choose(START).action != 25 for _ in range(20))

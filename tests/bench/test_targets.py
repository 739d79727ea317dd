"""The lab that compares searches as teachers: targets as self-play records them, and gains that are real."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.bench.targets import FromSide, Lab, Setting, divergence, findings, open_positions, target_of
from clevergo.games.go.area import area_difference
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile
from clevergo.nn.inference.engine import Precision
from clevergo.nn.inference.predictor import NetEvaluator, Predictor
from clevergo.search.mcts import Search


class CountsStones:
    """Priors all alike; a position is worth who has more of the board."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 1.0
        for i in range(len(boards)):
            margin = float(area_difference(boards[i])) * (1 if boards[i]["to_play"] == 1 else -1)
            value[i] = np.tanh(margin / 10.0)


class LikesOneMove(CountsStones):
    """The same, but for its prior."""

    def __init__(self, move: int) -> None:
        self._move = move

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        super().evaluate(boards, prior, value)
        prior[:, 18 + self._move] = 200.0


@pytest.fixture
def position() -> Position:
    """Black to play, with a white stone in atari at (1, 1)."""
    rows = (".X...", "XO...", ".X...", ".....", ".....")
    stones = np.array([[".XO".index(point) for point in row] for row in rows], np.int8)
    return Position.from_stones(Ruleset(size=5, komi=0.5), stones)


def test_a_setting_is_read_from_its_short_form() -> None:
    assert Setting.parse("32,8,0.35") == Setting(32, 8, 0.35)
    with pytest.raises(ValueError, match="unpack"):
        Setting.parse("32,8")


def test_a_target_is_a_policy_over_the_moves_that_the_search_allowed(position: Position) -> None:
    setting = Setting(16, 8, 0.5)
    result = Search(CountsStones(), setting.config, np.random.default_rng(1), leaves=1).run(position, 16)
    target = target_of(result, 0.0, setting.config)
    assert target.sum() == pytest.approx(1.0, abs=1e-5)
    assert not target[result.prior == 0].any()
    tried = np.flatnonzero(result.visits)
    best, worst = tried[np.argmax(result.q[tried])], tried[np.argmin(result.q[tried])]
    assert target[best] > target[worst]


def test_more_weight_on_the_values_costs_more_and_gains_where_values_are_true(position: Position) -> None:
    settings = [Setting(16, 8, 0.02), Setting(16, 8, 0.4)]
    rows = [
        Lab(lambda _: CountsStones(), 8, 32, np.random.default_rng(seed)).compare(position, settings)
        for seed in range(3)
    ]
    little, much = findings(rows)
    assert much.price > little.price > 0
    assert much.entropy < little.entropy
    assert much.gain > little.gain > 0


def test_divergence_is_zero_between_equals_and_known_for_two_halves() -> None:
    even = np.array([0.5, 0.5])
    assert divergence(even, even) == 0.0
    assert divergence(np.array([1.0, 0.0]), even) == pytest.approx(np.log(2.0))


def test_findings_are_means_over_the_positions() -> None:
    rows = [[(0.1, 1.0, 0.5, 2.0)], [(0.3, 2.0, 0.7, 1.0)]]
    (found,) = findings(rows)
    assert astuple(found) == pytest.approx((0.2, 0.1, 1.5, 0.6, 1.5))


def test_positions_are_undecided_and_from_real_games() -> None:
    found = open_positions(CountsStones(), 5, Ruleset(5, 7.0), np.random.default_rng(2))
    assert len(found) == 5
    assert all(position.ply >= 4 and not position.is_over for position in found)


def test_a_net_seen_from_any_side_answers_for_the_board_as_it_lies(position: Position) -> None:
    config = NetConfig(blocks=1, channels=16, size=5)
    file = WeightFile(config, initial_weights(config, np.random.default_rng(3)), {})
    predictor, rng = Predictor(file, 5, Precision.EXACT), np.random.default_rng(4)
    sides = position.rules.game.symmetries(5)
    said = [_said_by(FromSide(predictor, position.rules, side, rng), position) for side in range(len(sides))]
    assert _said_by(FromSide(predictor, position.rules, len(sides), rng), position)[1] == said[0][1]
    plain = _said_by(NetEvaluator(predictor), position)
    assert said[0][0] == pytest.approx(plain[0], abs=1e-6)
    assert len({round(value, 6) for _, value in said}) == len(sides)
    # A mirrored board looked at from the mirrored side is the same board.
    for side in range(1, len(sides)):
        stones = position.stones.reshape(-1)[sides[side][:25]].reshape(5, 5)
        turned = Position.from_stones(position.rules, stones)
        prior, value = _said_by(NetEvaluator(predictor), turned)
        back = np.empty_like(prior)
        back[sides[side]] = prior
        assert (said[side][0], said[side][1]) == (pytest.approx(back, abs=1e-6), pytest.approx(value, abs=1e-6))


def test_what_only_one_side_says_is_noise(position: Position) -> None:
    setting = Setting(16, 8, 0.05)
    sees_alike = Lab(lambda _: CountsStones(), 4, 8, np.random.default_rng(5))
    sees_otherwise = Lab(lambda side: LikesOneMove(side or 0), 4, 8, np.random.default_rng(5))
    ((_, _, little, _),), ((_, _, much, _),) = (
        lab.compare(position, [setting]) for lab in (sees_alike, sees_otherwise)
    )
    assert 0.0 <= little < 0.1
    assert much > 0.5


def _said_by(evaluator: Any, position: Position) -> tuple[NDArray[np.float32], float]:
    prior, value = np.empty((1, position.rules.num_actions), np.float32), np.empty(1, np.float32)
    evaluator.evaluate(position.board, prior, value)
    return prior[0], float(value[0])


@pytest.mark.parametrize("komi", [0.5, 7.0])
def test_a_move_that_ends_the_game_is_worth_its_result(komi: float) -> None:
    lab = Lab(lambda _: CountsStones(), 1, 8, np.random.default_rng(5))
    position = Position.initial(Ruleset(size=5, komi=komi)).play(12).play(25)
    assert lab._value_after(position, 25) == 1.0
    empty = Position.initial(Ruleset(size=5, komi=komi)).play(25)
    assert lab._value_after(empty, 25) == 1.0, "White passes back, and has komi"

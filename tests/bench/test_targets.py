"""The lab that compares searches as teachers: targets as self-play records them, and gains that are real."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.bench.targets import Lab, Setting, divergence, findings, open_positions, target_of
from clevergo.games.go.area import area_difference
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.search.mcts import Search


class CountsStones:
    """Priors all alike; a position is worth who has more of the board."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 1.0
        for i in range(len(boards)):
            margin = float(area_difference(boards[i])) * (1 if boards[i]["to_play"] == 1 else -1)
            value[i] = np.tanh(margin / 10.0)


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
    rows = [Lab(CountsStones(), 8, 32, np.random.default_rng(seed)).compare(position, settings) for seed in range(3)]
    little, much = findings(rows)
    assert much.price > little.price > 0
    assert much.entropy < little.entropy
    assert much.gain > little.gain > 0


def test_divergence_is_zero_between_equals_and_known_for_two_halves() -> None:
    even = np.array([0.5, 0.5])
    assert divergence(even, even) == 0.0
    assert divergence(np.array([1.0, 0.0]), even) == pytest.approx(np.log(2.0))


def test_findings_are_means_over_the_positions() -> None:
    rows = [[(0.1, 1.0, 2.0)], [(0.3, 2.0, 1.0)]]
    (found,) = findings(rows)
    assert astuple(found) == pytest.approx((0.2, 0.1, 1.5, 1.5))


def test_positions_are_undecided_and_from_real_games() -> None:
    found = open_positions(CountsStones(), 5, Ruleset(5, 7.0), np.random.default_rng(2))
    assert len(found) == 5
    assert all(position.ply >= 4 and not position.is_over for position in found)

"""The formulas of the Gumbel search, against values worked out from the paper."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.games.go.rules import Ruleset
from clevergo.search.descent import RootRule, SearchConfig
from clevergo.search.gumbel import (
    considered_visits,
    improved_policy,
    improved_value,
    schedule_table,
    select_inside,
    select_root,
)
from clevergo.search.mcts import Search
from clevergo.search.rollout import RolloutEvaluator


@pytest.mark.parametrize(
    ("considered", "simulations", "expected"),
    [
        (1, 4, [0, 1, 2, 3]),
        (2, 6, [0, 0, 1, 1, 2, 2]),
        (4, 8, [0, 0, 0, 0, 1, 1, 2, 2]),
        (4, 16, [0] * 4 + [1] * 4 + [2, 2, 3, 3, 4, 4, 5, 5]),
        (16, 16, [0] * 16),
    ],
)
def test_sequential_halving_shares_out_the_simulations(considered: int, simulations: int, expected: list[int]) -> None:
    assert considered_visits(considered, simulations) == expected


def test_the_schedule_has_a_row_for_every_number_of_moves() -> None:
    table = schedule_table(16, 32)
    assert table.shape == (17, 32)
    assert table[2].tolist() == considered_visits(2, 32)


def policy(prior: list[float], visits: list[int], q: list[float], raw: float, c_scale: float = 0.1) -> np.ndarray:
    n = len(prior)
    out = np.zeros(n, np.float32)
    counts = np.array(visits, np.int32)
    sums = np.array(q, np.float32) * counts
    improved_policy(np.array(prior, np.float32), counts, sums, 0, n, raw, 50.0, c_scale, out)
    return out


def test_without_visits_the_improved_policy_is_the_prior() -> None:
    assert policy([0.5, 0.3, 0.2], [0, 0, 0], [0, 0, 0], 0.1) == pytest.approx([0.5, 0.3, 0.2], abs=1e-5)


def test_completed_values_follow_the_paper() -> None:
    """Visited: a (q .5, N 2) and b (q -.5, N 1). v_mix = (raw + 3 (.5 .5 - .3 .5) / .8) / 4; sigma = 52 * .1 * q."""
    mixed = (0.2 + 3 * (0.5 * 0.5 - 0.3 * 0.5) / 0.8) / 4
    logits = np.log([0.5, 0.3, 0.2]) + 5.2 * np.array([0.5, -0.5, mixed])
    expected = np.exp(logits) / np.exp(logits).sum()
    assert policy([0.5, 0.3, 0.2], [2, 1, 0], [0.5, -0.5, 0.0], 0.2) == pytest.approx(expected, abs=1e-5)


def test_a_node_is_worth_what_the_improved_policy_makes_of_it() -> None:
    """Half of the simulations went to a bad move, as they do among moves that were drawn: their plain mean is 0."""
    prior, visits = np.array([0.5, 0.3, 0.2], np.float32), np.array([2, 2, 0], np.int32)
    sums, shares = np.array([1.0, -1.0, 0.0], np.float32), policy([0.5, 0.3, 0.2], [2, 2, 0], [0.5, -0.5, 0.0], 0.0)
    mixed = (0.0 + 4 * (0.5 * 0.5 - 0.3 * 0.5) / 0.8) / 5
    expected = float(shares @ np.array([0.5, -0.5, mixed]))
    found = improved_value(shares, prior, visits, sums, 0, 3, 0.0)
    assert found == pytest.approx(expected, abs=1e-6)
    assert found > 0.4
    assert improved_value(prior, prior, np.zeros(3, np.int32), sums, 0, 3, 0.3) == pytest.approx(0.3, abs=1e-6)


def test_a_better_value_raises_a_moves_share() -> None:
    shares = policy([0.25] * 4, [3, 3, 3, 3], [0.1, 0.2, -0.3, 0.0], 0.0)
    assert np.argsort(-shares).tolist() == [1, 0, 3, 2]


def test_the_root_takes_only_moves_visited_as_often_as_wanted() -> None:
    prior = np.array([0.4, 0.3, 0.3], np.float32)
    visits = np.array([1, 1, 0], np.int32)
    sums = np.array([0.9, -0.9, 0.0], np.float32)
    gumbels = np.array([0.0, 9.0, 0.0], np.float32)
    chosen = [select_root(prior, visits, sums, 0, 3, 0.0, 50.0, 0.1, gumbels, wanted) for wanted in (0, 1)]
    assert chosen == [2, 0]  # sigma(.9) - sigma(-.9) = 51 * .1 * 1.8 = 9.2 outweighs the Gumbel of 9


def test_a_search_that_is_used_again_shares_out_what_it_is_given_now() -> None:
    config = SearchConfig(RootRule.GUMBEL, considered=4)

    def evaluator() -> RolloutEvaluator:
        return RolloutEvaluator(np.random.default_rng(0))

    rules = Ruleset(5)
    search = Search(evaluator(), config, np.random.default_rng(1), leaves=1)
    first = search.run(rules.first_position(), 8)
    following = rules.first_position().play(first.best_action)
    visits = np.sort(search.run(following, 64).visits)[::-1]
    assert visits[:4].tolist() == [24, 24, 8, 8]
    again = search.run(following, 16).visits
    assert (np.count_nonzero(again), int(again.sum())) == (4, 16)


def test_values_that_are_no_numbers_lead_to_no_edge_of_another_node() -> None:
    """A net whose weights have run away may say so; the edge after the last is somebody else's."""
    prior, visits = np.array([0.6, 0.4], np.float32), np.array([1, 1], np.int32)
    for broken in (np.nan, np.inf):
        sums, scratch = np.array([broken, broken], np.float32), np.zeros(2, np.float32)
        assert select_inside(prior, visits, sums, 0, 2, 2, broken, 50.0, 0.1, scratch) in (0, 1)

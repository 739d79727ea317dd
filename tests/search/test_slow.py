"""A search taken apart finds what the search finds, and what it tells of each simulation adds up to it."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules
from clevergo.games.game import Position, Rules
from clevergo.games.go.rules import Ruleset
from clevergo.games.start import Start
from clevergo.search.descent import RootRule, SearchConfig
from clevergo.search.mcts import Search
from clevergo.search.rollout import RolloutEvaluator
from clevergo.search.slow import ChoiceRule, LeafKind, SlowSearch

GO = Ruleset(size=5, komi=0.5)
FIVE = FiveRules(size=7, row=4)
PUCT = SearchConfig(caution=1.5)
GUMBEL = SearchConfig(root_rule=RootRule.GUMBEL, considered=8)


class ByHash:
    """Thinks something else of every position, and of the same position always the same."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        for row, board in enumerate(boards):
            stones = board["cells" if "cells" in (boards.dtype.names or ()) else "color"]
            rng = np.random.default_rng(zlib.crc32(stones.tobytes() + bytes([int(board["to_play"]) & 3])))
            prior[row] = rng.random(prior.shape[1], np.float32) ** 4
            value[row] = rng.uniform(-0.9, 0.9)


class LikesOne:
    """Would play one point, and takes one side for the better wherever it is asked."""

    def __init__(self, favorite: int, better: int) -> None:
        self.favorite, self.better = favorite, better

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 0.001
        prior[:, self.favorite] = 0.9
        value[:] = np.where(boards["to_play"] == self.better, 0.9, -0.9)


@dataclass(frozen=True)
class Case:
    rules: Rules
    config: SearchConfig
    leaves: int
    simulations: int
    plies: int = 0


CASES = [
    Case(GO, PUCT, 1, 150),
    Case(GO, PUCT, 8, 150),
    Case(GO, SearchConfig(fpu_follows=1.0), 4, 150),
    Case(GO, GUMBEL, 1, 48),
    Case(GO, GUMBEL, 8, 200),
    Case(GO, PUCT, 1, 200, plies=30),
    Case(FIVE, SearchConfig(proves=True), 1, 200, plies=6),
    Case(FIVE, SearchConfig(proves=True), 8, 200, plies=12),
    Case(FIVE, SearchConfig(root_rule=RootRule.GUMBEL, considered=16, proves=True), 1, 64, plies=8),
]
both = pytest.mark.parametrize(
    "case", CASES, ids=lambda c: f"{c.rules.game.name}-{c.config.root_rule.value}-{c.leaves}-{c.plies}"
)


def begun(case: Case) -> Position:
    """A position after so many random moves that is not over."""
    for seed in range(50):
        rng = np.random.default_rng(seed)
        position = case.rules.first_position()
        for _ in range(case.plies):
            if position.is_over:
                break
            moves = np.flatnonzero(position.legal_moves)
            position = position.play(int(rng.choice(moves[moves != case.rules.pass_action])))
        if not position.is_over:
            return position
    raise AssertionError("every game was over so soon")


def searched(case: Case, position: Position) -> tuple[SlowSearch, Any, Any]:
    quick = Search(ByHash(), case.config, np.random.default_rng(7), case.leaves)
    slow = SlowSearch(ByHash(), case.config, np.random.default_rng(7), case.leaves)
    return slow, quick.run(position, case.simulations), slow.run(position, case.simulations)


@both
def test_it_finds_what_the_search_finds(case: Case) -> None:
    _, quick, slow = searched(case, begun(case))
    assert np.array_equal(slow.visits, quick.visits)
    assert np.array_equal(slow.q, quick.q)
    assert np.array_equal(slow.prior, quick.prior)
    assert (slow.value, slow.ranking, slow.lines, slow.is_proven) == (
        quick.value,
        quick.ranking,
        quick.lines,
        quick.is_proven,
    )


@both
def test_every_choice_is_the_highest_sum_of_its_terms(case: Case) -> None:
    slow, *_ = searched(case, begun(case))
    choices = [choice for simulation in slow.simulations for choice in simulation.choices]
    assert choices
    for choice in choices:
        if choice.rule is not ChoiceRule.ONLY:
            assert choice.scores[choice.chosen] >= choice.scores.max() - 1e-4 * max(1.0, abs(choice.scores.max()))


@both
def test_the_changes_told_add_up_to_the_visits_and_values_found(case: Case) -> None:
    slow, _, result = searched(case, begun(case))
    visits = np.zeros_like(result.visits)
    total = np.zeros(len(visits))
    for simulation in slow.simulations:
        for change in simulation.changes:
            if change.node == 0:
                visits[change.action] += 1
                total[change.action] += change.value
                if change.is_proven:
                    total[change.action] = change.value * visits[change.action]
                assert change.visits >= visits[change.action]  # those of its wave that went down after it are counted
    assert np.array_equal(visits, result.visits)
    assert total / np.maximum(visits, 1) == pytest.approx(result.q, abs=1e-5)
    last = slow.simulations[-1]
    assert np.array_equal(last.root_visits, result.visits)
    assert np.array_equal(last.root_q, result.q)


@both
def test_values_change_sides_at_every_move_of_the_way_up(case: Case) -> None:
    slow, *_ = searched(case, begun(case))
    for simulation in slow.simulations:
        value = simulation.value
        for change in simulation.changes:
            value = change.value if change.is_proven else -value
            assert change.value == pytest.approx(value)


@both
def test_one_by_one_a_move_s_mean_moves_by_what_it_was_credited_with(case: Case) -> None:
    if case.leaves > 1:
        case = Case(case.rules, case.config, 1, case.simulations, case.plies)
    slow, *_ = searched(case, begun(case))
    for simulation in slow.simulations:
        for change in simulation.changes:
            if change.is_proven:
                assert change.q == change.value
            elif change.visits == 1:
                assert np.isnan(change.q_before)
                assert change.q == pytest.approx(change.value, abs=1e-6)
            else:
                mean = change.q_before + (change.value - change.q_before) / change.visits
                assert change.q == pytest.approx(mean, abs=1e-4)


@both
def test_simulations_are_numbered_and_every_way_begins_at_the_root(case: Case) -> None:
    slow, _, result = searched(case, begun(case))
    numbers = sorted(simulation.number for simulation in slow.simulations)
    assert numbers == list(range(result.simulations + 1))
    first = slow.simulations[0]
    assert first.number == 0
    assert first.moves == ()
    assert first.priors is not None
    assert first.priors == pytest.approx(result.prior, abs=1e-6) or result.is_proven
    for simulation in slow.simulations[1:]:
        assert simulation.choices[0].node == 0
        assert (simulation.kind is LeafKind.NEW) == (simulation.priors is not None)


def test_sequential_halving_lets_half_as_many_go_on_in_each_round() -> None:
    case = Case(GO, GUMBEL, 1, 48)
    slow, *_ = searched(case, begun(case))
    rounds = [set(s.moves[:1]) for s in slow.simulations[1:]]
    seen = [set.union(*rounds[begin:end]) for begin, end in ((0, 16), (16, 32), (32, 48))]
    assert [len(moves) for moves in seen] == [8, 4, 2]
    assert seen[0] > seen[1] > seen[2]


def test_the_target_of_a_gumbel_search_begins_at_the_priors_and_ends_as_a_share_of_one() -> None:
    case = Case(GO, GUMBEL, 1, 48)
    slow, _, result = searched(case, begun(case))
    assert slow.simulations[0].target == pytest.approx(result.prior, abs=1e-5)
    assert slow.simulations[-1].target.sum() == pytest.approx(1.0, abs=1e-5)
    assert np.abs(slow.simulations[-1].target - result.prior).max() > 0.05


def test_of_a_position_that_is_proven_won_a_gumbel_search_learns_the_winning_move_alone() -> None:
    """As self-play does. Here a three open at both ends becomes two threes, which wins, though not by fours alone."""
    black, white = (39, 41, 31, 49), (0, 2, 6, 74)
    position = FiveRules(size=9).first_position(Start(black, white, Color.BLACK))
    config = SearchConfig(root_rule=RootRule.GUMBEL, considered=16, proves=True)
    slow = SlowSearch(LikesOne(72, int(Color.BLACK)), config, np.random.default_rng(1), leaves=1)
    result = slow.run(position, 400)
    assert result.is_proven
    assert result.value == 1.0
    target = slow.simulations[-1].target
    assert np.flatnonzero(target).tolist() == [result.best_action]
    assert target[result.best_action] == 1.0
    assert (slow.simulations[0].target > 0).sum() > 1, "before that it is shared as always"


def test_simulations_of_one_wave_see_those_before_them_as_lost() -> None:
    case = Case(GO, PUCT, 8, 40)
    slow, *_ = searched(case, begun(case))
    wave = [s for s in slow.simulations if s.wave == slow.simulations[-1].wave]
    assert len(wave) > 1
    assert len({s.moves for s in wave}) == len(wave)


def test_playouts_judge_too() -> None:
    position = begun(Case(GO, PUCT, 1, 100))
    quick = Search(RolloutEvaluator(np.random.default_rng(3)), PUCT, leaves=1).run(position, 100)
    slow = SlowSearch(RolloutEvaluator(np.random.default_rng(3)), PUCT, leaves=1).run(position, 100)
    assert np.array_equal(slow.visits, quick.visits)
    assert np.array_equal(slow.q, quick.q)


def test_what_is_known_for_certain_is_told_as_that_whatever_was_thought_of_it_first() -> None:
    case = Case(FiveRules(size=6, row=4), SearchConfig(proves=True), 1, 400, plies=6)
    known = 0
    for seed in range(6):
        rng = np.random.default_rng(seed)
        position = case.rules.first_position()
        while position.ply < case.plies:
            position = position.play(int(rng.choice(np.flatnonzero(position.legal_moves))))
        if position.is_over:
            continue
        slow = SlowSearch(ByHash(), case.config, np.random.default_rng(7), case.leaves)
        slow.run(position, case.simulations)
        for simulation in slow.simulations:
            if simulation.kind is LeafKind.KNOWN and simulation.changes[0].is_proven:
                known += 1
                assert simulation.value == -simulation.changes[0].value
    assert known > 0


@pytest.mark.parametrize("config", [SearchConfig(variance_scale=0.85), SearchConfig(corrects_bias=True)])
def test_settings_it_has_no_words_for_are_refused(config: SearchConfig) -> None:
    with pytest.raises(ValueError, match="variance_scale"):
        SlowSearch(ByHash(), config).run(Ruleset(5).first_position(), 4)

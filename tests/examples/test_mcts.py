"""The search that can be read and the one that is fast try every move equally often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.game import Position
from clevergo.games.go.position import Position as GoPosition
from clevergo.games.go.rules import Ruleset
from clevergo.games.grid import square
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile
from clevergo.nn.inference.engine import Precision
from clevergo.nn.inference.predictor import NetEvaluator, Predictor
from clevergo.search.descent import SearchConfig
from clevergo.search.mcts import Search
from examples.mcts import C_PUCT, FPU_REDUCTION, NOISE_MOVES, NOISE_SHARE, Judge, Node, search, visit_shares

SIZE = 5
RULES = Ruleset(size=SIZE, komi=0.5)


@pytest.fixture(scope="module")
def net() -> NetEvaluator:
    """A net with opinions: a newborn one's priors are nearly even and its values nearly 0."""
    config = NetConfig(blocks=2, channels=32, size=SIZE)
    weights = initial_weights(config, np.random.default_rng(5))
    for name, array in weights.items():
        if name.endswith(("policy_points.weight", "policy_pass.weight", "value_out.weight")):
            array *= 12
    return NetEvaluator(Predictor(WeightFile(config, weights), SIZE, Precision.FP32))


def as_judge(evaluator: Any) -> Judge:
    """An evaluator of the program's search, for the one that can be read."""

    def judge(positions: Sequence[Position]) -> tuple[NDArray[Any], NDArray[Any]]:
        boards = np.concatenate([position.board for position in positions])
        prior = np.empty((len(boards), positions[0].rules.num_actions), np.float32)
        value = np.empty(len(boards), np.float32)
        evaluator.evaluate(boards, prior, value)
        return prior, value

    return judge


class NoisyAtFirst:
    """The net, with the readable search's noise in its first word of a search, which is on the root."""

    def __init__(self, net: NetEvaluator, moves: NDArray[np.int16], rng: np.random.Generator) -> None:
        self._net, self._moves, self._rng = net, moves, rng
        self._is_first = True

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        self._net.evaluate(boards, prior, value)
        if self._is_first:
            self._is_first = False
            count = len(self._moves)
            known = prior[0, self._moves] / prior[0, self._moves].sum()
            noise = self._rng.dirichlet(np.full(count, NOISE_MOVES / count))
            prior[0] = 0
            prior[0, self._moves] = (1 - NOISE_SHARE) * known + NOISE_SHARE * noise


def drawn_positions(count: int, seed: int) -> list[GoPosition]:
    """Positions of random games, from the empty board to the last plies, where some moves have no alternative."""
    rng, drawn = np.random.default_rng(seed), list[GoPosition]()
    while len(drawn) < count:
        position = GoPosition.initial(RULES)
        for _ in range(int(rng.integers(0, 45))):
            moves = Node(position).moves
            if len(moves) == 0:
                break
            position = position.play(int(rng.choice(moves)))
        if not position.is_over:
            drawn.append(position)
    return drawn


@pytest.mark.parametrize("seed", range(3))
def test_it_tries_every_move_as_often_as_the_programs_search(net: NetEvaluator, seed: int) -> None:
    config = SearchConfig(c_puct=C_PUCT, fpu_reduction=FPU_REDUCTION)
    for position in drawn_positions(8, seed):
        root = Node(position)
        search([root], as_judge(net), 300)
        expected = Search(net, config, leaves=1).run(position, 300)
        visits = np.zeros(RULES.num_actions, np.int32)
        visits[root.moves] = root.visits
        assert visits.tolist() == expected.visits.tolist(), f"\n{position}"
        assert root.value_sum.sum() / root.visits.sum() == pytest.approx(
            (expected.q * expected.visits).sum() / expected.visits.sum(), abs=1e-4
        )


def test_its_settings_are_the_programs() -> None:
    assert (SearchConfig().c_puct, SearchConfig().fpu_reduction) == (C_PUCT, FPU_REDUCTION)


@pytest.mark.parametrize("seed", range(3))
def test_with_the_same_noise_too(net: NetEvaluator, seed: int) -> None:
    position = drawn_positions(1, 100 + seed)[0]
    root = Node(position)
    search([root], as_judge(net), 200, np.random.default_rng(seed))
    noisy = NoisyAtFirst(net, root.moves, np.random.default_rng(seed))
    expected = Search(noisy, leaves=1).run(position, 200)
    assert root.visits.tolist() == expected.visits[root.moves].tolist()


def test_positions_searched_side_by_side_are_searched_as_if_alone(net: NetEvaluator) -> None:
    positions = drawn_positions(4, 7)
    together = [Node(position) for position in positions]
    search(together, as_judge(net), 60)
    for position, root in zip(positions, together, strict=True):
        alone = Node(position)
        search([alone], as_judge(net), 60)
        assert root.visits.tolist() == alone.visits.tolist()


def even(positions: Sequence[Position]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Knows nothing."""
    return np.ones((len(positions), RULES.num_actions)), np.zeros(len(positions))


def test_a_pass_that_wins_is_found_by_who_knows_nothing() -> None:
    """White has passed and Black is ahead: the game ends with a second pass, and simulations see who has won."""
    position = GoPosition.initial(RULES).play(square(SIZE).action("C3")).play(RULES.pass_action)
    root = Node(position)
    search([root], even, 200)
    assert np.argmax(visit_shares(root)) == RULES.pass_action


def test_shares_of_visits_follow_the_temperature() -> None:
    root = Node(GoPosition.initial(RULES))
    root.visits[:3] = (1, 3, 3)
    assert visit_shares(root)[:3] == pytest.approx([1 / 7, 3 / 7, 3 / 7])
    assert visit_shares(root, 0.5)[:3] == pytest.approx([1 / 19, 9 / 19, 9 / 19])
    assert visit_shares(root, 0.0)[:3] == pytest.approx([0, 0.5, 0.5])

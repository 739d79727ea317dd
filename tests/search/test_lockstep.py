"""Many games searched in lockstep, one leaf of each a tick, are searched exactly as each would be alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.go.stones import BOARD, copy_board
from clevergo.search.descent import LEAF, RootRule, RootState, SearchConfig, absorb, descend, new_leaves
from clevergo.search.gumbel import schedule_table
from clevergo.search.mcts import Search
from clevergo.search.tree import new_forest

SIMULATIONS = 120


class HashNet:
    """A made-up net: priors and values drawn from the position's hash, so every position has its own opinion."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        for i, board in enumerate(boards):
            rng = np.random.default_rng([int(board["hash"]), int(board["to_play"]), int(board["passes"])])
            prior[i] = rng.random(prior.shape[1]) ** 4
            value[i] = rng.uniform(-1, 1)


def positions(size: int) -> list[Position]:
    """Four positions of different ages."""
    rng = np.random.default_rng(size)
    found = []
    for plies in (0, 5, 9, 14):
        position = Position.initial(Ruleset(size=size, komi=2.5))
        for _ in range(plies):
            position = position.play(int(rng.choice(np.flatnonzero(position.legal_moves[:-1]))))
        found.append(position)
    return found


def search_in_lockstep(roots_of: list[Position], config: SearchConfig) -> NDArray[np.int32]:
    """``int32[G, A]``: root visits after ``SIMULATIONS`` ticks of all games together."""
    games, size = len(roots_of), roots_of[0].size
    actions = size**2 + 1
    forest = new_forest(games, SIMULATIONS + 2, actions)
    leaves = new_leaves(BOARD, games, actions, SIMULATIONS + 2)
    roots = RootState(
        np.zeros(games, BOARD), np.zeros((games, actions), np.float32), schedule_table(1, 1), np.zeros(games, np.int32)
    )
    for game, position in enumerate(roots_of):
        copy_board(roots.boards[game], position.board[0])
    prior, value = np.zeros((games, actions), np.float32), np.zeros(games, np.float32)
    params = config.params()
    for _ in range(SIMULATIONS + 1):  # the first tick evaluates the roots
        waiting = [game for game in range(games) if descend(forest, roots, game, leaves, game, params) == LEAF]
        HashNet().evaluate(leaves.boards, prior, value)
        for game in waiting:
            absorb(forest, leaves, game, prior[game], value[game])
    visits = np.zeros((games, actions), np.int32)
    for game in range(games):
        start, count = forest.first_edge[game, 0], forest.edge_count[game, 0]
        visits[game, forest.action[game, start : start + count]] = forest.visits[game, start : start + count]
    return visits


@pytest.mark.parametrize("size", [4, 5, 7])
def test_lockstep_and_single_search_give_the_same_visits(size: int) -> None:
    config = SearchConfig(c_puct=1.5)
    together = search_in_lockstep(positions(size), config)
    for game, position in enumerate(positions(size)):
        alone = Search(HashNet(), config, leaves=1).run(position, SIMULATIONS)
        assert np.array_equal(together[game], alone.visits)
    assert len({row.tobytes() for row in together}) == 4


class NotingNet(HashNet):
    """The same, and notes the ply and hash of each position it judges, and what it said."""

    def __init__(self) -> None:
        self.said: list[tuple[int, int, float]] = []

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        super().evaluate(boards, prior, value)
        self.said += [(int(board["ply"]), int(board["hash"]), float(value[i])) for i, board in enumerate(boards)]


def test_what_a_gumbel_search_judged_of_the_moves_after_next_is_not_judged_again() -> None:
    """Visits begin anew with each move; judgments of the positions after it stay, and count as those made now."""
    net, position = NotingNet(), positions(5)[1]
    search = Search(net, SearchConfig(RootRule.GUMBEL, considered=26), np.random.default_rng(3), leaves=1)
    position = position.play(search.run(position, 100).best_action)
    ply = position.ply + 1
    known = {stones for at, stones, _ in net.said if at == ply}
    assert len(known) > 3
    result = search.run(position, 60)
    judged = [stones for at, stones, _ in net.said if at == ply]
    assert len(judged) == len(set(judged))
    assert result.visits.sum() == 60
    values = {stones: value for at, stones, value in net.said if at == ply}
    once = [int(action) for action in np.flatnonzero(result.visits == 1) if action != position.rules.pass_action]
    after = {action: position.play(action).hash for action in once}
    assert known & set(after.values())
    for action, stones in after.items():
        assert result.q[action] == pytest.approx(-values[stones], abs=1e-6)

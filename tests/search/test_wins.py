"""Games that can be won in one to five plies, which trying every line certifies, are won by search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.go.area import area_difference
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.players.build import ROLLOUT_CONFIG
from clevergo.search.descent import SearchConfig
from clevergo.search.mcts import Search
from clevergo.search.rollout import RolloutEvaluator

SIMULATIONS = 400


@dataclass(frozen=True)
class Problem:
    """The game ends after so many plies and is counted as it stands; one first move wins it, whatever comes."""

    plies: int
    to_play: Color
    diagram: str
    answer: int

    @property
    def position(self) -> Position:
        rows = self.diagram.split()
        stones = np.array([[".XO".index(mark) for mark in row] for row in rows], np.int8)
        rules = Ruleset(len(rows), 0.5, ply_limit=max(2, self.plies))
        if self.plies > 1:
            return Position.from_stones(rules, stones, self.to_play)
        before = Position.from_stones(rules, stones, self.to_play.opponent)  # no game is shorter than two plies
        return before.play(rules.pass_action)


PROBLEMS = (
    Problem(1, Color.BLACK, "O.O.O O.XO. XO.OX .XXXO XX.OO", 22),
    Problem(1, Color.WHITE, "OOXXOO X.XOOO OO.X.X OXXXO. OO.XOX XXX.X.", 7),
    Problem(1, Color.BLACK, "OOXXX.X O.O.XOX OXO.XOX OXXXXOX XOOOOOX XXOO.OO XX.OOO.", 8),
    Problem(2, Color.WHITE, "O..OO XO... XX.OO XXO.X XO.XX", 12),
    Problem(3, Color.WHITE, ".XXX. X.XOO .XXX. OOXO. X.OOO", 14),
    Problem(4, Color.WHITE, "O..OX .XOXX .OXO. XOXOO XOX.X", 23),
    Problem(5, Color.WHITE, "OOX.O O.OOO XOXXX X.XX. O.XXX", 16),
    Problem(2, Color.WHITE, ".XOXOX XX.XOX OOXO.. .OXXOX OOOXOO OX.XXO", 17),
    Problem(3, Color.BLACK, "OOO.OX O.OOOX O.OXX. OOOXOX XOXOOX XXX.XX", 33),
    Problem(4, Color.WHITE, "X.XXOO XX.OOX X.XOO. .XOOXX .OOOXX OOXXX.", 17),
    Problem(5, Color.WHITE, "X.XOOO XXOO.X XXXOX. OOXOXX .OOXX. OOOOXX", 1),
    Problem(2, Color.BLACK, "XOOOOX. X.XXOOO .OXXXOO O.XX.OO XXXXOXO XOXOXXO .OOOOX.", 42),
    Problem(3, Color.WHITE, "OOOOX.O O.XXXXO XXX.OXX OXXXOXX OXXOOXO .O.OOO. XOOOXXX", 41),
    Problem(4, Color.BLACK, "XXX.OO. XO..XOO OOOXXXO OXOXXXO X.OXXXO OOO.XXX OOOX.OX", 3),
    Problem(5, Color.BLACK, "X.XOOOX XXXXX.X .XOXOXX XXOOOOO XXXOO.X OX.OOOO O.XOOOO", 12),
)
"""Found by playing at random until few points were left; the tests certify them."""


class ByArea:
    """A made-up net: all moves alike, and who has more on the board is likely to win."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 1.0
        for i, board in enumerate(boards):
            margin = area_difference(board) - float(board["komi"])
            value[i] = np.tanh((margin if board["to_play"] == Color.BLACK else -margin) / 4)


def wins(position: Position, color: Color) -> bool:
    """Whether ``color`` can win, tried out by every line."""
    if position.is_over:
        margin = area_difference(position.board[0]) - position.rules.komi
        return margin > 0 if color is Color.BLACK else margin < 0
    after = (wins(position.play(int(action)), color) for action in np.flatnonzero(position.legal_moves))
    return any(after) if position.to_play is color else all(after)


@pytest.mark.parametrize("problem", PROBLEMS)
def test_the_problems_have_one_answer(problem: Problem) -> None:
    position = problem.position
    moves = [int(action) for action in np.flatnonzero(position.legal_moves)]
    assert [move for move in moves if wins(position.play(move), position.to_play)] == [problem.answer]


@pytest.mark.parametrize("problem", PROBLEMS)
def test_playouts_find_the_win(problem: Problem) -> None:
    config = replace(ROLLOUT_CONFIG, restraint=0)
    for seed in range(3):
        evaluator = RolloutEvaluator(np.random.default_rng(seed))
        result = Search(evaluator, config, leaves=1).run(problem.position, SIMULATIONS)
        assert result.best_action == problem.answer


@pytest.mark.parametrize("leaves", [1, 8])
@pytest.mark.parametrize("problem", PROBLEMS)
def test_a_net_that_only_counts_finds_the_win(problem: Problem, leaves: int) -> None:
    result = Search(ByArea(), SearchConfig(c_puct=2.0), leaves=leaves).run(problem.position, SIMULATIONS)
    assert result.best_action == problem.answer
    assert result.value > 0

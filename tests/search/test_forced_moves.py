"""Moves without an alternative cost a search nothing: it goes on to the next position that has to be judged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.five.position import FivePosition
from clevergo.games.five.rules import FiveRules
from clevergo.games.game import position_after
from clevergo.games.grid import LetteredGrid
from clevergo.search.descent import RootRule, SearchConfig
from clevergo.search.mcts import Search
from clevergo.training.config import SelfPlayConfig
from clevergo.training.selfplay.finished import FinishedGame
from clevergo.training.selfplay.lockstep import SelfPlay

RULES = FiveRules(size=9)
GRID = LetteredGrid(9, 9)


class Witness:
    """Gives every position one value, likes some points, and remembers what it was asked about."""

    def __init__(self, liked: str = "", value: float = 0.0) -> None:
        self.liked = [GRID.action(point) for point in liked.split()]
        self.value = value
        self.asked: list[int] = []

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        self.asked += [int(board["ply"]) for board in boards]
        prior[:] = 1e-6
        for share, action in zip((0.9, 0.05, 0.03), self.liked, strict=False):
            prior[:, action] = share
        value[:] = self.value


def played(moves: str) -> FivePosition:
    return position_after(RULES, [GRID.action(move) for move in moves.split()])  # type: ignore[no-any-return]


THREE = "E5 A1 D5 C1 C5 E1"
"""Black has three in the fifth row, White nothing; Black is to move."""


def searched(position: FivePosition, net: Witness, simulations: int, rule: RootRule = RootRule.PUCT) -> Any:
    return Search(net, SearchConfig(root_rule=rule), leaves=1).run(position, simulations)


@pytest.mark.parametrize("rule", list(RootRule))
def test_the_answer_to_a_closed_four_is_played_and_the_position_behind_it_judged(rule: RootRule) -> None:
    """Black's B5 is one end of an open three that White closed at the other: only one answer."""
    position = played("E5 F5 D5 A1 C5 A3")
    net = Witness("B5", value=0.25)
    result = searched(position, net, 1, rule)
    assert net.asked == [6, 8]
    assert result.lines[0][:2] == (GRID.action("B5"), GRID.action("A5"))
    assert result.q[GRID.action("B5")] == pytest.approx(0.25)  # Black is to move again, and is told 0.25


@pytest.mark.parametrize("rule", list(RootRule))
def test_an_open_four_is_seen_to_win_without_a_word_of_the_net(rule: RootRule) -> None:
    net = Witness("F5", value=-0.5)
    result = searched(played(THREE), net, 1, rule)
    assert net.asked == [6]
    assert result.best_action in (GRID.action("F5"), GRID.action("B5"))
    assert result.q[result.best_action] == 1.0


def test_what_is_judged_behind_forced_moves_is_worth_the_same_to_each_side_on_the_way() -> None:
    position = played("E5 F5 D5 A1 C5 A3")
    search = Search(Witness("B5", value=0.25), SearchConfig(), leaves=1)
    search.run(position, 1)
    result = search.run(position.play(GRID.action("B5")), 1)
    assert set(np.flatnonzero(result.visits)) == {GRID.action("A5")}
    # White's own position and A5 are worth -0.25 as Black is told 0.25 behind them; a ply further White is told that.
    assert result.value == pytest.approx((-0.25 - 0.25 + 0.25) / 3)


def test_a_search_whose_tree_is_full_still_counts_every_simulation() -> None:
    net = Witness("F5 G5 B5", value=0.1)
    result = searched(played("E5 F5 D5 A1 C5 A3"), net, 3000)
    assert result.visits.sum() == 3000
    assert -1.0 <= result.value <= 1.0


@pytest.mark.parametrize("leaves", [1, 8])
def test_simulations_side_by_side_come_to_the_same_certain_end(leaves: int) -> None:
    result = Search(Witness(value=0.0), SearchConfig(), leaves=leaves).run(played(THREE), 200)
    assert result.best_action in (GRID.action("F5"), GRID.action("B5"))
    assert result.value > 0.5


def test_self_play_searches_no_forced_move() -> None:
    """Nor does it keep one to learn from: there is nothing to learn."""
    config = SelfPlayConfig(games=8, simulations=4, considered=4, opening_plies=0, decided_value=1.0)
    play, games = SelfPlay(RULES.game, config, 9, np.random.default_rng(3)), list[FinishedGame]()
    net = Witness("E5 D5 C5", value=0.0)
    while len(games) < 20:
        games += play.tick(net)
    forced = 0
    for game in games:
        position: Any = RULES.game.agree({"size": 9})[0].first_position()
        if game.start[2:].any():
            continue  # an opening's stones lie already
        for ply, move in enumerate(game.moves.tolist()):
            marks, actions = np.zeros(81, np.uint8), np.zeros(81, np.int16)
            is_forced = RULES.game.kernels.candidates(position.board.copy()[0], 0, marks, actions) == 1
            assert (ply in game.plies) != is_forced
            forced += is_forced
            position = position.play(move)
    assert forced > 5

"""What a search proves is true, and counts for more than any number of opinions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.five.door import PLAIN
from clevergo.games.five.rules import FiveRules
from clevergo.games.game import Position, position_after
from clevergo.games.go.rules import Ruleset
from clevergo.games.grid import LetteredGrid
from clevergo.players.build import net_config
from clevergo.search.descent import RootRule, SearchConfig
from clevergo.search.mcts import LEAVES, Search, SearchResult
from clevergo.training.config import SelfPlayConfig
from clevergo.training.selfplay.finished import FinishedGame
from clevergo.training.selfplay.lockstep import SelfPlay

SMALL = FiveRules(size=6, row=4)
NINE = FiveRules(size=9)
GRID = LetteredGrid(9, 9)


def after(rules: FiveRules, moves: str) -> Position:
    grid = LetteredGrid(rules.size, rules.size)
    return position_after(rules, [grid.action(move) for move in moves.split()])


class Moody:
    """Values and priors by chance: opinions that have nothing to do with the position."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)
        self.judged = 0

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        self.judged += len(boards)
        prior[:] = self._rng.random(prior.shape)
        value[:] = self._rng.uniform(-1.0, 1.0, size=len(boards))


class Fond:
    """Likes one point above all, and has no opinion on who wins."""

    def __init__(self, liked: int) -> None:
        self._liked = liked

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 0.02
        prior[:, self._liked] = 1.0
        value[:] = 0.0


def late_positions(empty: int, count: int) -> list[Position]:
    """Random games of four in a row, so many points before the board is full; nobody has won yet."""
    rng, found = np.random.default_rng(empty), list[Position]()
    while len(found) < count:
        position: Position = SMALL.first_position()
        while not position.is_over and position.legal_moves.sum() > empty:
            position = position.play(int(rng.choice(np.flatnonzero(position.legal_moves))))
        if not position.is_over:
            found.append(position)
    return found


def worth(position: Position, known: dict[bytes, int]) -> int:
    """1, 0 or -1 for the side to move, by trying everything."""
    if position.is_over:
        winner = position.outcome().winner
        return 0 if winner is None else 1 if winner is position.to_play else -1
    stones = position.board["cells"].tobytes()
    if stones not in known:
        moves = np.flatnonzero(position.legal_moves)
        known[stones] = max(-worth(position.play(int(move)), known) for move in moves)
    return known[stones]


def searched(position: Position, config: SearchConfig, simulations: int, net: Any, leaves: int = 1) -> SearchResult:
    return Search(net, config, np.random.default_rng(1), leaves).run(position, simulations)


@pytest.mark.parametrize("leaves", [1, LEAVES])
@pytest.mark.parametrize("rule", list(RootRule))
def test_what_is_proven_is_what_trying_everything_says(rule: RootRule, leaves: int) -> None:
    """All wins and losses are found, whatever the net says, and no draw is taken for either."""
    config = SearchConfig(rule, considered=36, proves=True, restraint=PLAIN)
    truths = list[int]()
    for number, position in enumerate(late_positions(6, 40)):
        known = dict[bytes, int]()
        truth, result = worth(position, known), searched(position, config, 4000, Moody(number), leaves)
        assert result.is_proven == (truth != 0)
        assert truth == 0 or result.value == truth
        assert worth(position.play(result.best_action), known) == -truth
        truths.append(truth)
    assert set(truths) == {-1, 0, 1}


@pytest.mark.parametrize("rule", list(RootRule))
def test_a_certain_win_ends_the_search_and_is_played_however_little_it_was_tried(rule: RootRule) -> None:
    """The net loves A9, where nothing is; four stones wait at F5 for a fifth."""
    position = after(NINE, "E5 A1 D5 C1 C5 E1 B5 A5")
    config = SearchConfig(rule, considered=81, proves=True, restraint=PLAIN)
    result = searched(position, config, 2000, Fond(GRID.action("A9")))
    assert result.is_proven
    assert result.simulations < 2000
    assert result.value == 1.0
    assert result.best_action == GRID.action("F5")


def test_a_move_found_to_lose_is_tried_no_more_and_not_played() -> None:
    """White has three of four in a row, closed at one end. The net would rather have the corner than the other end."""
    grid = LetteredGrid(6, 6)
    position = after(SMALL, "A3 B3 A1 C3 F6 D3")
    favorite = grid.action("F1")
    result = searched(position, SearchConfig(proves=True, restraint=PLAIN), 12_000, Fond(favorite))
    assert result.best_action == grid.action("E3")
    assert result.q[favorite] == -1.0
    assert result.prior[favorite] == 0.0
    assert result.visits[favorite] < 300


def test_what_was_proven_is_still_known_a_move_later() -> None:
    position = after(NINE, "E5 A1 D5 C1 C5 E1")
    net = Moody()
    search = Search(net, SearchConfig(proves=True), leaves=1)
    result = search.run(position, 500)
    assert result.is_proven
    judged = net.judged
    later = search.run(position.play(result.best_action), 500)
    assert later.is_proven
    assert later.value == -1.0
    assert later.simulations == 0
    assert net.judged == judged


def test_only_games_that_end_suddenly_prove_anything() -> None:
    """Pure playouts stay the textbook's, and in Go a game lasts until both pass."""
    assert net_config(NINE).proves
    assert not net_config(Ruleset()).proves
    late = late_positions(4, 1)[0]
    assert not searched(late, SearchConfig(restraint=PLAIN), 3000, Moody()).is_proven


def test_self_play_learns_a_certain_win_as_the_only_move() -> None:
    """It is recorded as such, with a certain value, and played."""
    config = SelfPlayConfig(games=8, simulations=16, considered=16, opening_plies=0, decided_value=1.0)
    play, games = SelfPlay(NINE.game, config, 9, np.random.default_rng(3)), list[FinishedGame]()
    while len(games) < 30:
        games += play.tick(Moody(5))
    certain = 0
    for game in games:
        for row, ply in enumerate(game.plies):
            if game.values[row] == 1.0:
                assert game.targets[row].max() == 65535
                assert game.targets[row].argmax() == game.moves[ply]
                certain += 1
    assert certain > 0

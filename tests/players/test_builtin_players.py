"""The players that need no net: what they may and may not do."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.go.game import GAME
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.players.build import rollout_config
from clevergo.players.builtin import RandomPlayer
from clevergo.players.options import Opening, PlayerOptions
from clevergo.players.protocol import Analysis, ThinkControl
from clevergo.players.searching import SearchPlayer
from clevergo.search.mcts import Search, SearchResult
from clevergo.search.rollout import RolloutEvaluator

STONES = {".": 0, "X": 1, "O": 2}


def board(diagram: str, to_play: Color = Color.BLACK, komi: float = 0.5) -> Position:
    """A position from rows of ``.XO``."""
    rows = diagram.split()
    stones = np.array([[STONES[point] for point in row] for row in rows], np.int8)
    return Position.from_stones(Ruleset(len(rows), komi), stones, to_play)


def searcher(simulations: int, seed: int = 1, **options: Any) -> SearchPlayer:
    rng = np.random.default_rng(seed)

    def search_for(rules: Rules) -> Search:
        return Search(RolloutEvaluator(rng), rollout_config(rules), rng)

    return SearchPlayer("mcts", search_for, simulations, rng, PlayerOptions(**options))


ONLY_EYES = """
    .XX.X
    XXXXX
    XX.XX
    XXXXX
    X.XX.
"""


def test_random_passes_when_only_true_eyes_are_left(rng: np.random.Generator) -> None:
    assert RandomPlayer(rng).choose(board(ONLY_EYES)).action == 25


def test_random_plays_every_sensible_move_about_equally_often(rng: np.random.Generator) -> None:
    position = Position.initial(Ruleset(3))
    player = RandomPlayer(rng)
    counts = Counter(player.choose(position).action for _ in range(1800))
    assert set(counts) == set(range(9))
    assert all(130 < count < 280 for count in counts.values())


def test_random_games_end_with_legal_moves_and_unfilled_eyes(rng: np.random.Generator) -> None:
    player = RandomPlayer(rng)
    for size in (2, 5, 9):
        position = Position.initial(Ruleset(size, komi=0.5))
        while not position.is_over:
            action = player.choose(position).action
            assert not position.is_true_eye(action)
            position = position.play(action)


def test_the_same_seed_gives_the_same_moves() -> None:
    position = Position.initial(Ruleset(9))
    first, second = (
        [RandomPlayer(np.random.default_rng(5)).choose(position).action for _ in range(3)] for _ in range(2)
    )
    assert first == second


def test_sensible_points_are_legal_and_no_true_eyes() -> None:
    sensible = GAME.manners.sensible(board(ONLY_EYES))
    assert not sensible.any()
    assert GAME.manners.sensible(Position.initial(Ruleset(4))).sum() == 16


def test_who_wins_by_passing_is_seen_from_the_side_to_move() -> None:
    assert GAME.manners.wins_by_passing(board("XXX ... ...", Color.BLACK, 2.5))
    assert not GAME.manners.wins_by_passing(board("XXX ... ...", Color.WHITE, 2.5))
    assert GAME.manners.loses_by_passing(board("XXX ... ...", Color.WHITE, 2.5))
    assert not GAME.manners.loses_by_passing(board("XXX ... ...", Color.BLACK, 2.5))


class Fond:
    """Thinks nothing of any position and likes a pass above all."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 0.01
        prior[:, -1] = 1.0
        value[:] = 0.0


@pytest.mark.parametrize(
    ("side", "komi", "passes"),
    [(Color.BLACK, 8.0, True), (Color.BLACK, 9.0, True), (Color.WHITE, 9.0, True), (Color.WHITE, 8.0, False)],
)
def test_a_pass_that_wins_or_draws_is_played_where_the_search_likes_it(side: Color, komi: float, passes: bool) -> None:
    """Nine points are Black's: with a komi of nine a pass draws."""
    rng = np.random.default_rng(0)
    player = SearchPlayer("fond", lambda _: Search(Fond(), rng=rng), 20, rng)
    assert (player.choose(board("XXX ... ...", side, komi)).action == 9) is passes


@pytest.mark.parametrize("komi", [0.5, 9.0])
def test_a_pass_is_answered_by_a_pass_only_when_that_wins(komi: float, rng: np.random.Generator) -> None:
    passed = board(".X. XXX .X.", Color.WHITE, komi).play(9)  # all nine points are Black's
    assert passed.to_play is Color.BLACK
    assert GAME.manners.passes_back(passed, np.zeros(10, np.bool_), is_patient=False) is (komi == 0.5)
    if komi == 0.5:
        assert RandomPlayer(rng).choose(passed).action == 9
        assert searcher(10).choose(passed).action == 9


def test_search_takes_what_is_in_atari() -> None:
    position = board("..... .XX.. XOOX. .XO.. ..X..", Color.BLACK, 0.5)
    action = searcher(400).choose(position).action
    after = position.play(action)
    assert after.captures[0] == 3


def test_search_tells_what_it_thinks() -> None:
    position = Position.initial(Ruleset(5))
    heard: list[Analysis] = []
    decision = searcher(100).choose(position, ThinkControl(progress=heard.append))
    analysis = decision.analysis
    assert analysis is not None
    assert analysis.total == analysis.done == 100
    assert 0.0 <= analysis.win_rate <= 1.0
    best = analysis.candidates[0]
    assert best.action == decision.action == best.line[0]
    assert [c.visits for c in analysis.candidates] == sorted((c.visits for c in analysis.candidates), reverse=True)
    assert len(analysis.candidates) <= 10
    assert heard
    assert all(earlier.done < 100 for earlier in heard)


def test_search_stops_when_told_and_still_answers_with_a_legal_move() -> None:
    position = Position.initial(Ruleset(9))
    decision = searcher(100_000).choose(position, ThinkControl(stop=lambda: True))
    assert position.legal_moves[decision.action]
    assert decision.analysis is not None
    assert decision.analysis.done < 100


def test_search_serves_boards_of_another_size_without_being_told() -> None:
    player = searcher(20)
    player.new_game(Ruleset(5))
    assert Position.initial(Ruleset(7)).legal_moves[player.choose(Position.initial(Ruleset(7))).action]


LOST = "OOOOO OO.OO OOOOO O.OOO X.OOO"


def test_nobody_resigns_unless_asked() -> None:
    position = board(LOST, Color.BLACK, 20.5)
    patient, proud = searcher(30), searcher(30, resign_below=0.3)
    for player, expected in ((patient, [False] * 4), (proud, [False, False, True, True])):
        player.new_game(position.rules)
        assert [player.choose(position).resigns for _ in range(4)] == expected


def test_an_opening_with_variety_draws_by_weight(rng: np.random.Generator) -> None:
    weights = np.array([0.0, 1.0, 2.0, 1.0])
    drawn = Counter(Opening(6, 0.5).draw(weights, rng) for _ in range(3000))
    assert drawn[0] == 0
    assert 3.0 < drawn[2] / drawn[1] < 5.5  # (2 / 1) ** (1 / 0.5)
    varied = searcher(40, opening=Opening(2, 1.0))
    start = Position.initial(Ruleset(5))
    assert len({varied.choose(start).action for _ in range(12)}) > 1


def test_impossible_openings_are_refused() -> None:
    with pytest.raises(ValueError, match="temperature"):
        Opening(6, 0.0)
    with pytest.raises(ValueError, match="plies"):
        Opening(-1)


class PassLover:
    """A search that likes passing best and one other move second, and thinks the position worth ``value``."""

    def __init__(self, value: float) -> None:
        self._value = value

    def forget(self) -> None:
        pass

    def restrain(self, further: int) -> None:
        pass

    def run(self, position: Position, *_arguments: object) -> SearchResult:
        actions = position.rules.num_actions
        visits = np.zeros(actions, np.int32)
        visits[actions - 1], visits[12], visits[13] = 50, 30, 20
        zeros = np.zeros(actions, np.float32)
        return SearchResult(visits, zeros, zeros, self._value, 100, (actions - 1, 12, 13), ())


@pytest.mark.parametrize(
    ("value", "komi", "action"),
    [
        (0.2, 7.5, 12),  # it would lose as the board stands, and does not know it
        (-0.99, 7.5, 25),  # it is lost anyway: no need to fill the board
        (0.2, -7.5, 25),  # it wins as the board stands
    ],
)
def test_a_pass_that_would_throw_the_game_away_is_not_played(value: float, komi: float, action: int) -> None:
    player = SearchPlayer("dog", lambda _size: PassLover(value), 100, np.random.default_rng(1))  # type: ignore[arg-type, return-value]
    assert player.choose(Position.initial(Ruleset(5, komi))).action == action


def test_openings_with_variety_do_not_pass() -> None:
    options = PlayerOptions(Opening(4, 1.0))
    player = SearchPlayer("dog", lambda _size: PassLover(0.2), 100, np.random.default_rng(1), options)  # type: ignore[arg-type, return-value]
    start = Position.initial(Ruleset(5, 0.5))
    assert {player.choose(start).action for _ in range(30)} == {12, 13}

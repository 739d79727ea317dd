"""Openings: few stones near the middle, even by a search, and the same game when it is read from an archive."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clevergo.games.five.alphabeta import choose
from clevergo.games.five.game import FiveSelfPlay
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.game import position_after
from clevergo.games.guests import game_named
from clevergo.games.kernels import begin, deal

FIVE = game_named("five")


@pytest.mark.parametrize("rule", list(RuleSet))
@pytest.mark.parametrize("size", [6, 9, 15, 20])
def test_contests_begin_with_few_stones_near_the_middle_and_nobody_ahead(rule: RuleSet, size: int) -> None:
    rules, rng, scores = FiveRules(size=size, rule=rule), np.random.default_rng(size), list[int]()
    for _ in range(8):
        moves = FIVE.opening(rules, rng)
        position = position_after(rules, moves)
        assert 3 <= len(moves) <= 6
        assert not position.is_over
        assert all(size // 2 - 2 <= at <= size // 2 + 2 for move in moves for at in divmod(move, size))
        scores.append(abs(choose(position.board, 2_000).score))
    assert np.median(scores) <= 200


def test_where_a_row_is_easily_made_there_is_an_opening_all_the_same() -> None:
    moves = FIVE.opening(FiveRules(size=6, row=3), np.random.default_rng(0))
    assert not position_after(FiveRules(size=6, row=3), moves).is_over


def dealt(settings: FiveSelfPlay, size: int, games: int) -> list[tuple[Any, np.ndarray]]:
    plan, rng, found = FIVE.plan(settings, size, 0), np.random.default_rng(1), []
    for _ in range(games):
        boards, start = np.zeros(1, FIVE.board), np.zeros(FIVE.num_start, np.float32)
        deal(boards[0], plan, rng, start)
        found.append((boards, start))
    return found


def test_games_of_self_play_begin_from_openings_in_every_direction() -> None:
    games = dealt(FiveSelfPlay(openings=1.0), 9, 400)
    stones = [boards["cells"][0][:81].reshape(9, 9) for boards, _ in games]
    assert {int((each > 0).sum()) for each in stones} <= set(range(3, 7))
    assert all(each[2:7, 2:7].astype(bool).sum() == (each > 0).sum() for each in stones)
    for boards, _ in games:
        black, white = ((boards["cells"][0] == side).sum() for side in (1, 2))
        assert black - white == (boards["to_play"][0] == 2)
        assert boards["num_empty"][0] == 81 - black - white
        assert boards["ply"][0] == 0
    distinct = {each.tobytes() for each in stones}
    turned = sum(np.ascontiguousarray(np.rot90(each)).tobytes() in distinct for each in stones)
    assert len(distinct) > 200
    assert turned > 50


def test_a_game_begins_again_as_it_was_dealt() -> None:
    for boards, start in dealt(FiveSelfPlay(openings=0.5, other_rules=0.5), 9, 40):
        again = np.zeros(1, FIVE.board)
        begin(again[0], 9, start)
        assert again.tobytes() == boards.tobytes()


@pytest.mark.parametrize(
    ("rule", "row", "played"),
    [
        ("freestyle", 4, {(0, 4)}),
        ("renju", 4, {(2, 5)}),
        ("standard", 5, {(1, 5)}),
        ("all", 4, {(0, 5), (1, 5), (2, 5)}),
    ],
)
def test_a_dog_plays_itself_by_the_rule_it_learns_and_is_rated_by_it(
    rule: str, row: int, played: set[tuple[int, int]]
) -> None:
    settings = FiveSelfPlay(rule=rule, row=row)
    assert {(int(start[0]), int(start[1])) for _, start in dealt(settings, 9, 60)} == played
    rules: Any = FIVE.agree({"size": 9, **FIVE.rated_by(settings)})[0]
    assert (rules.rule.number, rules.row) in played


@pytest.mark.parametrize(("share", "least", "most"), [(0.0, 0, 0), (0.5, 60, 140), (1.0, 200, 200)])
def test_so_many_games_begin_from_an_opening_as_the_settings_say(share: float, least: int, most: int) -> None:
    games = dealt(FiveSelfPlay(openings=share), 9, 200)
    assert least <= sum(bool(boards["cells"][0].any()) for boards, _ in games) <= most

"""What is certain: a dog that asks its game wins by fours as soon as it can, and leaves the other side no such win."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.five import tactics
from clevergo.games.five.alphabeta import SURE, choose
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.five.tactics import allows_win, forced_win
from clevergo.games.game import Position, position_after
from clevergo.games.guests import game_named
from clevergo.players.protocol import ThinkControl
from clevergo.players.searching import SearchPlayer
from clevergo.search.descent import SearchConfig
from clevergo.search.mcts import Search
from clevergo.search.rollout import RolloutEvaluator
from tests.games.five.diagrams import SIDES, read
from tests.games.five.test_alphabeta import diagram
from tests.games.five.windows import Windows

BOARDS = read("fours.txt")
FEW = 1_500
"""Positions to look at."""


def played(moves: str, rule: RuleSet = RuleSet.FREESTYLE, row: int = 5) -> Position:
    rules = FiveRules(rule=rule, row=row)
    return position_after(rules, [rules.grid.action(move) for move in moves.split()])


def player(is_tactical: bool) -> SearchPlayer:
    rng = np.random.default_rng(1)
    search = Search(RolloutEvaluator(rng), SearchConfig(), rng, leaves=1)
    return SearchPlayer("pup", lambda _rules: search, 30, rng, is_tactical=is_tactical)


def test_every_victory_by_fours_is_seen_and_begun_with_a_four() -> None:
    for board in BOARDS:
        rule, side = board.words[0], SIDES[board.words[1]]
        found = forced_win(board.position(rule, Color(side)).board, FEW)
        assert found is not None or board.words[2] == "none"
        if found is not None and board.words[2] != "none":
            after = Windows(board.stones, board.size, rule)
            after.put(divmod(found, board.size), side)
            assert after.winning(side)


def test_a_move_that_leaves_the_other_side_a_victory_is_told_from_one_that_does_not() -> None:
    board = next(board for board in BOARDS if board.words[:2] == ("freestyle", "X") and board.words[2] == "7")
    position = board.position("freestyle", Color.WHITE)
    first = forced_win(board.position("freestyle", Color.BLACK).board, FEW)
    assert first is not None
    corner = next(action for action in (0, board.size - 1) if position.legal_moves[action])
    assert allows_win(position.board, corner, FEW)
    answers = [a for a in np.flatnonzero(position.legal_moves).tolist() if not allows_win(position.board, a, FEW)]
    assert 0 < len(answers) < position.legal_moves.sum() / 2


def test_a_victory_by_threes_and_fours_is_seen_and_what_allows_one() -> None:
    """Black's three stones make an open two in two directions: a stone where they cross wins by one of them."""
    position = played("H8 A1 H9 O1 G9 A15 J7 O15")
    won = forced_win(position.board, FEW)
    assert won is not None
    assert forced_win(position.board, 1) is None
    after = position.play(won)
    assert not after.is_over
    assert all(allows_win(after.board, away, FEW) for away in np.flatnonzero(after.legal_moves)[:20].tolist())


def test_a_move_that_ends_the_game_allows_nothing() -> None:
    position = played("E5 A1 D5 C1 C5 E1 B5 A5")
    assert not allows_win(position.board, position.rules.grid.action("F5"), FEW)


def test_where_exactly_six_win_one_more_beside_seven_is_no_victory() -> None:
    position = played("B8 A1 C8 A3 D8 A5 F8 A7 G8 C1 H8 C3 E8 C5", RuleSet.STANDARD, row=6)
    assert not position.play(position.rules.grid.action("A8")).is_over
    assert forced_win(position.board, 0) is None
    assert choose(position.board, FEW).score < SURE


def test_a_tactical_player_plays_what_wins_and_a_plain_one_is_left_alone() -> None:
    for board in BOARDS[:6]:
        position = board.position(board.words[0], Color(SIDES[board.words[1]]))
        decision = player(is_tactical=True).choose(position)
        assert decision.action == forced_win(position.board, FEW)
        assert decision.analysis is not None
        assert decision.analysis.win_rate == 1.0
        assert player(is_tactical=False).choose(position).analysis != decision.analysis


def test_a_tactical_player_does_not_walk_into_a_victory_that_it_can_prevent() -> None:
    """Random games alone let it happen on one of these boards."""
    walked_in = 0
    for board in [board for board in BOARDS if tuple(board.words[:3]) == ("freestyle", "O", "9")]:
        position = board.position("freestyle", Color.BLACK)
        if forced_win(position.board, FEW) is not None:
            continue
        legal = np.flatnonzero(position.legal_moves).tolist()
        if all(allows_win(position.board, action, FEW) for action in legal):
            continue
        assert not allows_win(position.board, player(is_tactical=True).choose(position).action, FEW)
        walked_in += allows_win(position.board, player(is_tactical=False).choose(position).action, FEW)
    assert walked_in


def test_a_game_that_knows_nothing_for_certain_is_played_as_before() -> None:
    rules = game_named("go").agree({"size": 9})[0]
    assert rules.game.tactics is None
    assert player(is_tactical=True).choose(rules.first_position()).action >= 0


@pytest.mark.parametrize(("is_late", "expected"), [(False, {20_000}), (True, {0})])
def test_thinking_by_the_clock_is_not_late_for_what_is_certain(
    monkeypatch: pytest.MonkeyPatch, is_late: bool, expected: set[int]
) -> None:
    """Brains have as many simulations as they like and are stopped; looking for wins must not go on after that."""
    asked = list[int]()

    def allows(board: object, action: int, positions: int) -> bool:
        asked.append(positions)
        return True

    monkeypatch.setattr(tactics, "forced_win", lambda board, positions: asked.append(positions))
    monkeypatch.setattr(tactics, "allows_win", allows)
    rng, simulations = np.random.default_rng(1), itertools.count()
    search = Search(RolloutEvaluator(rng), SearchConfig(), rng, leaves=1)
    brain = SearchPlayer("brain", lambda _rules: search, 100_000, rng, is_tactical=True)
    control = ThinkControl(stop=lambda: next(simulations) >= 3 if is_late else next(simulations) == 3)
    assert brain.choose(played("H8 A1"), control).action >= 0
    assert asked[0] == 20_000
    assert len(asked) > 2
    assert set(asked[1:]) == expected


def test_a_four_whose_only_answer_wins_for_the_other_side_is_told_from_one_that_is_sound() -> None:
    rows = [["."] * 15 for _ in range(15)]
    for stone, points in {
        "X": [(7, 4), (7, 5), (7, 6), (1, 1)],
        "O": [(7, 3), (5, 8), (6, 8), (8, 9), (9, 10)],
    }.items():
        for row, col in points:
            rows[row][col] = stone
    position = diagram("\n".join("".join(row) for row in rows))
    four, answer = 7 * 15 + 7, 7 * 15 + 8
    after = position.play(four)
    choice = choose(after.board, 20_000)
    assert (choice.action, choice.score >= SURE) == (answer, True), "forced, and it wins all the same"
    assert forced_win(after.board, 20_000) == answer
    assert allows_win(position.board, four, 20_000)
    rows[9][10] = "."
    harmless = diagram("\n".join("".join(row) for row in rows))
    assert not allows_win(harmless.board, four, 20_000)

"""Continuous fours: what brute force finds the engine finds, and it wins them against every answer."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.five.alphabeta import SURE, choose
from clevergo.games.five.field import new_field
from clevergo.games.five.fours import LOST, WON, find_fours, new_fours_memory
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.start import Start
from tests.games.five import reference
from tests.games.five.diagrams import SIDES, Diagram, read
from tests.games.five.windows import Windows, shortest_win

BOARDS = read("fours.txt")
"""The rule, who is to move, and in how many plies that side wins by fours at the earliest."""
WON_ONES = [board for board in BOARDS if board.words[2] != "none"]
OTHERS = [board for board in BOARDS if board.words[2] == "none"]
_POSITIONS = 60_000
"""That the engine may look at: less than it does in a quarter of a second."""


def name(board: Diagram) -> str:
    return "-".join((*board.words, str(board.size), str(BOARDS.index(board))))


def test_there_are_as_many_as_were_promised() -> None:
    plies = [int(board.words[2]) for board in WON_ONES]
    assert len(plies) == 50
    assert max(plies) == 15
    assert sum(ply >= 11 for ply in plies) >= 25
    assert {board.words[0] for board in WON_ONES} == {rule.value for rule in RuleSet}


@pytest.mark.parametrize("board", WON_ONES, ids=name)
def test_a_victory_by_fours_is_found_and_won(board: Diagram) -> None:
    rule, side = board.words[0], SIDES[board.words[1]]
    shortest = shortest_win(board.stones, board.size, rule, side, 8)
    assert shortest is not None
    assert 2 * shortest[0] - 1 == int(board.words[2])
    position, plies = board.position(rule, Color(side)), 0
    while not position.is_over:
        assert plies <= int(board.words[2]) + 4, "it wins without hurry"
        choice = choose(position.board, _POSITIONS)
        assert choice.score >= SURE
        position, plies = position.play(choice.action), plies + 1
        if not position.is_over:  # whatever else the other side did, five would follow at once
            answers = Windows(reference.stones_of(position.stones), board.size, rule)
            point = min(point for point in answers.winning(side) if answers.allowed(point, 3 - side))
            position, plies = position.play(point[0] * board.size + point[1]), plies + 1
    assert position.outcome().winner is Color(side)


@pytest.mark.parametrize("board", OTHERS, ids=name)
def test_no_victory_by_fours_is_claimed_where_there_is_none(board: Diagram) -> None:
    rule, side = board.words[0], SIDES[board.words[1]]
    assert shortest_win(board.stones, board.size, rule, side, 8) is None
    memory = new_fours_memory(board.size**2, 10**6)
    assert find_fours(new_field(board.position(rule, Color(side)).board), side - 1, 6, 10**6, memory)[0] == LOST


@pytest.mark.parametrize("rule", list(RuleSet))
def test_crowded_boards_agree_with_brute_force(rule: RuleSet) -> None:
    rng, won = np.random.default_rng(5), 0
    for _ in range(150):
        cells = np.where(rng.random((9, 9)) < 0.4, rng.integers(1, 3, (9, 9)), 0).astype(np.int8)
        black, white = (tuple(np.flatnonzero(cells.ravel() == side).tolist()) for side in (1, 2))
        position = FiveRules(size=9, rule=rule).first_position(Start(black, white))
        stones = reference.stones_of(cells)
        for side in (1, 2):
            board = Windows(stones, 9, rule.value)
            found = any(board.wins(side, moves) for moves in range(1, 5))
            field, memory = new_field(position.board), new_fours_memory(81, 10**6)
            verdict, place = find_fours(field, side - 1, 3, 10**6, memory)
            assert verdict in (WON, LOST)
            assert not (found and verdict == LOST), (cells, side)
            if verdict == WON:  # it may count one more: the engine sees the last three plies without looking
                won += 1
                assert any(board.wins(side, moves) for moves in range(1, 7)), (cells, side, place)
    assert won > 30


def test_looking_for_fours_leaves_the_board_as_it_was() -> None:
    for board in WON_ONES[:5]:
        position = board.position(board.words[0], Color(SIDES[board.words[1]]))
        field, fresh = new_field(position.board), new_field(position.board)
        for most in (1, 3, 10, 100, 10_000):
            find_fours(field, SIDES[board.words[1]] - 1, 8, most, new_fours_memory(board.size**2, most))
            for name in ("cells", "totals", "counts", "marks", "hash", "ranks", "worth"):
                assert np.array_equal(getattr(field, name), getattr(fresh, name))

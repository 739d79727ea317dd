"""The quick look for continuous fours at a search's leaves: what it finds is there, and what is near it finds."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.five.chase import NOBODY, UNTHREATENED, first_of_fours, write_defenses
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.start import Start
from tests.games.five.diagrams import SIDES, Diagram, read
from tests.games.five.reference import stones_of
from tests.games.five.windows import Windows, shortest_win

BOARDS = read("fours.txt")
_NEAR, _MOST = 3, 13
"""Moves of the winner, the five counted, that it does not overlook, and that it may look ahead."""


def quick(position: object) -> int:
    board = position.board.copy()  # type: ignore[attr-defined]
    before = board.tobytes()
    found = int(first_of_fours(board[0], int(board["to_play"][0])))
    assert board.tobytes() == before, "the board is left as it was"
    return found


@pytest.mark.parametrize("rule", list(RuleSet))
def test_it_agrees_with_brute_force_on_crowded_boards(rule: RuleSet) -> None:
    rng, found = np.random.default_rng(7), 0
    for _ in range(150):
        cells = np.where(rng.random(121) < rng.uniform(0.2, 0.5), 1 + (rng.random(121) < 0.5), 0)
        black, white = (tuple(np.flatnonzero(cells == color).tolist()) for color in (1, 2))
        side = int(rng.integers(1, 3))
        position = FiveRules(size=11, rule=rule).first_position(Start(black, white, Color(side)))
        windows = Windows(stones_of(position.stones), 11, rule.value)
        if windows.winning(1) or windows.winning(2):
            continue
        move, shortest = quick(position), shortest_win(stones_of(position.stones), 11, rule.value, side, _MOST)
        if move != NOBODY:
            found += 1
            assert shortest is not None
            windows.put(divmod(move, 11), side)
            assert windows.winning(side), "its first move makes a four"
        elif shortest is not None:
            assert shortest[0] > _NEAR
    assert found > 10


def test_of_the_victories_in_the_file_it_finds_most_and_claims_none_that_is_not_there() -> None:
    found = 0
    for board in BOARDS:
        side, windows = SIDES[board.words[1]], Windows(board.stones, board.size, board.words[0])
        if windows.winning(1) or windows.winning(2):
            continue
        move = quick(board.position(board.words[0], Color(side)))
        assert move == NOBODY or board.words[2] != "none"
        found += move != NOBODY
    assert found >= 25


@pytest.mark.parametrize("rule", list(RuleSet))
def test_only_moves_that_lose_by_force_are_left_out_of_the_defenses(rule: RuleSet) -> None:
    rng, threatened, kept, lost = np.random.default_rng(11), 0, 0, 0
    while threatened < 12:
        cells = np.where(rng.random(81) < rng.uniform(0.15, 0.4), 1 + (rng.random(81) < 0.5), 0)
        black, white = (tuple(np.flatnonzero(cells == color).tolist()) for color in (1, 2))
        side = int(rng.integers(1, 3))
        position = FiveRules(size=9, rule=rule).first_position(Start(black, white, Color(side)))
        stones = stones_of(position.stones)
        windows = Windows(stones, 9, rule.value)
        if windows.winning(1) or windows.winning(2) or quick(position) != NOBODY:
            continue
        board, marks = position.board.copy(), np.zeros(81, np.uint8)
        before = board.tobytes()
        count = write_defenses(board[0], marks)
        assert board.tobytes() == before
        if count == UNTHREATENED:
            near = shortest_win(stones, 9, rule.value, 3 - side, _NEAR)
            assert near is None
            continue
        threatened += 1
        assert count == marks.sum()
        for action in np.flatnonzero(position.legal_moves).tolist():
            if marks[action]:
                kept += 1
                continue
            lost += 1
            after = Windows({**stones, divmod(action, 9): side}, 9, rule.value)
            assert after.wins(3 - side, _MOST) is not None, "a move that would have helped"
    assert kept > 20
    assert lost > 200


def test_what_makes_a_forbidden_answer_legal_is_a_defense() -> None:
    """White's last four wins only because Black may not answer it: a three and a three, until there is a four."""
    rules = FiveRules(size=15, rule=RuleSet.RENJU)
    black, white = (
        tuple(rules.grid.action(name) for name in names.split())
        for names in ("D12 G12 E11 G11 I11 F10 G10 G9 I7", "C13 G13 F12 H12 H11 J10 G8 H8 K8")
    )
    board = rules.first_position(Start(black, white, Color.BLACK)).board.copy()
    before, marks = board.tobytes(), np.zeros(225, np.uint8)
    write_defenses(board[0], marks)
    assert board.tobytes() == before
    assert {rules.grid.name(int(point)) for point in np.flatnonzero(marks)} >= {"H9", "J12", "K13", "C10", "F8", "E7"}


def test_a_stone_far_away_is_a_defense_too_where_a_three_is_none_because_of_it() -> None:
    """The answer is forbidden as a three and a three; that one of them be none takes a point that is forbidden now."""
    text = "...O..O. ..X.O.O. ....XX.O .X.X...O .OOOXX.O X.X..O.X X.O....O .....X.X"
    position = Diagram(("renju",), tuple(text.split())).position("renju")
    board, marks = position.board.copy(), np.zeros(64, np.uint8)
    before = board.tobytes()
    assert write_defenses(board[0], marks) == marks.sum()
    assert board.tobytes() == before
    for far in ((1, 1), (6, 4)):
        assert marks[far[0] * 8 + far[1]]
        after = position.play(far[0] * 8 + far[1])
        assert first_of_fours(after.board.copy()[0], 2) == NOBODY

"""What a net sees of five in a row, against a slow reading of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clevergo.games import kernels
from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.start import Start
from tests.games.five.reference import DIRECTIONS, forbidden, row_through, stones_of, windows, winner

SIZES = [(6, 3), (7, 6), (9, 5), (15, 5), (20, 4)]


def planes_of(position: Any) -> Any:
    size = position.rules.size
    planes = np.full((1, 16, size, size), np.nan, np.float32)
    kernels.write_planes(position.board, planes)
    return planes[0]


def makes_four(position: Any, point: tuple[int, int], color: int) -> bool:
    """Whether a stone there leaves a window that lacks one more to win."""
    rules, after = position.rules, {**stones_of(position.stones), point: color}
    exact = rules.rule is RuleSet.STANDARD or (rules.rule is RuleSet.RENJU and color == 1)
    for step in DIRECTIONS:
        for window in windows(point, step, rules.row):
            if not all(0 <= row < rules.size and 0 <= col < rules.size for row, col in window):
                continue
            lacking = [p for p in window if p not in after]
            if len(lacking) == 1 and all(after[p] == color for p in window if p in after):
                length = row_through({**after, lacking[0]: color}, lacking[0], step)
                if length == rules.row or not exact:
                    return True
    return False


@pytest.mark.parametrize(
    ("rule", "size", "row"),
    [(rule, *board) for rule in RuleSet for board in SIZES if board[1] == 5 or rule is not RuleSet.RENJU],
)
def test_planes_say_what_the_rules_say(rule: RuleSet, size: int, row: int) -> None:
    rng, rules = np.random.default_rng(size), FiveRules(size=size, rule=rule, row=row)
    seen = np.zeros(16)
    for share in np.linspace(0.1, 0.95, 30):
        whites = rng.choice([0.1, 0.45, 0.9])
        cells = np.where(rng.random(size**2) < share, 1 + (rng.random(size**2) < whites), 0)
        black, white = (tuple(np.flatnonzero(cells == color).tolist()) for color in (1, 2))
        position = rules.first_position(Start(black, white, Color(int(rng.integers(1, 3)))))
        planes, mover, stones = planes_of(position), int(position.to_play), stones_of(position.stones)
        wanted = np.zeros_like(planes)
        for side, color in enumerate((mover, 3 - mover)):
            wanted[side] = position.stones == color
            for point in (divmod(int(action), size) for action in np.flatnonzero(cells == 0)):
                wins = bool(winner({**stones, point: color}, point, rule.value, row))
                wanted[2 + side][point] = wins
                wanted[4 + side][point] = not wins and makes_four(position, point, color)
                wanted[8][point] = rule is RuleSet.RENJU and bool(forbidden(stones, size, point))
            wanted[10 + side] = rule is RuleSet.STANDARD or (rule is RuleSet.RENJU and color == 1)
        wanted[9], wanted[12], wanted[13], wanted[15] = mover == 1, rule is RuleSet.RENJU, row - 5, 1.0
        np.testing.assert_array_equal(planes, wanted)
        seen += planes.any(axis=(1, 2))
    assert seen[:6].all()


def test_the_last_two_moves_are_seen() -> None:
    position = FiveRules(size=9).first_position()
    for action in (40, 41, 50):
        position = position.play(action)
    planes = planes_of(position)
    assert np.flatnonzero(planes[6]).tolist() == [50]
    assert np.flatnonzero(planes[7]).tolist() == [41]


def test_a_row_about_to_be_made_is_seen_wherever_it_lies() -> None:
    """Along the edge and in the corner as in the middle: by the net, by the search, and by the rules."""
    rules = FiveRules(size=9)
    starts = [(row, col, step) for row in range(9) for col in range(9) for step in DIRECTIONS]
    lines = [
        [9 * (row + k * down) + col + k * right for k in range(5)]
        for row, col, (down, right) in starts
        if row + 4 * down < 9 and 0 <= col + 4 * right < 9
    ]
    assert len(lines) == 2 * 9 * 5 + 2 * 5 * 5
    for number, line in enumerate(lines):
        lacking = line[number % 5]
        four = tuple(point for point in line if point != lacking)
        for to_play, plane in ((Color.BLACK, 2), (Color.WHITE, 3)):
            position = rules.first_position(Start(four, (), to_play))
            seen = np.flatnonzero(planes_of(position)[plane])
            assert lacking in seen
            actions = np.zeros(81, np.int16)
            assert kernels.candidates(position.board.copy()[0], 0, np.zeros(81, np.uint8), actions) == 1
            assert actions[0] in seen
        won = rules.first_position(Start(four)).play(lacking)
        assert won.outcome().winner is Color.BLACK
        assert [set(row) for row in won.winning_rows] == [set(line)]


@pytest.mark.parametrize("size", [6, 8, 15])
def test_the_gomoku_nets_planes_show_stones_the_last_move_and_whose_turn_it_is(size: int) -> None:
    rng = np.random.default_rng(size)
    position: Any = FiveRules(size=size).first_position()
    while not position.is_over and position.ply < 20:
        planes = np.full((1, 4, size, size), np.nan, np.float32)
        kernels.write_planes(position.board, planes)
        wanted = np.zeros((4, size, size), np.float32)
        wanted[0], wanted[1] = (position.stones == side for side in (position.to_play, position.to_play.opponent))
        if position.last_move is not None:
            wanted[2].flat[position.last_move] = 1
        wanted[3] = position.ply % 2 == 0
        np.testing.assert_array_equal(planes[0], wanted)
        position = position.play(int(rng.choice(np.flatnonzero(position.legal_moves))))

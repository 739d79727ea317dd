"""The classical engine: what it keeps move by move is what it would find anew, and it finds what is to be found."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from clevergo.games.color import Color
from clevergo.games.five.alphabeta import SURE, choose
from clevergo.games.five.board import LARGEST, LINES, point_of
from clevergo.games.five.field import EMPTY, Field, new_field, put_stone, take_back
from clevergo.games.five.planes import threats
from clevergo.games.five.position import FivePosition
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.five.shapes import (
    FIVE,
    FOUR,
    NOTHING,
    OPEN_FOUR,
    OPEN_THREE,
    REACH,
    SLEEPING_TWO,
    THREE,
    TWO,
    WEIGHTS,
    shape_table,
)
from clevergo.games.game import position_after
from clevergo.games.start import Start

FIRST_LINES = (0, LARGEST, 2 * LARGEST, 4 * LARGEST - 1)
"""The number of the first row, the first column, and the first diagonal either way."""


def diagram(text: str, to_play: Color = Color.BLACK, rule: RuleSet = RuleSet.FREESTYLE) -> FivePosition:
    """``X`` Black, ``O`` White, in the upper left of a 15x15 board."""
    stones = {
        (row, col): cell for row, line in enumerate(text.split()) for col, cell in enumerate(line) if cell in "XO"
    }
    black, white = (tuple(r * 15 + c for (r, c), cell in stones.items() if cell == color) for color in "XO")
    return FiveRules(size=15, rule=rule).first_position(Start(black, white, to_play))


@pytest.mark.parametrize(
    ("line", "shape", "exact"),
    [
        (".....*.....", NOTHING, NOTHING),
        ("....X*.....", TWO, TWO),
        ("OXX*..", THREE, THREE),
        ("..OX*...O", SLEEPING_TWO, SLEEPING_TWO),
        ("...XX*.....", OPEN_THREE, OPEN_THREE),
        ("..X.X*...", OPEN_THREE, OPEN_THREE),
        (".O.X*X.O.", THREE, THREE),
        (".OXXX*.....", FOUR, FOUR),
        (".XX.*X.", FOUR, FOUR),
        ("..XXX*.....", OPEN_FOUR, OPEN_FOUR),
        ("X.XX*.X", OPEN_FOUR, OPEN_FOUR),
        (".XXXX*", FIVE, FIVE),
        ("XXXXX*", FIVE, NOTHING),
    ],
)
def test_what_a_stone_makes_is_read_from_its_line(line: str, shape: int, exact: int) -> None:
    middle = line.index("*")
    around = [middle + k for k in range(-REACH, REACH + 1) if k]
    cells = [2 if not 0 <= at < len(line) else ".XO".index(line[at]) for at in around]
    code = sum(cell * weight for cell, weight in zip(cells, WEIGHTS, strict=True))
    assert (shape_table(5, False)[code], shape_table(5, True)[code]) == (shape, exact)


def check_same(kept: Field, fresh: Field) -> None:
    """What an occupied place would make is not kept up to date."""
    empty = np.flatnonzero(fresh.cells == EMPTY)
    for name in ("cells", "totals", "counts", "marks", "hash"):
        assert_array_equal(getattr(kept, name), getattr(fresh, name))
    for name in ("codes", "made", "sums", "ranks", "worth", "rated"):
        assert_array_equal(getattr(kept, name)[:, empty], getattr(fresh, name)[:, empty])


@pytest.mark.parametrize(("rule", "row"), [*((rule, 5) for rule in RuleSet), (RuleSet.STANDARD, 6)])
@pytest.mark.parametrize("size", [6, 9, 20])
def test_what_is_kept_move_by_move_is_what_would_be_found_anew(rule: RuleSet, row: int, size: int) -> None:
    rng, rules = np.random.default_rng(4), FiveRules(size=size, rule=rule, row=row)
    position = rules.first_position()
    field, played = new_field(position.board), []
    while not position.is_over and position.ply < 50:
        action, side = int(rng.choice(np.flatnonzero(position.legal_moves))), int(position.to_play) - 1
        put_stone(field, side, field.places[action])
        position = position.play(action)
        played.append((side, action))
        check_same(field, new_field(position.board))
        if rule is RuleSet.RENJU:
            assert_array_equal(field.board["lines"], position.board["lines"])
    for side, action in reversed(played):
        take_back(field, side, field.places[action])
    check_same(field, new_field(rules.first_position().board))


def test_where_exactly_six_win_seven_are_none_however_far_they_reach() -> None:
    """Rows and fours on crowded boards are those that the board itself has, line by line."""
    rng, rows_seen, fours_seen = np.random.default_rng(2), 0, 0
    rules = FiveRules(size=15, rule=RuleSet.STANDARD, row=6)
    for _ in range(12):
        cells = np.where(rng.random(225) < 0.75, 1 + (rng.random(225) < 0.2), 0)
        black, white = (tuple(np.flatnonzero(cells == color).tolist()) for color in (1, 2))
        board = rules.first_position(Start(black, white, Color.BLACK)).board
        field = new_field(board)
        for number in range(LINES):
            direction = np.searchsorted(FIRST_LINES, number, "right") - 1
            rows, fours = map(int, threats(board.copy()[0], 1, number, True))
            for bit in range(15):
                row, col = point_of(number, bit)
                if not (0 <= row < 15 and 0 <= col < 15) or cells[row * 15 + col]:
                    continue
                made = field.made[direction, field.places[row * 15 + col]] & 7
                assert (made == FIVE) == bool(rows >> bit & 1)
                assert made == FIVE or (made in (FOUR, OPEN_FOUR)) == bool(fours >> bit & 1)
                rows_seen, fours_seen = rows_seen + (made == FIVE), fours_seen + (made in (FOUR, OPEN_FOUR))
    assert rows_seen > 50
    assert fours_seen > 50


def test_it_makes_five_before_anything_else_and_stops_a_four() -> None:
    four = "............... .XXXX......... .OOOO.........".replace(" ", "\n")
    mine = choose(diagram(four).board, 500)
    assert mine.action in (1 * 15 + 0, 1 * 15 + 5)
    closed = "...............\n.OXXXX.........\n..OO..........."
    assert choose(diagram(closed, Color.WHITE).board, 500).action == 1 * 15 + 6


def test_an_open_three_is_answered_where_that_still_helps() -> None:
    three = "...............\n...............\n....XXX........\n.....O.O.......\n"
    choice = choose(diagram(three, Color.WHITE).board, 5_000)
    assert choice.action in [2 * 15 + col for col in (2, 3, 7, 8)]
    assert abs(choice.score) < SURE


def test_continuous_fours_are_found_and_won_against_every_answer() -> None:
    text = """
    ...............
    ...............
    ...XXXO........
    .......X.......
    .......X.......
    ...OO..X.......
    .......O.......
    """
    position = diagram(text)
    choice = choose(position.board, 20_000)
    assert choice.score >= SURE
    plies = 0
    while not position.is_over:
        assert plies < 16
        position = position.play(choose(position.board, 20_000).action)
        plies += 1
    assert position.outcome().winner is Color.BLACK


def test_renju_forbids_it_too() -> None:
    text = """
    ...............
    ...............
    .....XXX.......
    ...............
    """
    position = diagram(text, rule=RuleSet.RENJU)
    rng = np.random.default_rng(0)
    while not position.is_over:
        move = (
            choose(position.board, 300).action
            if rng.random() < 0.7
            else int(rng.choice(np.flatnonzero(position.legal_moves)))
        )
        position = position.play(move)  # refuses what is forbidden


def test_the_same_number_of_positions_gives_the_same_move() -> None:
    position = FiveRules().first_position().play(112).play(97)
    assert choose(position.board, 3_000) == choose(position.board, 3_000)


def test_it_stops_when_it_is_told_to() -> None:
    position = FiveRules().first_position().play(112).play(97)
    assert choose(position.board, 10**9, stop=lambda: True).positions < 100_000


@pytest.mark.parametrize("rule", list(RuleSet))
def test_looking_in_slices_changes_nothing_and_leaves_the_board_as_it_was(rule: RuleSet) -> None:
    position = FiveRules(size=9, rule=rule).first_position().play(40).play(31).play(30).play(50)
    asked: list[bool] = []

    def never() -> bool:
        asked.append(True)
        return False

    before = position.board.copy()
    assert choose(position.board, 90_000, never) == choose(position.board, 90_000)
    assert len(asked) > 4
    assert np.array_equal(position.board, before)


@pytest.mark.parametrize(("size", "row"), [(6, 3), (7, 4), (9, 6), (20, 5)])
def test_it_plays_other_rows_and_sizes_to_their_ends(size: int, row: int) -> None:
    position = FiveRules(size=size, row=row).first_position()
    while not position.is_over:
        position = position.play(choose(position.board, 300).action)
    if row < 5:  # who begins makes three in a row on any board, and four on one so large
        assert position.outcome().winner is Color.BLACK


def test_more_positions_are_stronger() -> None:
    rules, won = FiveRules(size=15), 0
    for game in range(8):
        position = position_after(rules, rules.game.opening(rules, np.random.default_rng(game // 2)))
        while not position.is_over:
            is_strong = (int(position.to_play) == 1) == (game % 2 == 0)
            position = position.play(choose(position.board, 4_000 if is_strong else 60).action)
        won += position.outcome().winner is (Color.BLACK if game % 2 == 0 else Color.WHITE)
    assert won >= 6


@pytest.mark.parametrize("size", [6, 9, 15, 20])
def test_the_first_stone_lies_in_the_middle(size: int) -> None:
    position = FiveRules(size=size).first_position()
    action = choose(position.board, 300).action
    assert divmod(action, size) == (size // 2, size // 2)

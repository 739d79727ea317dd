"""What renju forbids, on published positions and on positions made so that one thing hangs on another."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.start import Start
from tests.games.five import reference
from tests.games.five.diagrams import Diagram, read

REASONS = {"3": "double_three", "4": "double_four", "6": "overline"}
PUBLISHED = read("renju.txt")
"""``X`` Black, ``O`` White; on every other point Black may play, but for 3, 4 and 6: the reasons."""


def reasons(diagram: Diagram) -> dict[reference.Point, str]:
    """Every point that the game forbids Black, with the reason it gives."""
    position, found = diagram.position("renju"), {}
    for action in position.barred:
        with pytest.raises(IllegalMoveError) as caught:
            position.play(action)
        found[divmod(action, diagram.size)] = caught.value.reason
    return found


@pytest.mark.parametrize("diagram", PUBLISHED, ids=lambda diagram: "-".join(diagram.words))
def test_published_positions_are_judged_as_they_were_published(diagram: Diagram) -> None:
    expected = {point: REASONS[letter] for point, letter in diagram.marked("346").items()}
    assert reasons(diagram) == expected
    position = diagram.position("renju")
    assert position.legal_moves.sum() == 225 - len(diagram.stones) - len(expected)


@pytest.mark.parametrize("diagram", PUBLISHED, ids=lambda diagram: "-".join(diagram.words))
def test_nothing_is_forbidden_to_white_or_by_other_rules(diagram: Diagram) -> None:
    assert diagram.position("renju", Color.WHITE).barred == ()
    for rule in ("freestyle", "standard"):
        assert diagram.position(rule).legal_moves.sum() == 225 - len(diagram.stones)


@pytest.mark.parametrize("turns", range(8))
def test_what_is_forbidden_turns_with_the_board(turns: int) -> None:
    for diagram in PUBLISHED:
        position, size = diagram.position("renju"), diagram.size
        turned = position.rules.game.symmetries(size)[turns]
        stones = position.stones.ravel()[turned]
        black, white = (tuple(np.flatnonzero(stones == side).tolist()) for side in (1, 2))
        again = position.rules.first_position(Start(black, white))
        assert np.array_equal(again.legal_moves, position.legal_moves[turned])


def test_positions_woven_of_many_threes_agree_with_a_slow_reading_of_the_rules() -> None:
    rng, compared, forbidden = np.random.default_rng(3), 0, 0
    rules = FiveRules(size=15, rule=RuleSet.RENJU)
    while compared < 200:
        cells = np.zeros((15, 15), np.int8)
        for _ in range(rng.integers(4, 10)):  # twos and threes that cross each other
            row, col = rng.integers(3, 12, 2)
            down, right = reference.DIRECTIONS[rng.integers(4)]
            for k in rng.choice(np.arange(-2, 3), rng.integers(2, 4), replace=False):
                cells[row + k * down, col + k * right] = 1
        cells[rng.integers(0, 15, 6), rng.integers(0, 15, 6)] = 2
        stones = reference.stones_of(cells)
        black, white = (tuple(np.flatnonzero(cells.ravel() == side).tolist()) for side in (1, 2))
        position = rules.first_position(Start(black, white))
        for action in np.flatnonzero(cells.ravel() == 0).tolist():
            reason = reference.forbidden(stones, 15, divmod(action, 15))
            assert position.legal_moves[action] == (not reason), (cells, divmod(action, 15), reason)
            forbidden += reason == "double_three"
        compared += 1
    assert forbidden > 200


def test_threes_woven_across_the_largest_board_are_followed_to_their_ends() -> None:
    cells = np.zeros((20, 20), np.int8)
    cells[::3, 1::3] = cells[1::3, ::3] = cells[::3, ::3] = 1
    stones = reference.stones_of(cells)
    black = tuple(np.flatnonzero(cells.ravel() == 1).tolist())
    position = FiveRules(size=20, rule=RuleSet.RENJU).first_position(Start(black, ()))
    for action in np.flatnonzero(cells.ravel() == 0).tolist():
        assert position.legal_moves[action] == (not reference.forbidden(stones, 20, divmod(action, 20)))


def test_a_three_needs_a_point_that_makes_no_five_at_the_same_time() -> None:
    # H8 makes a three in its column; in its row it needs G8, which makes five in the column beside: that is no three.
    rows = """
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . # . . . . . . . .
        . . . . . . # . . . . . . . .
        . . . . . . # . . . . . . . .
        . . . . . . # . . . . . . . .
        . . . . X X . . . . . . . . .
        . . . . . . . X . . . . . . .
        . . . . . . . X . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
    """
    middle = 7 * 15 + 7
    for cell, is_legal in (("X", True), (".", False)):
        board = rows.replace("#", cell).strip().splitlines()
        diagram = Diagram((), tuple(row.replace(" ", "") for row in board))
        assert diagram.position("renju").legal_moves[middle] == is_legal
        assert (not reference.forbidden(diagram.stones, 15, (7, 7))) == is_legal

"""What a game of five in a row holds that a dog sees for the first time."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.games.five.moments import MOMENTS, find_moments
from clevergo.games.five.rules import FiveRules
from clevergo.games.game import position_after

RULES = FiveRules(size=9)
GAMES = [
    ("a row on a side that nobody minds", "E5 A1 E6 A2 E7 A3 E8 A4 E9", {"row": 9, "open_four": 7, "quick": 9}),
    ("a three is stopped", "E5 A1 E6 A2 E7 E8 I9 I1 I8 A9", {"stopped": 6}),
    ("a three is stopped too late to tell", "E5 A1 E6 A2 E7 E8", {}),
    (
        "two fours at once win",
        "B5 A1 C5 A3 D5 I9 E2 I7 E3 I5 E4 I3 E5 A9 F5",
        {"row": 15, "open_four": 13, "two_fours": 13, "quick": 15},
    ),
]


@pytest.mark.parametrize(("moves", "wanted"), [row[1:] for row in GAMES], ids=[row[0] for row in GAMES])
def test_moments_are_told_by_the_move_after_which_they_are_there(moves: str, wanted: dict[str, int]) -> None:
    assert found(moves.split()) == wanted


def test_a_game_without_a_winner_fills_the_board_and_is_long() -> None:
    # Pairs of colors, shifted by two from row to row: nowhere five in a row.
    size = 15
    rules = FiveRules(size=size)
    stones = [
        [(row, col) for row in range(size) for col in range(size) if (col + 2 * row) // 2 % 2 == side]
        for side in (0, 1)
    ]
    first, second = sorted(stones, key=len, reverse=True)
    order = [point for pair in zip(first, second, strict=False) for point in pair] + first[len(second) :]
    told = found([rules.grid.name(rules.grid.at(*point)) for point in order], rules)
    assert (told.get("full"), told.get("long"), told.get("row")) == (size * size, 100, None)


def found(moves: list[str], rules: FiveRules = RULES) -> dict[str, int]:
    """What happens in a game, and after which move."""
    actions = [rules.grid.action(move) for move in moves]
    position_after(rules, actions)  # all of it may be played
    board, plies = rules.first_position().board.copy(), np.zeros(len(MOMENTS), np.int32)
    find_moments(board[0], np.array(actions, np.int16), plies)
    return {name: int(ply) for name, ply in zip(MOMENTS, plies, strict=True) if ply}

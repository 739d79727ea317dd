"""The end of a game in the tree where dead stones are known: two passes end it, and nobody need take them first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.go.area import result
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.go.settled import agreed_on, settled_margin
from clevergo.games.go.stones import NUM_POINTS
from clevergo.games.grid import square
from clevergo.search.mcts import Search, SearchResult

RULES = Ruleset(7, 0.5)
PASS = RULES.pass_action
BY_RULE = 16 - 22 - 0.5
"""What the training rule makes of the board below: White's stone at B4 makes nobody's what it can see."""
SETTLED = 28 - 21 - 0.5
BOARD = """
. X . X O . O
X X X X O O O
. . . X O . O
. O . X O O O
. . . X O O .
. . . X O O O
X X X X O O .
"""


def board(to_play: Color = Color.BLACK) -> Position:
    rows = [[".XO".index(point) for point in line.split()] for line in BOARD.split("\n") if line.strip()]
    return Position.from_stones(RULES, np.array(rows, np.int8), to_play)


def stones(*names: str) -> NDArray[np.bool_]:
    grid = np.zeros((7, 7), np.bool_)
    grid.flat[[square(7).action(name) for name in names]] = True
    return grid


def margin(first: Position, end: Position, dead: NDArray[np.bool_]) -> float:
    played: Any = end.board.copy()
    before = played.tobytes()
    known = agreed_on(first.board[0], dead)
    found = settled_margin(played[0], first.board[0], known if known.size else np.zeros(NUM_POINTS, np.uint8))
    assert played.tobytes() == before, "the board is left as it was"
    return float(found)


class TrainingRule:
    """Believes of every position what the training rule makes of it, and looks at passing first."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 1.0
        prior[:, PASS] = 20.0
        for i, record in enumerate(boards):
            black = float(result(record))
            value[i] = black if record["to_play"] == Color.BLACK else -black


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(PASS if move == "pass" else square(7).action(move))
    return position


def test_dead_stones_are_taken_off_before_the_end_is_counted() -> None:
    end = board()
    assert margin(end, end, stones()) == BY_RULE
    assert margin(end, end, stones("B4")) == SETTLED


def test_where_its_side_has_added_a_stone_a_dead_one_counts_as_it_lies() -> None:
    first = board(Color.WHITE)
    defended = play(first, "B3", "pass")
    assert margin(first, defended, stones("B4")) == margin(first, defended, stones())
    attacked = play(first, "pass", "C4")
    assert margin(first, attacked, stones("B4")) == SETTLED
    elsewhere = play(first, "F7")
    assert margin(first, elsewhere, stones("B4")) == SETTLED


def test_a_dead_stone_that_was_taken_changes_nothing() -> None:
    first = board()
    taken = play(first, "C4", "pass", "A4", "pass", "B3", "pass", "B5")
    assert taken.stones[3, 1] == 0
    assert margin(first, taken, stones("B4")) == SETTLED


@pytest.mark.parametrize("leaves", [1, 16])
def test_after_a_pass_nobody_wins_by_stones_that_are_dead(leaves: int) -> None:
    def searched(position: Position, dead: NDArray[np.bool_]) -> SearchResult:
        return Search(TrainingRule(), leaves=leaves).run(position, 100, agreed=agreed_on(position.board[0], dead))

    after = play(board(), "pass")
    assert searched(after, stones()).q[PASS] == 1.0
    assert searched(after, stones("B4")).q[PASS] == -1.0
    assert searched(board(), stones()).q[PASS] < -0.9
    assert searched(board(), stones("B4")).q[PASS] > 0.0, "what White can do instead, this judge takes for more"


def test_a_tree_that_was_judged_otherwise_is_not_kept() -> None:
    search, after = Search(TrainingRule()), play(board(), "pass")
    for dead, value in ((stones(), 1.0), (stones("B4"), -1.0), (stones(), 1.0)):
        assert search.run(after, 60, agreed=agreed_on(after.board[0], dead)).q[PASS] == value

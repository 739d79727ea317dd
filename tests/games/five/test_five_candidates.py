"""What a search of five in a row considers: what wins, or else what does not lose at once, or else everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from clevergo.games import kernels
from clevergo.games.color import Color
from clevergo.games.five.door import PLAIN
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.start import Start
from tests.games.five.reference import forbidden, stones_of, winner


def considered(position: Any, restraint: int = 0) -> set[int]:
    points = position.rules.num_actions
    marks, actions = np.zeros(points, np.uint8), np.zeros(points, np.int16)
    count = kernels.candidates(position.board.copy()[0], restraint, marks, actions)
    assert np.all(np.diff(actions[:count]) > 0)
    return set(actions[:count].tolist())


def rows_of(position: Any, color: int) -> set[int]:
    """The empty points where a stone of that color makes a row that wins, by the slow reading of the rules."""
    rules, stones, found = position.rules, stones_of(position.stones), set()
    for action in np.flatnonzero(position.stones.ravel() == 0).tolist():
        point = divmod(action, rules.size)
        if winner({**stones, point: color}, point, rules.rule.value, rules.row):
            found.add(action)
    return found


def crowded(rules: FiveRules, seed: int) -> Iterator[Any]:
    rng = np.random.default_rng(seed)
    for share in np.linspace(0.2, 0.7, 40):
        cells = np.where(rng.random(rules.size**2) < share, 1 + (rng.random(rules.size**2) < 0.4), 0)
        black, white = (tuple(np.flatnonzero(cells == color).tolist()) for color in (1, 2))
        yield rules.first_position(Start(black, white, Color(int(rng.integers(1, 3)))))


@pytest.mark.parametrize(
    ("rule", "size", "row"),
    [
        (rule, size, row)
        for rule in RuleSet
        for size, row in ((6, 3), (9, 5), (15, 5), (20, 6))
        if row == 5 or rule is not RuleSet.RENJU  # which is a game of five
    ],
)
def test_a_move_that_wins_or_saves_at_once_is_played_without_a_thought(rule: RuleSet, size: int, row: int) -> None:
    kinds = set()
    for position in crowded(FiveRules(size=size, rule=rule, row=row), seed=size):
        mover = int(position.to_play)
        legal = set(np.flatnonzero(position.legal_moves).tolist())
        wins, saves = rows_of(position, mover), rows_of(position, 3 - mover)
        assert considered(position, PLAIN) == legal
        if wins | saves:  # where there are several such points one of them is as good as any other
            (move,) = considered(position)
            assert move in (wins or saves & legal or legal)
        else:
            assert considered(position) <= legal
        kinds.add("wins" if wins else "saves" if saves else "anything")
    assert len(kinds) > 1


def test_where_renju_forbids_the_only_move_that_saves_any_legal_move_will_do() -> None:
    rules = FiveRules(size=15, rule=RuleSet.RENJU)
    # White has four in the second row, closed on its left; Black may not make an overline at its right.
    white = tuple(1 * 15 + col for col in range(4))
    black = tuple(row * 15 + 4 for row in (2, 3, 4, 5, 6))
    position = rules.first_position(Start(black, white))
    assert forbidden(stones_of(position.stones), 15, (1, 4)) == "overline"
    (move,) = considered(position)
    assert position.legal_moves[move]

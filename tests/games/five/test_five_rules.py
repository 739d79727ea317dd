"""Five in a row by its three rules: compared with a slow reading of the rules, and with positions from the books."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.illegal import IllegalMoveError
from clevergo.games.start import Start
from tests.games.five import reference

BOARDS = [(6, 3, 20), (7, 4, 20), (9, 5, 25), (15, 5, 4), (20, 6, 2)]


@pytest.mark.parametrize(
    ("rule", "size", "row", "games"),
    [(rule, *board) for rule in RuleSet for board in BOARDS if board[1] == 5 or rule is not RuleSet.RENJU],
)
def test_random_games_agree_with_a_slow_reading_of_the_rules(rule: RuleSet, size: int, row: int, games: int) -> None:
    rules, rng = FiveRules(size=size, rule=rule, row=row), np.random.default_rng(size * row)
    for _ in range(games):
        position = rules.first_position()
        while not position.is_over:
            stones = reference.stones_of(position.stones)
            empty = [divmod(action, size) for action in np.flatnonzero(position.stones.ravel() == 0).tolist()]
            barred = {
                point
                for point in empty
                if rule is RuleSet.RENJU
                and position.to_play is Color.BLACK
                and reference.forbidden(stones, size, point)
            }
            legal = {divmod(int(action), size) for action in np.flatnonzero(position.legal_moves)}
            assert legal == set(empty) - barred, f"{position.stones}"
            assert {divmod(action, size) for action in position.barred} == barred
            # Stones near each other make more of what there is to get wrong.
            near = [p for p in legal if any(max(abs(p[0] - q[0]), abs(p[1] - q[1])) < 3 for q in stones)] or sorted(
                legal
            )
            row_, col = sorted(near)[rng.integers(len(near))]
            color = int(position.to_play)
            position = position.play(row_ * size + col)
            won = reference.winner({**stones, (row_, col): color}, (row_, col), rule.value, row)
            assert position.is_over == (bool(won) or len(empty) == 1 or not position.legal_moves.any())
            if position.is_over:
                assert int(position.outcome().winner or 0) == won


@pytest.mark.parametrize("size", [9, 15])
def test_what_renju_forbids_agrees_on_crowded_boards(size: int) -> None:
    rng, found = np.random.default_rng(7), dict.fromkeys(("", "overline", "double_four", "double_three"), 0)
    rules = FiveRules(size=size, rule=RuleSet.RENJU)
    for share in np.linspace(0.15, 0.6, 120):
        cells = np.where(rng.random((size, size)) < share, 1 + (rng.random((size, size)) < 0.3), 0).astype(np.int8)
        start = Start(
            tuple(np.flatnonzero(cells.ravel() == 1).tolist()), tuple(np.flatnonzero(cells.ravel() == 2).tolist())
        )
        position, stones = rules.first_position(start), reference.stones_of(cells)
        for action in np.flatnonzero(cells.ravel() == 0).tolist():
            reason = reference.forbidden(stones, size, divmod(action, size))
            found[reason] += 1
            assert position.legal_moves[action] == (not reason), (cells, divmod(action, size), reason)
            if reason:
                with pytest.raises(IllegalMoveError) as caught:
                    position.play(action)
                assert caught.value.reason == reason
    assert min(found.values()) > 20, found

"""A position of five in a row as a value."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.games.five.rules import FiveRules, RuleSet
from clevergo.games.game import position_after


@pytest.mark.parametrize("rule", list(RuleSet))
def test_a_position_knows_what_leads_to_it_however_it_came_about(rule: RuleSet) -> None:
    """Searches keep what they know of it, and other programs are told no more than what is new."""
    rules, rng = FiveRules(size=9, rule=rule), np.random.default_rng(3)
    moves: list[int] = []
    position = rules.first_position()
    before = [position]
    while position.ply < 12:
        moves.append(int(rng.choice(np.flatnonzero(position.legal_moves))))
        position = position.play(moves[-1])
        before.append(position)
    again = position_after(rules, moves)
    for back in range(6):
        assert again.moves_since(before[-1 - back], 5) == moves[len(moves) - back :]
    other = before[-2].play(next(a for a in np.flatnonzero(before[-2].legal_moves).tolist() if a != moves[-1]))
    assert again.moves_since(other, 5) is None
    assert again.moves_since(before[-7], 5) is None

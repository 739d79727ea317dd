"""What a player has to take before it passes, and the pass itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Position


def owed_moves(position: Position, is_patient: bool) -> NDArray[np.bool_]:
    """``bool[A]``: what a player has to take before it may pass; nothing for one that is not patient."""
    rules = position.rules
    return rules.game.manners.owed(position) if is_patient else np.zeros(rules.num_actions, np.bool_)


def pass_of(position: Position) -> int:
    """The pass, in a position in which somebody passes."""
    passing: int | None = position.rules.pass_action
    assert passing is not None, "a game without passes has a move for whoever is to move"
    return passing

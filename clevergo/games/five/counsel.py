"""What a beginner at five in a row is told: where they win at once (``make``), or would lose at once (``stop``)."""

from __future__ import annotations

import numpy as np

from clevergo.games.color import Color
from clevergo.games.counsel import Counsel
from clevergo.games.five.position import FivePosition
from clevergo.games.start import Start


def counsel(position: FivePosition) -> Counsel:
    """What to say to whoever is to move; takes some milliseconds."""
    made = _wins(position)
    if made:
        return Counsel("make", made)
    stones = position.stones
    black, white = (tuple(map(int, np.flatnonzero(stones == color))) for color in Color)
    theirs = position.rules.first_position(Start(black, white, position.to_play.opponent))
    threatened = _wins(theirs)
    return Counsel("stop", threatened) if threatened else Counsel()


def _wins(position: FivePosition) -> tuple[int, ...]:
    """The moves that win at once."""
    side, legal = position.to_play, np.flatnonzero(position.legal_moves)
    after = ((int(action), position.play(int(action))) for action in legal)
    return tuple(action for action, child in after if child.is_over and child.outcome().winner is side)

"""Counting a finished game of Go as people do: they agree on dead stones and take them off the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from clevergo.games.go import scoring
from clevergo.games.outcome import Outcome

if TYPE_CHECKING:
    from clevergo.games.go.position import Position


class GoCounting:
    """See :class:`clevergo.games.game.Counting`."""

    def is_open(self, position: Position) -> bool:
        """See :func:`clevergo.games.go.scoring.is_mostly_open`."""
        return scoring.is_mostly_open(position.stones)

    def propose_dead(self, position: Position) -> NDArray[np.bool_]:
        """On an open board nothing is settled, and random play would call a lone stone dead."""
        if self.is_open(position):
            return np.zeros_like(position.stones, np.bool_)
        return scoring.propose_dead(position)

    def owners(self, position: Position, dead: NDArray[np.bool_] | None = None) -> NDArray[np.int8]:
        """By area."""
        return scoring.ownership(position.stones, dead)

    def outcome(self, position: Position, dead: NDArray[np.bool_] | None = None) -> Outcome:
        """By area and komi."""
        return scoring.outcome_of(position, dead)

    def agreed(self, position: Position, dead: NDArray[np.bool_]) -> NDArray[np.uint8]:
        """Nothing where no stone is dead."""
        from clevergo.games.go.settled import agreed_on

        return agreed_on(position.board[0], dead)

"""What players of a game do beside searching: which moves they never consider, and when they pass.

A game whose players may pass when they like needs thought about that (Go's is :mod:`clevergo.games.go.passing`); others
take :class:`PlainManners` as they are.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class Manners(Protocol):
    """How a game's players behave. Positions are the game's own."""

    playout_restraint: int
    """Of a search that judges by random playouts (:func:`clevergo.games.kernels.candidates`)."""

    def sensible(self, position: Any) -> NDArray[np.bool_]:
        """``bool[A]``: the moves a player without thoughts of its own chooses from; never a pass."""
        ...

    def owed(self, position: Any) -> NDArray[np.bool_]:
        """``bool[A]``: what a patient player has to take before it may pass."""
        ...

    def passes_back(self, position: Any, owed: NDArray[np.bool_], is_patient: bool) -> bool:
        """Whether a player passes without a thought."""
        ...

    def further_restraint(self, position: Any) -> int:
        """What a patient player's search leaves alone here, beside what all do."""
        ...

    def wins_by_passing(self, position: Any) -> bool:
        """Whether a pass that ends the game now wins it."""
        ...


class PlainManners:
    """Every legal move is worth a thought, and who passes has to."""

    playout_restraint = 0

    def sensible(self, position: Any) -> NDArray[np.bool_]:
        """The legal moves."""
        from clevergo.games import kernels

        mask = np.zeros(position.rules.num_actions, np.bool_)
        kernels.sensible_mask(position.board[0], mask)
        passing = position.rules.game.pass_action(position.rules.size)
        if passing is not None:
            mask[passing] = False
        return mask

    def owed(self, position: Any) -> NDArray[np.bool_]:
        """Nothing."""
        return np.zeros(position.rules.num_actions, np.bool_)

    def passes_back(self, position: Any, owed: NDArray[np.bool_], is_patient: bool) -> bool:
        """Never."""
        return False

    def further_restraint(self, position: Any) -> int:
        """Nothing."""
        return 0

    def wins_by_passing(self, position: Any) -> bool:
        """A pass ends nothing: it is played where the search likes it."""
        return True

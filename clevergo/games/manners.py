"""What players of a game do beside searching: which moves they never consider, and when they pass.

A game whose players may pass when they like needs thought about that, as Go's do; others take :class:`Manners` as
they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Manners:
    """Default behavior: every legal move is considered, and a player passes only when it has no other move.

    Positions are the game's own.
    """

    no_passes = 0
    """The restraint (:func:`clevergo.games.kernels.candidates`) under which a search passes only where nothing else is
    left; 0 where passes end nothing."""
    playouts = 0
    """The restraint under which a search by random playouts looks at moves."""

    def sensible(self, position: Any) -> NDArray[np.bool_]:
        """``bool[A]``: the moves a player without thoughts of its own chooses from, the legal ones; never a pass."""
        from clevergo.games import kernels

        mask = np.zeros(position.rules.num_actions, np.bool_)
        kernels.sensible_mask(position.board[0], mask)
        passing = position.rules.game.pass_action(position.rules.size)
        if passing is not None:
            mask[passing] = False
        return mask

    def considered(self, position: Any) -> NDArray[np.bool_]:
        """``bool[A]``: those :meth:`sensible` moves a search considers (:func:`clevergo.games.kernels.candidates`)."""
        from clevergo.games import kernels

        num_actions = position.rules.num_actions
        marks, actions = np.zeros(num_actions, np.uint8), np.zeros(num_actions, np.int16)
        found = kernels.candidates(position.board[0], 0, marks, actions)
        mask = np.zeros(num_actions, np.bool_)
        mask[actions[:found]] = True
        return mask & self.sensible(position)

    def owed(self, position: Any) -> NDArray[np.bool_]:
        """``bool[A]``: the points a patient player has to take before it may pass; by default none."""
        return np.zeros(position.rules.num_actions, np.bool_)

    def passes_back(self, position: Any, owed: NDArray[np.bool_], is_patient: bool) -> bool:
        """Whether a player passes without a thought, where ``owed`` points are left to it; by default never."""
        return False

    def bars_pass(self, position: Any) -> bool:
        """Whether a patient player does not even think of passing here, as long as it has another move."""
        return False

    def wins_by_passing(self, position: Any) -> bool:
        """Whether a pass that ends the game now wins it; one that ends nothing is played where the search likes it."""
        return True

    def loses_by_passing(self, position: Any) -> bool:
        """Whether a pass that ends the game now loses it; a draw is neither."""
        return False

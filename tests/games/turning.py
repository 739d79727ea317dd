"""What a symmetry makes of a policy and of a move, by the table that the program goes by."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games.go.game import GAME


def turned_policy(policy: NDArray[Any], k: int) -> NDArray[Any]:
    """A policy ``[..., N*N+1]``, or anything with one entry per action, after symmetry ``k``."""
    return policy[..., GAME.symmetries(round((policy.shape[-1] - 1) ** 0.5))[k]]


def turned_action(action: int, size: int, k: int) -> int:
    """The action that ``action`` becomes."""
    return int(np.flatnonzero(GAME.symmetries(size)[k] == action)[0])

"""How a player plays beyond what its description says: variety in the opening, resigning, patience."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Opening:
    """Variety in the first moves, so that players without chance of their own do not repeat one game.

    A move is drawn in proportion to ``weight ** (1 / temperature)`` instead of taking the best.
    """

    plies: int = 0
    """Plies of the game played so; 0: the best move always."""
    temperature: float = 0.5
    """1 draws by the weights (visits, or the policy) themselves; lower keeps closer to the best."""

    def __post_init__(self) -> None:
        if self.plies < 0 or self.temperature <= 0:
            raise ValueError("an opening's plies may not be negative and its temperature must be positive")

    def draw(self, weights: NDArray[Any], rng: np.random.Generator) -> int:
        """An action, drawn by ``weights: float[A]``, none negative, not all zero."""
        scaled = np.asarray(weights, np.float64) / np.max(weights)
        chances = scaled ** (1.0 / self.temperature)
        return int(rng.choice(len(chances), p=chances / chances.sum()))


@dataclass(frozen=True)
class PlayerOptions:
    """How a player plays, beyond what its description says."""

    opening: Opening = Opening()
    """Variety in the first moves; none by default."""
    resign_below: float | None = None
    """Win rate under which a searching player resigns; None: never."""
    is_patient: bool = False
    """Whether it passes only when nothing is open any more, as against people (:mod:`clevergo.games.manners`)."""


STRONGEST = PlayerOptions()
"""Every player at its best: no variety, no resigning, no patience."""

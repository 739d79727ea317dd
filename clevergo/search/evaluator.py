"""What a search asks of whoever judges positions; rollouts and nets are both evaluators."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


class Evaluator(Protocol):
    """Judges a batch of positions at once."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        """Fill in the judgment of every board.

        Args:
            boards: ``Board[B]`` records of one game, all of one size; never changed.
            prior: ``float32[B, N*N+1]``, written: how promising each action is, none negative. Rows need not
                sum to 1 and illegal actions may be positive: the search masks and normalizes.
            value: ``float32[B]`` in [-1, 1], written: the expected result for the side to move.
        """
        ...

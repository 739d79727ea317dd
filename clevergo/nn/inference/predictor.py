"""Batched inference: positions in, priors and values out.

One thread per predictor and several processes are faster than several threads. How the net is computed is chosen for
each machine and for the weights (:mod:`clevergo.nn.inference.choice`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.games.kernels import write_planes
from clevergo.nn.files import WeightFile
from clevergo.nn.inference.choice import Net, ranking_for
from clevergo.nn.inference.engine import Precision, best_batch, softmax

__all__ = ["Evaluation", "NetEvaluator", "Predictor"]


class Evaluation(NamedTuple):
    """What a net says of B positions, each for its side to move."""

    prior: NDArray[np.float32]
    """``float32[B, A]``, rows sum to 1; illegal actions are not masked."""
    value: NDArray[np.float32]
    """``float32[B]`` in [-1, 1]: the expected result."""
    points: NDArray[np.float32] | None
    """``float32[B, H*W]`` in [-1, 1]: whose each point will be, 1 the side to move's; None if the net cannot say."""


class Predictor:
    """A net with its weights, for boards of one size. Owned by one thread.

    Making one takes a tenth of a second. The first one ever of its kind measures which precision is fastest here,
    which loads Paddle and takes some seconds, once.

    Args:
        weights: the net; the arrays are not kept.
        size: board size N.
        precision: ``AUTO`` is decided for these weights now, and anew for all that are swapped in.
        threads: how many the arithmetic may use.

    Raises:
        ValueError: the net is not for boards of that size.
        OneDnnError: integers were asked for, and this machine or this net cannot.
    """

    def __init__(
        self, weights: WeightFile, size: int, precision: Precision | str = Precision.AUTO, threads: int = 1
    ) -> None:
        if not weights.config.supports(size):
            raise ValueError(f"this net is for {weights.config.size}x{weights.config.size} boards, not {size}x{size}")
        self.config = weights.config
        self.size = size
        self.chunk = best_batch(size)
        """Batches of this size are the fastest."""
        shape = self.config.shape(size)
        self._planes = (shape.planes, shape.height, shape.width)
        self._ranking = ranking_for(Net(self.config, size, threads), Precision(precision), weights.arrays)
        self._engine = self._ranking.loaded(weights.arrays)

    @property
    def precision(self) -> Precision:
        """What the net is computed in, never ``AUTO`` or ``EXACT``."""
        return self._engine.precision

    def swap(self, weights: WeightFile) -> None:
        """Go on with other weights of the same architecture; takes 10 ms, by Paddle a tenth of a second or two.

        ``EXACT`` takes 1 ms.

        Raises:
            ValueError: they belong to another architecture; the old ones stay.
        """
        if weights.config != self.config:
            raise ValueError(f"these weights are for {weights.config}, not for {self.config}")
        self._engine = self._ranking.loaded(weights.arrays)

    def run(self, planes: NDArray[np.float32]) -> Evaluation:
        """Judge positions.

        Args:
            planes: ``float32[B, C, H, W]`` of :func:`clevergo.games.kernels.write_planes`, any B.
        """
        if planes.shape[1:] != self._planes or planes.dtype != np.float32:
            raise ValueError(f"planes must be float32[B, {self._planes}], not {planes.dtype}{planes.shape}")
        logits, value, points = self._engine.run(planes)
        return Evaluation(softmax(logits), value, points)


class NetEvaluator:
    """A net as an evaluator of the search (:class:`clevergo.search.mcts.Evaluator`)."""

    def __init__(
        self, predictor: Predictor, heard: Callable[[NDArray[np.void], Evaluation], None] | None = None
    ) -> None:
        """``heard`` is told everything the net says: boards ``BOARD[B]`` and what was said of them."""
        self.predictor = predictor
        self._heard = heard
        shape = predictor.config.shape(predictor.size)
        self._planes = np.empty((predictor.chunk, shape.planes, shape.height, shape.width), np.float32)

    def evaluate(self, boards: NDArray[np.void], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        """Fill in prior and value of ``BOARD[B]``, any B; see the protocol."""
        for start in range(0, len(boards), len(self._planes)):
            part = slice(start, min(start + len(self._planes), len(boards)))
            planes = self._planes[: part.stop - part.start]
            write_planes(boards[part], planes)
            evaluation = self.predictor.run(planes)
            prior[part] = evaluation.prior
            value[part] = evaluation.value
            if self._heard is not None:
                self._heard(boards[part], evaluation)

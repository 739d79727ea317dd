"""Batched inference: positions in, priors and values out, through PaddlePaddle's predictor with oneDNN.

One thread per predictor and several processes are faster than several threads. ``run`` holds Python's global lock
for as long as it takes, so a predictor belongs into a worker process, never into the window's.
"""

from __future__ import annotations

import enum
import functools
import logging
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.go.board import legal_mask, new_boards, play
from clevergo.nn.checkpoint import WeightFile
from clevergo.nn.features import write_planes
from clevergo.nn.program import CompiledNet, has_fast_bfloat16, inference_program
from clevergo.nn.weights import check_weights

logger = logging.getLogger(__name__)

_POINTS_AT_ONCE = 64 * 81
"""Points in a batch that runs fastest: more fall out of the processor's cache."""
_MAX_BATCH = 128
_MAX_PRIOR_ERROR = 0.05
"""Mean share of the prior that bfloat16 may move to other actions (total variation)."""
_MAX_VALUE_ERROR = 0.05
"""Mean error that bfloat16 may bring to the value, which runs from -1 to 1."""
_SAMPLES = 16
"""Positions on which the two precisions are compared."""


class Precision(enum.Enum):
    """How a net is computed."""

    AUTO = "auto"
    """bfloat16 where it is faster and says the same, else float32."""
    FP32 = "fp32"
    BF16 = "bf16"


class Evaluation(NamedTuple):
    """What a net says of B positions, each for its side to move."""

    prior: NDArray[np.float32]
    """``float32[B, N*N+1]``, rows sum to 1; illegal actions are not masked."""
    value: NDArray[np.float32]
    """``float32[B]`` in [-1, 1]: the expected result."""
    ownership: NDArray[np.float32] | None
    """``float32[B, N*N]`` in [-1, 1]: who will own each point, 1 the side to move; None if the net cannot say."""


class Predictor:
    """A net with its weights, for boards of one size. Owned by one thread.

    Making one loads Paddle, which takes about a second the first time, and compiles the net, some tenths of one.

    Args:
        weights: the net; the arrays are not kept.
        size: board size N.
        precision: ``AUTO`` is decided for these weights now, and anew for all that are swapped in.
        threads: how many the arithmetic may use.
    """

    def __init__(
        self, weights: WeightFile, size: int, precision: Precision | str = Precision.AUTO, threads: int = 1
    ) -> None:
        if not weights.config.supports(size):
            raise ValueError(f"this net is for {weights.config.size}x{weights.config.size} boards, not {size}x{size}")
        self.config = weights.config
        self.size = size
        self.chunk = best_batch(size)
        """Positions computed at once; batches of this size are the fastest."""
        self._threads = threads
        self._wanted = Precision(precision)
        if self._wanted is Precision.AUTO and not has_fast_bfloat16():
            self._wanted = Precision.FP32
        self._program = inference_program(self.config, size)
        self._padded = np.zeros((self.chunk, self.config.planes, size, size), np.float32)
        self._net = self._compile(weights)

    @property
    def precision(self) -> Precision:
        """What the net is computed in: ``FP32`` or ``BF16``."""
        return Precision.BF16 if self._net.bfloat16 else Precision.FP32

    def swap(self, weights: WeightFile) -> None:
        """Go on with other weights of the same architecture; takes a tenth of a second or two.

        Raises:
            ValueError: they belong to another architecture; the old ones stay.
        """
        if weights.config != self.config:
            raise ValueError(f"these weights are for {weights.config}, not for {self.config}")
        self._net = self._compile(weights)

    def run(self, planes: NDArray[np.float32]) -> Evaluation:
        """Judge positions.

        Args:
            planes: ``float32[B, C, N, N]`` of :func:`clevergo.nn.features.write_planes`, any B.
        """
        expected = (self.config.planes, self.size, self.size)
        if planes.shape[1:] != expected or planes.dtype != np.float32:
            raise ValueError(f"planes must be float32[B, {expected}], not {planes.dtype}{planes.shape}")
        starts = range(0, max(1, len(planes)), self.chunk)
        parts = [self._run_chunk(self._net, planes[start : start + self.chunk]) for start in starts]
        if len(parts) == 1:
            return parts[0]
        owners = [part.ownership for part in parts if part.ownership is not None]
        return Evaluation(
            np.concatenate([part.prior for part in parts]),
            np.concatenate([part.value for part in parts]),
            np.concatenate(owners) if owners else None,
        )

    def _run_chunk(self, net: CompiledNet, planes: NDArray[np.float32]) -> Evaluation:
        count = len(planes)
        padded = padded_batch(count)
        if padded > count:
            self._padded[:count] = planes
            planes = self._padded[:padded]
        logits, value, *rest = net.run(np.ascontiguousarray(planes))
        assert logits.shape == (padded, self.size**2 + 1) and value.shape == (padded, 1)  # noqa: PT018
        prior = np.exp(logits[:count] - logits[:count].max(axis=1, keepdims=True))
        prior /= prior.sum(axis=1, keepdims=True)
        return Evaluation(prior, value[:count, 0], rest[0][:count] if rest else None)

    # --- choosing the precision ------------------------------------------------------------------------------

    def _compile(self, weights: WeightFile) -> CompiledNet:
        check_weights(self.config, weights.arrays)

        def compiled(bfloat16: bool) -> CompiledNet:
            return CompiledNet(self._program, weights.arrays, bfloat16, self._threads)

        if self._wanted is not Precision.AUTO:
            return compiled(self._wanted is Precision.BF16)
        fast, exact = compiled(True), compiled(False)
        return fast if self._is_better(fast, exact) else exact

    def _is_better(self, fast: CompiledNet, exact: CompiledNet) -> bool:
        """Whether ``fast`` is the faster one indeed, and says nearly the same as ``exact`` on some positions."""
        planes = self._samples
        one, other = self._run_chunk(fast, planes), self._run_chunk(exact, planes)
        prior_error = float(np.abs(one.prior - other.prior).sum(axis=1).mean()) / 2
        value_error = float(np.abs(one.value - other.value).mean())
        seconds, exact_seconds = _seconds(fast, planes), _seconds(exact, planes)
        logger.debug(
            "bf16: prior off by %.4f, value by %.4f; %.4f s, fp32 %.4f s",
            prior_error,
            value_error,
            seconds,
            exact_seconds,
        )
        return prior_error < _MAX_PRIOR_ERROR and value_error < _MAX_VALUE_ERROR and seconds < exact_seconds

    @functools.cached_property
    def _samples(self) -> NDArray[np.float32]:
        """Planes of positions out of random games, always the same."""
        boards = _sample_boards(self.size)
        planes = np.empty((len(boards), *self._padded.shape[1:]), np.float32)
        write_planes(boards, planes)
        return planes


def best_batch(size: int) -> int:
    """The batch size at which boards of ``size`` are judged fastest: 64 for 9x9, 16 for 19x19."""
    return min(_MAX_BATCH, 16 * max(1, round(_POINTS_AT_ONCE / size**2 / 16)))


def padded_batch(count: int) -> int:
    """The batch that ``count`` positions are padded to.

    oneDNN prepares itself for each batch size it meets and remembers about a thousand preparations, of which a net
    takes some twenty-five: with few sizes none is ever made twice.
    """
    step = 1 if count <= 2 else 4 if count <= 32 else 16
    return max(1, -(-count // step) * step)


def _sample_boards(size: int) -> NDArray[np.void]:
    """``BOARD[16]`` out of random games."""
    rng = np.random.default_rng(0)
    boards = new_boards(_SAMPLES, size)
    legal = np.empty(size**2 + 1, np.bool_)
    for board in boards:
        for _ in range(rng.integers(min(60, size**2))):
            if legal_mask(board, legal) == 0:
                break
            play(board, int(rng.choice(np.flatnonzero(legal[:-1]))))
    return boards


def _seconds(net: CompiledNet, planes: NDArray[np.float32]) -> float:
    """How long a batch takes when nothing disturbs it."""
    best = float("inf")
    for _ in range(4):
        start = time.perf_counter()
        net.run(planes)
        best = min(best, time.perf_counter() - start)
    return best


class NetEvaluator:
    """A net as an evaluator of the search (:class:`clevergo.search.evaluator.Evaluator`)."""

    def __init__(self, predictor: Predictor) -> None:
        self.predictor = predictor
        self._planes = np.empty((predictor.chunk, predictor.config.planes, predictor.size, predictor.size), np.float32)

    def evaluate(self, boards: NDArray[np.void], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        """Fill in prior and value of ``BOARD[B]``, any B; see the protocol."""
        for start in range(0, len(boards), len(self._planes)):
            part = slice(start, min(start + len(self._planes), len(boards)))
            planes = self._planes[: part.stop - part.start]
            write_planes(boards[part], planes)
            evaluation = self.predictor.run(planes)
            prior[part] = evaluation.prior
            value[part] = evaluation.value

"""The ways a net can be computed: what every one of them does, and Paddle's, which runs everywhere."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description.config import NetConfig
from clevergo.nn.description.weights import Weights
from clevergo.nn.paddle.program import CompiledNet, inference_program

_POINTS_AT_ONCE = 64 * 81
"""Points in a batch that runs fastest: more fall out of the processor's cache."""
_MAX_BATCH = 128

Outputs = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32] | None]
"""Policy logits ``[B, N*N+1]``, value ``[B]``, ownership ``[B, N*N]`` or None if the net has no such head."""

Steps = Mapping[str, float]
"""What one step of an activation's 8-bit integers stands for, by the name of the convolution that writes it."""


class Precision(enum.Enum):
    """What a net is computed in."""

    AUTO = "auto"
    """The fastest that says nearly the same as float32."""
    FP32 = "fp32"
    """By Paddle, the reference."""
    BF16 = "bf16"
    INT8 = "int8"
    """8-bit integers between the trunk's convolutions, bfloat16 or float32 before and after them."""


class Engine(Protocol):
    """A net for boards of one size. Owned by one thread."""

    @property
    def precision(self) -> Precision:
        """What it computes in; never ``AUTO``."""

    def load(self, weights: Weights, steps: Steps) -> None:
        """Go on with these weights; ``steps`` matter to 8-bit integers only."""

    def run(self, planes: NDArray[np.float32]) -> Outputs:
        """Judge ``float32[B, C, N, N]``, any B; the outputs are the caller's to keep."""


class PaddleEngine:
    """Paddle's predictor, in float32 or bfloat16. New weights take a tenth of a second or two.

    ``run`` holds Python's global lock for as long as it takes.
    """

    def __init__(self, config: NetConfig, size: int, bfloat16: bool, threads: int = 1) -> None:
        self.precision = Precision.BF16 if bfloat16 else Precision.FP32
        self._threads = threads
        self._size = size
        self._program = inference_program(config, size)
        self._chunk = best_batch(size)
        self._padded = np.zeros((self._chunk, config.planes, size, size), np.float32)
        self._net: CompiledNet | None = None

    def load(self, weights: Weights, steps: Steps) -> None:
        """See :class:`Engine`."""
        self._net = None  # frees the old one's memory first
        self._net = CompiledNet(self._program, weights, self.precision is Precision.BF16, self._threads)

    def run(self, planes: NDArray[np.float32]) -> Outputs:
        """See :class:`Engine`."""
        starts = range(0, max(1, len(planes)), self._chunk)
        parts = [self._run_chunk(planes[start : start + self._chunk]) for start in starts]
        if len(parts) == 1:
            return parts[0]
        logits, values, owners = zip(*parts, strict=True)
        known = [owner for owner in owners if owner is not None]
        return np.concatenate(logits), np.concatenate(values), np.concatenate(known) if known else None

    def _run_chunk(self, planes: NDArray[np.float32]) -> Outputs:
        assert self._net is not None, "weights come first"
        count = len(planes)
        padded = padded_batch(count)
        if padded > count:
            self._padded[:count] = planes
            planes = self._padded[:padded]
        logits, value, *rest = self._net.run(np.ascontiguousarray(planes))
        assert logits.shape == (padded, self._size**2 + 1) and value.shape == (padded, 1)  # noqa: PT018
        return logits[:count], value[:count, 0], rest[0][:count] if rest else None


def best_batch(size: int) -> int:
    """The batch size at which boards of ``size`` are judged fastest: 64 for 9x9, 16 for 19x19."""
    return min(_MAX_BATCH, 16 * max(1, round(_POINTS_AT_ONCE / size**2 / 16)))


def padded_batch(count: int) -> int:
    """The batch that Paddle is given ``count`` positions in.

    Its oneDNN prepares itself for each batch size it meets and remembers about a thousand preparations, of which a
    net takes some twenty-five: with few sizes none is ever made twice.
    """
    step = 1 if count <= 2 else 4 if count <= 32 else 16
    return max(1, -(-count // step) * step)

"""The ways a net can be computed, and what every one of them does. Nothing is computed here."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description import Weights

_POINTS_AT_ONCE = 64 * 81
"""Points in a batch that runs fastest: more fall out of the processor's cache."""
_MAX_BATCH = 128

Outputs = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32] | None]
"""Policy logits ``[B, A]``, value ``[B]``, a number for each point ``[B, H*W]`` or None if the net has no such head."""

Steps = Mapping[str, float]
"""What one step of an activation's 8-bit integers stands for, by the name of the convolution that writes it.

Integers of more bits count as far in finer steps."""


class Precision(enum.Enum):
    """What a net is computed in."""

    AUTO = "auto"
    """The fastest that says nearly the same as float32."""
    EXACT = "exact"
    """Float32, by whatever computes it fastest: for nets that judge a few positions each, as nothing is tried out."""
    FP32 = "fp32"
    """By Paddle, the reference."""
    BF16 = "bf16"
    FP16 = "fp16"
    """By Paddle, on a graphics card."""
    INT16 = "int16"
    """Ten bits of an activation in 16-bit integers between planes and heads, float32 in the heads."""
    INT8 = "int8"
    """8-bit integers between the trunk's convolutions, bfloat16 or float32 before and after them."""


class Engine(Protocol):
    """A net for boards of one size. Owned by one thread."""

    @property
    def precision(self) -> Precision:
        """What it computes in; never ``AUTO`` or ``EXACT``."""

    def load(self, weights: Weights, steps: Steps) -> None:
        """Go on with these weights; ``steps`` matter to integers only."""

    def run(self, planes: NDArray[np.float32]) -> Outputs:
        """Judge ``float32[B, C, H, W]``, any B; the outputs are the caller's to keep."""


def best_batch(size: int) -> int:
    """The batch size at which boards of ``size`` are judged fastest: 64 for 9x9, 16 for 19x19."""
    return min(_MAX_BATCH, 16 * max(1, round(_POINTS_AT_ONCE / size**2 / 16)))


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """``float32[B, A]`` to a distribution in each row."""
    prior = np.exp(logits - logits.max(axis=1, keepdims=True))
    prior /= prior.sum(axis=1, keepdims=True)
    return prior

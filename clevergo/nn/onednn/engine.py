"""Inference by oneDNN itself: a net in float32, bfloat16 or 8-bit integers, without Paddle.

A batch is computed in parts of few sizes. The machine code for a size is made once, takes its weights from memory of
its own, and is as fast for 16 positions as for more; so new weights are a matter of copying them into place.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description.config import NetConfig
from clevergo.nn.description.weights import Weights
from clevergo.nn.inference.engines import Outputs, Precision, Steps
from clevergo.nn.onednn.forward import ForwardPass, NetWeights
from clevergo.nn.onednn.library import Library, OneDnnError
from clevergo.nn.onednn.primitives import Number

_NUMBERS = {
    Precision.FP32: Number.FLOAT32,
    Precision.BF16: Number.BFLOAT16,
    Precision.INT8: Number.UINT8,
}
_PART_SIZES = (16, 4, 2, 1)
_LARGEST_BYTE = 255
_HEADROOM = 1.25
"""How much larger an activation may become than on the positions looked at, before it is cut off.

Measured with the shipped dog: 1.0 cuts off too much, 1.5 makes the steps coarser than need be, and 32 positions of
random games tell as much as 64 of its own.
"""
_LEAST_STEP = 1e-12
"""For an activation that is 0 everywhere."""


class OneDnnEngine:
    """A net for boards of one size, an :class:`~clevergo.nn.inference.engines.Engine`.

    Args:
        config: the net.
        size: board size N.
        precision: one of :func:`usable_precisions`.
        threads: processor cores to use.
        library: where to run; shared by the engines of one owner.

    Raises:
        OneDnnError: oneDNN does not know nets of this kind.
    """

    def __init__(self, config: NetConfig, size: int, precision: Precision, threads: int, library: Library) -> None:
        self.precision = precision
        self._library = library
        self._threads = threads
        library.use_threads(threads)  # operations are divided among threads when they are made
        number = _NUMBERS[precision]
        fine = number if number is not Number.UINT8 else _best_float(library)
        self._weights = _weights_for(library, config, size, number, fine)
        self._passes: dict[int, ForwardPass] = {}

    def load(self, weights: Weights, steps: Steps) -> None:
        """Go on with these weights; ``steps`` are those of :meth:`Survey.look`."""
        self._library.use_threads(self._threads)
        self._weights.load(weights, steps)

    def run(self, planes: NDArray[np.float32]) -> Outputs:
        """Judge ``float32[B, C, N, N]``."""
        self._library.use_threads(self._threads)
        count, shape = len(planes), self._weights.shape
        logits, value = np.empty((count, shape.actions), np.float32), np.empty(count, np.float32)
        points = np.empty((count, shape.points), np.float32) if shape.has_points else None
        start = 0
        for rows in part_sizes(count):
            part = slice(start, start + rows)
            forward = self._pass_for(rows)
            forward.planes[...] = planes[part]
            forward()
            logits[part], value[part] = forward.logits, forward.value[:, 0]
            if points is not None:
                points[part] = forward.points
            start = part.stop
        return logits, value, points

    def _pass_for(self, rows: int) -> ForwardPass:
        if rows not in self._passes:
            self._passes[rows] = ForwardPass(self._library, self._weights, rows)
        return self._passes[rows]


class Survey:
    """Looks at a net in float32 on some positions: what it says there, and how large its activations become."""

    def __init__(
        self, config: NetConfig, size: int, samples: NDArray[np.float32], threads: int, library: Library
    ) -> None:
        self._library, self._threads = library, threads
        library.use_threads(threads)  # operations are divided among threads when they are made
        self._weights = _weights_for(library, config, size, Number.FLOAT32, Number.FLOAT32)
        self._forward = ForwardPass(library, self._weights, len(samples), keep_activations=True)
        self._forward.planes[...] = samples

    def look(self, weights: Weights) -> tuple[Outputs, Steps]:
        """What the net says of the positions, and in which steps bytes should count its activations."""
        self._library.use_threads(self._threads)
        self._weights.load(weights, {})
        self._forward()
        largest = {name: float(tensor.array.max()) for name, tensor in self._forward.activations.items()}
        steps = {name: max(most * _HEADROOM / _LARGEST_BYTE, _LEAST_STEP) for name, most in largest.items()}
        outputs = self._forward
        return (
            outputs.logits.copy(),
            outputs.value[:, 0].copy(),
            None if outputs.points is None else outputs.points.copy(),
        ), steps


def part_sizes(count: int) -> Iterator[int]:
    """The sizes that a batch of ``count`` positions is computed in: together as many, and few different ones."""
    for size in _PART_SIZES:
        while count >= size:
            yield size
            count -= size


def usable_precisions(library: Library) -> list[Precision]:
    """What this processor computes in itself; the rest it would imitate slowly."""
    return [Precision.FP32, *([Precision.BF16] if library.has_bfloat16 else []), Precision.INT8]


def _weights_for(library: Library, config: NetConfig, size: int, number: Number, fine: Number) -> NetWeights:
    kind = config.net_kind.onednn
    if kind is None:
        raise OneDnnError(f"oneDNN does not know {config.kind} nets")
    return NetWeights(library, kind, config, config.shape(size), number, fine)


def _best_float(library: Library) -> Number:
    return Number.BFLOAT16 if library.has_bfloat16 else Number.FLOAT32

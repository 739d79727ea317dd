"""The training step over oneDNN."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import numpy as np

from clevergo.nn.description import HEAD_CONVOLUTIONS, NetConfig, Weights, parameter_shapes
from clevergo.nn.onednn.engine import known_kind
from clevergo.nn.onednn.heads import BatchLosses
from clevergo.nn.onednn.library import Library
from clevergo.nn.onednn.primitives import Number
from clevergo.nn.onednn.trunk import Parameters, Trunk
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.step import Batch, Judgment, Losses, TrainStep
from clevergo.nn.winograd.floats import suits
from clevergo.nn.winograd.vectors import has_avx2

_MOST_TRUNKS = 4
"""Shapes of batches whose machine code and buffers are kept."""
_MOST_BYTES = 1 << 30
"""For the activations of one trunk. The largest nets on the largest boards would fill an ordinary computer's memory
with a large batch, so they are shown it in parts."""


def usable_numbers(config: NetConfig) -> list[Number]:
    """The kinds of numbers the net can be trained in here, the fastest first; raises OneDnnError if none."""
    known_kind(config)
    return [Number.BFLOAT16, Number.FLOAT32] if Library().has_bfloat16 else [Number.FLOAT32]


def winograd_layers(config: NetConfig, library: Library, number: Number) -> frozenset[str]:
    """The layers that our own kernels multiply, faster than oneDNN does: 3x3 ones, in float32, on AVX2.

    With AVX-512 oneDNN has vectors twice as wide; which is faster there has not been measured.
    """
    if number is not Number.FLOAT32 or not library.instructions.startswith("AVX2") or not has_avx2():
        return frozenset()
    shapes = parameter_shapes(config)
    layers = (layer.name for layer in known_kind(config).trunk(config))
    return frozenset(name for name in layers if suits(shapes[f"{name}.weight"]))


class Way(NamedTuple):
    """How a step multiplies."""

    number: Number
    winograd: bool

    @property
    def name(self) -> str:
        """For people who read logs."""
        return f"oneDNN{' and Winograd' if self.winograd else ''} {self.number.name.lower()}"


def usable_ways(config: NetConfig) -> list[Way]:
    """All ways the net can be trained here, the fastest first; raises OneDnnError if none."""
    library = Library()
    return [
        Way(number, winograd)
        for number in usable_numbers(config)
        for winograd in ((True, False) if winograd_layers(config, library, number) else (False,))
    ]


class OneDnnTrainStep(TrainStep):
    """Forward and backward in oneDNN and a few kernels; nothing of Paddle runs.

    It multiplies in ``number``, one of :func:`usable_numbers`; sums, losses, weights and the optimizer are
    float32 in any case. Unless ``winograd`` is False, :func:`winograd_layers` are multiplied by kernels of our own.

    Raises:
        OneDnnError: oneDNN cannot be used here, or does not know nets of this kind.
    """

    def __init__(
        self,
        config: NetConfig,
        optimizer: OptimizerConfig,
        weights: Weights,
        threads: int,
        number: Number,
        winograd: bool = True,
    ) -> None:
        super().__init__(config, optimizer, weights)
        kind = known_kind(config)
        self._library = Library()
        self._threads = threads
        self._number = number
        self._by_winograd = winograd_layers(config, self._library, number) if winograd else frozenset()
        self.name = Way(number, bool(self._by_winograd)).name
        self._heads = kind.heads(config, self._library, self._weight_views, self._gradient_views)
        self._head_parts = [self._parameters(name) for name in HEAD_CONVOLUTIONS]
        self._joined = self._join_heads()
        self._layers = kind.trunk(config)
        kept = sum(self._parameters(layer.name).bias.size for layer in self._layers) + self._joined.bias.size
        self._point_bytes = kept * np.dtype(number.dtype).itemsize
        self._trunks: dict[tuple[int, ...], Trunk] = {}

    def _compute_gradient(self, batch: Batch) -> Losses:
        parts = self._parts(batch)
        if len(parts) == 1:
            return self._gradient_of(batch)
        whole, losses = np.zeros_like(self._gradient), []
        for part, share in parts:
            losses.append(self._gradient_of(part))
            whole += np.float32(share) * self._gradient
        self._gradient[...] = whole
        return _mean(losses, parts)

    def _gradient_of(self, batch: Batch) -> Losses:
        trunk, losses = self._forward(batch)
        trunk.backward()
        self._give_head_gradients()
        return losses.sums()

    def _judge(self, batch: Batch) -> tuple[Losses, Judgment]:
        parts, losses, said = self._parts(batch), list[Losses](), list[Judgment]()
        for part, _ in parts:
            _, heard = self._forward(part)
            losses.append(heard.sums())
            said.append(heard.judgment())
        return (losses[0], said[0]) if len(parts) == 1 else (_mean(losses, parts), _joined(said))

    def bytes_a_position(self, height: int, width: int) -> int:
        """What a position's activations take until its gradient has come back, on a board of that size."""
        return height * width * self._point_bytes

    def _parts(self, batch: Batch) -> list[tuple[Batch, float]]:
        """The batch in equal parts that keep the activations within bounds, and each one's share of its weight."""
        most = max(1, _MOST_BYTES // self.bytes_a_position(*batch.planes.shape[2:]))
        rows = len(batch)
        # Parts of one length need one trunk.
        count = next(count for count in range(-(-rows // most), rows + 1) if rows % count == 0)
        return [(batch, 1.0)] if count == 1 else _split(batch, rows // count)

    def _forward(self, batch: Batch) -> tuple[Trunk, BatchLosses]:
        """All but the way back through the trunk: the heads' gradients come with their losses."""
        self._library.use_threads(self._threads)
        trunk = self._trunk_for(batch)
        self._take_head_weights()
        trunk.planes[...] = batch.planes
        trunk.forward()
        losses = BatchLosses(self.optimizer.config, batch)
        self._heads.run(losses, trunk.features, trunk.feature_gradient)
        return trunk, losses

    def _trunk_for(self, batch: Batch) -> Trunk:
        """The trunk for batches of this shape; another shape needs other machine code and buffers.

        The latest few are kept: a dog that plays on boards of several sizes learns on them by turns.
        """
        shape = batch.planes.shape
        trunk = self._trunks.pop(shape, None)
        if trunk is None:
            while len(self._trunks) >= _MOST_TRUNKS:  # frees the oldest buffers first
                del self._trunks[next(iter(self._trunks))]
            trunk = Trunk(
                *(self._library, self._number, self._layers, shape),
                *(self._parameters, self._joined, self._by_winograd, self._threads),
            )
        self._trunks[shape] = trunk
        return trunk

    def _parameters(self, name: str) -> Parameters:
        weights, gradients = self._weight_views, self._gradient_views
        names = (f"{name}.weight", f"{name}.bias")
        return Parameters(*(weights[n] for n in names), *(gradients[n] for n in names))

    def _join_heads(self) -> Parameters:
        """Room for the policy's and the value's 1x1 convolution as one: one pass over the activations, not two."""
        weight, bias = (np.concatenate(a) for a in zip(*((p.weight, p.bias) for p in self._head_parts), strict=True))
        return Parameters(weight, bias, np.zeros_like(weight), np.zeros_like(bias))

    def _take_head_weights(self) -> None:
        np.concatenate([part.weight for part in self._head_parts], out=self._joined.weight)
        np.concatenate([part.bias for part in self._head_parts], out=self._joined.bias)

    def _give_head_gradients(self) -> None:
        start = 0
        for part in self._head_parts:
            end = start + part.bias.size
            part.weight_gradient[...] = self._joined.weight_gradient[start:end]
            part.bias_gradient[...] = self._joined.bias_gradient[start:end]
            start = end


def _split(batch: Batch, rows: int) -> list[tuple[Batch, float]]:
    """Parts of so many positions, by which their number can be divided."""
    parts, whole = [], float(batch.weight.sum())
    for start in range(0, len(batch), rows):
        some = slice(start, start + rows)
        weight, points = batch.weight[some], None if batch.points is None else batch.points[some]
        share = float(weight.sum()) / whole
        # Losses are weighted means: a part that nobody weighs has none of its own, and no share in the whole.
        counted = weight if share else np.ones_like(weight)
        parts.append((Batch(batch.planes[some], batch.policy[some], batch.value[some], points, counted), share))
    return parts


def _mean(losses: list[Losses], parts: list[tuple[Batch, float]]) -> Losses:
    """Each loss of the whole batch."""
    shares = np.array([share for _, share in parts])
    return Losses(*(shares @ np.array([dataclasses.astuple(one) for one in losses])).tolist())


def _joined(said: list[Judgment]) -> Judgment:
    """What was said of the whole batch."""
    points = [one.points for one in said if one.points is not None]
    return Judgment(
        np.concatenate([one.log_policy for one in said]),
        np.concatenate([one.value for one in said]),
        np.concatenate(points) if points else None,
    )

"""A whole net, forward only: its trunk of 3x3 convolutions and its heads, for one batch size and board size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description.config import NetConfig, NetKind
from clevergo.nn.description.weights import CLASSIC_CHANNELS, HEAD_CHANNELS, Weights, parameter_shapes
from clevergo.nn.inference.engines import Steps
from clevergo.nn.onednn.layers import convolution, linear, pooling
from clevergo.nn.onednn.library import Library
from clevergo.nn.onednn.packed import ByteWeights, PackedWeights
from clevergo.nn.onednn.primitives import Number, Operation, Tensor, aligned_zeros, reorder

_EXACT = ("policy_points", "policy_pass", "value_hidden", "value_out", "ownership_out")
"""Layers so small that float32 costs nothing: the last ones, whose rounding nothing evens out."""


@dataclass(frozen=True)
class TrunkLayer:
    """One of the trunk's convolutions; activations are called by the convolution that writes them."""

    name: str
    source: str | None
    """None stands for the planes."""
    shortcut: str | None = None


def trunk_of(config: NetConfig) -> list[TrunkLayer]:
    """The 3x3 convolutions from the planes to what the heads read."""
    if config.kind is NetKind.CLASSIC:
        names = [f"conv{index}" for index in range(1, len(CLASSIC_CHANNELS) + 1)]
        return [TrunkLayer(name, source) for name, source in zip(names, [None, *names], strict=False)]
    layers = [TrunkLayer("input_conv", None)]
    for block in range(config.blocks):
        below = layers[-1].name
        first, second = f"blocks.{block}.conv1", f"blocks.{block}.conv2"
        layers += [TrunkLayer(first, below), TrunkLayer(second, first, shortcut=below)]
    return layers


class NetWeights:
    """All weights of a net, packed for the trunk's and the heads' kinds of numbers.

    Args:
        library: where to run.
        config: the net.
        size: board size.
        number: what to multiply in. With ``UINT8`` activations are 8-bit integers between the trunk's convolutions;
            the planes and the heads, which need finer numbers and little time, stay in ``fine``.
        fine: ``BFLOAT16`` or ``FLOAT32``; ``number`` itself if that is one of them.
    """

    def __init__(self, library: Library, config: NetConfig, size: int, number: Number, fine: Number) -> None:
        self.number = number
        self.fine = fine
        self.trunk = trunk_of(config)
        self._size = size
        self._inner = {layer.name for layer in self.trunk[1:]} if number is Number.UINT8 else set()
        self._packed: dict[str, PackedWeights] = {}
        for key, shape in parameter_shapes(config).items():
            name, kind = key.rsplit(".", 1)
            if kind == "bias":
                continue
            if name in self._inner:
                self._packed[name] = ByteWeights(library, shape)
            else:
                self._packed[name] = PackedWeights(library, shape, Number.FLOAT32 if name in _EXACT else fine)
        self.first_step = Tensor.plain(library, np.ones(1, np.float32))
        """The step of the first activation's integers."""

    def __getitem__(self, name: str) -> PackedWeights:
        """A layer's weights by its name."""
        return self._packed[name]

    def load(self, weights: Weights, steps: Steps) -> None:
        """Take over other weights; ``steps`` are needed for those in bytes."""
        for name, packed in self._packed.items():
            if name not in self._inner:
                packed.load(self._for_channels_last(name, weights[f"{name}.weight"]), weights[f"{name}.bias"])
        if self._inner:
            self.first_step.array[...] = steps[self.trunk[0].name]
        for layer in self.trunk[1:]:
            packed = self._packed[layer.name]
            if isinstance(packed, ByteWeights):
                assert layer.source is not None
                target = 1.0 if layer is self.trunk[-1] else steps[layer.name]
                sum_step = steps[layer.shortcut] if layer.shortcut else target
                weight, bias = weights[f"{layer.name}.weight"], weights[f"{layer.name}.bias"]
                packed.load_bytes(weight, bias, steps[layer.source], sum_step, target)

    def _for_channels_last(self, name: str, weight: NDArray[np.float32]) -> NDArray[np.float32]:
        """Paddle flattens the classic heads' features channel by channel, here they lie point by point."""
        if name not in ("policy_hidden", "value_hidden1"):
            return weight
        by_channel = weight.reshape(-1, self._size**2, weight.shape[1])
        return by_channel.transpose(1, 0, 2).reshape(weight.shape)


class ForwardPass:
    """A net for batches of ``rows`` positions: fill ``planes``, call it, read the outputs.

    Args:
        library: where to run.
        weights: shared with the passes for other numbers of rows.
        config: the net.
        size: board size N.
        rows: positions in a batch.
        keep_activations: leave every activation to be looked at, rather than write over those no longer needed.
    """

    def __init__(
        self,
        library: Library,
        weights: NetWeights,
        config: NetConfig,
        size: int,
        rows: int,
        keep_activations: bool = False,
    ) -> None:
        self._library = library
        self._weights = weights
        self._rows, self._size = rows, size
        self._steps: list[Callable[[], object]] = []
        self.planes: NDArray[np.float32] = np.zeros((rows, config.planes, size, size), np.float32)
        """``float32[rows, C, N, N]``, the input."""
        self.logits: NDArray[np.float32]
        """``float32[rows, N*N+1]``."""
        self.value: NDArray[np.float32]
        """``float32[rows, 1]`` in [-1, 1]."""
        self.ownership: NDArray[np.float32] | None = None
        """``float32[rows, N*N]`` in [-1, 1], if the net has that head."""
        self.activations: dict[str, Tensor] = {}
        """What the trunk's convolutions write, by their names."""
        self._build_trunk(config.planes, keep_activations)
        (self._build_classic_heads if config.kind is NetKind.CLASSIC else self._build_residual_heads)()

    def __call__(self) -> None:
        """Compute the outputs from ``planes``."""
        for step in self._steps:
            step()

    # --- the trunk -------------------------------------------------------------------------------------------

    def _build_trunk(self, channels: int, keep_activations: bool) -> None:
        weights, library = self._weights, self._library
        planes = self._tensor(channels, weights.fine)
        self._steps.append(reorder(library, Tensor.plain(library, self.planes), planes))
        widest = max(weights[layer.name].shape[0] for layer in weights.trunk)
        size = self._tensor(widest, weights.fine).array.nbytes
        # An activation is written while its source and its shortcut are read, so three buffers will do.
        buffers = [aligned_zeros(size) for _ in range(3)]
        used: dict[str | None, int] = {}
        for layer in weights.trunk:
            last = layer is weights.trunk[-1]
            number = weights.fine if last else weights.number
            free = next(i for i in range(3) if i not in (used.get(layer.source), used.get(layer.shortcut)))
            used[layer.name] = free
            buffer = None if keep_activations else buffers[free]
            target = self._tensor(weights[layer.name].shape[0], number, buffer)
            self.activations[layer.name] = target
            source = planes if layer.source is None else self.activations[layer.source]
            shortcut = self.activations[layer.shortcut] if layer.shortcut else None
            if layer.source is None and number is Number.UINT8:
                self._add_first_bytes(layer.name, source, target)
            else:
                self._steps.append(convolution(library, weights[layer.name], source, target, Operation.RELU, shortcut))
        self._trunk = target

    def _add_first_bytes(self, name: str, planes: Tensor, target: Tensor) -> None:
        """The planes hold fractions, so the first convolution is a fine one, its result rounded afterwards."""
        fine = self._tensor(self._weights[name].shape[0], self._weights.fine)
        self._steps.append(convolution(self._library, self._weights[name], planes, fine))
        self._steps.append(reorder(self._library, fine, target, self._weights.first_step))

    # --- the heads -------------------------------------------------------------------------------------------

    def _build_residual_heads(self) -> None:
        """See :class:`clevergo.nn.paddle.network.ResidualNet`."""
        rows, points = self._rows, self._size**2
        features = self._features("policy_conv", Number.FLOAT32)
        scores = self._pointwise("policy_points", features, None)
        passing = self._linear("policy_pass", self._pooled(Operation.AVERAGE_POOLING, features))
        self.logits = np.empty((rows, points + 1), np.float32)
        self._join([scores.array.reshape(rows, points), passing.array], self.logits)

        features = self._features("value_conv", Number.FLOAT32)
        means = self._pooled(Operation.AVERAGE_POOLING, features)
        largest = self._pooled(Operation.MAX_POOLING, features)
        pooled = self._matrix(2 * HEAD_CHANNELS, Number.FLOAT32)
        self._join([means.array, largest.array], pooled.array)
        hidden = self._linear("value_hidden", pooled, Operation.RELU)
        self.value = self._linear("value_out", hidden, Operation.TANH).array
        self.ownership = self._pointwise("ownership_out", features, Operation.TANH).array.reshape(rows, points)

    def _build_classic_heads(self) -> None:
        """See :class:`clevergo.nn.paddle.network.ClassicNet`."""
        fine = self._weights.fine
        hidden = self._linear("policy_hidden", self._flat(self._features("policy_conv", fine)), Operation.RELU, fine)
        self.logits = self._linear("policy_out", hidden).array
        hidden = self._linear("value_hidden1", self._flat(self._features("value_conv", fine)), Operation.RELU, fine)
        hidden = self._linear("value_hidden2", hidden, Operation.RELU)
        self.value = self._linear("value_out", hidden, Operation.TANH).array

    def _features(self, name: str, number: Number) -> Tensor:
        """A head's first layer, over the trunk."""
        return self._pointwise(name, self._trunk, Operation.RELU, number)

    def _pointwise(
        self, name: str, source: Tensor, function: Operation | None, number: Number = Number.FLOAT32
    ) -> Tensor:
        weights = self._weights[name]
        target = self._tensor(weights.shape[0], number)
        self._steps.append(convolution(self._library, weights, source, target, function))
        return target

    def _linear(
        self, name: str, source: Tensor, function: Operation | None = None, number: Number = Number.FLOAT32
    ) -> Tensor:
        weights = self._weights[name]
        target = self._matrix(weights.shape[1], number)
        self._steps.append(linear(self._library, weights, source, target, function))
        return target

    def _pooled(self, operation: Operation, source: Tensor) -> Tensor:
        """``[rows, channels]``: a number for each channel and whole board."""
        channels = source.array.shape[-1]
        target = Tensor.channels_last(self._library, self._rows, 1, channels, Number.FLOAT32)
        self._steps.append(pooling(self._library, operation, source, target))
        return self._flat(target)

    def _join(self, parts: list[NDArray[np.float32]], whole: NDArray[np.float32]) -> None:
        self._steps.append(lambda: np.concatenate(parts, axis=1, out=whole))

    # --- tensors ---------------------------------------------------------------------------------------------

    def _tensor(self, channels: int, number: Number, buffer: NDArray[np.uint8] | None = None) -> Tensor:
        return Tensor.channels_last(self._library, self._rows, self._size, channels, number, buffer)

    def _matrix(self, columns: int, number: Number) -> Tensor:
        return Tensor.plain(self._library, np.zeros((self._rows, columns), number.dtype))

    def _flat(self, tensor: Tensor) -> Tensor:
        """The same memory as a row for each position."""
        return Tensor.plain(self._library, tensor.array.reshape(self._rows, -1))

"""The layers of inference: their weights as the machine code wants them, and each described once for fixed shapes.

Weights are packed once when a net's are swapped in, in place, so the compiled operations stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel, summing_kernel
from clevergo.nn.onednn.library import Handle, Library, dimensions
from clevergo.nn.onednn.primitives import (
    Argument,
    Attributes,
    Layout,
    Number,
    Operation,
    Primitive,
    Tensor,
    geometry,
    reorder,
)

_FORWARD_INFERENCE = 96
_LARGEST_INT8 = 127
_LEAST_SCALE = 1e-12
"""Keeps an output channel of zeros from a division by zero."""


class PackedWeights:
    """Weights and bias of a convolution ``[out, in, kernel, kernel]`` or of a linear layer ``[in, out]``."""

    def __init__(self, library: Library, shape: Sequence[int], number: Number) -> None:
        self.shape = tuple(shape)
        self.number = number
        self._library = library
        stored = Number.INT8 if number is Number.INT8 else Number.FLOAT32
        self._master = Tensor.plain(library, np.zeros(shape, stored.dtype))
        outputs = shape[0] if len(shape) == 4 else shape[1]
        # oneDNN wants a linear layer's bias with as many axes as its result.
        self.bias = Tensor.plain(library, np.zeros(outputs if len(shape) == 4 else (1, outputs), np.float32))
        self._packed: list[tuple[Tensor, Primitive]] = []

    @property
    def plain(self) -> NDArray[Any]:
        """The weights in Paddle's order; they stay in this place."""
        return self._master.array

    @property
    def anyhow(self) -> Layout:
        """The layout of weights in no order yet, for describing an operation that may choose it."""
        return Layout.any(self._library, self.shape, self.number)

    def chosen(self, descriptor: Handle) -> Tensor:
        """The weights in the order that a described operation has chosen; shared by all that choose it."""
        layout = Layout.chosen(self._library, descriptor, Argument.WEIGHTS)
        for tensor, _ in self._packed:
            if self._library.same_layout(tensor.layout.handle, layout.handle):
                return tensor
        tensor = Tensor(self._library, layout)
        pack = reorder(self._library, self._master, tensor)
        pack()
        self._packed.append((tensor, pack))
        return tensor

    def load(self, weight: NDArray[np.generic], bias: NDArray[np.float32]) -> None:
        """Take over other weights, in Paddle's order."""
        self._master.array[...] = weight
        self.bias.array[...] = bias
        for _, pack in self._packed:
            pack()


class ByteWeights(PackedWeights):
    """A convolution's weights as 8-bit integers, each output channel with a scale of its own.

    An 8-bit activation ``a`` stands for ``a * step``; each activation of the net has its own step. The convolution's
    sum is computed in steps of its shortcut, so that those integers can be added as they are, and comes out in steps
    of the target:
    ``target = relu(sum * scale + bias + shortcut) / target_scale``.

    Sums are exact on every processor, whatever the activations: see :func:`largest_pair_sums`.
    """

    def __init__(self, library: Library, shape: Sequence[int]) -> None:
        super().__init__(library, shape, Number.INT8)
        self.scale = Tensor.plain(library, np.ones(shape[0], np.float32))
        self.target_scale = Tensor.plain(library, np.ones(1, np.float32))

    def load_bytes(
        self, weight: NDArray[np.float32], bias: NDArray[np.float32], source: float, sum_step: float, target: float
    ) -> None:
        """Take over other weights.

        Args:
            weight: ``float32[out, in, kernel, kernel]``.
            bias: ``float32[out]``.
            source: the step of the source's integers.
            sum_step: the step in which the sum is computed: the shortcut's, or ``target`` where there is none.
            target: the step of the target's integers, 1 if it is not of integers.
        """
        of_channels = np.abs(weight).max(axis=(1, 2, 3))
        largest = of_channels if self._library.sums_bytes_at_once else largest_pair_sums(weight)
        scale = np.maximum(largest / _LARGEST_INT8, _LEAST_SCALE)
        self.scale.array[...] = scale * (source / sum_step)
        self.target_scale.array[...] = target / sum_step
        self.load(np.rint(weight / scale[:, None, None, None]), bias / sum_step)


def largest_pair_sums(weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """What may at most become 127 where two products are added in 16 bits: ``float32[out, in, h, w]`` to ``[out]``.

    Input channels 2i and 2i+1 are added, at the same point. Two weights of one sign, together at most 127 before they
    are rounded, are at most 128 afterwards, and 128 * 255 < 2**15; of two that differ in sign each counts alone.
    """
    outputs, inputs, *window = weight.shape
    pairs = np.zeros((outputs, -(-inputs // 2), 2, *window), np.float32)
    pairs.reshape(outputs, -1, *window)[:, :inputs] = weight
    up, down = np.maximum(pairs, 0).sum(axis=2), np.minimum(pairs, 0).sum(axis=2)
    largest: NDArray[np.float32] = np.maximum(up, -down).max(axis=(1, 2, 3))
    return largest


def convolution(
    library: Library,
    weights: PackedWeights,
    source: Tensor,
    target: Tensor,
    function: Operation | None = Operation.RELU,
    shortcut: Tensor | None = None,
) -> Primitive:
    """``target = function(convolution(source) + bias [+ shortcut])``, same size out as in."""
    attributes = Attributes(library)
    tensors = {Argument.SOURCE: source, Argument.BIAS: weights.bias, Argument.TARGET: target}
    if isinstance(weights, ByteWeights):
        attributes.scale_weights().scale_target()
        tensors |= {Argument.WEIGHTS_SCALE: weights.scale, Argument.TARGET_SCALE: weights.target_scale}
    if shortcut is not None:
        attributes.add(shortcut)
        tensors[Argument.SHORTCUT] = shortcut
    if function is not None:
        attributes.apply(function)
    anyhow = weights.anyhow
    descriptor = library.create(
        "dnnl_convolution_forward_primitive_desc_create",
        *(library.engine, _FORWARD_INFERENCE, Operation.DIRECT_CONVOLUTION),
        *(source.layout.handle, anyhow.handle, weights.bias.layout.handle, target.layout.handle),
        *(*geometry(weights.shape[2]), attributes.handle),
    )
    tensors[Argument.WEIGHTS] = weights.chosen(descriptor)
    return Primitive(library, descriptor, tensors)


def linear(
    library: Library, weights: PackedWeights, source: Tensor, target: Tensor, function: Operation | None = None
) -> Primitive:
    """``target = function(source @ weight + bias)`` for matrices of a row for each position."""
    attributes = Attributes(library)
    if function is not None:
        attributes.apply(function)
    anyhow = weights.anyhow
    descriptor = library.create(
        "dnnl_matmul_primitive_desc_create",
        *(library.engine, source.layout.handle, anyhow.handle, weights.bias.layout.handle, target.layout.handle),
        attributes.handle,
    )
    tensors = {Argument.SOURCE: source, Argument.WEIGHTS: weights.chosen(descriptor)}
    return Primitive(library, descriptor, tensors | {Argument.BIAS: weights.bias, Argument.TARGET: target})


def one_plane(
    weights: PackedWeights, source: Tensor, target: Tensor, function: Operation | None = None
) -> Callable[[], object]:
    """A 1x1 :func:`convolution` to one channel, in float32.

    oneDNN computes as many channels as fit into a vector, whether they are there or not, and ``tanh`` of each.
    """
    assert function in (None, Operation.TANH)
    features, plane = source.array.reshape(-1, source.array.shape[-1]), target.array.reshape(-1)
    filter_, bias = weights.plain.reshape(-1), weights.bias.array.reshape(-1)

    def compute() -> None:
        _weigh(features, filter_, bias, plane)
        if function is not None:
            np.tanh(plane, out=plane)

    return compute


@kernel
def _weigh(
    features: NDArray[np.float32], weights: NDArray[np.float32], bias: NDArray[np.float32], plane: NDArray[np.float32]
) -> None:
    for row in range(len(features)):
        plane[row] = _dot(features[row], weights) + bias[0]


@summing_kernel
def _dot(one: NDArray[np.float32], other: NDArray[np.float32]) -> np.float32:
    total = np.float32(0)
    for i in range(len(one)):
        total += one[i] * other[i]
    return total


def pooling(library: Library, operation: Operation, source: Tensor, target: Tensor) -> Primitive:
    """Mean or maximum of each channel over the whole board."""
    nothing = dimensions((0, 0))
    descriptor = library.create(
        "dnnl_pooling_forward_primitive_desc_create",
        *(library.engine, _FORWARD_INFERENCE, operation, source.layout.handle, target.layout.handle),
        *(dimensions((1, 1)), dimensions(source.array.shape[1:3]), nothing, nothing, nothing, None),
    )
    return Primitive(library, descriptor, {Argument.SOURCE: source, Argument.TARGET: target})

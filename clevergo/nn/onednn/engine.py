"""Inference by oneDNN itself: a net in float32, bfloat16 or 8-bit integers, without Paddle.

With 16-bit integers the trunk is :mod:`clevergo.nn.winograd`'s, and oneDNN computes the heads.

A batch is computed in parts of few sizes. The machine code for a size is made once, takes its weights from memory of
its own, and is as fast for 16 positions as for more; so new weights are a matter of copying them into place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description import NetConfig, OneDnnKind, Weights, parameter_shapes
from clevergo.nn.inference.engine import Outputs, Precision, Steps
from clevergo.nn.onednn.layers import ByteWeights, PackedWeights, convolution, linear, one_plane, pooling
from clevergo.nn.onednn.library import Library, OneDnnError
from clevergo.nn.onednn.primitives import Number, Operation, Tensor, aligned_zeros, reorder
from clevergo.nn.winograd import vectors
from clevergo.nn.winograd.playing import ShortTrunk, ShortTrunkPass

_NUMBERS = {
    Precision.FP32: Number.FLOAT32,
    Precision.BF16: Number.BFLOAT16,
    Precision.INT16: Number.FLOAT32,
    Precision.INT8: Number.UINT8,
}
"""What oneDNN computes in."""
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
    """A net for boards of one size in one of :func:`usable_precisions`; the engines of one owner share a library.

    Raises:
        OneDnnError: oneDNN does not know nets of this kind.
    """

    def __init__(self, config: NetConfig, size: int, precision: Precision, threads: int, library: Library) -> None:
        self.precision = precision
        self._library = library
        self._threads = threads
        library.use_threads(threads)  # operations are divided among threads when they are made
        number = fine = _NUMBERS[precision]
        if number is Number.UINT8:
            fine = Number.BFLOAT16 if library.has_bfloat16 else Number.FLOAT32
        self._weights = NetWeights(library, config, size, number, fine, in_shorts=precision is Precision.INT16)
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
        self._weights = NetWeights(library, config, size, Number.FLOAT32, Number.FLOAT32)
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


def known_kind(config: NetConfig) -> OneDnnKind:
    """What oneDNN has been told of a net's kind; raises OneDnnError where that is nothing."""
    if config.net_kind.onednn is None:
        raise OneDnnError(f"oneDNN does not know {config.kind} nets")
    return config.net_kind.onednn


def part_sizes(count: int) -> Iterator[int]:
    """The sizes that a batch of ``count`` positions is computed in: together as many, and few different ones."""
    for size in _PART_SIZES:
        while count >= size:
            yield size
            count -= size


def usable_precisions(library: Library) -> list[Precision]:
    """What this processor computes in itself; the rest it would imitate slowly."""
    own = [Precision.INT16] if vectors.has_avx2() else []
    return [Precision.FP32, *([Precision.BF16] if library.has_bfloat16 else []), *own, Precision.INT8]


# --- the computation -------------------------------------------------------------------------------------


class NetWeights:
    """All weights of a net, packed for the trunk's and the heads' kinds of numbers.

    They are multiplied in ``number``. With ``UINT8`` activations are 8-bit integers between the trunk's
    convolutions; the planes and the heads, which need finer numbers and little time, stay in ``fine``, ``BFLOAT16`` or
    ``FLOAT32``; that is ``number`` itself if it is one of them. ``in_shorts`` leaves the trunk to
    :class:`ShortTrunk`.

    Raises:
        OneDnnError: oneDNN does not know nets of this kind.
    """

    def __init__(
        self, library: Library, config: NetConfig, size: int, number: Number, fine: Number, in_shorts: bool = False
    ) -> None:
        kind = known_kind(config)
        self.number = number
        self.fine = fine
        self.kind = kind
        self.shape = config.shape(size)
        self.trunk = kind.trunk(config)
        self._inner = {layer.name for layer in self.trunk[1:]} if number is Number.UINT8 else set()
        self._packed: dict[str, PackedWeights] = {}
        shapes = parameter_shapes(config)
        self.shorts = ShortTrunk(self.trunk, shapes) if in_shorts else None
        """The trunk, if it is not oneDNN's."""
        elsewhere = {layer.name for layer in self.trunk} if in_shorts else set()
        for key, sizes in shapes.items():
            name, _, part = key.rpartition(".")
            if part == "bias" or name in elsewhere:
                continue
            if name in self._inner:
                self._packed[name] = ByteWeights(library, sizes)
            else:
                exact = name.endswith(kind.exact)
                self._packed[name] = PackedWeights(library, sizes, Number.FLOAT32 if exact else fine)
        self.first_step = Tensor.plain(library, np.ones(1, np.float32))
        """The step of the first activation's integers."""

    def __getitem__(self, name: str) -> PackedWeights:
        """A layer's weights by its name."""
        return self._packed[name]

    def load(self, weights: Weights, steps: Steps) -> None:
        """Take over other weights; ``steps`` are needed for integers."""
        if self.shorts is not None:
            self.shorts.load(weights, {name: step * _LARGEST_BYTE for name, step in steps.items()})
        for name, fine in self._packed.items():
            if name not in self._inner:
                fine.load(self._for_channels_last(name, weights[f"{name}.weight"]), weights[f"{name}.bias"])
        if self._inner:
            self.first_step.array[...] = steps[self.trunk[0].name]
        for layer in self.trunk[1:]:
            packed = self._packed.get(layer.name)
            if isinstance(packed, ByteWeights):
                assert layer.source is not None
                target = 1.0 if layer is self.trunk[-1] else steps[layer.name]
                sum_step = steps[layer.shortcut] if layer.shortcut else target
                weight, bias = weights[f"{layer.name}.weight"], weights[f"{layer.name}.bias"]
                packed.load_bytes(weight, bias, steps[layer.source], sum_step, target)

    def _for_channels_last(self, name: str, weight: NDArray[np.float32]) -> NDArray[np.float32]:
        """Paddle flattens features channel by channel, here they lie point by point."""
        if name not in self.kind.flattened:
            return weight
        by_channel = weight.reshape(-1, self.shape.points, weight.shape[1])
        return by_channel.transpose(1, 0, 2).reshape(weight.shape)


class ForwardPass:
    """A net for batches of ``rows`` positions: fill ``planes``, call it, read the outputs.

    The net's kind describes its heads with the methods of :class:`ForwardPass`, which add what is to be done to the
    pass and return where the result will be. Weights are shared with the passes for other numbers of rows. With
    ``keep_activations`` every activation is left to be looked at; else those no longer needed are written over.
    """

    def __init__(self, library: Library, weights: NetWeights, rows: int, keep_activations: bool = False) -> None:
        self._library = library
        self._weights = weights
        self._rows = rows
        self._steps: list[Callable[[], object]] = []
        self.shape = weights.shape
        """Of the net, for this size of board."""
        self.fine = weights.fine
        """What heads are computed in where bfloat16 would do."""
        shape = self.shape
        self.planes: NDArray[np.float32] = np.zeros((rows, shape.planes, shape.height, shape.width), np.float32)
        """``float32[rows, C, H, W]``, the input."""
        self.activations: dict[str, Tensor] = {}
        """What the trunk's convolutions write, by their names."""
        self.trunk = self._build_trunk(keep_activations) if weights.shorts is None else self._take_trunk(weights.shorts)
        """The last of them."""
        self.logits, self.value, self.points = weights.kind.judge(self)
        """``float32[rows, A]``; ``float32[rows, 1]`` in [-1, 1]; ``float32[rows, H*W]`` in [-1, 1] or None."""

    def __call__(self) -> None:
        """Compute the outputs from ``planes``."""
        for step in self._steps:
            step()

    def _build_trunk(self, keep_activations: bool) -> Tensor:
        weights, library = self._weights, self._library
        planes = self._tensor(self.shape.planes, weights.fine)
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
        return target

    def _take_trunk(self, shorts: ShortTrunk) -> Tensor:
        features = self._tensor(shorts.weights[shorts.layers[-1].name].shape[0], Number.FLOAT32)
        self._steps.append(ShortTrunkPass(shorts, self.planes, features.array))
        return features

    def _add_first_bytes(self, name: str, planes: Tensor, target: Tensor) -> None:
        """The planes hold fractions, so the first convolution is a fine one, its result rounded afterwards."""
        fine = self._tensor(self._weights[name].shape[0], self._weights.fine)
        self._steps.append(convolution(self._library, self._weights[name], planes, fine))
        self._steps.append(reorder(self._library, fine, target, self._weights.first_step))

    # --- for the kind's heads ----------------------------------------------------------------------------

    def pointwise(
        self, name: str, source: Tensor, function: Operation | None = None, number: Number = Number.FLOAT32
    ) -> Tensor:
        """The 1x1 convolution ``name``: ``[rows, H, W, channels]``, in numbers of this kind."""
        weights = self._weights[name]
        target = self._tensor(weights.shape[0], number)
        is_plane = weights.shape[0] == 1 and function is not Operation.RELU
        if is_plane and weights.number is number is Number.FLOAT32 and source.array.dtype == np.float32:
            self._steps.append(one_plane(weights, source, target, function))
        else:
            self._steps.append(convolution(self._library, weights, source, target, function))
        return target

    def linear(
        self, name: str, source: Tensor, function: Operation | None = None, number: Number = Number.FLOAT32
    ) -> Tensor:
        """The linear layer ``name``: ``[rows, width]``."""
        weights = self._weights[name]
        target = Tensor.plain(self._library, np.zeros((self._rows, weights.shape[1]), number.dtype))
        self._steps.append(linear(self._library, weights, source, target, function))
        return target

    def pooled(self, operation: Operation, source: Tensor) -> Tensor:
        """``[rows, channels]``: mean or maximum of each channel over the whole board."""
        target = Tensor.channels_last(self._library, self._rows, 1, 1, source.array.shape[-1], Number.FLOAT32)
        self._steps.append(pooling(self._library, operation, source, target))
        return self.flat(target)

    def joined(self, *parts: Tensor) -> Tensor:
        """Rows of float32, one part behind the other."""
        arrays = [part.array for part in parts]
        whole = np.zeros((self._rows, sum(array.shape[1] for array in arrays)), np.float32)
        self._steps.append(lambda: np.concatenate(arrays, axis=1, out=whole))
        return Tensor.plain(self._library, whole)

    def flat(self, tensor: Tensor) -> Tensor:
        """The same memory as a row for each position."""
        return Tensor.plain(self._library, tensor.array.reshape(self._rows, -1))

    def _tensor(self, channels: int, number: Number, buffer: NDArray[np.uint8] | None = None) -> Tensor:
        shape = self.shape
        return Tensor.channels_last(self._library, self._rows, shape.height, shape.width, channels, number, buffer)

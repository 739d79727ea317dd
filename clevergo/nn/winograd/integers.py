"""Convolutions for playing: activations of ten bits, weights of up to sixteen, exact sums in 32.

``vpmaddwd`` multiplies sixteen pairs of 16-bit integers and adds neighbors, as quickly as a processor with AVX2
multiplies eight floats. Transformed inputs fill fifteen of the bits, and no sum can overflow, whatever the activations:
weights are rounded in a step of their own for each output channel and each of the 25 products, which is what the sums
leave them. Sums become floats before they are transformed back.

Boards lie in memory point by point, ``int16[rows, height, width, channels]``, with the zeros around them that
convolutions read there: one line before, and behind as many as complete the last tiles. Channels are multiples of
``LANES``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from clevergo.compiled import kernel, summing_kernel
from clevergo.nn.winograd import vectors
from clevergo.nn.winograd.pieces import there, transform_in
from clevergo.nn.winograd.transforms import (
    IN,
    PATCH,
    PRODUCTS,
    TILE,
    WEIGHT,
    along_both,
    into,
    out_of,
    padded,
)
from clevergo.nn.winograd.vectors import FLOATS, HALF_SHORTS, INTS, SHORTS, index

LANES = 16
"""Channels that are read, multiplied and written together."""
LEVELS = 1023
"""Activations are counted from 0 to this."""
PLANE_LEVELS = 510
"""Input planes, which may be negative, are counted from minus this to this: at most half of ``LEVELS``, and thirtieths,
in which the usual game counts what is no whole number, are exact."""
_LARGEST_WEIGHT, _LARGEST_SUM = 2**15 - 1, 2**31 - 1
_LEAST = 1e-30
"""Keeps an output channel of zeros from a division by zero."""

_UP, _DOWN = np.maximum(IN, 0).sum(axis=1), np.maximum(-IN, 0).sum(axis=1)
LARGEST_INPUTS = LEVELS * np.maximum(
    np.outer(_UP, _UP) + np.outer(_DOWN, _DOWN), np.outer(_UP, _DOWN) + np.outer(_DOWN, _UP)
)
"""``[5, 5]``: what transformed activations, and planes, are at most, up or down."""

_ROWS, _HALVES = 6, 2
"""Tiles, and vectors of output channels, whose sums the sixteen registers hold beside what is multiplied."""
_CHUNK = 36
"""Tiles that go through all steps together: with 64 channels a core's own cache holds them, and four 9x9 boards are
so many."""
_SUMS = _ROWS * LANES


def boards(rows: int, height: int, width: int, channels: int) -> NDArray[np.int16]:
    """Room for activations, empty boards: ``int16[rows, padded(height), padded(width), channels]``."""
    return np.zeros((rows, padded(height), padded(width), lanes(channels)), np.int16)


def lanes(channels: int) -> int:
    """So many channels, rounded up to what fits."""
    return -(-channels // LANES) * LANES


class Scratch:
    """What a convolution needs room for and nobody reads afterwards: of a net, and used by one thread at a time."""

    def __init__(self, channels: int) -> None:
        self.inputs = np.zeros(_CHUNK * PRODUCTS * lanes(channels), np.int16)
        self.sums = np.zeros(PRODUCTS * _SUMS, np.int32)


class ShortWeights:
    """A 3x3 convolution ``[out, in, 3, 3]`` of activations in whole steps.

    An activation ``a`` stands for ``a * step``; each activation of the net has its own step.
    """

    def __init__(self, shape: Sequence[int]) -> None:
        outputs, inputs = (lanes(channels) for channels in shape[:2])
        self.shape = tuple(shape)
        # Of each product and LANES of the outputs: pairs of inputs, each pair's weights for one output side by side.
        self.packed = np.zeros((outputs // LANES, PRODUCTS, inputs // LANES, LANES // 2, LANES, 2), np.int16)
        self.scale = np.zeros((outputs // LANES, PRODUCTS, LANES), np.float32)
        """What a sum of products stands for, in steps of the target."""
        self.bias = np.zeros(outputs, np.float32)
        """In steps of the target."""
        self.shortcut_scale = np.float32(0)
        """A step of the shortcut in steps of the target."""

    def load(
        self,
        weight: NDArray[np.float32],
        bias: NDArray[np.float32],
        source: float,
        shortcut: float,
        target: float,
    ) -> None:
        """Take over other weights.

        Args:
            weight: ``float32[out, in, 3, 3]``.
            bias: ``float32[out]``.
            source: the step of the source's integers.
            shortcut: the step of the shortcut's; 0 where there is none.
            target: the step of the target's.
        """
        outputs, inputs = weight.shape[:2]
        both = np.kron(WEIGHT, WEIGHT).astype(np.float32)
        transformed = (both @ weight.reshape(outputs * inputs, -1).T).reshape(PRODUCTS, outputs, inputs)
        size = np.abs(transformed)
        most = LARGEST_INPUTS.reshape(PRODUCTS, 1)
        # Rounding may add a half to each weight.
        room = (_LARGEST_SUM - most * inputs / 2) / most
        steps = np.minimum(
            _LARGEST_WEIGHT / np.maximum(size.max(axis=2), _LEAST), room / np.maximum(size.sum(axis=2), _LEAST)
        )
        rounded = np.zeros((PRODUCTS, *(lanes(channels) for channels in (outputs, inputs))), np.int16)
        rounded[:, :outputs, :inputs] = np.rint(transformed * steps.astype(np.float32)[:, :, None])
        by_vector = rounded.reshape(PRODUCTS, -1, LANES, rounded.shape[2] // LANES, LANES // 2, 2)
        self.packed[...] = by_vector.transpose(1, 0, 3, 4, 2, 5)
        scale = np.zeros((PRODUCTS, lanes(outputs)), np.float32)
        scale[:, :outputs] = source / target / steps
        self.scale[...] = scale.reshape(PRODUCTS, -1, LANES).transpose(1, 0, 2)
        self.bias[:outputs] = bias / target
        self.shortcut_scale = np.float32(shortcut / target)


def convolve(
    source: NDArray[np.int16],
    weights: ShortWeights,
    shortcut: NDArray[np.int16] | None,
    target: NDArray[np.int16],
    size: tuple[int, int],
    scratch: Scratch,
    unit: float = 1.0,
) -> None:
    """``target = relu(unit * convolution(source) + bias [+ shortcut])`` for boards of ``size``, height and width.

    All are :func:`boards`; ``target`` is neither of the others.
    """
    if shortcut is None:
        assert weights.shortcut_scale == 0
        shortcut = target
    _convolve(
        source, weights.packed, weights.scale, np.float32(unit), weights.bias, shortcut, weights.shortcut_scale,
        target, *size, scratch.inputs, scratch.sums,
    )  # fmt: skip


@kernel
def take_planes(planes: NDArray[np.float32], target: NDArray[np.int16]) -> float:
    """Input planes ``float32[rows, C, H, W]`` as :func:`boards`, in steps of ``unit / PLANE_LEVELS``.

    Most planes run from -1 to 1; what a game is played for may stand on one of them, and be more.

    Returns:
        ``unit``: 1, or the least power of two that none exceeds.
    """
    rows, channels, height, width = planes.shape
    unit, largest = 1.0, _largest(planes.reshape(-1))
    while unit < largest:
        unit *= 2
    levels = np.float32(PLANE_LEVELS / unit)
    for row in range(rows):
        for i in range(height):
            for j in range(width):
                for c in range(channels):
                    target[row, 1 + i, 1 + j, c] = np.int16(np.rint(planes[row, c, i, j] * levels))
    return unit


@summing_kernel
def _largest(numbers: NDArray[np.float32]) -> np.float32:
    """The largest, up or down."""
    largest = np.float32(0)
    for number in numbers:
        largest = max(largest, abs(number))
    return largest


@kernel
def give_floats(source: NDArray[np.int16], step: NDArray[np.float32], target: NDArray[np.float32]) -> None:
    """:func:`boards` as ``float32[rows, H, W, C]``; ``step`` is ``float32[1]``."""
    rows, height, width, channels = target.shape
    for row in range(rows):
        for i in range(height):
            for j in range(width):
                for c in range(channels):
                    target[row, i, j, c] = np.float32(source[row, 1 + i, 1 + j, c]) * step[0]


@kernel
def _convolve(
    source: NDArray[np.int16], packed: NDArray[np.int16], scale: NDArray[np.float32], unit: np.float32,
    bias: NDArray[np.float32], shortcut: NDArray[np.int16], shortcut_scale: np.float32,
    target: NDArray[np.int16], height: int, width: int,
    inputs: NDArray[np.int16], sums: NDArray[np.int32],
) -> None:  # fmt: skip
    rows, long, wide, channels = source.shape
    outputs = target.shape[3]
    down, across = -(-height // TILE), -(-width // TILE)
    # LLVM must not know how many pairs there are: it would unroll the innermost loop and lack registers then.
    pairs = packed.shape[3]
    of_group = PRODUCTS * _ROWS * channels
    total = rows * down * across
    for start in range(0, total, _CHUNK):
        count = min(_CHUNK, total - start)
        for t in range(count):
            point = _corner(start + t, down, across, long, wide)
            group, r = divmod(t, _ROWS)
            for c in range(0, channels, LANES):
                place = group * of_group + c * _ROWS + r * LANES
                _transform_in(source, point * channels + c, wide * channels, channels, inputs, place, _ROWS * channels)
        for block in range(packed.shape[0]):
            for group in range(-(-count // _ROWS)):
                for product in range(PRODUCTS):
                    place = group * of_group + product * _ROWS * channels
                    weights = (block * PRODUCTS + product) * channels * LANES
                    _multiply(inputs, place, packed, weights, sums, product * _SUMS, channels, 2 * pairs)
                for r in range(min(_ROWS, count - group * _ROWS)):
                    point = _corner(start + group * _ROWS + r, down, across, long, wide) + wide + 1
                    for half in range(0, LANES, LANES // _HALVES):
                        c = block * LANES + half
                        _transform_out(
                            sums, r * LANES + half, scale, block * PRODUCTS * LANES + half, unit, bias, c,
                            shortcut, point * outputs + c, shortcut_scale,
                            target, point * outputs + c, wide * outputs, outputs,
                        )  # fmt: skip
    # The last tiles have written behind the board.
    for row in range(rows):
        target[row, 1 + height :] = 0
        target[row, :, 1 + width :] = 0


@kernel
def _corner(tile: int, down: int, across: int, long: int, wide: int) -> int:
    """The first point that a tile reads; tiles are counted through all boards."""
    row, at = divmod(tile, down * across)
    i, j = divmod(at, across)
    return (row * long + TILE * i) * wide + TILE * j


# --- pieces in vectors -----------------------------------------------------------------------------------


_transform_in = transform_in(into, PATCH, SHORTS, vectors.Integers)


@intrinsic
def _multiply(
    typing: Any, inputs: Any, place: Any, packed: Any, weights: Any, sums: Any, target: Any, channels: Any, lanes: Any
) -> Any:
    """Six tiles by LANES output channels, of one of the products, summed over all channels."""
    intp = types.intp
    signature = types.void(inputs, intp, packed, intp, sums, intp, intp, intp)

    def write(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        array, place, packed, weights, sums, target, channels, lanes = arguments
        tiles = vectors.pointer(context, builder, signature.args[0], array, place)
        factors = vectors.pointer(context, builder, signature.args[2], packed, weights)
        end = vectors.pointer(context, builder, signature.args[4], sums, target)
        totals = [[cgutils.alloca_once(builder, INTS) for _ in range(_HALVES)] for _ in range(_ROWS)]
        for row in totals:
            for total in row:
                builder.store(vectors.constant(INTS, 0), total)
        with cgutils.for_range_slice(builder, index(0), channels, index(LANES), inc=True) as (channel, _):
            these_tiles = builder.gep(tiles, [builder.mul(channel, index(_ROWS))])
            these_factors = builder.gep(factors, [builder.mul(channel, index(LANES))])
            with cgutils.for_range_slice(builder, index(0), lanes, index(2), inc=True) as (pair, _):
                at = builder.gep(these_factors, [builder.mul(pair, index(LANES))])
                halves = [vectors.load(builder, at, index(LANES * half), SHORTS) for half in range(_HALVES)]
                for r, row in enumerate(totals):
                    two = builder.gep(these_tiles, [builder.add(pair, index(r * LANES))])
                    both = builder.load(builder.bitcast(two, vectors.INT32.as_pointer()), align=2)
                    everywhere = builder.bitcast(vectors.spread(builder, both, INTS), SHORTS)
                    for total, half in zip(row, halves, strict=True):
                        product = vectors.call(builder, "llvm.x86.avx2.pmadd.wd", INTS, [everywhere, half])
                        builder.store(builder.add(builder.load(total), product), total)
        for r, row in enumerate(totals):
            for half, total in enumerate(row):
                vectors.store(builder, builder.load(total), end, index(r * LANES + half * INTS.count))
        return context.get_dummy_value()

    return signature, write


@intrinsic
def _transform_out(
    typing: Any, sums: Any, tile: Any, scale: Any, scale_at: Any, unit: Any, bias: Any, bias_at: Any,
    shortcut: Any, shortcut_at: Any, shortcut_scale: Any, target: Any, at: Any, line: Any, point: Any,
) -> Any:  # fmt: skip
    """Eight output channels of a tile, from the sums of its 25 products to 3x3 points."""
    intp = types.intp
    number = types.float32
    signature = types.void(
        sums, intp, scale, intp, number, bias, intp, shortcut, intp, number, target, intp, intp, intp
    )  # fmt: skip

    def write(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        def begin(argument: int) -> Any:
            array, offset = arguments[argument : argument + 2]
            return vectors.pointer(context, builder, signature.args[argument], array, offset)

        sums, scale, bias, shortcut, target = (begin(argument) for argument in (0, 2, 5, 7, 10))
        unit, step = (vectors.spread(builder, arguments[argument], FLOATS) for argument in (4, 9))
        line, point = arguments[12:]
        numbers = vectors.Floats(builder)

        def product(number: int) -> Any:
            whole = vectors.load(builder, sums, index(number * _SUMS), INTS)
            return numbers.multiply(
                builder.sitofp(whole, FLOATS), vectors.load(builder, scale, index(number * LANES), FLOATS)
            )

        products = [[product(PATCH * i + j) for j in range(PATCH)] for i in range(PATCH)]
        shift = vectors.load(builder, bias, index(0), FLOATS)
        least, most, half = (vectors.constant(FLOATS, number) for number in (0.0, float(LEVELS), 0.5))
        for i, row in enumerate(along_both(numbers, out_of, products)):
            for j, found in enumerate(row):
                place = there(builder, line, i, point, j)
                passing = builder.sext(vectors.load(builder, shortcut, place, HALF_SHORTS), INTS)
                number = numbers.add(numbers.multiply(found, unit), shift)
                number = numbers.add(number, numbers.multiply(builder.sitofp(passing, FLOATS), step))
                number = builder.select(builder.fcmp_ordered(">", number, least), number, least)
                number = builder.select(builder.fcmp_ordered("<", number, most), number, most)
                rounded = builder.fptosi(numbers.add(number, half), INTS)
                vectors.store(builder, builder.trunc(rounded, HALF_SHORTS), target, place)
        return context.get_dummy_value()

    return signature, write

"""Convolutions for training: float32, forward and back, for processors that multiply eight floats at once and no more.

Backward is the transpose of what forward does, step by step. Nothing transformed is kept between the two: inputs are
transformed again, a few boards at a time, and so all that a step reads and writes stays in a core's own cache.

Activations and gradients are ``float32[rows, height, width, channels]`` without anything around them; one board at a
time is copied to where there are zeros. Channels are multiples of ``LANES``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.nn.winograd import vectors
from clevergo.nn.winograd.pieces import there, transform_in
from clevergo.nn.winograd.transforms import (
    PATCH,
    PRODUCTS,
    TILE,
    WEIGHT,
    along_both,
    into,
    into_back,
    out_of,
    out_of_back,
    padded,
    tiles,
)
from clevergo.nn.winograd.vectors import FLOATS, index

Array = NDArray[np.float32]

LANES = 16
"""Output channels that are multiplied together, two vectors."""
_VECTOR = 8
_ROWS = 6
"""Tiles, or input channels, whose sums the sixteen registers hold beside what is multiplied."""
_FEWER_ROWS = 4
_TILES, _MOST_TILES = 36, 54
"""That go through all steps together: about so many fit a core's own cache, and never more than the latter unless one
board has them."""
_APART = 16
"""Elements between one product's matrix and the next, or they would compete for the same places in the cache."""
_WINDOW = TILE * TILE
"""Weights between two channels."""


def suits(shape: Sequence[int]) -> bool:
    """Whether a convolution with weights ``[out, in, kernel, kernel]`` can be computed here."""
    outputs, inputs, *window = shape
    return window == [TILE, TILE] and outputs % LANES == 0 and inputs % LANES == 0


class Scratch:
    """What one thread's convolutions on boards of one size need room for; only gradients of it are read afterwards."""

    def __init__(self, height: int, width: int, channels: int) -> None:
        self.together = _boards_together(tiles(height) * tiles(width))
        """Boards that go through all steps together."""
        rows = -(-self.together * tiles(height) * tiles(width) // _ROWS) * _ROWS
        self.board = np.zeros(padded(height) * padded(width) * channels, np.float32)
        self.first = np.zeros(PRODUCTS * (rows * channels + _APART), np.float32)
        self.second = np.zeros_like(self.first)
        self.nothing = np.zeros(channels, np.float32)
        self.weights = np.zeros(_WINDOW * channels * channels, np.float32)
        self.factors_gradient = np.zeros(PRODUCTS * channels * channels, np.float32)
        self.bias_gradient = np.zeros(channels, np.float32)


def _boards_together(tiles_of_board: int) -> int:
    """As many as fill whole groups of rows best, and of those the one that comes nearest to ``_TILES``."""

    def price(boards: int) -> tuple[float, int]:
        count = boards * tiles_of_board
        return -count % _ROWS / count, abs(count - _TILES)

    return min(range(1, max(1, _MOST_TILES // tiles_of_board) + 1), key=price)


class Team:
    """Threads that compute the boards of a batch side by side, each some of its own with a scratch of its own."""

    def __init__(self, threads: int, height: int, width: int, channels: int) -> None:
        self.scratches = tuple(Scratch(height, width, channels) for _ in range(threads))
        # The thread that asks computes as well. Idle threads sleep, and end with the team.
        self._others = ThreadPoolExecutor(threads - 1, "winograd") if threads > 1 else None

    def divide(self, rows: int, compute: Callable[[slice, Scratch], None]) -> tuple[Scratch, ...]:
        """Call ``compute`` for all of ``rows`` boards, in parts about as large; the scratches of those who had one."""
        busy = self.scratches[:rows]
        ends = [rows * (place + 1) // len(busy) for place in range(len(busy))]
        parts = [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]
        theirs = []
        if self._others is not None:
            theirs = [self._others.submit(compute, *work) for work in zip(parts[1:], busy[1:], strict=True)]
        compute(parts[0], busy[0])
        for one in theirs:
            one.result()
        return busy


class Factors:
    """Weights ``float32[out, in, 3, 3]``, transformed for both directions."""

    def __init__(self, weight: Array) -> None:
        outputs, inputs = weight.shape[:2]
        self._weight = weight
        self.forward = np.zeros((PRODUCTS, outputs // LANES, inputs, LANES), np.float32)
        self.backward = np.zeros((PRODUCTS, inputs // LANES, outputs, LANES), np.float32)

    def load(self, team: Team) -> None:
        """Take over the weights as they are now."""
        _transform_weights(self._weight, team.scratches[0].weights, self.forward, self.backward)


def convolve(source: Array, factors: Factors, bias: Array, shortcut: Array | None, target: Array, team: Team) -> None:
    """``target = relu(convolution(source) + bias [+ shortcut])``."""

    def compute(part: slice, scratch: Scratch) -> None:
        _convolve(
            source[part], factors.forward, bias, scratch.nothing if shortcut is None else shortcut[part].reshape(-1),
            shortcut is not None, target[part], scratch.board, scratch.first, scratch.second, scratch.together,
        )  # fmt: skip

    team.divide(len(source), compute)


def convolve_back(
    source: Array,
    factors: Factors,
    target: Array,
    target_gradient: Array,
    source_gradient: Array | None,
    add: bool,
    weight_gradient: Array,
    bias_gradient: Array,
    team: Team,
) -> None:
    """From the gradient of ``target`` to all others.

    ``target_gradient`` is put through the relu, in place, and read no more after ``source_gradient`` is written: both
    may be the same array. ``source_gradient`` is written, or, with ``add``, added to; None if nobody needs it.
    """
    outputs, inputs = weight_gradient.shape[:2]
    size = PRODUCTS * inputs * outputs
    below = source if source_gradient is None else source_gradient

    def compute(part: slice, scratch: Scratch) -> None:
        _convolve_back(
            source[part], factors.backward, target[part], target_gradient[part], below[part],
            source_gradient is not None, add,
            scratch.factors_gradient[:size].reshape(PRODUCTS, inputs, outputs), scratch.bias_gradient[:outputs],
            scratch.board, scratch.first, scratch.second, scratch.together,
        )  # fmt: skip

    # Added up in the order of the boards: the same batch gives the same sums, whoever was done first.
    first, *others = team.divide(len(source), compute)
    for other in others:
        first.factors_gradient[:size] += other.factors_gradient[:size]
        first.bias_gradient[:outputs] += other.bias_gradient[:outputs]
    bias_gradient[...] = first.bias_gradient[:outputs]
    _transform_weight_gradient(first.factors_gradient[:size], first.weights, weight_gradient)


@kernel
def _convolve(
    source: Array, factors: Array, bias: Array, shortcut: Array, has_shortcut: bool, target: Array,
    board: Array, inputs: Array, sums: Array, together: int,
) -> None:  # fmt: skip
    rows, height, width, channels = source.shape
    outputs = target.shape[3]
    down, across = -(-height // TILE), -(-width // TILE)
    of_board = down * across
    most = -(-together * of_board // _ROWS) * _ROWS
    apart, sums_apart = most * channels + _APART, most * outputs + _APART
    for start in range(0, rows, together):
        boards = min(together, rows - start)
        for b in range(boards):
            _take_tiles(source, start + b, board, inputs, b * of_board, apart)
        _multiply_all(inputs, apart, channels, factors, sums, sums_apart, outputs, boards * of_board)
        for b in range(boards):
            for i in range(down):
                for j in range(across):
                    tile = b * of_board + i * across + j
                    point = ((start + b) * height + TILE * i) * width + TILE * j
                    for c in range(0, outputs, _VECTOR):
                        at = point * outputs + c
                        _target_out(
                            sums, tile * outputs + c, sums_apart, bias, c,
                            shortcut, at if has_shortcut else c, outputs if has_shortcut else 0,
                            target, at, outputs, width, height - TILE * i, width - TILE * j,
                        )  # fmt: skip


@kernel
def _convolve_back(
    source: Array, factors: Array, target: Array, target_gradient: Array, source_gradient: Array,
    has_source_gradient: bool, add: bool, factors_gradient: Array, bias_gradient: Array,
    board: Array, inputs: Array, gradients: Array, together: int,
) -> None:  # fmt: skip
    rows, height, width, channels = source.shape
    outputs = target.shape[3]
    down, across = -(-height // TILE), -(-width // TILE)
    high, wide = TILE * down + PATCH - TILE, TILE * across + PATCH - TILE
    of_board = down * across
    most = -(-together * of_board // _ROWS) * _ROWS
    apart, gradients_apart = most * channels + _APART, most * outputs + _APART
    bias_gradient[:] = np.float32(0)
    factors_gradient[:] = np.float32(0)
    for start in range(0, rows, together):
        boards = min(together, rows - start)
        for b in range(boards):
            _take_tiles(source, start + b, board, inputs, b * of_board, apart)
            _zero(board, 0, high * wide * outputs)
            for i in range(height):
                at = ((start + b) * height + i) * width * outputs
                _gradient_through_relu(
                    target_gradient, at, target, bias_gradient, board, i * wide * outputs, width, outputs
                )
            for i in range(down):
                for j in range(across):
                    tile = b * of_board + i * across + j
                    for c in range(0, outputs, _VECTOR):
                        at = (TILE * i * wide + TILE * j) * outputs + c
                        _gradient_in(board, at, wide * outputs, outputs, gradients, tile * outputs + c, gradients_apart)
        _add_factors_gradient(
            inputs, apart, channels, gradients, gradients_apart, outputs, factors_gradient, boards * of_board
        )
        if not has_source_gradient:
            continue
        _multiply_all(gradients, gradients_apart, outputs, factors, inputs, apart, channels, boards * of_board)
        for b in range(boards):
            _zero(board, 0, high * wide * channels)
            for i in range(down):
                for j in range(across):
                    tile = b * of_board + i * across + j
                    for c in range(0, channels, _VECTOR):
                        at = (TILE * i * wide + TILE * j) * channels + c
                        _source_gradient_out(inputs, tile * channels + c, apart, board, at, wide * channels, channels)
            for i in range(height):
                at = ((start + b) * height + i) * width * channels
                place = ((1 + i) * wide + 1) * channels
                if add:
                    _add(board, place, source_gradient, at, width * channels)
                else:
                    _copy(board, place, source_gradient, at, width * channels)


@kernel
def _take_tiles(source: Array, row: int, board: Array, inputs: Array, first: int, apart: int) -> None:
    """One board's tiles, transformed, from the ``first`` on; it is left in ``board``."""
    _, height, width, channels = source.shape
    down, across = -(-height // TILE), -(-width // TILE)
    wide = TILE * across + PATCH - TILE
    _take_board(source, row, board)
    for i in range(down):
        for j in range(across):
            tile = first + i * across + j
            for c in range(0, channels, _VECTOR):
                at = (TILE * i * wide + TILE * j) * channels + c
                _source_in(board, at, wide * channels, channels, inputs, tile * channels + c, apart)


@kernel
def _take_board(source: Array, row: int, board: Array) -> None:
    """One board with zeros around it."""
    _, height, width, channels = source.shape
    high = TILE * (-(-height // TILE)) + PATCH - TILE
    wide = TILE * (-(-width // TILE)) + PATCH - TILE
    line = wide * channels
    _zero(board, 0, line)
    for i in range(height):
        place = (1 + i) * line
        _zero(board, place, channels)
        _copy(source, (row * height + i) * width * channels, board, place + channels, width * channels)
        _zero(board, place + (1 + width) * channels, (wide - 1 - width) * channels)
    _zero(board, (1 + height) * line, (high - 1 - height) * line)


@kernel
def _multiply_all(
    left: Array, left_apart: int, inner: int, factors: Array, sums: Array, sums_apart: int, outer: int, count: int
) -> None:
    """Of each product, ``[count, inner] @ [inner, outer]``; rows are computed to the end of a group."""
    for product in range(PRODUCTS):
        for row in range(0, count, _ROWS):
            for c in range(0, outer, LANES):
                _six_rows(
                    left, product * left_apart + row * inner, inner, 1,
                    factors, (product * outer + c) * inner, LANES,
                    sums, product * sums_apart + row * outer + c, outer, inner,
                )  # fmt: skip


@kernel
def _add_factors_gradient(
    inputs: Array, apart: int, channels: int, gradients: Array, gradients_apart: int, outputs: int,
    factors_gradient: Array, count: int,
) -> None:  # fmt: skip
    """Of each product, add ``[channels, count] @ [count, outputs]``."""
    # A multiple of 16 is one of 6, or is after one or two groups of 4.
    fewer = _FEWER_ROWS * (channels % _ROWS % 3)
    for product in range(PRODUCTS):
        for c in range(0, outputs, LANES):
            right, place = product * gradients_apart + c, product * channels * outputs + c
            for row in range(0, fewer, _FEWER_ROWS):
                _add_four_rows(
                    inputs, product * apart + row, 1, channels, gradients, right, outputs,
                    factors_gradient, place + row * outputs, outputs, count,
                )  # fmt: skip
            for row in range(fewer, channels, _ROWS):
                _add_six_rows(
                    inputs, product * apart + row, 1, channels, gradients, right, outputs,
                    factors_gradient, place + row * outputs, outputs, count,
                )  # fmt: skip


@kernel
def _transform_weights(weight: Array, turned: Array, forward: Array, backward: Array) -> None:
    outputs, inputs = weight.shape[:2]
    apart = inputs * outputs
    for i in range(inputs):
        for o in range(outputs):
            for q in range(_WINDOW):
                turned[(q * inputs + i) * outputs + o] = weight[o, i, q // TILE, q % TILE]
    for i in range(inputs):
        for o in range(0, outputs, _VECTOR):
            place = ((o // LANES) * inputs + i) * LANES + o % LANES
            _weights_in(turned, i * outputs + o, TILE * apart, apart, forward, place, apart)
    for o in range(outputs):
        for i in range(inputs):
            for q in range(_WINDOW):
                turned[(q * outputs + o) * inputs + i] = weight[o, i, q // TILE, q % TILE]
    for o in range(outputs):
        for i in range(0, inputs, _VECTOR):
            place = ((i // LANES) * outputs + o) * LANES + i % LANES
            _weights_in(turned, o * inputs + i, TILE * apart, apart, backward, place, apart)


@kernel
def _transform_weight_gradient(factors_gradient: Array, turned: Array, weight_gradient: Array) -> None:
    outputs, inputs = weight_gradient.shape[:2]
    apart = inputs * outputs
    for at in range(0, apart, _VECTOR):
        _weights_out(factors_gradient, at, PATCH * apart, apart, turned, at, apart)
    for o in range(outputs):
        for i in range(inputs):
            for q in range(_WINDOW):
                weight_gradient[o, i, q // TILE, q % TILE] = turned[(q * inputs + i) * outputs + o]


# --- pieces in vectors -----------------------------------------------------------------------------------


def _rows_of_products(rows: int, add: bool) -> Any:
    """Write the sums of products of ``rows`` by two vectors, which stay in registers while they are added up."""

    @intrinsic
    def multiply(
        typing: Any, left: Any, left_at: Any, row: Any, step: Any, right: Any, right_at: Any, line: Any,
        sums: Any, place: Any, sums_row: Any, depth: Any,
    ) -> Any:  # fmt: skip
        intp = types.intp
        signature = types.void(left, intp, intp, intp, right, intp, intp, sums, intp, intp, intp)

        def write(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
            left, left_at, row, step, right, right_at, line, sums, place, sums_row, depth = arguments
            factors = vectors.pointer(context, builder, signature.args[0], left, left_at)
            lanes = vectors.pointer(context, builder, signature.args[4], right, right_at)
            end = vectors.pointer(context, builder, signature.args[7], sums, place)

            def at(r: int, half: int) -> Any:
                return builder.add(builder.mul(sums_row, index(r)), index(_VECTOR * half))

            totals = [[cgutils.alloca_once(builder, FLOATS) for _ in range(2)] for _ in range(rows)]
            for r, pair in enumerate(totals):
                for half, total in enumerate(pair):
                    start = vectors.load(builder, end, at(r, half), FLOATS) if add else vectors.constant(FLOATS, 0.0)
                    builder.store(start, total)
            with cgutils.for_range_slice(builder, index(0), depth, index(1), inc=True) as (k, _):
                here = builder.gep(lanes, [builder.mul(k, line)])
                halves = [vectors.load(builder, here, index(_VECTOR * half), FLOATS) for half in range(2)]
                there = builder.gep(factors, [builder.mul(k, step)])
                for r, pair in enumerate(totals):
                    number = builder.load(builder.gep(there, [builder.mul(row, index(r))]), align=4)
                    everywhere = vectors.spread(builder, number, FLOATS)
                    for total, half in zip(pair, halves, strict=True):
                        product = [everywhere, half, builder.load(total)]
                        builder.store(vectors.call(builder, "llvm.fma.v8f32", FLOATS, product), total)
            for r, pair in enumerate(totals):
                for half, total in enumerate(pair):
                    vectors.store(builder, builder.load(total), end, at(r, half))
            return context.get_dummy_value()

        return signature, write

    return multiply


_six_rows = _rows_of_products(_ROWS, add=False)
_add_six_rows = _rows_of_products(_ROWS, add=True)
_add_four_rows = _rows_of_products(_FEWER_ROWS, add=True)


def _by(matrix: NDArray[np.float64]) -> Any:
    """A transform of vectors: ``matrix @ d``."""

    def transform(numbers: vectors.Floats, d: Sequence[Any]) -> list[Any]:
        def total(row: NDArray[np.float64]) -> Any:
            parts = [numbers.multiply(vectors.constant(FLOATS, float(factor)), vector)
                     for factor, vector in zip(row, d, strict=True) if factor]  # fmt: skip
            return functools.reduce(numbers.add, parts)

        return [total(row) for row in matrix]

    return transform


_source_in = transform_in(into, PATCH, FLOATS, vectors.Floats)
_gradient_in = transform_in(out_of_back, TILE, FLOATS, vectors.Floats)
_weights_in = transform_in(_by(WEIGHT), TILE, FLOATS, vectors.Floats)
_weights_out = transform_in(_by(WEIGHT.T), PATCH, FLOATS, vectors.Floats)


@intrinsic
def _target_out(
    typing: Any, sums: Any, tile: Any, product: Any, bias: Any, bias_at: Any,
    shortcut: Any, shortcut_at: Any, shortcut_point: Any,
    target: Any, at: Any, point: Any, width: Any, high: Any, wide: Any,
) -> Any:  # fmt: skip
    """Eight output channels of a tile, from its 25 sums to the points that lie on the board, ``high`` by ``wide``."""
    intp = types.intp
    signature = types.void(
        sums, intp, intp, bias, intp, shortcut, intp, intp, target, intp, intp, intp, intp, intp
    )  # fmt: skip

    def write(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        _, _, product, _, _, _, _, shortcut_point, _, _, point, width, high, wide = arguments
        sums, bias, shortcut, target = (
            vectors.pointer(context, builder, signature.args[k], *arguments[k : k + 2]) for k in (0, 3, 5, 8)
        )
        numbers = vectors.Floats(builder)
        shift = vectors.load(builder, bias, index(0), FLOATS)
        nothing = vectors.constant(FLOATS, 0.0)
        for i, row in enumerate(along_both(numbers, out_of, _products(builder, sums, product))):
            for j, found in enumerate(row):
                inside = builder.and_(
                    builder.icmp_signed("<", index(i), high), builder.icmp_signed("<", index(j), wide)
                )
                with builder.if_then(inside, likely=True):
                    along = builder.add(builder.mul(width, index(i)), index(j))
                    passing = vectors.load(builder, shortcut, builder.mul(shortcut_point, along), FLOATS)
                    number = numbers.add(numbers.add(found, shift), passing)
                    # What is not a number stays so, and is noticed.
                    number = builder.select(builder.fcmp_unordered(">", number, nothing), number, nothing)
                    vectors.store(builder, number, target, builder.mul(point, along))
        return context.get_dummy_value()

    return signature, write


@intrinsic
def _source_gradient_out(
    typing: Any, sums: Any, tile: Any, product: Any, board: Any, at: Any, line: Any, point: Any
) -> Any:
    """Add eight channels of a tile to the 5x5 points it has been made of."""
    signature = types.void(sums, types.intp, types.intp, board, types.intp, types.intp, types.intp)

    def write(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        sums, tile, product, board, at, line, point = arguments
        start = vectors.pointer(context, builder, signature.args[0], sums, tile)
        end = vectors.pointer(context, builder, signature.args[3], board, at)
        numbers = vectors.Floats(builder)
        for i, row in enumerate(along_both(numbers, into_back, _products(builder, start, product))):
            for j, found in enumerate(row):
                place = there(builder, line, i, point, j)
                vectors.store(builder, numbers.add(vectors.load(builder, end, place, FLOATS), found), end, place)
        return context.get_dummy_value()

    return signature, write


@intrinsic
def _gradient_through_relu(
    typing: Any, gradient: Any, at: Any, output: Any, bias_gradient: Any, board: Any, place: Any, points: Any,
    channels: Any,
) -> Any:  # fmt: skip
    """A line's gradient: 0 where the output is, in place and on the board, and added to that of the bias."""
    signature = types.void(
        gradient, types.intp, output, bias_gradient, board, types.intp, types.intp, types.intp
    )  # fmt: skip

    def write(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        gradient, at, output, bias_gradient, board, place, points, channels = arguments
        slopes = vectors.pointer(context, builder, signature.args[0], gradient, at)
        outputs = vectors.pointer(context, builder, signature.args[2], output, at)
        sums = vectors.pointer(context, builder, signature.args[3], bias_gradient, index(0))
        end = vectors.pointer(context, builder, signature.args[4], board, place)
        numbers, nothing = vectors.Floats(builder), vectors.constant(FLOATS, 0.0)
        total = cgutils.alloca_once(builder, FLOATS)
        length = builder.mul(points, channels)
        with cgutils.for_range_slice(builder, index(0), channels, index(_VECTOR), inc=True) as (c, _):
            builder.store(nothing, total)
            with cgutils.for_range_slice(builder, index(0), length, channels, inc=True) as (point, _):
                here = builder.add(point, c)
                passes = builder.fcmp_ordered(">", vectors.load(builder, outputs, here, FLOATS), nothing)
                slope = builder.select(passes, vectors.load(builder, slopes, here, FLOATS), nothing)
                vectors.store(builder, slope, slopes, here)
                vectors.store(builder, slope, end, here)
                builder.store(numbers.add(builder.load(total), slope), total)
            vectors.store(builder, numbers.add(vectors.load(builder, sums, c, FLOATS), builder.load(total)), sums, c)
        return context.get_dummy_value()

    return signature, write


@intrinsic
def _zero(typing: Any, target: Any, place: Any, count: Any) -> Any:
    """Zeros, a multiple of eight."""
    signature = types.void(target, types.intp, types.intp)

    def write(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        target, place, count = arguments
        end = vectors.pointer(context, builder, signature.args[0], target, place)
        with cgutils.for_range_slice(builder, index(0), count, index(_VECTOR), inc=True) as (k, _):
            vectors.store(builder, vectors.constant(FLOATS, 0.0), end, k)
        return context.get_dummy_value()

    return signature, write


def _transfer(add: bool) -> Any:
    @intrinsic
    def transfer(typing: Any, source: Any, at: Any, target: Any, place: Any, count: Any) -> Any:
        signature = types.void(source, types.intp, target, types.intp, types.intp)

        def write(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
            source, at, target, place, count = arguments
            start = vectors.pointer(context, builder, signature.args[0], source, at)
            end = vectors.pointer(context, builder, signature.args[2], target, place)
            with cgutils.for_range_slice(builder, index(0), count, index(_VECTOR), inc=True) as (k, _):
                number = vectors.load(builder, start, k, FLOATS)
                if add:
                    number = builder.fadd(number, vectors.load(builder, end, k, FLOATS))
                vectors.store(builder, number, end, k)
            return context.get_dummy_value()

        return signature, write

    return transfer


_copy = _transfer(add=False)
_add = _transfer(add=True)


def _products(builder: ir.IRBuilder, sums: Any, product: Any) -> list[list[Any]]:
    """A tile's 25 vectors."""
    return [
        [vectors.load(builder, sums, builder.mul(product, index(PATCH * i + j)), FLOATS) for j in range(PATCH)]
        for i in range(PATCH)
    ]

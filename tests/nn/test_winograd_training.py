"""Winograd's convolutions in training: what NumPy finds directly, and nothing from beyond the board."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.nn.winograd.floats import Factors, Team, convolve, convolve_back, suits
from clevergo.nn.winograd.transforms import IN, OUT, into, into_back, out_of, out_of_back
from clevergo.nn.winograd.vectors import has_avx2

Array = NDArray[np.float32]
Exact = NDArray[np.float64]

compiled = pytest.mark.skipif(not has_avx2(), reason="kernels are compiled for a processor without AVX2")

# rows, height, width, channels in, channels out
SHAPES = [(7, 5, 5, 16, 48), (1, 7, 7, 32, 16), (5, 9, 9, 32, 32), (3, 13, 13, 64, 64), (2, 15, 15, 16, 32)]
SHAPES += [(1, 19, 19, 16, 16), (13, 9, 6, 48, 16)]


class Numbers:
    def add(self, one: Exact, other: Exact) -> Exact:
        return one + other

    def subtract(self, one: Exact, other: Exact) -> Exact:
        return one - other


class Layer:
    """Random numbers for one convolution, and what comes of them."""

    def __init__(self, shape: tuple[int, int, int, int, int], with_shortcut: bool, threads: int = 1) -> None:
        rows, height, width, inputs, outputs = shape
        rng = np.random.default_rng(0)

        def normal(*shape: int) -> Array:
            return rng.normal(size=shape).astype(np.float32)

        self.source = normal(rows, height, width, inputs)
        self.weight = normal(outputs, inputs, 3, 3) / np.float32(3 * inputs**0.5)
        self.bias = normal(outputs)
        self.shortcut = normal(rows, height, width, outputs) if with_shortcut else None
        self.slope = normal(rows, height, width, outputs)
        self.team = Team(threads, height, width, max(inputs, outputs))
        self.factors = Factors(self.weight)
        self.factors.load(self.team)

    def forward(self) -> Array:
        target = np.full_like(self.slope, np.nan)
        convolve(self.source, self.factors, self.bias, self.shortcut, target, self.team)
        return target

    def backward(self, target: Array, start: Array | None = None) -> list[Array]:
        """Gradients before the relu, of the source (added to ``start``), the weights and the bias."""
        slope = self.slope.copy()
        of_source = np.full_like(self.source, np.nan) if start is None else start.copy()
        parameters = np.full_like(self.weight, np.nan), np.full_like(self.bias, np.nan)
        convolve_back(self.source, self.factors, target, slope, of_source, start is not None, *parameters, self.team)
        return [slope, of_source, *parameters]

    def directly(self) -> tuple[Exact, list[Exact]]:
        """The same in float64, tap by tap."""
        height, width = self.source.shape[1:3]
        padded = np.pad(self.source.astype(np.float64), ((0, 0), (1, 1), (1, 1), (0, 0)))
        taps = [(i, j) for i in range(3) for j in range(3)]

        def seen(i: int, j: int) -> Exact:
            return padded[:, i : i + height, j : j + width]

        total = sum(seen(i, j) @ self.weight[:, :, i, j].T for i, j in taps) + self.bias.astype(np.float64)
        target = np.maximum(total if self.shortcut is None else total + self.shortcut, 0)
        slope = np.where(target > 0, self.slope, 0).astype(np.float64)
        of_padded, of_weight = np.zeros_like(padded), np.zeros(self.weight.shape)
        for i, j in taps:
            of_padded[:, i : i + height, j : j + width] += slope @ self.weight[:, :, i, j]
            of_weight[:, :, i, j] = np.tensordot(slope, seen(i, j), ((0, 1, 2), (0, 1, 2)))
        return target, [slope, of_padded[:, 1:-1, 1:-1], of_weight, slope.sum(axis=(0, 1, 2))]


def assert_close(found: Array, expected: Exact) -> None:
    assert np.abs(found - expected).max() < 1e-5 * np.abs(expected).max()


@pytest.mark.parametrize(
    ("transform", "matrix"), [(into, IN), (out_of, OUT), (into_back, IN.T), (out_of_back, OUT.T)],
    ids=["IN", "OUT", "IN.T", "OUT.T"],
)  # fmt: skip
def test_sums_and_differences_are_the_matrices(transform: object, matrix: Exact) -> None:
    assert callable(transform)
    np.testing.assert_array_equal(transform(Numbers(), np.eye(matrix.shape[1])), matrix)


@compiled
@pytest.mark.parametrize("with_shortcut", [False, True])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_forward_and_back_are_the_direct_convolutions(
    shape: tuple[int, int, int, int, int], with_shortcut: bool
) -> None:
    layer = Layer(shape, with_shortcut)
    target, gradients = layer.directly()
    found = layer.forward()
    assert_close(found, target)
    for one, expected in zip(layer.backward(found), gradients, strict=True):
        assert_close(one, expected)


@compiled
@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_threads_divide_the_boards_of_a_batch_and_nothing_else(
    shape: tuple[int, int, int, int, int], threads: int
) -> None:
    alone, together = (Layer(shape, True, count) for count in (1, threads))
    target = alone.forward()
    np.testing.assert_array_equal(together.forward(), target)
    before, of_source, *parameters = alone.backward(target)
    found = together.backward(target)
    np.testing.assert_array_equal(found[0], before)
    np.testing.assert_array_equal(found[1], of_source)
    for one, expected in zip(found[2:], parameters, strict=True):  # sums in another order
        assert_close(one, expected.astype(np.float64))


@compiled
def test_a_thread_that_fails_fails_the_whole() -> None:
    def fail(part: slice, scratch: object) -> None:
        if part.start:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Team(2, 5, 5, 16).divide(4, fail)


@compiled
def test_a_source_that_nobody_asks_about_gets_no_gradient() -> None:
    layer = Layer(SHAPES[2], with_shortcut=False)
    target, source = layer.forward(), layer.source.copy()
    weight, bias = np.zeros_like(layer.weight), np.zeros_like(layer.bias)
    convolve_back(layer.source, layer.factors, target, layer.slope.copy(), None, False, weight, bias, layer.team)
    np.testing.assert_array_equal(layer.source, source)
    for one, expected in zip((weight, bias), layer.backward(target)[2:], strict=True):
        np.testing.assert_array_equal(one, expected)


@compiled
def test_what_is_not_a_number_is_not_hidden_by_the_relu() -> None:
    layer = Layer(SHAPES[2], with_shortcut=False)
    layer.bias[3] = np.nan
    target = layer.forward()
    assert np.isnan(target[..., 3]).all()
    assert np.isfinite(np.delete(target, 3, axis=3)).all()


@compiled
def test_the_gradient_of_the_source_is_added_to_what_is_there() -> None:
    layer = Layer(SHAPES[2], with_shortcut=True)
    target, start = layer.forward(), np.random.default_rng(1).normal(size=layer.source.shape).astype(np.float32)
    alone, added = layer.backward(target), layer.backward(target, start)
    np.testing.assert_array_equal(added[1], alone[1] + start)


@compiled
def test_a_layer_that_adds_its_own_source_has_one_buffer_for_both_gradients() -> None:
    layer = Layer((5, 9, 9, 32, 32), with_shortcut=False)
    target = layer.forward()
    slope, of_source, of_weight, of_bias = layer.backward(target)
    both, weight, bias = layer.slope.copy(), np.zeros_like(layer.weight), np.zeros_like(layer.bias)
    convolve_back(layer.source, layer.factors, target, both, both, True, weight, bias, layer.team)
    np.testing.assert_array_equal(both, of_source + slope)
    np.testing.assert_array_equal(weight, of_weight)
    np.testing.assert_array_equal(bias, of_bias)


@compiled
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_twice_the_same_is_the_same_to_the_last_bit_whatever_was_computed_between(
    shape: tuple[int, int, int, int, int], threads: int
) -> None:
    layer = Layer(shape, True, threads)
    first = layer.forward()
    gradients = layer.backward(first)
    for scratch in layer.team.scratches:
        for room in (scratch.board, scratch.first, scratch.second, scratch.factors_gradient, scratch.bias_gradient):
            room[...] = 1e30
    assert np.array_equal(layer.forward(), first)
    assert all(np.array_equal(one, two) for one, two in zip(layer.backward(first), gradients, strict=True))


@compiled
def test_a_board_knows_nothing_of_its_neighbors() -> None:
    layer = Layer((5, 13, 13, 16, 16), with_shortcut=False)
    target = layer.forward()
    of_source = layer.backward(target)[1]
    layer.source[[0, 1, 3, 4]] *= 1e3
    layer.slope[[0, 1, 3, 4]] *= 1e3
    again = layer.forward()
    np.testing.assert_array_equal(again[2], target[2])
    np.testing.assert_array_equal(layer.backward(again)[1][2], of_source[2])


@pytest.mark.parametrize(
    ("shape", "expected"),
    [((32, 16, 3, 3), True), ((24, 16, 3, 3), False), ((32, 17, 3, 3), False), ((32, 32, 1, 1), False)],
)
def test_channels_fill_registers(shape: tuple[int, ...], expected: bool) -> None:
    assert suits(shape) == expected

"""Convolutions by Winograd's method in integers say what convolutions are, whatever the board, weights and numbers."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.nn.winograd import vectors
from clevergo.nn.winograd.integers import (
    LANES,
    LARGEST_INPUTS,
    LEVELS,
    PLANE_LEVELS,
    Scratch,
    ShortWeights,
    boards,
    convolve,
    give_floats,
    take_planes,
)
from clevergo.nn.winograd.transforms import IN, OUT, PATCH, WEIGHT, along_both, into, out_of

pytestmark = pytest.mark.skipif(not vectors.has_avx2(), reason="these kernels are for processors with AVX2")
SIZES = [(9, 9), (15, 15), (13, 13), (5, 5), (19, 19), (7, 4), (1, 1)]


def convolved(source: NDArray[Any], weight: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    """By the definition; ``source`` has a line of zeros or more around the board."""
    height, width = size
    parts = (source[:, y : y + height, x : x + width] @ weight[:, :, y, x].T for y in range(3) for x in range(3))
    return np.sum(list(parts), axis=0)


def inside(array: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    """The boards without the zeros around them."""
    return array[:, 1 : 1 + size[0], 1 : 1 + size[1]]


def weights_for(rng: np.random.Generator, inputs: int, outputs: int) -> tuple[NDArray[Any], NDArray[Any]]:
    weight = rng.normal(size=(outputs, inputs, 3, 3)).astype(np.float32) * np.float32(np.sqrt(2 / 9 / inputs))
    return weight, rng.normal(size=outputs).astype(np.float32) / 10


def activations(rng: np.random.Generator, rows: int, size: tuple[int, int], channels: int) -> NDArray[np.int16]:
    filled = boards(rows, *size, channels)
    some = rng.integers(0, LEVELS + 1, (rows, *size, channels)) * rng.integers(0, 2, (rows, *size, channels))
    inside(filled, size)[..., :channels] = some
    return filled


class Lists:
    """Arithmetic of plain arrays."""

    add, subtract = staticmethod(operator.add), staticmethod(operator.sub)


def test_the_three_matrices_make_a_convolution(rng: np.random.Generator) -> None:
    patch, weight = rng.normal(size=(5, 5)), rng.normal(size=(3, 3))
    tile = OUT @ ((WEIGHT @ weight @ WEIGHT.T) * (IN @ patch @ IN.T)) @ OUT.T
    expected = [[(patch[i : i + 3, j : j + 3] * weight).sum() for j in range(3)] for i in range(3)]
    np.testing.assert_allclose(tile, expected)


@pytest.mark.parametrize(("transform", "matrix"), [(into, IN), (out_of, OUT)])
def test_sums_and_differences_are_what_the_matrix_says(
    rng: np.random.Generator, transform: Any, matrix: NDArray[Any]
) -> None:
    square = rng.normal(size=(PATCH, PATCH))
    np.testing.assert_allclose(transform(Lists(), list(square)), matrix @ square)
    np.testing.assert_allclose(along_both(Lists(), transform, list(square)), matrix @ square @ matrix.T)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("inputs", "outputs", "rows"), [(32, 32, 5), (64, 48, 1), (16, 64, 3), (24, 8, 2)])
def test_a_convolution_is_right_to_a_step(
    rng: np.random.Generator, size: tuple[int, int], inputs: int, outputs: int, rows: int
) -> None:
    source, shortcut = activations(rng, rows, size, inputs), activations(rng, rows, size, outputs)
    target = boards(rows, *size, outputs)
    weight, bias = weights_for(rng, inputs, outputs)
    packed = ShortWeights(weight.shape)
    packed.load(weight, bias, source=0.004, shortcut=0.003, target=0.008)
    convolve(source, packed, shortcut, target, size, Scratch(inputs))
    exact = convolved(source[..., :inputs] * 0.004, weight, size) + bias + inside(shortcut, size)[..., :outputs] * 0.003
    expected = np.clip(exact / 0.008, 0, LEVELS)
    assert expected.max() > LEVELS / 8, "there is something to be right about"
    assert np.abs(inside(target, size)[..., :outputs] - expected).max() < 0.6 + expected.max() / 1000
    assert target.sum(dtype=np.int64) == inside(target, size)[..., :outputs].sum(dtype=np.int64), "zeros stay around it"


def test_it_says_the_same_of_a_board_whatever_else_is_in_the_batch(rng: np.random.Generator) -> None:
    size, channels = (9, 9), 32
    source = activations(rng, 7, size, channels)
    packed, scratch = ShortWeights((channels, channels, 3, 3)), Scratch(channels)
    packed.load(*weights_for(rng, channels, channels), source=0.004, shortcut=0.0, target=0.008)
    together = boards(7, *size, channels)
    convolve(source, packed, None, together, size, scratch)
    for row in range(7):
        alone = boards(1, *size, channels)
        convolve(source[row : row + 1], packed, None, alone, size, scratch)
        np.testing.assert_array_equal(alone[0], together[row])


def test_a_buffer_written_before_leaves_nothing_behind(rng: np.random.Generator) -> None:
    """13x13 is no multiple of three, so tiles write behind the board."""
    size, channels = (13, 13), 16
    source = activations(rng, 2, size, channels)
    packed, scratch = ShortWeights((channels, channels, 3, 3)), Scratch(channels)
    packed.load(*weights_for(rng, channels, channels), source=0.004, shortcut=0.0, target=0.008)
    fresh, used = boards(2, *size, channels), boards(2, *size, channels)
    inside(used, size)[...] = LEVELS
    for target in (fresh, used):
        convolve(source, packed, None, target, size, scratch)
    np.testing.assert_array_equal(fresh, used)


def test_a_unit_of_the_source_is_one_of_the_sums(rng: np.random.Generator) -> None:
    size, channels = (9, 9), 16
    source, (weight, bias) = activations(rng, 2, size, channels), weights_for(rng, channels, channels)
    packed, found = ShortWeights(weight.shape), []
    for step, unit in ((0.004, 2.0), (0.008, 1.0)):
        packed.load(weight, bias, source=step, shortcut=0.0, target=0.01)
        target = boards(2, *size, channels)
        convolve(source, packed, None, target, size, Scratch(channels), unit)
        found.append(target.astype(int))
    assert np.abs(found[0] - found[1]).max() <= 1
    assert found[0].any()


@pytest.mark.parametrize("channels", [16, 64, 256])
def test_no_sum_overflows_whatever_the_weights_and_activations(channels: int) -> None:
    """For each of the 25 products the patch that makes it largest, in every channel, and weights that all agree."""
    scratch = Scratch(channels)
    for i, j in np.ndindex(PATCH, PATCH):
        outer = np.outer(IN[i], IN[j])
        for patch in (outer > 0, outer < 0):
            source, target = boards(1, 3, 3, channels), boards(1, 3, 3, channels)
            # All five by five points of the only tile's patch: what would be zeros around a board is filled, too.
            source[0] = LEVELS * patch[:, :, None]
            weight = np.full((channels, channels, 3, 3), 0.1, np.float32)
            packed = ShortWeights(weight.shape)
            exact = (patch[:, :, None] * float(LEVELS) * np.ones(channels))[None]
            sums = convolved(exact, weight, (3, 3))
            packed.load(weight, np.zeros(channels, np.float32), 1.0, 0.0, max(sums.max(), 1) / LEVELS)
            convolve(source, packed, None, target, (3, 3), scratch)
            found = inside(target, (3, 3)) * max(sums.max(), 1) / LEVELS
            # Equal weights are all rounded the same way; what overflowed would be off by more than all of it.
            np.testing.assert_allclose(found, sums, atol=0.01 * sums.max() + 1)


def test_transformed_inputs_are_at_most_what_weights_are_rounded_for(rng: np.random.Generator) -> None:
    assert LARGEST_INPUTS.max() < 2**15
    for lowest, highest in ((0, LEVELS), (-PLANE_LEVELS, PLANE_LEVELS)):
        patches = rng.choice([lowest, highest], (2000, PATCH, PATCH))
        outer = [np.where(np.outer(IN[i], IN[j]) > 0, highest, lowest) for i, j in np.ndindex(PATCH, PATCH)]
        patches = np.concatenate([patches, np.array(outer)])
        assert (np.abs(IN @ patches @ IN.T) <= LARGEST_INPUTS).all()


@pytest.mark.parametrize(("largest", "unit"), [(0.0, 1), (1.0, 1), (-1.62, 2), (2.0, 2), (5.4, 8)])
def test_planes_are_taken_as_they_are_seen(rng: np.random.Generator, largest: float, unit: float) -> None:
    planes = rng.choice([-1.0, -0.5, 0.0, 0.467, 1.0], (2, 5, 9, 9)).astype(np.float32)
    planes[1, 3] = largest
    taken, given = boards(2, 9, 9, 5), np.empty((2, 9, 9, LANES), np.float32)
    assert take_planes(planes, taken) == unit
    give_floats(taken, np.full(1, unit / PLANE_LEVELS, np.float32), given)
    np.testing.assert_allclose(given[..., :5], planes.transpose(0, 2, 3, 1), atol=0.5001 * unit / PLANE_LEVELS)
    assert not given[..., 5:].any()
    assert np.abs(taken).sum() == np.abs(inside(taken, (9, 9))).sum()
    assert np.abs(taken).max() <= PLANE_LEVELS


def test_channels_that_are_silent_are_no_harm() -> None:
    packed = ShortWeights((16, 16, 3, 3))
    packed.load(np.zeros((16, 16, 3, 3), np.float32), np.full(16, 0.5, np.float32), 1.0, 0.0, 0.25)
    target = boards(1, 9, 9, 16)
    convolve(boards(1, 9, 9, 16), packed, None, target, (9, 9), Scratch(16))
    assert (inside(target, (9, 9)) == 2).all()


def test_processors_without_the_instructions_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for instructions, has in (("+avx2,+fma", True), ("+avx2,-fma", False), ("+neon", False), ("-avx2,+fma", False)):
        monkeypatch.setattr(vectors, "processor", lambda named=instructions: ("some", named))
        assert vectors.has_avx2() is has

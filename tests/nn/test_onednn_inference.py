"""Inference by our own use of oneDNN: it says what the net says, on this processor and on lesser ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from clevergo.nn.description import NetConfig, TrunkLayer, parameter_shapes
from clevergo.nn.inference.choice import Net, OneDnnFamily, sample_planes
from clevergo.nn.inference.engine import Precision, softmax
from clevergo.nn.inference.predictor import Evaluation
from clevergo.nn.onednn.engine import part_sizes
from clevergo.nn.onednn.layers import ByteWeights, largest_pair_sums
from clevergo.nn.onednn.library import Library
from clevergo.nn.winograd import vectors
from tests.nn.judging import (
    CLASSIC,
    RESIDUAL,
    SIZED,
    TOLERANCE,
    as_trained,
    assert_close,
    opinionated,
    own_precisions,
    planes_of,
    random_boards,
)
from tests.patience import PATIENCE

GOMOKU = NetConfig("gomoku", size=8, game="five")


@pytest.mark.parametrize(
    ("config", "size"), [*SIZED, (NetConfig(blocks=1, channels=24), 7), (NetConfig("original"), 9), (GOMOKU, 8)]
)
@pytest.mark.parametrize("precision", own_precisions())
def test_every_engine_says_what_the_net_says(
    rng: np.random.Generator, config: NetConfig, size: int, precision: Precision
) -> None:
    weights = opinionated(config)
    planes = sample_planes(config, size)[:23] if config is GOMOKU else planes_of(random_boards(rng, 23, size), config)
    family = OneDnnFamily(Net(config, size, 1))
    engine = family.engine(precision)
    engine.load(weights.arrays, family.look(weights.arrays)[1])
    logits, value, ownership = engine.run(planes)
    assert_close(Evaluation(softmax(logits), value, ownership), as_trained(weights, planes), TOLERANCE[precision])


def trunk_of(config: NetConfig) -> list[TrunkLayer]:
    known = config.net_kind.onednn
    assert known is not None
    return known.trunk(config)


@pytest.mark.parametrize("config", [CLASSIC, RESIDUAL])
def test_looking_at_a_net_tells_what_it_says_and_how_large_its_activations_are(config: NetConfig) -> None:
    weights = opinionated(config)
    samples = sample_planes(config, 9)
    (logits, value, ownership), steps = OneDnnFamily(Net(config, 9, 1)).look(weights.arrays)
    assert_close(Evaluation(softmax(logits), value, ownership), as_trained(weights, samples), 1e-4)
    assert list(steps) == [layer.name for layer in trunk_of(config)]
    assert all(0 < step < 1 for step in steps.values())


LESSER = ["AVX2", "AVX2_VNNI", "AVX512_CORE"]
"""What oneDNN can be told to use at most; a processor that has less uses what it has."""


@pytest.mark.parametrize("isa", LESSER)
def test_lesser_processors_say_the_same(isa: str) -> None:
    code = """
import numpy as np
from clevergo.nn.inference.choice import Net, OneDnnFamily, errors_between
from clevergo.nn.onednn.engine import usable_precisions
from tests.nn.judging import RESIDUAL, opinionated
arrays, family = opinionated(RESIDUAL).arrays, OneDnnFamily(Net(RESIDUAL, 9, 1))
said, steps = family.look(arrays)
for precision in usable_precisions(family.library):
    engine = family.engine(precision)
    engine.load(arrays, steps)
    print(precision.value, max(errors_between(engine.run(family.samples), said)) < 0.03)
"""
    own = ["int16 True"] if vectors.has_avx2() else []
    assert said_with(isa, code) == ["fp32 True", *own, "int8 True"]


@pytest.mark.parametrize("isa", LESSER)
def test_sums_of_bytes_are_exact_whatever_the_weights_and_activations(isa: str) -> None:
    """The largest weights that may be, beside the largest activations: nothing is cut off on the way.

    Without VNNI two products are first added in 16 bits.
    """
    code = """
import numpy as np
from clevergo.nn.onednn.layers import ByteWeights, convolution
from clevergo.nn.onednn.library import Library
from clevergo.nn.onednn.primitives import Number, Tensor
library, rng, points = Library(), np.random.default_rng(1), 9
for inputs, outputs in ((64, 64), (32, 64), (13, 24), (8, 8)):
    pairs = (outputs, (inputs + 1) // 2, 3, 3)
    first = rng.choice([0, 0.5, 1, 63, 63.5, 64, 126.5, 127], pairs)
    second = 127 - first
    # A third are of different signs, and both as large as may be; every other channel's are far too large together.
    differ = rng.random(pairs) < 1 / 3
    first[differ], second[differ] = 127, -127
    first[::2] = second[::2] = rng.choice([0, 127], pairs)[::2]
    both = np.stack([first, second], axis=2) * rng.choice([-1, 1], (outputs, *pairs[1:]))[:, :, None]
    weight = both.reshape(outputs, -1, 3, 3)[:, :inputs].astype(np.float32)
    packed = ByteWeights(library, weight.shape)
    packed.load_bytes(weight, np.zeros(outputs, np.float32), 1.0, 1.0, 1.0)
    for rows in (1, 16):
        source = Tensor.channels_last(library, rows, points, points, inputs, Number.UINT8)
        target = Tensor.channels_last(library, rows, points, points, outputs, Number.FLOAT32)
        source.array[...] = 255 * rng.integers(0, 2, source.array.shape)
        source.array[0] = 255
        convolution(library, packed, source, target, None)()
        edged = np.pad(source.array.astype(np.int32), ((0, 0), (1, 1), (1, 1), (0, 0)))
        integers = np.rint(weight / packed.scale.array[:, None, None, None]).astype(np.int32)
        parts = [edged[:, y : y + points, x : x + points] @ integers[:, :, y, x].T for y in range(3) for x in range(3)]
        print(np.array_equal(target.array, sum(parts) * packed.scale.array))
"""
    assert said_with(isa, code) == ["True"] * 8


def said_with(isa: str, code: str) -> list[str]:
    """The lines that Python prints where oneDNN may use that processor's instructions only."""
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"ONEDNN_MAX_CPU_ISA": isa},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_a_batch_is_cut_into_few_sizes() -> None:
    for count in range(200):
        sizes = list(part_sizes(count))
        assert sum(sizes) == count
        assert set(sizes) <= {16, 4, 2, 1}
        assert len(sizes) <= count // 16 + 5


def test_each_output_channel_of_bytes_has_its_own_scale() -> None:
    library = Library()
    weights = ByteWeights(library, (2, 1, 1, 1))
    weight = np.array([127.0, 0.5], np.float32).reshape(2, 1, 1, 1)
    weights.load_bytes(weight, np.array([3.0, 4.0], np.float32), source=0.25, sum_step=0.5, target=2.0)
    np.testing.assert_allclose(weights.scale.array, [0.5, 0.5 / 127 * 0.5], rtol=1e-6)
    np.testing.assert_allclose(weights.bias.array, [6.0, 8.0])
    np.testing.assert_allclose(weights.target_scale.array, [4.0])


def test_of_two_weights_that_are_added_in_16_bits_those_of_one_sign_count_together() -> None:
    weight = np.zeros((4, 5, 3, 3), np.float32)
    weight[0, :2, 0, 0] = 100, 27  # one sign
    weight[1, :2, 0, 0] = 100, -27
    weight[2, 1:3, 0, 0] = -100, -27  # of different pairs
    weight[3, 4, 2, 2] = -5  # without a partner
    np.testing.assert_array_equal(largest_pair_sums(weight), [127, 100, 100, 5])


def test_the_trunk_holds_every_convolution_of_three_by_three() -> None:
    for config in (CLASSIC, RESIDUAL, NetConfig(blocks=5, channels=64)):
        wide = {name for name, shape in parameter_shapes(config).items() if len(shape) == 4 and shape[2] == 3}
        assert {f"{layer.name}.weight" for layer in trunk_of(config)} == wide

"""Inference by our own use of oneDNN: it says what the net says, on this processor and on lesser ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from clevergo.nn.choice import OneDnnFamily
from clevergo.nn.config import NetConfig
from clevergo.nn.engines import Precision
from clevergo.nn.onednn.engine import part_sizes
from clevergo.nn.onednn.forward import trunk_of
from clevergo.nn.onednn.library import Library
from clevergo.nn.onednn.packed import ByteWeights
from clevergo.nn.predictor import Evaluation
from clevergo.nn.ranking import softmax
from clevergo.nn.samples import sample_planes
from clevergo.nn.weights import parameter_shapes
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


@pytest.mark.parametrize(("config", "size"), [*SIZED, (NetConfig(blocks=1, channels=24), 7)])
@pytest.mark.parametrize("precision", own_precisions())
def test_every_engine_says_what_the_net_says(
    rng: np.random.Generator, config: NetConfig, size: int, precision: Precision
) -> None:
    weights = opinionated(config)
    planes = planes_of(random_boards(rng, 23, size), config)
    family = OneDnnFamily(config, size, 1, sample_planes(config, size))
    engine = family.engine(precision)
    engine.load(weights.arrays, family.look(weights.arrays)[1])
    logits, value, ownership = engine.run(planes)
    assert_close(Evaluation(softmax(logits), value, ownership), as_trained(weights, planes), TOLERANCE[precision])


@pytest.mark.parametrize("config", [CLASSIC, RESIDUAL])
def test_looking_at_a_net_tells_what_it_says_and_how_large_its_activations_are(config: NetConfig) -> None:
    weights = opinionated(config)
    samples = sample_planes(config, 9)
    (logits, value, ownership), steps = OneDnnFamily(config, 9, 1, samples).look(weights.arrays)
    assert_close(Evaluation(softmax(logits), value, ownership), as_trained(weights, samples), 1e-4)
    assert list(steps) == [layer.name for layer in trunk_of(config)]
    assert all(0 < step < 1 for step in steps.values())


@pytest.mark.parametrize("isa", ["AVX2", "AVX2_VNNI"])
def test_processors_without_bfloat16_say_the_same(isa: str) -> None:
    """OneDNN can be told to use an older processor's instructions only; this one must have them."""
    code = """
import numpy as np
from clevergo.nn.choice import OneDnnFamily
from clevergo.nn.onednn.engine import usable_precisions
from clevergo.nn.ranking import errors_between
from clevergo.nn.samples import sample_planes
from tests.nn.judging import RESIDUAL, as_trained, opinionated
samples, arrays = sample_planes(RESIDUAL, 9), opinionated(RESIDUAL).arrays
family = OneDnnFamily(RESIDUAL, 9, 1, samples)
said, steps = family.look(arrays)
for precision in usable_precisions(family.library):
    engine = family.engine(precision)
    engine.load(arrays, steps)
    print(precision.value, max(errors_between(engine.run(samples), said)) < 0.03)
"""
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"ONEDNN_MAX_CPU_ISA": isa},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[0] == "fp32 True"
    assert all(line.endswith("True") for line in lines)
    assert not any(line.startswith("bf16") for line in lines)


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


def test_the_trunk_holds_every_convolution_of_three_by_three() -> None:
    for config in (CLASSIC, RESIDUAL, NetConfig(blocks=5, channels=64)):
        wide = {name for name, shape in parameter_shapes(config).items() if len(shape) == 4 and shape[2] == 3}
        assert {f"{layer.name}.weight" for layer in trunk_of(config)} == wide

"""What is shown of a net is what it computes: every kind's plan in NumPy says what the engines say."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile, load_weights
from clevergo.nn.inference.choice import Net, OneDnnFamily, sample_planes
from clevergo.nn.inference.engine import Precision, softmax
from clevergo.nn.inference.predictor import Evaluation, Predictor
from clevergo.nn.inside.forward import ClosedNetError, Inside, _convolution, look_inside
from clevergo.nn.inside.plan import PLANES, Function, Part
from tests.nn.judging import CLASSIC, RESIDUAL, assert_close, opinionated, own_precisions
from tests.nn.test_kinds import tiny as tiny
from tests.shipped import MODELS, age_after

EQUAL = 1e-4


def looked_into(weights: WeightFile, size: int, count: int = 8) -> tuple[list[Inside], Evaluation]:
    """Positions through the plan, and through an engine in float32."""
    planes = sample_planes(weights.config, size)[:count]
    inside = [look_inside(weights.config, weights.arrays, one) for one in planes]
    return inside, judged(weights, size, planes)


def judged(weights: WeightFile, size: int, planes: NDArray[np.float32]) -> Evaluation:
    """By our own engine where it runs here, as it takes less time to begin than Paddle."""
    if Precision.FP32 not in own_precisions():
        return Predictor(weights, size, Precision.FP32).run(planes)
    engine = OneDnnFamily(Net(weights.config, size, 1)).engine(Precision.FP32)
    engine.load(weights.arrays, {})
    logits, value, points = engine.run(planes)
    return Evaluation(softmax(logits), value, points)


def assert_same(inside: list[Inside], said: Evaluation) -> None:
    points = None if inside[0].points is None else np.stack([one.points for one in inside if one.points is not None])
    values = np.array([one.value for one in inside], np.float32)
    assert_close(Evaluation(np.stack([one.prior for one in inside]), values, points), said, EQUAL)


@pytest.mark.parametrize(
    ("config", "size"),
    [
        (CLASSIC, 9),
        (RESIDUAL, 9),
        (RESIDUAL, 13),
        (NetConfig(blocks=1, channels=24), 7),
        (NetConfig("original"), 9),
        (NetConfig("gomoku", size=8, game="five"), 8),
        (NetConfig(blocks=2, channels=16, size=15, game="five"), 15),
    ],
    ids=str,
)
def test_every_kinds_plan_says_what_the_engines_say(config: NetConfig, size: int) -> None:
    assert_same(*looked_into(opinionated(config), size))


@pytest.mark.parametrize(
    ("file", "size"),
    [("alpha_go.pdparams", 9), (f"alpha_go/age-{age_after(120):08d}.pdparams", 9), ("alpha_five.pdparams", 15)],
)
def test_of_the_dogs_that_ship_it_shows_what_they_think(file: str, size: int) -> None:
    assert_same(*looked_into(load_weights(MODELS / file), size, 12))


@pytest.mark.parametrize("name", ["residual", "classic", "original"])
def test_every_layer_is_kept_and_made_of_those_before_it(name: str) -> None:
    config = NetConfig(name, blocks=2, channels=16)
    inside = looked_into(opinionated(config), 9, 1)[0][0]
    plan, kept = inside.plan, inside.activations
    assert list(kept) == [PLANES, *(layer.name for layer in plan.layers)]
    known = {PLANES}
    for layer in plan.layers:
        assert known.issuperset({*layer.sources, *((layer.shortcut,) if layer.shortcut else ())})
        known.add(layer.name)
        if layer.function is Function.RELU:
            assert kept[layer.name].min() >= 0
    assert {Part.TRUNK, Part.POLICY, Part.VALUE} <= {layer.part for layer in plan.layers}


def test_a_block_adds_to_what_comes_into_it() -> None:
    """With weights of 0 at the end of a block it passes on what comes in."""
    config = NetConfig(blocks=2, channels=16)
    weights = initial_weights(config, np.random.default_rng(0))
    weights["blocks.1.conv2.weight"][:] = 0
    kept = look_inside(config, weights, sample_planes(config, 9)[5]).activations
    np.testing.assert_array_equal(kept["blocks.1.conv2"], kept["blocks.0.conv2"])
    assert kept["blocks.1.conv1"].any()


def test_a_convolution_is_the_sum_of_what_its_window_meets(rng: np.random.Generator) -> None:
    image, filters = rng.random((2, 3, 5), np.float32), rng.random((4, 2, 3, 3), np.float32)
    padded = np.pad(image, ((0, 0), (1, 1), (1, 1)))
    expected = [
        [[(padded[:, row : row + 3, column : column + 3] * one).sum() for column in range(5)] for row in range(3)]
        for one in filters
    ]
    np.testing.assert_allclose(_convolution(image, filters), np.array(expected), rtol=1e-5)


def test_a_kind_that_nobody_has_written_down_says_so(tiny: NetConfig) -> None:
    weights = initial_weights(tiny, np.random.default_rng(0))
    with pytest.raises(ClosedNetError, match="tiny computes, layer by layer"):
        look_inside(tiny, weights, sample_planes(tiny, 5)[0])

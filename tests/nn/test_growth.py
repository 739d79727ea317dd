"""Growing nets: what a net says stays the same, and what is new learns from the first step on."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.nn.description import NetConfig, check_weights, initial_weights
from clevergo.nn.files import WeightFile
from clevergo.nn.growth import check_growth, grown_state, grown_weights
from clevergo.nn.inference.engine import Precision
from clevergo.nn.inference.predictor import Predictor
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.choice import made_up_batch
from clevergo.problem import BadValueError

SMALL = NetConfig(blocks=1, channels=8, size=5)
LARGE = NetConfig(blocks=3, channels=16, size=5)


@pytest.mark.parametrize(
    "large", [LARGE, NetConfig(blocks=1, channels=16, size=5), NetConfig(blocks=2, channels=8, size=5), SMALL]
)
def test_a_grown_net_says_what_it_said(large: NetConfig, rng: np.random.Generator) -> None:
    weights = initial_weights(SMALL, rng)
    for name, array in weights.items():
        if name.endswith(".bias"):
            array[...] = rng.normal(0, 0.3, array.shape)
    grown = grown_weights(SMALL, weights, large, rng)
    check_weights(large, grown)
    planes = rng.integers(0, 2, (16, SMALL.planes, 5, 5)).astype(np.float32)
    small, now = (
        Predictor(WeightFile(net, arrays, {}), 5, Precision.FP32).run(planes)
        for net, arrays in ((SMALL, weights), (large, grown))
    )
    np.testing.assert_allclose(now.prior, small.prior, atol=1e-6)
    np.testing.assert_allclose(now.value, small.value, atol=1e-6)
    assert small.points is not None
    assert now.points is not None
    np.testing.assert_allclose(now.points, small.points, atol=1e-6)


@pytest.mark.parametrize(("muon", "reach"), [(0.0, 1.0), (1.0, 1.0), (2.0, 2.0)])
def test_what_is_new_learns_from_the_first_steps(muon: float, reach: float, rng: np.random.Generator) -> None:
    config = OptimizerConfig(muon=muon)
    step = DygraphTrainStep(SMALL, config, initial_weights(SMALL, rng))
    batch = made_up_batch(SMALL, rng, 32)
    for _ in range(20):
        step.step(batch, 1e-3)
    state = grown_state(SMALL, step.optimizer.state(), LARGE, seed=1)
    grown = DygraphTrainStep(LARGE, config, initial_weights(LARGE, rng))
    grown.optimizer.load_state(state)
    before, loss = grown.optimizer.copy_weights(), grown.gradients(batch)[0]
    assert loss.total == pytest.approx(step.gradients(batch)[0].total, rel=1e-5)
    assert grown.optimizer.steps == 20
    losses = [grown.step(batch, 1e-3).total for _ in range(20)]
    assert losses[-1] < loss.total
    after = grown.optimizer.copy_weights()
    for name in after:
        moved = np.abs(after[name] - before[name]).max()
        assert 0 < moved < reach * 20 * 2e-3, f"{name} moved by {moved}: each step is about the learning rate"


def test_the_average_says_what_it_said_too(rng: np.random.Generator) -> None:
    step = DygraphTrainStep(SMALL, OptimizerConfig(), initial_weights(SMALL, rng))
    batch = made_up_batch(SMALL, rng, 32)
    for _ in range(5):
        step.step(batch, 1e-2)
    state = grown_state(SMALL, step.optimizer.state(), LARGE, seed=1)
    average = {name.removeprefix("average/"): array for name, array in state.items() if name.startswith("average/")}
    planes = rng.integers(0, 2, (4, SMALL.planes, 5, 5)).astype(np.float32)
    now = Predictor(WeightFile(LARGE, average, {}), 5, Precision.FP32).run(planes)
    before = Predictor(WeightFile(SMALL, step.optimizer.copy_average(), {}), 5, Precision.FP32).run(planes)
    np.testing.assert_allclose(now.prior, before.prior, atol=1e-6)


@pytest.mark.parametrize(
    ("small", "large"),
    [
        (LARGE, SMALL),
        (SMALL, NetConfig(blocks=3, channels=16, size=9)),
        (NetConfig("classic"), NetConfig("classic")),
        (SMALL, NetConfig(blocks=3, channels=16, size=5, game="five")),
    ],
)
def test_a_net_grows_only_into_a_larger_one_of_its_kind(small: NetConfig, large: NetConfig) -> None:
    with pytest.raises(BadValueError, match="cannot grow"):
        check_growth(small, large)

"""The update of the weights, against Paddle's own optimizers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import paddle
import pytest

from clevergo.nn.description import NetConfig, Weights, initial_weights
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.optimizer import FlatOptimizer

NET = NetConfig(blocks=1, channels=8, size=5)
GROUND = OptimizerConfig()


def start() -> Weights:
    return initial_weights(NET, np.random.default_rng(0))


def gradients(count: int) -> list[Weights]:
    rng = np.random.default_rng(1)
    return [{n: rng.normal(0, 0.1, w.shape).astype(np.float32) for n, w in start().items()} for _ in range(count)]


def run(config: OptimizerConfig, steps: list[Weights], rate: float = 1e-2) -> FlatOptimizer:
    optimizer = FlatOptimizer(NET, config, start())
    flat = optimizer.layout.zeros()
    for step in steps:
        for name, view in optimizer.layout.views(flat).items():
            view[...] = step[name]
        optimizer.update(flat, rate)
    return optimizer


def run_paddles(optimizer_class: type, steps: list[Weights], **options: object) -> Weights:
    parameters = {name: paddle.create_parameter(list(w.shape), "float32") for name, w in start().items()}
    for name, parameter in parameters.items():
        parameter.set_value(start()[name])
    clip = paddle.nn.ClipGradByGlobalNorm(GROUND.clip_norm)
    optimizer = optimizer_class(parameters=list(parameters.values()), grad_clip=clip, **options)
    for step in steps:
        for name, parameter in parameters.items():
            parameter.grad = paddle.to_tensor(step[name])
        optimizer.step()
    return {name: parameter.numpy() for name, parameter in parameters.items()}


def assert_close(found: Weights, expected: Weights) -> None:
    for name, array in expected.items():
        np.testing.assert_allclose(found[name], array, rtol=2e-4, atol=2e-6, err_msg=name)


def test_adamw_is_paddles() -> None:
    config, steps = OptimizerConfig(weight_decay=0.1, muon=0.0), gradients(5)
    expected = run_paddles(paddle.optimizer.AdamW, steps, learning_rate=1e-2, weight_decay=0.1)
    assert_close(run(config, steps).copy_weights(), expected)


def test_decay_alone_shrinks_every_weight() -> None:
    nothing = {name: np.zeros_like(array) for name, array in start().items()}
    after = run(OptimizerConfig(weight_decay=1.0), [nothing], rate=0.1).copy_weights()
    assert_close(after, {name: 0.9 * array for name, array in start().items()})


def test_the_average_of_all_steps_is_a_plain_mean_at_first() -> None:
    config, steps = replace(GROUND, average_share=1.0), gradients(4)
    seen = [start()] + [run(config, steps[: n + 1]).copy_weights() for n in range(4)]
    expected = {name: np.mean([weights[name] for weights in seen], axis=0) for name in start()}
    assert_close(run(config, steps).copy_average(), expected)


def test_the_smaller_the_share_of_steps_it_reaches_back_over_the_nearer_is_a_young_nets_average() -> None:
    def distance(share: float) -> float:
        optimizer = run(OptimizerConfig(average_share=share), gradients(30), rate=1e-3)
        return float(np.abs(optimizer.average - optimizer.weights).mean())

    assert 0 < distance(0.05) < distance(0.2) < distance(1.0)


def test_the_average_then_forgets() -> None:
    optimizer = run(OptimizerConfig(average_steps=2), gradients(30), rate=1e-3)
    newest, average, oldest = optimizer.weights, optimizer.average, run(GROUND, []).weights
    assert np.abs(average - newest).mean() < 0.2 * np.abs(average - oldest).mean()


def test_a_gradient_that_is_not_finite_changes_nothing() -> None:
    optimizer = run(GROUND, gradients(1))
    before = optimizer.state()
    bad = optimizer.layout.zeros()
    bad[3] = np.nan
    with pytest.raises(FloatingPointError, match="not finite"):
        optimizer.update(bad, 1e-3)
    after = optimizer.state()
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_padding_between_parameters_stays_zero() -> None:
    optimizer = run(GROUND, gradients(3))
    for view in optimizer.layout.views(optimizer.weights).values():
        view[...] = 0
    assert not optimizer.weights.any()


def test_a_state_of_another_net_is_refused_and_nothing_changes() -> None:
    optimizer = run(GROUND, gradients(1))
    state = optimizer.state()
    del state["weights/value_out.bias"]
    before = optimizer.weights.copy()
    with pytest.raises(ValueError, match=r"value_out\.bias"):
        optimizer.load_state(state)
    assert np.array_equal(optimizer.weights, before)


@pytest.mark.parametrize(
    "wrong",
    [
        {"clip_norm": 0.0},
        {"average_steps": 0},
        {"average_share": 0.0},
        {"average_share": 1.5},
        {"points_weight": -1.0},
        {"weight_decay": float("nan")},
        {"muon": -1.0},
        {"norm_bound": -1.0},
    ],
)
def test_senseless_settings_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        OptimizerConfig(**wrong)  # type: ignore[arg-type]

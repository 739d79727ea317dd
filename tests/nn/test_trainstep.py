"""Every way of training that runs on this machine: same gradients, learns, and goes on where it was."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import astuple, replace

import numpy as np
import pytest

from clevergo.nn.description import NetConfig, Weights, initial_weights
from clevergo.nn.onednn import library, trunk
from clevergo.nn.onednn.library import OneDnnError
from clevergo.nn.onednn.primitives import Number
from clevergo.nn.onednn.step import OneDnnTrainStep, usable_ways
from clevergo.nn.onednn.trunk import WinogradConvolution
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig, choice
from clevergo.nn.training.choice import best_train_step, made_up_batch, relative_errors
from clevergo.nn.training.step import Batch, TrainStep

RESIDUAL = NetConfig(blocks=2, channels=32, size=5)
CLASSIC = NetConfig("classic", size=5)
CONFIGS = [RESIDUAL, NetConfig(blocks=1, channels=16, size=9), NetConfig(blocks=1, channels=48, size=13), CLASSIC]
CONFIGS += [NetConfig("original", size=5), NetConfig("gomoku", size=9, game="five")]
ADAMW = OptimizerConfig()
Way = Callable[[NetConfig, OptimizerConfig, Weights], TrainStep]


def _onednn(number: Number, winograd: bool = True, threads: int = 1) -> Way:
    return lambda config, optimizer, weights: OneDnnTrainStep(config, optimizer, weights, threads, number, winograd)


def ways() -> dict[str, Way]:
    """Every way of training that this machine has."""
    found: dict[str, Way] = {"dygraph": DygraphTrainStep}
    with suppress(OneDnnError):
        for way in usable_ways(RESIDUAL):
            found |= {way.name: _onednn(*way), f"{way.name} in two threads": _onednn(*way, threads=2)}
    return found


EVERY_WAY = [pytest.param(config, way, id=f"{config.kind}-{config.size}-{name}")
             for config in CONFIGS for name, way in ways().items()]  # fmt: skip
SMALL_WAYS = [parameter for parameter in EVERY_WAY if parameter.values[0] in (RESIDUAL, CLASSIC)]


def newborn(config: NetConfig, seed: int = 0) -> Weights:
    weights = initial_weights(config, np.random.default_rng(seed))
    for name, array in weights.items():
        if name.endswith(".bias"):
            array[...] = np.random.default_rng(seed).normal(0, 0.1, array.shape)
    return weights


def batch_for(config: NetConfig, rows: int = 16, seed: int = 7) -> Batch:
    return made_up_batch(config, np.random.default_rng(seed), rows)


@pytest.mark.parametrize(("config", "way"), EVERY_WAY)
def test_gradients_are_dygraphs(config: NetConfig, way: Way) -> None:
    batch = batch_for(config)
    optimizer = OptimizerConfig(points_weight=0.7, score_weight=0.3)
    expected_losses, expected = DygraphTrainStep(config, optimizer, newborn(config)).gradients(batch)
    step = way(config, optimizer, newborn(config))
    losses, found = step.gradients(batch)
    whole, (name, worst) = relative_errors(found, expected)
    limits = (0.15, 0.5) if "bfloat16" in step.name else (1e-3, 5e-3)
    assert whole < limits[0]
    assert worst < limits[1], name
    assert losses.total == pytest.approx(expected_losses.total, rel=1e-2 if "bfloat16" in step.name else 1e-5)
    assert losses.target_entropy == pytest.approx(expected_losses.target_entropy)


@pytest.mark.parametrize(("config", "way"), SMALL_WAYS)
def test_it_says_what_its_losses_are_measured_of_with_any_weights(config: NetConfig, way: Way) -> None:
    batch, step = batch_for(config), way(config, ADAMW, newborn(config))
    for seed in range(3):
        step.step(batch_for(config, seed=seed), 3e-3)
    weights, average = step.optimizer.weights.copy(), step.optimizer.average.copy()
    losses, said = step.judge(batch)
    share = batch.weight / batch.weight.sum()
    np.testing.assert_allclose(np.exp(said.log_policy).sum(axis=1), 1.0, rtol=1e-5)
    assert losses.policy == pytest.approx(-float(share @ (batch.policy * said.log_policy).sum(axis=1)), rel=1e-4)
    assert losses.value == pytest.approx(float(share @ (said.value - batch.value) ** 2), rel=1e-4)
    assert losses.total == pytest.approx(step.gradients(batch)[0].total, rel=1e-6)
    averaged, _ = step.judge(batch, average)
    assert averaged.total == pytest.approx(way(config, ADAMW, step.optimizer.copy_average()).judge(batch)[0].total)
    assert averaged != losses
    assert np.array_equal(step.optimizer.weights, weights)
    with pytest.raises(ValueError, match="do not fit"):
        step.judge(batch, average[:-16])


@pytest.mark.parametrize("config", [RESIDUAL, CLASSIC])
def test_dygraphs_gradient_is_the_slope_of_its_loss(config: NetConfig) -> None:
    batch, weights = batch_for(config), newborn(config)
    losses, gradient = DygraphTrainStep(config, ADAMW, weights).gradients(batch)
    length = float(np.sqrt(sum(float((g**2).sum()) for g in gradient.values())))
    stride = 1e-2 / length
    moved = {name: array + stride * gradient[name] / length for name, array in weights.items()}
    after = DygraphTrainStep(config, ADAMW, moved).gradients(batch)[0]
    assert (after.total - losses.total) / stride == pytest.approx(length, rel=0.1)


@pytest.mark.parametrize(("config", "way"), SMALL_WAYS)
def test_one_batch_can_be_learned_by_heart(config: NetConfig, way: Way) -> None:
    batch = batch_for(config)
    step = way(config, ADAMW, newborn(config))
    first = step.step(batch, 3e-3)
    for _ in range(150):
        last = step.step(batch, 3e-3)
    assert last.policy - last.target_entropy < 0.2 * (first.policy - first.target_entropy)
    assert last.value < 0.1 * first.value
    if config.kind == "residual":
        assert last.points < 0.3 * first.points


@pytest.mark.parametrize(("config", "way"), SMALL_WAYS)
def test_a_saved_state_goes_on_exactly(config: NetConfig, way: Way) -> None:
    optimizer, batches = OptimizerConfig(), [batch_for(config, seed=seed) for seed in range(4)]
    straight = way(config, optimizer, newborn(config))
    for batch in batches[:2]:
        straight.step(batch, 1e-3)
    resumed = way(config, optimizer, newborn(config, seed=9))
    resumed.step(batches[3], 1e-3)
    resumed.optimizer.load_state(straight.optimizer.state())
    for batch in batches[2:]:
        assert resumed.step(batch, 1e-3) == straight.step(batch, 1e-3)
    assert resumed.optimizer.steps == straight.optimizer.steps == 4
    for first, second in (
        (straight.optimizer.copy_weights(), resumed.optimizer.copy_weights()),
        (straight.optimizer.copy_average(), resumed.optimizer.copy_average()),
    ):
        assert all(np.array_equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize(("config", "way"), SMALL_WAYS)
def test_batches_may_change_their_size(config: NetConfig, way: Way) -> None:
    step = way(config, ADAMW, newborn(config))
    expected = DygraphTrainStep(config, ADAMW, newborn(config))
    for rows in (3, 8, 3):
        batch = batch_for(config, rows)
        assert step.gradients(batch)[0].total == pytest.approx(expected.gradients(batch)[0].total, rel=1e-2)


@pytest.mark.parametrize(("config", "way"), SMALL_WAYS)
def test_the_same_batch_has_the_same_gradient_to_the_last_bit(config: NetConfig, way: Way) -> None:
    step, batch = way(config, ADAMW, newborn(config)), batch_for(config, 11)
    first = {name: array.copy() for name, array in step.gradients(batch)[1].items()}
    step.gradients(batch_for(config, 16, seed=8))
    again = step.gradients(batch)[1]
    assert all(np.array_equal(first[name], array) for name, array in again.items())


@pytest.mark.parametrize("threads", [1, 2])
def test_winograds_kernels_can_be_left_out(threads: int) -> None:
    if len(ways()) == 1:
        pytest.skip("oneDNN cannot be used here")
    can = [way.winograd for way in usable_ways(RESIDUAL) if way.number is Number.FLOAT32]
    assert can == [True, False] or can == [False]
    for winograd in (True, False):
        step = OneDnnTrainStep(RESIDUAL, ADAMW, newborn(RESIDUAL), threads, Number.FLOAT32, winograd)
        assert ("Winograd" in step.name) == (winograd and can[0])


@pytest.mark.parametrize(("config", "way"), SMALL_WAYS)
def test_a_position_of_no_weight_teaches_nothing(config: NetConfig, way: Way) -> None:
    batch = batch_for(config, 4)
    weight = np.array([1, 0, 1, 1], np.float32)
    policy, value = batch.policy.copy(), batch.value.copy()
    policy[1], value[1] = policy[2], -value[1]
    step = way(config, ADAMW, newborn(config))
    one = step.gradients(replace(batch, weight=weight))[1]
    two = step.gradients(replace(batch, weight=weight, policy=policy, value=value))[1]
    assert all(np.array_equal(one[name], two[name]) for name in one)


@pytest.mark.parametrize("config", [RESIDUAL, CLASSIC])
@pytest.mark.parametrize("rows", [1, 2, 3, 7])
def test_a_batch_too_large_for_the_memory_is_learned_in_parts(
    config: NetConfig, rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Part by part it comes to the same, whatever each weighs; one part weighs nothing."""
    if len(ways()) == 1:
        pytest.skip("oneDNN cannot be used here, and Paddle keeps its own memory")
    weight = np.array([0, 0, 0, 2, 1, 0, 3], np.float32)
    batch = replace(batch_for(config, 7), weight=weight)
    expected, gradient = _onednn(Number.FLOAT32)(config, ADAMW, newborn(config)).gradients(batch)
    whole = _onednn(Number.FLOAT32)(config, ADAMW, newborn(config)).judge(batch)[1]
    step = _onednn(Number.FLOAT32)(config, ADAMW, newborn(config))
    assert isinstance(step, OneDnnTrainStep)
    monkeypatch.setattr("clevergo.nn.onednn.step._MOST_BYTES", rows * step.bytes_a_position(config.size, config.size))
    found, of_parts = step.gradients(batch)
    assert relative_errors(of_parts, gradient)[0] < 1e-5
    np.testing.assert_allclose(astuple(found), astuple(expected), rtol=1e-5)
    losses, said = step.judge(batch)
    np.testing.assert_allclose(astuple(losses), astuple(expected), rtol=1e-5)
    np.testing.assert_allclose(said.log_policy, whole.log_policy, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(said.value, whole.value, rtol=1e-4, atol=1e-5)
    assert (said.points is None) == (whole.points is None)
    if said.points is not None and whole.points is not None:
        np.testing.assert_allclose(said.points, whole.points, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("config", "way"), SMALL_WAYS)
def test_an_empty_policy_target_teaches_no_policy(config: NetConfig, way: Way) -> None:
    batch = batch_for(config, 4)
    losses, gradient = way(config, ADAMW, newborn(config)).gradients(replace(batch, policy=np.zeros_like(batch.policy)))
    assert losses.policy == 0
    assert not any(array.any() for name, array in gradient.items() if name.startswith("policy"))
    assert gradient["value_out.weight"].any()


def test_weights_handed_out_are_copies() -> None:
    step = DygraphTrainStep(RESIDUAL, ADAMW, newborn(RESIDUAL))
    step.optimizer.copy_weights()["value_out.bias"][...] = 100
    step.optimizer.state()["weights/value_out.bias"][...] = 100
    assert abs(step.optimizer.copy_weights()["value_out.bias"]).max() < 10


@pytest.mark.parametrize(
    ("field", "shape"),
    [("value", (16, 1)), ("policy", (16, 25)), ("points", (16, 5, 5)), ("weight", (1,)), ("planes", (16, 16, 5, 4))],
)
def test_a_batch_of_wrong_shapes_is_refused(field: str, shape: tuple[int, ...]) -> None:
    step = DygraphTrainStep(RESIDUAL, ADAMW, newborn(RESIDUAL))
    with pytest.raises(ValueError, match=field):
        step.gradients(replace(batch_for(RESIDUAL), **{field: np.zeros(shape, np.float32)}))


@pytest.mark.parametrize("weight", [0.0, -1.0, float("nan")])
def test_a_batch_whose_weights_make_no_mean_is_refused(weight: float) -> None:
    with pytest.raises(ValueError, match="weight"):
        replace(batch_for(RESIDUAL), weight=np.full(16, weight, np.float32))


def test_a_batch_of_wrong_numbers_is_refused() -> None:
    with pytest.raises(ValueError, match="value must be float32"):
        replace(batch_for(RESIDUAL), value=np.zeros(16))  # type: ignore[arg-type]


@pytest.mark.parametrize(("config", "way"), SMALL_WAYS)
def test_another_nets_batch_is_refused(config: NetConfig, way: Way) -> None:
    other = CLASSIC if config is RESIDUAL else RESIDUAL
    with pytest.raises(ValueError, match="cannot train on"):
        way(config, ADAMW, newborn(config)).step(batch_for(other), 1e-3)


@pytest.mark.parametrize("config", [RESIDUAL, CLASSIC])
def test_the_best_way_is_one_of_this_machines(config: NetConfig) -> None:
    best = best_train_step(config, ADAMW, newborn(config))
    names = [way(config, ADAMW, newborn(config)).name for way in ways().values()]
    assert best.name == (names[1] if len(names) > 1 else names[0])
    assert all(np.array_equal(array, newborn(config)[name]) for name, array in best.optimizer.copy_weights().items())


def test_without_the_library_dygraph_trains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_NAMES", {})
    best = best_train_step(RESIDUAL, ADAMW)
    assert isinstance(best, DygraphTrainStep)
    assert best.step(batch_for(RESIDUAL), 1e-3).total > 0


def test_an_untested_version_of_the_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "TESTED_VERSION", (2, 0))
    assert isinstance(best_train_step(RESIDUAL, ADAMW), DygraphTrainStep)


@pytest.mark.parametrize("damage", [2.0, float("nan")])
def test_wrong_gradients_are_noticed_and_dygraph_trains(monkeypatch: pytest.MonkeyPatch, damage: float) -> None:
    class Damaged(OneDnnTrainStep):
        def _give_head_gradients(self) -> None:
            super()._give_head_gradients()
            self._gradient_views["blocks.0.conv1.weight"][...] *= damage

    monkeypatch.setattr(choice, "OneDnnTrainStep", Damaged)
    assert isinstance(best_train_step(RESIDUAL, ADAMW), DygraphTrainStep)


def test_where_only_winograds_gradients_are_wrong_onednn_trains_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    found = usable_ways(RESIDUAL) if len(ways()) > 1 else []
    if not any(way.winograd for way in found):
        pytest.skip("Winograd's kernels are not used here")

    class Damaged(WinogradConvolution):
        def backward(self) -> None:
            super().backward()
            self._parameters.weight_gradient[...] *= 2

    monkeypatch.setattr(trunk, "WinogradConvolution", Damaged)
    assert best_train_step(RESIDUAL, ADAMW).name == "oneDNN float32"

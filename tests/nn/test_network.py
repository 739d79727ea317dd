"""The nets: shapes, points of view, names, and a start that does not shout."""

from __future__ import annotations

import numpy as np
import paddle
import pytest

from clevergo.nn.description import NetConfig, Weights, check_weights, initial_weights, parameter_shapes
from clevergo.nn.paddle.network import Network

CONFIGS = [
    NetConfig(blocks=2, channels=16),
    NetConfig(blocks=1, channels=32, size=19),
    NetConfig("classic"),
    NetConfig("classic", size=5),
]


def network_with(config: NetConfig, weights: Weights) -> Network:
    check_weights(config, weights)
    network = Network(config)
    network.set_state_dict({name: np.ascontiguousarray(array) for name, array in weights.items()})
    return network


def planes(config: NetConfig, rows: int, size: int | None = None) -> paddle.Tensor:
    size = size or config.size
    return paddle.to_tensor(np.random.default_rng(3).random((rows, config.planes, size, size), np.float32))


@pytest.mark.parametrize("config", CONFIGS)
def test_names_and_shapes_are_the_networks(config: NetConfig) -> None:
    state = Network(config).state_dict()
    assert [(name, tuple(tensor.shape)) for name, tensor in state.items()] == list(parameter_shapes(config).items())


@pytest.mark.parametrize("config", CONFIGS)
def test_outputs_have_their_shapes_and_ranges(config: NetConfig) -> None:
    outputs = Network(config)(planes(config, 3))
    points = config.size**2
    expected = [[3, points + 1], [3, 1]] + ([[3, points]] if config.kind == "residual" else [])
    assert [output.shape for output in outputs] == expected
    for bounded in outputs[1:]:
        assert float(bounded.abs().max()) <= 1


@pytest.mark.parametrize("size", [2, 5, 9, 13])
def test_a_residual_net_judges_any_board(size: int) -> None:
    config = NetConfig(blocks=1, channels=16, size=9)
    policy, _, ownership = Network(config)(planes(config, 2, size))
    assert policy.shape == [2, size * size + 1]
    assert ownership.shape == [2, size * size]


def test_a_residual_net_turns_with_the_board_when_its_filters_do() -> None:
    config = NetConfig(blocks=1, channels=16, size=5)
    weights = initial_weights(config, np.random.default_rng(0))
    turned = {name: np.rot90(w, axes=(2, 3)) if w.ndim == 4 else w for name, w in weights.items()}
    network, rotated = network_with(config, weights), network_with(config, turned)
    policy, value, ownership = (out.numpy() for out in network(planes(config, 4)))
    policy_r, value_r, ownership_r = (out.numpy() for out in rotated(paddle.rot90(planes(config, 4), 1, [2, 3])))
    points = policy[:, :25].reshape(4, 5, 5), ownership.reshape(4, 5, 5)
    np.testing.assert_allclose(policy_r[:, :25].reshape(4, 5, 5), np.rot90(points[0], axes=(1, 2)), atol=1e-5)
    np.testing.assert_allclose(ownership_r.reshape(4, 5, 5), np.rot90(points[1], axes=(1, 2)), atol=1e-5)
    np.testing.assert_allclose(policy_r[:, 25], policy[:, 25], atol=1e-5)
    np.testing.assert_allclose(value_r, value, atol=1e-5)


@pytest.mark.parametrize("config", CONFIGS)
def test_a_newborn_net_has_no_opinions(config: NetConfig) -> None:
    network = network_with(config, initial_weights(config, np.random.default_rng(0)))
    policy, value = network(planes(config, 8))[:2]
    prior = paddle.nn.functional.softmax(policy, axis=1).numpy()
    assert prior.max() < 2 / prior.shape[1]
    assert float(value.abs().max()) < 0.5


def test_the_same_seed_gives_the_same_newborn() -> None:
    config = CONFIGS[0]
    first, second = (initial_weights(config, np.random.default_rng(5)) for _ in range(2))
    assert all(np.array_equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize("config", CONFIGS)
def test_weights_survive_the_network(config: NetConfig) -> None:
    weights = initial_weights(config, np.random.default_rng(1))
    state = network_with(config, weights).state_dict()
    assert {name: tensor.numpy().tolist() for name, tensor in state.items()} == {
        name: array.tolist() for name, array in weights.items()
    }


def test_weights_of_another_net_are_refused_by_name() -> None:
    weights = initial_weights(NetConfig(blocks=2, channels=16), np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"blocks\.1\.conv1\.bias"):
        check_weights(NetConfig(blocks=1, channels=16), weights)
    with pytest.raises(ValueError, match=r"blocks\.0\.conv1\.weight"):
        check_weights(NetConfig(blocks=2, channels=32), weights)


@pytest.mark.parametrize("config", CONFIGS)
def test_an_exported_net_takes_any_number_of_positions(config: NetConfig) -> None:
    network = Network(config)
    network.eval()
    shape = [None, config.planes, config.size, config.size]
    exported = paddle.jit.to_static(
        network.forward, input_spec=[paddle.static.InputSpec(shape, "float32", "planes")], full_graph=True
    )
    for rows in (1, 7):
        inputs = planes(config, rows)
        assert [out.shape[0] for out in exported(inputs)] == [rows] * (3 if config.kind == "residual" else 2)

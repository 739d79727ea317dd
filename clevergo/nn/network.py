"""The policy-value nets: what they compute, the names and shapes of their weights, and how they start.

All judge a position for the side to move. A net is described by its :class:`~clevergo.nn.config.NetConfig`; its
weights are a flat ``dict[str, ndarray]`` under the names of :func:`parameter_shapes`, in that order, which is what
weight files, the predictor and every training step exchange. Neither net uses batch norm: it halves the speed of
training on a CPU, and statistics that differ between learner and players are a classic way to train in vain. What
batch norm would buy, a calm start, comes from small initial weights at the end of every residual branch instead
(Zhang et al. 2019, "Fixup Initialization", section 3).
"""

from __future__ import annotations

import math

import numpy as np
import paddle
import paddle.nn.functional as F
from numpy.typing import NDArray
from paddle import nn

from clevergo.nn.config import NetConfig, NetKind

Weights = dict[str, NDArray[np.float32]]
"""A net's parameters by name, ``float32``, in Paddle's layouts: convolutions ``[out, in, h, w]``, linears ``[in, out]``."""

HEAD_CHANNELS = 32
"""Channels of the residual net's policy and value features."""
VALUE_HIDDEN = 64
"""Width of the residual net's hidden value layer."""
CLASSIC_CHANNELS = (32, 64, 128)
_BRANCH_END_SCALE = 0.1
_HEAD_SCALE = 0.1
_SMALL_STARTS = ("policy_points.weight", "policy_pass.weight", "value_out.weight", "policy_out.weight", "ownership_out.weight")


class ClassicNet(nn.Layer):
    """The original program's net: three convolutions, then fully connected heads for one board size."""

    def __init__(self, config: NetConfig) -> None:
        super().__init__()
        points = config.size**2
        first, second, third = CLASSIC_CHANNELS
        self.conv1 = nn.Conv2D(config.planes, first, 3, padding=1)
        self.conv2 = nn.Conv2D(first, second, 3, padding=1)
        self.conv3 = nn.Conv2D(second, third, 3, padding=1)
        self.policy_conv = nn.Conv2D(third, 8, 1)
        self.policy_hidden = nn.Linear(8 * points, 256)
        self.policy_out = nn.Linear(256, points + 1)
        self.value_conv = nn.Conv2D(third, 4, 1)
        self.value_hidden1 = nn.Linear(4 * points, 128)
        self.value_hidden2 = nn.Linear(128, 64)
        self.value_out = nn.Linear(64, 1)

    def forward(self, planes: paddle.Tensor) -> tuple[paddle.Tensor, paddle.Tensor]:
        """Judge positions.

        Args:
            planes: ``float32[B, C, N, N]`` of :func:`clevergo.nn.features.write_planes`.

        Returns:
            Policy logits ``[B, N*N+1]`` and the expected result for the side to move ``[B, 1]`` in (-1, 1).
        """
        trunk = F.relu(self.conv3(F.relu(self.conv2(F.relu(self.conv1(planes))))))
        policy = F.relu(self.policy_conv(trunk)).flatten(1)
        policy = self.policy_out(F.relu(self.policy_hidden(policy)))
        value = F.relu(self.value_conv(trunk)).flatten(1)
        value = F.relu(self.value_hidden2(F.relu(self.value_hidden1(value))))
        return policy, F.tanh(self.value_out(value))


class ResidualBlock(nn.Layer):
    """Two convolutions around a shortcut: ``relu(x + conv2(relu(conv1(x))))``."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2D(channels, channels, 3, padding=1)
        self.conv2 = nn.Conv2D(channels, channels, 3, padding=1)

    def forward(self, x: paddle.Tensor) -> paddle.Tensor:
        """``[B, channels, N, N]`` to the same shape."""
        return F.relu(self.conv2(F.relu(self.conv1(x))) + x)


class ResidualNet(nn.Layer):
    """A residual tower whose heads are convolutions and poolings, so any board size will do."""

    def __init__(self, config: NetConfig) -> None:
        super().__init__()
        self.input_conv = nn.Conv2D(config.planes, config.channels, 3, padding=1)
        self.blocks = nn.LayerList([ResidualBlock(config.channels) for _ in range(config.blocks)])
        self.policy_conv = nn.Conv2D(config.channels, HEAD_CHANNELS, 1)
        self.policy_points = nn.Conv2D(HEAD_CHANNELS, 1, 1)
        self.policy_pass = nn.Linear(HEAD_CHANNELS, 1)
        self.value_conv = nn.Conv2D(config.channels, HEAD_CHANNELS, 1)
        self.value_hidden = nn.Linear(2 * HEAD_CHANNELS, VALUE_HIDDEN)
        self.value_out = nn.Linear(VALUE_HIDDEN, 1)
        self.ownership_out = nn.Conv2D(HEAD_CHANNELS, 1, 1)

    def forward(self, planes: paddle.Tensor) -> tuple[paddle.Tensor, paddle.Tensor, paddle.Tensor]:
        """Judge positions.

        The value is read from the same features as the ownership of each point: who wins is who owns more.

        Args:
            planes: ``float32[B, C, N, N]`` of :func:`clevergo.nn.features.write_planes`.

        Returns:
            Policy logits ``[B, N*N+1]``, the expected result ``[B, 1]`` and each point's expected owner
            ``[B, N*N]``, both in (-1, 1) with +1 for the side to move.
        """
        trunk = F.relu(self.input_conv(planes))
        for block in self.blocks:
            trunk = block(trunk)
        features = F.relu(self.policy_conv(trunk))
        points = self.policy_points(features).flatten(1)
        passing = self.policy_pass(F.adaptive_avg_pool2d(features, 1).flatten(1))
        policy = paddle.concat([points, passing], axis=1)

        features = F.relu(self.value_conv(trunk))
        mean = F.adaptive_avg_pool2d(features, 1).flatten(1)
        largest = F.adaptive_max_pool2d(features, 1).flatten(1)
        hidden = F.relu(self.value_hidden(paddle.concat([mean, largest], axis=1)))
        value = F.tanh(self.value_out(hidden))
        ownership = F.tanh(self.ownership_out(features)).flatten(1)
        return policy, value, ownership


def build_network(config: NetConfig) -> nn.Layer:
    """The net of ``config`` with Paddle's default start; see :func:`initial_weights` for ours."""
    return ClassicNet(config) if config.kind is NetKind.CLASSIC else ResidualNet(config)


def parameter_shapes(config: NetConfig) -> dict[str, tuple[int, ...]]:
    """Every parameter's name and shape, in the order of ``build_network(config).state_dict()``."""
    return _classic_shapes(config) if config.kind is NetKind.CLASSIC else _residual_shapes(config)


def _layer(name: str, *shape: int) -> dict[str, tuple[int, ...]]:
    """A layer's weight and bias: four numbers make a convolution ``[out, in, h, w]``, two a linear ``[in, out]``."""
    return {f"{name}.weight": shape, f"{name}.bias": (shape[0] if len(shape) == 4 else shape[1],)}


def _classic_shapes(config: NetConfig) -> dict[str, tuple[int, ...]]:
    points = config.size**2
    first, second, third = CLASSIC_CHANNELS
    return {
        **_layer("conv1", first, config.planes, 3, 3),
        **_layer("conv2", second, first, 3, 3),
        **_layer("conv3", third, second, 3, 3),
        **_layer("policy_conv", 8, third, 1, 1),
        **_layer("policy_hidden", 8 * points, 256),
        **_layer("policy_out", 256, points + 1),
        **_layer("value_conv", 4, third, 1, 1),
        **_layer("value_hidden1", 4 * points, 128),
        **_layer("value_hidden2", 128, 64),
        **_layer("value_out", 64, 1),
    }


def _residual_shapes(config: NetConfig) -> dict[str, tuple[int, ...]]:
    channels = config.channels
    shapes = _layer("input_conv", channels, config.planes, 3, 3)
    for block in range(config.blocks):
        shapes |= _layer(f"blocks.{block}.conv1", channels, channels, 3, 3)
        shapes |= _layer(f"blocks.{block}.conv2", channels, channels, 3, 3)
    return {
        **shapes,
        **_layer("policy_conv", HEAD_CHANNELS, channels, 1, 1),
        **_layer("policy_points", 1, HEAD_CHANNELS, 1, 1),
        **_layer("policy_pass", HEAD_CHANNELS, 1),
        **_layer("value_conv", HEAD_CHANNELS, channels, 1, 1),
        **_layer("value_hidden", 2 * HEAD_CHANNELS, VALUE_HIDDEN),
        **_layer("value_out", VALUE_HIDDEN, 1),
        **_layer("ownership_out", 1, HEAD_CHANNELS, 1, 1),
    }


def initial_weights(config: NetConfig, rng: np.random.Generator) -> Weights:
    """A newborn net: He et al. (2015) normals, zero biases, and quiet ends.

    The last convolution of every residual branch starts at a tenth, so the tower starts close to the identity, and
    the output layers start at a tenth, so the first policy is nearly uniform and the first value nearly 0.
    """
    weights: Weights = {}
    for name, shape in parameter_shapes(config).items():
        if name.endswith(".bias"):
            weights[name] = np.zeros(shape, np.float32)
            continue
        inputs = math.prod(shape[1:]) if len(shape) == 4 else shape[0]
        scale = math.sqrt(2 / inputs)
        if name.endswith("conv2.weight") and config.kind is NetKind.RESIDUAL:
            scale *= _BRANCH_END_SCALE
        elif name in _SMALL_STARTS:
            scale *= _HEAD_SCALE
        weights[name] = rng.normal(0, scale, shape).astype(np.float32)
    return weights


def check_weights(config: NetConfig, weights: Weights) -> None:
    """Raise ValueError unless ``weights`` are exactly the parameters of ``config``'s net."""
    shapes = parameter_shapes(config)
    wrong = sorted(set(shapes) ^ set(weights))
    wrong += sorted(name for name in set(shapes) & set(weights) if tuple(weights[name].shape) != shapes[name])
    if wrong:
        raise ValueError(f"these weights do not fit a {config.kind.value} net: {', '.join(wrong[:5])}")


def load_weights_into(network: nn.Layer, config: NetConfig, weights: Weights) -> None:
    """Set every parameter of ``network``; raises ValueError when names or shapes do not fit ``config``."""
    check_weights(config, weights)
    network.set_state_dict({name: np.ascontiguousarray(array, np.float32) for name, array in weights.items()})


def weights_of(network: nn.Layer) -> Weights:
    """A copy of every parameter of ``network``."""
    return {name: np.array(tensor.numpy(), np.float32) for name, tensor in network.state_dict().items()}

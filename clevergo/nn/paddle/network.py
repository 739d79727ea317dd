"""The policy-value nets: what they compute.

All judge a position for the side to move. A net is described by its
:class:`~clevergo.nn.description.config.NetConfig`; the names and shapes of its weights stand in
:mod:`clevergo.nn.description.weights`. Neither net uses batch norm: it halves the speed of
training on a CPU, and statistics that differ between learner and players are a classic way to train in vain. What
batch norm would buy, a calm start, comes from small initial weights at the end of every residual branch instead
(Zhang et al. 2019, "Fixup Initialization", section 3).
"""

from __future__ import annotations

import numpy as np
import paddle
from paddle import nn
from paddle.nn import functional

from clevergo.nn.description.config import NetConfig, NetKind
from clevergo.nn.description.weights import CLASSIC_CHANNELS, HEAD_CHANNELS, VALUE_HIDDEN, Weights, check_weights


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
            planes: ``float32[B, C, N, N]`` of :func:`clevergo.games.kernels.write_planes`.

        Returns:
            Policy logits ``[B, N*N+1]`` and the expected result for the side to move ``[B, 1]`` in (-1, 1).
        """
        trunk = functional.relu(self.conv3(functional.relu(self.conv2(functional.relu(self.conv1(planes))))))
        policy = functional.relu(self.policy_conv(trunk)).flatten(1)
        policy = self.policy_out(functional.relu(self.policy_hidden(policy)))
        value = functional.relu(self.value_conv(trunk)).flatten(1)
        value = functional.relu(self.value_hidden2(functional.relu(self.value_hidden1(value))))
        return policy, functional.tanh(self.value_out(value))


class ResidualBlock(nn.Layer):
    """Two convolutions around a shortcut: ``relu(x + conv2(relu(conv1(x))))``."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2D(channels, channels, 3, padding=1)
        self.conv2 = nn.Conv2D(channels, channels, 3, padding=1)

    def forward(self, x: paddle.Tensor) -> paddle.Tensor:
        """``[B, channels, N, N]`` to the same shape."""
        return functional.relu(self.conv2(functional.relu(self.conv1(x))) + x)


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
            planes: ``float32[B, C, N, N]`` of :func:`clevergo.games.kernels.write_planes`.

        Returns:
            Policy logits ``[B, N*N+1]``, the expected result ``[B, 1]`` and each point's expected owner
            ``[B, N*N]``, both in (-1, 1) with +1 for the side to move.
        """
        trunk = functional.relu(self.input_conv(planes))
        for block in self.blocks:
            trunk = block(trunk)
        features = functional.relu(self.policy_conv(trunk))
        points = self.policy_points(features).flatten(1)
        passing = self.policy_pass(functional.adaptive_avg_pool2d(features, 1).flatten(1))
        policy = paddle.concat([points, passing], axis=1)

        features = functional.relu(self.value_conv(trunk))
        mean = functional.adaptive_avg_pool2d(features, 1).flatten(1)
        largest = functional.adaptive_max_pool2d(features, 1).flatten(1)
        hidden = functional.relu(self.value_hidden(paddle.concat([mean, largest], axis=1)))
        value = functional.tanh(self.value_out(hidden))
        ownership = functional.tanh(self.ownership_out(features)).flatten(1)
        return policy, value, ownership


def build_network(config: NetConfig) -> nn.Layer:
    """The net of ``config`` with Paddle's default start.

    Ours is :func:`~clevergo.nn.description.weights.initial_weights`.
    """
    return ClassicNet(config) if config.kind is NetKind.CLASSIC else ResidualNet(config)


def load_weights_into(network: nn.Layer, config: NetConfig, weights: Weights) -> None:
    """Set every parameter of ``network``; raises ValueError when names or shapes do not fit ``config``."""
    check_weights(config, weights)
    network.set_state_dict({name: np.ascontiguousarray(array, np.float32) for name, array in weights.items()})


def weights_of(network: nn.Layer) -> Weights:
    """A copy of every parameter of ``network``."""
    return {name: np.array(tensor.numpy(), np.float32) for name, tensor in network.state_dict().items()}

"""The original program's net: three convolutions, then fully connected heads for one board size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from clevergo.nn.description import NetKind, OneDnnKind, PlaneSet, Shapes, TrunkLayer, layer

if TYPE_CHECKING:
    import paddle

    from clevergo.nn.description import Array, Heads, NetConfig, Weights
    from clevergo.nn.onednn.engine import ForwardPass
    from clevergo.nn.onednn.heads import BatchLosses
    from clevergo.nn.onednn.library import Library

_CHANNELS = (32, 64, 128)
_POLICY_FEATURES, _VALUE_FEATURES = 8, 4


class _OneDnn(OneDnnKind):
    """The same over oneDNN."""

    exact = ("value_out",)
    flattened = ("policy_hidden", "value_hidden1")

    def trunk(self, config: NetConfig) -> list[TrunkLayer]:
        return [TrunkLayer("conv1", None), TrunkLayer("conv2", "conv1"), TrunkLayer("conv3", "conv2")]

    def judge(self, net: ForwardPass) -> tuple[Array, Array, Array | None]:
        from clevergo.nn.onednn.primitives import Operation

        features = net.flat(net.pointwise("policy_conv", net.trunk, Operation.RELU, net.fine))
        hidden = net.linear("policy_hidden", features, Operation.RELU, net.fine)
        logits = net.linear("policy_out", hidden)
        features = net.flat(net.pointwise("value_conv", net.trunk, Operation.RELU, net.fine))
        hidden = net.linear("value_hidden1", features, Operation.RELU, net.fine)
        hidden = net.linear("value_hidden2", hidden, Operation.RELU)
        return logits.array, net.linear("value_out", hidden, Operation.TANH).array, None

    def heads(self, config: NetConfig, library: Library, weights: Weights, gradients: Weights) -> Heads:
        return _Heads(library, weights, gradients)


class Classic(NetKind):
    """See the module; of the settings only the board's size counts."""

    planes = PlaneSet.HISTORY
    onednn = _OneDnn()

    def supports(self, config: NetConfig, size: int) -> bool:
        """Fully connected layers fit one size."""
        return size == config.size

    def short(self, config: NetConfig) -> str:
        """There is one of it."""
        return self.name

    def shapes(self, config: NetConfig) -> Shapes:
        shape = config.shape()
        first, second, third = _CHANNELS
        return {
            **layer("conv1", first, shape.planes, 3, 3),
            **layer("conv2", second, first, 3, 3),
            **layer("conv3", third, second, 3, 3),
            **layer("policy_conv", _POLICY_FEATURES, third, 1, 1),
            **layer("policy_hidden", _POLICY_FEATURES * shape.points, 256),
            **layer("policy_out", 256, shape.actions),
            **layer("value_conv", _VALUE_FEATURES, third, 1, 1),
            **layer("value_hidden1", _VALUE_FEATURES * shape.points, 128),
            **layer("value_hidden2", 128, 64),
            **layer("value_out", 64, 1),
        }

    def start_scale(self, name: str) -> float:
        """A tenth for the output layers: the first policy is nearly uniform and the first value nearly 0."""
        return 0.1 if name in ("policy_out", "value_out") else 1.0

    def forward(
        self, config: NetConfig, layers: Mapping[str, paddle.nn.Layer], planes: paddle.Tensor
    ) -> tuple[paddle.Tensor, ...]:
        from paddle.nn.functional import relu, tanh

        trunk = relu(layers["conv3"](relu(layers["conv2"](relu(layers["conv1"](planes))))))
        policy = relu(layers["policy_conv"](trunk)).flatten(1)
        policy = layers["policy_out"](relu(layers["policy_hidden"](policy)))
        value = relu(layers["value_conv"](trunk)).flatten(1)
        value = relu(layers["value_hidden2"](relu(layers["value_hidden1"](value))))
        return policy, tanh(layers["value_out"](value))


class _Heads:
    """In training: fully connected layers over all points at once."""

    def __init__(self, library: Library, weights: Weights, gradients: Weights) -> None:
        from clevergo.nn.onednn.heads import Linears

        self._linears = Linears(library, weights, gradients)

    def run(self, losses: BatchLosses, features: Array, feature_gradient: Array) -> None:
        policy, value = features[:, :, :_POLICY_FEATURES], features[:, :, _POLICY_FEATURES:]
        feature_gradient[:, :, :_POLICY_FEATURES] = self._chain(policy, ("policy_hidden", "policy_out"), losses.policy)
        value_layers = ("value_hidden1", "value_hidden2", "value_out")
        feature_gradient[:, :, _POLICY_FEATURES:] = self._chain(value, value_layers, losses.value)

    def _chain(self, features: Array, names: tuple[str, ...], loss: Callable[[Array], Array]) -> Array:
        """Layers with a relu before each but the first, whose inputs had theirs, and the gradient all the way back."""
        rows, points, channels = features.shape
        # Paddle flattens a convolution's output channel by channel.
        inputs = [features.transpose(0, 2, 1).reshape(rows, -1)]
        for name in names[:-1]:
            inputs.append(np.maximum(self._linears.forward(name, inputs[-1]), 0))
        slope = loss(self._linears.forward(names[-1], inputs[-1]))
        for name, layer_input in zip(reversed(names), reversed(inputs), strict=True):
            slope = self._linears.backward(name, layer_input, slope)
            slope[layer_input <= 0] = 0
        return slope.reshape(rows, channels, points).transpose(0, 2, 1)


KIND = Classic()

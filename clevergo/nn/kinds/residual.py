"""Residual blocks (He et al. 2016) under convolutional, pooled heads: a net for boards of any size.

It has no batch norm: that halves the speed of training on a CPU, and statistics that differ between learner and
players are a classic way to train in vain. What batch norm would buy, a calm start, comes from small initial weights
at the end of every residual branch instead (Zhang et al. 2019, "Fixup Initialization", section 3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from clevergo.nn.description import NetKind, OneDnnKind, Shapes, TrunkLayer, layer
from clevergo.nn.inside.plan import Function, Layer, LayerKind, NetPlan, Part, trunk_layers

if TYPE_CHECKING:
    import paddle

    from clevergo.nn.description import Array, Heads, NetConfig, Weights
    from clevergo.nn.onednn.engine import ForwardPass
    from clevergo.nn.onednn.heads import BatchLosses
    from clevergo.nn.onednn.library import Library

HEAD_CHANNELS = 32
"""Channels of the policy's and of the value's features."""
VALUE_HIDDEN = 64
"""Width of the hidden value layer."""
_POINTS = "{}_out"
"""The layer that says a number of each point, by what the game calls it."""


class _OneDnn(OneDnnKind):
    """Such a net over oneDNN, for playing and for training."""

    exact = ("policy_points", "policy_pass", "value_hidden", "_out")

    def trunk(self, config: NetConfig) -> list[TrunkLayer]:
        layers = [TrunkLayer("input_conv", None)]
        for block in range(config.blocks):
            below = layers[-1].name
            first, second = f"blocks.{block}.conv1", f"blocks.{block}.conv2"
            layers += [TrunkLayer(first, below), TrunkLayer(second, first, shortcut=below)]
        return layers

    def judge(self, net: ForwardPass) -> tuple[Array, Array, Array | None]:
        from clevergo.nn.onednn.primitives import Operation

        features = net.pointwise("policy_conv", net.trunk, Operation.RELU)
        logits = net.flat(net.pointwise("policy_points", features))
        if net.shape.other_actions:
            mean = net.pooled(Operation.AVERAGE_POOLING, features)
            logits = net.joined(logits, net.linear("policy_pass", mean))

        features = net.pointwise("value_conv", net.trunk, Operation.RELU)
        mean, largest = (
            net.pooled(operation, features) for operation in (Operation.AVERAGE_POOLING, Operation.MAX_POOLING)
        )
        hidden = net.linear("value_hidden", net.joined(mean, largest), Operation.RELU)
        value = net.linear("value_out", hidden, Operation.TANH)
        if not net.shape.has_points:
            return logits.array, value.array, None
        points = net.flat(net.pointwise(_POINTS.format(net.shape.points_name), features, Operation.TANH))
        return logits.array, value.array, points.array

    def heads(self, config: NetConfig, library: Library, weights: Weights, gradients: Weights) -> Heads:
        return _Heads(_POINTS.format(config.shape().points_name), library, weights, gradients)


class Residual(NetKind):
    """``config.blocks`` residual blocks of ``config.channels`` channels, and heads that fit boards of any size."""

    has_points = True
    may_grow = True
    onednn: ClassVar[OneDnnKind] = _OneDnn()

    def short(self, config: NetConfig) -> str:
        """``5x64`` for 5 blocks of 64 channels."""
        return f"{config.blocks}x{config.channels}"

    def shapes(self, config: NetConfig) -> Shapes:
        shape, channels = config.shape(), config.channels
        shapes = layer("input_conv", channels, shape.planes, 3, 3)
        for block in range(config.blocks):
            shapes |= layer(f"blocks.{block}.conv1", channels, channels, 3, 3)
            shapes |= layer(f"blocks.{block}.conv2", channels, channels, 3, 3)
        return {
            **shapes,
            **layer("policy_conv", HEAD_CHANNELS, channels, 1, 1),
            **layer("policy_points", 1, HEAD_CHANNELS, 1, 1),
            **(layer("policy_pass", HEAD_CHANNELS, shape.other_actions) if shape.other_actions else {}),
            **layer("value_conv", HEAD_CHANNELS, channels, 1, 1),
            **layer("value_hidden", 2 * HEAD_CHANNELS, VALUE_HIDDEN),
            **layer("value_out", VALUE_HIDDEN, 1),
            **(layer(_POINTS.format(shape.points_name), 1, HEAD_CHANNELS, 1, 1) if shape.has_points else {}),
        }

    def plan(self, config: NetConfig) -> NetPlan:
        shape, trunk = config.shape(), trunk_layers(self.onednn.trunk(config))
        convolution, linear, below = LayerKind.CONVOLUTION, LayerKind.LINEAR, (trunk[-1].name,)
        policy = [
            Layer("policy_conv", convolution, below, part=Part.POLICY),
            Layer("policy_points", convolution, ("policy_conv",), Function.NONE, part=Part.POLICY),
        ]
        if shape.other_actions:
            policy += [
                Layer("policy_mean", LayerKind.MEAN, ("policy_conv",), Function.NONE, part=Part.POLICY),
                Layer("policy_pass", linear, ("policy_mean",), Function.NONE, part=Part.POLICY),
                Layer("policy", LayerKind.JOIN, ("policy_points", "policy_pass"), Function.NONE, part=Part.POLICY),
            ]
        pooled = ("value_mean", "value_largest")
        value = [
            Layer("value_conv", convolution, below, part=Part.VALUE),
            Layer("value_mean", LayerKind.MEAN, ("value_conv",), Function.NONE, part=Part.VALUE),
            Layer("value_largest", LayerKind.LARGEST, ("value_conv",), Function.NONE, part=Part.VALUE),
            Layer("value_hidden", linear, pooled, part=Part.VALUE),
            Layer("value_out", linear, ("value_hidden",), Function.TANH, part=Part.VALUE),
        ]
        points = _POINTS.format(shape.points_name) if shape.has_points else ""
        if points:
            value.append(Layer(points, convolution, ("value_conv",), Function.TANH, part=Part.POINTS))
        return NetPlan((*trunk, *policy, *value), policy[-1].name, "value_out", points)

    def ends_branch(self, name: str) -> bool:
        return name.endswith("conv2")

    def is_hidden(self, name: str) -> bool:
        return name.startswith("blocks.") or name in ("policy_conv", "value_conv", "value_hidden")

    def start_scale(self, name: str) -> float:
        """A tenth for the last convolution of every branch and for the output layers.

        So the trunk starts close to the identity, the first policy is nearly uniform and the first value nearly 0.
        """
        return 0.1 if name.endswith(("conv2", "policy_points", "policy_pass", "_out")) else 1.0

    def forward(
        self, config: NetConfig, layers: Mapping[str, paddle.nn.Layer], planes: paddle.Tensor
    ) -> tuple[paddle.Tensor, ...]:
        """The value is read from the same features as the number of each point: who wins is who owns more."""
        import paddle
        from paddle.nn.functional import adaptive_avg_pool2d, adaptive_max_pool2d, relu, tanh

        trunk = relu(layers["input_conv"](planes))
        for block in range(config.blocks):
            inner = relu(layers[f"blocks.{block}.conv1"](trunk))
            trunk = relu(layers[f"blocks.{block}.conv2"](inner) + trunk)
        features = relu(layers["policy_conv"](trunk))
        policy = layers["policy_points"](features).flatten(1)
        if "policy_pass" in layers:
            others = layers["policy_pass"](adaptive_avg_pool2d(features, 1).flatten(1))
            policy = paddle.concat([policy, others], axis=1)

        features = relu(layers["value_conv"](trunk))
        pooled = [pool(features, 1).flatten(1) for pool in (adaptive_avg_pool2d, adaptive_max_pool2d)]
        hidden = relu(layers["value_hidden"](paddle.concat(pooled, axis=1)))
        value = tanh(layers["value_out"](hidden))
        shape = config.shape()
        if not shape.has_points:
            return policy, value
        return policy, value, tanh(layers[_POINTS.format(shape.points_name)](features)).flatten(1)


class _Heads:
    """In training: 1x1 convolutions to one plane, and poolings over the board.

    The features are large (``float32[B, H*W, 64]``) and everything after them is small. So two kernels pass over the
    features once each, forward and backward, and the rest is plain NumPy, to be read beside :meth:`Residual.forward`.
    """

    def __init__(self, points: str, library: Library, weights: Weights, gradients: Weights) -> None:
        from clevergo.nn.onednn.heads import FEATURES, Linears

        assert FEATURES == HEAD_CHANNELS
        self._linears = Linears(library, weights, gradients)
        self._w = weights
        self._g = gradients
        self._points_bias = f"{points}.bias"
        self._filters = _flat(weights, "policy_points"), _flat(weights, points)
        self._filter_gradients = _flat(gradients, "policy_points"), _flat(gradients, points)

    def run(self, losses: BatchLosses, features: Array, feature_gradient: Array) -> None:
        from clevergo.nn.onednn.heads import read_features, write_feature_gradient

        rows, points = features.shape[:2]
        policy_scores, point_scores = np.empty((rows, points), np.float32), np.empty((rows, points), np.float32)
        mean, largest = np.empty((rows, 2 * HEAD_CHANNELS), np.float32), np.empty((rows, HEAD_CHANNELS), np.float32)
        largest_at = np.empty((rows, HEAD_CHANNELS), np.int32)
        read_features(features, *self._filters, policy_scores, point_scores, mean, largest, largest_at)

        slope_of_mean = np.zeros_like(mean)
        policy_slope = self._policy(losses, policy_scores, mean, slope_of_mean)
        point_slope = self._points(losses, point_scores)
        slope_of_pooled = self._value(losses, np.concatenate([mean[:, HEAD_CHANNELS:], largest], axis=1))
        slope_of_mean[:, HEAD_CHANNELS:] = slope_of_pooled[:, :HEAD_CHANNELS]

        write_feature_gradient(
            features, *self._filters, policy_slope, point_slope,
            slope_of_mean, np.ascontiguousarray(slope_of_pooled[:, HEAD_CHANNELS:]), largest_at,
            feature_gradient, *self._filter_gradients,
        )  # fmt: skip

    def _policy(self, losses: BatchLosses, scores: Array, mean: Array, slope_of_mean: Array) -> Array:
        """The gradient of the points' scores; writes that of the mean features, by which other actions are judged."""
        logits = scores + self._w["policy_points.bias"]
        if "policy_pass.weight" in self._w:
            mean = mean[:, :HEAD_CHANNELS]
            logits = np.concatenate([logits, self._linears.forward("policy_pass", mean)], axis=1)
        slope = losses.policy(logits)
        points = np.ascontiguousarray(slope[:, : scores.shape[1]])
        self._g["policy_points.bias"][...] = points.sum()
        if "policy_pass.weight" in self._w:
            others = slope[:, scores.shape[1] :]
            slope_of_mean[:, :HEAD_CHANNELS] = self._linears.backward("policy_pass", mean, others)
        return points

    def _points(self, losses: BatchLosses, scores: Array) -> Array:
        """The gradient of the points' numbers."""
        if self._points_bias not in self._w:
            return np.zeros_like(scores)
        slope = losses.points(scores + self._w[self._points_bias])
        self._g[self._points_bias][...] = slope.sum()
        return slope

    def _value(self, losses: BatchLosses, pooled: Array) -> Array:
        """The gradient of the pooled features."""
        hidden = np.maximum(self._linears.forward("value_hidden", pooled), 0)
        slope = losses.value(self._linears.forward("value_out", hidden))
        slope = self._linears.backward("value_out", hidden, slope)
        slope[hidden <= 0] = 0
        return self._linears.backward("value_hidden", pooled, slope)


def _flat(arrays: Weights, name: str) -> Array:
    """The weights of a convolution to one plane; zeros for one that the net does not have."""
    array = arrays.get(f"{name}.weight")
    return np.zeros(HEAD_CHANNELS, np.float32) if array is None else array.reshape(-1)


KIND = Residual()

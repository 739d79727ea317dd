"""What follows the convolutions: policy, value and ownership, forward and backward.

A residual net's features are large (``float32[B, N*N, 64]``) and everything after them is small. So two kernels pass
over the features once each, forward and backward, and the rest is plain NumPy, to be read beside
:mod:`clevergo.nn.paddle.network`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.nn.description.config import NetConfig, NetKind
from clevergo.nn.description.weights import HEAD_CHANNELS, Weights
from clevergo.nn.onednn.library import Library
from clevergo.nn.onednn.losses import Array, BatchLosses

_P = HEAD_CHANNELS
_PLANES = ("policy_points", "ownership_out")
"""The convolutions from the policy's and from the value's features to one plane."""


class Heads(Protocol):
    """The heads of one net: they read its weights and write their gradients, views into the flat buffers."""

    def run(self, losses: BatchLosses, features: Array, feature_gradient: Array) -> None:
        """Judge ``features``, and fill in the gradients of the heads' parameters and of the features.

        Args:
            losses: receives the judgements.
            features: ``float32[B, N*N, width]``, after their relu: the policy's, then the value's.
            feature_gradient: ``float32[B, N*N, width]``, written: the total loss's gradient before that relu.
        """


def heads_for(config: NetConfig, library: Library, weights: Weights, gradients: Weights) -> Heads:
    """The heads of a net of this kind."""
    kind = ClassicHeads if config.kind is NetKind.CLASSIC else ResidualHeads
    return kind(library, weights, gradients)


class _Linears:
    """Fully connected layers by name: ``x @ weight + bias``."""

    def __init__(self, library: Library, weights: Weights, gradients: Weights) -> None:
        self._multiply = library.multiply
        self._weights = weights
        self._gradients = gradients

    def forward(self, name: str, inputs: Array) -> Array:
        return self._multiply(inputs, self._weights[f"{name}.weight"]) + self._weights[f"{name}.bias"]

    def backward(self, name: str, inputs: Array, slope: Array) -> Array:
        """From the gradient of the outputs to those of the parameters, and, returned, of the inputs."""
        self._multiply(inputs.T, slope, self._gradients[f"{name}.weight"])
        self._gradients[f"{name}.bias"][...] = slope.sum(axis=0)
        return self._multiply(slope, self._weights[f"{name}.weight"].T)


class ClassicHeads:
    """Fully connected layers over all points at once."""

    def __init__(self, library: Library, weights: Weights, gradients: Weights) -> None:
        self._linears = _Linears(library, weights, gradients)
        self._policy_width = weights["policy_conv.bias"].size

    def run(self, losses: BatchLosses, features: Array, feature_gradient: Array) -> None:
        """See :class:`Heads`."""
        width = self._policy_width
        policy, value = features[:, :, :width], features[:, :, width:]
        feature_gradient[:, :, :width] = self._chain(policy, ("policy_hidden", "policy_out"), losses.policy)
        value_layers = ("value_hidden1", "value_hidden2", "value_out")
        feature_gradient[:, :, width:] = self._chain(value, value_layers, losses.value)

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


class ResidualHeads:
    """1x1 convolutions to one plane, and poolings over the board."""

    def __init__(self, library: Library, weights: Weights, gradients: Weights) -> None:
        self._linears = _Linears(library, weights, gradients)
        self._w = weights
        self._g = gradients

    def run(self, losses: BatchLosses, features: Array, feature_gradient: Array) -> None:
        """See :class:`Heads`."""
        rows, points = features.shape[:2]
        point_scores, owner_scores = np.empty((rows, points), np.float32), np.empty((rows, points), np.float32)
        mean, largest = np.empty((rows, 2 * _P), np.float32), np.empty((rows, _P), np.float32)
        largest_at = np.empty((rows, _P), np.int32)
        point_weights, owner_weights = (self._w[f"{name}.weight"].reshape(-1) for name in _PLANES)
        _read(features, point_weights, owner_weights, point_scores, owner_scores, mean, largest, largest_at)

        slope_of_mean = np.empty_like(mean)
        point_slope, slope_of_mean[:, :_P] = self._policy(losses, point_scores, mean[:, :_P])
        owner_slope = losses.ownership(owner_scores + self._w["ownership_out.bias"])
        self._g["ownership_out.bias"][...] = owner_slope.sum()
        slope_of_pooled = self._value(losses, np.concatenate([mean[:, _P:], largest], axis=1))
        slope_of_mean[:, _P:] = slope_of_pooled[:, :_P]

        _write_gradient(
            features, point_weights, owner_weights, point_slope, owner_slope,
            slope_of_mean, np.ascontiguousarray(slope_of_pooled[:, _P:]), largest_at, feature_gradient,
            *(self._g[f"{name}.weight"].reshape(-1) for name in _PLANES),
        )  # fmt: skip

    def _policy(self, losses: BatchLosses, scores: Array, mean: Array) -> tuple[Array, Array]:
        """The gradients of the points' scores and of the mean features, from which passing is judged."""
        passing = self._linears.forward("policy_pass", mean)
        slope = losses.policy(np.concatenate([scores + self._w["policy_points.bias"], passing], axis=1))
        points = np.ascontiguousarray(slope[:, :-1])
        self._g["policy_points.bias"][...] = points.sum()
        return points, self._linears.backward("policy_pass", mean, slope[:, -1:])

    def _value(self, losses: BatchLosses, pooled: Array) -> Array:
        """The gradient of the pooled features."""
        hidden = np.maximum(self._linears.forward("value_hidden", pooled), 0)
        slope = losses.value(self._linears.forward("value_out", hidden))
        slope = self._linears.backward("value_out", hidden, slope)
        slope[hidden <= 0] = 0
        return self._linears.backward("value_hidden", pooled, slope)


@kernel
def _read(
    features: Array, point_weights: Array, owner_weights: Array,
    point_scores: Array, owner_scores: Array, mean: Array, largest: Array, largest_at: NDArray[np.int32],
) -> None:  # fmt: skip
    """The 1x1 convolutions to one plane, and the poolings over the board, in one pass over the features."""
    rows, points, _ = features.shape
    for row in range(rows):
        mean[row] = np.float32(0)
        largest[row] = np.float32(-1)
        for point in range(points):
            feature = features[row, point]
            point_score, owner_score = np.float32(0), np.float32(0)
            for c in range(_P):
                point_score += feature[c] * point_weights[c]
                owner_score += feature[_P + c] * owner_weights[c]
                mean[row, c] += feature[c]
                mean[row, _P + c] += feature[_P + c]
                if feature[_P + c] > largest[row, c]:
                    largest[row, c] = feature[_P + c]
                    largest_at[row, c] = point
            point_scores[row, point], owner_scores[row, point] = point_score, owner_score
        for c in range(2 * _P):
            mean[row, c] /= np.float32(points)


@kernel
def _write_gradient(
    features: Array, point_weights: Array, owner_weights: Array,
    point_gradient: Array, owner_gradient: Array, gradient_of_mean: Array, largest_gradient: Array,
    largest_at: NDArray[np.int32], feature_gradient: Array,
    point_weights_gradient: Array, owner_weights_gradient: Array,
) -> None:  # fmt: skip
    """The reverse of :func:`_read`, through the features' relu."""
    rows, points, _ = features.shape
    share, nothing = np.float32(1) / np.float32(points), np.float32(0)
    point_weights_gradient[:] = nothing
    owner_weights_gradient[:] = nothing
    for row in range(rows):
        for point in range(points):
            feature, out = features[row, point], feature_gradient[row, point]
            at_point, at_owner = point_gradient[row, point], owner_gradient[row, point]
            for c in range(_P):
                point_weights_gradient[c] += at_point * feature[c]
                owner_weights_gradient[c] += at_owner * feature[_P + c]
                slope = at_point * point_weights[c] + share * gradient_of_mean[row, c]
                out[c] = slope if feature[c] > nothing else nothing
                slope = at_owner * owner_weights[c] + share * gradient_of_mean[row, _P + c]
                if largest_at[row, c] == point:
                    slope += largest_gradient[row, c]
                out[_P + c] = slope if feature[_P + c] > nothing else nothing

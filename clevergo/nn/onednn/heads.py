"""What follows the residual tower: policy, value and ownership, the losses, and their gradients.

The features are large (``float32[B, N*N, 64]``) and everything after them is small. So two kernels pass over the
features once each, forward and backward, and the rest is plain NumPy that can be read beside
:class:`clevergo.nn.network.ResidualNet`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.nn.optimizer import OptimizerConfig
from clevergo.nn.trainstep import Batch, Losses, target_entropy
from clevergo.nn.weights import HEAD_CHANNELS, Weights

Array = NDArray[np.float32]
_P = HEAD_CHANNELS


class ResidualHeads:
    """The heads of one net: reads ``weights``, writes ``gradients``; both are views into the flat buffers."""

    def __init__(self, config: OptimizerConfig, weights: Weights, gradients: Weights) -> None:
        self._config = config
        self._w = weights
        self._g = gradients

    def losses(self, batch: Batch, features: Array, feature_gradient: Array) -> Losses:
        """Judge ``features``, and fill in the gradients of the head's parameters and of the features.

        Args:
            batch: the targets.
            features: ``float32[B, N*N, 64]``, after the relu: the policy's 32, then the value's.
            feature_gradient: ``float32[B, N*N, 64]``, written: the total loss's gradient before that relu.
        """
        rows, points = features.shape[:2]
        point_scores, owner_scores = np.empty((rows, points), np.float32), np.empty((rows, points), np.float32)
        mean, largest = np.empty((rows, 2 * _P), np.float32), np.empty((rows, _P), np.float32)
        largest_at = np.empty((rows, _P), np.int32)
        point_weights, owner_weights = self._w["policy_points.weight"].ravel(), self._w["ownership_out.weight"].ravel()
        _read(features, point_weights, owner_weights, point_scores, owner_scores, mean, largest, largest_at)

        share = batch.weight / batch.weight.sum()
        gradient_of_mean = np.empty_like(mean)
        policy, point_gradient = self._policy(batch, share, point_scores, mean[:, :_P], gradient_of_mean[:, :_P])
        value, largest_gradient = self._value(batch, share, mean[:, _P:], largest, gradient_of_mean[:, _P:])
        ownership, owner_gradient = self._ownership(batch, share, owner_scores)

        _write_gradient(
            features, point_weights, owner_weights, point_gradient, owner_gradient, gradient_of_mean, largest_gradient,
            largest_at, feature_gradient,
            self._g["policy_points.weight"].reshape(-1), self._g["ownership_out.weight"].reshape(-1),
        )  # fmt: skip
        total = policy + self._config.value_weight * value + self._config.ownership_weight * ownership
        return Losses(policy, value, ownership, total, target_entropy(batch))

    def _policy(
        self, batch: Batch, share: Array, scores: Array, mean: Array, gradient_of_mean: Array
    ) -> tuple[float, Array]:
        """Cross-entropy, and its gradient with respect to the points' scores."""
        w, g = self._w, self._g
        passing = mean @ w["policy_pass.weight"] + w["policy_pass.bias"]
        logits = np.concatenate([scores + w["policy_points.bias"], passing], axis=1)
        logits -= logits.max(axis=1, keepdims=True)
        log_policy = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        loss = -float(share @ (batch.policy * log_policy).sum(axis=1))
        # The gradient of -sum(t log softmax(z)) is softmax(z) sum(t) - t.
        mass = batch.policy.sum(axis=1, keepdims=True)
        gradient = (np.exp(log_policy) * mass - batch.policy) * share[:, None]
        point_gradient, pass_gradient = gradient[:, :-1], gradient[:, -1:]
        g["policy_points.bias"][...] = point_gradient.sum()
        g["policy_pass.weight"][...] = mean.T @ pass_gradient
        g["policy_pass.bias"][...] = pass_gradient.sum()
        gradient_of_mean[...] = pass_gradient * w["policy_pass.weight"].T
        return loss, np.ascontiguousarray(point_gradient)

    def _value(
        self, batch: Batch, share: Array, mean: Array, largest: Array, gradient_of_mean: Array
    ) -> tuple[float, Array]:
        """Squared error, and its gradient with respect to the largest features."""
        w, g = self._w, self._g
        pooled = np.concatenate([mean, largest], axis=1)
        hidden = np.maximum(pooled @ w["value_hidden.weight"] + w["value_hidden.bias"], 0)
        value = np.tanh(hidden @ w["value_out.weight"] + w["value_out.bias"])
        # [B, 1] -> [B]: against a [B] target the head's own shape would broadcast to [B, B].
        error = value[:, 0] - batch.value
        loss = float(share @ error**2)
        slope = (self._config.value_weight * 2 * share * error)[:, None] * (1 - value**2)
        g["value_out.weight"][...] = hidden.T @ slope
        g["value_out.bias"][...] = slope.sum(axis=0)
        slope = np.where(hidden > 0, slope * w["value_out.weight"].T, np.float32(0))
        g["value_hidden.weight"][...] = pooled.T @ slope
        g["value_hidden.bias"][...] = slope.sum(axis=0)
        pooled_gradient = slope @ w["value_hidden.weight"].T
        gradient_of_mean[...] = pooled_gradient[:, :_P]
        return loss, np.ascontiguousarray(pooled_gradient[:, _P:])

    def _ownership(self, batch: Batch, share: Array, scores: Array) -> tuple[float, Array]:
        """Mean squared error over the points, and its gradient with respect to their scores."""
        ownership = np.tanh(scores + self._w["ownership_out.bias"])
        error = ownership - batch.ownership.astype(np.float32)
        loss = float(share @ (error**2).mean(axis=1))
        scale = self._config.ownership_weight * 2 / scores.shape[1] * share[:, None]
        gradient = (scale * error * (1 - ownership**2)).astype(np.float32)
        self._g["ownership_out.bias"][...] = gradient.sum()
        return loss, gradient


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

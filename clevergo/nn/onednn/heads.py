"""What follows the convolutions in training: what heads of any kind are made of, and the losses.

Two kernels serve heads of convolutions and poolings, the rest is plain NumPy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel, summing_kernel
from clevergo.nn.description import Array, Weights
from clevergo.nn.onednn.library import Library
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.step import Batch, Judgment, Losses, target_entropy

FEATURES = 32
"""Channels of the policy's and of the value's features in the two kernels: known to the compiler they run faster."""


class BatchLosses:
    """The targets of one batch. Each method adds a loss and returns its gradient."""

    def __init__(self, config: OptimizerConfig, batch: Batch) -> None:
        self._config = config
        self._batch = batch
        self._share = batch.weight / batch.weight.sum()
        self._policy = self._value = self._points = self._score = 0.0
        self._log_policy = np.zeros_like(batch.policy)
        self._outcome = np.zeros_like(batch.value)
        self._owned: Array | None = None

    def policy(self, logits: Array) -> Array:
        """Cross-entropy of ``softmax(logits)``, ``float32[B, A]``; returns its gradient of the same shape."""
        logits = logits - logits.max(axis=1, keepdims=True)
        log_policy = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        self._log_policy = log_policy
        self._policy = -float(self._share @ (self._batch.policy * log_policy).sum(axis=1))
        # The gradient of -sum(t log softmax(z)) is softmax(z) sum(t) - t.
        mass = self._batch.policy.sum(axis=1, keepdims=True)
        return (np.exp(log_policy) * mass - self._batch.policy) * self._share[:, None]

    def value(self, score: Array) -> Array:
        """Squared error of ``tanh(score)``, ``float32[B, 1]``; returns its gradient of the same shape."""
        value = np.tanh(score)
        # [B, 1] -> [B]: against a [B] target the head's own shape would broadcast to [B, B].
        self._outcome = value[:, 0]
        error = self._outcome - self._batch.value
        self._value = float(self._share @ error**2)
        return (2 * self._share * error)[:, None] * (1 - value**2)

    def points(self, scores: Array) -> Array:
        """Mean squared error of ``tanh(scores)``, ``float32[B, H*W]``; returns its gradient of the same shape.

        And, where that is weighed, the squared error of their sum, which is the score.
        """
        points = np.tanh(scores)
        assert self._batch.points is not None
        self._owned = points
        error = points - self._batch.points.astype(np.float32)
        self._points = float(self._share @ (error**2).mean(axis=1))
        scale = self._config.points_weight * 2 / scores.shape[1] * self._share[:, None]
        slope = scale * error
        if self._config.score_weight:
            sums = error.sum(axis=1, keepdims=True)
            self._score = float(self._share @ (sums[:, 0] ** 2)) / scores.shape[1]
            slope = slope + self._config.score_weight * 2 / scores.shape[1] * self._share[:, None] * sums
        return slope * (1 - points**2)

    def sums(self) -> Losses:
        """The losses that have been added up."""
        total = self._policy + (self._value + self._config.points_weight * self._points)
        total += self._config.score_weight * self._score
        return Losses(self._policy, self._value, self._points, total, target_entropy(self._batch))

    def judgment(self) -> Judgment:
        """What the net said of the batch, as the losses were told it."""
        return Judgment(self._log_policy, self._outcome, self._owned)


class Linears:
    """Fully connected layers by name: ``x @ weight + bias``."""

    def __init__(self, library: Library, weights: Weights, gradients: Weights) -> None:
        self._multiply = library.multiply
        self._weights = weights
        self._gradients = gradients

    def forward(self, name: str, inputs: Array) -> Array:
        """The outputs."""
        return self._multiply(inputs, self._weights[f"{name}.weight"]) + self._weights[f"{name}.bias"]

    def backward(self, name: str, inputs: Array, slope: Array) -> Array:
        """From the gradient of the outputs to those of the parameters, and, returned, of the inputs."""
        self._multiply(inputs.T, slope, self._gradients[f"{name}.weight"])
        self._gradients[f"{name}.bias"][...] = slope.sum(axis=0)
        return self._multiply(slope, self._weights[f"{name}.weight"].T)


@summing_kernel
def _dot(feature: Array, start: int, weights: Array) -> np.float32:
    total = np.float32(0)
    for c in range(FEATURES):
        total += feature[start + c] * weights[c]
    return total


@kernel
def read_features(
    features: Array, policy_weights: Array, point_weights: Array,
    policy_scores: Array, point_scores: Array, mean: Array, largest: Array, largest_at: NDArray[np.int32],
) -> None:  # fmt: skip
    """The 1x1 convolutions to one plane, and the poolings over the board, in one pass over the features."""
    rows, points, _ = features.shape
    for row in range(rows):
        mean[row] = np.float32(0)
        largest[row] = np.float32(-1)
        for point in range(points):
            feature = features[row, point]
            policy_scores[row, point] = _dot(feature, 0, policy_weights)
            point_scores[row, point] = _dot(feature, FEATURES, point_weights)
            for c in range(FEATURES):
                mean[row, c] += feature[c]
                mean[row, FEATURES + c] += feature[FEATURES + c]
                if feature[FEATURES + c] > largest[row, c]:
                    largest[row, c] = feature[FEATURES + c]
                    largest_at[row, c] = point
        for c in range(2 * FEATURES):
            mean[row, c] /= np.float32(points)


@kernel
def write_feature_gradient(
    features: Array, policy_weights: Array, point_weights: Array,
    policy_gradient: Array, point_gradient: Array, gradient_of_mean: Array, largest_gradient: Array,
    largest_at: NDArray[np.int32], feature_gradient: Array,
    policy_weights_gradient: Array, point_weights_gradient: Array,
) -> None:  # fmt: skip
    """The reverse of :func:`read_features`, through the features' relu."""
    rows, points, _ = features.shape
    share, nothing = np.float32(1) / np.float32(points), np.float32(0)
    policy_weights_gradient[:] = nothing
    point_weights_gradient[:] = nothing
    for row in range(rows):
        for point in range(points):
            feature, out = features[row, point], feature_gradient[row, point]
            at_policy, at_point = policy_gradient[row, point], point_gradient[row, point]
            for c in range(FEATURES):
                policy_weights_gradient[c] += at_policy * feature[c]
                point_weights_gradient[c] += at_point * feature[FEATURES + c]
                slope = at_policy * policy_weights[c] + share * gradient_of_mean[row, c]
                out[c] = slope if feature[c] > nothing else nothing
                slope = at_point * point_weights[c] + share * gradient_of_mean[row, FEATURES + c]
                if largest_at[row, c] == point:
                    slope += largest_gradient[row, c]
                out[FEATURES + c] = slope if feature[FEATURES + c] > nothing else nothing

"""The losses of a batch and their gradients, for whichever heads made the judgements."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.optimizer import OptimizerConfig
from clevergo.nn.paddle.trainstep import Batch, Losses, target_entropy

Array = NDArray[np.float32]


class BatchLosses:
    """The targets of one batch. Each method adds a loss and returns its gradient."""

    def __init__(self, config: OptimizerConfig, batch: Batch) -> None:
        self._config = config
        self._batch = batch
        self._share = batch.weight / batch.weight.sum()
        self._policy = self._value = self._ownership = 0.0

    def policy(self, logits: Array) -> Array:
        """Cross-entropy of ``softmax(logits)``, ``float32[B, A]``; returns its gradient of the same shape."""
        logits = logits - logits.max(axis=1, keepdims=True)
        log_policy = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        self._policy = -float(self._share @ (self._batch.policy * log_policy).sum(axis=1))
        # The gradient of -sum(t log softmax(z)) is softmax(z) sum(t) - t.
        mass = self._batch.policy.sum(axis=1, keepdims=True)
        return (np.exp(log_policy) * mass - self._batch.policy) * self._share[:, None]

    def value(self, score: Array) -> Array:
        """Squared error of ``tanh(score)``, ``float32[B, 1]``; returns its gradient of the same shape."""
        value = np.tanh(score)
        # [B, 1] -> [B]: against a [B] target the head's own shape would broadcast to [B, B].
        error = value[:, 0] - self._batch.value
        self._value = float(self._share @ error**2)
        return (self._config.value_weight * 2 * self._share * error)[:, None] * (1 - value**2)

    def ownership(self, scores: Array) -> Array:
        """Mean squared error of ``tanh(scores)``, ``float32[B, N*N]``; returns its gradient of the same shape."""
        ownership = np.tanh(scores)
        error = ownership - self._batch.ownership.astype(np.float32)
        self._ownership = float(self._share @ (error**2).mean(axis=1))
        scale = self._config.ownership_weight * 2 / scores.shape[1] * self._share[:, None]
        return scale * error * (1 - ownership**2)

    def sums(self) -> Losses:
        """All that was added."""
        weighed = self._config.value_weight * self._value + self._config.ownership_weight * self._ownership
        total = self._policy + weighed
        return Losses(self._policy, self._value, self._ownership, total, target_entropy(self._batch))

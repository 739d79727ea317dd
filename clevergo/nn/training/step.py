"""One step of training: a batch of judged positions in, better weights out.

A step has two halves. The gradients are computed in one of several ways: plain Paddle (:mod:`clevergo.nn.paddle.step`)
is the reference that runs everywhere and that the others must agree with; :mod:`clevergo.nn.onednn.step` is many times
faster where it runs. The update of the weights is the same for all (:mod:`clevergo.nn.training.optimizer`), so a run
saved on one machine goes on on any other. :mod:`clevergo.nn.training.choice` picks the fastest way that can be trusted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description import NetConfig, Weights
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.optimizer import Flat, FlatOptimizer


@dataclass(frozen=True)
class Batch:
    """B positions and what the net should say of each, all from the side to move's point of view."""

    planes: NDArray[np.float32]
    """``float32[B, C, H, W]``: the net's input."""
    policy: NDArray[np.float32]
    """``float32[B, A]``: the search's distribution over actions. A row of zeros teaches no policy."""
    value: NDArray[np.float32]
    """``float32[B]`` in [-1, 1]: the result for the side to move."""
    points: NDArray[Any] | None
    """``int8`` or ``float32[B, H*W]`` in [-1, 1]: whose each point was at the end, +1 the side to move's.

    None in games that know no such thing.
    """
    weight: NDArray[np.float32]
    """``float32[B]``: how much each position counts, at least 0; the losses are weighted means."""

    def __post_init__(self) -> None:
        """Check shapes strictly: a ``[B, 1]`` value against a ``[B]`` target broadcasts to ``[B, B]`` unnoticed."""
        if self.planes.ndim != 4 or self.planes.shape[0] == 0:
            raise ValueError(f"planes must be [B, C, H, W] with B > 0, not {list(self.planes.shape)}")
        rows, area = self.planes.shape[0], self.planes.shape[2] * self.planes.shape[3]
        actions = max(area, self.policy.shape[-1])
        expected = {"policy": (rows, actions), "value": (rows,), "points": (rows, area), "weight": (rows,)}
        for name, shape in expected.items():
            array = getattr(self, name)
            if array is None and name == "points":
                continue
            if array.shape != shape:
                planes = list(self.planes.shape)
                raise ValueError(f"{name} must be {list(shape)} beside planes {planes}, not {list(array.shape)}")
            if array.dtype != np.float32 and not (name == "points" and array.dtype == np.int8):
                raise ValueError(f"{name} must be float32, not {array.dtype}")
        if self.planes.dtype != np.float32:
            raise ValueError(f"planes must be float32, not {self.planes.dtype}")
        if self.weight.min() < 0 or not self.weight.sum() > 0:
            raise ValueError("weight must not be negative, nor 0 for every position")

    def __len__(self) -> int:
        """B, the number of positions."""
        return int(self.planes.shape[0])


@dataclass(frozen=True)
class Losses:
    """What a step measured on its batch, before it changed the weights."""

    policy: float
    """Cross-entropy of the policy with its targets, in nats; it cannot fall below ``target_entropy``."""
    value: float
    """Squared error of the value."""
    points: float
    """Mean squared error of the points; 0 for nets without that head."""
    total: float
    """The weighted sum that was minimized (without the weight decay)."""
    target_entropy: float
    """Entropy of the policy targets, in nats."""


@dataclass(frozen=True)
class Judgment:
    """What a net says of B positions, from the side to move's point of view."""

    log_policy: NDArray[np.float32]
    """``float32[B, A]``: the logarithm of the policy; ``exp`` of a row sums to 1."""
    value: NDArray[np.float32]
    """``float32[B]`` in [-1, 1]."""
    points: NDArray[np.float32] | None = None
    """``float32[B, H*W]`` in [-1, 1]: whose each point becomes; None for nets without that head."""


class TrainStep(ABC):
    """Owns a net in training. Subclasses differ only in how they compute gradients."""

    name: str
    """A word or two for the log: which way, which precision."""

    def __init__(self, config: NetConfig, optimizer: OptimizerConfig, weights: Weights) -> None:
        self.config = config
        self.optimizer = FlatOptimizer(config, optimizer, weights)
        """The weights, and all that has been learned."""
        layout = self.optimizer.layout
        self._gradient = layout.zeros()
        self._weight_views, self._gradient_views = layout.views(self.optimizer.weights), layout.views(self._gradient)

    @abstractmethod
    def _compute_gradient(self, batch: Batch) -> Losses:
        """Write the gradient of the total loss at the current weights into ``self._gradient``."""

    @abstractmethod
    def _judge(self, batch: Batch) -> tuple[Losses, Judgment]:
        """The losses at the current weights, and what the net says; ``self._gradient`` may be written over."""

    def step(self, batch: Batch, learning_rate: float) -> Losses:
        """Train on ``batch`` once.

        Raises:
            ValueError: the batch does not fit the net.
            FloatingPointError: the gradient is not finite; the weights are as before.
        """
        losses = self._checked_gradient(batch)
        self.optimizer.update(self._gradient, learning_rate)
        return losses

    def gradients(self, batch: Batch) -> tuple[Losses, Weights]:
        """The losses on ``batch`` and their gradient by parameter name; changes nothing."""
        losses = self._checked_gradient(batch)
        return losses, {name: view.copy() for name, view in self._gradient_views.items()}

    def flat_gradient(self, batch: Batch) -> tuple[Losses, Flat]:
        """The losses on ``batch`` and their gradient in one buffer, laid out as the weights are; changes nothing."""
        losses = self._checked_gradient(batch)
        return losses, self._gradient.copy()

    def judge(self, batch: Batch, weights: Flat | None = None) -> tuple[Losses, Judgment]:
        """The losses on ``batch``, and what the net says of it; a third of the cost of a step. Changes nothing.

        Args:
            batch: positions with what the net should say of them.
            weights: a flat buffer to judge with, such as a copy of the optimizer's average; None: the weights in
                training.

        Raises:
            ValueError: the batch, or the weights, do not fit the net.
        """
        self._check(batch)
        if weights is None:
            return self._judge(batch)
        own = self.optimizer.weights.copy()
        if weights.shape != own.shape:
            raise ValueError(f"{weights.size} weights do not fit a net of {own.size}")
        self.optimizer.weights[...] = weights
        try:
            return self._judge(batch)
        finally:
            self.optimizer.weights[...] = own

    def _checked_gradient(self, batch: Batch) -> Losses:
        self._check(batch)
        return self._compute_gradient(batch)

    def _check(self, batch: Batch) -> None:
        planes, height, width = batch.planes.shape[1:]
        # Nets that take boards of any size may be trained on others than their own, which are square then.
        size = self.config.size if self.config.shape().height == height else height
        shape = self.config.shape(size)
        if (shape.planes, shape.height, shape.width) != (planes, height, width) or not self.config.supports(size):
            raise ValueError(f"this {self.config.kind} net cannot train on {planes} planes of {height}x{width} points")
        if batch.policy.shape[1] != shape.actions:
            raise ValueError(f"policy must be of {shape.actions} actions, not of {batch.policy.shape[1]}")
        if shape.has_points and batch.points is None:
            raise ValueError("points must be told to a net that judges them")


def target_entropy(batch: Batch) -> float:
    """The weighted mean entropy of the policy targets, in nats: the least the policy loss can be."""
    target = batch.policy
    logs = np.log(target, where=target > 0, out=np.zeros_like(target))
    return float(-((target * logs).sum(axis=1) * batch.weight).sum() / batch.weight.sum())

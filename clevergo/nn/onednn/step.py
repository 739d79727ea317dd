"""The training step of residual nets over oneDNN."""

from __future__ import annotations

import numpy as np

from clevergo.nn.config import NetConfig, NetKind
from clevergo.nn.onednn.convolution import Parameters
from clevergo.nn.onednn.heads import ResidualHeads
from clevergo.nn.onednn.library import Library, OneDnnError
from clevergo.nn.onednn.primitives import Number
from clevergo.nn.onednn.tower import ResidualTower
from clevergo.nn.optimizer import OptimizerConfig
from clevergo.nn.trainstep import Batch, Losses, TrainStep
from clevergo.nn.weights import HEAD_CHANNELS, Weights

_HEAD_CONVOLUTIONS = ("policy_conv", "value_conv")


def usable_numbers(config: NetConfig) -> list[Number]:
    """The kinds of numbers this net can be trained in here, the fastest first; raises OneDnnError if none."""
    if config.kind is not NetKind.RESIDUAL:
        raise OneDnnError("only residual nets have an own training step")
    return [Number.BFLOAT16, Number.FLOAT32] if Library().has_bfloat16 else [Number.FLOAT32]


class OneDnnTrainStep(TrainStep):
    """Forward and backward in oneDNN and two kernels; nothing of Paddle runs.

    Args:
        config: a residual net.
        optimizer: losses and update rule.
        weights: where to start.
        threads: processor cores to use.
        number: what to multiply in, one of :func:`usable_numbers`. Sums, losses, weights and the optimizer are
            float32 in any case.
    """

    def __init__(
        self,
        config: NetConfig,
        optimizer: OptimizerConfig,
        weights: Weights,
        threads: int,
        number: Number,
    ) -> None:
        super().__init__(config, optimizer, weights)
        self._library = Library()
        self._threads = threads
        self._number = number
        self.name = f"oneDNN {number.name.lower()}"
        self._weight_views = self._optimizer.layout.views(self._optimizer.weights)
        self._gradient_views = self._optimizer.layout.views(self._gradient)
        self._heads = ResidualHeads(optimizer, self._weight_views, self._gradient_views)
        self._joined = self._join_heads()
        self._tower: ResidualTower | None = None

    def _compute_gradient(self, batch: Batch) -> Losses:
        self._library.use_threads(self._threads)
        tower = self._tower_for(batch)
        self._take_head_weights()
        tower.planes[...] = batch.planes
        tower.forward()
        losses = self._heads.losses(batch, tower.features, tower.feature_gradient)
        tower.backward()
        self._give_head_gradients()
        return losses

    def _tower_for(self, batch: Batch) -> ResidualTower:
        """The tower for batches of this shape; another shape needs other machine code and buffers."""
        if self._tower is None or self._tower.planes.shape != batch.planes.shape:
            rows, _, size, _ = batch.planes.shape
            self._tower = None  # frees the old buffers first
            self._tower = ResidualTower(
                self._library, self._number, self.config, rows, size, self._parameters, self._joined
            )
        return self._tower

    def _parameters(self, name: str) -> Parameters:
        weights, gradients = self._weight_views, self._gradient_views
        names = (f"{name}.weight", f"{name}.bias")
        return Parameters(*(weights[n] for n in names), *(gradients[n] for n in names))

    def _join_heads(self) -> Parameters:
        """Room for the policy's and the value's convolution as one: twice the channels, half the overhead."""
        channels = self.config.channels
        weight, bias = (2 * HEAD_CHANNELS, channels, 1, 1), (2 * HEAD_CHANNELS,)
        return Parameters(*(np.zeros(shape, np.float32) for shape in (weight, bias, weight, bias)))

    def _take_head_weights(self) -> None:
        parts = [self._parameters(name) for name in _HEAD_CONVOLUTIONS]
        np.concatenate([part.weight for part in parts], out=self._joined.weight)
        np.concatenate([part.bias for part in parts], out=self._joined.bias)

    def _give_head_gradients(self) -> None:
        for index, name in enumerate(_HEAD_CONVOLUTIONS):
            own = slice(index * HEAD_CHANNELS, (index + 1) * HEAD_CHANNELS)
            part = self._parameters(name)
            part.weight_gradient[...] = self._joined.weight_gradient[own]
            part.bias_gradient[...] = self._joined.bias_gradient[own]

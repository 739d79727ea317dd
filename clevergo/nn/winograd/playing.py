"""A net's trunk for playing, all of it in integers: from the planes to the features that heads read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description import TrunkLayer, Weights
from clevergo.nn.winograd.integers import (
    LEVELS,
    PLANE_LEVELS,
    Scratch,
    ShortWeights,
    boards,
    convolve,
    give_floats,
    take_planes,
)

_BUFFERS = 3
"""An activation is written while its source and its shortcut are read."""


class ShortTrunk:
    """The weights of a trunk's convolutions; ``layers`` come after those they read, ``shapes`` are their weights'."""

    def __init__(self, layers: Sequence[TrunkLayer], shapes: Mapping[str, tuple[int, ...]]) -> None:
        self.layers = layers
        self.weights = {layer.name: ShortWeights(shapes[f"{layer.name}.weight"]) for layer in layers}
        self.last_step = np.ones(1, np.float32)
        """What a step of the last activation stands for."""
        channels = max(max(weights.shape[:2]) for weights in self.weights.values())
        self.scratch = Scratch(channels)

    def load(self, weights: Weights, largest: Mapping[str, float]) -> None:
        """Take over other weights; ``largest`` is what each activation is cut off at, by its layer's name."""
        steps: dict[str | None, float] = {name: most / LEVELS for name, most in largest.items()}
        steps[None] = 1 / PLANE_LEVELS
        for layer in self.layers:
            weight, bias = weights[f"{layer.name}.weight"], weights[f"{layer.name}.bias"]
            shortcut = steps[layer.shortcut] if layer.shortcut else 0.0
            self.weights[layer.name].load(weight, bias, steps[layer.source], shortcut, steps[layer.name])
        self.last_step[0] = steps[self.layers[-1].name]


class ShortTrunkPass:
    """A trunk for batches of one size: reads ``planes``, ``float32[rows, C, H, W]``, and writes ``features``.

    These are ``float32[rows, H, W, channels]``, after the last relu.
    """

    def __init__(self, trunk: ShortTrunk, planes: NDArray[np.float32], features: NDArray[np.float32]) -> None:
        self._trunk = trunk
        self._planes = planes
        self._features = features
        rows, channels, *size = planes.shape
        self._size = (size[0], size[1])
        self._start = boards(rows, *self._size, channels)
        # A buffer is for boards of so many channels: zeros around them must stay where they are.
        widths = {weights.shape[0] for weights in trunk.weights.values()}
        self._buffers = {width: [boards(rows, *self._size, width) for _ in range(_BUFFERS)] for width in widths}

    def __call__(self) -> None:
        """Compute the features."""
        trunk = self._trunk
        unit = take_planes(self._planes, self._start)
        written: dict[str | None, NDArray[np.int16]] = {None: self._start}
        for layer in trunk.layers:
            weights = trunk.weights[layer.name]
            source = written[layer.source]
            shortcut = written[layer.shortcut] if layer.shortcut else None
            target = next(one for one in self._buffers[weights.shape[0]] if one is not source and one is not shortcut)
            convolve(
                source, weights, shortcut, target, self._size, trunk.scratch, unit if layer.source is None else 1.0
            )
            written[layer.name] = target
        give_floats(target, trunk.last_step, self._features)

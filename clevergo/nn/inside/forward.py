"""What a net computes of one position, every layer kept: plain NumPy, to be read beside a kind's ``forward``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description import Array, NetConfig, Weights
from clevergo.nn.inference.engine import softmax
from clevergo.nn.inside.plan import PLANES, Function, Layer, LayerKind, NetPlan
from clevergo.problem import BadValueError

_FUNCTIONS: Mapping[Function, Callable[[Array], Array]] = {
    Function.NONE: lambda sums: sums,
    Function.RELU: lambda sums: np.maximum(sums, np.float32(0)),
    Function.TANH: np.tanh,
}


class ClosedNetError(BadValueError):
    """Nobody has said of this kind of net how it is computed layer by layer."""


@dataclass(frozen=True, eq=False)
class Inside:
    """A net at work on one position; its answers are for the side to move."""

    plan: NetPlan
    activations: Mapping[str, Array]
    """What each layer says, by its name, the planes among them: ``float32[C, H, W]``, or ``float32[C]`` where numbers
    have no place."""
    prior: Array
    """``float32[A]``, sums to 1; illegal actions are not masked."""
    value: float
    """In [-1, 1]."""
    points: Array | None
    """``float32[H*W]`` in [-1, 1]; None where the net says nothing of points."""


def look_inside(config: NetConfig, weights: Weights, planes: NDArray[np.float32]) -> Inside:
    """Compute every layer for ``planes: float32[C, H, W]``.

    Raises:
        ClosedNetError: the net's kind has no plan.
    """
    plan = config.net_kind.plan(config)
    if plan is None:
        raise ClosedNetError("net_closed", kind=config.kind)
    known: dict[str, Array] = {PLANES: planes}
    for layer in plan.layers:
        known[layer.name] = _computed(layer, known, weights)
    prior = softmax(known[plan.policy].reshape(1, -1))[0]
    points = known[plan.points].ravel() if plan.points else None
    return Inside(plan, known, prior, float(known[plan.value].item()), points)


def _computed(layer: Layer, known: Mapping[str, Array], weights: Weights) -> Array:
    sources = [known[name] for name in layer.sources]
    # Numbers of a board are read channel by channel, as Paddle flattens them.
    flat = sources[0].ravel() if len(sources) == 1 else np.concatenate([source.ravel() for source in sources])
    if layer.kind is LayerKind.CONVOLUTION:
        sums = _convolution(sources[0], weights[f"{layer.name}.weight"])
        sums += weights[f"{layer.name}.bias"][:, None, None]
    elif layer.kind is LayerKind.LINEAR:
        sums = flat @ weights[f"{layer.name}.weight"] + weights[f"{layer.name}.bias"]
    elif layer.kind is LayerKind.MEAN:
        sums = sources[0].mean(axis=(1, 2))
    elif layer.kind is LayerKind.LARGEST:
        sums = sources[0].max(axis=(1, 2))
    else:
        sums = flat
    if layer.shortcut is not None:
        sums = sums + known[layer.shortcut]
    return _FUNCTIONS[layer.function](sums)


def _convolution(image: Array, filters: Array) -> Array:
    """Of ``float32[C, H, W]``, by ``filters: float32[K, C, h, w]``, what keeps the board's size, ``float32[K, H, W]``.

    Beyond the edge there are zeros.
    """
    outputs, _, high, wide = filters.shape
    padded = np.pad(image, ((0, 0), (high // 2, high // 2), (wide // 2, wide // 2)))
    # What each number of a filter meets, point by point: float32[C, h, w, H, W].
    met = np.lib.stride_tricks.sliding_window_view(padded, image.shape[1:], axis=(1, 2))
    sums = filters.reshape(outputs, -1) @ met.reshape(-1, image.shape[1] * image.shape[2])
    return sums.reshape(outputs, *image.shape[1:])

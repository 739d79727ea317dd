"""The weights of a net: names, shapes, and how they start. No Paddle here, so anyone may import it.

A net's weights are a flat ``dict[str, ndarray]`` under the names of :func:`parameter_shapes`, in that order: what
weight files, the predictor and every training step exchange.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description.config import NetConfig, NetKind

Weights = dict[str, NDArray[np.float32]]
"""Parameters by name, ``float32``, in Paddle's layouts: convolutions ``[out, in, h, w]``, linears ``[in, out]``."""

HEAD_CHANNELS = 32
"""Channels of the residual net's policy and value features."""
VALUE_HIDDEN = 64
"""Width of the residual net's hidden value layer."""
CLASSIC_CHANNELS = (32, 64, 128)
_BRANCH_END_SCALE = 0.1
_HEAD_SCALE = 0.1
_SMALL_STARTS = ("policy_out", "policy_points", "policy_pass", "value_out", "ownership_out")


def parameter_shapes(config: NetConfig) -> dict[str, tuple[int, ...]]:
    """Every parameter's name and shape, in the order of ``build_network(config).state_dict()``."""
    return _classic_shapes(config) if config.kind is NetKind.CLASSIC else _residual_shapes(config)


def _layer(name: str, *shape: int) -> dict[str, tuple[int, ...]]:
    """A layer's weight and bias: four numbers make a convolution ``[out, in, h, w]``, two a linear ``[in, out]``."""
    return {f"{name}.weight": shape, f"{name}.bias": (shape[0] if len(shape) == 4 else shape[1],)}


def _classic_shapes(config: NetConfig) -> dict[str, tuple[int, ...]]:
    points = config.size**2
    first, second, third = CLASSIC_CHANNELS
    return {
        **_layer("conv1", first, config.planes, 3, 3),
        **_layer("conv2", second, first, 3, 3),
        **_layer("conv3", third, second, 3, 3),
        **_layer("policy_conv", 8, third, 1, 1),
        **_layer("policy_hidden", 8 * points, 256),
        **_layer("policy_out", 256, points + 1),
        **_layer("value_conv", 4, third, 1, 1),
        **_layer("value_hidden1", 4 * points, 128),
        **_layer("value_hidden2", 128, 64),
        **_layer("value_out", 64, 1),
    }


def _residual_shapes(config: NetConfig) -> dict[str, tuple[int, ...]]:
    channels = config.channels
    shapes = _layer("input_conv", channels, config.planes, 3, 3)
    for block in range(config.blocks):
        shapes |= _layer(f"blocks.{block}.conv1", channels, channels, 3, 3)
        shapes |= _layer(f"blocks.{block}.conv2", channels, channels, 3, 3)
    return {
        **shapes,
        **_layer("policy_conv", HEAD_CHANNELS, channels, 1, 1),
        **_layer("policy_points", 1, HEAD_CHANNELS, 1, 1),
        **_layer("policy_pass", HEAD_CHANNELS, 1),
        **_layer("value_conv", HEAD_CHANNELS, channels, 1, 1),
        **_layer("value_hidden", 2 * HEAD_CHANNELS, VALUE_HIDDEN),
        **_layer("value_out", VALUE_HIDDEN, 1),
        **_layer("ownership_out", 1, HEAD_CHANNELS, 1, 1),
    }


def initial_weights(config: NetConfig, rng: np.random.Generator) -> Weights:
    """A newborn net: He et al. (2015) normals, zero biases, and quiet ends.

    The last convolution of every residual branch starts at a tenth, so the tower starts close to the identity, and
    the output layers start at a tenth, so the first policy is nearly uniform and the first value nearly 0.
    """
    weights: Weights = {}
    for name, shape in parameter_shapes(config).items():
        if name.endswith(".bias"):
            weights[name] = np.zeros(shape, np.float32)
            continue
        inputs = math.prod(shape[1:]) if len(shape) == 4 else shape[0]
        scale = math.sqrt(2 / inputs)
        if name.endswith("conv2.weight") and config.kind is NetKind.RESIDUAL:
            scale *= _BRANCH_END_SCALE
        elif name.removesuffix(".weight") in _SMALL_STARTS:
            scale *= _HEAD_SCALE
        weights[name] = rng.normal(0, scale, shape).astype(np.float32)
    return weights


def check_weights(config: NetConfig, weights: Weights) -> None:
    """Raise ValueError unless ``weights`` are exactly the parameters of ``config``'s net."""
    shapes = parameter_shapes(config)
    wrong = sorted(set(shapes) ^ set(weights))
    wrong += sorted(name for name in set(shapes) & set(weights) if tuple(weights[name].shape) != shapes[name])
    if wrong:
        raise ValueError(f"these weights do not fit a {config.kind.value} net: {', '.join(wrong[:5])}")

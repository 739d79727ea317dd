"""The weights of a net: names, shapes, and how they start. No Paddle here, so anyone may import it.

A net's weights are a flat ``dict[str, ndarray]`` under the names of :func:`parameter_shapes`, in that order: what
weight files, the predictor and every training step exchange.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description.config import NetConfig
from clevergo.nn.description.kind import Shapes

Weights = dict[str, NDArray[np.float32]]
"""Parameters by name, ``float32``, in Paddle's layouts: convolutions ``[out, in, h, w]``, linears ``[in, out]``."""


def parameter_shapes(config: NetConfig) -> Shapes:
    """Every parameter's name and shape, in the order of ``Network(config).state_dict()``."""
    return config.net_kind.shapes(config)


def initial_weights(config: NetConfig, rng: np.random.Generator) -> Weights:
    """A newborn net."""
    kind = config.net_kind
    return {name: kind.initial(name, shape, rng) for name, shape in parameter_shapes(config).items()}


def check_weights(config: NetConfig, weights: Weights) -> None:
    """Raise ValueError unless ``weights`` are exactly the parameters of ``config``'s net."""
    shapes = parameter_shapes(config)
    wrong = sorted(set(shapes) ^ set(weights))
    wrong += sorted(name for name in set(shapes) & set(weights) if tuple(weights[name].shape) != shapes[name])
    if wrong:
        raise ValueError(f"these weights do not fit a {config.kind} net: {', '.join(wrong[:5])}")

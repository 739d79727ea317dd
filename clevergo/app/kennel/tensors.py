"""A net's weights as a safetensors file: a table of names, shapes and places in JSON, then plain numbers.

Nothing in such a file can be run, which is why dogs travel in it. It is read only after a look at its size, and only if
it holds exactly the arrays of the net it is told of; everything else is refused.
"""

from __future__ import annotations

import math

import numpy as np
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from clevergo.nn.description.config import NetConfig
from clevergo.nn.description.weights import Weights, check_weights, parameter_shapes
from clevergo.problem import ProblemError

_LENGTH_BYTES = 8
_MOST_TABLE_BYTES = 1024 * 1024
_ITEM_BYTES = 4


class TensorsError(ProblemError, ValueError):
    """The bytes are no weights of that net; the message says what is odd."""


def weight_bytes(config: NetConfig) -> int:
    """The most bytes the weights of this net may take, table included."""
    numbers = sum(math.prod(shape) for shape in parameter_shapes(config).values())
    return _ITEM_BYTES * numbers + _MOST_TABLE_BYTES


def pack_weights(config: NetConfig, weights: Weights) -> bytes:
    """Weights as the content of a file."""
    check_weights(config, weights)
    arrays = {name: np.ascontiguousarray(weights[name], np.float32) for name in parameter_shapes(config)}
    return save(arrays, {"format": "clevergo"})


def unpack_weights(config: NetConfig, data: bytes) -> Weights:
    """The inverse of :func:`pack_weights`.

    TensorsError where these are not exactly the weights of such a net, or not finite numbers.
    """
    if int.from_bytes(data[:_LENGTH_BYTES], "little") > _MOST_TABLE_BYTES or len(data) > weight_bytes(config):
        raise TensorsError("dog_table")
    try:
        found = dict(deserialize(data))
    except SafetensorError as error:
        raise TensorsError("dog_table_unclear", cause=str(error)) from error
    shapes = parameter_shapes(config)
    if set(found) != set(shapes):
        raise TensorsError("dog_weights")
    weights = {}
    for name, shape in shapes.items():
        tensor = found[name]
        if tensor["dtype"] != "F32" or tuple(tensor["shape"]) != shape:
            raise TensorsError("dog_weights_damaged", name=name)
        weights[name] = np.frombuffer(tensor["data"], "<f4").reshape(shape).astype(np.float32)
        if not np.isfinite(weights[name]).all():
            raise TensorsError("dog_infinite")
    return weights

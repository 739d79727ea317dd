"""Weights as a safetensors file: a table of names, shapes and places in JSON, then plain numbers.

It is read only after a look at its size, and only if it holds exactly the arrays of the net it is told of.
"""

from __future__ import annotations

import math

import numpy as np
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save

from clevergo.app.kennel.travel.errors import OddDogError
from clevergo.nn.description import NetConfig, Weights, check_weights, parameter_shapes

_LENGTH_BYTES = 8
_MOST_TABLE_BYTES = 1024 * 1024
_ITEM_BYTES = 4


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

    OddDogError where these are not exactly the weights of such a net, or not finite numbers.
    """
    if int.from_bytes(data[:_LENGTH_BYTES], "little") > _MOST_TABLE_BYTES or len(data) > weight_bytes(config):
        raise OddDogError("dog_table")
    try:
        found = dict(deserialize(data))
    except SafetensorError as error:
        raise OddDogError("dog_table_unclear", cause=str(error)) from error
    shapes = parameter_shapes(config)
    if set(found) != set(shapes):
        raise OddDogError("dog_weights")
    weights = {}
    for name, shape in shapes.items():
        tensor = found[name]
        if tensor["dtype"] != "F32" or tuple(tensor["shape"]) != shape:
            raise OddDogError("dog_weights_damaged", name=name)
        weights[name] = np.frombuffer(tensor["data"], "<f4").reshape(shape).astype(np.float32)
        if not np.isfinite(weights[name]).all():
            raise OddDogError("dog_infinite")
    return weights

"""A net's weights as a safetensors file: a table of names, shapes and places in JSON, then plain numbers.

Nothing in such a file can be run, which is why dogs travel in it. The layout is the public one
(https://github.com/huggingface/safetensors): 8 bytes with the length of the table, the table, the arrays. This reader
wants exactly the arrays of the net it is told of, one after the other, and refuses everything else.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from clevergo.nn.description.config import NetConfig
from clevergo.nn.description.weights import Weights, check_weights, parameter_shapes

_LENGTH_BYTES = 8
_MOST_TABLE_BYTES = 1024 * 1024
_ITEM_BYTES = 4


class TensorsError(ValueError):
    """The bytes are no weights of that net; the message says what is odd."""


def weight_bytes(config: NetConfig) -> int:
    """The most bytes the weights of this net may take, table included."""
    numbers = sum(math.prod(shape) for shape in parameter_shapes(config).values())
    return _ITEM_BYTES * numbers + _MOST_TABLE_BYTES


def pack_weights(config: NetConfig, weights: Weights) -> bytes:
    """Weights as the content of a file."""
    check_weights(config, weights)
    table: dict[str, Any] = {"__metadata__": {"format": "clevergo"}}
    parts, at = [], 0
    for name, shape in parameter_shapes(config).items():
        data = np.ascontiguousarray(weights[name], "<f4").tobytes()
        table[name] = {"dtype": "F32", "shape": list(shape), "data_offsets": [at, at + len(data)]}
        parts.append(data)
        at += len(data)
    text = json.dumps(table).encode()
    text += b" " * (-len(text) % _LENGTH_BYTES)  # the format asks for arrays at multiples of eight
    return len(text).to_bytes(_LENGTH_BYTES, "little") + text + b"".join(parts)


def unpack_weights(config: NetConfig, data: bytes) -> Weights:
    """The inverse of :func:`pack_weights`.

    Raises:
        TensorsError: these are not exactly the weights of such a net, or not finite numbers.
    """
    length = int.from_bytes(data[:_LENGTH_BYTES], "little")
    if not 2 <= length <= min(_MOST_TABLE_BYTES, len(data) - _LENGTH_BYTES):
        raise TensorsError("its table of weights is damaged")
    try:
        table = json.loads(data[_LENGTH_BYTES : _LENGTH_BYTES + length])
    except (ValueError, RecursionError) as error:
        raise TensorsError(f"its table of weights is damaged ({error})") from error
    if not isinstance(table, dict):
        raise TensorsError("its table of weights is no table")
    table.pop("__metadata__", None)
    shapes = parameter_shapes(config)
    if set(table) != set(shapes):
        raise TensorsError("its weights are not those of the net it says it has")
    weights, at = {}, 0
    body = memoryview(data)[_LENGTH_BYTES + length :]
    for name, entry in table.items():
        shape = shapes[name]
        end = at + _ITEM_BYTES * math.prod(shape)
        if entry != {"dtype": "F32", "shape": list(shape), "data_offsets": [at, end]} or end > len(body):
            raise TensorsError(f"its weights {name} are damaged")
        weights[name] = np.frombuffer(body[at:end], "<f4").reshape(shape).astype(np.float32)
        at = end
    if at != len(body):
        raise TensorsError("there is something behind its weights")
    if not all(np.isfinite(array).all() for array in weights.values()):
        raise TensorsError("its weights are not finite numbers")
    return weights

"""Files as other programs write them, and what their nets say of a position: written anew, to compare with."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.signal import convolve2d, correlate2d

Array = NDArray[Any]

ORIGINALS_SHAPES = {
    "conv_layer.0": (32, 10, 3, 3),
    "conv_layer.2": (64, 32, 3, 3),
    "conv_layer.4": (128, 64, 3, 3),
    "policy_layer.0": (8, 128, 1, 1),
    "policy_layer.3": (648, 256),
    "policy_layer.5": (256, 82),
    "value_layer.0": (4, 128, 1, 1),
    "value_layer.3": (324, 128),
    "value_layer.5": (128, 64),
    "value_layer.7": (64, 1),
}


def gomokus_shapes(size: int) -> list[tuple[int, ...]]:
    """Of its weights, layer by layer; a bias follows each."""
    points = size * size
    convolutions = [(32, 4, 3, 3), (64, 32, 3, 3), (128, 64, 3, 3), (4, 128, 1, 1)]
    return [*convolutions, (4 * points, points), (2, 128, 1, 1), (2 * points, 64), (64, 1)]


def drawn(rng: np.random.Generator, shape: tuple[int, ...]) -> tuple[Array, Array]:
    """A layer's weights and bias: such that something comes out at the end."""
    inputs = int(np.prod(shape[1:])) if len(shape) == 4 else shape[0]
    bias = rng.normal(0, 0.3, shape[0] if len(shape) == 4 else shape[1])
    return rng.normal(0, np.sqrt(2 / inputs), shape).astype(np.float32), bias.astype(np.float32)


def originals_weights(seed: int = 0) -> dict[str, Any]:
    """What Paddle's ``state_dict`` of the original's net would hold, and the table that ``paddle.save`` adds."""
    rng, weights = np.random.default_rng(seed), dict[str, Any]()
    for name, shape in ORIGINALS_SHAPES.items():
        weights[f"{name}.weight"], weights[f"{name}.bias"] = drawn(rng, shape)
    return weights | {"StructuredToParameterName@@": {name: f"parameter_{k}" for k, name in enumerate(weights)}}


def gomokus_weights(size: int, seed: int = 0) -> list[Array]:
    """What the net of AlphaZero_Gomoku is saved as."""
    rng = np.random.default_rng(seed)
    return [array for shape in gomokus_shapes(size) for array in drawn(rng, shape)]


def pickled_by_python_2(arrays: Sequence[Array]) -> bytes:
    """A list of arrays as Python 2 and its NumPy pickled it, instruction by instruction."""
    out = pickle.PROTO + b"\x02" + pickle.EMPTY_LIST + pickle.MARK
    for array in arrays:
        lengths = b"".join(pickle.LONG1 + b"\x02" + struct.pack("<h", length) for length in array.shape)
        data = array.tobytes()
        out += pickle.GLOBAL + b"numpy.core.multiarray\n_reconstruct\n" + pickle.GLOBAL + b"numpy\nndarray\n"
        out += pickle.BININT1 + b"\0" + pickle.TUPLE1 + _string(b"b") + pickle.TUPLE3 + pickle.REDUCE
        out += pickle.MARK + pickle.BININT1 + b"\1" + pickle.MARK + lengths + pickle.TUPLE
        out += pickle.GLOBAL + b"numpy\ndtype\n" + _string(b"f4") + pickle.BININT1 + b"\0" + pickle.BININT1 + b"\1"
        out += pickle.TUPLE3 + pickle.REDUCE + pickle.MARK + pickle.BININT1 + b"\3" + _string(b"<")
        out += 3 * pickle.NONE + 2 * (pickle.BININT + b"\xff\xff\xff\xff") + pickle.BININT1 + b"\0" + pickle.TUPLE
        out += pickle.BUILD + pickle.NEWFALSE + pickle.BINSTRING + struct.pack("<i", len(data)) + data
        out += pickle.TUPLE + pickle.BUILD
    return out + pickle.APPENDS + pickle.STOP


def _string(text: bytes) -> bytes:
    return pickle.SHORT_BINSTRING + bytes([len(text)]) + text


# --- what their nets say -----------------------------------------------------------------------------------


def originals_word(weights: dict[str, Any], planes: Array) -> tuple[Array, float]:
    """Policy ``float[82]`` and value of ten planes."""

    def convolved(name: str, maps: Array) -> Array:
        filters = weights[f"{name}.weight"].astype(np.float64)
        sums = [sum(correlate2d(m, f, "same") for m, f in zip(maps, row, strict=True)) for row in filters]
        return np.maximum(np.stack(sums) + weights[f"{name}.bias"][:, None, None], 0)

    def linear(name: str, features: Array) -> Array:
        return features @ weights[f"{name}.weight"].astype(np.float64) + weights[f"{name}.bias"]

    trunk = convolved("conv_layer.4", convolved("conv_layer.2", convolved("conv_layer.0", planes)))
    policy = convolved("policy_layer.0", trunk).ravel()
    policy = linear("policy_layer.5", np.maximum(linear("policy_layer.3", policy), 0))
    value = convolved("value_layer.0", trunk).ravel()
    value = np.maximum(linear("value_layer.5", np.maximum(linear("value_layer.3", value), 0)), 0)
    return softmax(policy), float(np.tanh(linear("value_layer.7", value))[0])


def gomokus_word(arrays: Sequence[Array], moves: Sequence[int], size: int) -> tuple[Array, float]:
    """Policy ``float[N*N]`` and value after such moves, points numbered from the bottom row on, as it has them."""
    planes = np.zeros((4, size, size))
    for ply, move in enumerate(moves):
        planes[(len(moves) - ply) % 2, move // size, move % size] = 1
    if moves:
        planes[2, moves[-1] // size, moves[-1] % size] = 1
    planes[3] = len(moves) % 2 == 0
    layers = [(w.astype(np.float64), b) for w, b in zip(arrays[::2], arrays[1::2], strict=True)]

    def convolved(maps: Array, layer: tuple[Array, Array]) -> Array:
        """Theano turns the filters: this is convolution as mathematics has it."""
        sums = [sum(convolve2d(m, f, "same") for m, f in zip(maps, row, strict=True)) for row in layer[0]]
        return np.maximum(np.stack(sums) + layer[1][:, None, None], 0)

    trunk = planes[:, ::-1]
    for layer in layers[:3]:
        trunk = convolved(trunk, layer)
    policy = convolved(trunk, layers[3]).ravel() @ layers[4][0] + layers[4][1]
    hidden = np.maximum(convolved(trunk, layers[5]).ravel() @ layers[6][0] + layers[6][1], 0)
    return softmax(policy), float(np.tanh(hidden @ layers[7][0] + layers[7][1])[0])


def softmax(logits: Array) -> Array:
    """Of one row."""
    raised = np.exp(logits - logits.max())
    return raised / raised.sum()

"""Nets that other programs have taught, as nets of this one: they say here, of every position, what they said there.

Two are known: the original program's (QPT-CleverGo, weights that Paddle saved) and those of junxiaosong's
AlphaZero_Gomoku (a list of arrays, pickled, mostly by Python 2). Both kinds of files are pickles; nothing in them is
run (:mod:`clevergo.nn.pickles`).
"""

from __future__ import annotations

import math
import pickle
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.files import TooLargeError, read_limited
from clevergo.nn.description import NetConfig, Weights, parameter_shapes
from clevergo.nn.files import WeightFile
from clevergo.nn.pickles import ANY_TABLE, ArrayStandIn, ForbiddenError, unpickle
from clevergo.problem import Problem, ProblemError, cause_of

MOST_BYTES = 64 * 1024 * 1024
"""Bytes of a file that is read; the nets that are known take a fiftieth of that."""

_ORIGINALS = {
    "conv1": "conv_layer.0",
    "conv2": "conv_layer.2",
    "conv3": "conv_layer.4",
    "policy_conv": "policy_layer.0",
    "policy_hidden": "policy_layer.3",
    "policy_out": "policy_layer.5",
    "value_conv": "value_layer.0",
    "value_hidden1": "value_layer.3",
    "value_hidden2": "value_layer.5",
    "value_out": "value_layer.7",
}
"""What the original calls our layers."""
_GOMOKUS_NAME = re.compile(r"(\d+)_(\d+)_(\d+)$")
"""How the names of AlphaZero_Gomoku's files end: width, height, and how many in a row win."""


class ForeignNetError(ProblemError):
    """A file holds no net that can be taken over; the message says what to do."""


@dataclass(frozen=True)
class ForeignNet:
    """A net from elsewhere."""

    weights: WeightFile
    of_game: Mapping[str, Any] = field(default_factory=dict)
    """What is known of the rules it was taught by, as the game calls them (``Game.self_play_terms``)."""


def read_foreign(path: Path) -> ForeignNet:
    """The net in a file that another program has written.

    Raises:
        ForeignNetError: it is no net that is known, damaged, or asks to have something run.
        OSError: it cannot be read.
    """
    try:
        data = read_limited(path, MOST_BYTES)
    except TooLargeError as error:
        raise ForeignNetError("net_foreign", name=path.name) from error
    if not data.startswith(pickle.PROTO):
        raise ForeignNetError("net_foreign", name=path.name)
    try:
        content = unpickle(data, ANY_TABLE)
    except ForbiddenError as error:
        raise ForeignNetError("net_unsafe", name=path.name, cause=cause_of(error)) from error
    except Exception as error:  # bytes that are no pickle fail in every way there is
        raise ForeignNetError("net_foreign", name=path.name) from error
    if isinstance(content, dict):
        return ForeignNet(_checked(path, *_from_original(path, content)))
    if isinstance(content, list):
        config, weights = _from_gomoku(path, content)
        return ForeignNet(_checked(path, config, weights), {"row": _row_in(path, config.size)})
    raise ForeignNetError("net_foreign", name=path.name)


def _checked(path: Path, config: NetConfig, weights: Weights) -> WeightFile:
    if any(not np.isfinite(array).all() for array in weights.values()):
        raise ForeignNetError("net_broken", name=path.name, cause=Problem("weights_nan"))
    return WeightFile(config, weights)


def _from_original(path: Path, content: Mapping[Any, Any]) -> tuple[NetConfig, Weights]:
    """Its ten planes are our first ten; the eleventh counts nothing until training says otherwise."""
    found = {name: part.value for name, part in content.items() if isinstance(part, ArrayStandIn)}
    names = {f"{ours}.{part}": f"{theirs}.{part}" for ours, theirs in _ORIGINALS.items() for part in ("weight", "bias")}
    if set(found) != set(names.values()):
        raise ForeignNetError("net_foreign", name=path.name)
    weights = {ours: _floats(found[theirs]) for ours, theirs in names.items()}
    first = weights["conv1.weight"]
    if first.ndim == 4:
        weights["conv1.weight"] = np.concatenate([first, np.zeros_like(first[:, :1])], axis=1)
    config = NetConfig("original", size=9)
    _check_shapes(path, config, weights)
    return config, weights


def _from_gomoku(path: Path, content: Sequence[Any]) -> tuple[NetConfig, Weights]:
    """Theano's convolutions turn their filters, and rows of points are numbered from the bottom."""
    arrays = [_floats(part.value) for part in content if isinstance(part, ArrayStandIn)]
    layers = ("conv1", "conv2", "conv3", "policy_conv", "policy_out", "value_conv", "value_hidden", "value_out")
    names = [f"{name}.{part}" for name in layers for part in ("weight", "bias")]
    if len(arrays) != len(content) or len(arrays) != len(names):
        raise ForeignNetError("net_foreign", name=path.name)
    weights = dict(zip(names, arrays, strict=True))
    points = weights["policy_out.bias"].size
    size = math.isqrt(points)
    if size * size != points or not 6 <= size <= 19:
        raise ForeignNetError("net_size", name=path.name)
    config = NetConfig("gomoku", size=size, game="five")
    _check_shapes(path, config, weights)
    for name in ("conv1", "conv2", "conv3"):
        weights[f"{name}.weight"] = np.ascontiguousarray(weights[f"{name}.weight"][:, :, ::-1, ::-1])
    from_below = np.arange(points).reshape(size, size)[::-1].ravel()
    for name in ("policy_out.weight", "policy_out.bias"):
        weights[name] = np.ascontiguousarray(weights[name][..., from_below])
    return config, weights


def _row_in(path: Path, size: int) -> int:
    """How many in a row win, where the file's name tells; five, else."""
    told = _GOMOKUS_NAME.search(path.stem)
    width, height, row = map(int, told.groups()) if told else (0, 0, 0)
    return row if width == height == size and 3 <= row <= 6 else 5


def _floats(array: NDArray[Any]) -> NDArray[np.float32]:
    return array.astype(np.float32)


def _check_shapes(path: Path, config: NetConfig, weights: Weights) -> None:
    for name, shape in parameter_shapes(config).items():
        if weights[name].shape != shape:
            raise ForeignNetError("net_shape", name=path.name, layer=name.rpartition(".")[0])

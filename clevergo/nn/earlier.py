"""Nets that learned while a plane was written otherwise say what they said: the weights that read it are scaled.

A plane that was so many times as large is one and the same as one of today whose weights are: a convolution is linear,
and what lies beside the board is 0 on either. What planes those are the game tells (``Game.earlier_planes``), and the
version of a file whether its net learned from them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description import NetConfig, Weights

_POWERS = {"weights": 1, "average": 1, "first_moment": -1, "second_moment": -2}
"""Of an optimizer's state: with what power of a plane's scale each part goes. Gradients of weights that are so many
times as large are so many times as small."""


def is_as_ever(config: NetConfig) -> bool:
    """Whether a net's planes have always been what they are, so that earlier programs read it rightly."""
    return not _scales(config)


def brought_up(config: NetConfig, weights: Weights) -> Weights:
    """Weights with which a net says from today's planes what it said from those it learned from."""
    return {name: _scaled(config, name, array, 1) for name, array in weights.items()}


def brought_up_state(config: NetConfig, state: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """An optimizer's state, ``SECTION/NAME`` (:mod:`clevergo.nn.training.optimizer`), for such weights."""
    brought = {}
    for key, array in state.items():
        section, _, name = key.partition("/")
        brought[key] = _scaled(config, name, array, _POWERS[section]) if section in _POWERS else array
    return brought


def _scaled(config: NetConfig, name: str, array: NDArray[Any], power: int) -> NDArray[Any]:
    """One parameter, ``[out, in, h, w]`` where it reads planes."""
    scales = _scales(config)
    if not scales or not name.endswith(".weight") or name.removesuffix(".weight") not in _readers(config):
        return array
    scaled = array.copy()
    for plane, scale in scales.items():
        scaled[:, plane] *= np.float32(scale**power)
    return scaled


def _scales(config: NetConfig) -> dict[int, float]:
    """How many times as large planes once were, by their place."""
    game, planes = config.played, config.net_kind.planes.value
    if not _readers(config):
        return {}
    names = game.plane_names.get(planes, ())
    return {names.index(name): scale for name, scale in game.earlier_planes(planes, config.size).items()}


def _readers(config: NetConfig) -> list[str]:
    """The layers that read planes, of kinds that tell."""
    kind = config.net_kind.onednn
    return [] if kind is None else [layer.name for layer in kind.trunk(config) if layer.source is None]

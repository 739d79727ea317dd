"""A net as a drawing: its layers in the order they are computed, and what each reads."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clevergo.nn.description import TrunkLayer

PLANES = "planes"
"""The name of what a net reads."""


class LayerKind(enum.Enum):
    """What a layer makes of what it reads."""

    CONVOLUTION = "convolution"
    """Every point of the board from the points around it."""
    LINEAR = "linear"
    """Every number from all numbers."""
    MEAN = "mean"
    """Of each channel, the mean over the board."""
    LARGEST = "largest"
    """Of each channel, the largest number on the board."""
    JOIN = "join"
    """The numbers of several layers, one after the other, as they are."""


class Function(enum.Enum):
    """What is done with the sums."""

    NONE = "none"
    RELU = "relu"
    """What is negative becomes 0."""
    TANH = "tanh"


class Part(enum.Enum):
    """What a layer is for."""

    TRUNK = "trunk"
    """Layers that all answers are made of."""
    POLICY = "policy"
    VALUE = "value"
    POINTS = "points"
    """A number for each point."""


@dataclass(frozen=True)
class Layer:
    """Some numbers that are computed together: channels over the board, or numbers without a place."""

    name: str
    """The layer's name; where it has weights, theirs."""
    kind: LayerKind
    sources: tuple[str, ...]
    """The layers it reads, or ``PLANES``; of several, one after the other."""
    function: Function = Function.RELU
    shortcut: str | None = None
    """A layer that is added before the function."""
    part: Part = Part.TRUNK


@dataclass(frozen=True)
class NetPlan:
    """Every layer, sources first, and which of them are the net's answers."""

    layers: tuple[Layer, ...]
    policy: str
    """The layer of the actions' logits."""
    value: str
    points: str = ""
    """The layer of a number for each point; empty where the net says none."""


def trunk_layers(trunk: Iterable[TrunkLayer]) -> list[Layer]:
    """The convolutions of a trunk."""
    return [Layer(one.name, LayerKind.CONVOLUTION, (one.source or PLANES,), shortcut=one.shortcut) for one in trunk]

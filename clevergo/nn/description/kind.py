"""A kind of net, and how the program finds the kinds there are.

A kind is one file in :mod:`clevergo.nn.kinds`, named like the kind. It holds ``KIND``, a :class:`NetKind`; nothing
else has to be changed. Its class says which planes it reads, what its weights are called and how they begin, what
Paddle computes with them, and, where somebody took the trouble, how oneDNN computes the same many times faster.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import math
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

import clevergo.nn.kinds as shipped
from clevergo.problem import BadValueError

if TYPE_CHECKING:
    import paddle

    from clevergo.nn.description.config import NetConfig
    from clevergo.nn.onednn.kind import OneDnnKind


class PlaneSet(enum.Enum):
    """The sets of input planes that are written of a position; each kind of net reads one of them.

    How many planes a set has, and what is on them, is the game's affair (``Game.num_planes``).
    """

    HISTORY = "history"
    """The board as it lies now and as it lay before, and no more than that."""
    FEATURES = "features"
    """The board as it lies now, and what the rules make of it."""


@dataclass(frozen=True)
class NetShape:
    """The sizes of a net's input and of its answers, for one size of board."""

    planes: int
    """Input planes C: a position is ``float32[C, H, W]``."""
    height: int
    width: int
    actions: int
    """Actions A the policy is spread over: first the board's points, row by row, then those that are no point."""
    points_name: str
    """What the game calls the number in [-1, 1] that the net says of each point too, besides policy and value: the
    head's name in weight files. Empty where it says none."""

    def __post_init__(self) -> None:
        if min(self.planes, self.height, self.width) < 1 or self.actions < self.points:
            raise ValueError(f"no net has this shape: {self}")

    @property
    def has_points(self) -> bool:
        """Whether the net says a number of each point."""
        return bool(self.points_name)

    @property
    def points(self) -> int:
        """Points of the board, H*W."""
        return self.height * self.width

    @property
    def other_actions(self) -> int:
        """Actions that are no point of the board, as passing is."""
        return self.actions - self.points


Shapes = dict[str, tuple[int, ...]]
"""Shapes of parameters by name, ``LAYER.weight`` and ``LAYER.bias``."""


class UnknownKindError(BadValueError):
    """Somebody asks for a kind of net that this program has no file of."""


class NetKind(ABC):
    """What nets of one kind have in common. It holds no settings and no weights: methods are told the net's settings.

    Paddle and oneDNN are imported inside methods only: a kind is looked up in the window's process too.
    """

    planes: ClassVar[PlaneSet] = PlaneSet.FEATURES
    """The input planes it reads."""
    has_points: ClassVar[bool] = False
    """Whether it says a number of each point, besides policy and value."""
    onednn: ClassVar[OneDnnKind | None] = None
    """How oneDNN computes it, for playing and for training; where that is None Paddle does."""

    @property
    def name(self) -> str:
        """As it stands in weight files: its file's name."""
        return type(self).__module__.rpartition(".")[2]

    @property
    def source(self) -> Path:
        """The file that says all of the kind: what has been made of another text of it is out of date."""
        return Path(inspect.getfile(type(self)))

    def check(self, config: NetConfig) -> None:
        """Raise ValueError where there can be no such net."""
        if not 1 <= config.blocks <= 40:
            raise ValueError(f"blocks must be 1 to 40, not {config.blocks}")
        if not 8 <= config.channels <= 512:
            raise ValueError(f"channels must be 8 to 512, not {config.channels}")
        if not 2 <= config.size <= 19:
            raise ValueError(f"size must be 2 to 19, not {config.size}")

    def supports(self, config: NetConfig, size: int) -> bool:
        """Whether the net can judge boards of ``size``: any, as a rule."""
        return True

    def short(self, config: NetConfig) -> str:
        """The net in a word or two, for lists."""
        return f"{self.name} {config.blocks}x{config.channels}"

    @abstractmethod
    def shapes(self, config: NetConfig) -> Shapes:
        """Every parameter's name and shape; see :func:`layer`."""

    def start_scale(self, name: str) -> float:
        """How large the layer ``name`` begins, where 1 is what He et al. (2015) propose."""
        return 1.0

    def initial(self, name: str, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float32]:
        """How a parameter begins: biases at 0, weights drawn from a normal distribution."""
        layer_name, _, part = name.rpartition(".")
        if part == "bias":
            return np.zeros(shape, np.float32)
        inputs = math.prod(shape[1:]) if len(shape) == 4 else shape[0]
        return rng.normal(0, math.sqrt(2 / inputs) * self.start_scale(layer_name), shape).astype(np.float32)

    @abstractmethod
    def forward(
        self, config: NetConfig, layers: Mapping[str, paddle.nn.Layer], planes: paddle.Tensor
    ) -> tuple[paddle.Tensor, ...]:
        """What Paddle computes: the definition of the net, which all faster ways must agree with.

        Args:
            config: the net's settings.
            layers: those of :meth:`shapes`, by name: convolutions that keep the board's size, and linear layers.
            planes: ``float32[B, C, H, W]``.

        Returns:
            Policy logits ``[B, A]``; the expected result for the side to move ``[B, 1]`` in (-1, 1); and, of kinds
            with ``has_points``, a number for each point ``[B, H*W]`` in (-1, 1), in the view of the side to move.
        """


def layer(name: str, *shape: int) -> Shapes:
    """A layer's weight and bias: four numbers make a convolution ``[out, in, h, w]``, two a linear ``[in, out]``."""
    return {f"{name}.weight": shape, f"{name}.bias": (shape[0] if len(shape) == 4 else shape[1],)}


# --- the kinds there are ---------------------------------------------------------------------------------

_loaded: dict[str, NetKind] = {}


def kind_names() -> list[str]:
    """The kinds of nets this program has, in alphabetical order."""
    return sorted(module.name for module in pkgutil.iter_modules(shipped.__path__))


def kind_named(name: str) -> NetKind:
    """The kind of that name.

    Raises:
        UnknownKindError: there is none.
    """
    if not isinstance(name, str) or name not in _loaded:
        names = kind_names()
        if name not in names:
            raise UnknownKindError("kind_unknown", asked=str(name)[:60], known=", ".join(names))
        _loaded[name] = importlib.import_module(f"{shipped.__name__}.{name}").KIND
    return _loaded[name]

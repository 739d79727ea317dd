"""What a net is, in data and without Paddle: its kind and settings, what it reads and says, its weights' names.

A kind is one file in :mod:`clevergo.nn.kinds`, named like the kind. It holds ``KIND``, a :class:`NetKind`; nothing
else has to be changed. Its class says which planes it reads, what its weights are called and how they begin, what
Paddle computes with them, and, where somebody took the trouble, how oneDNN computes the same many times faster and
which layers there are to look at.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import math
import pkgutil
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

import clevergo.nn.kinds as shipped
from clevergo.games.game import Game
from clevergo.games.guests import USUAL_GAME, game_named, games
from clevergo.problem import BadValueError

if TYPE_CHECKING:
    import paddle

    from clevergo.nn.inside.plan import NetPlan
    from clevergo.nn.onednn.engine import ForwardPass
    from clevergo.nn.onednn.heads import BatchLosses
    from clevergo.nn.onednn.library import Library

__all__ = ["NetConfig", "describe_net", "initial_weights"]


class PlaneSet(enum.Enum):
    """The sets of input planes that are written of a position; each kind of net reads one of them.

    How many planes a set has, and what is on them, is the game's affair (``Game.num_planes``).
    """

    HISTORY = "history"
    """The board as it lies now and as it lay before, and no more than that."""
    FEATURES = "features"
    """The board as it lies now, and what the rules make of it."""
    COLORS = "colors"
    """The boards as each color's own last moves left them, told apart by color and not by side."""
    STONES = "stones"
    """The board as it lies now, the last move, and whose turn it is."""


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
Array = NDArray[np.float32]
Weights = dict[str, Array]
"""Parameters by name, ``float32``, in Paddle's layouts: convolutions ``[out, in, h, w]``, linears ``[in, out]``."""


_MOST_SIZE = 20
"""Points along a side of the largest board there is, that of five in a row."""


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
    may_grow: ClassVar[bool] = False
    """Whether a smaller net of it can become a larger one that says the same (:mod:`clevergo.nn.growth`)."""
    may_round: ClassVar[bool] = True
    """Whether it may be computed in fewer digits where that is faster and changes little."""
    onednn: ClassVar[OneDnnKind | None] = None
    """How oneDNN computes it, for playing and for training; where that is None Paddle does."""

    @property
    def name(self) -> str:
        """The kind's name in weight files: that of its module's file."""
        return type(self).__module__.rpartition(".")[2]

    @property
    def sources(self) -> tuple[Path, ...]:
        """The files that say all of the kind: what has been made of another text of them is out of date."""
        classes = (base for base in type(self).__mro__ if issubclass(base, NetKind) and base is not NetKind)
        return tuple(Path(inspect.getfile(base)) for base in classes)

    def check(self, config: NetConfig) -> None:
        """Raise ValueError where there can be no such net."""
        if not 1 <= config.blocks <= 40:
            raise ValueError(f"blocks must be 1 to 40, not {config.blocks}")
        if not 8 <= config.channels <= 512:
            raise ValueError(f"channels must be 8 to 512, not {config.channels}")
        if not 2 <= config.size <= _MOST_SIZE:
            raise ValueError(f"size must be 2 to {_MOST_SIZE}, not {config.size}")

    def supports(self, config: NetConfig, size: int) -> bool:
        """Whether the net can judge boards of ``size``: any, as a rule."""
        return True

    def short(self, config: NetConfig) -> str:
        """The net in a word or two, for lists."""
        return f"{self.name} {config.blocks}x{config.channels}"

    @abstractmethod
    def shapes(self, config: NetConfig) -> Shapes:
        """Every parameter's name and shape; see :func:`layer`."""

    def ends_branch(self, name: str) -> bool:
        """Whether the layer ``name`` is added to what passes it by, so that with weights of 0 it changes nothing."""
        return False

    def is_hidden(self, name: str) -> bool:
        """Whether the layer ``name`` lies between others, so that its weights lead from features to features."""
        return False

    def start_scale(self, name: str) -> float:
        """How large the layer ``name`` begins, where 1 is what He et al. (2015) propose."""
        return 1.0

    def plan(self, config: NetConfig) -> NetPlan | None:
        """The net layer by layer, so that each can be looked at (:mod:`clevergo.nn.inside`).

        None, of a kind where nobody took the trouble. Tests hold the others to :meth:`forward`.
        """
        return None

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


# --- how oneDNN computes a kind, without Paddle ------------------------------------------------------------

HEAD_CONVOLUTIONS = ("policy_conv", "value_conv")
"""The layers over the trunk: 1x1 convolutions with a relu, to the features of the policy and of the value."""


@dataclass(frozen=True)
class TrunkLayer:
    """One of the trunk's convolutions with its relu; activations are called by the convolution that writes them."""

    name: str
    source: str | None
    """None stands for the planes."""
    shortcut: str | None = None
    """An activation that is added before the relu."""


class Heads(Protocol):
    """The heads of one net in training: they read its weights and write their gradients, views into flat buffers."""

    def run(self, losses: BatchLosses, features: Array, feature_gradient: Array) -> None:
        """Judge ``features``, and fill in the gradients of the heads' parameters and of the features.

        Args:
            losses: receives the judgments.
            features: ``float32[B, H*W, width]``, after their relu: the policy's, then the value's.
            feature_gradient: ``float32[B, H*W, width]``, written: the total loss's gradient before that relu.
        """


class OneDnnKind(ABC):
    """A kind of net of this form: a trunk of convolutions, :data:`HEAD_CONVOLUTIONS` over it, heads over these."""

    exact: tuple[str, ...]
    """How the names end of layers so small that float32 costs nothing: the last ones, whose rounding stays."""
    flattened: tuple[str, ...] = ()
    """Linear layers that read all features of all points. Paddle flattens channel by channel, here they lie point by
    point, so the weights are put into that order."""

    @abstractmethod
    def trunk(self, config: NetConfig) -> list[TrunkLayer]:
        """The 3x3 convolutions from the planes to what the heads read."""

    @abstractmethod
    def judge(self, net: ForwardPass) -> tuple[Array, Array, Array | None]:
        """Describe the heads to ``net``, for playing; the trunk is there.

        Returns:
            where policy logits ``[B, A]``, value ``[B, 1]`` and, if the net has that head, points ``[B, H*W]`` will be.
        """

    @abstractmethod
    def heads(self, config: NetConfig, library: Library, weights: Weights, gradients: Weights) -> Heads:
        """The heads of a net, for training."""


# --- a net -------------------------------------------------------------------------------------------------


_UNTOLD = {"blocks": 5, "channels": 64}
"""What is meant where a file says nothing: the usual net when such files were written."""


@dataclass(frozen=True)
class NetConfig:
    """What a net is. Saved beside the weights; unknown kinds, games and keys are refused when read back."""

    kind: str = "residual"
    """The name of its kind."""
    blocks: int = 4
    """Residual blocks, of kinds that are built of blocks."""
    channels: int = 64
    """Channels between the layers, of kinds that may choose; multiples of 32 run fastest."""
    size: int = 9
    """Board size the net is trained on, and for kinds that are built for one size that size."""
    game: str = USUAL_GAME
    """The name of what it plays."""

    def __post_init__(self) -> None:
        self.net_kind.check(self)
        if self.net_kind.planes.value not in self.played.num_planes:
            raise BadValueError("kind_without_planes", kind=self.kind, game=self.game)

    @property
    def played(self) -> Game:
        """What it plays."""
        return game_named(self.game)

    @property
    def net_kind(self) -> NetKind:
        """What it has in common with other nets of its kind."""
        return kind_named(self.kind)

    @property
    def planes(self) -> int:
        """Input planes this net reads."""
        return self.played.num_planes[self.net_kind.planes.value]

    def shape(self, size: int | None = None) -> NetShape:
        """What goes in and what comes out on boards of ``size``, or of its own size, as the game has it."""
        game, size = self.played, self.size if size is None else size
        learns_points = self.net_kind.has_points and game.num_owned(size) > 0
        return NetShape(
            self.planes, *game.shape(size), game.num_actions(size), game.owners_name if learns_points else ""
        )

    def supports(self, size: int) -> bool:
        """Whether the net can judge boards of ``size``."""
        return self.net_kind.supports(self, size)

    def on(self, size: int) -> NetConfig:
        """The same net, whose weights fit as they are, on boards of another size.

        Raises:
            BadValueError: it is built for one size only.
        """
        if not self.supports(size):
            raise BadValueError("net_one_size", net=self.net_kind.short(self), size=self.size, asked=size)
        return replace(self, size=size)

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready form; a net of the usual game names none, so that older programs read it."""
        return {name: value for name, value in asdict(self).items() if (name, value) != ("game", USUAL_GAME)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> NetConfig:
        """The inverse of :meth:`to_dict`; raises ValueError on unknown keys, kinds and games."""
        unknown = set(data) - {field.name for field in fields(cls)}
        if unknown:
            raise ValueError(f"unknown net settings: {', '.join(sorted(unknown))}")
        return cls(**(_UNTOLD | data))


def describe_net(config: NetConfig) -> str:
    """A net in a word or two: ``classic``, or ``5x64`` for 5 blocks of 64 channels."""
    return config.net_kind.short(config)


def net_of(description: str) -> NetConfig | None:
    """The inverse of :func:`describe_net` for nets of the usual board size; None where it says nothing.

    Of nets that play the usual game, or of one that the kind plays where it does not play that.
    """
    numbers = re.fullmatch(r"(?:.* )?(\d+)x(\d+)", description)
    blocks, channels = map(int, numbers.groups()) if numbers else (NetConfig.blocks, NetConfig.channels)
    for name in kind_names():
        try:
            shown = kind_named(name).planes.value
            played = [game.name for game in games().values() if shown in game.num_planes]
            config = NetConfig(name, blocks, channels, game=USUAL_GAME if USUAL_GAME in played else played[0])
        except (ValueError, IndexError):
            continue
        if describe_net(config) == description:
            return config
    return None


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

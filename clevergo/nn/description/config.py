"""The frozen description of a policy-value net: enough to build it again from a weight file."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Game
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.nn.description.kind import NetKind, NetShape, Shapes, kind_named, kind_names
from clevergo.problem import BadValueError


@dataclass(frozen=True)
class NetConfig:
    """What a net is. Saved beside the weights; unknown kinds, games and keys are refused when read back."""

    kind: str = "residual"
    """The name of its kind; see :mod:`clevergo.nn.description.kind`."""
    blocks: int = 5
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

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready form; a net of the usual game names none, so that older programs read it."""
        return {name: value for name, value in asdict(self).items() if (name, value) != ("game", USUAL_GAME)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> NetConfig:
        """The inverse of :meth:`to_dict`; raises ValueError on unknown keys, kinds and games."""
        unknown = set(data) - {field.name for field in fields(cls)}
        if unknown:
            raise ValueError(f"unknown net settings: {', '.join(sorted(unknown))}")
        return cls(**data)


def describe_net(config: NetConfig) -> str:
    """A net in a word or two: ``classic``, or ``5x64`` for 5 blocks of 64 channels."""
    return config.net_kind.short(config)


def net_of(description: str) -> NetConfig | None:
    """The inverse of :func:`describe_net` for nets of the usual board size; None where it says nothing."""
    numbers = re.fullmatch(r"(?:.* )?(\d+)x(\d+)", description)
    blocks, channels = map(int, numbers.groups()) if numbers else (NetConfig.blocks, NetConfig.channels)
    for name in kind_names():
        try:
            config = NetConfig(name, blocks, channels)
        except ValueError:
            continue
        if describe_net(config) == description:
            return config
    return None


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

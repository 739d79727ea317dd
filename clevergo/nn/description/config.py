"""The frozen description of a policy-value net: enough to build it again from a weight file."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields
from typing import Any

from clevergo.nn.description.kind import NetKind, kind_named, kind_names
from clevergo.nn.description.shape import NUM_PLANES, NetShape


@dataclass(frozen=True)
class NetConfig:
    """A net's architecture. Saved beside the weights; unknown kinds and unknown keys are refused when read back."""

    kind: str = "residual"
    """The name of its kind; see :mod:`clevergo.nn.description.kind`."""
    blocks: int = 5
    """Residual blocks, of kinds that are built of blocks."""
    channels: int = 64
    """Channels between the layers, of kinds that may choose; multiples of 32 run fastest."""
    size: int = 9
    """Board size the net is trained on, and for kinds that are built for one size that size."""

    def __post_init__(self) -> None:
        self.net_kind.check(self)

    @property
    def net_kind(self) -> NetKind:
        """What it has in common with other nets of its kind."""
        return kind_named(self.kind)

    @property
    def planes(self) -> int:
        """Input planes this net reads."""
        return NUM_PLANES[self.net_kind.planes]

    def shape(self, size: int | None = None) -> NetShape:
        """What goes in and what comes out on boards of ``size``, or of its own size.

        The one place in ``nn`` that says which answers the game asks for: a number for each point and for passing.
        """
        size = self.size if size is None else size
        return NetShape(self.planes, size, size, size * size + 1, self.net_kind.has_points)

    def supports(self, size: int) -> bool:
        """Whether the net can judge boards of ``size``."""
        return self.net_kind.supports(self, size)

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready form."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> NetConfig:
        """The inverse of :meth:`to_dict`; raises ValueError on unknown keys and unknown kinds."""
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
    settings = [int(number) for number in numbers.groups()] if numbers else []
    for name in kind_names():
        try:
            config = NetConfig(name, *settings)
        except ValueError:
            continue
        if describe_net(config) == description:
            return config
    return None

"""The frozen description of a policy-value net: enough to build it again from a weight file."""

from __future__ import annotations

import enum
from dataclasses import asdict, dataclass, fields
from typing import Any


class NetKind(enum.Enum):
    """The families of nets this program knows."""

    CLASSIC = "classic"
    """The original program's: three convolutions and fully connected heads, for one board size."""
    RESIDUAL = "residual"
    """A residual tower with convolutional, pooled heads: works on any board size."""


CLASSIC_PLANES = 10
RESIDUAL_PLANES = 16


@dataclass(frozen=True)
class NetConfig:
    """A net's architecture. Saved beside the weights; unknown keys are refused when read back."""

    kind: NetKind = NetKind.RESIDUAL
    """Which family."""
    blocks: int = 5
    """Residual blocks (residual only)."""
    channels: int = 64
    """Channels of the tower (residual only); multiples of 32 run fastest."""
    size: int = 9
    """Board size the classic net is built for; the residual net is trained on it but takes any."""

    def __post_init__(self) -> None:
        if not 1 <= self.blocks <= 40:
            raise ValueError(f"blocks must be 1 to 40, not {self.blocks}")
        if not 8 <= self.channels <= 512:
            raise ValueError(f"channels must be 8 to 512, not {self.channels}")
        if not 2 <= self.size <= 19:
            raise ValueError(f"size must be 2 to 19, not {self.size}")

    @property
    def planes(self) -> int:
        """Input planes this net reads."""
        return CLASSIC_PLANES if self.kind is NetKind.CLASSIC else RESIDUAL_PLANES

    def supports(self, size: int) -> bool:
        """Whether the net can judge boards of ``size``."""
        return self.kind is NetKind.RESIDUAL or size == self.size

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready form."""
        return asdict(self) | {"kind": self.kind.value}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> NetConfig:
        """The inverse of :meth:`to_dict`; raises ValueError on unknown keys."""
        unknown = set(data) - {field.name for field in fields(cls)}
        if unknown:
            raise ValueError(f"unknown net settings: {', '.join(sorted(unknown))}")
        return cls(**(data | {"kind": NetKind(data.get("kind", "residual"))}))

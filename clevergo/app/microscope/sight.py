"""A net at work on one position, to be looked at: what is asked for, and what there is to see.

The window's process only reads it; it is worked out where dogs think (:mod:`clevergo.app.microscope.looking`).
"""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.nn.inside.plan import PLANES as PLANES  # these three pass to the window as they are
from clevergo.nn.inside.plan import LayerKind as LayerKind
from clevergo.nn.inside.plan import Part as Part

_DOOR = "clevergo.app.microscope.looking"
SILENT = 1e-6
"""What is not further from 0 than this says nothing."""


@dataclass(frozen=True)
class Brain:
    """A dog's net as it lies on the disk."""

    name: str
    """The dog, or one of its ages: ``pup@1230``."""
    weights: Path
    written: int
    """When the file was written, in nanoseconds: written anew, it is another net."""


@dataclass(frozen=True)
class SightInquiry:
    """What does this net compute of this position? Answered by one :class:`Sight`."""

    door: ClassVar[str] = _DOOR
    """See :class:`clevergo.app.engine.messages.Inquiry`."""
    brain: Brain
    rules: Rules
    moves: tuple[int, ...]
    start: Start = EMPTY_BOARD


@dataclass(frozen=True)
class SilenceInquiry:
    """Which channels of this net say nothing, whatever lies on such a board? Answered by one :class:`Silence`."""

    door: ClassVar[str] = _DOOR
    """See :class:`clevergo.app.engine.messages.Inquiry`."""
    brain: Brain
    size: int
    """Of the board."""


class Answer(enum.Enum):
    """What a layer is to the net's user."""

    POLICY = "policy"
    """How likely it finds each move."""
    VALUE = "value"
    """Who wins."""
    POINTS = "points"
    """Whose each point becomes."""


@dataclass(frozen=True, eq=False)
class SeenLayer:
    """A layer and what it says of the position."""

    name: str
    """As its weights are called; ``PLANES`` for what the net reads."""
    kind: LayerKind | None
    """None: the planes."""
    part: Part
    sources: tuple[str, ...]
    """The layers it reads."""
    shortcut: str | None
    """A layer that is added to it."""
    numbers: NDArray[np.float32]
    """``float32[C, H, W]``: channels over the board; ``float32[C]``: numbers without a place. Of the policy
    ``float32[1, H, W]``, chances."""
    answer: Answer | None = None
    """Which of the net's answers it is."""
    is_cut: bool = True
    """Whether what is negative becomes 0."""
    looks_around: bool = True
    """Of a convolution: whether it reads the points around each, not that point alone."""
    beside: NDArray[np.float32] | None = None
    """Of the policy: the chances of moves that are no point, ``float32[K]``."""
    alike: NDArray[np.int16] | None = None
    """``int16[C]``: the plane of the net's input that each channel looks most alike here; None without a place."""
    likeness: NDArray[np.float32] | None = None
    """``float32[C]``: how much so, the correlation in [-1, 1]; 0 where a channel is the same everywhere."""

    @property
    def has_place(self) -> bool:
        """Whether its numbers belong to points of the board."""
        return self.numbers.ndim == 3

    @property
    def channels(self) -> int:
        """How many there are."""
        return len(self.numbers)

    @functools.cached_property
    def largest(self) -> NDArray[np.float32]:
        """``float32[C]``: how far from 0 each channel goes."""
        return np.abs(self.numbers).reshape(self.channels, -1).max(axis=1)

    @functools.cached_property
    def is_silent(self) -> NDArray[np.bool_]:
        """``bool[C]``: the channels that are 0 everywhere."""
        return self.largest <= SILENT


@dataclass(frozen=True, eq=False)
class Sight:
    """A net and one position."""

    net: str
    """The net in a word or two."""
    plane_names: tuple[str, ...]
    """What the game calls its planes; empty where it has no names for them."""
    to_play: Color
    stones: NDArray[np.int8]
    """``int8[H, W]``."""
    layers: tuple[SeenLayer, ...]
    """The planes first, sources before those that read them."""
    prior: NDArray[np.float32]
    """``float32[A]``, illegal moves not masked."""
    value: float
    """In [-1, 1], for the side to move."""
    points: NDArray[np.float32] | None
    """``float32[H*W]`` in [-1, 1], 1 the side to move's."""

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        return sum(layer.numbers.nbytes for layer in self.layers)

    def layer(self, name: str) -> SeenLayer | None:
        """The layer of that name; None where the net has none."""
        return next((layer for layer in self.layers if layer.name == name), None)


@dataclass(frozen=True, eq=False)
class Silence:
    """What a net never says, as far as was tried."""

    positions: int
    """How many different positions it was shown."""
    channels: dict[str, NDArray[np.bool_]]
    """``bool[C]`` by layer: 0 on all of them."""

    def fits(self, sight: Sight) -> bool:
        """Whether it is of a net with the same layers. A dog may have grown after it was seen."""
        if self.channels.keys() != {layer.name for layer in sight.layers}:
            return False
        # Of a policy the sight has chances by point, which is another number of channels.
        inner = [layer for layer in sight.layers if layer.answer is None]
        return all(len(self.channels[layer.name]) == layer.channels for layer in inner)

"""What goes into a net and what comes out of it: all that a net knows of the game it plays."""

from __future__ import annotations

import enum
from dataclasses import dataclass


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

"""What can be said of a channel in numbers: where it is strongest, what it looks at, which say more than others."""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.app.microscope.sight import SILENT, SeenLayer
from clevergo.games.color import Color


class Order(enum.Enum):
    """Which channels come first."""

    TELLING = "telling"
    """Those that tell points of the board apart most; those that are silent come last."""
    NUMBER = "number"
    """As the net has them."""


def in_order(layer: SeenLayer, order: Order) -> list[int]:
    """The channels of a layer, first the one to be seen first."""
    if order is Order.NUMBER or layer.channels == 1:
        return list(range(layer.channels))
    said = layer.numbers.std(axis=(1, 2)) if layer.has_place else np.abs(layer.numbers)
    # Of what is the same everywhere, what is 0 everywhere comes last.
    keys = np.lexsort((np.arange(layer.channels), -layer.largest, -said))
    return [int(channel) for channel in keys]


@dataclass(frozen=True)
class Reading:
    """What one channel says over the board."""

    strongest: tuple[tuple[int, float], ...]
    """Points and their numbers, at most three, furthest from 0 first; none where it is silent."""
    silent: int
    """Points at which it says nothing."""
    points: int
    is_even: bool
    """Whether it is the same everywhere."""
    own: float | None
    """Its mean over the stones of the side to move; None where there are none."""
    other: float | None
    """The same over the other side's."""
    empty: float | None
    """The same over empty points."""


_MOST = 3
_WORTH_NAMING = 0.5
"""Of the strongest point's number: what is less is not named beside it."""


def read_channel(board: NDArray[np.float32], stones: NDArray[np.int8], to_play: Color) -> Reading:
    """Read ``board: float32[H, W]`` where ``stones: int8[H, W]`` lie."""
    numbers, far = board.ravel(), np.abs(board).ravel()
    order = np.argsort(-far, kind="stable")[:_MOST]
    least = max(_WORTH_NAMING * float(far[order[0]]), SILENT)
    strongest = tuple((int(point), float(numbers[point])) for point in order if far[point] > least)
    means = [_mean(board, stones == color) for color in (int(to_play), int(to_play.opponent), 0)]
    is_even = float(numbers.max() - numbers.min()) <= SILENT
    return Reading(strongest, int((far <= SILENT).sum()), board.size, is_even, *means)


def _mean(board: NDArray[np.float32], chosen: NDArray[np.bool_]) -> float | None:
    return float(board[chosen].mean()) if chosen.any() else None

"""A position as a board shows it: made once, where it is known, and handed on as it is until it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.games.markup import NO_MARKUP, Markup


@dataclass(frozen=True, eq=False)
class BoardState:
    """What lies on a board, and what belongs to the position itself. How a person wants to see it is added there."""

    stones: NDArray[np.int8]
    """``int8[N, N]``: 0 empty, 1 black, 2 white; row 0 is the top."""
    last_move: int | None = None
    """The last action, a pass included; None before the first."""
    ko: int | None = None
    """The point a ko forbids."""
    ownership: NDArray[np.int8] | None = None
    """At the end, ``int8[N, N]``: 0 neutral, 1 Black's, 2 White's."""
    dead: NDArray[np.bool_] | None = None
    """At the end of a person's game, ``bool[N, N]``: stones taken for dead."""
    markup: Markup = NO_MARKUP
    """What a record draws on this position."""

    @classmethod
    def empty(cls, size: int, black: tuple[int, ...] = ()) -> BoardState:
        """A board before the first move, with handicap stones at ``black``."""
        stones = np.zeros(size * size, np.int8)
        stones[list(black)] = 1
        return cls(stones.reshape(size, size))

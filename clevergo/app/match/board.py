"""A position as a board shows it: made once, where it is known, and handed on as it is until it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.games.grid import Grid
from clevergo.games.markup import NO_MARKUP, Markup
from clevergo.games.start import EMPTY_BOARD, Start


@dataclass(frozen=True, eq=False)
class BoardState:
    """What lies on a board, and what belongs to the position itself. How a person wants to see it is added there."""

    stones: NDArray[np.int8]
    """``int8[H, W]``: 0 empty, 1 black, 2 white; row 0 is the top."""
    last_move: int | None = None
    """The last action, a pass included; None before the first."""
    barred: tuple[int, ...] = ()
    """Points where a stone may not be put though a person would think so."""
    owners: NDArray[np.int8] | None = None
    """At the end of a game that is counted, ``int8[H, W]``: 0 neutral, 1 Black's, 2 White's."""
    dead: NDArray[np.bool_] | None = None
    """At the end of a person's game, ``bool[H, W]``: stones taken for dead."""
    markup: Markup = NO_MARKUP
    """What a record draws on this position."""

    @classmethod
    def empty(cls, grid: Grid, start: Start = EMPTY_BOARD) -> BoardState:
        """A board with nothing on it but what players put there before the first move."""
        stones = np.zeros(grid, np.int8)
        stones.flat[list(start.black)] = 1
        stones.flat[list(start.white)] = 2
        return cls(stones)

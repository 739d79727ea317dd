"""Who plays which color, in games whose players settle that while the first stones are put.

How it goes is the game's own (``Game.settling``); these are the words in which everybody else hears of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np


@dataclass(frozen=True)
class Task:
    """What is to be done next, before colors are settled."""

    name: str
    """A word for it; the catalogs say it in the row ``opening.SETTLING.NAME``."""
    is_first: bool
    """Whether the player is to do it who would have Black if nobody chose anything; else the other."""
    stones: int = 0
    """How many stones are to be put, whatever their color; 0: something is to be chosen."""
    choices: tuple[str, ...] = ()
    """What may be chosen."""


class Settling(Protocol):
    """How far it has come, as a value. ``str`` writes it down, ``Game.settling`` reads that."""

    @property
    def name(self) -> str:
        """What this way of settling is called, in lower case."""
        ...

    @property
    def laid(self) -> int:
        """How many stones the settling itself puts, as far as it has come: their colors do not say whose they were."""
        ...

    @property
    def is_swapped(self) -> bool:
        """Whether the first player has ended up with White."""
        ...

    def task(self, ply: int) -> Task | None:
        """What is to be done after so many stones; None: colors are settled."""
        ...

    def chosen(self, ply: int, choice: str) -> Settling:
        """How far it has come after a choice; ValueError where it may not be made now."""
        ...

    def back_to(self, ply: int) -> Settling:
        """How far it has come once stones were taken back, and with them what was chosen meanwhile."""
        ...

    def lay(self, position: Any, rng: np.random.Generator) -> tuple[int, ...]:
        """The stones that are to be put now, as a machine puts them: so that neither side is better."""
        ...

    def preferred(self, ply: int, win_rate: float) -> str:
        """What whoever believes in that win rate, 0 to 1, of the side to move should choose."""
        ...

"""What somebody who has just learned a game is told while they play their first one.

A game that has something to say names a module (``Game.counsel_door``) with a function ``counsel(position)``. Its words
are the catalogs' rows ``counsel.GAME.KIND``; every game has the kind :data:`QUIET` beside its own.
"""

from __future__ import annotations

from dataclasses import dataclass

QUIET = "quiet"
"""The :attr:`Counsel.kind` that says that nothing presses."""


@dataclass(frozen=True)
class Counsel:
    """What is to be said to whoever is to move."""

    kind: str = QUIET
    """What it is about: a word of the game's own."""
    points: tuple[int, ...] = ()
    """Actions of the points it speaks of, in rising order."""

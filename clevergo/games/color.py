"""The two sides of a game."""

from __future__ import annotations

import enum

__all__ = ["Color"]


class Color(enum.IntEnum):
    """A side of the game; the numbers are those of the stones in every array. Black moves first."""

    BLACK = 1
    WHITE = 2

    @property
    def opponent(self) -> Color:
        """The other side."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK

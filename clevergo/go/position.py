"""A game position as a value: playing a move gives a new one and leaves the old one as it was."""

from __future__ import annotations

import enum


class Color(enum.IntEnum):
    """A side of the game; the numbers are those of the stones in every array."""

    BLACK = 1
    WHITE = 2

    @property
    def opponent(self) -> Color:
        """The other side."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK

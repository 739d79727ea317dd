"""The two sides of a game."""

from __future__ import annotations

import enum

from clevergo.problem import Problem

__all__ = ["Color", "color_said"]


class Color(enum.IntEnum):
    """A side of the game; the numbers are those of the stones in every array. Black moves first."""

    BLACK = 1
    WHITE = 2

    @property
    def opponent(self) -> Color:
        """The other side."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK


def color_said(color: Color) -> Problem:
    """A side as it is called in the sentence of a problem, in whatever language that is told."""
    return Problem("color_black") if color is Color.BLACK else Problem("color_white")

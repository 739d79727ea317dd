"""What lies on the board before the first move: nothing, what gives one side a lead, or any stones a record sets up."""

from __future__ import annotations

from dataclasses import dataclass

from clevergo.games.color import Color

__all__ = ["EMPTY_BOARD", "Start"]


@dataclass(frozen=True)
class Start:
    """The stones a game begins with beside what its rules put there, and who moves first."""

    black: tuple[int, ...] = ()
    """Actions of Black's stones."""
    white: tuple[int, ...] = ()
    to_play: Color = Color.BLACK

    @property
    def is_empty(self) -> bool:
        """Whether the game begins as most do."""
        return self == Start()


EMPTY_BOARD = Start()
"""No stones beside what the rules put there, and Black to move."""

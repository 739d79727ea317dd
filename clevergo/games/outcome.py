"""How a game ended, and who won by how much."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from clevergo.games.color import Color

__all__ = ["Outcome", "Termination"]


class Termination(enum.Enum):
    """How a game came to its end."""

    FINISHED = "finished"
    """By the rules: nothing was left to play, or somebody had reached what wins."""
    TWO_PASSES = "two_passes"
    PLY_LIMIT = "ply_limit"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    """A player could not go on: an engine that died or played an illegal move."""


_SGF_REASON = {Termination.FINISHED: "", Termination.RESIGNATION: "R", Termination.TIME: "T", Termination.FORFEIT: "F"}


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game."""

    winner: Color | None
    """None for a draw."""
    margin: float | None
    """By how many points Black won (White: below zero); None where nothing was counted."""
    termination: Termination

    def __post_init__(self) -> None:
        if self.margin is None:
            if self.termination not in _SGF_REASON:
                raise ValueError(f"a game that ended by {self.termination.name} needs a margin")
            return
        expected = Color.BLACK if self.margin > 0 else Color.WHITE if self.margin < 0 else None
        if self.winner is not expected:
            raise ValueError(f"a margin of {self.margin} for Black does not make {self.winner!r} the winner")

    @classmethod
    def counted(cls, margin: float, termination: Termination) -> Outcome:
        """The outcome of a game that was counted, ``margin`` points in Black's favor."""
        winner = Color.BLACK if margin > 0 else Color.WHITE if margin < 0 else None
        return cls(winner, margin, termination)

    def points(self) -> str:
        """The result as SGF writes it: ``B+5.5``, ``W+R``, ``B+T``, ``W+F``, ``B+``, and ``0`` for a draw."""
        if self.winner is None:
            return "0"
        letter = self.winner.name[0]
        if self.margin is None:
            return f"{letter}+{_SGF_REASON[self.termination]}"
        return f"{letter}+{abs(self.margin):g}"

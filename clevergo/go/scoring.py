"""Who has won and by how much: area, dead stones, outcomes in points and in Chinese counting."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from clevergo.go.position import Color


class Termination(enum.Enum):
    """How a game came to its end."""

    TWO_PASSES = "two_passes"
    PLY_LIMIT = "ply_limit"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    """A player could not go on: an engine that died or played an illegal move."""


_SGF_REASON = {Termination.RESIGNATION: "R", Termination.TIME: "T", Termination.FORFEIT: "F"}
_CHINESE_REASON = {Termination.RESIGNATION: "中盘胜", Termination.TIME: "超时胜", Termination.FORFEIT: "判胜"}
_CHINESE_COLOR = {Color.BLACK: "黑", Color.WHITE: "白"}
_CHINESE_QUARTERS = {1: "1/4", 2: "1/2", 3: "3/4"}


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game."""

    winner: Color | None
    """None for a draw."""
    margin: float | None
    """Black's area minus White's minus komi, from Black's point of view; None where nothing was counted."""
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
        """The outcome of a game that was counted, ``margin`` points in Black's favour (komi included)."""
        winner = Color.BLACK if margin > 0 else Color.WHITE if margin < 0 else None
        return cls(winner, margin, termination)

    def points(self) -> str:
        """The result as SGF writes it: ``B+5.5``, ``W+R``, ``B+T``, ``W+F``, and ``0`` for a draw."""
        if self.winner is None:
            return "0"
        letter = self.winner.name[0]
        if self.margin is None:
            return f"{letter}+{_SGF_REASON[self.termination]}"
        return f"{letter}+{abs(self.margin):g}"

    def chinese(self) -> str:
        """The result as Chinese counting says it: ``黑胜2又3/4子``, ``白中盘胜``, ``和棋``.

        One 子 is two points: counting only one's own side, half of the difference is what one has above one's share.
        """
        if self.winner is None:
            return "和棋"
        name = _CHINESE_COLOR[self.winner]
        if self.margin is None:
            return name + _CHINESE_REASON[self.termination]
        whole, quarters = divmod(round(abs(self.margin) * 2), 4)
        if quarters == 0:
            return f"{name}胜{whole}子"
        fraction = _CHINESE_QUARTERS[quarters]
        return f"{name}胜{whole}又{fraction}子" if whole else f"{name}胜{fraction}子"

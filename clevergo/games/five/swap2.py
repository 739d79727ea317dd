"""Swap2, the opening of tournaments: who begins wins freestyle, so nobody knows beforehand who will.

The first player puts three stones, two black and a white one. The second takes a color, or puts a white and a black one
more and lets the first take a color. White is to move then, whoever that is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from clevergo.games.settling import Task

_LAID, _MORE = 3, 5
"""Stones that are put before the second player answers, and before the first takes a color."""
_COLORS = ("black", "white")
_TWO = "two"
_TRIES = 16
_FAR = 3
"""Rows and columns from the middle, at most."""
_POSITIONS = 2_000
"""Positions that are looked at to judge three stones."""


@dataclass(frozen=True)
class Swap2:
    """What has been chosen so far; how many stones lie there, whoever asks knows."""

    answer: str = ""
    """The second player's answer to three stones: a color, or ``two``; empty before it."""
    color: str = ""
    """The color that the first player took after five stones; empty before."""

    @classmethod
    def read(cls, told: str) -> Swap2:
        """The inverse of ``str``; what is none of its words is passed over."""
        words = [word for word in told.lower().split()[1:3] if word in (*_COLORS, _TWO)]
        answer, color = (*words, "", "")[:2]
        return cls(answer, color if answer == _TWO and color in _COLORS else "")

    def __str__(self) -> str:
        return " ".join(word for word in (self.name, self.answer, self.color) if word)

    @property
    def name(self) -> str:
        """``swap2``."""
        return "swap2"

    @property
    def laid(self) -> int:
        """How many stones it puts: three, or five where the second player has asked for two more."""
        return _MORE if self.answer == _TWO else _LAID

    @property
    def is_swapped(self) -> bool:
        """Whether the first player has White: the second took Black, or the first White."""
        return self.answer == "black" or self.color == "white"

    def task(self, ply: int) -> Task | None:
        """What is to be done after ``ply`` stones; None where colors are settled, or no answer explains the stones."""
        if ply < _LAID:
            return None if self.answer else Task("lay", True, _LAID - ply)
        if not self.answer:
            return Task("answer", False, 0, (*_COLORS, _TWO)) if ply == _LAID else None
        if self.answer != _TWO or self.color:
            return None
        if ply < _MORE:
            return Task("more", False, _MORE - ply)
        return Task("color", True, 0, _COLORS) if ply == _MORE else None

    def chosen(self, ply: int, choice: str) -> Swap2:
        """How far it has come after a ``choice``, an answer or a color; ValueError where it may not be made now."""
        task = self.task(ply)
        if task is None or choice not in task.choices:
            raise ValueError(f"{choice!r} cannot be chosen after {ply} stones")
        return Swap2(choice) if ply == _LAID else replace(self, color=choice)

    def back_to(self, ply: int) -> Swap2:
        """How far it has come once only ``ply`` stones are left: what no stone has followed is asked for again."""
        return Swap2(self.answer if ply > _LAID else "", self.color if ply > _MORE else "")

    def lay(self, position: Any, rng: np.random.Generator) -> tuple[int, ...]:
        """The stones that are to be put now: near the middle, the most even of some that are drawn."""
        from clevergo.games.five.alphabeta import choose

        task = self.task(position.ply)
        assert task is not None
        size = position.rules.size
        near = range(max(0, size // 2 - _FAR), min(size, size // 2 + _FAR + 1))
        best: tuple[int, ...] = ()
        least = np.inf
        for _ in range(_TRIES):
            free = [row * size + col for row in near for col in near if not position.stones[row, col]]
            after, stones = position, list[int]()
            while len(stones) < task.stones and not after.is_over:
                stones.append(int(rng.choice([point for point in free if after.legal_moves[point]])))
                after = after.play(stones[-1])
            lead = np.inf if after.is_over else abs(choose(after.board, _POSITIONS).score)
            if lead < least or not best:
                best, least = tuple(stones), lead
        return best

    def preferred(self, ply: int, win_rate: float) -> str:
        """The better color by the win rate, 0 to 1, of the side to move: whoever lets others choose gets the worse."""
        return "white" if win_rate >= 0.5 else "black"

"""Stones on their way: one that is put down settles, those that are taken fade. Time goes in, pictures come out."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

_SETTLE_SECONDS = 0.16
_FADE_SECONDS = 0.24
_MOST_TAKEN = 40
_LIFT = 0.14
"""How much larger a stone is in the hand than on the board."""
_SHRINK = 0.16
_FIRST_ALPHA = 0.45


@dataclass(frozen=True)
class MovingStone:
    """A stone between two states, as it is drawn."""

    action: int
    color: int
    """1 black, 2 white."""
    is_coming: bool
    """Whether it is put down; else it is taken."""
    passed: float = 0.0
    """Seconds it has been on its way."""

    @property
    def part(self) -> float:
        """How far it is, 0 to 1, quickly at first."""
        whole = _SETTLE_SECONDS if self.is_coming else _FADE_SECONDS
        left = 1.0 - min(self.passed / whole, 1.0)
        return 1.0 - left * left

    @property
    def scale(self) -> float:
        """How large it is, of its size on the board."""
        return 1.0 + _LIFT * (1.0 - self.part) if self.is_coming else 1.0 - _SHRINK * self.part

    @property
    def alpha(self) -> float:
        """How opaque it is, 0 to 1."""
        return _FIRST_ALPHA + (1.0 - _FIRST_ALPHA) * self.part if self.is_coming else 1.0 - self.part


class BoardMotion:
    """What moves after a board has changed by one move."""

    def __init__(self) -> None:
        self.stones: tuple[MovingStone, ...] = ()
        """Everything on its way; empty where nothing moves."""

    @property
    def actions(self) -> list[int]:
        """Where something moves."""
        return [stone.action for stone in self.stones]

    def begin(self, before: NDArray[np.int8], after: NDArray[np.int8]) -> None:
        """The board has changed; only what a single move does is shown as a motion.

        Args:
            before: ``int8[N, N]``: 0 empty, 1 black, 2 white.
            after: the same, now.
        """
        self.stop()
        if before.shape != after.shape:
            return
        old, new = before.ravel(), after.ravel()
        changed = np.flatnonzero(old != new).tolist()
        come = [action for action in changed if new[action] and not old[action]]
        gone = [action for action in changed if old[action] and not new[action]]
        if len(come) > 1 or len(come) + len(gone) != len(changed) or len(gone) > _MOST_TAKEN:
            return
        taken = [MovingStone(action, int(old[action]), False) for action in gone]
        self.stones = (*taken, *(MovingStone(action, int(new[action]), True) for action in come))

    def step(self, dt: float) -> list[int]:
        """Let ``dt`` seconds pass; the points to draw anew."""
        touched = self.actions
        moved = (replace(stone, passed=stone.passed + dt) for stone in self.stones)
        self.stones = tuple(stone for stone in moved if stone.part < 1.0)
        return touched

    def stop(self) -> None:
        """Everything is where it belongs."""
        self.stones = ()

    def lying(self, stones: NDArray[np.int8]) -> NDArray[np.int8]:
        """``stones`` without the one that is still in the hand."""
        lying = stones.copy()
        lying.flat[[stone.action for stone in self.stones if stone.is_coming]] = 0
        return lying

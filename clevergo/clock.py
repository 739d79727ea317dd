"""Time in which somebody is at work: that of a computer asleep, or of a process that was stopped, is none of it."""

from __future__ import annotations

import time
from collections.abc import Callable

LONGEST_PASS = 60.0
"""Seconds. No loop that trains and looks at its clock each time around takes longer, on whatever machine."""


class AwakeClock:
    """Seconds as the monotonic clock counts them, of no beginning, but between two looks ``longest`` at most.

    On Windows that clock runs on while the computer sleeps. For one loop, which looks each time around.
    """

    def __init__(self, now: Callable[[], float] | None = None, longest: float = LONGEST_PASS) -> None:
        """``now`` None: the monotonic clock."""
        self._now = now or time.monotonic
        self._longest = longest
        self._seen = self._now()
        self._left_out = 0.0

    def __call__(self) -> float:
        """The time now."""
        now = self._now()
        self._left_out += max(0.0, now - self._seen - self._longest)
        self._seen = now
        return now - self._left_out

"""Time in which a run is at work: that of a computer asleep, or of a process that was stopped, is none of it."""

from __future__ import annotations

import time
from collections.abc import Callable

LONGEST_PASS = 60.0
"""Seconds. No loop that looks at its clock each time around takes longer, on whatever machine."""


class WorkClock:
    """Seconds as the monotonic clock counts them, of no beginning, but between two looks ``LONGEST_PASS`` at most.

    For one loop, which looks each time around.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._seen = now()
        self._left_out = 0.0

    def __call__(self) -> float:
        """The time now."""
        now = self._now()
        self._left_out += max(0.0, now - self._seen - LONGEST_PASS)
        self._seen = now
        return now - self._left_out

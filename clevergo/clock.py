"""Time in which somebody is at work: that of a computer asleep, or of a process that was stopped, is none of it."""

from __future__ import annotations

import time
from collections.abc import Callable

LONGEST_PASS = 60.0
"""Seconds. A loop that trains and looks at its clock each time around takes longer only while it computes: a step of
the largest nets, with large batches on 19x19, may take minutes."""


class AwakeClock:
    """Seconds as the monotonic clock counts them, of no beginning, but between two looks ``longest`` at most.

    On Windows that clock runs on while the computer sleeps. For one loop, which looks each time around.
    """

    def __init__(
        self,
        now: Callable[[], float] | None = None,
        longest: float = LONGEST_PASS,
        worked: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """``now`` None: the monotonic clock.

        ``worked``: seconds of computing so far, of which none go by asleep. As many as there were between two looks
        are counted, where that is more than ``longest``.
        """
        self._now = now or time.monotonic
        self._longest = longest
        self._worked = worked
        self._seen, self._worked_then = self._now(), worked()
        self._left_out = 0.0

    def __call__(self) -> float:
        """The time now."""
        now, worked = self._now(), self._worked()
        most = max(self._longest, worked - self._worked_then)
        self._left_out += max(0.0, now - self._seen - most)
        self._seen, self._worked_then = now, worked
        return now - self._left_out

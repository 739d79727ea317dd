"""What a manager allows a brain: time for a move and for a match, and memory."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from dataclasses import dataclass
from pathlib import Path

_USUAL_SECONDS = 5.0
_SHORTEST = 0.01
_LEAST_LAG = 0.15
"""Seconds of a move that are left for its way between the programs; more where that was not enough."""
_CAUTION = 1.5
"""How many times the worst there was is reckoned with: of that lag, and of the time between two looks at the clock."""
_RESERVE = 0.3
"""Seconds, and share, of a move's time that the longest step between two looks at the clock may take."""
_OVERHEAD = 0.04
"""Seconds that even a move without a thought may take."""
_FAREWELL = 0.3
"""Seconds of a match that are never used."""
_SHARE = 1 / 15
"""Of what a match leaves to think, for one move: few games last longer than 30 moves of each side."""
_ENDLESS = 2_147_483.0
"""Seconds: what a manager says is left of a match that may last forever, or more."""
_MEMORY_SHARE = 0.9
_STATM = Path("/proc/self/statm")


class Timer:
    """One move's time. Whoever thinks looks at it now and then; on a busy machine that may be seldom."""

    def __init__(self, now: float, end: float) -> None:
        self._last, self._end, self._longest = now, end, 0.0

    def look(self, now: float) -> bool:
        """Note a look at the clock; whether to stop, as the next one may come too late."""
        self._longest = max(self._longest, now - self._last)
        self._last = now
        return now + _CAUTION * self._longest >= self._end


@dataclass
class Limits:
    """The time and the memory that a manager allows, and what has gone of them. All times are in seconds."""

    turn: float = _USUAL_SECONDS
    """What a move may take; 0: as little as possible."""
    match: float = 0.0
    """What a match may take; 0: as long as it likes."""
    left: float | None = None
    """What is left of the match, as the manager counts; None: it has not said."""
    memory: int = 0
    """Bytes that may be used; 0: as many as there are."""
    used: float = 0.0
    """What the match has taken so far, as we count ourselves."""
    lag: float = _LEAST_LAG
    """What is not thought through of every move's time, for its way between the programs."""

    def new_match(self, used: float = 0.0) -> None:
        """Another match begins, of whose time so much is gone."""
        self.left, self.used = None, used

    def budget(self, moves: int) -> float:
        """How long to think about the next move, where at most so many more of ours follow."""
        wanted = self.turn
        rest = self.match - self.used if self.left is None and self.match else self.left
        if rest is not None and rest < _ENDLESS:
            wanted = min(wanted, (rest - _FAREWELL - moves * _OVERHEAD) * _SHARE)
        return max(_SHORTEST, wanted - max(self.lag, min(_RESERVE, _RESERVE * wanted)))

    def note(self, thought: float, took: float) -> None:
        """A move that ``thought`` seconds were meant for took so long in all."""
        self.used += took
        self.left = None if self.left is None else self.left - took
        self.lag = max(self.lag, _CAUTION * (took - thought))

    def is_short_of_memory(self) -> bool:
        """Whether no more memory should be taken."""
        used = used_memory() if self.memory else None
        return used is not None and used > _MEMORY_SHARE * self.memory


def used_memory() -> int | None:
    """Bytes of this process in memory; None where the system does not say. On macOS the most it ever had."""
    with contextlib.suppress(OSError, ValueError, IndexError, AttributeError, ImportError):
        if sys.platform == "win32":
            return _working_set()
        if sys.platform == "darwin":
            import resource

            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return int(_STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return None


class _MemoryCounters(ctypes.Structure):
    """``PROCESS_MEMORY_COUNTERS`` of Windows."""

    _fields_ = (
        ("cb", ctypes.c_uint32),
        ("page_faults", ctypes.c_uint32),
        ("peak_working_set", ctypes.c_size_t),
        ("working_set", ctypes.c_size_t),
        ("others", ctypes.c_size_t * 6),
    )


def _working_set() -> int | None:
    """The bytes that Windows says this process has in memory."""
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    counters = _MemoryCounters(cb=ctypes.sizeof(_MemoryCounters))
    asked = ctypes.c_void_p(kernel.GetCurrentProcess()), ctypes.byref(counters), counters.cb
    return counters.working_set if kernel.K32GetProcessMemoryInfo(*asked) else None

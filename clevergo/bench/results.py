"""Fair timing on a machine that does other things too, and what it found: a number with its spread and its limit.

What is compared takes turns, and medians count; where there is no number, there is a reason.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Measured:
    """A row's value: the median of several repeats."""

    value: float
    low: float
    """The smallest repeat."""
    high: float
    """The largest."""
    limit: float | None = None
    """What the value could not pass here, in the same unit; None where nothing sets one."""
    note: str = ""
    """What one must know to read the value right: precision, stand-ins."""

    @classmethod
    def of(cls, repeats: Sequence[float], limit: float | None = None, note: str = "") -> Measured:
        """The median of ``repeats``, of which there is at least one."""
        return cls(median(repeats), min(repeats), max(repeats), limit, note)


@dataclass(frozen=True)
class Unmeasured:
    """A row that cannot be measured here."""

    reason: str
    """What is missing, and where one can say so, how to get it."""


Result = Measured | Unmeasured
Results = dict[str, Result]
"""By row name."""


def all_unmeasured(rows: Sequence[str], reason: str) -> Results:
    """The same reason for every row."""
    return {row: Unmeasured(reason) for row in rows}


Work = Callable[[], int]
"""A small piece of work; returns how many things it did."""
Clock = Callable[[], float]


def rate(work: Work, seconds: float, clock: Clock = time.process_time) -> float:
    """How many things a second ``work`` does, repeated for about ``seconds`` of wall time, once at least.

    By default it is divided by the processor time of this process, the wall time of a core of one's own: other
    programs' turns on the core are not counted.
    """
    done = 0
    end = time.perf_counter() + seconds
    begun = clock()
    while True:
        done += work()
        if time.perf_counter() >= end:
            return done / max(clock() - begun, 1e-9)


def alternate(
    works: Mapping[str, Work], rounds: int, seconds: float, clock: Clock = time.process_time
) -> dict[str, list[float]]:
    """The rates of several works that take turns, ``rounds`` times each; a first call of each is not counted."""
    for work in works.values():
        work()
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            rates[name].append(rate(work, seconds, clock))
    return rates


def ratios(rates: Mapping[str, list[float]], upper: str, lower: str) -> list[float]:
    """``upper``'s rate against ``lower``'s, turn by turn: what slowed both falls out."""
    return [above / below for above, below in zip(rates[upper], rates[lower], strict=True)]

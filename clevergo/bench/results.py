"""What a benchmark found: a number with its spread and its limit, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
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

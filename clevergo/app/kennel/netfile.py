"""A net as a file: what somebody said by it holds until it is written anew."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class NetFile:
    """A weight file as it was when it was looked at: written anew, it is another net."""

    path: Path
    written: int
    """When, in nanoseconds; 0 where there is none."""

    @classmethod
    def of(cls, path: Path) -> NetFile:
        """The file as it is now."""
        return cls(path, time_written(path))


def time_written(path: Path | None) -> int:
    """When a file was written, in nanoseconds; 0 where there is none."""
    try:
        return 0 if path is None else path.stat().st_mtime_ns
    except OSError:
        return 0

"""Groups of rows for the runner's tests, which run them in processes of their own."""

from __future__ import annotations

import os
from collections.abc import Sequence

from clevergo.bench.results import Measured, Results


def measures(rows: Sequence[str]) -> Results:
    """A value for every row."""
    return {row: Measured.of([1.0, 3.0, 2.0]) for row in rows}


def fails(_rows: Sequence[str]) -> Results:
    """What happens where something needed is broken."""
    raise ValueError("the thing is broken")


def crashes(_rows: Sequence[str]) -> Results:
    """What a library may do to its process."""
    os._exit(7)


def forgets(_rows: Sequence[str]) -> Results:
    """No row at all."""
    return {}

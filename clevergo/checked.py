"""Values that were read from somewhere, and may be anything, as what they have to be."""

from __future__ import annotations

import math
from typing import Any


def whole(value: Any) -> int:
    """A whole number that was read from somewhere; TypeError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def number(value: Any) -> float:
    """A number that was read from somewhere; TypeError for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{value!r} is not a number")
    try:
        told = float(value)
    except OverflowError as error:
        raise TypeError("a whole number beyond all bounds") from error
    if not math.isfinite(told):
        raise TypeError(f"{value!r} is not a number")
    return told

"""Settings that people give, checked: whole numbers, numbers, words."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from typing import Any

from clevergo.problem import BadValueError


def one_of(name: str, found: Any, known: Iterable[str]) -> None:
    """BadValueError unless ``found`` is one of the words that are ``known``."""
    words = tuple(known)
    if not isinstance(found, str) or found not in words:
        raise BadValueError("env_word", name=name, found=str(found)[:60], known=", ".join(words))


def whole_number(name: str, value: Any) -> int:
    """A whole number of Python's or NumPy's; BadValueError for anything else."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise BadValueError("env_whole", name=name, found=str(value)[:60]) from None


def finite_number(name: str, value: Any) -> float:
    """A number; BadValueError for anything else, and for what is infinite or not a number."""
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not math.isfinite(found):
        raise BadValueError("env_number", name=name, found=str(value)[:60])
    return found

"""What people give as an action, and what they are told where it is none.

GymGo and the first CleverGo refused with ``assert``. Code written for them catches :class:`AssertionError`, so both
errors here are one too, beside what they are elsewhere in this program.
"""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clevergo.games.illegal import IllegalMoveError

__all__ = ["Action", "InvalidActionError", "InvalidMoveError", "flat_action"]

Action: TypeAlias = SupportsIndex | tuple[SupportsIndex, SupportsIndex] | list[int] | NDArray[np.integer] | None
"""A number of 0 to N*N, the last a pass; a row and a column; or None for a pass."""


class InvalidActionError(ValueError, AssertionError):
    """Something that is no action of this board, whatever stands on it."""


class InvalidMoveError(IllegalMoveError, AssertionError):
    """A move the rules forbid; nothing was played."""


def flat_action(action: Action, size: int) -> int:
    """The number of an action on a board of this size: ``row * size + col``, ``size * size`` for a pass.

    InvalidActionError for whatever is none: floats and truth values, too, which are most often a mistake.
    """
    if action is None:
        return size * size
    if isinstance(action, (tuple, list)) or (isinstance(action, np.ndarray) and action.ndim):
        if len(action) != 2:
            raise _no_action(action, size)
        row, col = (_whole(part, action, size) for part in action)
        if not (0 <= row < size and 0 <= col < size):
            raise _no_action(action, size)
        return row * size + col
    flat = _whole(action, action, size)
    if not 0 <= flat <= size * size:
        raise _no_action(action, size)
    return flat


def _whole(part: Any, action: Any, size: int) -> int:
    if isinstance(part, (bool, np.bool_)):
        raise _no_action(action, size)
    try:
        return operator.index(part)
    except TypeError:
        raise _no_action(action, size) from None


def _no_action(action: Any, size: int) -> InvalidActionError:
    last = size - 1
    return InvalidActionError(
        f"{action!r} is no action on a {size}x{size} board: give a number of 0 to {size * size} ({size * size} is a "
        f"pass), (row, column) of 0 to {last} each, or None for a pass"
    )

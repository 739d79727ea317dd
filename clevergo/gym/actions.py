"""What people give as an action, and what they are told where it is none, or may not be played.

GymGo and the first CleverGo refused with ``assert``. Code written for them catches :class:`AssertionError`, so the
errors of actions are one too, beside what they are elsewhere in this program.
"""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clevergo.games.grid import Grid, square
from clevergo.games.illegal import IllegalMoveError
from clevergo.problem import BadValueError as BadValueError
from clevergo.problem import Problem

__all__ = [
    "Action",
    "BadValueError",
    "GameOverError",
    "IllegalActionError",
    "InvalidActionError",
    "InvalidMoveError",
    "NoSuchActionError",
    "flat_action",
]

Action: TypeAlias = SupportsIndex | tuple[SupportsIndex, ...] | list[int] | NDArray[np.integer] | None
"""A number of 0 to N*N, the last a pass; a row and a column; or None for a pass."""


class InvalidActionError(ValueError, AssertionError):
    """Something that is no action of this board, whatever stands on it."""


class NoSuchActionError(BadValueError, InvalidActionError):
    """Something given as one action that is none, with a sentence that says what would be one."""


class InvalidMoveError(IllegalMoveError, AssertionError):
    """A move the rules forbid; nothing was played."""


class IllegalActionError(InvalidMoveError):
    """A move the rules forbid in an environment of Gymnasium's or PettingZoo's; nothing was played on any board."""

    def __str__(self) -> str:
        return str(Problem("env_illegal", {"action": self.action, "cause": self.problem}))


class GameOverError(IllegalActionError):
    """A step of an environment after the end."""

    def __str__(self) -> str:
        return str(Problem("env_over"))


def flat_action(action: Action, size: int) -> int:
    """The number of an action on a Go board of this size: ``row * size + col``, ``size * size`` for a pass.

    NoSuchActionError for whatever is none: floats and truth values, too, which are most often a mistake.
    """
    grid = square(size)
    return action_number(action, grid, grid.points + 1, grid.points)


def action_number(action: Any, grid: Grid, num_actions: int, pass_action: int | None) -> int:
    """The action that is meant: by its number, alone or in a list or array of one, by a row and a column, or by None.

    Args:
        action: what somebody gave.
        grid: the board.
        num_actions: numbers from 0 up to here are actions.
        pass_action: what None is; None where nobody passes.

    Raises:
        NoSuchActionError: it is none.
    """
    if action is None:
        if pass_action is None:
            raise NoSuchActionError("env_no_pass")
        return pass_action
    numbers = _whole_numbers(action)
    if len(numbers) == 1 and 0 <= numbers[0] < num_actions:
        return numbers[0]
    if len(numbers) == 2 and 0 <= numbers[0] < grid.rows and 0 <= numbers[1] < grid.columns:
        return numbers[0] * grid.columns + numbers[1]
    raise no_such_action(action, grid, num_actions)


def no_such_action(action: Any, grid: Grid, num_actions: int) -> NoSuchActionError:
    """The error for something that is no action."""
    found = " ".join(str(action).split())[:60]
    return NoSuchActionError("env_action", found=found, size=grid.said, last=num_actions - 1)


def _whole_numbers(action: Any) -> list[int]:
    """The whole numbers an action is made of; empty if there is anything else in it."""
    if hasattr(action, "__array__"):  # NumPy's, and tensors of others
        array = np.asarray(action)
        action = array.tolist() if array.dtype.kind in "iu" else ()
    parts = action if isinstance(action, (tuple, list)) else [action]
    if any(isinstance(part, (bool, np.bool_)) for part in parts):
        return []
    try:
        return [operator.index(part) for part in parts]
    except TypeError:
        return []

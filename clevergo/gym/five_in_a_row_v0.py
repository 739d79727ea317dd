"""Five in a row for two agents: ``from clevergo.gym import five_in_a_row_v0; env = five_in_a_row_v0.env(size=15)``."""

from __future__ import annotations

from typing import Any

from clevergo.gym.envs.agents import BoardAgents, wrapped
from clevergo.gym.envs.options import BOARD, REAL
from clevergo.gym.envs.single import five_options

__all__ = ["env", "raw_env"]


def raw_env(size: int = 15, *, rule: str = "freestyle", row: int = 5, render_mode: str | None = None) -> BoardAgents:
    """The environment, in which an illegal move is an error.

    Args:
        size: points along a side, 6 to 20, of this environment alone.
        rule: ``freestyle``, ``standard`` or ``renju`` (:class:`clevergo.games.five.rules.RuleSet`).
        row: how many in a row win, 3 to 6.
        render_mode: ``ansi``, ``rgb_array``, ``human`` or None.

    Raises:
        BadValueError: something of it cannot be.
    """
    return BoardAgents("five_in_a_row_v0", five_options(size, REAL, rule, row, BOARD), render_mode)


def env(**options: Any) -> Any:
    """What :func:`raw_env` makes of the options, in the wrappers of PettingZoo's own games: an illegal move loses."""
    return wrapped(raw_env(**options))

"""Go for two agents, as PettingZoo has its games: ``from clevergo.gym import go_v0; env = go_v0.env(size=9)``."""

from __future__ import annotations

from typing import Any

from clevergo.gym.envs.agents import BoardAgents, wrapped
from clevergo.gym.envs.options import BOARD, REAL
from clevergo.gym.envs.single import go_options

__all__ = ["env", "raw_env"]


def raw_env(
    size: int = 9,
    komi: float = 7.5,
    *,
    ko: str = "positional",
    handicap: int = 0,
    max_plies: int | None = None,
    render_mode: str | None = None,
) -> BoardAgents:
    """The environment, in which an illegal move is an error.

    Args:
        size: points along a side, 2 to 19, of this environment alone.
        komi: points White gets for moving second; a whole or half number.
        ko: which repetitions are forbidden (:class:`clevergo.games.go.rules.KoRule`).
        handicap: Black's stones on star points, before White moves first.
        max_plies: a game is cut off then (truncated) and counted as it stands; ``2 * size ** 2`` if None.
        render_mode: ``ansi``, ``rgb_array``, ``human`` or None.

    Raises:
        BadValueError: something of it cannot be.
    """
    return BoardAgents("go_v0", go_options(size, komi, REAL, ko, handicap, BOARD, max_plies), render_mode)


def env(**options: Any) -> Any:
    """What :func:`raw_env` makes of the options, in the wrappers of PettingZoo's own games: an illegal move loses."""
    return wrapped(raw_env(**options))

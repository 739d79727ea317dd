"""The environments of people's own code: a loop of random moves over one board, and over many boards in a call."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Any

import numpy as np

from clevergo.bench.results import Measured, Results, Work, all_unmeasured, alternate, ratios
from clevergo.bench.rows.rules import plies_work

_GO = "CleverGo/Go-v0"
_SIZE = 9
_BOARDS = 1024
_STEPS = 1000
_CALLS = 5
_ROUNDS = 5
_SECONDS = 0.5


def measure(rows: Sequence[str]) -> Results:
    """The rows ``env_steps``, ``env_plies`` and ``env_share``."""
    if importlib.util.find_spec("gymnasium") is None:
        return all_unmeasured(
            rows, 'Gymnasium is not installed: python -m pip install ".[gym]" in the program\'s folder'
        )
    works = {"env_steps": _one_board(), "env_plies": _many_boards(), "kernels": plies_work("history")}
    rates = alternate(works, _ROUNDS, _SECONDS)
    results: Results = {
        "env_steps": Measured.of(rates["env_steps"]),
        "env_plies": Measured.of(rates["env_plies"], Measured.of(rates["kernels"]).value),
        "env_share": Measured.of(ratios(rates, "env_plies", "kernels")),
    }
    return {row: result for row, result in results.items() if row in rows}


def _one_board() -> Work:
    """The loop of GymGo's own README, with Gymnasium's wrappers around the environment."""
    import gymnasium

    import clevergo.gym  # noqa: F401 - makes it known

    env: Any = gymnasium.make(_GO, size=_SIZE)
    env.reset(seed=1)
    draw = env.unwrapped.uniform_random_action

    def work() -> int:
        for _ in range(_STEPS):
            _, _, terminated, truncated, _ = env.step(draw())
            if terminated or truncated:
                env.reset()
        return _STEPS

    return work


def _many_boards() -> Work:
    import gymnasium

    import clevergo.gym  # noqa: F401 - makes it known

    env: Any = gymnasium.make_vec(_GO, num_envs=_BOARDS, size=_SIZE)
    env.reset(seed=1)
    _spread(env)

    def work() -> int:
        for _ in range(_CALLS):
            env.step(env.uniform_random_actions())
        return _CALLS * _BOARDS

    return work


def _spread(env: Any) -> None:
    """Let games begin at different times, so that boards are of every age."""
    rng = np.random.default_rng(1)
    for _ in range(100):
        env.step(env.uniform_random_actions())
        env.reset(options={"reset_mask": np.append(rng.random(_BOARDS - 1) < 0.01, True)})

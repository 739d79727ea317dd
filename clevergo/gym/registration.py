"""What Gymnasium is told, if it is there: the names of the environments. Nothing else is loaded for it."""

from __future__ import annotations

import importlib.util

NAMES = {"CleverGo/Go-v0": "Go", "CleverGo/FiveInARow-v0": "FiveInARow"}
"""By the name of an environment: what its classes' names begin with."""
_HOUSE = "clevergo.gym.envs"


def register_environments() -> None:
    """Register those that are not; do nothing where Gymnasium is not installed."""
    if importlib.util.find_spec("gymnasium") is None:
        return
    from gymnasium.envs.registration import register, registry

    for name, begin in NAMES.items():
        if name not in registry:
            register(
                name,
                entry_point=f"{_HOUSE}.single:{begin}Env",
                vector_entry_point=f"{_HOUSE}.vector:{begin}VectorEnv",
            )

"""What Gymnasium is told, if it is there: the names of the environments. Nothing else is loaded for it."""

from __future__ import annotations

import contextlib
import importlib.util
import os
from collections.abc import Iterator

NAMES = {"CleverGo/Go-v0": "Go", "CleverGo/FiveInARow-v0": "FiveInARow"}
"""By the name of an environment: what its classes' names begin with."""
_HOUSE = "clevergo.gym.envs"
_SOUND = "SDL_AUDIODRIVER"


@contextlib.contextmanager
def sound_kept() -> Iterator[None]:
    """A context for the first import of Gymnasium or PettingZoo that leaves the sound system as it was.

    PettingZoo and older Gymnasiums choose an old sound system for everybody in the process, and the program's window
    would be silent there.
    """
    before = os.environ.get(_SOUND)
    try:
        yield
    finally:
        os.environ.pop(_SOUND, None)
        if before is not None:
            os.environ[_SOUND] = before


def register_environments() -> None:
    """Register those that are not; do nothing where Gymnasium is not installed."""
    if importlib.util.find_spec("gymnasium") is None:
        return
    with sound_kept():
        from gymnasium.envs.registration import register, registry

    for name, begin in NAMES.items():
        if name not in registry:
            register(
                name,
                entry_point=f"{_HOUSE}.single:{begin}Env",
                vector_entry_point=f"{_HOUSE}.vector:{begin}VectorEnv",
            )

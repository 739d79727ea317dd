"""The players behind the names of those a growing dog is measured against, as far as this machine has them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.problem import ProblemError
from clevergo.training.learner.store import RunStore
from clevergo.training.ratings.anchors import ANCHORS, age_of_name

_GNUGO = "gnugo:"
_GNUGO_OPTIONS = "--mode gtp --chinese-rules --capture-all-dead --level"
_GNUGO_PLACES = (Path("/usr/games/gnugo"), Path("/usr/local/games/gnugo"))
"""Where Debian puts it, which is not on every PATH."""


class NoSuchOpponentError(ProblemError):
    """An opponent cannot be had on this machine."""


def find_gnugo() -> str | None:
    """GNU Go's program, where it is installed."""
    found = shutil.which("gnugo")
    if found is None:
        found = next((str(place) for place in _GNUGO_PLACES if os.access(place, os.X_OK)), None)
    return found


def anchors_here() -> tuple[str, ...]:
    """The fixed opponents this machine has, the weakest first."""
    has_gnugo = find_gnugo() is not None
    return tuple(name for name, _ in ANCHORS if has_gnugo or not name.startswith(_GNUGO))


def spec_of(opponent: str, store: RunStore, simulations: int) -> PlayerSpec:
    """The player behind an opponent's name; an age plays with as many simulations as the dog.

    Raises:
        NoSuchOpponentError: the age's weights, or GNU Go, are not here.
    """
    age = age_of_name(opponent)
    if age is not None:
        path = store.age_path(age)
        if not path.is_file():
            raise NoSuchOpponentError("age_tidied", games=age)
        return PlayerSpec(PlayerKind.ALPHAGO, str(path), simulations)
    if opponent.startswith(_GNUGO):
        program = find_gnugo()
        if program is None:
            raise NoSuchOpponentError("no_gnugo")
        return PlayerSpec.parse(f"gtp:{program} {_GNUGO_OPTIONS} {int(opponent.removeprefix(_GNUGO))}")
    return PlayerSpec.parse(opponent)

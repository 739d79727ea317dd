"""The players behind the names of those a growing dog is measured against, as far as this machine has them."""

from __future__ import annotations

import os
import shutil

from clevergo.games.game import Game
from clevergo.players.spec import PlayerKind, PlayerSpec, engine_name
from clevergo.problem import ProblemError
from clevergo.training.learner.store import RunStore
from clevergo.training.ratings.anchors import age_of_name

_GAMES_FOLDERS = os.pathsep.join(["/usr/games", "/usr/local/games"])
"""Where Debian puts games, which are not on every PATH."""


class NoSuchOpponentError(ProblemError):
    """An opponent cannot be had on this machine."""


def find_program(name: str) -> str | None:
    """Where a program is, if it is installed."""
    return shutil.which(name) or shutil.which(name, path=_GAMES_FOLDERS)


def anchors_here(game: Game) -> tuple[str, ...]:
    """The fixed opponents this machine has, the weakest first."""
    missing = {name for name, command in game.programs.items() if find_program(command.split()[0]) is None}
    return tuple(name for name, _ in game.anchors if name.partition(":")[0] not in missing)


def spec_of(game: Game, opponent: str, store: RunStore, simulations: int) -> PlayerSpec:
    """The player behind an opponent's name; an age plays with as many simulations as the dog.

    Raises:
        NoSuchOpponentError: the age's weights, or the program, are not here.
    """
    age = age_of_name(opponent)
    if age is not None:
        path = store.age_path(age)
        if not path.is_file():
            raise NoSuchOpponentError("age_tidied", games=age)
        return PlayerSpec(PlayerKind.ALPHAGO, str(path), simulations)
    name, _, number = opponent.partition(":")
    if name not in game.programs:
        return PlayerSpec.parse(opponent)
    program, _, options = game.programs[name].partition(" ")
    place = find_program(program)
    if place is None:
        raise NoSuchOpponentError("program_missing", name=engine_name(program))
    return PlayerSpec.parse(f"gtp:{place} {options.format(number=int(number))}")

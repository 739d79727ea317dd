"""The games there are, made when somebody first asks for one. They are listed in :mod:`clevergo.guests`."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING, Any

from clevergo.guests import GUESTS
from clevergo.locale import Catalog
from clevergo.problem import BadValueError, Problem

if TYPE_CHECKING:
    from clevergo.games.game import Game, Rules

__all__ = ["UnknownGameError", "game_named", "games"]

USUAL_GAME = "go"
"""What is meant where nobody names a game, as in files from when there was no other."""


class UnknownGameError(BadValueError):
    """Somebody asks for a game that this program does not have."""


@functools.cache
def games() -> dict[str, Game]:
    """Every game there is, by its name.

    Raises:
        BadValueError: the environment names a module that is not there.
    """
    found: list[Game] = [_module_of(name).GAME for name in GUESTS]
    return {game.name: game for game in found}


def _module_of(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise  # it is there, and needs another that is not
        raise BadValueError("game_guest", name=name) from error


def game_named(name: str) -> Game:
    """The game of that name.

    Raises:
        UnknownGameError: this program has none.
    """
    known = games()
    if not isinstance(name, str) or name not in known:
        raise UnknownGameError("game_unknown", asked=str(name)[:60], known=", ".join(sorted(known)))
    return known[name]


def shipped_dogs() -> dict[str, Game]:
    """The games that have a dog which ships with the program, by the dog's name. Its files may be missing."""
    return {game.shipped_dog: game for game in games().values() if game.shipped_dog}


def usual_dog(game: Game | None = None) -> str:
    """Who is meant where a dog is asked for and none named: the shipped one of the game, or of the usual game."""
    usual = game_named(USUAL_GAME).shipped_dog
    return usual if game is None else game.shipped_dog or usual


def usual_rules() -> Rules:
    """The rules of the first game there is, as it is mostly played."""
    return next(iter(games().values())).agree({})[0]


class GameTitle(Problem):
    """What people call a game, to stand in a problem's sentence: ``GameTitle("go")``."""

    def said_in(self, words: Catalog) -> str:
        """The catalog's row ``game.NAME``; a game from outside brings its own words."""
        row, titles = f"game.{self.code}", game_named(self.code).titles
        return words.pattern(row) if row in words else titles.get(words.code) or titles.get("en") or self.code.title()

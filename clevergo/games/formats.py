"""Files of games, in whatever format they are: SGF, which all have, and formats of one game's own.

A game names its own in :attr:`clevergo.games.game.Game.formats`, each with a module that holds ``is_one(data)``,
``read_game(data)`` and ``write(record)``, which raise ValueError where that cannot be.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING

from clevergo.games.guests import GameTitle, games
from clevergo.problem import BadValueError, Problem

if TYPE_CHECKING:
    from clevergo.games.record import GameRecord

SGF = ".sgf"


def suffixes() -> tuple[str, ...]:
    """How the names of files of games end; the first is what is written where nobody asks for another."""
    return (SGF, *(suffix for game in games().values() for suffix in game.formats))


def read_game(data: bytes, suffix: str = "") -> tuple[GameRecord, Problem | None]:
    """The game of a file as far as it can be played, and what is to be said of the rest.

    Args:
        data: the file.
        suffix: how its name ends; the format shows in the beginning of the file, too.

    Raises:
        ValueError: there is no game in it, or none that can be played.
    """
    for game in games().values():
        for known, name in game.formats.items():
            module = importlib.import_module(name)
            if module.is_one(data) or suffix.lower() == known:
                record, said = module.read_game(data)
                return record, said
    from clevergo.games.sgf.codec import read_game

    return read_game(data)


def write_game(record: GameRecord, suffix: str) -> bytes:
    """The game as a file whose name ends in ``suffix``; ValueError where that format has no room for it."""
    module = _module(record, suffix.lower())
    if module is None:
        from clevergo.games.sgf.codec import to_sgf

        return to_sgf(record)
    return bytes(module.write(record))


def _module(record: GameRecord, suffix: str) -> ModuleType | None:
    """What writes it; None: SGF."""
    own = record.rules.game.formats
    if suffix in own:
        return importlib.import_module(own[suffix])
    whose = next((game for game in games().values() if suffix in game.formats), None)
    if whose is not None:
        raise BadValueError("other_format", suffix=suffix, game=GameTitle(whose.name), usual=SGF)
    return None

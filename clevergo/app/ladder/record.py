"""Who plays here: a name, and the games that were played against computers."""

from __future__ import annotations

import json
import logging
import math
import shutil
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from clevergo.app.errors import AppError
from clevergo.files import Sighting, write_whole

logger = logging.getLogger(__name__)

MAX_NAME = 24
"""Letters of a person's name."""
_MOST_BYTES = 4 * 1024 * 1024
_MOST_BOUTS = 5_000
"""The latest are kept."""
_POINTS = (0.0, 0.5, 1.0)
_NOT_UNDERSTOOD = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What is raised of a file that says something else, or nothing."""


@dataclass(frozen=True)
class Bout:
    """A game of the person against a computer that has ended."""

    game: str
    """What was played."""
    opponent: str
    """The other player's text (:class:`~clevergo.players.spec.PlayerSpec`)."""
    points: float
    """What the person made of it: 1, 0, or 0.5 for a draw."""
    rating: float | None = None
    """The opponent's, Elo points, as it was known then; None where nobody knows it."""
    error: float = 0.0
    """The standard error of that."""
    is_even: bool = True
    """Whether it was played by the usual rules, with no stones given and no move taken back."""
    created: float = 0.0
    """Unix time."""

    def __post_init__(self) -> None:
        if self.points not in _POINTS or not math.isfinite(self.rating or 0.0) or not math.isfinite(self.error):
            raise ValueError(f"there is no such game: {self}")


@dataclass(frozen=True)
class Person:
    """Who plays here."""

    name: str = ""
    """Empty until they have said it."""
    bouts: tuple[Bout, ...] = ()
    """The oldest first."""

    def of_game(self, game: str) -> tuple[Bout, ...]:
        """Their games of one kind, the oldest first."""
        return tuple(bout for bout in self.bouts if bout.game == game)

    def with_bout(self, bout: Bout) -> Person:
        """The same after one more game."""
        return replace(self, bouts=(*self.bouts, bout)[-_MOST_BOUTS:])


def checked_name(name: str) -> str:
    """A person's name, tidied; empty is nobody's. Longer ones are cut, what cannot be printed is left out."""
    kept = "".join(letter for letter in name if letter.isprintable() or letter == " ")
    return " ".join(kept.split())[:MAX_NAME].strip()


class PersonFile:
    """Reads and writes them: one small JSON file, whole or as it was before."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen = Sighting(path)

    def load(self) -> Person:
        """Who it tells of; nobody yet where there is no file.

        One that cannot be understood is set aside as ``person.unreadable.json``, and begun anew. Of one that cannot be
        read nobody is told either; if it can later, :meth:`written_elsewhere` tells who it is.
        """
        return self._told() or Person()

    def written_elsewhere(self) -> Person | None:
        """Who it tells of, where another window has written it since it was seen here, and it is understood."""
        return self._told() if self._seen.is_stale else None

    def _told(self) -> Person | None:
        try:
            return _read(json.loads(self._seen.read(_MOST_BYTES).decode("utf-8")))
        except FileNotFoundError:
            return None
        except OSError as error:
            logger.warning("%s cannot be read: %s", self._path, error)
        except _NOT_UNDERSTOOD as error:
            logger.warning("%s is not understood (%s); it is kept as %s", self._path, str(error)[:200], self._aside)
            try:
                shutil.copyfile(self._path, self._aside)
            except OSError as trouble:
                logger.warning("it could not be kept: %s", trouble)
        return None

    @property
    def _aside(self) -> Path:
        return self._path.with_suffix(".unreadable.json")

    def save(self, person: Person) -> None:
        """Write it, whole; AppError where it cannot be written: it is as it was then."""
        data = {"name": person.name, "bouts": [asdict(bout) for bout in person.bouts]}
        with AppError.instead_of(OSError, "cannot_write", path=self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._seen.make_way(self._aside)
            write_whole(self._path, json.dumps(data, ensure_ascii=False).encode("utf-8"))
        self._seen.look()


def _read(data: Any) -> Person:
    bouts = []
    for row in data["bouts"][-_MOST_BOUTS:]:
        rating = None if row["rating"] is None else float(row["rating"])
        told = str(row["game"]), str(row["opponent"]), float(row["points"]), rating
        bouts.append(Bout(*told, float(row["error"]), bool(row["is_even"]), float(row["created"])))
    return Person(checked_name(str(data["name"])), tuple(bouts))

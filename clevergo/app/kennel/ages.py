"""Dogs as they were earlier: which ages are kept, what is known of them, and how much room they may take.

A run writes the weights of every age that has a third more games than the one before
(:mod:`clevergo.training.learner.lessons`). All of them are kept while they fit into ``AGES_BYTES``; beyond that, those
go whose neighbors are nearest, so that what is left is spread evenly over the dog's growth.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.database import Database, insert
from clevergo.app.kennel.growth import Growth
from clevergo.app.kennel.messages import DogAge, StrengthPoint
from clevergo.players.spec import at_age

logger = logging.getLogger(__name__)

AGES_BYTES = 256 * 1024 * 1024
"""What the ages of one dog may take on the disk."""
_FOLDER, _STEM, _SUFFIX = "ages", "age-", ".pdparams"


def age_file(folder: Path, games: int) -> Path:
    """Where a dog's folder keeps its weights as they were after ``games`` games."""
    return folder / _FOLDER / f"{_STEM}{games:08d}{_SUFFIX}"


def age_files(folder: Path) -> list[tuple[int, Path]]:
    """``(games, weight file)`` of every age in a dog's folder, youngest first."""
    found = []
    for path in (folder / _FOLDER).glob(f"{_STEM}*{_SUFFIX}"):
        digits = path.name[len(_STEM) : -len(_SUFFIX)]
        if digits.isascii() and digits.isdigit():
            found.append((int(digits), path))
    return sorted(found)


def ages_to_drop(ages: Sequence[tuple[int, int]], limit: int) -> list[int]:
    """Which of ``(games, bytes)``, youngest first, must go so that the rest fits into ``limit`` bytes.

    Each time the one whose neighbors are nearest to each other, as a ratio of games. The first and the last stay.
    """
    kept, dropped = list(ages), []
    while sum(size for _, size in kept) > limit and len(kept) > 2:
        gaps = [kept[i + 1][0] / max(kept[i - 1][0], 1) for i in range(1, len(kept) - 1)]
        dropped.append(kept.pop(1 + gaps.index(min(gaps)))[0])
    return dropped


def nearby_rating(curve: Sequence[StrengthPoint], games: int) -> tuple[float | None, float | None]:
    """The rating and its error after so many games, between the measurements around it; None without any."""
    if not curve:
        return None, None
    measured = [point.games for point in curve]
    rating = np.interp(games, measured, [point.rating for point in curve])
    error = np.interp(games, measured, [point.error for point in curve])
    return float(rating), float(error)


def nearby_seconds(curve: Sequence[StrengthPoint], games: int) -> float:
    """The time trained after so many games, as far as the measurements tell; 0 without any."""
    if not curve:
        return 0.0
    return float(np.interp(games, [0, *(point.games for point in curve)], [0.0, *(point.seconds for point in curve)]))


class Ages:
    """The ages of every dog of one's own, by the dog's id."""

    def __init__(self, paths: Paths, database: Database, growth: Growth) -> None:
        """``growth`` tells how an age was rated that nobody rated itself."""
        self._paths = paths
        self._database = database
        self._growth = growth

    def note(self, dog_id: str, seconds: float, limit: int = AGES_BYTES) -> None:
        """Take ages that have been written since into the book; all of them may take ``limit`` bytes.

        ``seconds``: how long the dog has trained by now.
        """
        folder = self._paths.dogs / dog_id
        files = dict(age_files(folder))
        for games in ages_to_drop([(games, path.stat().st_size) for games, path in files.items()], limit):
            with contextlib.suppress(OSError):
                files.pop(games).unlink()
        with self._database.writing() as db:
            known = {row["games"] for row in db.execute("SELECT games FROM ages WHERE dog = ?", (dog_id,))}
            db.executemany("DELETE FROM ages WHERE dog = ? AND games = ?", [(dog_id, g) for g in known - set(files)])
            new = [(games, path) for games, path in files.items() if games not in known]
            self.write(db, dog_id, [DogAge("", games, seconds, None, None, path) for games, path in new])

    def write(self, db: sqlite3.Connection, dog_id: str, ages: Sequence[DogAge]) -> None:
        """Note ages whose files lie in the dog's folder, in the caller's transaction."""
        folder = self._paths.dogs / dog_id
        for age in ages:
            row = {"games": age.games, "seconds": age.seconds, "rating": age.rating, "error": age.rating_error}
            insert(db, "ages", dog_id, [row | {"weights": age.weights.relative_to(folder).as_posix()}])

    def of(self, dog_id: str, name: str) -> tuple[DogAge, ...]:
        """A dog as it was earlier, youngest first: every age whose weights are there.

        An age nobody rated itself has the rating that was measured around that time.
        """
        with self._database.reading() as db:
            rows = {row["games"]: row for row in db.execute("SELECT * FROM ages WHERE dog = ?", (dog_id,))}
        curve = self._growth.strengths(dog_id)
        found = []
        for games, path in age_files(self._paths.dogs / dog_id):
            row = rows.get(games)
            rating, error = nearby_rating(curve, games)
            if row is not None and row["rating"] is not None:
                rating, error = row["rating"], row["error"]
            seconds = nearby_seconds(curve, games) if row is None else row["seconds"]
            found.append(DogAge(at_age(name, games), games, seconds, rating, error, path))
        return tuple(found)

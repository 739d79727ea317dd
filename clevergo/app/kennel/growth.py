"""How dogs grow: checkpoints, the curves, what happened, vital signs, the games of their ratings, their earlier ages.

A run writes the weights of every age that has a third more games than the one before
(:mod:`clevergo.training.learner.lessons`). All of them are kept while they fit into ``AGES_BYTES``; beyond that, those
go whose neighbors are nearest, so that what is left is spread evenly over the dog's growth.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.database import Database, insert
from clevergo.app.kennel.dogs import Dog, Nursery
from clevergo.app.kennel.messages import (
    FREQUENT_NEWS,
    DogAge,
    LossPoint,
    NewsKind,
    StrengthPoint,
    TrainingNews,
    best_marked,
)
from clevergo.app.kennel.moments import ExamMarks, KeptMoment, Moments, write_exams, write_moments
from clevergo.app.kennel.unsaved import UNBORN, forget_later, is_later_told
from clevergo.players.spec import at_age
from clevergo.training.doctor.diagnosis import VitalSigns
from clevergo.training.learner.folder import RunFolderError, age_files, owned, reached, weights_file
from clevergo.training.ratings.elo import Rating
from clevergo.training.run.events import Counters, Rated

AGES_BYTES = 256 * 1024 * 1024
"""What the ages of one dog may take on the disk."""
_ALL_NEWS = 1_000_000
FREQUENT_KEPT = 500
"""How many games, and how many publishings, of a dog's life its diary tells."""


@dataclass(frozen=True)
class Checkpoint:
    """An age of a dog. The counters cover its whole life."""

    seconds: float
    """Time trained."""
    games: int
    positions: int
    samples: int
    weights: Path
    """The weight file, in the dog's folder."""
    created: float = 0.0
    """Unix time; set when it is recorded."""

    def counters(self) -> dict[str, float]:
        """How far it had come, JSON-ready."""
        return {name: getattr(self, name) for name in ("seconds", "games", "positions", "samples")}


@dataclass(frozen=True)
class RatingMatch:
    """Rating games of a dog at one age against one opponent."""

    opponent: str
    """``random``, ``mcts:400``, ``gnugo:10`` or ``age:5000``."""
    wins: int
    draws: int
    losses: int
    games: int
    """Games the dog had played by then."""
    seconds: float
    """Time it had trained by then."""
    simulations: int = 0
    """The dog's, a move; 0 where it was not noted."""
    created: float = 0.0
    """Unix time; set when it is noted."""

    @classmethod
    def of(cls, rated: Rated, created: float) -> RatingMatch:
        """As a run tells of it, at that Unix time."""
        score = (rated.wins, rated.draws, rated.losses)
        return cls(rated.opponent, *score, rated.games_trained, rated.seconds, rated.simulations, created)

    def as_rated(self) -> Rated:
        """As a run would tell of it: a ladder takes it in."""
        score = (self.wins, self.draws, self.losses)
        return Rated(self.opponent, *score, self.games, self.seconds, self.simulations)


@dataclass(frozen=True)
class Past:
    """The life a dog has behind it."""

    life: Checkpoint | None = None
    losses: tuple[LossPoint, ...] = ()
    strengths: tuple[StrengthPoint, ...] = ()
    news: tuple[TrainingNews, ...] = ()
    ages: tuple[DogAge, ...] = ()
    matches: tuple[RatingMatch, ...] = ()
    """The games its rating comes from."""
    moments: tuple[KeptMoment, ...] = ()
    """What it did for the first time, and its best game."""
    exams: tuple[ExamMarks, ...] = ()
    """What it knew at first sight at each age."""
    boards: tuple[Nursery, ...] = ()
    """Where it has grown up, where that was not one board all its life."""


def ages_to_drop(ages: Sequence[tuple[int, int]], limit: int) -> list[int]:
    """Which of ``(games, bytes)``, youngest first, must go so that the rest fits into ``limit`` bytes.

    Each time the one whose neighbors are nearest to each other, as a ratio of games. The first and the last stay.
    """
    kept, dropped = list(ages), []
    while sum(size for _, size in kept) > limit and len(kept) > 2:
        gaps = [kept[i + 1][0] / max(kept[i - 1][0], 1) for i in range(1, len(kept) - 1)]
        dropped.append(kept.pop(1 + gaps.index(min(gaps)))[0])
    return dropped


def nearby_rating(curve: Sequence[StrengthPoint], games: int) -> Rating | None:
    """The rating after so many games, between the measurements around it; None without any."""
    if not curve:
        return None
    measured = [point.games for point in curve]
    points = np.interp(games, measured, [point.rating for point in curve])
    error = np.interp(games, measured, [point.error for point in curve])
    return Rating(float(points), float(error))


def rating_columns(rating: Rating | None) -> tuple[float | None, float | None]:
    """A rating and its error as they are written down side by side: nothing of either where there is none."""
    return (None, None) if rating is None else (rating.points, rating.error)


def nearby_seconds(curve: Sequence[StrengthPoint], games: int) -> float:
    """The time trained after so many games, as far as the measurements tell; 0 without any."""
    if not curve:
        return 0.0
    return float(np.interp(games, [0, *(point.games for point in curve)], [0.0, *(point.seconds for point in curve)]))


class Growth:
    """What was measured of every dog of one's own, by the dog's id."""

    def __init__(self, paths: Paths, database: Database) -> None:
        self._paths = paths
        self._database = database
        self.moments = Moments(database)

    def note(self, dog_id: str, past: Past) -> None:
        """Note what has happened, before anything is made of it. One transaction: noted or not at all.

        The files of a checkpoint or an age are already whole on disk.
        """
        with self._database.writing() as db:
            self.write(db, dog_id, past)

    def write(self, db: sqlite3.Connection, dog_id: str, past: Past) -> None:
        """The same, in the caller's transaction."""
        folder, now = self._paths.dogs / dog_id, time.time()
        if past.life is not None:
            life = _within(folder, vars(past.life)) | {"created": now}
            # A weight file that was written over is the new age, and no longer the old one.
            db.execute("DELETE FROM checkpoints WHERE dog = ? AND weights = ?", (dog_id, life["weights"]))
            insert(db, "checkpoints", dog_id, [life])
        insert(db, "losses", dog_id, map(vars, past.losses))
        insert(db, "strengths", dog_id, map(vars, past.strengths))
        insert(db, "news", dog_id, (_row_of(news) for news in past.news))
        insert(db, "rating_matches", dog_id, (vars(m) | {"created": m.created or now} for m in past.matches))
        write_moments(db, dog_id, past.moments)
        write_exams(db, dog_id, past.exams)
        insert(db, "boards", dog_id, (vars(board) | {"beside": _json(board.beside)} for board in past.boards))
        for age in past.ages:
            row = {"games": age.games, "seconds": age.seconds, "rating": age.rating, "error": age.rating_error}
            insert(db, "ages", dog_id, [_within(folder, row | {"weights": age.weights})])

    def past(self, dog: Dog) -> Past:
        """All that is written of a dog."""
        return Past(
            self.latest_checkpoint(dog.id),
            tuple(self.losses(dog.id)),
            tuple(self.strengths(dog.id)),
            tuple(self.news(dog.id, limit=_ALL_NEWS)),
            self.ages(dog),
            tuple(self.rating_matches(dog.id)),
            self.moments.all(dog.id),
            self.moments.exams(dog.id),
            dog.boards,
        )

    # --- what a killed run told and did not save ---------------------------------------------------------

    def forget_unsaved(self, dog_id: str) -> None:
        """Drop what was told of a dog after the checkpoint from which it will go on: the run was killed since.

        Nothing is dropped of a dog that is in training.
        """
        folder, saved = self._paths.dogs / dog_id, self._saved(dog_id)
        with self._database.reading() as db:
            is_told = is_later_told(db, dog_id, saved)
        if is_told or any(games > saved.games for games, _ in age_files(folder)):
            is_gone = False
            with contextlib.suppress(RunFolderError), owned(folder):
                is_gone = not self._is_known(dog_id)
                if not is_gone:
                    self.go_back(dog_id, reached(folder))
            if is_gone:  # deleted meanwhile, and its folder made anew to be owned
                with contextlib.suppress(OSError):
                    (folder / "lock").unlink()
                    folder.rmdir()

    def _is_known(self, dog_id: str) -> bool:
        """Whether there is such a dog; whoever owns its folder knows that nobody deletes it now."""
        with self._database.reading() as db:
            return db.execute("SELECT 1 FROM dogs WHERE id = ?", (dog_id,)).fetchone() is not None

    def go_back(self, dog_id: str, saved: Counters | None) -> None:
        """A dog goes on from its checkpoint, which has come as far as ``saved``: whatever was told later is dropped.

        None: it has no checkpoint, and is what was known of it when it was taken in: nothing, where it was born here.
        For whoever owns its folder.
        """
        folder, noted = self._paths.dogs / dog_id, self._saved(dog_id)
        at = saved or noted
        for games, path in age_files(folder):
            if games > at.games:
                with contextlib.suppress(OSError):
                    path.unlink()
        with self._database.writing() as db:
            forget_later(db, dog_id, at)
            if at != noted:
                life = Checkpoint(**asdict(at), weights=weights_file(folder))
                self.write(db, dog_id, Past(life))

    def _saved(self, dog_id: str) -> Counters:
        """How far a dog had come when it was noted last that it was saved."""
        life = self.latest_checkpoint(dog_id)
        return UNBORN if life is None else Counters(life.games, life.positions, life.samples, life.seconds)

    # --- checkpoints, curves and news -------------------------------------------------------------------

    def checkpoints(self, dog_id: str) -> list[Checkpoint]:
        """Every checkpoint of a dog, the latest last."""
        folder = self._paths.dogs / dog_id
        with self._database.reading():
            ages = self._database.select(Checkpoint, "checkpoints", dog_id)
            return [replace(age, weights=folder / age.weights) for age in ages]

    def latest_checkpoint(self, dog_id: str) -> Checkpoint | None:
        """How far a dog has come, and what it plays with; None where it has not been saved yet."""
        with self._database.reading():
            latest = self._database.latest(Checkpoint, "checkpoints", dog_id)
            return None if latest is None else replace(latest, weights=self._paths.dogs / dog_id / latest.weights)

    def losses(self, dog_id: str) -> list[LossPoint]:
        """The loss curve, oldest first."""
        return self._database.select(LossPoint, "losses", dog_id)

    def strengths(self, dog_id: str) -> list[StrengthPoint]:
        """The strength curve, oldest first."""
        return self._database.select(StrengthPoint, "strengths", dog_id)

    def rating_matches(self, dog_id: str) -> list[RatingMatch]:
        """All rating games of a dog, oldest first."""
        return self._database.select(RatingMatch, "rating_matches", dog_id)

    def news(self, dog_id: str, kinds: Sequence[NewsKind] = tuple(NewsKind), limit: int = 50) -> list[TrainingNews]:
        """The latest ``limit`` things that happened, of these kinds, the latest last."""
        marks = ", ".join("?" * len(kinds))
        query = f"SELECT * FROM news WHERE dog = ? AND kind IN ({marks}) ORDER BY id DESC LIMIT ?"
        with self._database.reading() as db:
            rows = db.execute(query, (dog_id, *(kind.value for kind in kinds), limit)).fetchall()
            return [
                TrainingNews(NewsKind(r["kind"]), json.loads(r["facts"]), r["seconds"], r["created"])
                for r in reversed(rows)
            ]

    def latest_news(self, dog_id: str, limit: int) -> list[TrainingNews]:
        """The latest ``limit`` things that happened, the latest last; of what is told every few seconds one each."""
        rare = [kind for kind in NewsKind if kind not in FREQUENT_NEWS]
        found = self.news(dog_id, rare, limit)
        for kind in FREQUENT_NEWS:
            found += self.news(dog_id, (kind,), 1)
        return sorted(found, key=lambda news: news.created)

    def forget_news(self, dog_id: str, kind: NewsKind, most: int = FREQUENT_KEPT) -> None:
        """Keep the latest ``most`` of what is told every few seconds."""
        with self._database.writing() as db:
            db.execute(
                "DELETE FROM news WHERE dog = ? AND kind = ? AND id <= "
                "(SELECT id FROM news WHERE dog = ? AND kind = ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
                (dog_id, kind.value, dog_id, kind.value, most),
            )

    def publishings(self, dog_id: str) -> int:
        """How many times self-play has been given new weights: a row of vital signs each."""
        with self._database.reading() as db:
            return int(db.execute("SELECT COUNT(*) FROM vitals WHERE dog = ?", (dog_id,)).fetchone()[0])

    def note_vitals(self, dog_id: str, signs: VitalSigns) -> None:
        """Keep a row of vital signs."""
        row = {"seconds": signs.seconds, "games": signs.games, "signs": _json(asdict(signs))}
        with self._database.writing() as db:
            insert(db, "vitals", dog_id, [row])

    def vitals(self, dog_id: str, limit: int = 400) -> list[VitalSigns]:
        """At most about ``limit`` rows spread evenly over the dog's life, oldest first, the last one always."""
        query = (
            "SELECT signs FROM (SELECT signs, id, ROW_NUMBER() OVER (ORDER BY id DESC) - 1 AS place "
            "FROM vitals WHERE dog = ?) WHERE place % ? = 0 ORDER BY id"
        )
        with self._database.reading() as db:
            count = db.execute("SELECT COUNT(*) FROM vitals WHERE dog = ?", (dog_id,)).fetchone()[0]
            rows = db.execute(query, (dog_id, max(1, -(-count // limit)))).fetchall()
            return [VitalSigns.from_dict(json.loads(row["signs"])) for row in rows]

    # --- as they were earlier ---------------------------------------------------------------------------

    def note_ages(self, dog_id: str, seconds: float, limit: int = AGES_BYTES) -> None:
        """Take ages that have been written since into the book; all of them may take ``limit`` bytes.

        ``seconds``: how long the dog has trained by now.
        """
        files = dict(age_files(self._paths.dogs / dog_id))
        for games in ages_to_drop([(games, path.stat().st_size) for games, path in files.items()], limit):
            with contextlib.suppress(OSError):
                files.pop(games).unlink()
        with self._database.writing() as db:
            known = {row["games"] for row in db.execute("SELECT games FROM ages WHERE dog = ?", (dog_id,))}
            db.executemany("DELETE FROM ages WHERE dog = ? AND games = ?", [(dog_id, g) for g in known - set(files)])
            new = (DogAge("", games, seconds, None, None, path) for games, path in files.items() if games not in known)
            self.write(db, dog_id, Past(ages=tuple(new)))

    def ages(self, dog: Dog) -> tuple[DogAge, ...]:
        """A dog as it was earlier, youngest first: every age whose weights are there.

        An age nobody rated itself has the rating that was measured around that time. What was measured on a board that
        the dog has left says nothing of how it compares with today: ages from there have no rating.
        """
        with self._database.reading() as db:
            rows = {row["games"]: row for row in db.execute("SELECT * FROM ages WHERE dog = ?", (dog.id,))}
        since, curve = dog.moved_after, self.strengths(dog.id)
        here = [point for point in curve if point.games >= since]
        found = []
        for games, path in age_files(dog.folder):
            row = rows.get(games)
            rating, error = rating_columns(nearby_rating(here, games))
            if row is not None and row["rating"] is not None:
                rating, error = row["rating"], row["error"]
            if games < since:
                rating, error = None, None
            seconds = nearby_seconds(curve, games) if row is None else row["seconds"]
            found.append(DogAge(at_age(dog.name, games), games, seconds, rating, error, path))
        return best_marked(found, Rating(here[-1].rating, here[-1].error) if here else None)


def _within(folder: Path, row: dict[str, Any]) -> dict[str, Any]:
    """A row whose files are told as they lie in the dog's folder."""
    return {n: value.relative_to(folder).as_posix() if isinstance(value, Path) else value for n, value in row.items()}


def _row_of(news: TrainingNews) -> dict[str, Any]:
    facts = _json(news.values)
    return {"seconds": news.seconds, "kind": news.kind.value, "facts": facts, "created": news.created}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

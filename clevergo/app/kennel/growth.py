"""How dogs grow: checkpoints, the curves and what happened, as they were measured."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.database import Database
from clevergo.app.kennel.dogs import Checkpoint
from clevergo.app.kennel.messages import LossPoint, NewsKind, StrengthPoint, TrainingNews


class Book:
    """A part of what is written down about dogs and games: one database, one folder."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._database = Database(paths)

    def close(self) -> None:
        """Let go of the file in the calling thread; it is opened again when needed."""
        self._database.close()


class GrowthBook(Book):
    """Checkpoints, losses, ratings and news of every dog, by the dog's id."""

    def record_checkpoint(self, dog_id: str, age: Checkpoint) -> None:
        """Note an age whose files are already whole on disk. One transaction: noted or not at all.

        A weight file that was written over is the new age, and no longer the old one.
        """
        with self._database.writing() as db:
            self._add_checkpoint(db, dog_id, age)

    def _add_checkpoint(self, db: sqlite3.Connection, dog_id: str, age: Checkpoint) -> None:
        folder = self._paths.dogs / dog_id
        weights = age.weights.relative_to(folder).as_posix()
        state = None if age.state is None else age.state.relative_to(folder).as_posix()
        db.execute("DELETE FROM checkpoints WHERE dog = ? AND weights = ?", (dog_id, weights))
        db.execute(
            "INSERT INTO checkpoints (dog, created, seconds, games, positions, samples, weights, state) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (dog_id, time.time(), age.seconds, age.games, age.positions, age.samples, weights, state),
        )

    def checkpoints(self, dog_id: str) -> list[Checkpoint]:
        """Every age of a dog, the latest last."""
        folder = self._paths.dogs / dog_id
        with self._database.reading() as db:
            rows = db.execute("SELECT * FROM checkpoints WHERE dog = ? ORDER BY id", (dog_id,)).fetchall()
            return [
                Checkpoint(
                    row["seconds"],
                    row["games"],
                    row["positions"],
                    row["samples"],
                    folder / row["weights"],
                    None if row["state"] is None else folder / row["state"],
                    row["created"],
                )
                for row in rows
            ]

    def record_metrics(
        self,
        dog_id: str,
        losses: Sequence[LossPoint] = (),
        strengths: Sequence[StrengthPoint] = (),
        news: Sequence[TrainingNews] = (),
    ) -> None:
        """Note measurements and what happened, in one transaction."""
        with self._database.writing() as db:
            self._add_metrics(db, dog_id, losses, strengths, news)

    @staticmethod
    def _add_metrics(
        db: sqlite3.Connection,
        dog_id: str,
        losses: Sequence[LossPoint],
        strengths: Sequence[StrengthPoint],
        news: Sequence[TrainingNews],
    ) -> None:
        db.executemany(
            "INSERT INTO losses (dog, seconds, samples, policy, value, entropy) VALUES (?, ?, ?, ?, ?, ?)",
            [(dog_id, p.seconds, p.samples, p.policy, p.value, p.entropy) for p in losses],
        )
        db.executemany(
            "INSERT INTO strengths (dog, seconds, games, rating, error) VALUES (?, ?, ?, ?, ?)",
            [(dog_id, p.seconds, p.games, p.rating, p.error) for p in strengths],
        )
        db.executemany(
            "INSERT INTO news (dog, seconds, kind, facts, created) VALUES (?, ?, ?, ?, ?)",
            [(dog_id, n.seconds, n.kind.value, json.dumps(n.values, ensure_ascii=False), n.created) for n in news],
        )

    def losses(self, dog_id: str) -> list[LossPoint]:
        """The loss curve, oldest first."""
        with self._database.reading() as db:
            rows = db.execute("SELECT * FROM losses WHERE dog = ? ORDER BY id", (dog_id,)).fetchall()
        return [LossPoint(r["seconds"], r["samples"], r["policy"], r["value"], r["entropy"]) for r in rows]

    def strengths(self, dog_id: str) -> list[StrengthPoint]:
        """The strength curve, oldest first."""
        with self._database.reading() as db:
            rows = db.execute("SELECT * FROM strengths WHERE dog = ? ORDER BY id", (dog_id,)).fetchall()
        return [StrengthPoint(r["seconds"], r["games"], r["rating"], r["error"]) for r in rows]

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

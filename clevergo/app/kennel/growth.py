"""How dogs grow: checkpoints, the curves, what happened, vital signs, and the games that counted for the rating."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.database import Database, insert, select
from clevergo.app.kennel.messages import DogAge, LossPoint, NewsKind, StrengthPoint, TrainingNews
from clevergo.training.doctor.diagnosis import VitalSigns

_ALL_NEWS = 1_000_000
T = TypeVar("T")


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
    state: Path | None = None
    """What training needs to go on from here, in the dog's folder; None once it was tidied away."""
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


class Growth:
    """What was measured of every dog of one's own, by the dog's id."""

    def __init__(self, paths: Paths, database: Database) -> None:
        self._paths = paths
        self._database = database

    def write_past(self, db: sqlite3.Connection, dog_id: str, past: Past) -> None:
        """Note the life a dog has behind it but for its ages, in the caller's transaction."""
        if past.life is not None:
            self._write_checkpoint(db, dog_id, past.life)
        insert(db, "losses", dog_id, map(vars, past.losses))
        insert(db, "strengths", dog_id, map(vars, past.strengths))
        insert(db, "news", dog_id, (_row_of(news) for news in past.news))
        now = time.time()
        insert(db, "rating_matches", dog_id, (vars(m) | {"created": m.created or now} for m in past.matches))

    def past(self, dog_id: str, ages: tuple[DogAge, ...]) -> Past:
        """All that is written of a dog, which was like ``ages`` earlier."""
        checkpoints = self.checkpoints(dog_id)
        return Past(
            checkpoints[-1] if checkpoints else None,
            tuple(self.losses(dog_id)),
            tuple(self.strengths(dog_id)),
            tuple(self.news(dog_id, limit=_ALL_NEWS)),
            ages,
            tuple(self.rating_matches(dog_id)),
        )

    # --- checkpoints ------------------------------------------------------------------------------------

    def record_checkpoint(self, dog_id: str, age: Checkpoint) -> None:
        """Note an age whose files are already whole on disk. One transaction: noted or not at all.

        A weight file that was written over is the new age, and no longer the old one.
        """
        with self._database.writing() as db:
            self._write_checkpoint(db, dog_id, age)

    def _write_checkpoint(self, db: sqlite3.Connection, dog_id: str, age: Checkpoint) -> None:
        folder = self._paths.dogs / dog_id
        weights = age.weights.relative_to(folder).as_posix()
        state = None if age.state is None else age.state.relative_to(folder).as_posix()
        db.execute("DELETE FROM checkpoints WHERE dog = ? AND weights = ?", (dog_id, weights))
        row = vars(age) | {"weights": weights, "state": state, "created": time.time()}
        insert(db, "checkpoints", dog_id, [row])

    def checkpoints(self, dog_id: str) -> list[Checkpoint]:
        """Every age of a dog, the latest last."""
        folder = self._paths.dogs / dog_id
        with self._database.reading() as db:
            return [
                replace(age, weights=folder / age.weights, state=None if age.state is None else folder / age.state)
                for age in select(db, Checkpoint, "checkpoints", dog_id)
            ]

    # --- curves and news --------------------------------------------------------------------------------

    def record_metrics(
        self,
        dog_id: str,
        losses: Sequence[LossPoint] = (),
        strengths: Sequence[StrengthPoint] = (),
        news: Sequence[TrainingNews] = (),
    ) -> None:
        """Note measurements and what happened, in one transaction."""
        with self._database.writing() as db:
            self.write_past(db, dog_id, Past(None, tuple(losses), tuple(strengths), tuple(news)))

    def losses(self, dog_id: str) -> list[LossPoint]:
        """The loss curve, oldest first."""
        with self._database.reading() as db:
            return select(db, LossPoint, "losses", dog_id)

    def strengths(self, dog_id: str) -> list[StrengthPoint]:
        """The strength curve, oldest first."""
        with self._database.reading() as db:
            return select(db, StrengthPoint, "strengths", dog_id)

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

    # --- the doctor's and the referee's notes -----------------------------------------------------------

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

    def note_match(self, dog_id: str, match: RatingMatch) -> None:
        """Keep the result of rating games, before anything is made of it."""
        with self._database.writing() as db:
            self.write_past(db, dog_id, Past(matches=(match,)))

    def rating_matches(self, dog_id: str) -> list[RatingMatch]:
        """All rating games of a dog, oldest first."""
        with self._database.reading() as db:
            return select(db, RatingMatch, "rating_matches", dog_id)


def _row_of(news: TrainingNews) -> dict[str, Any]:
    facts = _json(news.values)
    return {"seconds": news.seconds, "kind": news.kind.value, "facts": facts, "created": news.created}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

"""What a dog did for the first time, its best game, and what it knew at first sight at each age: the kennel's part."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clevergo.app.kennel.database import Database, insert
from clevergo.training.moments.known import BEST as BEST  # passes to the window as it is
from clevergo.training.moments.known import KnownMoments

_SAVED_BEST = "best, saved"
"""The row of the game that was the best at the last checkpoint, kept where a later one is better: should the run be
killed before it saves again, it is the best once more. Nobody else sees it."""


@dataclass(frozen=True)
class KeptMoment:
    """A moment of a dog's life, with the game it was in."""

    kind: str
    """A word of the game's (:attr:`clevergo.games.game.Game.moments_door`), ``won:OPPONENT``, or ``best``."""
    games: int
    """How many games the dog had played by then."""
    seconds: float
    """Time it had trained by then."""
    created: float
    """Unix time."""
    since: int
    """From which of its games on somebody has been watching: 0 for a dog that was watched from its birth."""
    ply: int
    """After how many moves of the game."""
    last: int | None
    """The last move by then."""
    rows: tuple[str, ...]
    """The board at that moment, from the top: ``.`` empty, ``X`` and ``O``."""
    sgf: bytes
    """The whole game."""
    score: tuple[float, float] | None = None
    """How good it is, of a best game (:mod:`clevergo.training.moments.best`)."""


@dataclass(frozen=True)
class ExamMarks:
    """How one kind of set piece went at one age."""

    games: int
    """The age."""
    seconds: float
    kind: str
    correct: int
    asked: int
    guesses: tuple[int, ...] = ()
    """What it would have played in each piece of the kind, by their numbers."""
    created: float = 0.0
    size: int = 0
    """Of the board that it was asked on; 0: the one it has now."""


class Moments:
    """Of every dog of one's own, by its id."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, dog_id: str, moment: KeptMoment) -> bool:
        """Keep a moment; whether it was new. Of best games the better one stays."""
        with self._database.writing() as db:
            query = "SELECT strength, swing FROM moments WHERE dog = ? AND kind = ?"
            known = db.execute(query, (dog_id, moment.kind)).fetchone()
            if known is not None:
                if moment.score is None or tuple(known) >= moment.score:
                    return False
                _set_best_aside(db, dog_id)
            write_moments(db, dog_id, (moment,))
        return True

    def note_exam(self, dog_id: str, marks: Sequence[ExamMarks]) -> None:
        """Keep how an age did; where the same age was asked before, that is forgotten."""
        with self._database.writing() as db:
            for games in {entry.games for entry in marks}:
                db.execute("DELETE FROM exams WHERE dog = ? AND games = ?", (dog_id, games))
            write_exams(db, dog_id, marks)

    def all(self, dog_id: str) -> tuple[KeptMoment, ...]:
        """Every moment, in the order in which they were noted."""
        with self._database.reading() as db:
            query = "SELECT * FROM moments WHERE dog = ? AND kind != ? ORDER BY created, rowid"
            return tuple(map(_moment_of, db.execute(query, (dog_id, _SAVED_BEST)).fetchall()))

    def one(self, dog_id: str, kind: str) -> KeptMoment | None:
        """A moment by its kind."""
        with self._database.reading() as db:
            row = db.execute("SELECT * FROM moments WHERE dog = ? AND kind = ?", (dog_id, kind)).fetchone()
            return None if row is None else _moment_of(row)

    def exams(self, dog_id: str) -> tuple[ExamMarks, ...]:
        """All that was asked, the youngest age first."""
        with self._database.reading() as db:
            rows = db.execute("SELECT * FROM exams WHERE dog = ? ORDER BY games, rowid", (dog_id,)).fetchall()
            return tuple(_exam_of(row) for row in rows)

    def known(self, dog_id: str, name: str) -> KnownMoments:
        """What a run is told at its start; ``name`` is the dog's."""
        with self._database.reading() as db:
            rows = db.execute("SELECT kind, strength, swing FROM moments WHERE dog = ?", (dog_id,)).fetchall()
            is_examined = db.execute("SELECT 1 FROM exams WHERE dog = ? LIMIT 1", (dog_id,)).fetchone() is not None
        best = next(((row["strength"], row["swing"]) for row in rows if row["kind"] == BEST), KnownMoments().best)
        return KnownMoments(frozenset(row["kind"] for row in rows) - {BEST, _SAVED_BEST}, best, name, is_examined)

    def watched_since(self, dog_id: str) -> int | None:
        """From which of its games on a dog has been watched; None: nothing was ever seen."""
        with self._database.reading() as db:
            since = db.execute("SELECT MIN(since) FROM moments WHERE dog = ?", (dog_id,)).fetchone()[0]
        return None if since is None else int(since)


def _set_best_aside(db: sqlite3.Connection, dog_id: str) -> None:
    """Make room for a better game; the one before stays as long as it is the best that was saved."""
    row = db.execute("SELECT MAX(games) FROM checkpoints WHERE dog = ?", (dog_id,)).fetchone()
    best = db.execute("SELECT games FROM moments WHERE dog = ? AND kind = ?", (dog_id, BEST)).fetchone()
    if best["games"] > (row[0] or 0):
        db.execute("DELETE FROM moments WHERE dog = ? AND kind = ?", (dog_id, BEST))
        return
    db.execute("DELETE FROM moments WHERE dog = ? AND kind = ?", (dog_id, _SAVED_BEST))
    db.execute("UPDATE moments SET kind = ? WHERE dog = ? AND kind = ?", (_SAVED_BEST, dog_id, BEST))


def bring_best_back(db: sqlite3.Connection, dog_id: str) -> None:
    """Where the best game is gone, the one before is it again; in the caller's transaction."""
    db.execute(
        "UPDATE moments SET kind = :best WHERE dog = :dog AND kind = :saved "
        "AND NOT EXISTS (SELECT 1 FROM moments WHERE dog = :dog AND kind = :best)",
        {"dog": dog_id, "best": BEST, "saved": _SAVED_BEST},
    )


def write_moments(db: sqlite3.Connection, dog_id: str, moments: Iterable[KeptMoment]) -> None:
    """Write moments, in the caller's transaction."""
    insert(
        db,
        "moments",
        dog_id,
        (
            {
                "kind": moment.kind,
                "games": moment.games,
                "seconds": moment.seconds,
                "created": moment.created,
                "since": moment.since,
                "ply": moment.ply,
                "last": moment.last,
                "board": "\n".join(moment.rows),
                "strength": None if moment.score is None else moment.score[0],
                "swing": None if moment.score is None else moment.score[1],
                "sgf": moment.sgf,
            }
            for moment in moments
        ),
    )


def write_exams(db: sqlite3.Connection, dog_id: str, marks: Iterable[ExamMarks]) -> None:
    """Write marks, in the caller's transaction."""
    rows = (vars(entry) | {"guesses": json.dumps(entry.guesses)} for entry in marks)
    insert(db, "exams", dog_id, ({name: row[name] for name in row if name != "size"} for row in rows))


def _moment_of(row: sqlite3.Row) -> KeptMoment:
    score = None if row["strength"] is None else (row["strength"], row["swing"])
    facts = {name: row[name] for name in ("kind", "games", "seconds", "created", "since", "ply", "last")}
    return KeptMoment(**facts, rows=tuple(row["board"].split("\n")), sgf=bytes(row["sgf"]), score=score)


def _exam_of(row: sqlite3.Row) -> ExamMarks:
    facts = {name: row[name] for name in ("games", "seconds", "kind", "correct", "asked", "created")}
    return ExamMarks(**facts, guesses=tuple(json.loads(row["guesses"])))

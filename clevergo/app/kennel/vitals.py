"""A dog's growth in numbers, in the kennel's file: vital signs, and every game that counted for its rating."""

from __future__ import annotations

import json
import sqlite3
import time
from dataclasses import asdict, dataclass

from clevergo.app.kennel.growth import Book
from clevergo.training.doctor.vitals import VitalSigns


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


class VitalsBook(Book):
    """Vital signs and rating games of every dog, by the dog's id."""

    def note_vitals(self, dog_id: str, signs: VitalSigns) -> None:
        """Keep a row of vital signs."""
        row = (dog_id, signs.seconds, signs.games, json.dumps(asdict(signs)))
        with self._database.writing() as db:
            db.execute("INSERT INTO vitals (dog, seconds, games, signs) VALUES (?, ?, ?, ?)", row)

    def vitals(self, dog_id: str, limit: int = 400) -> list[VitalSigns]:
        """At most about ``limit`` rows spread evenly over the dog's life, oldest first, the last one always."""
        query = (
            "SELECT signs FROM (SELECT signs, id, ROW_NUMBER() OVER (ORDER BY id DESC) - 1 AS place "
            "FROM vitals WHERE dog = ?) WHERE place % ? = 0 ORDER BY id"
        )
        with self._database.reading() as db:
            count = db.execute("SELECT COUNT(*) FROM vitals WHERE dog = ?", (dog_id,)).fetchone()[0]
            rows = db.execute(query, (dog_id, max(1, -(-count // limit)))).fetchall()
            known = set(VitalSigns.__dataclass_fields__)
            read = [json.loads(row["signs"]) for row in rows]
            return [VitalSigns(**{name: value for name, value in signs.items() if name in known}) for signs in read]

    def note_match(self, dog_id: str, match: RatingMatch) -> None:
        """Keep the result of rating games, before anything is made of it."""
        with self._database.writing() as db:
            self._add_match(db, dog_id, match)

    @staticmethod
    def _add_match(db: sqlite3.Connection, dog_id: str, match: RatingMatch) -> None:
        row = (
            dog_id,
            match.created or time.time(),
            match.seconds,
            match.games,
            match.simulations,
            match.opponent,
            match.wins,
            match.draws,
            match.losses,
        )
        db.execute(
            "INSERT INTO rating_matches (dog, created, seconds, games, simulations, opponent, wins, draws, losses) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )

    def rating_matches(self, dog_id: str) -> list[RatingMatch]:
        """All rating games of a dog, oldest first."""
        query = (
            "SELECT opponent, wins, draws, losses, games, seconds, simulations, created "
            "FROM rating_matches WHERE dog = ? ORDER BY id"
        )
        with self._database.reading() as db:
            return [RatingMatch(*row) for row in db.execute(query, (dog_id,)).fetchall()]

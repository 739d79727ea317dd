"""Every tournament as it is written down: its plan, and each game once it has ended."""

from __future__ import annotations

import itertools
import json
import logging
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.database import Database
from clevergo.app.tournament.pairing import Fixture, GameResult, TournamentPlan

logger = logging.getLogger(__name__)

_MOST_LISTED = 200
"""Tournaments that are told of; older ones stay in the file."""


@dataclass(frozen=True)
class WrittenTournament:
    """A tournament as it is written down."""

    id: int
    plan: TournamentPlan
    results: tuple[GameResult, ...]
    """In the order of their numbers."""
    created: float = 0.0
    """Unix time."""

    @property
    def is_finished(self) -> bool:
        """Whether all of its games have been played."""
        return len(self.results) >= self.plan.games


class TournamentBook:
    """Every tournament and its games."""

    def __init__(self, paths: Paths) -> None:
        self._database = Database(paths)

    def close(self) -> None:
        """Let go of the file in the calling thread; it is opened again when needed."""
        self._database.close()

    def begin(self, plan: TournamentPlan) -> int:
        """Write a new tournament down; returns its number."""
        row = (time.time(), json.dumps(plan.to_json(), ensure_ascii=False))
        with self._database.writing() as db:
            number = db.execute("INSERT INTO tournaments (created, plan) VALUES (?, ?)", row).lastrowid
        assert number is not None
        return number

    def add_game(self, tournament: int, plan: TournamentPlan, result: GameResult, sgf: bytes) -> None:
        """Write a finished game down; a game that is there already stays as it was."""
        black, white = (str(plan.players[place]) for place in (result.fixture.black, result.fixture.white))
        row = (tournament, result.fixture.number, black, white, result.result, result.plies, sgf)
        with self._database.writing() as db:
            db.execute(
                "INSERT OR IGNORE INTO tournament_games (tournament, number, black, white, result, plies, sgf) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )

    def rename(self, old: str, new: str) -> None:
        """Call a dog otherwise in every tournament that is not finished; what is over stays as it was written."""
        with self._database.writing() as db:
            for row in db.execute("SELECT * FROM tournaments").fetchall():
                before = _plan_of(row)
                if before is None or (plan := before.renamed(old, new)) is before:
                    continue
                query = "SELECT COUNT(*) FROM tournament_games WHERE tournament = ?"
                if db.execute(query, (row["id"],)).fetchone()[0] >= plan.games:
                    continue
                text = json.dumps(plan.to_json(), ensure_ascii=False)
                db.execute("UPDATE tournaments SET plan = ? WHERE id = ?", (text, row["id"]))
                # Its games, too: who had Black is told by the name.
                for was, now in zip(map(str, before.players), map(str, plan.players), strict=True):
                    for color in ("black", "white"):
                        query = f"UPDATE tournament_games SET {color} = ? WHERE tournament = ? AND {color} = ?"
                        db.execute(query, (now, row["id"], was))

    def all(self, most: int = _MOST_LISTED) -> tuple[WrittenTournament, ...]:
        """The tournaments begun last, the latest first; one that cannot be understood is left out."""
        with self._database.reading() as db:
            rows = db.execute("SELECT * FROM tournaments ORDER BY id DESC").fetchall()
            understood = (written for row in rows if (written := _written(db, row)) is not None)
            return tuple(itertools.islice(understood, most))

    def one(self, tournament: int) -> WrittenTournament | None:
        """A tournament by its number; None where it is not there, or cannot be understood."""
        with self._database.reading() as db:
            row = db.execute("SELECT * FROM tournaments WHERE id = ?", (tournament,)).fetchone()
            return None if row is None else _written(db, row)

    def sgf(self, tournament: int, number: int) -> bytes | None:
        """A game as SGF; None where it is not there."""
        query = "SELECT sgf FROM tournament_games WHERE tournament = ? AND number = ?"
        with self._database.reading() as db:
            row = db.execute(query, (tournament, number)).fetchone()
        return None if row is None else bytes(row["sgf"])


def _written(db: sqlite3.Connection, row: sqlite3.Row) -> WrittenTournament | None:
    """A tournament with its games; None where it cannot be understood."""
    plan = _plan_of(row)
    if plan is None:
        return None
    query = "SELECT number, black, result, plies FROM tournament_games WHERE tournament = ? ORDER BY number"
    games = db.execute(query, (row["id"],)).fetchall()
    return WrittenTournament(row["id"], plan, _results_of(plan, games), row["created"])


def _plan_of(row: sqlite3.Row) -> TournamentPlan | None:
    """What was planned; None where that cannot be understood."""
    try:
        return TournamentPlan.from_json(json.loads(row["plan"]))
    except (ValueError, KeyError, TypeError) as error:
        logger.warning("tournament %d cannot be understood: %s", row["id"], error)
        return None


def _results_of(plan: TournamentPlan, games: Sequence[sqlite3.Row]) -> tuple[GameResult, ...]:
    return tuple(
        GameResult(_with_black(plan, plan.fixture(game["number"]), game["black"]), game["result"], game["plies"])
        for game in games
        if game["number"] < plan.games
    )


def _with_black(plan: TournamentPlan, fixture: Fixture, black: str) -> Fixture:
    """The game as it was played, with that player as Black."""
    return fixture.swapped if black == str(plan.players[fixture.white]) else fixture

"""Games that were played and matches that were decided."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clevergo.app.kennel.database import Database

if TYPE_CHECKING:
    from clevergo.games.record import GameRecord
    from clevergo.players.match_games import MatchScore


@dataclass(frozen=True)
class MatchResult:
    """How a match of several games ended."""

    first: str
    second: str
    size: int
    komi: float
    first_wins: int
    second_wins: int
    draws: int
    created: float


class Games:
    """Every finished game and match."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, record: GameRecord, dog_id: str | None = None, row: int | None = None) -> int:
        """Keep a finished game.

        Args:
            record: the game.
            dog_id: the dog whose training it belongs to, if any.
            row: what this returned when the same game was kept before: it is replaced.
        """
        from clevergo.games.sgf.codec import to_sgf

        outcome = record.outcome
        result = "?" if outcome is None else outcome.points()
        rules = record.rules
        given = 0.0 - rules.game.lead(rules, 0.0)  # to White, before the game
        game = (*(record.players or (record.black, record.white)), rules.size, given)
        values = (row, dog_id, time.time(), *game, result, len(record.moves), to_sgf(record))
        with self._database.writing() as db:
            cursor = db.execute(
                "INSERT OR REPLACE INTO games (id, dog, created, black, white, size, komi, result, plies, sgf) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def latest(self, limit: int = 50) -> list[bytes]:
        """The latest games as SGF, the latest first."""
        with self._database.reading() as db:
            rows = db.execute("SELECT sgf FROM games ORDER BY id DESC LIMIT ?", (limit,)).fetchall()
        return [bytes(row["sgf"]) for row in rows]

    def record_result(self, first: str, second: str, rules: Any, score: MatchScore) -> None:
        """Keep the result of a match of several games between two players, given as their texts."""
        row = (time.time(), first, second, rules.size, rules.komi, score.first, score.second, score.draws)
        with self._database.writing() as db:
            db.execute(
                "INSERT INTO results (created, first, second, size, komi, first_wins, second_wins, draws) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )

    def results(self, limit: int = 50) -> list[MatchResult]:
        """The latest match results, the latest first."""
        with self._database.reading() as db:
            rows = db.execute(
                "SELECT first, second, size, komi, first_wins, second_wins, draws, created "
                "FROM results ORDER BY id DESC LIMIT ?",
                (limit,),
            ).fetchall()
        return [MatchResult(*row) for row in rows]

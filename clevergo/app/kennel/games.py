"""Games that were played and matches that were decided."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clevergo.app.kennel.database import Database

if TYPE_CHECKING:
    from clevergo.games.game import Rules
    from clevergo.games.record import GameRecord
    from clevergo.players.match_games import MatchScore


@dataclass(frozen=True)
class MatchResult:
    """How a match of several games ended."""

    first: str
    second: str
    game: str
    """What was played, by its name."""
    agreed: Mapping[str, Any]
    """The size, and whatever else the game leaves open."""
    first_wins: int
    second_wins: int
    draws: int
    created: float


class Games:
    """Every finished game and match."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, record: GameRecord, row: int | None = None) -> int:
        """Keep a finished game; ``row`` is what this returned when the same game was kept before: it is replaced."""
        from clevergo.games.sgf.codec import to_sgf

        game, outcome = record.rules.game, record.outcome
        agreed = json.dumps(game.agreed(record.rules, record.start))
        result = "?" if outcome is None else outcome.points()
        values = (row, time.time(), game.name, agreed, *(record.players or (record.black, record.white)), result)
        with self._database.writing() as db:
            cursor = db.execute(
                "INSERT OR REPLACE INTO games (id, created, game, agreed, black, white, result, plies, sgf) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, len(record.moves), to_sgf(record)),
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def latest(self, limit: int = 50) -> list[bytes]:
        """The latest games as SGF, the latest first."""
        with self._database.reading() as db:
            rows = db.execute("SELECT sgf FROM games ORDER BY id DESC LIMIT ?", (limit,)).fetchall()
        return [bytes(row["sgf"]) for row in rows]

    def record_result(self, first: str, second: str, rules: Rules, score: MatchScore) -> None:
        """Keep the result of a match of several games between two players, given as their texts."""
        played = rules.game.name, json.dumps(rules.game.agreed(rules))
        with self._database.writing() as db:
            db.execute(
                "INSERT INTO results (created, first, second, game, agreed, first_wins, second_wins, draws) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (time.time(), first, second, *played, score.first, score.second, score.draws),
            )

    def results(self, limit: int = 50) -> list[MatchResult]:
        """The latest match results, the latest first."""
        query = (
            "SELECT first, second, game, agreed, first_wins, second_wins, draws, created "
            "FROM results ORDER BY id DESC LIMIT ?"
        )
        with self._database.reading() as db:
            rows = db.execute(query, (limit,)).fetchall()
            return [
                MatchResult(first, second, game, json.loads(agreed), *others)
                for first, second, game, agreed, *others in rows
            ]

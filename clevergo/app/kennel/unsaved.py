"""What was told of a dog's training beyond its last checkpoint: where a run was killed, it is no part of its life.

A run tells at once what happens (:mod:`clevergo.app.training.journal`), and saves the dog every minute. Whoever goes on
from a checkpoint has not lived what was told after it.
"""

from __future__ import annotations

import sqlite3

from clevergo.app.kennel.moments import bring_best_back
from clevergo.training.run.events import SECONDS_ROUNDED, Counters

_AT = "seconds > :seconds"
_GAMES_OR_AT = f"games > :games OR {_AT}"
_LATER = {
    "losses": f"samples > :samples OR {_AT}",
    "strengths": _GAMES_OR_AT,
    "rating_matches": _GAMES_OR_AT,
    "vitals": _GAMES_OR_AT,
    "moments": _GAMES_OR_AT,
    "exams": _GAMES_OR_AT,
    "ages": "games > :games",
    "checkpoints": "games > :games",
    "news": f"{_AT} OR CAST(json_extract(facts, '$.games') AS REAL) > :games",
}
"""Of each table what is later than a checkpoint. News without a number of games are told by their time alone."""
UNBORN = Counters(-1, -1, -1, -1.0)
"""What was saved of a dog that is not even noted as just born: all that is told of it is later."""


def is_later_told(db: sqlite3.Connection, dog_id: str, saved: Counters) -> bool:
    """Whether anything is told of a dog that is later than what was ``saved``."""
    named = _named(dog_id, saved)
    return any(
        db.execute(f"SELECT 1 FROM {table} WHERE dog = :dog AND ({later}) LIMIT 1", named).fetchone() is not None
        for table, later in _LATER.items()
    )


def forget_later(db: sqlite3.Connection, dog_id: str, saved: Counters) -> None:
    """Drop all of it, in the caller's transaction. The best game so far is again the one it was."""
    named = _named(dog_id, saved)
    for table, later in _LATER.items():
        db.execute(f"DELETE FROM {table} WHERE dog = :dog AND ({later})", named)
    bring_best_back(db, dog_id)


def _named(dog_id: str, saved: Counters) -> dict[str, str | float]:
    seconds = saved.seconds + SECONDS_ROUNDED
    return {"dog": dog_id, "games": saved.games, "samples": saved.samples, "seconds": seconds}

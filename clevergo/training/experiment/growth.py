"""What a dog of an experiment lived through while it was raised, to be drawn as curves."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from clevergo.files import read_limited, write_whole
from clevergo.games.game import Game
from clevergo.training.ratings.ladder import Ladder
from clevergo.training.run.events import SECONDS_ROUNDED, Counters, MeanLosses, Rated

_FILE = "growth.json"
_MOST_BYTES = 4 * 1024 * 1024
_MOST_POINTS = 1200


@dataclass(frozen=True)
class GrowthPoint:
    """How far it had come at a moment."""

    seconds: float
    """Time raised."""
    games: int
    positions: int
    policy: float | None = None
    """Loss since the point before; None where no step was made."""
    value: float | None = None


@dataclass(frozen=True)
class RatedPoint:
    """How strong it was."""

    seconds: float
    rating: float
    """Elo points against the game's fixed opponents."""
    error: float


@dataclass(frozen=True)
class Growth:
    """All of it so far."""

    points: tuple[GrowthPoint, ...] = ()
    """The oldest first."""
    matches: tuple[Rated, ...] = ()
    """Against the game's fixed opponents."""

    def after(self, counters: Counters, losses: MeanLosses | None) -> Growth:
        """With one more point; where there are very many, every other is dropped."""
        policy, value = (None, None) if losses is None else (losses.policy, losses.value)
        new = GrowthPoint(counters.seconds, counters.games, counters.positions, policy, value)
        points = (*self.points, new)
        return replace(self, points=points if len(points) <= _MOST_POINTS else points[::-1][::2][::-1])

    def rated(self, match: Rated) -> Growth:
        """With one more match."""
        return replace(self, matches=(*self.matches, match))

    def until(self, seconds: float) -> Growth:
        """What had happened by then; a match tells the age of the weights it was played with, rounded."""
        points = tuple(point for point in self.points if point.seconds <= seconds)
        return Growth(points, tuple(match for match in self.matches if match.seconds <= seconds + SECONDS_ROUNDED))

    def ratings(self, game: Game) -> tuple[RatedPoint, ...]:
        """The most likely ratings at the ages it was measured at, from all of its matches."""
        known = sorted({(0, 0.0)} | {(match.games_trained, match.seconds) for match in self.matches})
        games, seconds = zip(*known, strict=True)
        return tuple(
            RatedPoint(float(np.interp(entry.age, games, seconds)), entry.rating.points, entry.rating.error)
            for entry in Ladder(game, self.matches).history()
        )

    # --- its file

    def save(self, folder: Path) -> None:
        """Write it into the dog's folder."""
        write_whole(folder / _FILE, json.dumps(asdict(self)).encode())

    @classmethod
    def load(cls, folder: Path) -> Growth:
        """What lies there; nothing where that is missing or cannot be read, for it is only looked at."""
        try:
            data: dict[str, Any] = json.loads(read_limited(folder / _FILE, _MOST_BYTES))
            points = tuple(GrowthPoint(**point) for point in data["points"])
            return cls(points, tuple(Rated(**match) for match in data["matches"]))
        except (OSError, ValueError, KeyError, TypeError):
            return cls()

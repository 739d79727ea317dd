"""The dog that ships with the program: weights, earlier ages and how it grew, as files beside the program.

models/alpha_go.pdparams        its weights
models/ages/age-00012000.pdparams   as it was after so many games; there may be none
models/alpha_go.json            what is known of it; every entry may be missing:
    {"net": "5x64", "games": 41000, "positions": 3500000, "samples": 14000000, "seconds": 86400,
     "created": 1795263279, "rating": 1480, "rating_error": 35,
     "strengths": [{"seconds": 60, "games": 100, "rating": 350, "error": 40}, ...],
     "milestones": [{"opponent": "mcts:400", "games": 3000, "seconds": 1800}, ...],
     "game": "go", "sizes": [9],
     "ages": [{"games": 12000, "seconds": 9000, "rating": 1100, "error": 40}, ...]}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.ages import age_files, nearby_rating, nearby_seconds
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.growth import Checkpoint, Past
from clevergo.app.kennel.messages import DogAge, DogCard, DogInfo, NewsKind, StrengthPoint, TrainingNews
from clevergo.games.guests import USUAL_GAME
from clevergo.players.spec import SHIPPED_DOG, at_age
from clevergo.problem import cause_of


@dataclass(frozen=True)
class _Known:
    """What is written down about it."""

    info: DogInfo
    positions: int
    samples: int
    strengths: tuple[StrengthPoint, ...]
    milestones: tuple[TrainingNews, ...]
    ages: Mapping[int, tuple[float | None, float | None, float | None]]
    """By games: seconds, rating and its error; None where it is to be taken from the measurements around it."""

    @classmethod
    def of(cls, known: Any, weights: Path) -> _Known:
        """From the file; raises where anything in it is not what it should be."""
        info = DogInfo(
            name=SHIPPED_DOG,
            is_shipped=True,
            net=str(known.get("net", "")),
            games=int(known.get("games", 0)),
            seconds=float(known.get("seconds", 0.0)),
            rating=_number(known.get("rating")),
            rating_error=_number(known.get("rating_error")),
            weights=weights,
            created=float(known.get("created", 0.0)),
            game=str(known.get("game", USUAL_GAME)),
            sizes=tuple(int(size) for size in known.get("sizes", (9,))),
            face=SHIPPED_DOG,
        )
        strengths = tuple(
            StrengthPoint(float(row["seconds"]), int(row["games"]), float(row["rating"]), float(row["error"]))
            for row in known.get("strengths", ())
        )
        milestones = []
        for row in known.get("milestones", ()):
            reached = {"opponent": str(row["opponent"]), "games": row.get("games", 0)}
            milestones.append(TrainingNews(NewsKind.MILESTONE, reached, row.get("seconds", 0.0)))
        ages = {
            int(row["games"]): (_number(row.get("seconds")), _number(row.get("rating")), _number(row.get("error")))
            for row in known.get("ages", ())
        }
        counts = int(known.get("positions", 0)), int(known.get("samples", 0))
        return cls(info, *counts, strengths, tuple(milestones), ages)


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


class ShippedDog:
    """Reads the files; nothing is ever written."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths

    @property
    def is_there(self) -> bool:
        """Whether it came with the program."""
        return self._paths.shipped_weights.is_file()

    @property
    def weights(self) -> Path:
        """Its weights; KennelError where they are not there."""
        if not self.is_there:
            raise KennelError("shipped_missing", path=self._paths.shipped_weights)
        return self._paths.shipped_weights

    def info(self) -> DogInfo:
        """It, as the kennel knows every dog."""
        return self._known().info

    def card(self) -> DogCard:
        """It, with all that is known of how it grew."""
        weights, known = self._paths.shipped_weights, self._known()
        size = weights.stat().st_size + sum(path.stat().st_size for _, path in age_files(weights.parent))
        return DogCard(known.info, known.strengths, known.milestones, self.ages(), size)

    def past(self) -> Past:
        """The life it has behind it, told as that of a dog of one's own."""
        known = self._known()
        life = Checkpoint(known.info.seconds, known.info.games, known.positions, known.samples, self.weights)
        return Past(life, (), known.strengths, known.milestones, self.ages())

    def ages(self) -> tuple[DogAge, ...]:
        """It, as it was earlier, youngest first."""
        known, found = self._known(), []
        for games, path in age_files(self._paths.shipped_weights.parent):
            near = (nearby_seconds(known.strengths, games), *nearby_rating(known.strengths, games))
            told = known.ages.get(games, (None, None, None))
            seconds, rating, error = (there if own is None else own for own, there in zip(told, near, strict=True))
            found.append(DogAge(at_age(SHIPPED_DOG, games), games, seconds or 0.0, rating, error, path))
        return tuple(found)

    def _known(self) -> _Known:
        path, known = self._paths.shipped_description, {}
        try:
            known = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            pass  # nothing is known of it
        except (OSError, ValueError) as error:
            raise KennelError("reinstall", path=path, cause=cause_of(error)) from error
        try:
            return _Known.of(known, self._paths.shipped_weights)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise KennelError("reinstall", path=path, cause=repr(error)) from error

"""The dog that ships with the program: weights, earlier ages and how it grew, as files beside the program.

models/alpha_go.pdparams        its weights
models/ages/age-00012000.pdparams   as it was after so many games; there may be none
models/alpha_go.json            what is known of it; every entry may be missing:
    {"net": "5x64", "games": 41000, "positions": 3500000, "samples": 14000000, "seconds": 86400,
     "created": 1795263279, "rating": 1480, "rating_error": 35,
     "strengths": [{"seconds": 60, "games": 100, "rating": 350, "error": 40}, ...],
     "milestones": [{"opponent": "mcts:400", "games": 3000, "seconds": 1800}, ...],
     "sizes": [9],
     "ages": [{"games": 12000, "seconds": 9000, "rating": 1100, "error": 40}, ...]}
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.ages import age_files, nearby_rating, nearby_seconds
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.dogs import ShippedDogMissingError
from clevergo.app.kennel.messages import DogAge, DogCard, DogInfo, NewsKind, StrengthPoint, TrainingNews
from clevergo.players.spec import SHIPPED_DOG, at_age


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
        """Its weights.

        Raises:
            ShippedDogMissingError: they are not there.
        """
        if not self.is_there:
            raise ShippedDogMissingError(self._paths.shipped_weights)
        return self._paths.shipped_weights

    def info(self) -> DogInfo:
        """It, as the kennel knows every dog."""
        known = self.description()
        return DogInfo(
            name=SHIPPED_DOG,
            is_shipped=True,
            net=str(known.get("net", "")),
            games=int(known.get("games", 0)),
            seconds=float(known.get("seconds", 0.0)),
            rating=known.get("rating"),
            rating_error=known.get("rating_error"),
            weights=self._paths.shipped_weights,
            created=float(known.get("created", 0.0)),
            sizes=tuple(int(size) for size in known.get("sizes", (9,))),
            face=SHIPPED_DOG,
        )

    def card(self) -> DogCard:
        """It, with all that is known of how it grew."""
        weights = self._paths.shipped_weights
        size = weights.stat().st_size + sum(path.stat().st_size for _, path in age_files(weights.parent))
        return DogCard(self.info(), self.strengths(), self.milestones(), self.ages(), size)

    def strengths(self) -> tuple[StrengthPoint, ...]:
        """How its rating grew."""
        rows = self.description().get("strengths", ())
        return tuple(StrengthPoint(row["seconds"], row["games"], row["rating"], row["error"]) for row in rows)

    def milestones(self) -> tuple[TrainingNews, ...]:
        """Whom it beat, and when."""
        rows = self.description().get("milestones", ())
        return tuple(
            TrainingNews(
                NewsKind.MILESTONE, {"opponent": row["opponent"], "games": row.get("games", 0)}, row.get("seconds", 0.0)
            )
            for row in rows
        )

    def ages(self) -> tuple[DogAge, ...]:
        """It, as it was earlier, youngest first."""
        known = {int(row["games"]): row for row in self.description().get("ages", ())}
        curve = self.strengths()
        found = []
        for games, path in age_files(self._paths.shipped_weights.parent):
            row = known.get(games, {})
            rating, error = nearby_rating(curve, games)
            seconds = row.get("seconds", nearby_seconds(curve, games))
            found.append(
                DogAge(
                    at_age(SHIPPED_DOG, games), games, seconds, row.get("rating", rating), row.get("error", error), path
                )
            )
        return tuple(found)

    def description(self) -> dict[str, Any]:
        """What is written down about it; empty where nothing is."""
        path = self._paths.shipped_description
        try:
            known = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise KennelError(f"{path} cannot be read ({error}): install the program again") from error
        try:
            return _checked(known)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise KennelError(f"{path} cannot be read ({error!r}): install the program again") from error


def _checked(known: Any) -> dict[str, Any]:
    """What is written down, with every number a number; raises where anything is not what it should be."""
    rows = {
        "strengths": ("seconds", "games", "rating", "error"),
        "milestones": ("opponent",),
        "ages": ("games",),
    }
    for name, needed in rows.items():
        for row in known.get(name, ()):
            for key in needed:
                if key == "opponent":
                    str(row[key])
                else:
                    float(row[key])
    for name in ("games", "positions", "samples", "seconds", "created"):
        float(known.get(name, 0))
    return dict(known)

"""The dogs that ship with the program: weights, earlier ages and how they grew, as files beside the program.

A game names its dog (``Game.shipped_dog``), which has, where it is there,

models/NAME.pdparams                its weights
models/NAME/age-00012000.pdparams   as it was after so many games; there may be none
models/NAME.json                    what is known of it; every entry may be missing:
    {"net": "5x64", "games": 41000, "positions": 3500000, "samples": 14000000, "seconds": 86400,
     "created": 1795263279, "rating": 1480, "rating_error": 35,
     "strengths": [{"seconds": 60, "games": 100, "rating": 350, "error": 40}, ...],
     "milestones": [{"opponent": "mcts:400", "games": 3000, "seconds": 1800}, ...],
     "game": "go", "sizes": [9],
     "ages": [{"games": 12000, "seconds": 9000, "rating": 1100, "error": 40}, ...],
     "exams": [{"games": 12000, "kind": "save", "correct": 8, "guesses": [40, 12, ...]}, ...]}

What it said to the set pieces at each age is asked by ``python -m tests.app.examine_shipped``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.growth import Checkpoint, Past, nearby_rating, nearby_seconds, rating_columns
from clevergo.app.kennel.messages import DogAge, DogCard, DogInfo, NewsKind, StrengthPoint, TrainingNews, best_marked
from clevergo.app.kennel.moments import ExamMarks
from clevergo.games.game import Game
from clevergo.players.spec import at_age
from clevergo.problem import cause_of
from clevergo.training.learner.folder import files_of_ages
from clevergo.training.ratings.elo import Rating


class ShippedDog:
    """Reads the files of the dog that ships with a game; nothing is ever written."""

    def __init__(self, paths: Paths, game: Game) -> None:
        self._game, self._file = game, paths.shipped_weights(game.shipped_dog)
        self._read_last: tuple[_Stamp, tuple[DogInfo, Past]] | None = None
        """What was read, and when the files it came from had changed: the window asks every few seconds."""

    @property
    def is_there(self) -> bool:
        """Whether it came with the program."""
        return self._file.is_file()

    @property
    def weights(self) -> Path:
        """Its weights; KennelError where they are not there."""
        if not self.is_there:
            raise KennelError("shipped_missing", path=self._file)
        return self._file

    def info(self) -> DogInfo:
        """It, as the kennel knows every dog."""
        return self._known()[0]

    def card(self) -> DogCard:
        """It, with all that is known of how it grew."""
        info, past = self._known()
        size = self._file.stat().st_size + sum(age.weights.stat().st_size for age in past.ages)
        return DogCard(info, past.strengths, past.news, past.ages, size)

    def past(self) -> Past:
        """The life it has behind it, told as that of a dog of one's own; KennelError where its weights are missing."""
        assert self.weights
        return self._known()[1]

    def ages(self) -> tuple[DogAge, ...]:
        """It, as it was earlier, youngest first."""
        return self._known()[1].ages

    def _known(self) -> tuple[DogInfo, Past]:
        path, known = self._file.with_suffix(".json"), {}
        stamp = _changed_at(path), _changed_at(self._file.with_suffix(""))
        read = self._read_last
        if read is not None and read[0] == stamp:
            return read[1]
        try:
            known = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            pass  # nothing is known of it
        except (OSError, ValueError) as error:
            raise KennelError("reinstall", path=path, cause=cause_of(error)) from error
        try:
            told = _read(known, self._game, self._file)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise KennelError("reinstall", path=path, cause=repr(error)) from error
        self._read_last = stamp, told
        return told


_Stamp = tuple[tuple[int, int] | None, tuple[int, int] | None]


def _changed_at(path: Path) -> tuple[int, int] | None:
    """When a file, or what a folder holds, was last changed, and its length; None where it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _read(known: Any, game: Game, weights: Path) -> tuple[DogInfo, Past]:
    """What is written down about it; raises where anything in it is not what it should be."""
    name = game.shipped_dog
    info = DogInfo(
        name=name,
        is_shipped=True,
        net=str(known.get("net", "")),
        games=int(known.get("games", 0)),
        seconds=float(known.get("seconds", 0.0)),
        rating=_number(known, "rating"),
        rating_error=_number(known, "rating_error"),
        weights=weights,
        created=float(known.get("created", 0.0)),
        game=str(known.get("game", game.name)),
        sizes=tuple(int(size) for size in known.get("sizes", (game.usual_size,))),
        face=name,
    )
    strengths = tuple(
        StrengthPoint(float(row["seconds"]), int(row["games"]), float(row["rating"]), float(row["error"]))
        for row in known.get("strengths", ())
    )
    milestones = []
    for row in known.get("milestones", ()):
        reached = {"opponent": str(row["opponent"]), "games": row.get("games", 0)}
        milestones.append(TrainingNews(NewsKind.MILESTONE, reached, row.get("seconds", 0.0)))
    told = {
        int(row["games"]): [_number(row, fact) for fact in ("seconds", "rating", "error")]
        for row in known.get("ages", ())
    }
    ages = []
    for games, path in files_of_ages(weights.with_suffix("")):
        # What is not told of an age is taken from the measurements around it.
        near = (nearby_seconds(strengths, games), *rating_columns(nearby_rating(strengths, games)))
        own = told.get(games, [None] * 3)
        seconds, rating, error = (there if here is None else here for here, there in zip(own, near, strict=True))
        ages.append(DogAge(at_age(name, games), games, seconds or 0.0, rating, error, path))
    counts = int(known.get("positions", 0)), int(known.get("samples", 0))
    life = Checkpoint(info.seconds, info.games, *counts, weights)
    marked = best_marked(ages, None if info.rating is None else Rating(info.rating, info.rating_error or 0.0))
    times = {age.games: age.seconds for age in ages} | {info.games: info.seconds}
    exams = tuple(_exam(row, times) for row in known.get("exams", ()))
    return info, Past(life, (), strengths, tuple(milestones), marked, exams=exams)


def _exam(row: Any, times: dict[int, float]) -> ExamMarks:
    games, guesses = int(row["games"]), tuple(int(guess) for guess in row["guesses"])
    return ExamMarks(games, times.get(games, 0.0), str(row["kind"]), int(row["correct"]), len(guesses), guesses)


def _number(row: Any, name: str) -> float | None:
    return None if row.get(name) is None else float(row[name])

"""The dogs: who they are, what they have learned, how they grew, the games they played."""

from __future__ import annotations

import json
import sqlite3
import time
import unicodedata
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clevergo.app.database import Database, KennelError
from clevergo.app.messages import DogInfo, LossPoint, NewsKind, StrengthPoint, TrainingNews
from clevergo.app.paths import Paths
from clevergo.nn.config import NetConfig, NetKind
from clevergo.players.spec import SHIPPED_DOG

if TYPE_CHECKING:
    from clevergo.go.record import GameRecord
    from clevergo.go.rules import Ruleset
    from clevergo.players.match_games import MatchScore

MAX_NAME = 40
"""Letters of a dog's name, as one sees them."""
FIRST_NET = NetConfig()
"""The net a dog is born with."""
_MAX_CODE_POINTS = 4 * MAX_NAME
_PARTS_OF_EMOJI = frozenset({0x200C, 0x200D, *range(0xE0020, 0xE0080)})
"""Joiners and tags: invisible, but pictures and some scripts are made with them."""
_WEIGHT_SUFFIX = ".pdparams"


class DogNameError(KennelError):
    """A dog cannot be called that."""


class UnknownDogError(KennelError):
    """There is no such dog."""

    def __init__(self, asked: str, known: Sequence[str]) -> None:
        there_are = ", ".join(known) if known else "none yet"
        super().__init__(
            f"there is no dog and no weight file called {asked!r}. Dogs: {there_are}. "
            f"Adopt one with: python -m clevergo train NAME --minutes 10"
        )


class ShippedDogMissingError(KennelError):
    """The dog that should have come with the program did not."""

    def __init__(self, weights: Path) -> None:
        super().__init__(
            f"the dog that ships with the program is missing ({weights}): "
            f"get the program again, or choose another player"
        )


class UntrainedDogError(KennelError):
    """The dog is there, but has no weights to play with."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} has not learned anything yet: train it first (python -m clevergo train {name!r})")


@dataclass(frozen=True)
class Dog:
    """A dog of one's own."""

    id: str
    """Never changes; also the name of its folder."""
    name: str
    folder: Path
    """Where its files lie."""
    config: NetConfig
    created: float
    """Unix time."""


@dataclass(frozen=True)
class Checkpoint:
    """An age of a dog. The counters cover its whole life."""

    seconds: float
    """Time trained."""
    games: int
    positions: int
    samples: int
    weights: Path
    """The weight file, in the dog's folder."""
    state: Path | None = None
    """What training needs to go on from here, in the dog's folder; None once it was tidied away."""
    created: float = 0.0
    """Unix time; set when it is recorded."""


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


def checked_name(name: str) -> str:
    """A name fit for a dog, tidied: any script, emoji too, 1 to 40 letters, nothing invisible.

    Raises:
        DogNameError: it is empty, too long, or holds control characters.
    """
    tidy = unicodedata.normalize("NFC", " ".join(name.split()))
    if not tidy or not any(_is_seen(character) for character in tidy):
        raise DogNameError("a dog needs a name: type 1 to 40 letters, in any script")
    hidden = [c for c in tidy if unicodedata.category(c) in ("Cc", "Cf", "Cs") and ord(c) not in _PARTS_OF_EMOJI]
    if hidden:
        raise DogNameError(f"the name holds a character that cannot be shown (U+{ord(hidden[0]):04X}): leave it out")
    length = sum(_is_seen(character) for character in tidy)
    if length > MAX_NAME or len(tidy) > _MAX_CODE_POINTS:
        raise DogNameError(f"the name is too long ({length} letters): at most {MAX_NAME}, please")
    return tidy


def _is_seen(character: str) -> bool:
    """Whether a character takes a place of its own: accents and joiners belong to the one before."""
    return unicodedata.category(character) not in ("Mn", "Me", "Cf")


def _key(name: str) -> str:
    """What two names share that a person would call the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def describe_net(config: NetConfig) -> str:
    """A net in a word: ``classic``, or ``5x64`` for 5 blocks of 64 channels."""
    return "classic" if config.kind is NetKind.CLASSIC else f"{config.blocks}x{config.channels}"


class Kennel:
    """All dogs and what is known of them. May be used by several threads; nothing is opened before it is needed.

    Every method may raise an :class:`~clevergo.app.paths.AppError` that says what is wrong with the data
    folder or the file in it.
    """

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._database = Database(paths)

    def close(self) -> None:
        """Let go of the file in the calling thread; it is opened again when needed."""
        self._database.close()

    # --- who is there -----------------------------------------------------------------------------------

    def adopt(self, name: str, config: NetConfig = FIRST_NET) -> Dog:
        """Take in a new dog.

        Raises:
            DogNameError: the name will not do, or is taken.
        """
        tidy = checked_name(name)
        if _key(tidy) == _key(SHIPPED_DOG):
            raise DogNameError(f"{SHIPPED_DOG} is the dog that ships with the program: choose another name")
        identity = uuid.uuid4().hex[:12]
        dog = Dog(identity, tidy, self._paths.dogs / identity, config, time.time())
        row = (dog.id, dog.name, _key(dog.name), dog.created, json.dumps(config.to_dict()))
        with self._database.writing() as db:
            taken = db.execute("SELECT name FROM dogs WHERE name_key = ?", (_key(tidy),)).fetchone()
            if taken is not None:
                raise DogNameError(f"there is already a dog called {taken['name']}: choose another name")
            dog.folder.mkdir(parents=True, exist_ok=True)
            db.execute("INSERT INTO dogs (id, name, name_key, created, net) VALUES (?, ?, ?, ?, ?)", row)
        return dog

    def dog(self, name: str) -> Dog:
        """The dog of one's own called ``name``.

        Raises:
            UnknownDogError: there is none.
        """
        dog = self.find_dog(name)
        if dog is None:
            raise UnknownDogError(name, [info.name for info in self.dogs()])
        return dog

    def find_dog(self, name: str) -> Dog | None:
        """The dog of one's own called ``name``, if there is one."""
        with self._database.reading() as db:
            row = db.execute("SELECT * FROM dogs WHERE name_key = ?", (_key(" ".join(name.split())),)).fetchone()
        return None if row is None else self._dog_of(row)

    def _dog_of(self, row: sqlite3.Row) -> Dog:
        config = NetConfig.from_dict(json.loads(row["net"]))
        return Dog(row["id"], row["name"], self._paths.dogs / row["id"], config, row["created"])

    def dogs(self) -> list[DogInfo]:
        """Everybody: one's own dogs, the youngest first, then the shipped one if it is there."""
        with self._database.reading() as db:
            rows = db.execute(_ALL_DOGS).fetchall()
        own = [self._info_of(row) for row in rows]
        return own + self._shipped()

    def _info_of(self, row: sqlite3.Row) -> DogInfo:
        dog = self._dog_of(row)
        return DogInfo(
            name=dog.name,
            is_shipped=False,
            net=describe_net(dog.config),
            games=row["games"] or 0,
            seconds=row["seconds"] or 0.0,
            rating=row["rating"],
            rating_error=row["error"],
            weights=None if row["weights"] is None else dog.folder / row["weights"],
            created=dog.created,
        )

    def _shipped(self) -> list[DogInfo]:
        weights = self._paths.shipped_weights
        if not weights.is_file():
            return []
        try:
            known: dict[str, Any] = json.loads(self._paths.shipped_description.read_text(encoding="utf-8"))
        except FileNotFoundError:
            known = {}
        except (OSError, ValueError) as error:
            raise KennelError(
                f"{self._paths.shipped_description} cannot be read ({error}): install the program again"
            ) from error
        return [
            DogInfo(
                name=SHIPPED_DOG,
                is_shipped=True,
                net=str(known.get("net", "")),
                games=int(known.get("games", 0)),
                seconds=float(known.get("seconds", 0.0)),
                rating=known.get("rating"),
                rating_error=known.get("rating_error"),
                weights=weights,
                created=float(known.get("created", 0.0)),
            )
        ]

    def find_weights(self, name_or_path: str) -> Path:
        """The weight file to play with.

        Args:
            name_or_path: a dog's name, the shipped one's included, or a weight file.

        Raises:
            UnknownDogError: it is neither.
            ShippedDogMissingError: the shipped dog is asked for, and its file is not there.
            UntrainedDogError: the dog has no checkpoint yet.
        """
        if name_or_path == SHIPPED_DOG:
            if self._paths.shipped_weights.is_file():
                return self._paths.shipped_weights
            raise ShippedDogMissingError(self._paths.shipped_weights)
        as_path = Path(name_or_path).expanduser()
        if as_path.suffix == _WEIGHT_SUFFIX and as_path.is_file():
            return as_path
        dog = self.find_dog(name_or_path)
        if dog is None:
            if as_path.is_file():
                return as_path
            raise UnknownDogError(name_or_path, [info.name for info in self.dogs()])
        ages = self.checkpoints(dog.id)
        if not ages:
            raise UntrainedDogError(dog.name)
        return ages[-1].weights

    # --- how they grow ----------------------------------------------------------------------------------

    def record_checkpoint(self, dog_id: str, age: Checkpoint) -> None:
        """Note an age whose files are already whole on disk. One transaction: noted or not at all.

        A weight file that was written over is the new age, and no longer the old one.
        """
        folder = self._paths.dogs / dog_id
        weights = age.weights.relative_to(folder).as_posix()
        state = None if age.state is None else age.state.relative_to(folder).as_posix()
        row = (dog_id, time.time(), age.seconds, age.games, age.positions, age.samples, weights, state)
        with self._database.writing() as db:
            db.execute("DELETE FROM checkpoints WHERE dog = ? AND weights = ?", (dog_id, weights))
            db.execute(
                "INSERT INTO checkpoints (dog, created, seconds, games, positions, samples, weights, state) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )

    def checkpoints(self, dog_id: str) -> list[Checkpoint]:
        """Every age of a dog, the latest last."""
        folder = self._paths.dogs / dog_id
        with self._database.reading() as db:
            rows = db.execute("SELECT * FROM checkpoints WHERE dog = ? ORDER BY id", (dog_id,)).fetchall()
        return [
            Checkpoint(
                row["seconds"],
                row["games"],
                row["positions"],
                row["samples"],
                folder / row["weights"],
                None if row["state"] is None else folder / row["state"],
                row["created"],
            )
            for row in rows
        ]

    def forget_checkpoint(self, dog_id: str, weights: Path) -> None:
        """Strike an age off the list; deleting its files is the caller's business, afterwards."""
        name = weights.relative_to(self._paths.dogs / dog_id).as_posix()
        with self._database.writing() as db:
            db.execute("DELETE FROM checkpoints WHERE dog = ? AND weights = ?", (dog_id, name))

    def record_metrics(
        self,
        dog_id: str,
        losses: Sequence[LossPoint] = (),
        strengths: Sequence[StrengthPoint] = (),
        news: Sequence[TrainingNews] = (),
    ) -> None:
        """Note measurements and what happened, in one transaction."""
        with self._database.writing() as db:
            db.executemany(
                "INSERT INTO losses (dog, seconds, samples, policy, value, entropy) VALUES (?, ?, ?, ?, ?, ?)",
                [(dog_id, p.seconds, p.samples, p.policy, p.value, p.entropy) for p in losses],
            )
            db.executemany(
                "INSERT INTO strengths (dog, seconds, games, rating, error) VALUES (?, ?, ?, ?, ?)",
                [(dog_id, p.seconds, p.games, p.rating, p.error) for p in strengths],
            )
            db.executemany(
                "INSERT INTO news (dog, seconds, kind, facts) VALUES (?, ?, ?, ?)",
                [(dog_id, n.seconds, n.kind.value, json.dumps(n.values, ensure_ascii=False)) for n in news],
            )

    def losses(self, dog_id: str) -> list[LossPoint]:
        """The loss curve, oldest first."""
        with self._database.reading() as db:
            rows = db.execute("SELECT * FROM losses WHERE dog = ? ORDER BY id", (dog_id,)).fetchall()
        return [LossPoint(r["seconds"], r["samples"], r["policy"], r["value"], r["entropy"]) for r in rows]

    def strengths(self, dog_id: str) -> list[StrengthPoint]:
        """The strength curve, oldest first."""
        with self._database.reading() as db:
            rows = db.execute("SELECT * FROM strengths WHERE dog = ? ORDER BY id", (dog_id,)).fetchall()
        return [StrengthPoint(r["seconds"], r["games"], r["rating"], r["error"]) for r in rows]

    def news(self, dog_id: str, kinds: Sequence[NewsKind] = tuple(NewsKind), limit: int = 50) -> list[TrainingNews]:
        """The latest ``limit`` things that happened, of these kinds, the latest last."""
        marks = ", ".join("?" * len(kinds))
        query = f"SELECT * FROM news WHERE dog = ? AND kind IN ({marks}) ORDER BY id DESC LIMIT ?"
        with self._database.reading() as db:
            rows = db.execute(query, (dog_id, *(kind.value for kind in kinds), limit)).fetchall()
        return [TrainingNews(NewsKind(r["kind"]), json.loads(r["facts"]), r["seconds"]) for r in reversed(rows)]

    # --- games ------------------------------------------------------------------------------------------

    def record_game(self, record: GameRecord, dog_id: str | None = None, row: int | None = None) -> int:
        """Keep a finished game.

        Args:
            record: the game.
            dog_id: the dog whose training it belongs to, if any.
            row: what this returned when the same game was kept before: it is replaced.
        """
        from clevergo.go.sgf import to_sgf

        outcome = record.outcome
        result = "?" if outcome is None else outcome.points()
        rules = record.ruleset
        players = (record.black, record.white, rules.size, rules.komi)
        values = (row, dog_id, time.time(), *players, result, len(record.moves), to_sgf(record))
        with self._database.writing() as db:
            cursor = db.execute(
                "INSERT OR REPLACE INTO games (id, dog, created, black, white, size, komi, result, plies, sgf) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def games(self, limit: int = 50) -> list[bytes]:
        """The latest games as SGF, the latest first."""
        with self._database.reading() as db:
            rows = db.execute("SELECT sgf FROM games ORDER BY id DESC LIMIT ?", (limit,)).fetchall()
        return [bytes(row["sgf"]) for row in rows]

    def record_result(self, first: str, second: str, ruleset: Ruleset, score: MatchScore) -> None:
        """Keep the result of a match of several games between two players, given as their texts."""
        row = (time.time(), first, second, ruleset.size, ruleset.komi, score.first, score.second, score.draws)
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


_ALL_DOGS = """
SELECT dogs.*, age.games, age.seconds, age.weights, strength.rating, strength.error
FROM dogs
LEFT JOIN checkpoints AS age ON age.id = (SELECT MAX(id) FROM checkpoints WHERE dog = dogs.id)
LEFT JOIN strengths AS strength ON strength.id = (SELECT MAX(id) FROM strengths WHERE dog = dogs.id)
ORDER BY dogs.created DESC
"""

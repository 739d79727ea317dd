"""The dogs: who they are, what they have learned, how they grew, the games they played."""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import re
import sqlite3
import time
import uuid
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.desk.paths import DataFolderError, Paths
from clevergo.app.errors import AppError
from clevergo.app.kennel.database import Database, KennelError
from clevergo.app.kennel.dogs import (
    MAX_NAME,
    UNFINISHED,
    Dog,
    DogNameError,
    Nursery,
    OtherGameError,
    UnknownDogError,
    checked_name,
    describe_net,
    on_boards,
    remove_folder,
    size_list,
)
from clevergo.app.kennel.growth import Checkpoint, Growth, Past
from clevergo.app.kennel.here import milestones_here, strengths_here
from clevergo.app.kennel.lookalikes import look_key, name_key, player_of, shipped_of
from clevergo.app.kennel.messages import DogAge, DogCard, DogInfo, NewsKind, TrainingNews
from clevergo.app.kennel.shipped import ShippedDog
from clevergo.app.training.settings import DogSettings, save_dog_settings
from clevergo.files import bytes_below, newest_below, write_whole
from clevergo.games.guests import UnknownGameError, games, shipped_dogs
from clevergo.nn.description import NetConfig, UnknownKindError
from clevergo.players.spec import PlayerSpec, asked_for_best, split_age
from clevergo.problem import Problem
from clevergo.training.learner.folder import RunFolderError, owned, reached

if TYPE_CHECKING:
    from clevergo.games.game import Rules
    from clevergo.games.record import GameRecord
    from clevergo.players.match_games import MatchScore

__all__ = ["Kennel"]

logger = logging.getLogger(__name__)

_WEIGHT_SUFFIX = ".pdparams"
_MILESTONES_SHOWN = 100


class Kennel:
    """All dogs and what is known of them. May be used by several threads; nothing is opened before it is needed.

    It knows who is there; its parts know how they grew, how they were earlier and what was played. Every method, of
    the parts too, may raise an :class:`~clevergo.app.errors.AppError` that says what is wrong with the data folder
    or the file in it.
    """

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self.database = Database(paths)
        self.growth = Growth(paths, self.database)
        self.shipped = {name: ShippedDog(paths, game) for name, game in shipped_dogs().items()}
        """The dogs that come with the program, by their names, those that are not there too."""

    def close(self) -> None:
        """Let go of the file in the calling thread; it is opened again when needed."""
        self.database.close()

    # --- coming and going -------------------------------------------------------------------------------

    def adopt(
        self,
        name: str,
        config: NetConfig | None = None,
        parent: str = "",
        size: int = 0,
        beside: Sequence[int] = (),
        wish: DogSettings | None = None,
    ) -> Dog:
        """Take in a new dog; DogNameError where the name will not do, or is taken.

        Its ``parent``, a dog (``pup``), the age of a dog (``pup@1230``) or a weight file, gives it its net and first
        weights; KennelError where there are none. Without one it knows nothing. It grows up on boards of ``size``, its
        net's where that is 0, and ``beside`` them on others by turns; KennelError where that cannot be. ``wish``: how
        it is to be trained, where not as usual.
        """
        tidy = checked_name(name)
        inherited = self.find_weights(parent).read_bytes() if parent else None
        net = self.net_of_player(parent) if parent else config or NetConfig()
        net = on_boards(net, size or net.size, beside)
        boards = (Nursery(0, 0.0, net.size, tuple(beside)),) if beside else ()
        dog = replace(self.new_dog(tidy, net, parent), boards=boards)
        try:
            if parent or wish is not None:  # before the transaction: a slow disk must not keep others from writing
                self._furnish(dog, inherited, wish)
            with self.database.writing() as db:
                self.enter(db, dog)
                life = Checkpoint(0.0, 0, 0, 0, dog.weights) if parent else None
                self.growth.write(db, dog.id, Past(life, boards=boards))
                dog.folder.mkdir(parents=True, exist_ok=True)
        except BaseException:
            remove_folder(dog.folder)
            raise
        dog.end_folder()
        return dog

    def _furnish(self, dog: Dog, weights: bytes | None, wish: DogSettings | None) -> None:
        """Write down how a newborn is to be trained and, of a pup, its first weights; AppError where that cannot be."""
        try:
            dog.begin_folder()
            if wish is not None:
                save_dog_settings(dog.folder, wish)
            if weights is not None:
                for path in (dog.birth, dog.weights):
                    write_whole(path, weights)
        except OSError as error:
            raise DataFolderError(self._paths.data, error) from error

    def new_dog(self, name: str, net: NetConfig, family: str = "", face: str = "") -> Dog:
        """A dog with a folder of its own, not taken in yet; ``face`` is the one it had elsewhere, if it comes so."""
        identity = uuid.uuid4().hex[:12]
        return Dog(identity, name, self._paths.dogs / identity, net, time.time(), family=family, given_face=face)

    def enter(self, db: sqlite3.Connection, dog: Dog) -> None:
        """Write a new dog down, in the caller's transaction; DogNameError where the name is taken."""
        self._refuse_taken(db, dog.name)
        family = json.dumps(dog.family, ensure_ascii=False) if dog.family else None
        key, net, face = name_key(dog.name), json.dumps(dog.config.to_dict()), dog.given_face or None
        db.execute(
            "INSERT INTO dogs (id, name, name_key, created, game, net, family, face) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (dog.id, dog.name, key, dog.created, dog.game, net, family, face),
        )

    def take_in(self, dog: Dog, past: Past) -> None:
        """Write down a dog whose folder is already whole, with the life it has behind it. Noted or not at all.

        DogNameError where the name is taken.
        """
        with self.database.writing() as db:
            self.enter(db, dog)
            self.growth.write(db, dog.id, past)
        dog.end_folder()

    def free_name(self, name: str) -> str:
        """``name``, or ``name 2``, ``name 3`` ... where it is taken; ``name #2`` where a player is called so."""
        with self.database.reading() as db:
            taken = {look_key(row["name"]) for row in db.execute("SELECT name FROM dogs")}
        sign = (
            "#" if shipped_of(name) is None and player_of(name) is not None else ""
        )  # a bare number would say how much that player thinks
        numbers = (f" {sign}{count}" for count in itertools.count(2))
        candidates = itertools.chain([name], (name[: MAX_NAME - len(n)].rstrip() + n for n in numbers))
        return next(
            candidate
            for candidate in candidates
            if look_key(candidate) not in taken and player_of(candidate) is None and shipped_of(candidate) is None
        )

    @staticmethod
    def _refuse_taken(db: sqlite3.Connection, name: str, but: str = "") -> None:
        others = [row["name"] for row in db.execute("SELECT name FROM dogs WHERE id != ?", (but,))]
        for other in others:
            if name_key(other) == name_key(name):
                raise DogNameError("name_taken", name=other)
        for other in others:
            if look_key(other) == look_key(name):
                raise DogNameError("name_alike", name=name, taken=other)

    def rename(self, name: str, new_name: str) -> Dog:
        """Call a dog something else; DogNameError where the name will not do, or is taken."""
        tidy, dog = checked_name(new_name), self.dog(name)
        with self.database.writing() as db:
            self._refuse_taken(db, tidy, but=dog.id)
            db.execute("UPDATE dogs SET name = ?, name_key = ? WHERE id = ?", (tidy, name_key(tidy), dog.id))
        return self.dog(tidy)

    def move(self, name: str, size: int, beside: Sequence[int] = ()) -> Dog:
        """Have a dog grow up on boards of another size from now on, and ``beside`` them on others by turns.

        It keeps its weights and what its optimizer knows. The games of boards that it leaves are forgotten, its rating
        begins anew, and its diary tells of it.

        KennelError where there is no such dog, it is in training, or it cannot be: a net of one size, a board that is
        none.
        """
        dog = self.dog(name)
        net, others = on_boards(dog.config, size, beside), tuple(beside)
        if (net.size, others) == (dog.config.size, dog.beside):
            return dog
        with dog.resting(), self.database.writing() as db:
            life = self.growth.latest_checkpoint(dog.id)
            if life is None or not life.games:
                db.execute("DELETE FROM boards WHERE dog = ?", (dog.id,))
                # What it has saved before its first game still names the board it was to begin on.
                is_moved = bool(others) or reached(dog.folder) is not None
                past = Past(boards=(Nursery(0, 0.0, size, others),) if is_moved else ())
            else:
                db.execute("DELETE FROM boards WHERE dog = ? AND games = ?", (dog.id, life.games))
                first = () if dog.boards else (Nursery(0, 0.0, dog.config.size),)
                told = {"size": size, "before": dog.config.size, "games": life.games, "beside": size_list(others)}
                news = TrainingNews(NewsKind.MOVED, told, life.seconds, time.time())
                past = Past(news=(news,), boards=(*first, Nursery(life.games, life.seconds, size, others)))
            self.growth.write(db, dog.id, past)
            db.execute("UPDATE dogs SET net = ? WHERE id = ?", (json.dumps(net.to_dict()), dog.id))
        return self.dog(name)

    def retire(self, name: str, retired: bool = True) -> None:
        """Send a dog to rest: it is kept, but offered nowhere until it is brought back (``retired=False``)."""
        with self.database.writing() as db:
            db.execute(
                "UPDATE dogs SET retired = ? WHERE id = ?", (time.time() if retired else None, self.dog(name).id)
            )

    def delete(self, name: str) -> None:
        """Forget a dog of one's own and remove its files. There is no way back.

        KennelError where there is no such dog, or it is in training.
        """
        dog = self.dog(name)
        with dog.resting(), self.database.writing() as db:
            with contextlib.suppress(OSError):  # then what a killed program leaves of it stays
                dog.begin_folder()
            db.execute("DELETE FROM dogs WHERE id = ?", (dog.id,))
        remove_folder(dog.folder)
        if dog.folder.exists():
            logger.warning("some files of the deleted dog could not be removed: %s", dog.folder)

    def sweep(self) -> None:
        """Remove what those who were killed left: files half written, folders of dogs coming or going."""
        self._paths.sweep()
        with contextlib.suppress(AppError, OSError):  # whoever shows the dogs says what is wrong with the kennel
            marks = [mark for mark in self._paths.dogs.glob(f"*/{UNFINISHED}") if not mark.parent.is_symlink()]
            with self.database.reading() as db:
                known = {row["id"] for row in db.execute("SELECT id FROM dogs")} if marks else set()
            for mark in marks:
                folder = mark.parent
                if newest_below(folder) > time.time() - _ABANDONED_SECONDS:
                    continue  # somebody may be at it
                with contextlib.suppress(RunFolderError):
                    with owned(folder):
                        pass
                    # A dog that the kennel has was taken in, or not removed: only the mark was left.
                    mark.unlink() if folder.name in known else remove_folder(folder)

    def forget_unsaved(self) -> None:
        """Drop of every dog what killed runs told and did not save (:meth:`Growth.forget_unsaved`)."""
        with self.database.reading() as db:
            dogs = [row["id"] for row in db.execute("SELECT id FROM dogs")]
        for dog in dogs:
            if _ID.fullmatch(dog):
                self.growth.forget_unsaved(dog)

    # --- who is there -----------------------------------------------------------------------------------

    def dog(self, name: str) -> Dog:
        """The dog of one's own called ``name``; UnknownDogError where there is none."""
        dog = self.find_dog(name)
        if dog is None:
            raise UnknownDogError(name, [info.name for info in self.dogs()])
        return dog

    def find_dog(self, name: str) -> Dog | None:
        """The dog of one's own called ``name``, if there is one."""
        with self.database.reading() as db:
            row = db.execute("SELECT * FROM dogs WHERE name_key = ?", (name_key(" ".join(name.split())),)).fetchone()
            return None if row is None else self._dog_of(db, row)

    @staticmethod
    def _boards_of(db: sqlite3.Connection, dog_id: str) -> tuple[Nursery, ...]:
        rows = db.execute("SELECT games, seconds, size, beside FROM boards WHERE dog = ? ORDER BY id", (dog_id,))
        return tuple(
            Nursery(row["games"], row["seconds"], row["size"], tuple(json.loads(row["beside"]))) for row in rows
        )

    def _dog_of(self, db: sqlite3.Connection, row: sqlite3.Row) -> Dog:
        try:
            config = NetConfig.from_dict(json.loads(row["net"]))
        except (UnknownGameError, UnknownKindError) as error:
            raise KennelError("dog_kind_unknown", name=row["name"], cause=error.problem) from error
        if not _ID.fullmatch(row["id"]):  # whoever deletes a dog deletes the folder of that name
            raise ValueError(f"no dog is numbered {row['id']!r:.60}")
        folder, family = self._paths.dogs / row["id"], json.loads(row["family"] or '""')
        is_retired, face = row["retired"] is not None, row["face"] or ""
        boards = self._boards_of(db, row["id"])
        return Dog(row["id"], row["name"], folder, config, row["created"], is_retired, family, face, boards)

    def dogs(self, with_retired: bool = False) -> list[DogInfo]:
        """Everybody: one's own dogs, the youngest first, then the shipped ones that are there.

        Those whose game this program does not know wait until it does.
        """
        with self.database.reading() as db:
            rows = [row for row in db.execute(_ALL_DOGS) if row["game"] in games()]
            own = [self._info_of(db, row) for row in rows if with_retired or row["retired"] is None]
        return own + [dog.info() for dog in self.shipped.values() if dog.is_there]

    def _info_of(self, db: sqlite3.Connection, row: sqlite3.Row) -> DogInfo:
        dog = self._dog_of(db, row)
        is_rated = row["rated_at"] is not None and row["rated_at"] >= dog.moved_after
        return DogInfo(
            name=dog.name,
            is_shipped=False,
            net=describe_net(dog.config),
            games=row["games"] or 0,
            seconds=row["seconds"] or 0.0,
            rating=row["rating"] if is_rated else None,
            rating_error=row["error"] if is_rated else None,
            weights=None if row["weights"] is None else dog.folder / row["weights"],
            created=dog.created,
            is_retired=dog.is_retired,
            family=dog.family,
            face=dog.face,
            game=dog.game,
            sizes=dog.sizes,
            beside=dog.beside,
            plays_elsewhere=any(map(dog.config.supports, {*dog.config.played.sizes} - {dog.config.size})),
        )

    def cards(self) -> list[DogCard]:
        """Everybody, with how they grew; looks at every file, so it is not for the window's thread."""
        cards = []
        for info in self.dogs(with_retired=True):
            if info.is_shipped:
                cards.append(self.shipped[info.name].card())
                continue
            dog = self.find_dog(info.name)
            if dog is None:  # renamed or deleted since they were listed
                continue
            cards.append(
                DogCard(
                    info,
                    strengths_here(self.growth, dog),
                    milestones_here(self.growth, dog)[-_MILESTONES_SHOWN:],
                    self.growth.ages(dog),
                    bytes_below(dog.folder),
                )
            )
        return cards

    # --- whom one may play ------------------------------------------------------------------------------

    def ages_of(self, name: str) -> tuple[DogAge, ...]:
        """A dog as it was earlier, youngest first; a shipped one too; UnknownDogError where there is no such dog."""
        if name in self.shipped:
            return self.shipped[name].ages()
        return self.growth.ages(self.dog(name))

    def exact(self, spec: PlayerSpec) -> PlayerSpec:
        """The same player, told by the age that plays where it is to be a dog's best (``alphago:pup@best:400``)."""
        return spec if spec.dog is None else replace(spec, dog=self._exact_name(spec.dog))

    def _exact_name(self, name_or_path: str) -> str:
        """``pup@1230`` for ``pup@best``, or ``pup`` where it was never stronger than now; anybody else as they are."""
        name = asked_for_best(name_or_path)
        if name is None or self.find_dog(name_or_path) is not None or _file_of(name_or_path) is not None:
            return name_or_path
        if name not in self.shipped and self.find_dog(name) is None:
            return name_or_path
        return next((age.address for age in self.ages_of(name) if age.is_best), name)

    def find_weights(self, name_or_path: str, game: str | None = None) -> Path:
        """The weight file of a dog, shipped ones included, of its age (``pup@1230``), or the file that is named.

        ``pup@best`` is the age with the highest rating, its error allowed for (:func:`best_marked`).

        ``game`` is the name of what is to be played; None: whatever it plays.

        Raises:
            OtherGameError: the dog plays another game. (What a weight file plays is seen when it is read.)
            UnknownDogError: it is none of these.
            KennelError: the dog was not kept as it was then, has no checkpoint yet, or has not come with the program.
        """
        name_or_path = self._exact_name(name_or_path)
        file = None if name_or_path in self.shipped else _file_of(name_or_path)
        if file is not None and file.suffix == _WEIGHT_SUFFIX:
            return file
        learned = None if game is None else self._learned(name_or_path)
        if game is not None and learned is not None and learned[0] != game:
            raise OtherGameError(name_or_path, learned[0], game)
        if name_or_path in self.shipped:
            return self.shipped[name_or_path].weights
        dog = self.find_dog(name_or_path)
        if dog is not None:
            latest = self.growth.latest_checkpoint(dog.id)
            if latest is None:
                raise KennelError("untrained", name=dog.name, again=repr(dog.name))
            return latest.weights
        name, games = split_age(name_or_path)
        if games is not None and (name in self.shipped or self.find_dog(name) is not None):
            return self._weights_at(name, games)
        if file is not None:
            return file
        raise UnknownDogError(name_or_path, [info.name for info in self.dogs()])

    def _weights_at(self, name: str, games: int) -> Path:
        ages = self.ages_of(name)
        for age in ages:
            if age.games == games:
                return age.weights
        there_are = ", ".join(f"{name}@{age.games}" for age in ages) or Problem("none_yet")
        raise KennelError("unknown_age", name=name, games=games, known=there_are)

    def sizes_of(self, name_or_path: str, game: str) -> tuple[int, ...] | None:
        """The boards of a game that a dog, or an age of a dog, learned on; None for a weight file: nobody knows."""
        learned = self._learned(name_or_path)
        return None if learned is None else learned[1] if learned[0] == game else ()

    def _learned(self, name_or_path: str) -> tuple[str, tuple[int, ...]] | None:
        """The game of a dog, or of an age of a dog, and the boards it learned on; None for anybody else."""
        name, _ = split_age(self._exact_name(name_or_path))
        if name in self.shipped:
            info = self.shipped[name].info()
            return info.game, info.sizes
        dog = self.find_dog(name_or_path) or self.find_dog(name)
        return None if dog is None else (dog.game, dog.sizes)

    def net_of_player(self, name_or_path: str) -> NetConfig:
        """The net of a dog, or of a weight file; of an age of a dog the one it grew up to, as a pup of it will too."""
        name, _ = split_age(self._exact_name(name_or_path))
        dog = self.find_dog(name_or_path) or self.find_dog(name)
        if dog is not None:
            return dog.config
        from clevergo.nn.files import WeightFileError, load_weights

        try:
            return load_weights(self.find_weights(name if name in self.shipped else name_or_path)).config
        except WeightFileError as error:
            raise KennelError(error.problem) from error

    # --- what was played -------------------------------------------------------------------------------

    def record_game(self, record: GameRecord, row: int | None = None) -> int:
        """Keep a finished game; ``row`` is what this returned when the same game was kept before: it is replaced."""
        from clevergo.games.sgf.codec import to_sgf

        game, outcome = record.rules.game, record.outcome
        agreed = json.dumps(game.agreed(record.rules, record.start))
        result = "?" if outcome is None else outcome.points()
        values = (row, time.time(), game.name, agreed, *(record.players or (record.black, record.white)), result)
        with self.database.writing() as db:
            cursor = db.execute(
                "INSERT OR REPLACE INTO games (id, created, game, agreed, black, white, result, plies, sgf) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, len(record.moves), to_sgf(record)),
            )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def record_result(self, first: str, second: str, rules: Rules, score: MatchScore) -> None:
        """Keep the result of a match of several games between two players, given as their texts."""
        played = rules.game.name, json.dumps(rules.game.agreed(rules))
        with self.database.writing() as db:
            db.execute(
                "INSERT INTO results (created, first, second, game, agreed, first_wins, second_wins, draws) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (time.time(), first, second, *played, score.first, score.second, score.draws),
            )


def _file_of(text: str) -> Path | None:
    """The file that ``text`` names; None where it names none, as most dogs' names do."""
    try:
        path = Path(text).expanduser()
        return path if path.is_file() else None
    except (OSError, ValueError, RuntimeError):  # too long for a name; ~ and a user nobody knows
        return None


_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
"""What a dog's number looks like, which its folder is called by too."""
_ABANDONED_SECONDS = 3600.0
"""Nobody who copies a dog, or brings one, goes so long without writing a file."""
_ALL_DOGS = """
SELECT dogs.*, age.games, age.seconds, age.weights, strength.rating, strength.error, strength.games AS rated_at
FROM dogs
LEFT JOIN checkpoints AS age ON age.id = (SELECT MAX(id) FROM checkpoints WHERE dog = dogs.id)
LEFT JOIN strengths AS strength ON strength.id = (SELECT MAX(id) FROM strengths WHERE dog = dogs.id)
ORDER BY dogs.created DESC
"""

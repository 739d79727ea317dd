"""Copying a dog with everything that is its own, and deleting one."""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from clevergo.app.kennel.ages import age_file
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.dogs import Dog, checked_name
from clevergo.app.kennel.travel import Progress, ignore_progress, moved_past
from clevergo.nn.files import WeightFileError, load_weights, save_weights
from clevergo.players.spec import SHIPPED_DOG
from clevergo.problem import cause_of

logger = logging.getLogger(__name__)

_CHUNK = 1024 * 1024
_OF_ITS_OWN = ("lock", "selfplay.pdparams")
"""Files of a dog's folder that are not copied, the second of earlier versions; temporary ones begin with a dot."""


def copy_dog(kennel: Kennel, name: str, new_name: str, progress: Progress = ignore_progress) -> Dog:
    """A second dog that is as ``name`` is now and goes its own way from here; the shipped one can be copied too.

    KennelError where there is no such dog, it is in training, or the new name will not do.
    """
    tidy = checked_name(new_name)
    if name == SHIPPED_DOG:
        return _copy_shipped(kennel, tidy, progress)
    dog = kennel.dog(name)
    copy = kennel.new_dog(tidy, dog.config, dog.family)
    with _whole_or_nothing(copy), resting(dog):
        _copy_folder(dog.folder, copy.folder, progress)
        with kennel.writing() as db:
            kennel.enter(db, copy)
            _copy_rows(db, dog.id, copy.id)
    progress(1.0)
    return kennel.dog(copy.name)


def _copy_shipped(kennel: Kennel, name: str, progress: Progress) -> Dog:
    """The shipped dog as one of one's own, that can be trained further."""
    past = kennel.shipped.past()
    assert past.life is not None
    life = past.life
    try:
        born = load_weights(life.weights)
        dog = kennel.new_dog(name, born.config, SHIPPED_DOG)
        with _whole_or_nothing(dog):
            age_file(dog.folder, 0).parent.mkdir(parents=True)
            save_weights(dog.weights, born)
            save_weights(dog.birth, replace(born, meta=born.meta | {"life": life.counters()}))
            for count, age in enumerate(past.ages):
                progress(count / len(past.ages))
                shutil.copyfile(age.weights, age_file(dog.folder, age.games))
            kennel.take_in(dog, moved_past(past, dog))
    except WeightFileError as error:
        raise KennelError(error.problem) from error
    progress(1.0)
    return dog


def delete_dog(kennel: Kennel, name: str) -> None:
    """Forget a dog of one's own and remove its files. There is no way back.

    KennelError where there is no such dog, or it is in training.
    """
    dog = kennel.dog(name)
    with resting(dog):
        kennel.strike(dog.id)
    shutil.rmtree(dog.folder, ignore_errors=True)
    if dog.folder.exists():
        logger.warning("some files of the deleted dog could not be removed: %s", dog.folder)


@contextlib.contextmanager
def resting(dog: Dog) -> Iterator[None]:
    """See to it that nobody trains the dog meanwhile; KennelError where somebody does."""
    # Imported here: training pulls in Numba, which the window's first picture must not wait for.
    from clevergo.training.learner.store import RunFolderError, RunStore

    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(RunStore(dog.folder).locked())
        except RunFolderError as error:
            raise KennelError("dog_trains", name=dog.name) from error
        yield


@contextlib.contextmanager
def _whole_or_nothing(dog: Dog) -> Iterator[None]:
    """Remove a new dog's folder again where something goes wrong."""
    try:
        yield
    except OSError as error:
        shutil.rmtree(dog.folder, ignore_errors=True)
        raise KennelError("dog_copy", cause=cause_of(error)) from error
    except BaseException:
        shutil.rmtree(dog.folder, ignore_errors=True)
        raise


def _copy_folder(source: Path, target: Path, progress: Progress) -> None:
    own = (path for path in sorted(source.rglob("*")) if path.name not in _OF_ITS_OWN and not path.name.startswith("."))
    files = [path for path in own if path.is_file()]
    whole, done = max(sum(path.stat().st_size for path in files), 1), 0
    target.mkdir(parents=True, exist_ok=True)
    for path in files:
        to = target / path.relative_to(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as reading, to.open("wb") as writing:
            while chunk := reading.read(_CHUNK):
                writing.write(chunk)
                done += len(chunk)
                progress(done / whole)


def _copy_rows(db: sqlite3.Connection, dog_id: str, copy_id: str) -> None:
    """Copy everything that goes when a dog goes: whatever tables there are."""
    tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        keys = db.execute(f"PRAGMA foreign_key_list({table})").fetchall()
        owner = next((key["from"] for key in keys if key["table"] == "dogs" and key["on_delete"] == "CASCADE"), None)
        if owner is None:
            continue
        columns = db.execute(f"PRAGMA table_info({table})").fetchall()
        numbered = [c["name"] for c in columns if c["pk"] and c["type"] == "INTEGER" and c["name"] == "id"]
        kept = [c["name"] for c in columns if c["name"] != owner and c["name"] not in numbered]
        names = ", ".join(kept)
        db.execute(
            f"INSERT INTO {table} ({owner}, {names}) SELECT ?, {names} FROM {table} WHERE {owner} = ? ORDER BY rowid",
            (copy_id, dog_id),
        )

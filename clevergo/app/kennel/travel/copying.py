"""A second dog that is as another is now, in the same kennel."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.dogs import UNFINISHED, Dog, checked_name, remove_folder
from clevergo.app.kennel.travel.arrival import settle
from clevergo.app.kennel.travel.progress import Progress, ignore_progress
from clevergo.files import copy_whole, writing_whole
from clevergo.nn.files import WeightFileError, load_weights
from clevergo.problem import cause_of

_CHUNK = 1024 * 1024
_OF_ITS_OWN = ("lock", "selfplay.pdparams", UNFINISHED)
"""Files of a dog's folder that are not copied, the second of earlier versions; temporary ones begin with a dot."""


def copy_dog(kennel: Kennel, name: str, new_name: str, progress: Progress = ignore_progress) -> Dog:
    """A second dog that is as ``name`` is now and goes its own way from here; shipped ones can be copied too.

    KennelError where there is no such dog, it is in training, or the new name will not do.
    """
    tidy = checked_name(new_name)
    try:
        if name in kennel.shipped:
            past = kennel.shipped[name].past()
            assert past.life is not None
            born = load_weights(past.life.weights)
            copy = kennel.new_dog(tidy, born.config, name)
            return settle(kennel, copy, born, past, lambda age, file: copy_whole(age.weights, file), progress)
        dog = kennel.dog(name)
        copy = kennel.new_dog(tidy, dog.config, dog.family)
        try:
            with dog.resting():
                copy.begin_folder()
                _copy_folder(dog.folder, copy.folder, progress)
                with kennel.database.writing() as db:
                    kennel.enter(db, copy)
                    _copy_rows(db, dog.id, copy.id)
        except BaseException:
            remove_folder(copy.folder)
            raise
        copy.end_folder()
    except WeightFileError as error:
        raise KennelError(error.problem) from error
    except OSError as error:
        raise KennelError("dog_copy", cause=cause_of(error)) from error
    progress(1.0)
    return kennel.dog(tidy)


def _copy_folder(source: Path, target: Path, progress: Progress) -> None:
    own = (path for path in sorted(source.rglob("*")) if path.name not in _OF_ITS_OWN and not path.name.startswith("."))
    files = [path for path in own if path.is_file()]
    whole, done = max(sum(path.stat().st_size for path in files), 1), 0
    target.mkdir(parents=True, exist_ok=True)
    for path in files:
        to = target / path.relative_to(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as reading, writing_whole(to) as unfinished, unfinished.open("wb") as writing:
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

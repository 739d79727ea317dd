"""The kennel's SQLite file: opening it, one connection per thread, transactions, and errors in plain words."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from clevergo.app.desk.paths import DataFolderError, Paths
from clevergo.app.errors import AppError
from clevergo.app.kennel.tables import STEPS
from clevergo.files import writing_whole
from clevergo.problem import Problem, cause_of

logger = logging.getLogger(__name__)

FORMAT = len(STEPS)
"""Version of the tables; a file with a higher one belongs to a newer program."""
BUSY_SECONDS = 2.0
T = TypeVar("T")


class KennelError(AppError):
    """The kennel cannot do what was asked."""


class KennelDamagedError(KennelError):
    """The kennel's file is not what it should be."""


class Database:
    """Opened at first use, by each thread for itself."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._local = threading.local()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection to ask questions with.

        What an answer means is worked out inside too: SQLite does not see that a letter of a text has changed.

        Raises:
            AppError: the file cannot be opened or read, or what is in it makes no sense.
        """
        with self._plain_errors():
            try:
                yield self._connection()
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                raise self._damaged(error) from error

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: kept if the block ends well, otherwise as if it had never begun.

        AppError where the file cannot be opened or written.
        """
        with self._plain_errors():
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.rollback()
                raise
            connection.commit()

    def be_patient(self, seconds: float) -> None:
        """Have the calling thread wait so long for others that write: for what must not be lost by two seconds."""
        self._local.patience = seconds
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is not None:
            connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    def select(self, kind: type[T], table: str, dog_id: str) -> list[T]:
        """What a table holds of a dog, oldest first; its columns are called as the fields of ``kind``."""
        names = ", ".join(field.name for field in fields(kind))  # type: ignore[arg-type]
        with self.reading() as db:
            return [
                kind(*row) for row in db.execute(f"SELECT {names} FROM {table} WHERE dog = ? ORDER BY id", (dog_id,))
            ]

    def latest(self, kind: type[T], table: str, dog_id: str) -> T | None:
        """The row that a table was given last of a dog, as :meth:`select` tells it; None where it has none."""
        names = ", ".join(field.name for field in fields(kind))  # type: ignore[arg-type]
        query = f"SELECT {names} FROM {table} WHERE dog = ? ORDER BY id DESC LIMIT 1"
        with self.reading() as db:
            row = db.execute(query, (dog_id,)).fetchone()
            return None if row is None else kind(*row)

    def close(self) -> None:
        """Close the calling thread's connection; its next use opens a new one."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is not None:
            self._local.connection = None
            connection.close()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            self._paths.prepare()
            connection = self._open()
            self._local.connection = connection
        return connection

    def _open(self) -> sqlite3.Connection:
        patience = getattr(self._local, "patience", BUSY_SECONDS)
        connection = sqlite3.connect(
            self._paths.database, timeout=patience, isolation_level=None, check_same_thread=False
        )
        try:
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA checkpoint_fullfsync = ON")  # a Mac's usual one does not even keep the order
            connection.execute("PRAGMA foreign_keys = ON")
            self._bring_up_to_date(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _bring_up_to_date(self, connection: sqlite3.Connection) -> None:
        """Make the tables, or change an older program's into today's; a copy of the old file is kept."""
        found = _format_of(connection)
        if found > FORMAT:
            raise KennelError("kennel_newer", path=self._paths.database, found=found, known=FORMAT)
        if found == FORMAT:
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            found = _format_of(connection)  # somebody may have been faster
            if 0 < found < FORMAT:
                self._keep_copy(found)
            for step in STEPS[found:]:
                for statement in step.split(";"):
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {max(found, FORMAT)}")
        except BaseException:
            connection.rollback()
            raise
        connection.commit()

    def _keep_copy(self, found: int) -> None:
        """Copy the file as it is, whole, before it is changed. One copy of each format; the first is kept."""
        copy = self._paths.database_copy(found)
        if copy.exists():
            return
        with (
            writing_whole(copy) as unfinished,
            contextlib.closing(sqlite3.connect(self._paths.database)) as source,
            contextlib.closing(sqlite3.connect(unfinished)) as target,
        ):
            source.backup(target)
        logger.info("the kennel is brought from format %d to %d; as it was it lies in %s", found, FORMAT, copy)

    @contextlib.contextmanager
    def _plain_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise  # our mistake, not the file's
        except sqlite3.OperationalError as error:
            raise self._operational(error) from error
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's own words quote what it has read
            raise self._damaged(error) from error
        except OSError as error:
            raise DataFolderError(self._paths.data, error) from error

    def _operational(self, error: sqlite3.OperationalError) -> AppError:
        text = str(error)
        if "locked" in text or "busy" in text:
            cause = Problem("locked") if text == "database is locked" else text
            return KennelError("kennel_busy", path=self._paths.database, cause=cause)
        if "readonly" in text or "unable to open" in text:
            return DataFolderError(self._paths.data, OSError(text))
        if "full" in text or "disk I/O" in text:
            return KennelError("kennel_full", path=self._paths.database, cause=text)
        return self._damaged(error)

    def _damaged(self, error: Exception) -> KennelDamagedError:
        path, folder = self._paths.database, self._paths.dogs
        return KennelDamagedError("kennel_damaged", path=path, cause=cause_of(error), folder=folder)


def _format_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def insert(db: sqlite3.Connection, table: str, dog_id: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows of a dog, each by the names of its columns; all have the same."""
    for row in rows:
        names, marks = ", ".join(row), ", ?" * len(row)
        db.execute(f"INSERT INTO {table} (dog, {names}) VALUES (?{marks})", (dog_id, *row.values()))

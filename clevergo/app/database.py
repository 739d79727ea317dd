"""The kennel's SQLite file: opening it, one connection per thread, transactions, and errors in plain words."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator

from clevergo.app.paths import AppError, DataFolderError, Paths

FORMAT = 1
"""Version of the tables; a file with a higher one belongs to a newer program."""
BUSY_SECONDS = 2.0

_TABLES = """
CREATE TABLE dogs (
    id TEXT PRIMARY KEY,             -- also the folder's name
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,   -- what two names that look alike share
    created REAL NOT NULL,
    net TEXT NOT NULL                -- NetConfig as JSON
);
CREATE TABLE checkpoints (
    id INTEGER PRIMARY KEY,
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    created REAL NOT NULL,
    seconds REAL NOT NULL,
    games INTEGER NOT NULL,
    positions INTEGER NOT NULL,
    samples INTEGER NOT NULL,
    weights TEXT NOT NULL,           -- paths are relative to the dog's folder
    state TEXT
);
CREATE INDEX checkpoints_of_dog ON checkpoints(dog, id);
CREATE TABLE losses (
    id INTEGER PRIMARY KEY,
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    seconds REAL NOT NULL,
    samples INTEGER NOT NULL,
    policy REAL NOT NULL,
    value REAL NOT NULL,
    entropy REAL NOT NULL
);
CREATE INDEX losses_of_dog ON losses(dog, id);
CREATE TABLE strengths (
    id INTEGER PRIMARY KEY,
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    seconds REAL NOT NULL,
    games INTEGER NOT NULL,
    rating REAL NOT NULL,
    error REAL NOT NULL
);
CREATE INDEX strengths_of_dog ON strengths(dog, id);
CREATE TABLE news (
    id INTEGER PRIMARY KEY,
    dog TEXT NOT NULL REFERENCES dogs(id) ON DELETE CASCADE,
    seconds REAL NOT NULL,
    kind TEXT NOT NULL,
    facts TEXT NOT NULL              -- JSON
);
CREATE INDEX news_of_dog ON news(dog, id);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    dog TEXT REFERENCES dogs(id) ON DELETE SET NULL,
    created REAL NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    size INTEGER NOT NULL,
    komi REAL NOT NULL,
    result TEXT NOT NULL,            -- as SGF writes it
    plies INTEGER NOT NULL,
    sgf BLOB NOT NULL
);
CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    created REAL NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    size INTEGER NOT NULL,
    komi REAL NOT NULL,
    first_wins INTEGER NOT NULL,
    second_wins INTEGER NOT NULL,
    draws INTEGER NOT NULL
);
"""


class KennelError(AppError):
    """The kennel cannot do what was asked."""


class KennelDamagedError(KennelError):
    """The kennel's file is not what it should be."""


class KennelBusyError(KennelError):
    """Somebody else is writing to the kennel for too long."""


class Database:
    """Opened at first use, by each thread for itself."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._local = threading.local()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection to ask questions with.

        Raises:
            AppError: the file cannot be opened or read.
        """
        with self._plain_errors():
            yield self._connection()

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: kept if the block ends well, otherwise as if it had never begun.

        Raises:
            AppError: the file cannot be opened or written.
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
        connection = sqlite3.connect(
            self._paths.database, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")
            self._make_tables(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _make_tables(self, connection: sqlite3.Connection) -> None:
        found = connection.execute("PRAGMA user_version").fetchone()[0]
        if found == 0:
            connection.execute("BEGIN IMMEDIATE")
            if connection.execute("PRAGMA user_version").fetchone()[0] == 0:  # nobody was faster
                for statement in _TABLES.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.commit()
        elif found > FORMAT:
            raise KennelError(
                f"the kennel {self._paths.database} was made by a newer CleverGo (format {found}, this one knows "
                f"{FORMAT}): update this program, or choose another folder with --data-dir"
            )

    @contextlib.contextmanager
    def _plain_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
            raise  # our mistake, not the file's
        except sqlite3.OperationalError as error:
            raise self._operational(error) from error
        except sqlite3.DatabaseError as error:
            raise self._damaged(error) from error
        except OSError as error:
            raise DataFolderError(self._paths.data, error) from error

    def _operational(self, error: sqlite3.OperationalError) -> AppError:
        text = str(error)
        if "locked" in text or "busy" in text:
            return KennelBusyError(
                f"the kennel {self._paths.database} is in use by another program ({text}): close it and try again"
            )
        if "readonly" in text or "unable to open" in text:
            return DataFolderError(self._paths.data, OSError(text))
        if "full" in text or "disk I/O" in text:
            return KennelError(
                f"the kennel {self._paths.database} cannot be written ({text}): free space on the disk and try again"
            )
        return self._damaged(error)

    def _damaged(self, error: sqlite3.DatabaseError) -> KennelDamagedError:
        return KennelDamagedError(
            f"the kennel {self._paths.database} is damaged ({error}): move that file away to start a new one. "
            f"The dogs' weight files in {self._paths.dogs} are not touched and can be played by their path"
        )

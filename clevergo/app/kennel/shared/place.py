"""Where shared dogs lie: any folder of this computer or its network, or whatever :mod:`fsspec` opens.

A plain folder needs nothing installed. An address with ``://`` (``s3://class/dogs``, ``sftp://pc/dogs``,
``memory://dogs``) is opened by fsspec and the package it wants for that kind of place. Nothing here believes what it
is told: names are looked at, sizes are limits, and every error is a :class:`StoreError`.
"""

from __future__ import annotations

import contextlib
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clevergo.app.desk.paths import DOG_SUFFIX, typed_path
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.travel.progress import Cancelled
from clevergo.files import sweep_elsewhere, write_whole, writing_whole
from clevergo.problem import Problem, cause_of

NOTE_SUFFIX = ".json"
"""What ends the name of a file that tells of a dog."""
MOST_FILES = 4_000
"""That are looked at in one place; the rest are as if they were not there."""
_CHUNK = 1024 * 1024
_NAME = re.compile(r"[^/\\\0.][^/\\\0]{0,150}")
"""A file's name: in no other folder, and not hidden."""
_SECRET = re.compile(r"(?<=://)[^/@]*@")

Watch = Callable[[int], None]
"""Told how many bytes have gone so far; may raise to give up."""


class StoreError(KennelError):
    """A shared place, or what lies in it, cannot be used; the message says why and what to do."""


@dataclass(frozen=True)
class StoredFile:
    """A file in a shared place."""

    name: str
    size: int
    """Bytes, as the place says."""


class Place(ABC):
    """A flat folder of files somewhere. For one thread; any call may take long."""

    def __init__(self, address: str) -> None:
        self.address = address

    @property
    def said(self) -> str:
        """The address as it may be shown and logged: without a password that stands in it."""
        return _SECRET.sub("", self.address)

    def files(self) -> list[StoredFile]:
        """What lies there, at most ``MOST_FILES`` by their names; nothing where the folder is not there yet."""
        with self._telling():
            found = [StoredFile(name, size) for name, size in self._list() if _NAME.fullmatch(name)]
        return sorted(found, key=lambda file: file.name)[:MOST_FILES]

    def read(self, name: str, most: int) -> bytes:
        """A small file; StoreError where it holds more than ``most`` bytes or is gone."""
        with self._telling(name), self._open(_checked(name)) as file:
            data: bytes = file.read(most + 1)
        if len(data) > most:
            raise StoreError("store_large", name=name, place=self.said)
        return data

    def fetch(self, name: str, take: Callable[[bytes], object], most: int, watch: Watch) -> None:
        """Give ``take`` a file piece by piece; StoreError where it goes on after ``most`` bytes, or is gone."""
        done = 0
        with self._telling(name), self._open(_checked(name)) as file:
            while chunk := file.read(_CHUNK):
                done += len(chunk)
                if done > most:
                    raise StoreError("store_large", name=name, place=self.said)
                take(chunk)
                watch(done)

    def put(self, name: str, file: Path, watch: Watch) -> None:
        """Copy a file there; where that fails or is given up, it is not there."""
        with self._telling(name), file.open("rb") as reading, self._writing(_checked(name)) as writing:
            done = 0
            while chunk := reading.read(_CHUNK):
                writing.write(chunk)
                done += len(chunk)
                watch(done)

    @abstractmethod
    def write(self, name: str, data: bytes) -> None:
        """Write a small file whole."""

    @abstractmethod
    def _list(self) -> Iterator[tuple[str, int]]:
        """Names and sizes of the files there."""

    @abstractmethod
    def _open(self, name: str) -> Any:
        """A file to read from, as a context."""

    @abstractmethod
    def _writing(self, name: str) -> contextlib.AbstractContextManager[Any]:
        """A file to write into; it is there when the block ends, and not where that fails."""

    @contextlib.contextmanager
    def _telling(self, name: str = "") -> Iterator[None]:
        """Around whatever asks the place: its errors in our words."""
        try:
            yield
        except FileNotFoundError as error:
            raise self._gone(name, error) from error
        except OSError as error:
            raise StoreError("store_unreachable", place=self.said, cause=cause_of(error)) from error

    def _gone(self, name: str, error: Exception) -> StoreError:
        if name:
            return StoreError("store_gone", name=name, place=self.said)
        return StoreError("store_unreachable", place=self.said, cause=cause_of(error))


class Folder(Place):
    """A folder of this computer, or of another that it has mounted."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self._folder = folder

    def write(self, name: str, data: bytes) -> None:
        """See :class:`Place`."""
        with self._telling(name):
            write_whole(self._folder / _checked(name), data)

    def _list(self) -> Iterator[tuple[str, int]]:
        with os.scandir(self._folder) as entries:
            for entry in entries:
                with contextlib.suppress(FileNotFoundError):  # gone while one looks
                    if entry.is_file():
                        yield entry.name, entry.stat().st_size

    def _open(self, name: str) -> Any:
        return (self._folder / name).open("rb")

    @contextlib.contextmanager
    def _writing(self, name: str) -> Iterator[Any]:
        self._folder.mkdir(parents=True, exist_ok=True)
        sweep_elsewhere(self._folder, DOG_SUFFIX, NOTE_SUFFIX)  # nobody else looks there
        with writing_whole(self._folder / name) as unfinished, unfinished.open("wb") as file:
            yield file


class Bucket(Place):
    """Whatever fsspec opens."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        try:
            import fsspec
        except ImportError as error:
            raise StoreError("store_fsspec", place=self.said) from error
        try:
            self._files, self._root = fsspec.core.url_to_fs(address)
        except ImportError as error:
            raise StoreError("store_package", place=self.said, cause=cause_of(error)) from error
        except Exception as error:
            raise StoreError("store_unreachable", place=self.said, cause=_said(error)) from error

    def write(self, name: str, data: bytes) -> None:
        """See :class:`Place`."""
        with self._telling(name):
            self._files.pipe_file(self._path(name), data)

    def _list(self) -> Iterator[tuple[str, int]]:
        self._files.invalidate_cache()
        try:
            entries = self._files.ls(self._root, detail=True)
        except FileNotFoundError:
            return  # buckets have no folders: one without files is not there
        for entry in entries:
            if entry.get("type") == "file":
                yield str(entry["name"]).rstrip("/").rpartition("/")[2], int(entry.get("size") or 0)

    def _open(self, name: str) -> Any:
        return self._files.open(self._path(name), "rb")

    @contextlib.contextmanager
    def _writing(self, name: str) -> Iterator[Any]:
        path = self._path(name)
        with contextlib.suppress(Exception):  # buckets have none
            self._files.makedirs(self._root, exist_ok=True)
        try:
            with self._files.open(path, "wb") as file:
                yield file
        except BaseException:
            with contextlib.suppress(Exception):
                self._files.rm_file(path)
            raise

    def _path(self, name: str) -> str:
        return f"{self._root.rstrip('/')}/{_checked(name)}"

    @contextlib.contextmanager
    def _telling(self, name: str = "") -> Iterator[None]:
        """The packages behind fsspec raise errors of their own."""
        try:
            with super()._telling(name):
                yield
        except (Cancelled, StoreError):
            raise
        except Exception as error:
            raise StoreError("store_unreachable", place=self.said, cause=_said(error)) from error


def open_place(address: str, start: Path | None = None) -> Place:
    """The place that an address means: a folder, or what fsspec opens.

    A folder without a beginning is sought in ``start``, or in the person's own.

    StoreError where it is empty, the package for such a place is not installed, or it cannot be opened.
    """
    tidy = address.strip().strip("\"'")
    if not tidy or "\0" in tidy:
        raise StoreError("store_none")
    scheme, mark, rest = tidy.partition("://")
    if mark and scheme.lower() not in ("file", "local"):
        return Bucket(tidy)
    folder = typed_path(_local(rest) if mark else tidy, start)
    if folder is None:
        raise StoreError("store_none")
    return Folder(folder)


def _local(path: str) -> str:
    """What stands behind ``file://``; on Windows a drive may follow its third stroke."""
    return path[1:] if os.name == "nt" and path[:1] == "/" and path[2:3] == ":" else path


def _checked(name: str) -> str:
    """A name that leads nowhere else."""
    if not _NAME.fullmatch(name):
        raise StoreError("store_name", name=repr(name[:80]))
    return name


def _said(error: Exception) -> Problem | str:
    """What others' errors say, the first line of it, or their kind where they say nothing."""
    cause = cause_of(error)
    if isinstance(cause, Problem):
        return cause
    return (cause.strip().splitlines() or [type(error).__name__])[0][:200]

"""Answers that are found out in a thread, as disks may be slow and the window may not; and what lies in a folder."""

from __future__ import annotations

import enum
import os
import queue
import string
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from clevergo.games.formats import suffixes
from clevergo.problem import Problem, problem_of

T = TypeVar("T")
_MOST_ENTRIES = 2000


class Latest(Generic[T]):
    """One question at a time; what was asked last counts. Whoever asks polls for the answer.

    A question that is never answered (a network drive that is gone) keeps its thread and nobody waiting.
    """

    def __init__(self, name: str) -> None:
        """``name``: of the threads."""
        self._name = name
        self._asked = 0
        self._answers: queue.SimpleQueue[tuple[int, T]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._thread is not None

    def ask(self, find: Callable[[], T]) -> None:
        """Begin to find out; ``find`` raises nothing."""
        self.cancel()
        number = self._asked
        work = lambda: self._answers.put((number, find()))  # noqa: E731
        self._thread = threading.Thread(target=work, name=self._name, daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """What was asked is not wanted any more."""
        self._asked += 1
        self._thread = None

    def poll(self) -> T | None:
        """The answer to the last question, once."""
        while not self._answers.empty():
            number, answer = self._answers.get()
            if number == self._asked:
                self._thread = None
                return answer
        return None

    def wait(self) -> None:
        """Until the answer is there."""
        if self._thread is not None:
            self._thread.join()


@dataclass(frozen=True)
class Entry:
    """A line of a folder."""

    path: Path
    is_folder: bool
    changed: str = ""
    """``2026-01-31 12:30``; empty for a folder."""


class PathKind(enum.Enum):
    """What a path leads to."""

    FOLDER = "folder"
    FILE = "file"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Found:
    """What was found where somebody looked."""

    path: Path
    kind: PathKind
    entries: tuple[Entry, ...] = ()
    """The folders and games of a folder, folders first."""
    trouble: Problem | None = None
    """Why a folder cannot be read; None where it can."""


def look_at(path: Path) -> Found:
    """What ``path`` leads to; waits for the disk."""
    try:
        is_folder, is_there = path.is_dir(), path.exists()
    except (OSError, ValueError):  # longer than a name can be, or no name at all
        is_folder = is_there = False
    if not is_folder:
        return Found(path, PathKind.FILE if is_there else PathKind.NOTHING)
    try:
        return Found(path, PathKind.FOLDER, tuple(list_folder(path)))
    except OSError as error:
        return Found(path, PathKind.FOLDER, trouble=problem_of(error))


def look_above(folder: Path) -> Found:
    """What lies around a folder: its parent; on Windows, where a drive has none, the drives there are."""
    if folder.parent != folder:
        return look_at(folder.parent)
    others = drives()
    return Found(folder, PathKind.FOLDER, tuple(Entry(drive, True) for drive in others)) if others else look_at(folder)


def drives() -> list[Path]:
    """Windows' drives; none elsewhere."""
    if os.name != "nt":
        return []
    return [drive for letter in string.ascii_uppercase if os.path.exists(drive := Path(f"{letter}:\\"))]


def list_folder(folder: Path) -> list[Entry]:
    """The folders and games in ``folder``, folders first; OSError where it cannot be read."""
    entries: list[Entry] = []
    with os.scandir(folder) as found:
        for item in found:
            if item.name.startswith(".") or len(entries) >= _MOST_ENTRIES:
                continue
            try:
                is_folder = item.is_dir()
                if is_folder:
                    entries.append(Entry(Path(item.path), True))
                elif item.name.lower().endswith(suffixes()):
                    written = time.strftime("%Y-%m-%d %H:%M", time.localtime(item.stat().st_mtime))
                    entries.append(Entry(Path(item.path), False, written))
            except OSError:
                continue  # a link to nowhere, or not ours to look at
    return sorted(entries, key=lambda entry: (not entry.is_folder, entry.path.name.casefold()))

"""What lies in a folder, to be asked in a thread: a folder may be big, or on a computer that no longer answers."""

from __future__ import annotations

import enum
import os
import time
from dataclasses import dataclass
from pathlib import Path

from clevergo.problem import Problem, problem_of

_MOST_ENTRIES = 2000
GAME_SUFFIX = ".sgf"


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
                elif item.name.lower().endswith(GAME_SUFFIX):
                    written = time.strftime("%Y-%m-%d %H:%M", time.localtime(item.stat().st_mtime))
                    entries.append(Entry(Path(item.path), False, written))
            except OSError:
                continue  # a link to nowhere, or not ours to look at
    return sorted(entries, key=lambda entry: (not entry.is_folder, entry.path.name.casefold()))

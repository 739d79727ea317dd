"""Temporary files: their one kind of name, and the end of those whose writers were killed.

A file is written whole under a name of its own, then renamed. Whoever is killed in between leaves that name behind; it
tells who was writing, so that a later start sweeps away what nobody will finish, and nothing else.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_NAME = re.compile(r"\..+\.(\d{1,10})\.tmp")
_FORGOTTEN_SECONDS = 3600.0
"""Nobody writes one file for so long: whoever has the writer's number now is somebody else."""
_WINDOWS_SYNCHRONIZE = 0x100000
_WINDOWS_STILL_RUNS = 0x102


def temporary_for(path: Path) -> Path:
    """Where this process writes what is to become ``path``; not for two threads at once."""
    return path.with_name(f".{path.name}.{os.getpid()}.tmp")


def sweep(*folders: Path, below: bool = False) -> list[Path]:
    """Remove the temporary files in ``folders`` (and, if so wished, ``below`` them) that nobody will finish; which."""
    swept = []
    for path in _files(folders, below):
        found = _NAME.fullmatch(path.name)
        with contextlib.suppress(OSError):
            if found and _is_abandoned(path, int(found[1])):
                path.unlink()
                swept.append(path)
    return swept


def _files(folders: tuple[Path, ...], below: bool) -> Iterator[Path]:
    for folder in folders:
        for place, inner, names in os.walk(folder):
            yield from (Path(place, name) for name in names if name.endswith(".tmp"))
            if not below:
                inner.clear()


def _is_abandoned(path: Path, writer: int) -> bool:
    return not is_running(writer) or time.time() - path.stat().st_mtime > _FORGOTTEN_SECONDS


def is_running(process: int) -> bool:
    """Whether there is a process of that number."""
    if sys.platform == "win32":
        import ctypes

        kernel32 = ctypes.windll.kernel32
        handle = kernel32.OpenProcess(_WINDOWS_SYNCHRONIZE, False, process)
        if not handle:
            return False
        try:
            return bool(kernel32.WaitForSingleObject(handle, 0) == _WINDOWS_STILL_RUNS)
        finally:
            kernel32.CloseHandle(handle)
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it is another person's
        return True
    return True

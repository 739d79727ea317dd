"""Files that are whole or absent: written under a temporary name, then renamed. The one place that does so."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from clevergo.files.leftovers import temporary_for

_ATTEMPTS = 20 if os.name == "nt" else 1
_PAUSE_SECONDS = 0.05


def write_whole(path: Path, data: bytes, durable: bool = True) -> None:
    """Replace ``path`` by ``data`` in one step: nobody ever sees half a file, and a crash leaves the old one.

    Args:
        durable: wait until the disk has it, so that a power cut cannot take it back. Costs up to some tens of
            milliseconds; without it the file still survives the end of the program, however sudden.
    """
    with writing_whole(path, durable) as temporary:
        temporary.write_bytes(data)


@contextlib.contextmanager
def writing_whole(path: Path, durable: bool = True) -> Iterator[Path]:
    """The same for what is written in pieces, or by a library: the file to write, which becomes ``path`` at the end.

    Where the block fails, what was at ``path`` before stays. Not for two threads that write one path at once.
    """
    temporary = temporary_for(path)
    try:
        yield temporary
        if durable:
            with temporary.open("r+b") as file:
                os.fsync(file.fileno())
        replace_file(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    if durable:
        _sync_folder(path.parent)


def replace_file(source: Path, target: Path) -> None:
    """Rename; on Windows, where a file cannot be replaced while somebody reads it, try for a second."""
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            os.replace(source, target)
            return
        except PermissionError:
            if attempt == _ATTEMPTS:
                raise
            time.sleep(_PAUSE_SECONDS)


def _sync_folder(folder: Path) -> None:
    """Have the new name itself on the disk, where the platform can do that; some network file systems refuse."""
    if os.name != "nt":
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

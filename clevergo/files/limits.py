"""Files from outside are read up to a limit: a huge one, or one without an end, must not fill the memory."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from clevergo.problem import ProblemError


class TooLargeError(ProblemError, ValueError):
    """A file is larger than anything of its kind."""


def read_limited(path: Path, most: int) -> bytes:
    """The bytes of a file, if it has no more than ``most``.

    Raises:
        OSError: it cannot be read.
        TooLargeError: it is larger, or no file at all but something that never ends.
    """
    with open(path, "rb", opener=_open_at_once) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise TooLargeError("no_file_at_all")
        data = file.read(most + 1)
    if len(data) > most:
        raise too_large(most)
    return data


def too_large(most: int) -> TooLargeError:
    """The error that says how many bytes there may be."""
    size = f"{most // 2**20} MB" if most >= 2**20 else f"{most // 2**10} KB"
    return TooLargeError("too_large", size=size)


def _open_at_once(path: str, flags: int) -> int:
    """Open without waiting for whoever may write into a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))

"""One process at a time: a file's lock, which the system frees however its holder ends."""

from __future__ import annotations

import os
from typing import IO


def take_lock(file: IO[bytes]) -> None:
    """Take an open file's exclusive lock, to be held until it is closed.

    Raises:
        OSError: somebody else holds it.
    """
    if os.name == "nt":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

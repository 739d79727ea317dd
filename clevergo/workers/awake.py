"""Keeps a computer from going to sleep by itself while it works for hours. Its screen may."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Iterator

from clevergo.workers.program import Program

logger = logging.getLogger(__name__)

_PATIENCE = 1.0
_WINDOWS_ON, _WINDOWS_SYSTEM = 0x80000000, 0x1


@contextlib.contextmanager
def kept_awake() -> Iterator[None]:
    """While the block runs, in this thread, no sleep for want of keys and mouse (Windows, macOS); else nothing changes.

    A lid that is closed still sends it to sleep.
    """
    keeper = _keeper()
    _tell_windows(_WINDOWS_ON | _WINDOWS_SYSTEM)
    try:
        yield
    finally:
        _tell_windows(_WINDOWS_ON)
        if keeper is not None:
            keeper.kill()
            keeper.wait(_PATIENCE)


def _keeper() -> Program | None:
    """On a Mac, the program that does it; it ends with this process by itself, however that ends."""
    if sys.platform != "darwin":
        return None
    try:
        return Program(["caffeinate", "-i", "-w", str(os.getpid())])
    except OSError as error:
        logger.warning("the computer may go to sleep: %s", error)
        return None


def _tell_windows(state: int) -> None:
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.kernel32.SetThreadExecutionState(ctypes.c_uint32(state))

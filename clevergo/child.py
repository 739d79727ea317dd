"""The manners of a worker process: polite to the person's other programs, gone when its parent is gone."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading

logger = logging.getLogger(__name__)

_WINDOWS_BELOW_NORMAL = 0x4000


def settle_in(niceness: int) -> None:
    """Call first in every worker process.

    Lowers its priority, leaves Ctrl+C to the parent (which then ends its workers in order), and makes the
    process end by itself, at once, should the parent die without ending it.
    """
    lower_priority(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, name="parent-watch", daemon=True).start()


def lower_priority(niceness: int) -> None:
    """Give way to other programs; ``niceness`` as in Unix, 0 changes nothing. Failure is harmless."""
    if niceness <= 0:
        return
    with contextlib.suppress(OSError, AttributeError):
        if sys.platform == "win32":
            import ctypes

            kernel32 = ctypes.windll.kernel32
            kernel32.SetPriorityClass(kernel32.GetCurrentProcess(), _WINDOWS_BELOW_NORMAL)
        else:
            os.nice(niceness)


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)

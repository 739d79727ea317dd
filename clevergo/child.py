"""Worker processes: how they are started, and their manners: polite to other programs, gone when their parent is."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

logger = logging.getLogger(__name__)

_WINDOWS_BELOW_NORMAL = 0x4000
_ROOT = Path(__file__).resolve().parents[1]


def start_child(
    name: str, target: Callable[..., None], *before: Any, after: tuple[Any, ...] = ()
) -> tuple[BaseProcess, Connection]:
    """Start a process with one pipe to it.

    Args:
        name: what it is called among the processes, behind the program's name.
        target: called there with ``*before``, its end of the pipe, ``*after``; all of it must pickle.

    Returns:
        The running process, which ends with this one, and this end of the pipe.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=target, args=(*before, theirs, *after), name=f"clevergo-{name}", daemon=True)
    try:
        process.start()
    except BaseException:
        ours.close()
        raise
    finally:
        # With this copy open, the other's death would never show as the end of the pipe.
        theirs.close()
    return process, ours


def module_process(module: str, *arguments: str) -> dict[str, Any]:
    """What ``subprocess`` needs to run one of this program's modules in a process without a window, from any folder.

    For processes that daemonic ones start, which may have no children of ``multiprocessing``.
    """
    found = os.environ.get("PYTHONPATH")
    return {
        "args": [sys.executable, "-m", module, *arguments],
        "env": os.environ | {"PYTHONPATH": os.pathsep.join([str(_ROOT), *([found] if found else [])])},
        "creationflags": getattr(subprocess, "CREATE_NO_WINDOW", 0),
    }


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

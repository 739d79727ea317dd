"""Manners of the processes that we start: polite to other programs, and gone when their parent is.

A worker loads its libraries for a second or more, and its parent may be killed in that time too. So the first thing any
worker does, before it loads anything, is to watch its parent; only then does it look at what it is to do.

``python -m clevergo.workers.child PARENT MODULE [ARGUMENT]...`` runs a module in this way; see ``workers.program``.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import multiprocessing
import multiprocessing.connection
import os
import pickle
import runpy
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from clevergo.workers.inbox import Inbox, Lines
from clevergo.workers.program import kill_programs

_WINDOWS_IDLE, _WINDOWS_BELOW_NORMAL = 0x40, 0x4000
_NICE_AS_IDLE = 15
"""From this niceness on Windows, which knows two steps, lets everybody else go first."""
_WINDOWS_SYNCHRONIZE = 0x100000
_WATCH = "parent-watch"
logger = logging.getLogger(__name__)
_GLANCE_SECONDS = 0.1
"""How often a process looks whether it still has the parent that started it, where it has no pipe that would tell."""


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """Around what is loaded to stay: Python's collector need not look through it, neither meanwhile nor ever after.

    It takes a fifth of the time that Numba and the rules take to load, and one late look through everything a frame.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def settle_in(niceness: int) -> None:
    """What every worker does first.

    Lowers its priority, leaves Ctrl+C to the parent (which then ends its workers in order), and makes the
    process end by itself, at once, should the parent die without ending it.
    """
    lower_priority(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel
        _watch(lambda: multiprocessing.connection.wait([sentinel]))


def lower_priority(niceness: int) -> None:
    """Give way to other programs; ``niceness`` as in Unix, 0 changes nothing. Failure is harmless."""
    if niceness <= 0:
        return
    with contextlib.suppress(OSError, AttributeError):
        if sys.platform == "win32":
            import ctypes

            step = _WINDOWS_IDLE if niceness >= _NICE_AS_IDLE else _WINDOWS_BELOW_NORMAL
            # -1 is this process, as a pointer: an int would lose its upper half.
            if not ctypes.windll.kernel32.SetPriorityClass(ctypes.c_void_p(-1), step):
                logger.warning("Windows does not lower this process's priority")
        else:
            os.nice(niceness)


def own_niceness() -> int:
    """How far this process gives way; 0 where the system does not tell."""
    return os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0


# --- in the worker ---------------------------------------------------------------------------------------


def begin(
    name: str, niceness: int, work: bytes, pipe: Connection, line: Connection | None, way: Connection | None
) -> None:
    """The worker's first function: what it is to do is unpickled, and its libraries loaded, under watch."""
    settle_in(niceness)
    with contextlib.suppress(OSError):  # the system's list of processes says which this is (Linux; 15 letters)
        Path("/proc/self/comm").write_text(f"cg-{name}"[:15], encoding="ascii", errors="replace")
    target, arguments = pickle.loads(work)
    target(Inbox(pipe, Lines(line, way)), *arguments)


def do_packed(inbox: Inbox, work: bytes) -> None:
    """A worker's target where who starts it only passes on what it is to do (``workers.process.packed_work``)."""
    target, arguments = pickle.loads(work)
    target(inbox, *arguments)


def _watch(wait: Callable[[], object]) -> None:
    """End this process as soon as ``wait``, in a thread, has returned; once is enough."""
    if not any(thread.name == _WATCH for thread in threading.enumerate()):
        threading.Thread(target=_leave_after, args=(wait,), name=_WATCH, daemon=True).start()


def _leave_after(wait: Callable[[], object]) -> None:
    wait()
    try:
        kill_programs()  # which need not mind that nobody speaks to them any more
    finally:
        os._exit(1)


def _wait_for(parent: int) -> None:
    """Until the process of that number, which started this one, has ended."""
    if sys.platform == "win32":
        import ctypes

        kernel32 = ctypes.windll.kernel32
        handle = kernel32.OpenProcess(_WINDOWS_SYNCHRONIZE, False, parent)
        if handle:
            kernel32.WaitForSingleObject(handle, -1)
    else:
        while os.getppid() == parent:
            time.sleep(_GLANCE_SECONDS)


def main() -> None:
    """Watch the parent, then be the module."""
    _, parent, module, *arguments = sys.argv
    _watch(lambda: _wait_for(int(parent)))
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()

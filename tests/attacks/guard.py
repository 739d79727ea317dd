"""What no input may do: run code, write elsewhere, take long, or take much memory."""

from __future__ import annotations

import contextlib
import logging
import os
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

CPU_SECONDS = 4.0
"""Of the processor's time, for one input; how busy the machine is does not enter."""
MOST_MEGABYTES = 400
"""By which one input may raise the most memory the process has held."""
_FORBIDDEN = (
    *("os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.forkpty", "subprocess.Popen", "pty.spawn"),
    *("socket.connect", "socket.bind", "ctypes.dlopen", "webbrowser.open", "os.startfile", "os.kill", "os.killpg"),
)
_CHANGES = {
    "os.rename": 2,
    "os.remove": 1,
    "os.mkdir": 2,
    "os.rmdir": 1,
    "os.link": 2,
    "os.symlink": 2,
    "os.truncate": 9,
}
"""Events that change folders, and which of their arguments names the open folder that a path begins in, if any."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Violation(BaseException):
    """An input did what none may do. No reader may catch it, so it is no Exception."""


class Guard:
    """Watches this process: Python tells of all that is opened and started (:pep:`578`). It cannot be removed."""

    def __init__(self, allowed: tuple[Path, ...]) -> None:
        """``allowed``: the folders in which may be written."""
        self._allowed = tuple(os.path.realpath(folder) + os.sep for folder in allowed)
        self._is_on = False
        self._seen: list[str] = []
        self._said = _Said()
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._is_on:
            return
        if event in _FORBIDDEN:
            self._refuse(f"{event}{arguments!r:.200}")
        elif event == "open":
            path, _, flags = arguments
            if isinstance(path, (str, bytes)) and isinstance(flags, int) and flags & _WRITES:
                self._check(event, path)
        elif event in _CHANGES:
            path, place = arguments[0], arguments[_CHANGES[event] :][:1]
            if isinstance(path, (str, bytes)) and place and isinstance(place[0], int) and place[0] >= 0:
                path = os.path.join(os.readlink(f"/proc/self/fd/{place[0]}"), os.fsdecode(path))
            self._check(event, path)

    def _check(self, event: str, path: Any) -> None:
        place = os.path.realpath(os.fsdecode(path))
        if not place.startswith(self._allowed) and place + os.sep not in self._allowed and place != os.devnull:
            self._refuse(f"{event} {place}")

    def _refuse(self, what: str) -> None:
        self._seen.append(what)  # for a reader that catches everything
        raise Violation(what)

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """For one input: raises :class:`Violation` where it does what none may."""
        self._seen.clear()
        self._said.errors.clear()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        handler = signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        logging.getLogger().addHandler(self._said)
        self._is_on = True
        try:
            yield
        finally:
            self._is_on = False
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            signal.signal(signal.SIGPROF, handler)
            logging.getLogger().removeHandler(self._said)
        if self._seen:
            raise Violation(self._seen[0])
        if self._said.errors:
            raise Violation(f"logged as an error: {self._said.errors[0]}")
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        if grown > MOST_MEGABYTES:
            raise Violation(f"it took {grown:.0f} MB")


class _Said(logging.Handler):
    """Errors that were caught and only logged: our own mistakes that nobody would hear of."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:  # without an exception it is a finding that is told, not a mistake
            self.errors.append(f"{record.getMessage()} {record.exc_info[1]!r}")


def _too_long(_signal: int, _frame: FrameType | None) -> None:
    raise Violation(f"it takes more than {CPU_SECONDS:g} s")

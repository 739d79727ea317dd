"""A worker as its owner sees it: a process that is started, sent to, listened to, and ended. Nobody else starts one."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import multiprocessing.connection
import os
import pickle
import socket
import sys
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.reduction import send_handle
from typing import Any, TypeVar

from clevergo.workers.child import begin

logger = logging.getLogger(__name__)

T = TypeVar("T")

_SPAWN = multiprocessing.get_context("spawn")
_FAREWELL_SECONDS = 0.4
_LAST_SECONDS = 0.6
_EXIT_SECONDS = 0.05
_CALM_SECONDS = 300.0
_ROOM_BYTES = 1 << 19


class Worker:
    """A process of this program and our end of the pipe to it; it ends with us. For one thread at a time."""

    def __init__(
        self,
        name: str,
        target: Callable[..., None],
        *arguments: Any,
        niceness: int = 0,
        has_children: bool = False,
        has_lines: bool = False,
        line: Connection | None = None,
    ) -> None:
        """Start it, which takes tens of milliseconds.

        Args:
            name: what it is called among the processes, behind the program's name.
            target: called there with its :class:`~clevergo.workers.inbox.Inbox` and ``arguments``; all must pickle.
            niceness: how far it gives way to other programs, as in Unix.
            has_children: whether it starts workers of its own.
            has_lines: whether it can be given lines to others (:meth:`new_line`).
            line: one that it has from the start.
        """
        work = pickle.dumps((target, arguments))
        self.name = name
        self.is_gone = False
        """Whether the pipe has ended: it is dead, or about to be."""
        self._pipe, theirs = _pipe()
        self._way: Connection | None = None
        way: Connection | None = None
        if has_lines:
            self._way, way = _pipe()
        self._process = _SPAWN.Process(
            target=begin,
            args=(name, niceness, work, theirs, line, way),
            name=f"clevergo-{name}",
            daemon=not has_children,
        )
        try:
            # A pool's thread is one that the program's exit waits for: a process that is half born when its parent
            # goes finds nothing in the pipe that should say what it is to be.
            with ThreadPoolExecutor(1, thread_name_prefix=f"{name}-birth") as births:
                births.submit(self._process.start).result()
        except BaseException as error:
            self.close()
            if isinstance(error, RuntimeError) and "interpreter shutdown" in str(error):
                raise SystemExit from error  # nobody waits for this thread any more, and nothing is wrong
            raise
        finally:
            # With these copies open, the other's death would never show as the end of the pipe.
            for end in (theirs, line, way):
                if end is not None:
                    end.close()

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process.is_alive()

    @property
    def exit_code(self) -> int | None:
        """What it ended with; None where it has not, or nobody knows."""
        self._process.join(_EXIT_SECONDS)
        return self._process.exitcode

    def send(self, message: object) -> bool:
        """Tell it something; False where it is gone, which listening will find out, too."""
        try:
            self._pipe.send(message)
        except OSError:
            return False
        return True

    def poll(self, wait: float = 0.0) -> list[Any]:
        """What it has said since the last time, in order, waiting up to ``wait`` seconds for the first."""
        return self._hear(self._pipe.recv, wait)

    def send_packed(self, message: bytes) -> bool:
        """The same as :meth:`send` for a message that is pickled already: who only passes it on need not know it."""
        try:
            self._pipe.send_bytes(message)
        except OSError:
            return False
        return True

    def poll_packed(self) -> list[bytes]:
        """The same as :meth:`poll`, each message pickled as it came."""
        return self._hear(self._pipe.recv_bytes, 0.0)

    def _hear(self, receive: Callable[[], T], wait: float) -> list[T]:
        messages: list[T] = []
        try:
            while not self.is_gone and self._pipe.poll(0.0 if messages else wait):
                messages.append(receive())
            # On Windows a child that dies before it has taken its end of the pipe leaves that open.
            if not messages and not self.is_gone and not self._process.is_alive() and not self._pipe.poll(0.0):
                self.is_gone = True
        except (EOFError, OSError):
            self.is_gone = True
        return messages

    def close(self) -> None:
        """Hang up: it leaves by itself soon."""
        self.is_gone = True
        self._pipe.close()
        if self._way is not None:
            self._way.close()

    def new_line(self) -> Connection:
        """Give it a line to a worker that is about to be started: that one's ``line``. It may have ended already."""
        assert self._way is not None
        here, there = _pipe()
        try:
            send_handle(self._way, here.fileno(), self.pid)
        except (OSError, RuntimeError):
            logger.debug("%s is gone; listening will find out", self.name)
        finally:
            here.close()
        return there

    def end(self, farewell: float = _FAREWELL_SECONDS, last: float = _LAST_SECONDS) -> None:
        """Hang up; it has ``farewell`` seconds to leave by itself, ``last`` ones when told to by the system."""
        self.close()
        self._process.join(farewell)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join(last)
        self.kill()

    def kill(self) -> None:
        """Have it gone at once."""
        if self._process.is_alive():
            self._process.kill()
        self._process.join(_LAST_SECONDS)
        self.close()


_MOST_AT_ONCE = 60
"""Windows waits for no more than 63 things."""
_GLANCE_SECONDS = 0.01


def _pipe() -> tuple[Connection, Connection]:
    """Both ends of a pipe that holds some hundred messages nobody has read yet.

    Linux gives that by itself. Where a pipe holds a few kilobytes whoever sends waits, and that may be the window.
    """
    if sys.platform == "win32":
        multiprocessing.connection.BUFSIZE = _ROOM_BYTES  # type: ignore[attr-defined]
    ends = _SPAWN.Pipe()
    if sys.platform == "darwin":
        for end in ends:
            with contextlib.suppress(OSError), socket.socket(fileno=os.dup(end.fileno())) as one:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _ROOM_BYTES)
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _ROOM_BYTES)
    return ends


def packed_work(target: Callable[..., None], *arguments: Any) -> bytes:
    """What a worker is to do, for ``Worker(NAME, clevergo.workers.child.do_packed, WORK)``, perhaps elsewhere."""
    return pickle.dumps((target, arguments))


def new_pipe() -> tuple[Connection, Connection]:
    """A line to a worker that is about to be started by whoever keeps the first end; the second is its ``line``."""
    return _pipe()


def listen(workers: Collection[Worker], seconds: float) -> list[Worker]:
    """Those that have said something, or have ended; waits up to ``seconds`` for the first."""
    signs: dict[Any, Worker] = {
        worker._process.sentinel if worker.is_gone else worker._pipe: worker
        for worker in workers
        if worker.is_alive or not worker.is_gone
    }
    if not signs:
        time.sleep(seconds)
        return []
    waiting = list(signs)
    if len(waiting) <= _MOST_AT_ONCE:
        return [signs[sign] for sign in multiprocessing.connection.wait(waiting, timeout=seconds)]
    parts = [waiting[first : first + _MOST_AT_ONCE] for first in range(0, len(waiting), _MOST_AT_ONCE)]
    end = time.monotonic() + seconds
    while True:
        found = [signs[sign] for part in parts for sign in multiprocessing.connection.wait(part, timeout=0.0)]
        if found or time.monotonic() >= end:
            return found
        time.sleep(min(_GLANCE_SECONDS, max(end - time.monotonic(), 0.0)))


def end_all(workers: Collection[Worker]) -> None:
    """Have them all gone, side by side."""
    for worker in workers:
        worker.close()
    for worker in workers:
        worker.end()


class Deaths:
    """Counts the workers that die unasked: starting them again makes no sense any more when too many do."""

    def __init__(self, most: int, seconds: float = _CALM_SECONDS) -> None:
        """``most`` within ``seconds`` are too many."""
        self._most = most
        self._seconds = seconds
        self._moments: list[float] = []

    def count_one(self) -> bool:
        """Count one that died now; whether that makes too many."""
        now = time.monotonic()
        self._moments = [moment for moment in self._moments if now - moment < self._seconds] + [now]
        return len(self._moments) >= self._most

"""Lines between workers, past their owner: bytes that nobody else opens, such as games and weights.

A worker gets its lines while it works, because the other may be started, or started again, at any time; and it listens
to them in a thread, so that whoever sends never waits until it has time.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle

_GLANCE_SECONDS = 0.01


class Line:
    """One end of a line."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.is_open = True
        """Whether there is somebody at the other end, or something still to be heard."""

    def send(self, data: bytes) -> None:
        """Say something; where nobody listens any more it is lost."""
        try:
            self._pipe.send_bytes(data)
        except (OSError, ValueError):
            self.is_open = False

    def hear(self) -> bytes | None:
        """Wait for what is said next; None where nobody is left to say anything."""
        try:
            return self._pipe.recv_bytes()
        except (EOFError, OSError):
            self.is_open = False
            return None


class Lines:
    """All lines of a worker."""

    def __init__(self, first: Connection | None = None, more: Connection | None = None) -> None:
        """Listen from now on.

        Args:
            first: a line that is there at the start.
            more: where others come from, see :meth:`~clevergo.workers.process.Worker.new_line`.
        """
        self._heard: deque[bytes] = deque()
        self._new: deque[Line] = deque()
        self._lines: list[Line] = []
        self._something = threading.Condition()
        if first is not None:
            self._add(first)
        if more is not None:
            threading.Thread(target=self._accept, args=(more,), name="lines", daemon=True).start()

    def take(self, wait: float = 0.0) -> list[bytes]:
        """What has been said since the last time, waiting up to ``wait`` seconds for it."""
        with self._something:
            if wait and not self._heard:
                self._something.wait(wait)
            heard, self._heard = self._heard, deque()
        return list(heard)

    def take_new(self) -> list[Line]:
        """The lines that are there since the last time."""
        with self._something:
            new, self._new = self._new, deque()
        return list(new)

    def send(self, data: bytes) -> None:
        """Say something on all lines."""
        with self._something:
            lines = self._lines = [line for line in self._lines if line.is_open]
        for line in lines:
            line.send(data)

    def wait_for_end(self, seconds: float) -> None:
        """Wait, but no longer than that, until all others have hung up and nothing is left to be heard of them."""
        deadline = time.monotonic() + seconds
        while any(line.is_open for line in self._lines) and time.monotonic() < deadline:
            time.sleep(_GLANCE_SECONDS)

    def _add(self, pipe: Connection) -> None:
        line = Line(pipe)
        with self._something:
            self._lines.append(line)
            self._new.append(line)
        threading.Thread(target=self._listen, args=(line,), name="line", daemon=True).start()

    def _listen(self, line: Line) -> None:
        while (data := line.hear()) is not None:
            with self._something:
                self._heard.append(data)
                self._something.notify()

    def _accept(self, more: Connection) -> None:
        try:
            while True:
                self._add(type(more)(recv_handle(more)))
        except (EOFError, OSError, RuntimeError):
            return  # the owner is gone, and so are we soon

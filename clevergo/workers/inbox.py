"""What a worker hears: requests, that one is off, that it is to end; and, past its owner, what other workers say."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.reduction import recv_handle
from typing import Any

_PROGRESS_SECONDS = 0.1
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
        """Listen to a line that is there at the start, and to those that come (``Worker.new_line``) from ``more``."""
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


@dataclass(frozen=True)
class Stop:
    """End, saving what there is to save."""


@dataclass(frozen=True)
class Cancel:
    """The answer to the request with this tag is no longer wanted; there may be none."""

    tag: Any


class Inbox:
    """A worker's end of the pipe, read without waiting. That its owner is gone, or closes the pipe, counts as a stop.

    A worker takes either all messages as they come (:meth:`take`), or one request after the other (:meth:`next`); then
    a request has a ``tag``, and may be cancelled by it.
    """

    def __init__(self, pipe: Connection, lines: Lines | None = None) -> None:
        self._pipe = pipe
        self.lines = lines or Lines()
        """To other workers."""
        self.stopped = False
        self._waiting: deque[Any] = deque()
        self._current: Any = None
        """The tag of the request that is being served."""
        self._is_cancelled = False
        self._next_progress = 0.0

    def send(self, message: object) -> None:
        """Tell the owner; nobody being left to be told is a stop."""
        try:
            self._pipe.send(message)
        except OSError:
            self.stopped = True

    def send_progress(self, make: Callable[[], object]) -> None:
        """Send what ``make`` makes, ten times a second at most."""
        now = time.monotonic()
        if now >= self._next_progress:
            self._next_progress = now + _PROGRESS_SECONDS
            self.send(make())

    def take(self, wait: float | None = 0.0) -> list[Any]:
        """The messages that are there, waiting up to ``wait`` seconds (None: for ever) for the first."""
        messages: list[Any] = []
        try:
            while not self.stopped and self._pipe.poll(0.0 if messages else wait):
                message = self._pipe.recv()
                self.stopped = isinstance(message, Stop)
                messages.append(message)
        except (EOFError, OSError):
            self.stopped = True
        return messages

    # --- one request after the other

    def next(self, wait: bool = True) -> Any:
        """The next request, which is then the current one; None where there is none, or after a stop."""
        self._current, self._is_cancelled, self._next_progress = None, False, 0.0
        self._listen(None if wait and not self._waiting else 0.0)
        if self.stopped or not self._waiting:
            return None
        request = self._waiting.popleft()
        self._current = request.tag
        return request

    def is_dropped(self) -> bool:
        """Whether nobody wants the answer to the current request any more."""
        self._listen()
        return self._is_cancelled or self.stopped

    def is_awaited(self) -> bool:
        """Whether somebody waits for something else than the current request."""
        self._listen()
        return self.stopped or bool(self._waiting)

    def _listen(self, wait: float | None = 0.0) -> None:
        """Take in what has been sent; cancellations take effect at once."""
        for message in self.take(wait):
            if isinstance(message, Cancel):
                self._is_cancelled = self._is_cancelled or message.tag == self._current
                self._waiting = deque(other for other in self._waiting if other.tag != message.tag)
            elif not isinstance(message, Stop):
                self._waiting.append(message)

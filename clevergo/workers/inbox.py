"""What a worker hears: requests in their order, that one is no longer wanted, and that it is to end."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from clevergo.workers.lines import Lines

_PROGRESS_SECONDS = 0.1


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

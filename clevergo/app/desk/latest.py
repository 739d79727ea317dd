"""Answers that are found out in a thread: disks may be slow, the window may not."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """One question at a time; what was asked last counts. Whoever asks polls for the answer.

    A question that is never answered (a network drive that is gone) keeps its thread and nobody waiting.
    """

    def __init__(self, name: str) -> None:
        """``name``: of the threads."""
        self._name = name
        self._asked = 0
        self._answers: queue.SimpleQueue[tuple[int, T]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._thread is not None

    def ask(self, find: Callable[[], T]) -> None:
        """Begin to find out; ``find`` raises nothing."""
        self.cancel()
        number = self._asked
        work = lambda: self._answers.put((number, find()))  # noqa: E731
        self._thread = threading.Thread(target=work, name=self._name, daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """What was asked is not wanted any more."""
        self._asked += 1
        self._thread = None

    def poll(self) -> T | None:
        """The answer to the last question, once."""
        while not self._answers.empty():
            number, answer = self._answers.get()
            if number == self._asked:
                self._thread = None
                return answer
        return None

    def wait(self) -> None:
        """Until the answer is there."""
        if self._thread is not None:
            self._thread.join()

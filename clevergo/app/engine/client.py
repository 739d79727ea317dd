"""The window's end of the engine: starts the process, asks, listens without waiting, and ends it."""

from __future__ import annotations

import logging
import signal
import threading
from collections import deque
from collections.abc import Callable

from clevergo.app.engine.messages import EngineDied, Reply, Request, RulesReady, ThinkStarted
from clevergo.app.engine.readiness import is_first_start, warm_up_rules
from clevergo.app.engine.worker import NICENESS, run_engine
from clevergo.app.match.messages import Preparing
from clevergo.games.guests import games
from clevergo.problem import Problem, unexpected
from clevergo.workers.child import loading
from clevergo.workers.inbox import Inbox
from clevergo.workers.process import Worker

logger = logging.getLogger(__name__)

_START_SECONDS = 1.0
_COMPILE_SECONDS = 120.0
_DRAWN_AT_POLL = 2
"""Between the first time the window asks for news and the second it draws its first scene."""


class Engine:
    """One engine process, started when first needed and again after it died.

    Every method returns at once (``close`` within two seconds) and is for the window's thread alone. Starting a
    process takes tens of milliseconds, so a thread of its own does that.
    """

    def __init__(self, entry: Callable[[Inbox], None] = run_engine, niceness: int = NICENESS) -> None:
        """Nothing is started yet; ``entry`` is what the process runs."""
        self._entry = entry
        self._niceness = niceness
        self._worker: Worker | None = None
        self._starter: threading.Thread | None = None
        self._trouble: Problem | None = None
        self.preparing: Preparing | None = None
        """How far the process is with compiling, on a first start."""
        self._unsent: deque[Request] = deque()
        self._compiled = threading.Event()
        self._closing = False
        self._polls = 0
        self._window_drawn = threading.Event()
        self._rules_here = threading.Event()

    @property
    def rules_are_loaded(self) -> bool:
        """Whether the rules of the game are ready in this process too."""
        return self._rules_here.is_set()

    @property
    def process_id(self) -> int | None:
        """The running process's number; None where there is none."""
        return None if self._worker is None else self._worker.pid

    def start(self) -> None:
        """Bring the process up, and the rules into this one. Harmless when both are there."""
        if self._worker is None and (self._starter is None or not self._starter.is_alive()):
            self._closing = False
            self._starter = threading.Thread(target=self._bring_up, name="engine-start", daemon=True)
            self._starter.start()

    def send(self, request: Request) -> None:
        """Ask; an engine that is not there yet is started and told later."""
        self._unsent.append(request)
        self.start()
        self._flush()

    def poll(self) -> list[Reply]:
        """What the engine has said since the last time, in order."""
        self._polls += 1
        if self._polls == _DRAWN_AT_POLL:
            self._window_drawn.set()
        trouble, self._trouble = self._trouble, None
        if trouble is not None:
            return self._died(trouble)
        worker = self._worker
        if worker is None:
            return []
        self._flush()
        replies: list[Reply] = []
        for reply in worker.poll():
            if isinstance(reply, Preparing):
                self.preparing = None if reply.is_over else reply
                continue
            replies.append(reply)
            if isinstance(reply, RulesReady):
                self._compiled.set()
            elif isinstance(reply, ThinkStarted):
                self.preparing = None
        return replies + self._died(_last_words(worker)) if worker.is_gone else replies

    def close(self) -> None:
        """End the process; afterwards the engine may be used again."""
        self._closing = True
        self._window_drawn.set()
        self._compiled.set()
        self._end_process()

    def _end_process(self) -> None:
        if self._worker is None and self._starter is not None:
            self._starter.join(_START_SECONDS)
        self._unsent.clear()
        self.preparing = None
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def _died(self, reason: Problem) -> list[Reply]:
        logger.warning("%s", reason)
        self._compiled.set()  # whoever waits for it must not wait for ever
        self._end_process()
        return [EngineDied(reason)]

    def _flush(self) -> None:
        while self._unsent and self._worker is not None and self._worker.send(self._unsent[0]):
            self._unsent.popleft()

    def _bring_up(self) -> None:
        """Thread: start the process; load the rules here meanwhile, at a first start once they are compiled there.

        The process compiles, because compiling in a thread of this one would hold up the window. Loading would hold up
        its first picture, so that is waited for.
        """
        try:
            self._worker = Worker("engine", self._entry, niceness=self._niceness)
            if not self._rules_here.is_set():
                self._window_drawn.wait(_COMPILE_SECONDS)
                with loading():
                    must_compile = not all(game.is_loaded for game in games().values()) and is_first_start()
                if must_compile:
                    self._compiled.wait(_COMPILE_SECONDS)
                if not self._closing:
                    with loading():
                        warm_up_rules()
                    self._rules_here.set()
        except Exception as error:  # noqa: BLE001 - nobody else would ever hear of it
            self._trouble = unexpected("engine_start", error)


def _last_words(worker: Worker) -> Problem:
    """How the process ended, for a person."""
    code = worker.exit_code
    if code is None:
        return Problem("engine_ended")
    if code == -getattr(signal, "SIGKILL", 9):
        return Problem("engine_killed")
    return Problem("engine_code", {"number": code})

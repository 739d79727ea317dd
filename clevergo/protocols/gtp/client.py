"""Another Go program as a process that is asked over GTP: started, spoken to, waited for, and ended.

Answers are read by threads, because a pipe cannot be waited for with a time limit on every system.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from clevergo.players.protocol import PlayerError, never_stop
from clevergo.players.spec import find_program, split_command
from clevergo.problem import Problem, cause_of
from clevergo.protocols.gtp.protocol import lines_of
from clevergo.workers.program import PIPE, Program

logger = logging.getLogger(__name__)

_GLANCE_SECONDS = 0.02
_FAREWELL_SECONDS = 0.4
_MOST_LINES = 10_000
_LAST_WORDS = 4


@dataclass(frozen=True)
class Patience:
    """How long, in seconds, a program is waited for."""

    start: float = 60.0
    """For its first answer: some load a large net."""
    answer: float = 20.0
    """For an answer that needs no thought."""
    move: float = 300.0
    """For a move."""
    nonsense: float = 5.0
    """For an answer once something has come that is none."""
    stop: float = 1.0
    """For a move nobody wants any more."""


class EngineError(PlayerError):
    """The other program cannot go on; its process has been ended."""


class RefusalError(Exception):
    """The other program answered that it cannot do that (``?``); nothing is broken."""


class InterruptedThinkingError(Exception):
    """The answer was no longer wanted and did not come soon; the process has been ended."""


class GtpClient:
    """One running program. Its process ends with :meth:`close`, with this object, or with ours."""

    def __init__(self, command: str, patience: Patience = Patience()) -> None:
        """Start the program; EngineError where it cannot be started."""
        self._patience = patience
        self._command = command
        self._is_first = True
        process = _start(command)
        self._process = process
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._last_words: deque[str | None] = deque(maxlen=_LAST_WORDS)
        _read_aside(process.stdout, self._lines.put)
        self._complaints = _read_aside(process.stderr, self._last_words.append)
        self._finalizer = weakref.finalize(self, process.end)

    @property
    def is_running(self) -> bool:
        """Whether there is still somebody to ask."""
        return self._finalizer.alive

    def close(self) -> None:
        """End the process, and whatever it started."""
        self._finalizer()

    def ask(self, command: str, seconds: float | None = None, stop: Callable[[], bool] = never_stop) -> str:
        """The text of the answer to ``command``, waited for ``seconds``; None for a command that needs no thought.

        Once ``stop``, asked often, is true, an answer that does not come soon is given up.

        Raises:
            RefusalError: it answers that it cannot.
            InterruptedThinkingError: stopped before there was an answer.
            EngineError: it is gone, hangs, or answers with something that is not GTP.
        """
        patience = self._patience
        limit = seconds if seconds is not None else patience.start if self._is_first else patience.answer
        try:
            self._send(command)
            text = self._receive(command, limit, stop)
        except (EngineError, InterruptedThinkingError):
            self.close()
            raise
        self._is_first = False
        if text.startswith("?"):
            raise RefusalError(text[1:].strip() or "no reason given")
        return text[1:].strip()

    def _send(self, command: str) -> None:
        try:
            self._process.stdin.write(command.encode("utf-8", "replace") + b"\n")
        except (OSError, ValueError):
            raise self._gone(command) from None

    def _receive(self, command: str, limit: float, stop: Callable[[], bool]) -> str:
        """A whole answer. What comes before it is not GTP: a greeting, or a program that speaks something else."""
        end = time.monotonic() + limit
        answer: list[str] = []
        noise: deque[str] = deque(maxlen=_LAST_WORDS)
        is_stopping = False
        while len(answer) < _MOST_LINES:
            try:
                line = self._lines.get(timeout=_GLANCE_SECONDS)
            except queue.Empty:
                if not is_stopping and stop():
                    is_stopping, end = True, min(end, time.monotonic() + self._patience.stop)
                if time.monotonic() >= end:
                    if is_stopping:
                        raise InterruptedThinkingError from None
                    raise self._silent(command, limit, noise) from None
                continue
            if line is None:
                raise self._gone(command)
            if answer and not line:
                return "\n".join(answer)
            if answer or line[:1] in ("=", "?"):
                answer.append(line)
            elif line:
                end = min(end, time.monotonic() + self._patience.nonsense) if not noise else end
                noise.append(line)
        raise self._silent(command, limit, noise)

    def _silent(self, command: str, limit: float, noise: deque[str]) -> EngineError:
        if noise:
            answer = repr(noise[-1][:80])
            return EngineError("gtp_foreign", program=repr(self._command), command=repr(command), answer=answer)
        return EngineError("gtp_silent", program=repr(self._command), command=repr(command), limit=f"{limit:g}")

    def _gone(self, command: str) -> EngineError:
        code = self._process.wait(_FAREWELL_SECONDS)
        self._complaints.join(_FAREWELL_SECONDS)  # the end of its answers may be read before its last complaint
        how = "" if code is None else Problem("gtp_exit", {"number": code})
        said = "; ".join(line for line in self._last_words.copy() if line)  # a child of its own may still add
        words = Problem("gtp_last_words", {"text": repr(said[:200])}) if said else ""
        return EngineError("gtp_gone", program=repr(self._command), command=repr(command), how=how, words=words)


def _start(command: str) -> Program:
    words = split_command(command)
    program = find_program(words[0]) or words[0]
    try:
        # Apart, so that all it starts can be ended with it.
        return Program([program, *words[1:]], stdin=PIPE, stdout=PIPE, stderr=PIPE, is_apart=True)
    except (OSError, ValueError) as error:
        raise EngineError("gtp_missing", program=repr(words[0]), cause=cause_of(error)) from error


def _read_aside(stream: IO[bytes], put: Callable[[str | None], object]) -> threading.Thread:
    reader = threading.Thread(target=_read_lines, args=(stream, put), name="gtp-reader", daemon=True)
    reader.start()
    return reader


def _read_lines(stream: IO[bytes], put: Callable[[str | None], object]) -> None:
    """Thread: hand on each line, without its end, and None at the end."""
    with contextlib.suppress(OSError, ValueError), stream:
        for line in lines_of(stream.read):
            put(line.strip("\r").rstrip())
    put(None)

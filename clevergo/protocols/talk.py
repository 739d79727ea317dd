"""Lines between this program and others: those that a server of ours is sent, and a program that is spoken to.

What the lines mean is each protocol's own affair. They are read by threads, because a pipe cannot be waited for with a
time limit on every system.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

from clevergo.players.protocol import PlayerError, never_stop
from clevergo.players.spec import find_program, split_command
from clevergo.problem import Problem
from clevergo.workers.program import PIPE, Program, leave_in_order

_GLANCE_SECONDS = 0.02
_CHATTER_SECONDS = 0.5
_FAREWELL_SECONDS = 0.4
_MOST_LINES = 10_000
"""Of one answer."""
_LAST_WORDS = 4
_CHUNK = 65536
_LONGEST_LINE = 1 << 20
"""Bytes; what comes without a line's end for longer than that is noise."""


def lines_of(read: Callable[[int], bytes]) -> Iterator[str]:
    """The lines of a stream of bytes, whatever it holds; the last one need not have an end.

    ``read(n)`` waits for up to n bytes and gives none at the end.
    """
    rest = b""
    while chunk := _read(read):
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line.decode("utf-8", "replace")
        if len(rest) > _LONGEST_LINE:
            rest = b""
    if rest:
        yield rest.decode("utf-8", "replace")


def _read(read: Callable[[int], bytes]) -> bytes:
    try:
        return read(_CHUNK)
    except (OSError, ValueError):  # closed under our feet: as good as its end
        return b""


# --- our own input and output ------------------------------------------------------------------------------


class LineSource:
    """The input's lines, read by a thread: whoever thinks must see that the next one has come."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        """``read(n)`` waits for up to n bytes and gives none at the end."""
        self._lines: deque[str | None] = deque()
        self._something = threading.Condition()
        threading.Thread(target=self._deliver, args=(read,), name="input", daemon=True).start()

    def next(self) -> str | None:
        """Wait for the next line; None after the last."""
        with self._something:
            self._something.wait_for(lambda: self._lines)
            return self._lines.popleft() if self._lines[0] is not None else None

    def is_waiting(self) -> bool:
        """Whether a line, or the end, has come."""
        return bool(self._lines)

    def upcoming(self) -> str | None:
        """The next line if it has come already; it stays to be taken."""
        with self._something:
            return self._lines[0] if self._lines else None

    def _deliver(self, read: Callable[[int], bytes]) -> None:
        for line in lines_of(read):
            self._put(line)
        self._put(None)

    def _put(self, line: str | None) -> None:
        with self._something:
            self._lines.append(line)
            self._something.notify()


def take_standard_output() -> Callable[[str], None]:
    """The way to whoever started us. Whatever else is printed, by libraries too, goes to standard error from now on.

    What is returned raises BrokenPipeError where nobody listens any more.
    """
    sys.stdout.flush()
    own = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def write(text: str) -> None:
        data = text.encode("utf-8", "replace")
        try:
            while data:
                data = data[os.write(own, data) :]
        except OSError as error:  # Windows calls it an invalid argument when nobody listens any more
            raise BrokenPipeError from error

    return write


# --- another program -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Patience:
    """How long, in seconds, a program is waited for."""

    start: float = 60.0
    """How long its first answer is waited for: some load a large net."""
    answer: float = 20.0
    """How long an answer is waited for that needs no thought."""
    move: float = 300.0
    """How long a move is waited for."""
    nonsense: float = 5.0
    """How long an answer is waited for once something has come that is none."""
    stop: float = 1.0
    """How long a move is waited for that nobody wants any more."""


PATIENT = Patience()


class EngineError(PlayerError):
    """The other program cannot go on; its process has been ended."""


class RefusalError(Exception):
    """The other program answered that it cannot do that; nothing is broken."""


class InterruptedThinkingError(Exception):
    """The answer was no longer wanted and did not come soon; the process has been ended."""


class Talk:
    """One running program, asked line by line. Its process ends with :meth:`close`, with this object, or with ours."""

    def __init__(self, command: str, protocol: str, patience: Patience) -> None:
        """Start the program; EngineError where it cannot be started.

        ``protocol``: as :data:`clevergo.guests.PROTOCOLS` has it; the catalogs have what is said of such programs.
        """
        self._command = command
        self._protocol = protocol
        self._patience = patience
        self._is_first = True
        self.process = _start(command)
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._last_words: deque[str | None] = deque(maxlen=_LAST_WORDS)
        _read_aside(self.process.stdout, self._lines.put)
        self._complaints = _read_aside(self.process.stderr, self._last_words.append)
        self._finalizer = weakref.finalize(self, self.process.end)

    @property
    def is_running(self) -> bool:
        """Whether there is still somebody to ask."""
        return self._finalizer.alive

    def close(self) -> None:
        """End the process, and whatever it started."""
        self._finalizer()

    def say(self, line: str) -> None:
        """Send a line that is not answered; EngineError where nobody is there."""
        try:
            self.process.stdin.write(line.encode("utf-8", "replace") + b"\n")
        except (OSError, ValueError):
            error = self._gone(line)
            self.close()
            raise error from None

    def ask(
        self,
        command: str,
        take: Callable[[str], bool | None],
        seconds: float | None = None,
        stop: Callable[[], bool] = never_stop,
    ) -> None:
        """Send a command and hand each line that comes to ``take``, until it says that the answer is whole.

        Args:
            command: what is asked, one line or more.
            take: whether the answer is whole with this line; None where it is nothing that the protocol knows.
            seconds: how long to wait; None for a command that needs no thought.
            stop: asked often; once it is true, an answer that does not come soon is given up.

        Raises:
            InterruptedThinkingError: stopped before there was an answer.
            EngineError: it is gone, hangs, or answers with something that is none.
        """
        limit = seconds if seconds is not None else self._patience.start if self._is_first else self._patience.answer
        try:
            self.say(command)
            self._hear(command.partition("\n")[0], take, limit, stop)
        except (EngineError, InterruptedThinkingError):
            self.close()
            raise
        self._is_first = False

    def _hear(self, command: str, take: Callable[[str], bool | None], limit: float, stop: Callable[[], bool]) -> None:
        end = time.monotonic() + limit
        noise: deque[str] = deque(maxlen=_LAST_WORDS)
        is_stopping, count = False, 0
        while count < _MOST_LINES:
            try:
                line = self._lines.get(timeout=_GLANCE_SECONDS)
            except queue.Empty:
                grace = 0.0
            else:
                if line is None:
                    raise self._gone(command)
                count += 1
                is_whole = take(line)
                if is_whole:
                    return
                if is_whole is None:  # a greeting, or a program that speaks something else
                    end = min(end, time.monotonic() + self._patience.nonsense) if not noise else end
                    noise.append(line)
                # An answer that has come is read to its end; a program that goes on talking has not given one.
                grace = _CHATTER_SECONDS
            if not is_stopping and stop():
                is_stopping, end = True, min(end, time.monotonic() + self._patience.stop)
            if time.monotonic() >= end + grace:
                if is_stopping:
                    raise InterruptedThinkingError
                raise self._silent(command, limit, noise)
        raise self._silent(command, limit, noise)

    def _silent(self, command: str, limit: float, noise: deque[str]) -> EngineError:
        program, asked = repr(self._command), repr(command)
        if noise:
            answer = repr(noise[-1][:80])
            return EngineError(f"{self._protocol}_foreign", program=program, command=asked, answer=answer)
        return EngineError(f"{self._protocol}_silent", program=program, command=asked, limit=f"{limit:g}")

    def _gone(self, command: str) -> EngineError:
        code = self.process.wait(_FAREWELL_SECONDS)
        self._complaints.join(_FAREWELL_SECONDS)  # the end of its answers may be read before its last complaint
        how = "" if code is None else Problem("program_exit", {"number": code})
        said = "; ".join(line for line in self._last_words.copy() if line)  # a child of its own may still add
        words = Problem("program_last_words", {"text": repr(said[:200])}) if said else ""
        return EngineError("program_gone", program=repr(self._command), command=repr(command), how=how, words=words)


def _start(command: str) -> Program:
    words = split_command(command)
    program = find_program(words[0]) or words[0]
    leave_in_order()
    with EngineError.instead_of((OSError, ValueError), "program_missing", program=repr(words[0])):
        # Apart, so that all it starts can be ended with it.
        return Program([program, *words[1:]], stdin=PIPE, stdout=PIPE, stderr=PIPE, is_apart=True)


def _read_aside(stream: IO[bytes], put: Callable[[str | None], object]) -> threading.Thread:
    reader = threading.Thread(target=_read_lines, args=(stream, put), name="program-reader", daemon=True)
    reader.start()
    return reader


def _read_lines(stream: IO[bytes], put: Callable[[str | None], object]) -> None:
    """Thread: hand on each line, without its end, and None at the end."""
    with contextlib.suppress(OSError, ValueError), stream:
        for line in lines_of(stream.read):
            put(line.strip("\r").rstrip())
    put(None)

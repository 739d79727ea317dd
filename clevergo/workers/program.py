"""Processes that are no workers: other programs, and modules of this one that are run as such. Started here only."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, cast

logger = logging.getLogger(__name__)

PIPE, NOTHING, AS_OURS, AS_OUTPUT = subprocess.PIPE, subprocess.DEVNULL, None, subprocess.STDOUT
"""Where a stream of a program leads: to us, nowhere, where ours does, or (its complaints) where its output does."""
_ROOT = Path(__file__).resolve().parents[2]
_FAREWELL_SECONDS = 0.4
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)

_apart: weakref.WeakValueDictionary[int, Program] = weakref.WeakValueDictionary()
"""By number: the programs that this process has started apart and not ended. Nobody else would end them with it."""

Stream = int | IO[bytes] | None


class Program:
    """A running program. Its streams are bytes, not buffered."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        stdin: Stream = NOTHING,
        stdout: Stream = NOTHING,
        stderr: Stream = NOTHING,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        is_apart: bool = False,
        pass_fds: Sequence[int] = (),
    ) -> None:
        """Start it, without a window of its own.

        Args:
            command: the program and its arguments.
            stdin: and the others: see :data:`PIPE`.
            environment: by default ours.
            folder: where it works; by default here.
            is_apart: in a session of its own: Ctrl+C is for us, and all that it starts ends with it.
            pass_fds: open files that it has, too.

        Raises:
            OSError: it cannot be started.
        """
        self._is_apart = is_apart
        self._process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env=environment,
            cwd=folder,
            start_new_session=is_apart,
            pass_fds=pass_fds,
            creationflags=_NO_WINDOW,
        )
        self.pid = self._process.pid
        """The process's number."""
        if is_apart:
            _apart[self.pid] = self
        self.stdin = cast("IO[bytes]", self._process.stdin)
        """Our end of its input, where that is a pipe."""
        self.stdout = cast("IO[bytes]", self._process.stdout)
        """Our end of its output, where that is a pipe."""
        self.stderr = cast("IO[bytes]", self._process.stderr)
        """Our end of its complaints, where that is a pipe."""

    @property
    def exit_code(self) -> int | None:
        """What it ended with; None while it runs."""
        return self._process.poll()

    def wait(self, seconds: float) -> int | None:
        """What it ends with, if it does within ``seconds``."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self._process.returncode

    def terminate(self) -> None:
        """Ask the system to end it, and do not wait."""
        self._process.terminate()

    def end(self) -> None:
        """Close its input, which ends a program that is well; end the others."""
        with contextlib.suppress(OSError):
            self.stdin.close()
        try:
            if self.wait(_FAREWELL_SECONDS) is None:
                logger.info("process %s does not end by itself", self.pid)
        finally:  # whoever waits may be told to end as well
            self.kill()

    def kill(self) -> None:
        """End the process and, where it is apart and there is such a thing, its group: what it may have started."""
        with contextlib.suppress(OSError):
            if self._is_apart and sys.platform != "win32":
                os.killpg(self.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self.wait(_FAREWELL_SECONDS)
        _apart.pop(self.pid, None)


def kill_programs() -> None:
    """Have all that this process has started apart gone at once: it is about to end without any order."""
    for reference in _apart.valuerefs():  # another thread may be starting one
        program = reference()
        if program is not None:
            program.kill()


def run_program(
    command: Sequence[str],
    seconds: float,
    *,
    given: bytes | None = None,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run a program to its end; its ``returncode``, ``stdout`` and ``stderr``.

    ``given`` is its input; the rest is as for a :class:`Program`.

    Raises:
        OSError: it cannot be started, or takes longer than ``seconds`` (TimeoutError) and is killed.
    """
    try:
        return subprocess.run(
            command,
            input=given,
            stdin=NOTHING if given is None else None,
            capture_output=True,
            timeout=seconds,
            env=environment,
            cwd=folder,
            creationflags=_NO_WINDOW,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(f"{command[0]} has not ended within {seconds:g} seconds") from error


def module_command(module: str, *arguments: str) -> list[str]:
    """The command that runs one of this program's modules in a process that ends with this one.

    For processes that daemonic workers start, which may have no workers of their own. Needs :func:`module_environment`.
    """
    return [sys.executable, "-m", "clevergo.workers.child", str(os.getpid()), module, *arguments]


def module_environment() -> dict[str, str]:
    """Our environment, with which the program's modules are found from any folder."""
    found = os.environ.get("PYTHONPATH")
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(_ROOT), *([found] if found else [])])}


def leave_in_order() -> None:
    """In a worker: when the system tells it to end, end by the usual way out, which ends the programs it has started.

    Otherwise one that thinks, or that does not mind the end of its input, would outlive whoever has started it. In
    other people's processes signals are theirs.
    """
    is_workers = multiprocessing.parent_process() is not None
    is_main = threading.current_thread() is threading.main_thread()
    if is_workers and is_main and sys.platform != "win32" and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, _frame: object) -> None:
    sys.exit(128 + number)

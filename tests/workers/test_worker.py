"""Workers: spoken to, called off, told to stop, dead, ended; and programs that are none."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from clevergo.workers import child, process
from clevergo.workers.inbox import Cancel, Inbox, Stop
from clevergo.workers.process import Deaths, Worker, end_all, listen
from clevergo.workers.program import PIPE, Program, module_command, module_environment, run_program
from tests.patience import PATIENCE
from tests.window.program import is_running


@dataclass(frozen=True)
class Ask:
    """Something that takes until it is called off, or no time at all."""

    tag: int
    is_long: bool = False


def answer(inbox: Inbox, greeting: str = "ready") -> None:
    """Serves requests one after the other."""
    inbox.send((greeting, os.getpid()))
    while not inbox.stopped:
        ask = inbox.next()
        if ask is None:
            continue
        inbox.send(("begun", ask.tag))
        while ask.is_long and not inbox.is_dropped():
            inbox.send_progress(lambda ask=ask: ("progress", ask.tag))  # type: ignore[misc]
            time.sleep(0.005)
        inbox.send(("done", ask.tag))


def echo(inbox: Inbox) -> None:
    """Says what it hears, and good-bye when it is told to stop."""
    while not inbox.stopped:
        for message in inbox.take(None):
            inbox.send("bye" if isinstance(message, Stop) else message)


def hold_on(inbox: Inbox) -> None:
    """Does not care who hangs up."""
    inbox.send("here")
    time.sleep(3600.0)


def die(_inbox: Inbox, code: int) -> None:
    os._exit(code)


@pytest.fixture
def start() -> Iterator[Callable[..., Worker]]:
    started: list[Worker] = []

    def begin(target: Callable[..., None], *arguments: Any, **options: Any) -> Worker:
        started.append(Worker("test", target, *arguments, **options))
        return started[-1]

    yield begin
    end_all(started)
    assert not any(worker.is_alive for worker in started)


def hear(worker: Worker, last: object) -> list[Any]:
    """All that a worker says until ``last``."""
    heard: list[Any] = []
    deadline = time.monotonic() + PATIENCE
    while last not in heard:
        assert time.monotonic() < deadline, heard
        heard += worker.poll(0.05)
    return heard


def test_requests_are_served_in_their_order(start: Callable[..., Worker]) -> None:
    worker = start(answer, "hello")
    assert worker.send(Ask(1))
    assert worker.send(Ask(2))
    heard = hear(worker, ("done", 2))
    assert heard == [("hello", worker.pid), ("begun", 1), ("done", 1), ("begun", 2), ("done", 2)]


def test_what_is_called_off_ends_early_or_is_never_begun(start: Callable[..., Worker]) -> None:
    worker = start(answer)
    for tag in (1, 2):
        worker.send(Ask(tag, is_long=True))
    heard = hear(worker, ("progress", 1))
    worker.send(Cancel(2))
    worker.send(Cancel(1))
    worker.send(Ask(3))
    heard += hear(worker, ("done", 3))
    assert heard[1:2] + [said for said in heard[2:] if said[0] != "progress"] == [
        *(("begun", 1), ("done", 1)),
        *(("begun", 3), ("done", 3)),
    ]


def test_progress_is_told_now_and_then(start: Callable[..., Worker]) -> None:
    worker = start(answer)
    worker.send(Ask(1, is_long=True))
    hear(worker, ("progress", 1))
    time.sleep(0.5)
    assert 1 <= len(worker.poll()) <= 6


def test_a_stop_is_a_message_and_the_last_word_is_heard(start: Callable[..., Worker]) -> None:
    worker = start(echo)
    worker.send("one")
    worker.send(Stop())
    assert hear(worker, "bye") == ["one", "bye"]
    assert worker.exit_code in (0, None)


def test_a_death_is_seen_with_what_it_ended_with(start: Callable[..., Worker]) -> None:
    worker = start(die, 3)
    deadline = time.monotonic() + PATIENCE
    while not worker.is_gone and time.monotonic() < deadline:
        assert listen([worker], 1.0) in ([worker], [])
        assert worker.poll() == []
    assert worker.is_gone
    assert worker.exit_code == 3
    assert not worker.send("anybody there?")


def test_a_death_is_seen_where_the_other_end_of_the_pipe_stays_open(
    start: Callable[..., Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where a child has to fetch its end before the copy that lies ready for it is closed."""
    made, left = process._pipe, list[int]()

    def leave_open() -> Any:
        ends = made()
        left.append(os.dup(ends[1].fileno()))
        return ends

    monkeypatch.setattr(process, "_pipe", leave_open)
    worker = start(die, 3)
    deadline = time.monotonic() + PATIENCE
    while not worker.is_gone and time.monotonic() < deadline:
        assert worker.poll(0.05) == []
    for descriptor in left:
        os.close(descriptor)
    assert worker.is_gone


@pytest.mark.parametrize("at_once", [60, 1])
def test_those_that_talk_are_listened_to_together(
    start: Callable[..., Worker], at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are, and however few the system waits for at a time."""
    monkeypatch.setattr("clevergo.workers.process._MOST_AT_ONCE", at_once)
    quiet, loud = start(echo), start(echo)
    loud.send("hello")
    deadline = time.monotonic() + PATIENCE
    while not (talking := listen([quiet, loud], 0.1)):
        assert time.monotonic() < deadline
    assert talking == [loud]


def test_whoever_does_not_leave_is_made_to_within_two_seconds(start: Callable[..., Worker]) -> None:
    workers = [start(hold_on), start(hold_on)]
    for worker in workers:
        hear(worker, "here")
    begun = time.monotonic()
    end_all(workers)
    assert time.monotonic() - begun < 2.0
    assert not any(worker.is_alive for worker in workers)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="needs Unix")
def test_a_worker_gives_way_from_its_first_moment_on(start: Callable[..., Worker]) -> None:
    worker = start(echo, niceness=3)
    worker.send("hello")
    hear(worker, "hello")
    wanted = min(19, os.getpriority(os.PRIO_PROCESS, 0) + 3)
    assert os.getpriority(os.PRIO_PROCESS, worker.pid) == wanted


@pytest.mark.parametrize(("niceness", "step"), [(5, 0x4000), (10, 0x4000), (15, 0x40), (19, 0x40)])
def test_windows_is_asked_for_this_process_and_what_it_refuses_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, niceness: int, step: int
) -> None:
    asked: list[tuple[int | None, int]] = []

    def refuse(process: ctypes.c_void_p, wanted: int) -> int:
        asked.append((process.value, wanted))
        return 0

    windll = SimpleNamespace(kernel32=SimpleNamespace(SetPriorityClass=refuse))
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setattr(ctypes, "windll", windll, raising=False)
    child.lower_priority(niceness)
    assert asked == [(2**64 - 1, step)], "-1 in all of a pointer's bits: this process"
    assert "priority" in caplog.text


def test_too_many_deaths_in_a_short_time_count_one() -> None:
    deaths = Deaths(3)
    assert [deaths.count_one() for _ in range(4)] == [False, False, True, True]
    rare = Deaths(2, seconds=0.0)
    assert [rare.count_one() for _ in range(3)] == [False] * 3


# --- programs ----------------------------------------------------------------------------------------------


def test_a_program_is_asked_over_its_streams_and_ends_with_its_input() -> None:
    code = "import sys\nfor line in sys.stdin: print(line.upper(), end='', flush=True)"
    program = Program([sys.executable, "-c", code], stdin=PIPE, stdout=PIPE)
    program.stdin.write(b"hello\n")
    assert program.stdout.readline() == b"HELLO\n"
    program.end()
    assert program.exit_code == 0
    program.stdout.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no groups of processes")
def test_what_a_program_that_is_apart_has_started_ends_with_it() -> None:
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(3600)'])\n"
        "print(child.pid, flush=True)\nchild.wait()"
    )
    program = Program([sys.executable, "-c", code], stdin=PIPE, stdout=PIPE, is_apart=True)
    child = int(program.stdout.readline())
    program.end()
    deadline = time.monotonic() + PATIENCE
    while is_running(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(child)
    program.stdout.close()


def test_a_program_is_run_to_its_end() -> None:
    code = "import sys\nsys.stdout.write(sys.stdin.read()[::-1])\nsys.exit(4)"
    done = run_program([sys.executable, "-c", code], PATIENCE, given=b"abc")
    assert (done.returncode, done.stdout) == (4, b"cba")
    with pytest.raises(FileNotFoundError):
        run_program(["no such program"], 1.0)
    with pytest.raises(TimeoutError, match="within"):
        run_program([sys.executable, "-c", "import time; time.sleep(3600)"], 0.2)


def test_a_module_is_found_from_any_folder(tmp_path: Path) -> None:
    command = module_command("clevergo", "--help")
    done = run_program(command, PATIENCE, environment=module_environment(), folder=tmp_path)
    assert done.returncode == 0
    assert b"--data-dir" in done.stdout

"""The real thing: ``python -m clevergo gomocup`` at the other end of two pipes."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clevergo import cli
from clevergo.protocols.gomocup.server import player_asked
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[3]


class Manager:
    """Somebody who starts a brain."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def say(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(line + "\r\n" for line in lines))
        self._process.stdin.flush()

    def hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")


@contextmanager
def serving(data: Path, *arguments: str) -> Iterator[tuple[Manager, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "clevergo", "--data-dir", str(data), "gomocup", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield Manager(process), process
        finally:
            process.kill()


def test_a_game_is_begun_and_ended_over_pipes(tmp_path: Path) -> None:
    with serving(tmp_path, "--player", "random", "--seed", "3") as (manager, process):
        manager.say("ABOUT", "INFO timeout_turn 500", "START 9")
        assert manager.hear().startswith('name="CleverGo"')
        assert manager.hear() == "OK"
        manager.say("BEGIN")
        assert re.fullmatch(r"[0-8],[0-8]", manager.hear())
        manager.say("RESTART", "TURN 4,4")
        assert manager.hear() == "OK"
        assert re.fullmatch(r"[0-8],[0-8]", manager.hear())
        manager.say("END")
        assert process.wait(PATIENCE) == 0
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read() == ""
        assert process.stderr.read() == ""


def test_the_shipped_dog_plays_where_nobody_is_named_and_another_where_it_is_not_there() -> None:
    assert str(player_asked("", {"alpha_five"}.__contains__)) == "alphago:alpha_five:100000"
    assert str(player_asked("", set[str]().__contains__)) == "alphabeta:100000"
    assert str(player_asked("policy", set[str]().__contains__)) == "policy:alpha_five"
    assert str(player_asked("mcts:5", {"alpha_five"}.__contains__)) == "mcts:5"


def test_it_ends_with_its_input(tmp_path: Path) -> None:
    with serving(tmp_path, "--player", "random") as (manager, process):
        manager.say("START 9")
        assert manager.hear() == "OK"
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="sends POSIX signals")
def test_it_does_not_outlive_a_manager_that_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "clevergo", "--data-dir", str(tmp_path), "gomocup", "--player", "random"]
    code = (
        "import subprocess\n"
        f"brain = subprocess.Popen({command!r}, cwd={str(ROOT)!r}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "brain.stdin.write(b'START 9\\n'); brain.stdin.flush()\n"
        "print(brain.stdout.readline().decode().strip(), brain.pid, flush=True)\n"
        "brain.wait()\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as manager:
        assert manager.stdout is not None
        answer, number = manager.stdout.readline().split()
        assert answer == "OK"
        manager.send_signal(signal.SIGKILL)
        manager.wait(PATIENCE)
        with subprocess.Popen(["tail", f"--pid={number}", "-f", "/dev/null"]) as waiting:
            assert waiting.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("human", "window"),
        ("nobody", "no player|unknown|nobody"),
        ("alphago:no-such-dog", "no-such-dog"),
    ],
)
def test_who_cannot_be_served_is_named(
    player: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--data-dir", str(tmp_path), "gomocup", "--player", player]) == 2
    assert re.search(words, capsys.readouterr().err)

"""The real thing: ``python -m clevergo gtp`` at the other end of two pipes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clevergo.players.spec import PlayerSpec
from clevergo.protocols.gtp.server import make_engine
from tests.patience import PATIENCE
from tests.protocols.gtp.talk import answers

ROOT = Path(__file__).parents[3]
LEELA = re.compile(r"info move [A-HJ][1-9] visits \d+ winrate \d+ prior \d+ lcb \d+ order 0 pv [A-HJ][1-9]( .*)?")
KATA = re.compile(r"info move [A-HJ][1-9] visits \d+ utility \S+ winrate [01]\.\d+ .*prior \S+ lcb \S+ order 0 pv .+")


class Talk:
    """One program and its pipes."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def say(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(line + "\n" for line in lines))
        self._process.stdin.flush()

    def line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def answer(self) -> list[str]:
        lines = []
        while (line := self.line()) not in ("\n", ""):
            lines.append(line.rstrip("\n"))
        return lines


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[Talk, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "clevergo", "gtp", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield Talk(process), process
        finally:
            process.kill()


def test_a_search_is_watched_until_the_next_line_comes() -> None:
    with serving("--player", "mcts:60", "--size", "7", "--seed", "3") as (talk, process):
        talk.say("1 boardsize 9", "2 lz-analyze b interval 5")
        assert talk.answer() == ["=1"]
        assert talk.line() == "=2\n"
        assert LEELA.match(talk.line())
        assert LEELA.match(talk.line())
        talk.say("kata-analyze w 1 maxmoves 2 rootInfo true")
        talk.answer()  # what was still on its way, up to the empty line
        assert talk.line() == "=\n"
        line = talk.line()
        assert KATA.match(line)
        assert line.count("info move") == 2
        assert " rootInfo visits " in line
        talk.say("genmove w")
        talk.answer()
        assert re.fullmatch(r"= [A-HJ][1-9]", talk.answer()[0])
        talk.say("quit")
        assert talk.answer() == ["="]
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_a_dog_serves_too_and_nothing_but_answers_is_printed() -> None:
    """Input that simply ends is answered in full. What judges with nets is not loaded before the first move."""
    code = (
        "import os, sys\nfrom clevergo import cli\nfrom clevergo.protocols.gtp import commands\n"
        "commands.COMMANDS['loaded'] = lambda *_: str(bool("
        "{'paddle', 'clevergo.nn.inference.predictor'} & set(sys.modules)))\n"
        "commands.COMMANDS['chatter'] = lambda *_: [print('chatter'), os.write(1, b'more')] and ''\n"
        "sys.exit(cli.main(['gtp', '--player', 'alphago:alpha_go:16']))"
    )
    text = "loaded\nchatter\nboardsize 9\nkomi 7.5\nloaded\ngenmove b"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, input=text, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    said = done.stdout.split("\n\n")
    assert said[:5] == ["= False", "=", "=", "=", "= False"]
    assert re.fullmatch(r"= [A-HJ][1-9]", said[5])
    assert "chatter" not in done.stdout
    assert "chatter" in done.stderr


def test_who_is_to_be_ready_has_loaded_everything_before_the_first_answer() -> None:
    """On a server the clock runs from the first move on."""
    code = (
        "import sys\nfrom clevergo import cli\nfrom clevergo.protocols.gtp import commands\n"
        "commands.COMMANDS['loaded'] = lambda *_: str('clevergo.nn.inference.predictor' in sys.modules)\n"
        "sys.exit(cli.main(['gtp', '--player', 'alphago:alpha_go:16', '--ready']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, input="loaded", capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.stdout == "= True\n\n", done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--player", "human"], "in the window"),
        (["--player", "random", "--size", "30"], "--size"),
        (["--player", "alphago:nobody:10"], "nobody"),
    ],
)
def test_what_cannot_be_served_is_said_at_once(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from clevergo import cli

    assert cli.main(["gtp", *arguments]) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert said.out == ""


def test_analysis_ends_where_the_input_does() -> None:
    def no_kennel() -> object:
        raise AssertionError("pure search needs no dog")

    engine = make_engine(PlayerSpec.parse("mcts:20"), 1, no_kennel)  # type: ignore[arg-type]
    said = answers("boardsize 5\nkata-analyze w 1\nlz-analyze\nplay b C3\nkata-analyze nonsense 1 b 1", engine)
    assert [answer[:1] for answer in said] == ["="] * 5

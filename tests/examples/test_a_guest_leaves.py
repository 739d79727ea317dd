"""A game is one folder and one line: nothing else knows of it, and nothing misses it where it is not there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clevergo.games.guests import games

ROOT = Path(__file__).parents[2]
THE_LINE = "examples.reversi.game"
PROGRAM = ("clevergo", "play_game.py", "pyproject.toml", "requirements.txt", "requirements-dev.txt", ".ci")
WITHOUT = """
import sys
sys.modules["examples"] = None  # as if the folder were gone
import pytest
sys.exit(pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *{tests}]))
"""
OTHERS = (
    "tests/games/test_record.py",
    "tests/games/test_sgf.py",
    "tests/search/test_gumbel.py",
    "tests/players/test_build.py",
)


def test_no_file_of_the_program_knows_the_example() -> None:
    entries = [ROOT / name for name in PROGRAM]
    files = [path for entry in entries for path in ([entry] if entry.is_file() else entry.rglob("*"))]
    texts = {path: path.read_bytes().lower() for path in files if path.is_file() and "__pycache__" not in path.parts}
    assert len(texts) > 200
    assert [path for path, text in texts.items() if b"reversi" in text] == []


def test_without_its_folder_everything_else_goes_on() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "CLEVERGO_GUESTS"}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(tests=list(OTHERS))],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


@pytest.mark.parametrize(("line", "expected"), [("", {"go", "five"}), (THE_LINE, {"go", "five", "reversi"})])
def test_its_one_line_brings_it(line: str, expected: set[str]) -> None:
    code = "from clevergo.games.guests import games; print(*sorted(games()))"
    environment = os.environ | {"CLEVERGO_GUESTS": line}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) == expected


def test_a_mistyped_name_is_no_missing_package() -> None:
    environment = os.environ | {"CLEVERGO_GUESTS": "examples.reversi.gaem"}
    done = subprocess.run(
        [sys.executable, "-m", "clevergo", "dogs"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "CLEVERGO_GUESTS" in done.stderr
    assert "examples.reversi.gaem" in done.stderr
    assert "go" in games()

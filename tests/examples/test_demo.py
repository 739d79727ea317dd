"""The demo: a person who types, a player that moves at random."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE

DEMO = Path(__file__).parents[2] / "examples" / "demo.py"


def run(tmp_path: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The demo as somebody starts it, in another folder."""
    command = [sys.executable, "-X", "utf8", str(DEMO), *words]
    return subprocess.run(
        command,
        input=typed,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def test_a_game_can_be_played_to_its_end(tmp_path: Path) -> None:
    """On 2x2 a player that moves at random passes soon."""
    outcome = run(tmp_path, "--boardsize", "2", "--komi", "0.5", typed="0 0\n" + "p\n" * 500)
    assert outcome.returncode == 0, outcome.stderr
    assert "0\t○" in outcome.stdout, "the stone that was typed lies where it was put, whatever the answer"
    assert "Game State (ONGOING|PASSED|END): END" in outcome.stdout
    assert outcome.stdout.splitlines()[-1].endswith(("Black has won.", "White has won."))


def test_what_cannot_be_played_is_answered_and_the_game_goes_on(tmp_path: Path) -> None:
    outcome = run(tmp_path, "--boardsize", "5", typed="what\n9,9\n2 2\n2 2\nr\n1 3\ne\n")
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.count("Type a move as") == 2
    assert "there is no action (9, 9) on a 5x5 board" in outcome.stdout
    assert "action 12 is illegal: there is a stone on it" in outcome.stdout
    assert outcome.stdout.count("Game State") == 4  # first, after a move and its answer, begun again, and after a move
    assert "has won" not in outcome.stdout


def test_a_word_that_only_begins_like_one_is_none(tmp_path: Path) -> None:
    outcome = run(tmp_path, "--boardsize", "5", typed="play\nrow\neye\nreset\nEXIT\n")
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.count("Type a move as") == 4  # first, and after each word that is none
    assert outcome.stdout.count("Game State") == 2
    assert "PASSED" not in outcome.stdout.replace("ONGOING|PASSED|END", "")


def test_komi_that_is_no_number_gets_a_sentence(tmp_path: Path) -> None:
    outcome = run(tmp_path, "--komi", "nan")
    assert outcome.returncode == 2
    assert outcome.stderr.splitlines()[-1].endswith("komi must be a number, not nan")


def test_a_board_there_is_not_gets_a_sentence(tmp_path: Path) -> None:
    outcome = run(tmp_path, "--boardsize", "40")
    assert outcome.returncode == 2
    assert outcome.stderr.splitlines()[-1].endswith("board size must be 2 to 19, not 40")

"""Five in a row and other programs, in the real window: one that plays, and files of theirs, in both languages."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from clevergo.games.five import psq
from clevergo.locale import languages
from clevergo.ui.strings import Wording
from tests.window.actions import choose
from tests.window.program import Program, Seen, Start
from tests.window.seeing import wait_for_words
from tests.window.shared import Shared

pytestmark = pytest.mark.needs("Xvfb", "xdotool")
BRAIN = Path(__file__).parents[1] / "protocols" / "gomocup" / "scripted_brain.py"


@pytest.fixture(scope="module", params=[language.code for language in languages()])
def language(request: pytest.FixtureRequest) -> str:
    """Everything is done in one language first, then in the other."""
    return str(request.param)


def installed(name: str, folder: Path, *settings: str) -> Path:
    """The folder of a program of that name, the scripted brain, which writes down what it was asked."""
    place = folder / "bin"
    place.mkdir()
    command = shlex.join([sys.executable, str(BRAIN), str(folder / "asked.txt"), *settings])
    (place / name).write_text(f"#!/bin/sh\nexec {command}\n", encoding="utf-8")
    (place / name).chmod(0o755)
    return place


def begun_with(start: Start, data: Path, language: str, environment: Mapping[str, str]) -> Program:
    """The program in a language and an environment, on the way to a game of five in a row."""
    data.mkdir(parents=True)
    settings = {"tour_seen": True, "play_more": True, "language": language}
    (data / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    program = start(data=data, environment=environment)
    program.click("nav.play")
    choose(program, "play.game", "five")
    return program


def begun(shared: Shared, language: str) -> Program:
    """The program in a language, on the way to a game of five in a row."""
    program = shared.open(language=language)
    choose(program, "play.game", "five")
    program.click("play.size.15")
    return program


def put(program: Program, row: int, col: int, stones: int) -> Seen:
    """A stone by a click; wait until so many lie there."""
    program.click_point(row, col)
    return program.wait_until(lambda seen: seen.num_stones == stones, f"{stones} stones")


def test_a_brain_is_chosen_by_its_command_and_plays_to_the_end(start: Start, tmp_path: Path, language: str) -> None:
    folder = installed("pbrain-scripted", tmp_path, "moves=" + ";".join(f"{2 * k},0" for k in range(8)))
    program = begun_with(
        start, tmp_path / "data", language, {"PATH": os.pathsep.join([str(folder), os.environ["PATH"]])}
    )
    choose(program, "play.white", "gomocup")
    wait_for_words(program, Wording("engine.gomocup.title"))
    program.take_picture("which program")
    program.fill("engine.command", "pbrain-scripted")
    program.click("dialog.ok")
    program.wait_until(lambda seen: "dialog.ok" not in seen.widgets, "the dialog to close")
    choose(program, "play.black", "human")
    program.click("play.start")
    for count in range(4):
        put(program, 7, 3 + count, 2 * count + 2)
    program.click_point(7, 7)
    seen = program.wait_until(lambda seen: seen.num_stones == 9 and seen.can_click("play.restart"), "the end")
    program.take_picture("five")
    assert seen.stones[7][3:8] == "XXXXX"
    assert seen.stones[0].count("O") == 4
    asked = (tmp_path / "asked.txt").read_text(encoding="utf-8").splitlines()
    told = [line for line in asked if not line.startswith("INFO")]
    assert told[0] == "START 15"
    assert told[-4:] == [f"TURN {3 + count},7" for count in range(4)]


def test_a_game_is_saved_for_other_programs_and_opened_again(shared: Shared, tmp_path: Path, language: str) -> None:
    program = begun(shared, language)
    choose(program, "play.white", "human")
    choose(program, "play.black", "human")
    program.click("play.start")
    for stones, (row, col) in enumerate(((7, 7), (6, 8), (8, 8), (6, 6)), 1):
        put(program, row, col, stones)
    program.press("ctrl+s")
    program.fill("files.path", str(tmp_path))
    program.press("Return")
    program.fill("files.name", "mine.psq")
    program.click("dialog.ok")
    program.wait_until(lambda _seen: (tmp_path / "mine.psq").is_file(), "the file")
    assert psq.read((tmp_path / "mine.psq").read_bytes()).moves == (7 * 15 + 7, 6 * 15 + 8, 8 * 15 + 8, 6 * 15 + 6)

    moves = "11,12,0\r\n12,12,10\r\n10,11,30\r\n"
    theirs = f"Piskvorky 20x20, 11:11, 0\r\n{moves}pbrain-one.zip\r\npbrain-two.zip\r\n0\r\n"
    (tmp_path / "theirs.psq").write_bytes(theirs.encode("ascii"))
    program.press("ctrl+o")
    program.fill("files.path", str(tmp_path))
    program.press("Return")
    program.wait_until(lambda seen: seen.shows("theirs.psq"), "their game in the list")
    program.take_picture("files")
    program.fill("files.path", str(tmp_path / "theirs.psq"))
    program.press("Return")
    seen = program.wait_until(lambda seen: len(seen.stones) == 20 and seen.num_stones == 3, "their game")
    program.take_picture("theirs")
    assert seen.shows("pbrain-one.zip")
    assert (seen.stones[11][10], seen.stones[11][11], seen.stones[10][9]) == ("X", "O", "X")


def test_a_file_that_cannot_be_read_is_said_in_words_and_the_game_stays(
    shared: Shared, tmp_path: Path, language: str
) -> None:
    program = begun(shared, language)
    choose(program, "play.white", "human")
    choose(program, "play.black", "human")
    program.click("play.start")
    put(program, 7, 7, 1)
    (tmp_path / "bad.psq").write_bytes(b"Piskvorky 15x15, 0:0, 0\n1,1,0\n16,1,0\n")
    program.press("ctrl+o")
    program.fill("files.path", str(tmp_path / "bad.psq"))
    program.press("Return")
    seen = program.wait_until(lambda seen: seen.shows("16,1"), "what is wrong with it")
    program.take_picture("bad file")
    assert seen.shows("bad.psq")
    program.press("Escape")
    program.wait_until(lambda seen: seen.num_stones == 1, "the game to stay")


def test_a_brain_that_is_none_is_said_in_words_and_the_game_stays(shared: Shared, language: str) -> None:
    program = begun(shared, language)
    choose(program, "play.white", "gomocup")
    program.fill("engine.command", "no-such-brain")
    program.click("dialog.ok")
    choose(program, "play.black", "human")
    program.click("play.start")
    program.click_point(7, 7)
    seen = program.wait_until(lambda seen: seen.shows("no-such-brain") and seen.num_stones == 1, "what is wrong")
    program.take_picture("no such brain")
    assert seen.stones[7][7] == "X"

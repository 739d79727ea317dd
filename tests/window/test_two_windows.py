"""Two windows on one screen, one English and one Chinese: they find each other and play a game to its end."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from clevergo.app.meeting.lobby import ONLY_AT
from clevergo.games.sgf.codec import from_sgf
from clevergo.ui.strings import MeetText, Text
from tests.window.program import Program, Start
from tests.window.screen import Screen
from tests.window.seeing import strings_of, wait_for_words

pytestmark = pytest.mark.needs("Xvfb", "xdotool")
SIZE = (1000, 700)
ROW_OF_THREE = {"black": "human", "white": "human", "game": "five", "size": 9, "rule": "freestyle", "row": 3}
GAME = ((0, 0), (4, 0), (0, 1), (4, 1), (0, 2))
"""The last stone makes a row."""


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """One that both windows lie side by side on."""
    with Screen(tmp_path_factory.mktemp("screen"), (2 * SIZE[0] + 40, SIZE[1] + 40)) as screen:
        yield screen


def open_window(start: Start, data: Path, language: str, left: int) -> Program:
    """A window that speaks a language and reaches this computer only, so far from the screen's left edge."""
    data.mkdir()
    settings = {"tour_seen": True, "play_more": True, "language": language, "last_match": ROW_OF_THREE}
    settings |= {"window_size": list(SIZE), "theme": "light"}
    (data / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    program = start(data=data, environment={ONLY_AT: "127.0.0.1"})
    program.screen.xdotool("windowmove", "--sync", program.window, left, 0)
    return program


def name_oneself(program: Program, name: str) -> None:
    """Go to the page on which games over the network come about, and say who is here."""
    program.click("play.network")
    program.fill("meet.name", name)


def take_from_the_list(program: Program, name: str) -> None:
    """Click somebody in the list of those who invite; others may come and go in it meanwhile, and move them."""
    for _ in range(20):
        found = program.wait_until(lambda seen: name in seen.texts, "them in the list")
        around = found.texts.index(strings_of(found).get(MeetText.AROUND))
        place = found.texts.index(name)
        address = found.texts[place + 1].rsplit(" ", 1)[-1]
        assert address.startswith("127.0.0.1:")
        program.click(f"meet.found.{(place - around) // 2}")
        taken = program.wait_until(lambda seen: bool(seen.text_on("meet.address")), "an address")
        if taken.text_on("meet.address") == address:
            return
    raise AssertionError(f"never took {name}: {taken.texts}")


def put(mover: Program, other: Program, row: int, col: int) -> None:
    """A stone, seen in both windows."""
    count = mover.look().num_stones
    mover.click_point(row, col)
    for program in (mover, other):
        program.wait_until(lambda seen: seen.num_stones == count + 1, "the stone in both windows")


def saved(program: Program) -> bytes:
    """The only game there is, once it has an end."""
    program.wait_until(
        lambda _: any(b"RE[" in path.read_bytes() for path in program.data.glob("games/*.sgf")), "the file"
    )
    (path,) = program.data.glob("games/*.sgf")
    return path.read_bytes()


def test_two_windows_find_each_other_and_play_a_game_to_its_end(start: Start, tmp_path: Path) -> None:
    ann = open_window(start, tmp_path / "ann", "en", 0)
    ben = open_window(start, tmp_path / "ben", "zh", SIZE[0] + 20)
    her_name = f"Ann {secrets.token_hex(3)}"  # other tests may invite on the same interface
    name_oneself(ann, her_name)
    name_oneself(ben, "小明")
    ann.click("meet.color.1")  # Black
    ann.click("meet.invite")
    seen = ann.wait_until(lambda seen: "-" in seen.text_on("meet.code"), "the code")
    code = seen.text_on("meet.code")
    ann.click("meet.copy")
    assert ann.screen.clipboard() == code
    take_from_the_list(ben, her_name)
    assert ben.look().language == "zh"
    ben.fill("meet.join_code", code.lower())
    ben.click("meet.join")
    for program, other in ((ann, "小明"), (ben, her_name)):
        program.wait_until(lambda seen, other=other: bool(seen.stones) and seen.shows(other), "the board")  # type: ignore[misc]
    for ply, point in enumerate(GAME[:3]):
        put(*((ann, ben) if ply % 2 == 0 else (ben, ann)), *point)
    ben.click("play.undo")  # he asks for his only move
    ann.click("away.no")
    said_no = MeetText.SAID_NO(name=her_name)
    ben.wait_until(lambda seen: seen.shows(said_no(strings_of(seen))), "her answer")
    for ply, point in enumerate(GAME[3:], 3):
        put(*((ann, ben) if ply % 2 == 0 else (ben, ann)), *point)
    for program, row in ((ann, Text.YOU_WON), (ben, Text.YOU_LOST)):
        wait_for_words(program, row)
    first, second = saved(ann), saved(ben)
    assert first == second
    record = from_sgf(first)
    assert (record.black, record.white, len(record.moves)) == (her_name, "小明", len(GAME))
    ann.click("play.restart")
    ben.click("away.yes")
    for program in (ann, ben):
        program.wait_until(lambda seen: bool(seen.stones) and seen.num_stones == 0, "an empty board")
    put(ben, ann, 4, 4)  # colors have changed
    ben.click("play.new")
    ben.click("dialog.ok")
    said = strings_of(ann.look()).get(MeetText.AWAY)
    ann.wait_until(lambda seen: seen.shows("小明") and seen.shows(said, "Waiting"), "that he has left")

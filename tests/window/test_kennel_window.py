"""The kennel and a tournament in the real window, click by click: one start, everything one does with dogs."""

from __future__ import annotations

import pytest

from tests.busy import hindered
from tests.window.actions import adopt
from tests.window.program import Program, Start

pytestmark = pytest.mark.needs("Xvfb", "xdotool")


def choose_deed(program: Program, number: int, deed: str) -> None:
    """Open a card's menu and take a row of it."""
    program.click(f"kennel.{number}.more")
    program.click(f"kennel.menu.{deed}")


def answer(program: Program, field: str, text: str) -> None:
    """Type into the field of the dialog that has opened, and agree."""
    program.fill(field, text)
    program.click("dialog.ok")


def test_names_are_typed_whole_into_a_window_that_the_machine_has_no_time_for(start: Start) -> None:
    program = start()
    with hindered(lambda: [program.running.pid], longest_pause=0.8, longest_run=0.4):
        adopt(program, "Rex")
        program.click("nav.kennel")
        for name in ("Ada of the Lake", "小黑狗"):
            choose_deed(program, 0, "rename")
            answer(program, "kennel.name", name)
            program.wait_until(lambda seen, name=name: seen.shows(name), name)  # type: ignore[misc]


def expect(program: Program, words: str) -> None:
    """Wait until the window says so."""
    program.wait_until(lambda seen: seen.shows(words), repr(words))


def test_dogs_are_copied_renamed_given_away_and_watched(start: Start) -> None:
    program = start()
    program.click("nav.kennel")
    expect(program, "Adopt your first dog")
    choose_deed(program, 0, "copy")
    answer(program, "kennel.name", "Momo")
    expect(program, "Momo is here")
    program.wait_until(lambda seen: seen.can_click("kennel.1.play"), "two cards")
    choose_deed(program, 0, "rename")
    answer(program, "kennel.name", "Biscuit")
    expect(program, "It is called Biscuit now")

    choose_deed(program, 0, "export")
    program.click("dialog.ok")
    expect(program, "Saved:")
    file = program.data / "exports" / "Biscuit.clevergo"
    assert file.is_file()
    choose_deed(program, 0, "delete")
    program.click("dialog.ok")
    expect(program, "Biscuit is gone")
    assert list((program.data / "dogs").iterdir()) == []
    program.click("kennel.import")
    answer(program, "kennel.path", str(file))
    expect(program, "Biscuit has come home")
    expect(program, "Biscuit has come to visit")
    program.click("visit.later")
    program.wait_until(lambda seen: seen.can_click("kennel.1.play"), "two cards again")

    choose_deed(program, 0, "retire")
    program.click("kennel.1.bring_back")
    expect(program, "Biscuit is back")
    program.click("kennel.adopt")
    program.click("adopt.parent")
    program.click("adopt.parent.Biscuit")
    program.click("adopt.name")
    answer(program, "adopt.name", "Pup")
    program.wait_until(lambda seen: seen.can_click("kennel.3.watch"), "a card for it")
    expect(program, "pup of Biscuit")
    program.take_picture("kennel")

    program.click("kennel.0.watch")
    program.click("compete.start")
    program.wait_until(lambda seen: seen.num_stones >= 2, "the game to be played")
    program.click("compete.pause")
    expect(program, "Paused")
    program.press("space")
    program.click("compete.toggle")
    expect(program, "it can go on")
    program.click("compete.speed")
    for _ in range(12):
        program.press("Right")
    expect(program, "Full speed")
    program.click("compete.toggle")
    program.wait_until(lambda seen: seen.shows("Finished"), "the end of the game")
    program.take_picture("compete")
    program.click("compete.games.0")
    program.wait_until(lambda seen: seen.scene == "play" and seen.num_stones > 10, "the game on the first page")

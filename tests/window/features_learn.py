"""Where one learns, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

from clevergo.ui.strings import ExperimentText
from tests.window.actions import open_experiments
from tests.window.kept import wait_for_setting
from tests.window.program import Program
from tests.window.seeing import board_rect, look_when_still, said, wait_for_said


def chapter_read_and_board_played_on(program: Program) -> None:
    """A chapter is opened from the contents; a board in it is played on and begins anew; its end leads on."""
    program.click("nav.learn")
    program.wait_until(lambda seen: seen.scene == "learn", "the course")
    open_entry(program, "course.02-go")
    wait_for_setting(program, "learn_open", "course.02-go")
    open_entry(program, "course.02-go#1")
    before = [".....", "..X..", ".XO..", "..X..", "....."]
    program.wait_until(lambda seen: seen.stones == before, "the board of a capture")
    look_when_still(program, lambda: board_rect(program.look()))
    program.click_point(2, 3)
    after = [".....", "..X..", ".X.X.", "..X..", "....."]
    program.wait_until(lambda seen: seen.stones == after, "the stone to be taken")
    program.click("learn.board.capture-1.anew")
    program.wait_until(lambda seen: seen.stones == before, "the board as it was")
    program.press("End")
    program.wait_until(lambda seen: seen.can_click("learn.after"), "the end of the chapter")
    program.click("learn.after")
    wait_for_setting(program, "learn_open", "course.03-five")


def open_entry(program: Program, entry: str) -> None:
    """Choose an entry of the contents, which a narrow window has folded away."""
    both = ("learn.contents", f"learn.index.{entry}")
    seen = program.wait_until(lambda seen: any(seen.can_click(one) for one in both), f"{entry} in the contents")
    if seen.can_click("learn.contents"):
        program.click("learn.contents")
        program.click(f"learn.folded.{entry}")
    else:
        program.click(f"learn.index.{entry}")


def two_dogs_one_difference(program: Program) -> None:
    """A difference is chosen, a guess is made, both dogs begin; it is stopped, found again, and deleted."""
    open_experiments(program)
    program.click("experiment.difference.3")
    seen = wait_for_said(program, ExperimentText.NET_OTHER)
    assert not seen.can_click("experiment.start"), "first a guess"
    program.click("experiment.guess.other")
    program.click("experiment.start")
    seen = program.wait_until(lambda seen: seen.can_click("experiment.toggle"), "it to begin")
    assert seen.text_on("experiment.toggle") == said(seen, ExperimentText.STOP)
    program.click("experiment.toggle")
    seen = program.wait_until(lambda seen: "experiment.anew" in seen.widgets, "everything to be saved")
    assert seen.text_on("experiment.toggle") == said(seen, ExperimentText.GO_ON)
    program.click("experiment.earlier")
    program.click("experiment.list.0")
    program.click("experiment.delete")
    program.click("dialog.ok")
    wait_for_said(program, ExperimentText.NOTEBOOK_NONE)
    assert not list((program.data / "experiments").iterdir())

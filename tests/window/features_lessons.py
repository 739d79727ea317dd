"""Lessons for beginners, as a feature: reached from the first steps, done, and a real game at the end."""

from __future__ import annotations

from clevergo.ui.strings import TourText, Wording
from tests.window.kept import setting, wait_for_setting
from tests.window.program import Program, Seen
from tests.window.seeing import said, wait_for_words


def wait_for_sentence(program: Program, row: str) -> None:
    """Wait until a sentence of the lessons can be read, on however many lines."""

    def is_read(seen: Seen) -> bool:
        wanted, read = said(seen, Wording(f"lesson.{row}")), "".join(seen.texts)
        return "".join(wanted.split()) in "".join(read.split())

    program.wait_until(is_read, row)


def first_game_is_learned_and_played(program: Program) -> None:
    """A wrong move is answered, a right one leads on; what was done is kept; at the end the newborn dog plays."""
    program.click("nav.settings")
    program.click("settings.tour")
    wait_for_words(program, TourText.LEARN)
    program.click("tour.learn.go")
    wait_for_sentence(program, "go.take.task")
    program.click_point(4, 0)
    wait_for_sentence(program, "go.take.away")
    program.click("lessons.again")
    program.wait_until(lambda seen: seen.stones[2] == ".XO..", "the board as it was")
    program.click_point(2, 3)
    wait_for_sentence(program, "go.take.taken")
    wait_for_setting(program, "lessons_done", ["go.take"])
    program.press("Return")
    wait_for_sentence(program, "go.escape.task")
    program.click("lessons.step.9")
    program.click("lessons.play")
    program.wait_until(lambda seen: seen.scene == "play" and len(seen.stones) == 7, "the first game")
    assert "alpha_go@0" in setting(program, "last_match")["white"]
    program.click_point(3, 3)
    program.wait_until(lambda seen: seen.num_stones == 2, "the newborn's answer")

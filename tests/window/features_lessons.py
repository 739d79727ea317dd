"""Lessons for beginners, as a feature: reached from the first steps, done, and a real game at the end."""

from __future__ import annotations

from clevergo.games.guests import game_named
from clevergo.ui.strings import TourText, Wording
from tests.window.kept import setting, wait_for_setting
from tests.window.program import Program, Seen
from tests.window.seeing import said, wait_for_words


def wait_for_sentence(program: Program, row: str) -> None:
    """Wait until a sentence of the lessons can be read, on however many lines."""
    program.wait_until(lambda seen: reads(seen, Wording(f"lesson.{row}")), row)


def reads(seen: Seen, words: Wording) -> bool:
    """Whether a sentence can be read."""
    wanted, read = said(seen, words), "".join(seen.texts)
    return "".join(wanted.split()) in "".join(read.split())


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
    wait_for_sentence(program, "go.game.begin")
    program.click_point(3, 3)
    program.wait_until(lambda seen: seen.num_stones == 2, "the newborn's answer")
    counsels = [Wording(f"counsel.go.{kind}") for kind in game_named("go").counsels]
    program.wait_until(lambda seen: any(reads(seen, words) for words in counsels), "what the pup says of the position")

"""What the coach says of a game, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

import re

from clevergo.ui.strings import CoachText
from tests.window.features_play import begin, lay_out, put
from tests.window.kept import home_of, wait_for_setting
from tests.window.program import Program, Seen
from tests.window.seeing import said, wait_for_said

_GAME = ((0, 0), (4, 4), (0, 8), (2, 6), (8, 0), (6, 2))
"""Black plays into the corners and White does not: there is something to be said of that."""


def moments_of_a_game(program: Program) -> None:
    """Between two people: the coach goes through a game that is over, and one of its moments is tried again."""
    lay_out(program)
    begin(program)
    for point in _GAME:
        put(program, *point)
    program.click("play.resign")
    program.click("dialog.ok")
    program.wait_until(lambda seen: "play.coach" in seen.widgets, "the way to the coach")
    program.click("play.coach")
    program.wait_until(lambda seen: "coach.try.0" in seen.widgets, "moments")
    first = _first_moment(program.look())
    program.click("coach.try.0")
    wait_for_said(program, CoachText.TRY_SAID)
    stones = program.wait_until(lambda seen: "play.new" in seen.widgets, "the game").stones
    assert sum(row.count("X") + row.count("O") for row in stones) == first - 1, "the board before that move"


def next_mistake_by_key(program: Program) -> None:
    """K goes from mistake to mistake in the game that was looked through."""
    program.press("End")
    program.press("k")
    seen = program.wait_until(lambda seen: _shown_ply(seen) < len(_GAME), "an earlier position")
    first = _shown_ply(seen)
    program.press("k")
    program.wait_until(lambda seen: _shown_ply(seen) not in (first, len(_GAME)), "another mistake")


def report_of_a_game(program: Program) -> None:
    """A report of the game is one file that any browser opens."""
    program.press("c")
    program.wait_until(lambda seen: seen.can_click("coach.report"), "the report to be offered")
    program.click("coach.report")
    program.fill("files.name", "my report")
    program.click("dialog.ok")
    target = home_of(program.data) / "my report.html"
    program.wait_until(lambda _seen: target.is_file(), "the report")
    text = target.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert text.count("<svg") >= 3
    program.press("Escape")
    program.wait_until(lambda seen: "play.new" in seen.widgets, "the game again")


def asked_to_take_back(program: Program) -> None:
    """The switch in the settings that has a person asked about bad moves."""
    program.press("F2")
    program.click("settings.coach_warns")
    wait_for_setting(program, "coach_warns", True)
    program.click("settings.coach_warns")
    wait_for_setting(program, "coach_warns", False)
    program.press("Escape")


def _first_moment(seen: Seen) -> int:
    pattern = re.escape(said(seen, CoachText.MOMENT, ply="#")).replace(re.escape("#"), r"(\d+)")
    return next(int(found[1]) for text in seen.texts if (found := re.fullmatch(pattern, text)))


def _shown_ply(seen: Seen) -> int:
    return sum(row.count("X") + row.count("O") for row in seen.stones)

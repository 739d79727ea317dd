"""Looking into a dog's mind in the real window: analysis, a hint, a game gone through, all gone with the window."""

from __future__ import annotations

import pytest

from tests.window.actions import choose, start_game
from tests.window.program import Program, Start, wait_for_end

pytestmark = pytest.mark.needs("Xvfb", "xdotool")


def test_a_position_is_analyzed_explained_and_the_game_gone_through(start: Start) -> None:
    program = start()
    start_game(program, "human", "human")
    for stones, (row, col) in enumerate(((4, 4), (2, 4), (0, 0)), 1):
        program.click_point(row, col)
        program.wait_until(lambda seen, stones=stones: seen.num_stones == stones, "a stone")  # type: ignore[misc]
    before = len(program.helpers())
    program.click("mind.analyze")
    program.wait_until(lambda seen: seen.shows("400 tries"), "four hundred tries")
    assert len(program.helpers()) == before + 1, "it thinks in a process of its own"
    for mode, legend in (("policy", "where it would look first"), ("value", "% lost")):
        program.click(f"play.overlay.{mode}")
        program.wait_until(lambda seen, legend=legend: seen.shows(legend), "the legend")  # type: ignore[misc]
        program.take_picture(mode)
    program.click("mind.territory")
    choose(program, "mind.judge", "mcts")
    program.wait_until(lambda seen: seen.shows("cannot tell territory"), "Monte Carlo to say what it cannot do")
    choose(program, "mind.judge", "alpha_go")
    choose(program, "mind.visits", "0")
    program.press("h")
    program.wait_until(lambda seen: seen.shows("would play"), "a hint")
    program.take_picture("hint")
    assert program.look().num_stones == 3, "a hint is not played"
    program.press("a")
    program.wait_until(lambda seen: not seen.can_click("mind.pause"), "the analysis to be off")
    program.click("mind.study")
    program.wait_until(lambda seen: seen.text_on("mind.study") == "Analyze game", "the game gone through")
    _press_the_middle_of_the_first_move(program)
    program.wait_until(lambda seen: seen.num_stones == 0, "the first position")
    program.take_picture("curve")
    helpers = program.helpers()
    program.close()
    assert wait_for_end(helpers) == []


def _press_the_middle_of_the_first_move(program: Program) -> None:
    """Where the curve begins: forty units beside its left edge."""
    x, y, _, height = program.look().widgets["play.curve"]["rect"]
    program.screen.click_in(program.window, x + 40, y + height / 2)

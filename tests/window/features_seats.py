"""Who sits down, and where a game begins, feature by feature: each is done with the mouse and seen to be done."""

from __future__ import annotations

from tests.window.features_play import MOVES, begin, lay_out, wait_for_stones
from tests.window.kept import setting
from tests.window.program import Program
from tests.window.seeing import text_of, wait_for_another_text


def few_playouts(program: Program) -> None:
    """Monte Carlo plays with as few as twenty games a move."""
    lay_out(program, "human", "mcts")
    said = text_of(program, "play.white.times")
    while said != "20":
        program.click("play.white.times.less")
        said = wait_for_another_text(program, "play.white.times", said)
    begin(program)
    assert setting(program, "last_match")["white"] == "mcts:20"
    program.click_point(*MOVES[0])
    wait_for_stones(program, 2)

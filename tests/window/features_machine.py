"""A machine at the board, feature by feature: what one does while it thinks takes effect at once."""

from __future__ import annotations

import os
import time
from pathlib import Path

from clevergo.ui.strings import Text, Wording
from tests.patience import PATIENCE
from tests.window.actions import pass_on_an_open_board
from tests.window.features_board import refuse
from tests.window.features_play import MOVES, MOVES_SAVED, begin, lay_out, put, wait_for_stones
from tests.window.kept import newest_game, wait_for_game, wait_for_setting
from tests.window.program import Program
from tests.window.seeing import click_for_another_text, number_in, text_of, wait_for_words

MOST_TRIES = 6400
_ELSEWHERE = (12, 12)
_REST = 0.4
"""Seconds for which a machine that has stopped does nothing."""


def ask_for_the_longest_thought(program: Program, side: str = "play.white") -> None:
    """Have a dog search for as long as can be chosen."""
    program.click(f"{side}.mode.alphago")
    while number_in(text_of(program, f"{side}.times")) < MOST_TRIES:
        click_for_another_text(program, f"{side}.times.more", f"{side}.times")


def undo_redo_and_pause_while_it_thinks(program: Program) -> None:
    """Whoever takes a move back, or wants a pause, does not wait for the answer; in a pause nobody thinks."""
    lay_out(program, "human", "alpha_go")
    program.click("play.size.19")  # where thinking takes long enough to come between
    ask_for_the_longest_thought(program)
    begin(program)
    program.click("play.tab.mind")
    program.click("play.overlay.off")  # its thoughts would change the board's look
    wait_for_setting(program, "mind_mode", "off")
    program.click_point(*MOVES[0])
    wait_until_it_thinks(program)
    refuse(program, *MOVES[1], Wording("refused.not_your_turn"))
    program.click("play.undo")
    wait_for_stones(program, 0)
    program.click("play.redo")
    wait_until_it_thinks(program)
    program.click("play.pause")
    wait_for_words(program, Text.PAUSED)
    wait_for_rest(program)
    assert program.look().num_stones == 1, "it has answered in the pause"
    refuse(program, *_ELSEWHERE, Wording("refused.not_your_turn"))
    program.press("p")
    wait_until_it_thinks(program)
    program.press("ctrl+z")
    wait_for_stones(program, 0)
    # A file is written in the order of what happened: with this move in it, every answer would be there too.
    program.click_point(*MOVES[1])
    wait_for_game(program, MOVES_SAVED[0], ";B[ec]")
    assert ";W[" not in newest_game(program), "the answer came first"
    program.click("play.undo")
    wait_for_stones(program, 0)
    lay_out(program)
    program.click("play.size.9")


def pass_ends_a_pause(program: Program) -> None:
    """Who passes in a pause goes on with the game; so does who plays a stone."""
    lay_out(program)
    begin(program)
    put(program, *MOVES[0])
    going_on = text_of(program, "play.pause")
    click_for_another_text(program, "play.pause")
    wait_for_words(program, Text.PAUSED)
    pass_on_an_open_board(program)
    program.wait_until(lambda seen: seen.text_on("play.pause") == going_on, "the pass to end the pause")
    wait_for_game(program, MOVES_SAVED[0], ";W[]")
    click_for_another_text(program, "play.pause")
    put(program, *MOVES[1])
    program.wait_until(lambda seen: seen.text_on("play.pause") == going_on, "the stone to end the pause")


def wait_until_it_thinks(program: Program) -> None:
    """Wait until one's first stone lies there and the other side thinks about it, not only wakes up."""
    program.wait_until(lambda seen: seen.num_stones == 1, "my stone")
    program.wait_until(lambda _: seconds_worked(program) > 0, "somebody to think with")
    before = seconds_worked(program)
    program.wait_until(lambda _: seconds_worked(program) > before, "it to think")
    wait_for_words(program, Text.THINKING)


def wait_for_rest(program: Program) -> None:
    """Wait until nothing that the program has started works any longer."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        before = seconds_worked(program)
        time.sleep(_REST)
        if seconds_worked(program) - before < _REST / 20:
            return
    raise AssertionError("the machine goes on working")


def seconds_worked(program: Program) -> float:
    """The processor's time that the program's helpers have taken so far."""
    ticks = 0
    for pid in program.helpers():
        try:
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")

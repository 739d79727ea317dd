"""Looking into a dog's mind, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

import numpy as np

from tests.window.actions import FIRST_GAMES, choose
from tests.window.features_play import MOVES, begin, lay_out, put
from tests.window.kept import DOG, newest_game, wait_for_game, wait_for_setting
from tests.window.program import Program
from tests.window.seeing import look_at_board, look_at_widget, wait_for_another_look

_NO_LIMIT, _FEW = "0", "400"
_UNSEEN = ((3, 3), (5, 5), (3, 5))
"""Moves to positions that nothing has been thought about yet."""
_UNSEEN_SAVED = (";B[dd]", ";W[ff]", ";B[fd]")


def analysis_and_overlays(program: Program) -> None:
    """A position is analysed; what is thought is drawn on the board, each way differently."""
    lay_out(program)
    begin(program)
    for point in MOVES[:3]:
        put(program, *point)
    program.click("play.tab.mind")
    program.click("play.overlay.off")
    wait_for_setting(program, "mind_mode", "off")
    pictures = [look_at_board(program)]
    program.click("mind.analyse")
    wait_for_setting(program, "mind_on", True)
    for mode in ("search", "policy", "value"):
        program.click(f"play.overlay.{mode}")
        wait_for_setting(program, "mind_mode", mode)
        now = wait_for_another_look(program, lambda: look_at_board(program), pictures[-1], mode, FIRST_GAMES)
        pictures.append(now)
    assert not any(np.array_equal(first, pictures[0]) for first in pictures[1:])
    for is_shown in (True, False):
        program.click("mind.territory")
        wait_for_setting(program, "mind_territory", is_shown)
        now = wait_for_another_look(program, lambda: look_at_board(program), pictures[-1], "territory")
        pictures.append(now)


def judges_and_limits(program: Program) -> None:
    """Whoever is chosen is heard, for as long as one likes; a pause stops the thinking."""
    before = look_at_board(program)
    choose(program, "mind.judge", DOG)
    wait_for_setting(program, "mind_judge", DOG)
    wait_for_another_look(program, lambda: look_at_board(program), before, "another opinion")
    choose(program, "mind.visits", _NO_LIMIT)
    wait_for_setting(program, "mind_visits", 0)
    program.wait_until(lambda seen: seen.can_click("mind.pause"), "thinking without an end")
    before = look_at_widget(program, "mind.pause")
    program.click("mind.pause")
    wait_for_another_look(program, lambda: look_at_widget(program, "mind.pause"), before, "the button of the pause")
    choose(program, "mind.visits", _FEW)
    wait_for_setting(program, "mind_visits", 400)
    choose(program, "mind.judge", "alpha_go")
    wait_for_setting(program, "mind_judge", "alpha_go")


def hint(program: Program) -> None:
    """A good move is shown, and not played: by the button and by its key."""
    program.click("play.overlay.off")
    wait_for_setting(program, "mind_mode", "off")
    program.press("a")
    wait_for_setting(program, "mind_on", False)
    before = look_at_board(program)
    program.click("mind.hint")
    wait_for_another_look(program, lambda: look_at_board(program), before, "a hint")
    assert program.look().num_stones == 3
    program.click("play.undo")
    program.wait_until(lambda seen: seen.num_stones == 2, "the move taken back")
    before = look_at_board(program)
    program.press("h")
    wait_for_another_look(program, lambda: look_at_board(program), before, "another hint")
    assert program.look().num_stones == 2


def game_gone_through(program: Program) -> None:
    """A whole game is gone through in the background, and every move of it has its win rate in the file."""
    lay_out(program)
    begin(program)
    for point in _UNSEEN:
        put(program, *point)
    wait_for_game(program, *_UNSEEN_SAVED)
    assert "SBKV[" not in newest_game(program)
    program.click("play.tab.mind")
    # Few moves may be gone through between two looks at the button: what counts is what is found.
    program.click("mind.study")
    program.wait_until(
        lambda _: newest_game(program).count("SBKV[") >= len(_UNSEEN), "win rates in the file", FIRST_GAMES
    )

"""Who sits down, and where a game begins, feature by feature: each is done with the mouse and seen to be done."""

from __future__ import annotations

from clevergo.problem import Problem
from clevergo.ui.strings import PlayText, Text, kindly
from tests.window.actions import choose
from tests.window.features_play import MOVES, begin, lay_out, put, wait_for_stones
from tests.window.kept import home_of, setting, wait_for_game
from tests.window.program import Program
from tests.window.seeing import strings_of, text_of, wait_for_another_text, wait_for_words


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


def glance_at_a_temperature(program: Program) -> None:
    """A dog that plays at a glance plays the best move, or draws its moves at a temperature that is chosen."""
    lay_out(program, "human", "alpha_go")
    program.click("play.white.mode.policy")
    said = text_of(program, "play.white.temperature")
    strings = strings_of(program.look())
    assert said == strings.get(Text.BEST_MOVE)
    while said != strings.get(Text.TEMPERATURE, n=0.5):
        program.click("play.white.temperature.more")
        said = wait_for_another_text(program, "play.white.temperature", said)
    begin(program)
    assert setting(program, "last_match")["white"] == "glance:alpha_go:0.5"
    program.click_point(*MOVES[0])
    seen = wait_for_stones(program, 2)
    assert seen.shows(strings.get(Text.MODE_GLANCE_SAID, t=0.5)), seen.texts


def players_changed_in_the_middle(program: Program) -> None:
    """Somebody else takes a seat in the middle of a game: the board stays, and the game waits until it is to go on."""
    lay_out(program)
    begin(program)
    for point in MOVES[:2]:
        put(program, *point)
    before = program.look().stones
    program.click("play.seat.black")
    choose(program, "play.black", "random")
    program.click("dialog.ok")
    seen = wait_for_words(program, Text.PAUSED)
    assert seen.stones == before
    assert seen.shows(strings_of(seen).get(Text.RANDOM))
    wait_for_words(program, PlayText.CHANGED)
    program.click("play.pause")
    wait_for_stones(program, 3)
    wait_for_game(program, "PB[Random]", "B[ee]", "W[ec]")
    program.click("play.seat.white")
    choose(program, "play.white", "mcts")
    program.click("dialog.cancel")
    program.wait_until(lambda seen: seen.can_click("play.pass"), "the game to go on between the same two")


def position_set_up_by_hand(program: Program) -> None:
    """Stones are laid and taken away, a chain without liberties is refused; one saves it and plays on from it."""
    lay_out(program)
    choose(program, "play.record", "edit")
    program.wait_until(lambda seen: seen.can_click("play.edit.look"), "the stones to lay")
    for row, col in ((0, 1), (1, 0), (4, 4), (8, 8)):
        put(program, row, col)
    program.click("play.edit.tool.2")
    put(program, 6, 6)
    program.click_point(0, 0)
    why = kindly(Problem("chain_without_liberty"))
    program.wait_until(lambda seen: seen.shows(why(strings_of(seen))), "why no stone can lie there")
    program.click("play.edit.tool.0")
    program.click_point(8, 8)
    wait_for_stones(program, 4)
    program.click("play.edit.to_play.2")
    program.click("play.edit.look")
    program.wait_until(lambda seen: seen.can_click("play.on") and seen.num_stones == 4, "the position to look at")
    program.press("ctrl+s")
    program.fill("files.name", "laid")
    program.click("dialog.ok")
    file = home_of(program.data) / "laid.sgf"
    program.wait_until(lambda _: file.is_file() and "PL[W]" in file.read_text(encoding="utf-8"), "the file")
    assert "AW[gg]" in file.read_text(encoding="utf-8")
    file.unlink()
    program.click("play.on")
    for side in ("play.black", "play.white"):
        choose(program, side, "human")
    program.click("dialog.ok")
    program.wait_until(lambda seen: seen.can_click("play.pass"), "a game from there")
    put(program, 2, 2)
    assert program.look().stones[2][2] == "O", "White was to move"
    wait_for_game(program, "PL[W]", ";W[cc]")
    choose(program, "play.record", "edit")
    program.wait_until(lambda seen: seen.can_click("play.edit.clear"), "the stones of the game to lay on")
    program.click("play.edit.clear")
    wait_for_stones(program, 0)
    program.click("play.edit.leave")
    wait_for_stones(program, 5)

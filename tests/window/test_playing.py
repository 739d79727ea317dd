"""Playing in the real window: real clicks, a real machine opponent, and what a person would see."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.window.actions import choose, is_my_turn, is_over, pass_to_the_end, play_somewhere, start_game
from tests.window.program import Start, wait_for_end

pytestmark = pytest.mark.needs("Xvfb", "xdotool")


def test_a_game_against_the_shipped_dog_from_the_first_stone_to_the_result(start: Start) -> None:
    program = start()
    start_game(program, "human", "alpha_go")
    for stones in range(1, 5):
        seen = play_somewhere(program)
        assert sum(row.count("X") for row in seen.stones) >= stones - 1  # one may have been captured
    program.take_picture("game")
    seen = pass_to_the_end(program)
    program.take_picture("result")
    assert seen.shows("子"), "the result stands in the Chinese way of counting too"
    assert program.wait_until(lambda seen: seen.can_click("play.restart"), "another game to be offered")
    records = list(program.data.rglob("*.sgf"))
    assert len(records) == 1
    assert b"RE[" in records[0].read_bytes()


def test_a_game_against_playouts_can_be_taken_back_and_paused(start: Start) -> None:
    program = start()
    start_game(program, "human", "mcts")
    play_somewhere(program)
    two_moves = play_somewhere(program).num_stones
    program.click("play.undo")
    program.wait_until(lambda seen: 0 < seen.num_stones < two_moves and is_my_turn(seen), "the move taken back")
    program.click("play.redo")
    program.wait_until(lambda seen: seen.num_stones > 2, "the move played again")


def test_two_machines_play_to_the_end_while_one_watches(start: Start) -> None:
    program = start()
    start_game(program, "random", "random")
    seen = program.wait_until(is_over, "the result")
    assert seen.num_stones > 20


def test_a_click_that_may_not_be_played_says_why_and_changes_nothing(start: Start) -> None:
    program = start()
    start_game(program, "human", "human")
    program.click_point(4, 4)
    program.wait_until(lambda seen: seen.num_stones == 1, "a stone")
    program.click_point(4, 4)
    seen = program.wait_until(lambda seen: seen.shows("stone already", "已有棋子"), "the reason")
    assert seen.num_stones == 1
    # The same by keys alone: the cursor begins at the last stone, and Escape gives the arrows back to the record.
    program.press("b")
    program.wait_until(lambda seen: seen.raw["board"]["cursor"] == 40, "the cursor on the last stone")
    program.press("Return")
    program.wait_until(lambda seen: seen.shows("stone already", "已有棋子"), "the reason, where the cursor is")
    program.press("Up")
    program.press("Right")
    program.wait_until(lambda seen: seen.raw["board"]["cursor"] == 32, "the cursor to move")
    program.press("space")
    program.wait_until(lambda seen: seen.stones[3][5] == "O", "a stone placed by a key")
    program.press("Escape")
    program.press("Left")
    program.wait_until(lambda seen: seen.num_stones == 1 and seen.can_click("play.live"), "one move back")


def test_a_game_is_walked_through_varied_saved_pasted_and_opened_again(start: Start, tmp_path: Path) -> None:
    program = start()
    start_game(program, "human", "human")
    for stones, (row, col) in enumerate(((4, 4), (2, 4), (6, 4), (4, 2)), 1):
        program.click_point(row, col)
        program.wait_until(lambda seen, stones=stones: seen.num_stones == stones, "a stone")  # type: ignore[misc]
    program.click("play.tab.moves")
    program.press("Left")
    program.press("Left")
    program.wait_until(lambda seen: seen.num_stones == 2 and seen.can_click("play.live"), "two moves back")
    program.click_point(6, 6)
    program.wait_until(lambda seen: seen.num_stones == 3 and seen.stones[6][6] == "X", "a variation")
    program.press("Down")
    seen = program.wait_until(lambda seen: seen.stones[6][4] == "X", "the first line again")
    assert seen.can_click("play.moves.3"), "the list shows moves to click"
    assert seen.can_click("play.moves.5")
    program.click("play.moves.1")
    program.wait_until(lambda seen: seen.num_stones == 1, "the first move")
    program.press("ctrl+c")
    program.wait_until(lambda seen: seen.shows("copied", "复制好了"), "the game to be copied")
    program.press("ctrl+s")
    program.click("files.path")
    program.press("ctrl+a")
    program.type(str(tmp_path))
    program.press("Return")
    program.click("files.name")
    program.press("ctrl+a")
    program.type("mine")
    program.click("dialog.ok")
    program.wait_until(lambda _seen: (tmp_path / "mine.sgf").is_file(), "the file")
    program.click("play.restart")
    program.click("dialog.ok")
    program.wait_until(lambda seen: seen.num_stones == 0, "an empty board")
    program.press("ctrl+v")
    program.wait_until(lambda seen: seen.num_stones == 3, "the pasted game, where it was left")
    program.press("ctrl+g")
    program.wait_until(lambda seen: seen.can_click("games.list.0"), "the list of saved games")
    program.press("Escape")
    program.press("ctrl+o")
    program.click("files.path")
    program.press("ctrl+a")
    program.type(str(tmp_path / "mine.sgf"))
    program.press("Return")
    program.wait_until(lambda seen: seen.shows("mine.sgf") and not seen.can_click("files.path"), "the opened game")
    program.click("play.new")
    program.click("play.handicap.more")
    choose(program, "play.time", "5.0")
    program.click("play.start")
    program.wait_until(lambda seen: seen.num_stones == 2 and seen.shows("4:5"), "handicap stones and a running clock")


def test_a_resignation_is_asked_about_and_then_ends_the_game(start: Start) -> None:
    program = start()
    start_game(program, "human", "human")
    program.click_point(4, 4)
    program.wait_until(lambda seen: seen.num_stones == 1, "a stone")
    program.click("play.resign")
    program.click("dialog.ok")
    seen = program.wait_until(is_over, "the result")
    assert seen.shows("resignation", "中盘胜")


@pytest.mark.parametrize("size", [13, 19])
def test_larger_boards_can_be_chosen(start: Start, size: int) -> None:
    program = start()
    program.click("nav.play")
    program.click(f"play.size.{size}")
    start_game(program, "human", "human")
    program.click_point(size - 1, size - 1)
    seen = program.wait_until(lambda seen: seen.num_stones == 1, "a stone in the corner")
    assert [len(row) for row in seen.stones] == [size] * size
    assert seen.stones[-1][-1] == "X"


def test_closing_the_window_ends_everything_it_started(start: Start) -> None:
    program = start()
    start_game(program, "random", "mcts")
    program.wait_until(lambda seen: seen.num_stones > 0, "the first stone")
    helpers = program.helpers()
    assert helpers
    assert not program.has_loaded("libpaddle")
    program.close()
    assert program.process.returncode == 0
    assert wait_for_end(helpers, 2.0) == []


def test_a_folder_of_spaces_and_chinese_characters_is_as_good_as_any(start: Start, tmp_path: Path) -> None:
    data = tmp_path / "我的 狗窝 (1)"
    program = start(data=data)
    start_game(program, "human", "random")
    play_somewhere(program)
    program.close()
    assert (data / "kennel.sqlite3").is_file()
    assert list(data.rglob("*.sgf"))


def test_a_machine_without_a_sound_device_only_makes_no_sound(start: Start) -> None:
    program = start(environment={"SDL_AUDIODRIVER": "there-is-no-such-device"})
    start_game(program, "human", "random")
    play_somewhere(program)
    program.close()
    assert program.process.returncode == 0
    assert "Traceback" not in program.log

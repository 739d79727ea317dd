"""Playing in the real window: real clicks, a real machine opponent, and what a person would see."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.window.program import PATIENCE, Program, Seen, Start, wait_for_end

pytestmark = pytest.mark.needs("Xvfb", "xdotool")

# Spread out so that no reply of the opponent is likely to lie on all of the next ones.
WISHES = [
    (6, 2),
    (2, 6),
    (6, 6),
    (2, 2),
    (4, 4),
    (4, 2),
    (4, 6),
    (2, 4),
    (6, 4),
    (3, 3),
    (5, 5),
    (7, 5),
    (5, 7),
    (3, 5),
]


def choose(program: Program, field: str, option: str) -> None:
    """Open a menu and take one of its rows."""
    program.click(field)
    program.click(f"{field}.{option}")


def start_game(program: Program, black: str, white: str) -> Seen:
    """Choose both players and begin."""
    program.click("nav.play")
    choose(program, "play.black", black)
    choose(program, "play.white", white)
    program.click("play.start")
    return program.wait_until(lambda seen: not seen.can_click("play.start") and bool(seen.stones), "the game to begin")


def play_somewhere(program: Program) -> Seen:
    """Play a stone on an empty point and wait for the opponent's answer and one's own turn."""
    before = program.wait_until(lambda seen: seen.can_click("play.pass"), "my turn")
    row, col = next((row, col) for row, col in WISHES if before.stones[row][col] == ".")
    program.click_point(row, col)
    program.wait_until(lambda seen: seen.stones[row][col] == "X", f"my stone at {row}, {col}")
    return program.wait_until(lambda seen: is_my_turn(seen) or is_over(seen), "the answer")


def is_my_turn(seen: Seen) -> bool:
    """Whether a person may move."""
    return seen.can_click("play.pass")


def is_over(seen: Seen) -> bool:
    """Whether a result is shown, in either language."""
    return seen.shows("B+", "W+", " wins by", "胜")


def pass_to_the_end(program: Program) -> Seen:
    """Pass until the opponent passes too and the result stands there."""
    for _ in range(80):
        seen = program.wait_until(lambda seen: is_my_turn(seen) or is_over(seen), "my turn or the end")
        if is_over(seen):
            return seen
        program.click("play.pass")
        program.wait_until(lambda seen: not is_my_turn(seen) or is_over(seen), "the pass to be taken", PATIENCE)
    raise AssertionError("eighty passes and no end")


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

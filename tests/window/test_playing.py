"""Playing in the real window: real clicks, a real machine opponent, and what a person would see."""

from __future__ import annotations

import fnmatch
from pathlib import Path

import pytest

from clevergo.locale import Language
from clevergo.ui.strings import PlayText, Strings, Text, Wording
from tests.window.actions import choose, is_my_turn, is_over, pass_to_the_end, play_somewhere, start_game
from tests.window.features_board import open_file
from tests.window.features_machine import wait_for_rest
from tests.window.program import Program, Seen, Start, wait_for_end
from tests.window.saved import positions_of
from tests.window.screen import Screen
from tests.window.seeing import strings_of, wait_for_words
from tests.window.shared import Shared

pytestmark = pytest.mark.needs("Xvfb", "xdotool")
ENGLISH = Strings(Language.ENGLISH)


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
    program.fill("files.path", str(tmp_path))
    program.press("Return")
    program.fill("files.name", "mine")
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
    program.fill("files.path", str(tmp_path / "mine.sgf"))
    program.press("Return")
    program.wait_until(lambda seen: seen.shows("mine.sgf") and not seen.can_click("files.path"), "the opened game")
    program.click("play.new")
    program.click("play.handicap.more")
    choose(program, "play.time", "5.0")
    program.click("play.start")
    program.wait_until(lambda seen: seen.num_stones == 2 and seen.shows("4:5"), "handicap stones and a running clock")


def tenths_left(seen: Seen) -> list[str]:
    """What the clocks say that have less than ten seconds left."""
    return fnmatch.filter(seen.texts, ENGLISH.get(PlayText.CLOCK_PERIODS, seconds="[0-9].[0-9]", n=1))


def test_whoever_lets_the_byo_yomi_run_out_has_lost(start: Start) -> None:
    program = start()
    program.click("nav.play")
    choose(program, "play.time", "0.0")
    choose(program, "play.overtime", "(1, 10)")
    start_game(program, "human", "human")
    program.click_point(4, 4)
    program.wait_until(lambda seen: seen.num_stones == 1, "a stone")
    left = tenths_left(program.wait_until(lambda seen: bool(tenths_left(seen)), "the last seconds, in tenths"))
    program.wait_until(lambda seen: is_over(seen) or tenths_left(seen) not in ([], left), "less of them")
    seen = program.wait_until(is_over, "the end")
    assert seen.shows(strings_of(seen).get(Text.WINS_TIME, color=ENGLISH.get(Text.BLACK)))
    program.click_point(2, 2)
    wait_for_words(program, Wording("refused.game_over"))
    assert program.look().num_stones == 1
    (record,) = program.data.rglob("*.sgf")
    program.wait_until(lambda _: "RE[B+T]" in record.read_text(encoding="utf-8"), "the loss on time in its file")


def test_closing_the_window_ends_everything_it_started(start: Start) -> None:
    program = start()
    start_game(program, "random", "mcts")
    program.wait_until(lambda seen: seen.num_stones > 0, "the first stone")
    helpers = program.helpers()
    assert helpers
    assert not program.has_loaded("libpaddle")
    program.close()
    assert program.running.exit_code == 0
    assert wait_for_end(helpers) == []


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
    assert program.running.exit_code == 0
    assert "Traceback" not in program.log


def at_the_board(shared: Shared) -> Program:
    """The program in English, before a game on 9x9."""
    program = shared.open(language="en")
    program.click("play.size.9")
    return program


def test_a_game_against_playouts_can_be_taken_back_and_paused(shared: Shared) -> None:
    program = at_the_board(shared)
    start_game(program, "human", "mcts")
    play_somewhere(program)
    two_moves = play_somewhere(program).num_stones
    program.click("play.undo")
    program.wait_until(lambda seen: 0 < seen.num_stones < two_moves and is_my_turn(seen), "the move taken back")
    program.click("play.redo")
    program.wait_until(lambda seen: seen.num_stones > 2 and is_my_turn(seen), "the move played again")
    before = program.look().stones
    program.click("play.pause")
    wait_for_words(program, Text.PAUSED)
    wait_for_rest(program)
    assert program.look().stones == before
    program.press("p")
    program.wait_until(lambda seen: not seen.shows(ENGLISH.get(Text.PAUSED)), "the game to go on")
    play_somewhere(program)


def test_two_machines_play_to_the_end_while_one_watches_and_stop_in_a_pause(shared: Shared) -> None:
    program = at_the_board(shared)
    start_game(program, "random", "random")
    program.wait_until(lambda seen: seen.num_stones > 3, "a few moves")
    program.click("play.pause")
    before = wait_for_words(program, Text.PAUSED).stones
    for _ in range(2):  # they move slower than they think, so that one can follow
        wait_for_rest(program)
    assert program.look().stones == before
    program.click("play.pause")
    seen = program.wait_until(is_over, "the result")
    assert seen.num_stones > 20


def test_a_click_that_may_not_be_played_says_why_and_changes_nothing(shared: Shared) -> None:
    program = at_the_board(shared)
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


@pytest.mark.needs("gnugo")
def test_another_program_is_chosen_by_its_command_and_plays(shared: Shared) -> None:
    program = at_the_board(shared)
    choose(program, "play.white", "gtp")
    program.fill("engine.command", "gnugo --mode gtp --level 1")
    program.click("dialog.ok")
    program.wait_until(lambda seen: seen.text_on("play.white") == "GNU Go 1", "its name")
    choose(program, "play.black", "human")
    program.click("play.start")
    seen = play_somewhere(program)
    assert sum(row.count("O") for row in seen.stones) == 1
    assert seen.shows("GNU Go 1")
    program.click("play.new")
    choose(program, "play.white", "gnu-go-5")
    program.click("play.start")
    assert sum(row.count("O") for row in play_somewhere(program).stones) == 1


@pytest.mark.parametrize(
    ("encoding", "told", "black", "white"),
    [("gb18030", "", "聂卫平", "马晓春"), ("big5", "CA[Big5]", "林海峰", "王立誠"), ("utf-8", "", "柯洁", "申真谞")],
)
def test_names_in_files_of_other_programs_can_be_read(
    shared: Shared, tmp_path: Path, encoding: str, told: str, black: str, white: str
) -> None:
    file = tmp_path / "theirs.sgf"
    text = f"(;FF[4]GM[1]SZ[9]{told}PB[{black}]PW[{white}];B[ee];W[ce];B[gg])"
    file.write_bytes(text.encode(encoding))
    program = at_the_board(shared)
    open_file(program, str(file))
    seen = program.wait_until(lambda seen: seen.num_stones == 3, "the opened game")
    assert {black, white} <= set(seen.texts)


def test_variations_of_a_file_are_kept(shared: Shared, tmp_path: Path) -> None:
    file, copy = tmp_path / "theirs.sgf", tmp_path / "mine.sgf"
    file.write_text("(;FF[4]GM[1]SZ[9];B[ee](;W[ce];B[gg](;W[cc])(;W[gc]))(;W[gg];B[cc])(;W[cg]))", encoding="ascii")
    program = at_the_board(shared)
    open_file(program, str(file))
    program.wait_until(lambda seen: seen.num_stones == 4, "the opened game")
    program.press("ctrl+s")
    program.fill("files.path", str(tmp_path))
    program.press("Return")
    program.fill("files.name", copy.stem)
    program.click("dialog.ok")
    program.wait_until(lambda _: copy.is_file(), "the copy")
    assert len(positions_of(file)) == 9
    assert positions_of(copy) == positions_of(file)


def test_a_game_copied_in_another_program_is_pasted(shared: Shared, screen: Screen) -> None:
    program = at_the_board(shared)
    start_game(program, "human", "human")
    with screen.copied_elsewhere("(;FF[4]GM[1]SZ[13]PB[古力]PW[Ada];B[ee];W[ce];B[gg];W[kk];B[kc])"):
        program.press("ctrl+v")
        seen = program.wait_until(lambda seen: seen.num_stones == 5, "their game")
    assert len(seen.stones) == 13
    assert {"古力", "Ada"} <= set(seen.texts)


def test_a_resignation_is_asked_about_and_then_ends_the_game(shared: Shared) -> None:
    program = at_the_board(shared)
    start_game(program, "human", "human")
    program.click_point(4, 4)
    program.wait_until(lambda seen: seen.num_stones == 1, "a stone")
    program.click("play.resign")
    program.click("dialog.ok")
    seen = program.wait_until(is_over, "the result")
    assert seen.shows("resignation", "中盘胜")


@pytest.mark.parametrize("size", [13, 19])
def test_larger_boards_can_be_chosen(shared: Shared, size: int) -> None:
    program = at_the_board(shared)
    program.click(f"play.size.{size}")
    start_game(program, "human", "human")
    program.click_point(size - 1, size - 1)
    seen = program.wait_until(lambda seen: seen.num_stones == 1, "a stone in the corner")
    assert [len(row) for row in seen.stones] == [size] * size
    assert seen.stones[-1][-1] == "X"

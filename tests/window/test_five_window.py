"""Five in a row in the real window, in both languages: a game, a training run, and who plays which color by swap2."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from clevergo.games.guests import game_named
from clevergo.problem import Problem
from clevergo.ui.strings import PlayText, Text, Wording, kindly
from tests.patience import PATIENCE
from tests.window.actions import choose, games_shown, is_over
from tests.window.kept import wait_for_game
from tests.window.program import Program, Seen, Start
from tests.window.seeing import said, strings_of, wait_for_said, wait_for_words
from tests.window.shared import Shared, lay_out_another

pytestmark = pytest.mark.needs("Xvfb", "xdotool")
SIZE = 9
SMALLEST = "6"
STRUCK = (205, 62, 36)
"""The color of the line through a row that has won."""


@pytest.fixture(scope="module", params=["en", "zh"])
def language(request: pytest.FixtureRequest) -> str:
    """Everything is done in one language first, then in the other."""
    return str(request.param)


def open_new(start: Start, tmp_path: Path, language: str) -> Program:
    """The program in a language, in light colors, as one finds it who has never played."""
    data = tmp_path / "person"
    data.mkdir(exist_ok=True)
    settings = {"tour_seen": True, "play_more": True, "language": language, "theme": "light"}
    (data / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    return start(data=data)


SHIPPED = game_named("five").shipped_dog


def lay_out(
    program: Program, black: str, white: str, size: int = SIZE, rule: str = "freestyle", opening: str = "free"
) -> None:
    """Choose five in a row on a board of that size, by that rule and with that opening, and who plays."""
    lay_out_another(program)
    choose(program, "play.game", "five")
    program.click(f"play.size.{size}")
    program.wait_until(lambda seen: len(seen.stones) == size, "the board")
    program.click(f"play.rule.{rule}")
    program.click(f"play.opening.{opening}")
    choose(program, "play.black", black)
    choose(program, "play.white", white)


def begin(program: Program) -> None:
    program.click("play.start")
    program.wait_until(lambda seen: "play.start" not in seen.widgets, "the game to begin")


def put(program: Program, row: int, col: int) -> Seen:
    """Click a free point; the stone is there."""
    program.click_point(row, col)
    return program.wait_until(lambda seen: seen.stones[row][col] != ".", f"a stone at {row}, {col}")


def click_until_said(program: Program, point: tuple[int, int], words: Wording) -> None:
    """Click a point until that is said there: it stands for some seconds, in which a busy machine may not look."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        program.click_point(*point)
        next_click = time.monotonic() + 5.0
        while time.monotonic() < next_click:
            seen = program.look()
            if seen.shows(said(seen, words)):
                return
            time.sleep(0.02)
    raise AssertionError(f"{words} is never said")


def is_my_turn(seen: Seen) -> bool:
    return said(seen, Text.YOUR_TURN) in seen.texts


def windows(size: int) -> Iterator[list[tuple[int, int]]]:
    """Every five points in a row."""
    for row, col in itertools.product(range(size), repeat=2):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            points = [(row + k * down, col + k * right) for k in range(5)]
            if all(0 <= x < size for point in points for x in point):
                yield points


def wish(stones: list[str], mine: str) -> tuple[int, int]:
    """A point of the five in which most of one's stones stand and none of the other's."""
    theirs = "O" if mine == "X" else "X"
    fives = [five for five in windows(len(stones)) if all(stones[row][col] != theirs for row, col in five)]
    best = max(fives, key=lambda five: sum(stones[row][col] == mine for row, col in five))
    return next((row, col) for row, col in best if stones[row][col] == ".")


def five_of(stones: list[str], mine: str) -> list[tuple[int, int]] | None:
    """Five in a row that stand there."""
    return next((five for five in windows(len(stones)) if all(stones[row][col] == mine for row, col in five)), None)


def play_to_the_end(program: Program) -> None:
    """Black's stones by clicks, each in the row that has come furthest, until somebody has won."""
    while True:
        seen = program.wait_until(lambda seen: is_my_turn(seen) or is_over(seen), "my turn, or the end")
        if is_over(seen):
            return
        row, col = wish(seen.stones, "X")
        program.click_point(row, col)
        program.wait_until(lambda seen: seen.stones[row][col] == "X", "my stone")  # noqa: B023


def assert_struck(program: Program, winner: str) -> None:
    """A line goes through the five stones that have won."""
    five = five_of(program.look().stones, winner)
    assert five is not None
    program.screen.move_mouse(program.window, 1, 1)

    def is_struck(_seen: Seen) -> bool:
        pairs = itertools.pairwise(five)
        return all(np.abs(np.subtract(between(program, *pair), STRUCK)).max() < 40 for pair in pairs)

    program.wait_until(is_struck, "a line through all five")


def between(program: Program, first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int, int]:
    """The color of the window half way between two points of the board."""
    board = program.look().raw["board"]
    (x, y), step = board["first"], board["step"]
    across, down = (first[1] + second[1]) / 2, (first[0] + second[0]) / 2
    pixel = program.part((x + across * step, y + down * step, 1, 1))[0, 0]
    return int(pixel[0]), int(pixel[1]), int(pixel[2])


def test_whoever_chooses_it_meets_the_dog_that_ships_with_it(start: Start, tmp_path: Path, language: str) -> None:
    program = open_new(start, tmp_path, language)
    program.click("nav.play")
    choose(program, "play.game", "five")
    seen = program.wait_until(lambda seen: len(seen.stones) == 15, "the board")
    assert seen.shows(strings(seen, f"shipped.{SHIPPED}"))
    begin(program)
    program.wait_until(is_my_turn, "my turn")
    put(program, 7, 7)
    program.wait_until(lambda seen: seen.num_stones == 2 and is_my_turn(seen), "the dog's stone")
    (record,) = (program.data / "games").glob("*.sgf")
    program.wait_until(lambda _: f"alphago:{SHIPPED}:400" in record.read_text(encoding="utf-8"), "the dog in the file")
    program.click("nav.kennel")
    program.wait_until(lambda seen: "kennel.1.ages" in seen.widgets, "its card, behind that of Go's dog")
    program.click("kennel.1.ages")
    program.wait_until(lambda seen: "kennel.ages.0" in seen.widgets, "its ages")
    program.click("kennel.ages.0")
    seen = program.wait_until(lambda seen: "play.start" in seen.widgets, "a game against the latest")
    assert seen.shows(strings(seen, f"shipped.{SHIPPED}"))
    assert seen.text_on("play.white.age") != strings(seen, "PlayText.NOW")
    program.click("nav.compete")
    choose(program, "compete.game", "five")
    program.wait_until(lambda seen: seen.shows(strings(seen, f"shipped.{SHIPPED}")), "its place")
    assert "ERROR" not in program.log


def test_a_game_is_won_by_five_clicked_stones(shared: Shared, language: str) -> None:
    program = shared.open(language=language)
    lay_out(program, "human", "random", rule="standard")
    begin(program)
    play_to_the_end(program)
    seen = wait_for_words(program, Text.YOU_WON)
    assert seen.shows(strings(seen, "ended.five.won", row=5))
    assert_struck(program, "X")
    wait_for_game(program, "RE[B+]")
    program.click("play.undo")
    program.wait_until(lambda seen: not is_over(seen) and is_my_turn(seen), "the last stone taken back")
    assert "ERROR" not in program.log


def test_a_game_against_a_dog_is_played_to_its_end(shared: Shared, language: str) -> None:
    program = shared.open(language=language)
    lay_out(program, "human", SHIPPED, size=15)
    begin(program)
    play_to_the_end(program)
    seen = program.wait_until(lambda seen: seen.shows(said(seen, Text.YOU_WON), said(seen, Text.YOU_LOST)), "who won")
    has_won = seen.shows(said(seen, Text.YOU_WON))
    assert_struck(program, "X" if has_won else "O")
    wait_for_game(program, "RE[B+]" if has_won else "RE[W+]")
    assert "ERROR" not in program.log


def test_what_renju_forbids_is_said_where_one_clicks(shared: Shared, language: str) -> None:
    program = shared.open(language=language)
    lay_out(program, "human", "human", rule="renju")
    begin(program)
    for point in ((4, 3), (0, 0), (4, 5), (0, 3), (3, 4), (8, 1), (5, 4), (8, 8)):
        put(program, *point)
    before = program.look().stones
    program.click_point(4, 4)
    seen = wait_for_words(program, Wording("refused.double_three"))
    assert seen.stones == before
    put(program, 2, 2)


def test_swap2_is_asked_in_words_and_answered_by_clicks(shared: Shared, language: str) -> None:
    program = shared.open(language=language)
    lay_out(program, "human", "human", opening="swap2")
    begin(program)
    wait_for_words(program, Wording("opening.swap2"))
    for point in ((4, 4), (4, 5), (3, 3)):
        put(program, *point)
    seen = program.wait_until(lambda seen: "play.choose.two" in seen.widgets, "the question")
    answers = [seen.text_on(f"play.choose.{choice}") for choice in ("black", "white", "two")]
    assert answers == [strings(seen, f"opening.swap2.{choice}") for choice in ("black", "white", "two")]
    click_until_said(program, (0, 0), Wording("refused.choose_first"))
    program.click("play.choose.two")
    for point in ((0, 0), (0, 2)):
        put(program, *point)
    program.wait_until(lambda seen: "play.choose.white" in seen.widgets, "the other question")
    program.click("play.choose.white")
    wait_for_words(program, PlayText.SETTLED_SWAPPED)
    assert put(program, 8, 8).stones[8][8] == "O"

    lay_out(program, "alphabeta", "human", opening="swap2")
    begin(program)
    seen = program.wait_until(lambda seen: "play.choose.black" in seen.widgets, "three stones of the machine's")
    assert seen.num_stones == 3
    program.click("play.choose.black")
    wait_for_said(program, PlayText.SETTLED_FOR_ME, color=strings(seen, "Text.BLACK"))
    seen = program.wait_until(lambda seen: seen.num_stones == 4 and is_my_turn(seen), "White's stone")
    assert sum(row.count("O") for row in seen.stones) == 2
    assert "ERROR" not in program.log


def test_a_position_is_laid_by_hand_and_played_on_by_a_dog_that_draws_its_moves_and_then_by_another(
    shared: Shared, language: str
) -> None:
    program = shared.open(language=language)
    lay_out(program, "human", "human", size=15)
    begin(program)
    put(program, 7, 3)  # it lies there once the rules are loaded
    choose(program, "play.record", "edit")
    program.wait_until(lambda seen: seen.can_click("play.edit.play"), "the stones to lay")
    for col in (4, 5, 6):
        put(program, 7, col)
    program.click_point(7, 7)
    why = kindly(Problem("setup_row", {"row": 5}))
    program.wait_until(lambda seen: seen.shows(why(strings_of(seen))), "why a row cannot lie there")
    assert program.look().num_stones == 4
    program.click("play.edit.tool.2")
    put(program, 7, 7)
    program.click("play.edit.to_play.2")
    program.click("play.edit.play")
    choose(program, "play.black", "human")
    choose(program, "play.white", SHIPPED)
    program.click("play.white.mode.policy")
    program.click("play.white.temperature.more")
    program.click("dialog.ok")
    seen = program.wait_until(lambda seen: seen.num_stones == 6 and is_my_turn(seen), "the dog's stone")
    assert sum(row.count("O") for row in seen.stones) == 2
    wait_for_game(program, f"glance:{SHIPPED}:0.1", "GM[4]", "AW[hh]", "PL[W]")
    program.click("play.seat.white")
    choose(program, "play.white", "random")
    program.click("dialog.ok")
    program.click("play.pause")
    put(program, 0, 0)
    program.wait_until(lambda seen: seen.num_stones == 8 or is_over(seen), "an answer by another player")
    wait_for_game(program, "CGPW[random]")
    assert "ERROR" not in program.log


def test_a_dog_of_the_game_is_adopted_trained_and_played_against(shared: Shared, language: str) -> None:
    program = shared.open(language=language)
    program.click("nav.train")
    program.click("train.adopt")
    program.fill("adopt.name", "Wuzi")
    choose(program, "adopt.game", "five")
    choose(program, "adopt.size", SMALLEST)  # its games are the shortest
    program.click("dialog.ok")
    program.wait_until(lambda seen: seen.can_click("train.toggle") and seen.shows("Wuzi"), "the dog")
    program.click("train.toggle")
    program.wait_until(lambda seen: games_shown(seen) >= 3, "three games")
    program.click("train.toggle")
    wait_for_words(program, Text.TRAIN_ON)
    seen = program.look()
    assert seen.shows(strings(seen, "game.five"))
    program.click("train.play")
    program.wait_until(lambda seen: seen.scene == "play" and seen.can_click("play.start"), "the game to be laid out")
    assert "play.rule.renju" in program.look().widgets, "its own game"
    program.click("play.opening.free")  # whatever was agreed on before
    begin(program)
    program.wait_until(is_my_turn, "my turn")
    put(program, 4, 4)
    program.wait_until(lambda seen: seen.num_stones == 2 and is_my_turn(seen), "its answer")
    assert "ERROR" not in program.log


def strings(seen: Seen, key: str, **values: object) -> str:
    """A text in the language that is shown."""
    from tests.window.seeing import strings_of

    return strings_of(seen).get(Wording(key), **values)

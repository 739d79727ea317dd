"""What lies on the board, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numpy as np

from clevergo.ui.scenes.play.words import result_told
from clevergo.ui.strings import PlayText, Text, Wording
from tests.window.actions import choose, is_over
from tests.window.features_play import begin, lay_out, put, wait_for_stones
from tests.window.kept import home_of, setting, wait_for_game
from tests.window.program import Program, Seen
from tests.window.seeing import (
    Picture,
    look_at,
    look_when_still,
    said,
    strings_of,
    wait_for_another_look,
    wait_for_said,
    wait_for_words,
)

_FREE, _FIRST, _SECOND, _BETWEEN = (3, 3), (4, 4), (2, 4), (6, 6)
_SENT_TWO = ((1, 0), (0, 3), (1, 1), (1, 2), (7, 8), (0, 1), (8, 7), (0, 0), (0, 2))
"""Black's last move takes two stones; White may not put one of them back, nor play into Black's corner."""
_TAKEN, _CORNER = (0, 1), (8, 8)
_KO = (0, 2)
_TRIES = 3
"""A refusal is said for two seconds: on a busy machine they may be over before anybody has looked."""
_COUNTED_FILE = "counted"
_COUNTED = (
    f"(;FF[4]GM[1]SZ[9]KM[7]"
    f"AB{''.join(f'[{column}{row}]' for column in 'bd' for row in 'abcdefghi')}"
    f"AW{''.join(f'[{column}{row}]' for column in 'eg' for row in 'abcdefghi')}[ae]PL[B])"
)
"""Two walls on each side, and a white stone where it cannot live. Black holds the four columns on the left."""
_DEAD = (4, 0)
_ITS_GROUND, _BLACK_GROUND, _WHITE_GROUND = (0, 0), (4, 2), (4, 8)
_SUM = ("black_stones", "black_empty", "black", "white_stones", "white_empty", "given", "white")
_AS_DEAD, _AS_ALIVE = (18, 18, 36, 18, 27, 7, 52), (18, 9, 27, 19, 27, 7, 53)
_TO_DETAIL = 56
_ASK_AGAIN_SECONDS = 4.0
"""Logical units from the tab of the result to the line that tells it in the other way of counting."""
_TRAINING_RULE = "W+26"
"""What nobody's being dead makes of it, alive or dead."""


# --- steps of several features ---


def told(seen: Seen, words: Wording, **values: object) -> str:
    """A text with its values, in the language the window shows."""
    return strings_of(seen).get(words, **values)


def point_rect(seen: Seen, row: int, col: int) -> tuple[float, float, float, float]:
    """A point of the board, without its neighbors."""
    board = seen.raw["board"]
    (x, y), step = board["first"], board["step"]
    reach = 0.44 * step
    return x + col * step - reach, y + row * step - reach, 2 * reach, 2 * reach


def look_at_point(program: Program, row: int, col: int) -> Picture:
    """What a point of the board looks like, the pointer out of the way."""
    return look_at(program, lambda: point_rect(program.look(), row, col))


def corner_rect(seen: Seen, row: int, col: int) -> tuple[float, float, float, float]:
    """The upper left part of a point: what the arrow of the pointer does not cover."""
    x, y, width, _ = point_rect(seen, row, col)
    return x, y, 0.6 * width, 0.6 * width


def look_at_corner(program: Program, row: int, col: int) -> Picture:
    """What a point looks like where the pointer stands."""
    return look_when_still(program, lambda: corner_rect(program.look(), row, col))


def point_at(program: Program, row: int, col: int) -> None:
    """Move the pointer to a point of the board, to the lower right of its middle."""
    board = program.look().raw["board"]
    (x, y), step = board["first"], board["step"]
    program.screen.move_mouse(program.window, x + (col + 0.38) * step, y + (row + 0.38) * step)


def wait_for_this_look(
    program: Program, place: Callable[[], tuple[float, float, float, float]], look: Picture, what: str
) -> None:
    """Wait until a place of the window looks so."""
    program.wait_until(lambda _: np.array_equal(program.part(place()), look), what)


def wait_for_this_point(program: Program, point: tuple[int, int], look: Picture, what: str) -> None:
    """Wait until a point of the board looks so, the pointer out of the way."""
    program.screen.move_mouse(program.window, 1, 1)
    wait_for_this_look(program, lambda: point_rect(program.look(), *point), look, what)


def open_file(program: Program, path: str) -> None:
    """Open a game by the name of its file."""
    program.press("ctrl+o")
    program.fill("files.path", path)
    program.press("Return")
    program.wait_until(lambda seen: "files.path" not in seen.widgets, f"{path} to open")


def refuse(program: Program, row: int, col: int, words: Wording) -> None:
    """Click a point that cannot be played: why is said there, and nothing changes."""
    before = program.look().stones
    plain = look_at_point(program, row, col)
    for _ in range(_TRIES):
        program.click_point(row, col)
        wait_for_words(program, words)
        # The pointer is taken away: the stone below it would be another look too.
        if not np.array_equal(look_at_point(program, row, col), plain):
            break
    else:
        raise AssertionError(f"nothing to be seen at {row}, {col} ({program.take_picture('instead')})")
    assert program.look().stones == before


# --- features ---


def stone_under_the_pointer(program: Program) -> None:
    """Below the pointer lies the stone that a click would place, in the color of whoever is to move."""
    lay_out(program)
    begin(program)
    point_at(program, *_BETWEEN)
    bare = look_at_corner(program, *_FREE)
    point_at(program, *_FREE)
    black = wait_for_another_look(program, lambda: look_at_corner(program, *_FREE), bare, "Black's stone")
    put(program, *_FIRST)
    point_at(program, *_BETWEEN)
    stone = look_at_corner(program, *_FIRST)
    point_at(program, *_FREE)
    white = wait_for_another_look(program, lambda: look_at_corner(program, *_FREE), bare, "White's stone")
    assert black.mean() < bare.mean() < white.mean()
    point_at(program, *_FIRST)
    wait_for_this_look(program, lambda: corner_rect(program.look(), *_FREE), bare, "no stone without the pointer")
    assert np.array_equal(look_at_corner(program, *_FIRST), stone), "a second stone on the first"


def mark_of_the_last_move(program: Program) -> None:
    """The last move is marked, and only that one; going back, the one before it is."""
    marked = look_at_point(program, *_FIRST)
    put(program, *_SECOND)
    bare = wait_for_another_look(program, lambda: look_at_point(program, *_FIRST), marked, "the first stone's mark")
    second = look_at_point(program, *_SECOND)
    program.press("Left")
    wait_for_stones(program, 1)
    wait_for_this_point(program, _FIRST, marked, "the mark of the move before")
    program.press("Right")
    wait_for_stones(program, 2)
    wait_for_this_point(program, _SECOND, second, "the mark of the last move")
    put(program, *_BETWEEN)
    wait_for_another_look(program, lambda: look_at_point(program, *_SECOND), second, "the second stone's mark")
    wait_for_this_point(program, _FIRST, bare, "no mark")


def capture_ko_and_refusals(program: Program) -> None:
    """Stones are taken and counted; what the rules forbid is refused where it was tried, with the reason."""
    lay_out(program)
    program.click("play.ko.positional")
    begin(program)
    for point in _SENT_TWO:
        put(program, *point)
    program.wait_until(lambda seen: seen.num_stones == len(_SENT_TWO) - 2, "two stones taken")
    assert program.look().stones[0].startswith("..X")
    wait_for_said(program, Text.CAPTURED, n=2)
    refuse(program, *_TAKEN, Wording("refused.superko"))
    refuse(program, *_CORNER, Wording("refused.suicide"))
    put(program, *_BETWEEN)
    put(program, 0, 0)
    free = look_at_point(program, *_KO)
    put(program, *_TAKEN)
    program.wait_until(lambda seen: seen.stones[0].startswith("XO.O"), "Black's stone taken in the ko")
    wait_for_said(program, Text.CAPTURED, n=1)
    marked = wait_for_another_look(program, lambda: look_at_point(program, *_KO), free, "the ko")
    refuse(program, *_KO, Wording("refused.ko"))
    put(program, *_FIRST)
    wait_for_another_look(program, lambda: look_at_point(program, *_KO), marked, "no mark of a ko")


def board_that_comes_back(program: Program) -> None:
    """By situational superko the stones may lie as they did when it was the other side's turn."""
    lay_out(program)
    program.click("play.ko.situational")
    begin(program)
    assert setting(program, "last_match")["ko"] == "situational"
    for point in _SENT_TWO:
        put(program, *point)
    program.wait_until(lambda seen: seen.num_stones == len(_SENT_TWO) - 2, "two stones taken")
    put(program, *_TAKEN)
    program.wait_until(lambda seen: seen.stones[0].startswith(".O.O"), "the board that had been there")


def counting(program: Program) -> None:
    """The end is counted point by point: dead stones, whose each point is, the sum, 子; the training rule on asking."""
    file = home_of(program.data) / f"{_COUNTED_FILE}.sgf"
    file.write_text(_COUNTED, encoding="ascii")
    open_file(program, str(file))
    program.wait_until(lambda seen: seen.num_stones == 37, "the game to count")
    file.unlink()
    program.click("play.on")
    for side in ("play.black", "play.white"):
        choose(program, side, "human")
    program.click("dialog.ok")
    program.wait_until(lambda seen: seen.can_click("play.pass"), "a game of one's own from there")
    points = (_ITS_GROUND, _DEAD, _BLACK_GROUND, _WHITE_GROUND)
    before = [look_at_point(program, *point) for point in points]
    program.click("play.pass")
    program.press("ctrl+p")
    program.wait_until(is_over, "the end")
    program.click("play.tab.result")
    _wait_for_sum(program, _AS_DEAD)
    after = [look_at_point(program, *point) for point in points]
    assert not any(np.array_equal(*pair) for pair in zip(before, after, strict=True)), "no marks of territory"
    assert after[2].mean() < before[2].mean(), "Black's point"
    assert after[3].mean() > before[3].mean(), "White's point"
    seen = wait_for_said(program, Text.WHITE_AND_GIVEN, white=45, given=7)
    assert seen.shows("W+16")
    assert seen.shows("8子", "8 stones"), "the Chinese way of counting"
    assert seen.shows(told(seen, Text.WINS_BY, color=said(seen, Text.WHITE), points="16"))
    refuse(program, 0, 2, Wording("refused.game_over"))
    program.click_point(*_DEAD)
    _wait_for_sum(program, _AS_ALIVE)
    wait_for_this_point(program, _ITS_GROUND, before[0], "nobody's point")
    assert program.look().shows("W+26")
    program.click_point(*_DEAD)
    _wait_for_sum(program, _AS_DEAD)


def _wait_for_sum(program: Program, values: tuple[int, ...]) -> None:
    """Wait until both sides' points are told, beside the board or on asking; and what else only who asks is told."""
    counted = told(program.look(), PlayText.COUNTED, **dict(zip(_SUM, values, strict=True)))
    seen = program.look()
    by_training = told(seen, Text.BY_TRAINING_RULE, result=result_told(strings_of(seen), _TRAINING_RULE))

    asked = -math.inf

    def is_told(seen: Seen, words: str) -> bool:
        nonlocal asked
        # What is longer than a line is told in several.
        if _without_spaces(words) in _without_spaces("".join(seen.texts)):
            return True
        # Asked again from time to time: the line moves when the sum comes, and what is told goes after some seconds.
        if time.monotonic() - asked >= _ASK_AGAIN_SECONDS:
            program.screen.move_mouse(program.window, 1, 1)
            point_at_result(program)
            asked = time.monotonic()
        return False

    program.wait_until(lambda seen: is_told(seen, counted), f"the sum {values}")
    if values == _AS_DEAD:
        program.wait_until(lambda seen: is_told(seen, by_training), "what the training rule says")


def point_at_result(program: Program) -> None:
    """Move the pointer to the line below the result: where a window has no room for the sum, it is told there."""
    seen = program.wait_until(lambda seen: "play.tab.result" in seen.widgets, "the result")
    x, y, _, height = seen.widgets["play.tab.result"]["rect"]
    scale = seen.raw["scale"]
    program.screen.move_mouse(program.window, x + 20 * scale, y + height + _TO_DETAIL * scale)


def _without_spaces(text: str) -> str:
    return "".join(text.split())


def new_game_by_keys(program: Program) -> None:
    """A new game is laid out, begun and passed in without the mouse."""
    lay_out(program)
    begin(program)
    put(program, *_FIRST)
    program.press("ctrl+n")
    program.wait_until(lambda seen: seen.can_click("play.start"), "the players")
    program.press("Return")
    program.wait_until(lambda seen: "play.start" not in seen.widgets and seen.num_stones == 0, "an empty board")
    program.press("ctrl+p")
    program.wait_until(lambda seen: seen.can_click("dialog.ok"), "to be asked, on an empty board")
    for key in ("Tab", "Return"):
        program.press(key)
    wait_for_game(program, ";B[]")
    program.press("Escape")
    program.wait_until(lambda seen: seen.raw["board"]["cursor"] is None, "no cursor")

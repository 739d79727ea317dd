"""Looking into a dog's mind, feature by feature: each is done with the mouse or the keys, and seen to be done."""

from __future__ import annotations

import re
from itertools import combinations

import numpy as np

from clevergo.games.grid import square
from clevergo.ui.strings import FilmText, MicroText, MindText, SlowText, Wording
from tests.window.actions import choose
from tests.window.features_board import look_at_point, point_at, point_rect, wait_for_this_look, wait_for_this_point
from tests.window.features_machine import seconds_worked, wait_for_rest
from tests.window.features_play import MOVES, begin, lay_out, put
from tests.window.kept import DOG, newest_game, wait_for_game, wait_for_setting
from tests.window.program import Program, Seen
from tests.window.seeing import (
    Picture,
    board_rect,
    look_at,
    look_at_board,
    look_at_widget,
    look_when_still,
    said,
    wait_for_another_look,
    wait_for_said,
)

_NO_LIMIT, _FEW = "0", "400"
_WORK = 0.3
"""Seconds of thinking that are no accident."""
_TO_LIST = 38
"""Logical units from the row of switches to the middle of the first move, the legend between them."""
_COLUMNS = 18
"""How much lower the list is below the line that names its columns."""
_UNSEEN = ((3, 3), (5, 5), (3, 5))
"""Moves to positions that nothing has been thought about yet."""
_UNSEEN_SAVED = (";B[dd]", ";W[ff]", ";B[fd]")


def analysis_and_overlays(program: Program) -> None:
    """A position is analyzed; what is thought is drawn on the board, each way differently."""
    lay_out(program)
    begin(program)
    for point in MOVES[:3]:
        put(program, *point)
    program.click("play.tab.mind")
    show(program, "off")
    looks = [look_at_most(program)]
    program.click("mind.analyze")
    wait_for_setting(program, "mind_on", True)
    wait_until_thought(program)
    # Nothing is counted any longer: what looks different now is drawn differently.
    for mode in ("search", "policy", "value"):
        show(program, mode)
        looks.append(wait_for_another_look(program, lambda: look_at_most(program), looks[-1], mode))
    program.click("mind.territory")
    wait_for_setting(program, "mind_territory", True)
    looks.append(wait_for_another_look(program, lambda: look_at_most(program), looks[-1], "territory"))
    assert not any(np.array_equal(*pair) for pair in combinations(looks, 2))
    program.click("mind.territory")
    wait_for_setting(program, "mind_territory", False)
    program.screen.move_mouse(program.window, 1, 1)  # else a tip lies over the board's rim
    wait_for_this_look(program, lambda: most_of_board(program.look()), looks[3], "the value alone")
    show(program, "off")
    wait_for_this_look(program, lambda: most_of_board(program.look()), looks[0], "the board alone")


def expected_line(program: Program) -> None:
    """With the pointer on a move it considers, on the board or in the list, one sees how it expects to go on."""
    show(program, "search")
    wait_until_thought(program)
    plain = look_at_most(program)
    size = len(program.look().stones)
    best, line = considered(program.look(), size)
    assert line[0] == best
    first, second, *more = (divmod(action, size) for action in line)
    # The arrow of the pointer reaches into the points beside it.
    far = next(point for point in more if max(abs(point[0] - first[0]), abs(point[1] - first[1])) > 1)
    before = look_at_point(program, *far)
    point_at(program, *first)
    expected = wait_for_another_look(program, lambda: look_at_now(program, *far), before, "the line on the board")
    wait_for_this_point(program, far, before, "no line without the pointer")
    point_at_the_list(program)
    wait_for_this_look(program, lambda: point_rect(program.look(), *far), expected, "the line from the list")
    white, black = (look_at_now(program, *point) for point in (first, second))
    assert white.mean() > black.mean(), "the sides take turns, White first"
    program.screen.move_mouse(program.window, 1, 1)
    wait_for_this_look(program, lambda: most_of_board(program.look()), plain, "the tries again")


def most_of_board(seen: Seen) -> tuple[float, float, float, float]:
    """The board without its lowest lines: what is said for a few seconds lies over them."""
    x, y, width, height = board_rect(seen)
    return x, y, width, height * 7 / 9


def look_at_most(program: Program) -> Picture:
    """What most of the board looks like, the pointer out of the way."""
    return look_at(program, lambda: most_of_board(program.look()))


def show(program: Program, mode: str) -> None:
    """Choose which thoughts are drawn on the board; the pointer out of the way, so that no tip lies over its rim."""
    program.click(f"play.overlay.{mode}")
    program.screen.move_mouse(program.window, 1, 1)
    wait_for_setting(program, "mind_mode", mode)


def wait_until_thought(program: Program) -> None:
    """Wait until as much has been thought as was wished: there are moves to see, and nobody thinks any longer."""

    def has_thought(seen: Seen) -> bool:
        return bool(points_told(seen)) and "mind.pause" in seen.widgets and not seen.can_click("mind.pause")

    program.wait_until(has_thought, "all that is to be thought")


def points_told(seen: Seen) -> list[str]:
    """The moves in the list, the best first; where others expect it, each is followed by figures and a line."""
    return [text for text in seen.texts if re.fullmatch(r"[A-HJ-T][1-9]\d?", text)]


def considered(seen: Seen, size: int) -> tuple[int, list[int]]:
    """The best move and how it would go on, as the list tells it."""
    best = points_told(seen)[0]
    line = next(text for text in seen.texts if text.startswith(f"{best} "))
    return square(size).action(best), [square(size).action(point) for point in line.split()]


def look_at_now(program: Program, row: int, col: int) -> Picture:
    """What a point of the board looks like, the pointer wherever it is."""
    return look_when_still(program, lambda: point_rect(program.look(), row, col))


def point_at_the_list(program: Program) -> None:
    """Move the pointer to the first move of the list; where there is room, its columns are named above it."""
    seen = program.look()
    x, y, width, height = seen.widgets["mind.territory"]["rect"]
    down = _TO_LIST + (_COLUMNS if seen.shows(said(seen, MindText.COLUMNS).partition(" · ")[2]) else 0)
    program.screen.move_mouse(program.window, x + width / 2, y + height + down * seen.raw["scale"])


def judges_and_limits(program: Program) -> None:
    """Whoever is chosen is heard, for as long as one likes; a pause stops the thinking, and it goes on from there."""
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
    wait_for_rest(program)
    worked = seconds_worked(program)
    program.click("mind.pause")
    program.wait_until(lambda _: seconds_worked(program) > worked + _WORK, "the thinking to go on")
    choose(program, "mind.visits", _FEW)
    wait_for_setting(program, "mind_visits", 400)
    choose(program, "mind.judge", "alpha_go")
    wait_for_setting(program, "mind_judge", "alpha_go")


def slow_motion(program: Program) -> None:
    """A search is watched step by step, by mouse and keys, in both ways; what is pointed at is explained; and back."""
    stones = program.look().stones
    program.click("mind.slow")
    wait_for_said(program, SlowText.PROGRESS_ROOT)
    program.click("slow.forward")
    wait_for_said(program, SlowText.PROGRESS, n=1, total=100)
    program.press("Next")
    wait_for_said(program, SlowText.PROGRESS, n=2, total=100)
    program.press("Right")
    program.wait_until(lambda seen: seen.stones != stones, "the position after the move that was selected")
    program.press("Prior")
    program.wait_until(lambda seen: seen.stones == stones, "the position that is searched")
    program.click_at("slow.scrub", 0.5)
    program.wait_until(lambda seen: 20 < number_of_simulation(seen) < 80, "the middle of the search")
    program.click_at("slow.scrub", 0.9)
    program.wait_until(lambda seen: number_of_simulation(seen) > 80, "near the end")
    program.click("slow.speed.20.0")
    program.press("space")
    program.wait_until(lambda seen: seen.shows(said(seen, SlowText.PROGRESS_END, total=100)), "the end, by itself")
    program.click("slow.start")
    wait_for_said(program, SlowText.PROGRESS_ROOT)
    program.click("slow.rule.learns")
    program.wait_until(lambda seen: not seen.can_click("slow.waves") and seen.can_click("slow.end"), "another search")
    program.press("End")
    seen = wait_for_said(program, SlowText.PROGRESS_END, total=16)
    program.click("slow.side.root")
    program.press("o")
    # The move it would play is explained where it lies on the board.
    begins = said(seen, SlowText.SAY_RESULT, name="|", move="|").partition("|")[0].strip()
    sentence = next(text for text in seen.texts if text.startswith(begins))
    point = re.findall(r"[A-HJ-T][1-9]", sentence)[-1]
    grid = square(len(seen.stones))
    point_at(program, *divmod(grid.action(point), grid.columns))
    explained = said(seen, SlowText.FIG_TARGET, move=point, share="|").partition("|")[0][:8]
    program.wait_until(lambda seen: any(text.startswith(explained) for text in seen.texts), "what that move deserves")
    program.press("Escape")
    program.wait_until(lambda seen: seen.scene == "play" and seen.stones == stones, "the game")
    program.press("s")
    program.click("slow.close")
    program.wait_until(lambda seen: seen.can_click("mind.slow"), "the game again")


def microscope(program: Program) -> None:
    """A net is looked into: layers by keys and by a click, a channel, an earlier age; and back to the game."""
    stones = program.look().stones
    program.click("mind.inside")
    wait_for_said(program, PLANES_SAID)
    program.press("Down")
    program.press("Down")
    program.press("Down")
    seen = wait_for_said(program, BLOCK_SAID, n=1)
    assert seen.stones == stones
    before = strongest(seen)
    program.press("Right")
    seen = program.wait_until(lambda seen: strongest(seen) not in ("", before), "another channel")
    before = strongest(seen)
    program.press("Prior")
    seen = program.wait_until(lambda seen: strongest(seen) not in ("", before), "the same channel at an earlier age")
    program.click_at("micro.net", 0.035, 0.64)
    wait_for_said(program, PLANES_SAID)
    program.press("Escape")
    program.wait_until(lambda seen: seen.scene == "play" and seen.stones == stones, "the game")


PLANES_SAID, BLOCK_SAID = Wording("layer.planes"), Wording("layer.blocks.conv2")


def strongest(seen: Seen) -> str:
    """What is told of where a channel is strongest."""
    begins = said(seen, MicroText.SAY_STRONGEST, points="|").partition("|")[0].strip()
    return next((text for text in seen.texts if text.startswith(begins)), "")


def film_of_growth(program: Program) -> None:
    """A position is seen through a dog's ages, by mouse and keys; the board goes where two disagree; and back."""
    stones = program.look().stones
    choose(program, "mind.judge", "alpha_go")
    program.click("mind.film")
    program.wait_until(film_stands, "the ages")
    program.press("Home")
    wait_for_said(program, FilmText.AGE_BIRTH)
    program.click("film.frame.3")
    program.press("End")
    program.press("Prior")
    program.wait_until(lambda seen: seen.stones != stones, "the position before")
    program.press("Next")
    program.wait_until(lambda seen: seen.stones == stones and film_stands(seen), "the position")
    program.click("film.find")
    program.wait_until(film_stands, "where two ages disagree")
    program.press("Escape")
    program.wait_until(lambda seen: seen.can_click("mind.film"), "the game")
    program.press("End")
    program.wait_until(lambda seen: seen.stones == stones, "the game where it stood")


def film_stands(seen: Seen) -> bool:
    """Whether all ages have been heard, and two of them are not being compared."""
    return seen.can_click("film.find") and not seen.shows(said(seen, FilmText.SAY_WAITING))


def number_of_simulation(seen: Seen) -> int:
    """Which simulation is told of; -1 where none is."""
    pattern = re.escape(said(seen, SlowText.PROGRESS, n="N", total=100)).replace("N", r"(\d+)")
    found = (re.fullmatch(pattern, text) for text in seen.texts)
    return next((int(match[1]) for match in found if match), -1)


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
    program.wait_until(lambda _: newest_game(program).count("SBKV[") >= len(_UNSEEN), "win rates in the file")

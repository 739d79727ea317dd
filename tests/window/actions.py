"""What people do in the window, click by click."""

from __future__ import annotations

import math
import re
import time
from functools import partial

from tests.patience import PATIENCE
from tests.window.program import Program, Seen

# Spread out so that no reply of the opponent is likely to lie on all of the next ones.
WISHES = (
    *((6, 2), (2, 6), (6, 6), (2, 2), (4, 4), (4, 2), (4, 6), (2, 4), (6, 4)),
    *((3, 3), (5, 5), (3, 5), (5, 3), (7, 5), (5, 7), (3, 1), (1, 3), (7, 3), (1, 5)),
)
# A wheel that has come to its end moves nothing: that can only be waited for. Should it be a busy machine instead,
# the wheel is turned again.
WHEEL_PATIENCE = 0.5


def choose(program: Program, field: str, option: str) -> None:
    """Open a menu and take one of its rows."""
    program.click(field)
    wanted = f"{field}.{option}"
    # While a menu is open, nothing else can be clicked; a long one shows a part of its rows.
    program.wait_until(lambda seen: all(name.startswith(f"{field}.") for name in seen.widgets), f"the menu of {field}")
    bring_into_view(program, wanted)
    program.click(wanted)


def choose_by_keys(program: Program, field: str, option: str) -> None:
    """Open a menu, and take one of its rows with the arrows and Enter."""
    program.click(field)
    wanted = f"{field}.{option}"
    seen = program.wait_until(lambda seen: wanted in seen.widgets, f"the menu of {field}")
    choices = list(seen.widgets)
    # It opens on what is chosen: from the first row on, the way is known.
    for key in (*["Up"] * len(choices), *["Down"] * choices.index(wanted), "Return"):
        program.press(key)
    program.wait_until(lambda seen: wanted not in seen.widgets, f"the menu of {field} to close")


def bring_into_view(program: Program, wanted: str) -> None:
    """Turn the wheel, down and up, until a widget is there."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for direction in (-1, 1):
            while wanted not in program.look().widgets and turn_wheel(program, direction):
                pass
            if wanted in program.look().widgets:
                return
    raise AssertionError(f"{wanted!r} is nowhere to be seen: {sorted(program.look().widgets)}")


def turn_wheel(program: Program, steps: int) -> bool:
    """Turn the wheel, up positive, over what can be clicked nearest to the middle; whether anything has moved."""
    before = program.look()
    places = [(x + w / 2, y + h / 2) for x, y, w, h in (widget["rect"] for widget in before.widgets.values())]
    middle = before.size[0] / 2, before.size[1] / 2
    program.screen.turn_wheel(program.window, *min(places, key=lambda place: math.dist(place, middle)), steps)
    deadline = time.monotonic() + WHEEL_PATIENCE
    while program.look().widgets == before.widgets and time.monotonic() < deadline:
        time.sleep(0.02)
    return program.look().widgets != before.widgets


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
    """Whether there is a result to read."""
    return "play.tab.result" in seen.widgets


def pass_on_an_open_board(program: Program) -> None:
    """Pass early, and say that one means it."""
    program.click("play.pass")
    program.click("dialog.ok")


def pass_to_the_end(program: Program) -> Seen:
    """Pass until the opponent passes too and the result stands there."""
    for _ in range(80):
        seen = program.wait_until(lambda seen: is_my_turn(seen) or is_over(seen), "my turn or the end")
        if is_over(seen):
            return seen
        program.click("play.pass")
        if "dialog.ok" in program.wait_until(partial(_is_taken, seen), "a pass").widgets:
            program.click("dialog.ok")
        program.wait_until(partial(_is_taken, seen), "the pass to be taken")
    raise AssertionError("eighty passes and no end")


def _is_taken(before: Seen, seen: Seen) -> bool:
    """Whether it is no longer one's turn, or was not between two looks: an answer may come in a few hundredths."""
    return not is_my_turn(seen) or is_over(seen) or seen.stones != before.stones


def games_shown(seen: Seen) -> int:
    """How many games the shown dog has played, as its age says (``Go · 3 games · 2 min``): matches have games too."""
    ages = [found for text in seen.texts if (found := re.fullmatch(r"(?:\D+ · )?([\d,]+) (?:games?|局) · .+", text))]
    return max((int(age[1].replace(",", "")) for age in ages), default=0)


def games_saved(seen: Seen) -> int:
    """The games of the latest checkpoint the diary tells of; 0 if it tells of none."""
    said = " ".join(seen.texts)
    return max((int(number.replace(",", "")) for number in re.findall(r"Saved after ([\d,]+) game", said)), default=0)


def adopt(program: Program, name: str, size: int | None = None) -> None:
    """Click through to a new dog of that name, on the usual board or one of that size."""
    program.click("nav.train")
    program.click("train.adopt")
    program.fill("adopt.name", name)
    if size is not None:
        choose(program, "adopt.size", str(size))
    program.click("dialog.ok")
    program.wait_until(lambda seen: seen.can_click("train.toggle") and seen.shows(name), f"{name} in the kennel")


def train_until(program: Program, games: int) -> Seen:
    """Click Train and wait until so many games are counted: a few, an ordinary computer plays some in a minute."""
    program.click("train.toggle")
    program.wait_until(lambda seen: seen.shows("Stop training"), "training to begin")
    return program.wait_until(lambda seen: games_shown(seen) >= games, f"{games} games")


def open_experiments(program: Program) -> None:
    """Go where one learns, and open the page of two dogs that differ in one thing."""
    program.click("nav.learn")
    seen = program.wait_until(lambda seen: seen.scene == "learn", "where one learns")
    if "learn.contents" in seen.widgets:
        program.click("learn.contents")
    lists = ("learn.index.", "learn.folded.")
    seen = program.wait_until(lambda seen: any(name.startswith(lists) for name in seen.widgets), "the contents")
    prefix = next(each for each in reversed(lists) if any(name.startswith(each) for name in seen.widgets))
    wanted, deadline = f"{prefix}try.class", time.monotonic() + PATIENCE
    while wanted not in (widgets := program.look().widgets):
        assert time.monotonic() < deadline, f"{wanted!r} is nowhere to be seen: {sorted(widgets)}"
        x, y, width, height = next(widget["rect"] for name, widget in widgets.items() if name.startswith(prefix))
        program.screen.turn_wheel(program.window, x + width / 2, y + height / 2, -3)
        time.sleep(WHEEL_PATIENCE)
    program.click(wanted)
    program.wait_until(lambda seen: any(name.startswith("experiment.") for name in seen.widgets), "the experiments")

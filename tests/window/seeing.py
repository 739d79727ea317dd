"""What a person sees besides the words: whether something looks different, and the words of their language."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.locale import Language
from clevergo.problem import Problem
from clevergo.ui.kit.theme import LIGHT
from clevergo.ui.strings import Strings, Wording, kindly
from tests.patience import PATIENCE
from tests.window.program import Program, Seen

Picture = NDArray[np.uint8]
_MOST_OF_IT = 0.4
"""The part of a chosen option that is surely not covered by its words."""


def said(seen: Seen, words: Wording, **values: Any) -> str:
    """A text of the window in the language it shows, with these values filled in."""
    return strings_of(seen).get(words, **values)


def strings_of(seen: Seen) -> Strings:
    """What fills the window's texts, in the language it shows."""
    return Strings(Language(seen.language))


def wait_for_said(program: Program, words: Wording, **values: Any) -> Seen:
    """Wait until the window says so, in its language, with these values filled in."""
    return program.wait_until(lambda seen: seen.shows(strings_of(seen).get(words, **values)), f"{words} with {values}")


def wait_for_problem(program: Program, problem: Problem) -> Seen:
    """Wait until the window complains so, in its language."""
    return program.wait_until(lambda seen: seen.shows(kindly(problem)(strings_of(seen))), str(problem))


def wait_for_words(program: Program, words: Wording) -> Seen:
    """Wait until the window says so, in its language."""
    return program.wait_until(lambda seen: seen.shows(said(seen, words)), str(words))


def text_of(program: Program, widget: str) -> str:
    """What stands on a widget, once it is there."""
    seen = program.wait_until(lambda seen: widget in seen.widgets, widget)
    return str(seen.widgets[widget]["text"])


def number_in(text: str) -> float:
    """The number in a text, whatever words stand around it."""
    found = re.search(r"-?\d[\d,]*(\.\d+)?", text)
    assert found is not None, f"no number in {text!r}"
    return float(found[0].replace(",", ""))


def click_for_another_text(program: Program, clicked: str, read: str = "") -> str:
    """Click a widget; what stands on it, or on the one to ``read``, once that is something else."""
    read = read or clicked
    before = text_of(program, read)
    program.click(clicked)
    return wait_for_another_text(program, read, before)


def wait_for_another_text(program: Program, widget: str, before: str) -> str:
    """What stands on a widget, once that is something else than ``before``."""

    def has_changed(seen: Seen) -> bool:
        return widget in seen.widgets and seen.widgets[widget]["text"] != before

    return str(program.wait_until(has_changed, f"{widget} to say more than {before!r}").widgets[widget]["text"])


def board_rect(seen: Seen) -> tuple[float, float, float, float]:
    """The board's wood around its points."""
    board: dict[str, Any] = seen.raw["board"]
    (x, y), step, size = board["first"], board["step"], board["size"]
    return x - step / 2, y - step / 2, step * size, step * size


def look_at_board(program: Program) -> Picture:
    """What the board looks like, the pointer out of the way."""
    return look_at(program, lambda: board_rect(program.look()))


def look_at_widget(program: Program, widget: str) -> Picture:
    """What a widget looks like, the pointer out of the way."""
    return look_at(program, lambda: program.look().widgets[widget]["rect"])


def look_at(program: Program, place: Callable[[], tuple[float, float, float, float]]) -> Picture:
    """What a place of the window looks like, once it has stood still for a moment; the pointer out of the way."""
    program.screen.move_mouse(program.window, 1, 1)
    return look_when_still(program, place)


def look_when_still(program: Program, place: Callable[[], tuple[float, float, float, float]]) -> Picture:
    """What a place of the window looks like, once it has stood still for a moment; the pointer stays where it is."""
    deadline = time.monotonic() + PATIENCE
    picture = program.part(place())
    while time.monotonic() < deadline:
        time.sleep(0.15)
        before, picture = picture, program.part(place())
        if np.array_equal(before, picture):
            return picture
    raise AssertionError("what is looked at never stands still")


def wait_for_another_look(
    program: Program, look: Callable[[], Picture], before: Picture, what: str, seconds: float = PATIENCE
) -> Picture:
    """What something looks like, once that is something else than ``before``."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        picture = look()
        if not np.array_equal(before, picture):
            return picture
    raise AssertionError(f"{what} looks as before ({program.take_picture('instead')})")


def wait_for_chosen(program: Program, option: str) -> None:
    """Wait until one of several choices side by side is the one in jade; for light colors."""

    def is_chosen(seen: Seen) -> bool:
        if option not in seen.widgets:
            return False
        picture = program.part(seen.widgets[option]["rect"])
        return bool((picture == LIGHT.jade).all(axis=2).mean() > _MOST_OF_IT)

    program.wait_until(is_chosen, f"{option} chosen")

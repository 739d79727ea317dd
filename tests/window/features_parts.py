"""Taking a part away from a dog, by mouse and keys."""

from __future__ import annotations

from functools import partial

from clevergo.app.parts.trial import Part
from clevergo.ui.scenes.learn.parts.words import NAMES
from clevergo.ui.strings import PartsText, Text, Wording
from tests.window.program import Program, Seen
from tests.window.seeing import said, wait_for_said

_ENTRY = "try.parts"
_NOTCHES = 40
"""Of the wheel, to the end of the contents."""


def part_taken_away(program: Program) -> None:
    """A dog plays itself without its policy, after a guess; the second game has other colors; and it is stopped."""
    program.click("nav.learn")
    open_entry(program, _ENTRY)
    program.click("parts.policy")
    program.click_at("parts.guess", 0.9)
    wait_for_said(program, PartsText.GUESS_SAID, n=9)
    program.click("parts.play")
    program.wait_until(partial(is_game, 1, Text.BLACK), "the first game")
    program.wait_until(partial(is_game, 2, Text.WHITE), "the second game")
    assert not program.look().can_click("parts.guess"), "what was guessed cannot be taken back"
    program.press("Escape")
    program.wait_until(lambda seen: seen.can_click("parts.guess"), "the next guess")
    # The same by keys: which part, the guess, the games, and their end.
    program.press("3")
    program.wait_until(lambda seen: seen.shows(said(seen, NAMES[Part.VALUE])), "the dog without its value")
    program.press("Left")
    wait_for_said(program, PartsText.GUESS_SAID, n=8)
    program.press("Return")
    program.wait_until(partial(is_game, 1, Text.BLACK), "the first game without it")
    program.press("Escape")
    program.wait_until(lambda seen: seen.can_click("parts.guess"), "the guess after that")


def is_game(number: int, color: Wording, seen: Seen) -> bool:
    """Whether that game is being played, the whole dog with that color."""
    return seen.shows(said(seen, PartsText.GAME_NOW, n=number, games=10, color=said(seen, color)))


def open_entry(program: Program, entry: str) -> None:
    """Open an entry of the contents, which are folded away in a narrow window, and may have to be scrolled."""
    seen = program.wait_until(lambda seen: seen.scene == "learn", "where one learns")
    contents = "learn.index"
    if "learn.contents" in seen.widgets:
        program.click("learn.contents")
        contents = "learn.folded"
    wanted = f"{contents}.{entry}"
    seen = program.wait_until(
        lambda seen: any(name.startswith(f"{contents}.") for name in seen.widgets), "the contents"
    )
    if wanted not in seen.widgets:
        first = next(name for name in seen.widgets if name.startswith(f"{contents}."))
        left, top, width, height = seen.widgets[first]["rect"]
        program.screen.turn_wheel(program.window, left + width / 2, top + height / 2, -_NOTCHES)
    program.click(wanted)

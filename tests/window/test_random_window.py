"""Two minutes of a person without a plan, in the real window: no error, no leak, no lost game.

``CLEVERGO_RANDOM_MINUTES=30`` makes them thirty, ``CLEVERGO_RANDOM_SEED`` another person.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from tests.window.actions import start_game
from tests.window.program import Program, Start
from tests.window.saved import Games, games_of, longest, lost_in
from tests.window.screen import Screen

pytestmark = pytest.mark.needs("Xvfb", "xdotool")

SECONDS = 60.0 * float(os.environ.get("CLEVERGO_RANDOM_MINUTES", "1.7"))
"""Starting and closing take the rest of two minutes."""
SEED = int(os.environ.get("CLEVERGO_RANDOM_SEED", "5"))
PAUSE = 0.08
_TOLD = 0.2
"""Seconds: twice as long as the window takes to say where the keyboard is."""
NEVER_CLICKED = ("settings.folder", "music.folder", "share.show", "share.copy", "nav.leave")
"""What starts another program, or ends this one."""
KEYS = (
    *("space", "ctrl+z", "ctrl+y", "p", "ctrl+n", "ctrl+1", "ctrl+2", "ctrl+3", "ctrl+4", "Tab", "shift+Tab"),
    *("Return", "Escape", "Escape", "ctrl+plus", "ctrl+minus", "F1", "F2", "F11", "m", "Left", "Right", "Up", "Down"),
    *("Home", "End", "h", "ctrl+c", "ctrl+v", "BackSpace", "question"),
)
NAMES = ("Rex", "旺财", "x" * 200, "a/b\\c:d", "")
SETTLED = 0.6
"""Share of the time after which memory may hardly grow; every scene was drawn in a large window before."""
LOOKS_EVERY = 4.0
"""Seconds between two looks at what is saved."""
MOST_GROWTH = 64
"""Megabytes."""
MOST_HELD = 420
"""Megabytes, whatever has been opened and however large it was drawn."""


class Hand:
    """A random hand on the mouse and the keyboard of one window."""

    def __init__(self, program: Program, rnd: random.Random) -> None:
        self._program = program
        self._rnd = rnd
        self._acts: tuple[tuple[float, Callable[[], None]], ...] = (
            (0.52, self._click),
            (0.66, self._press_key),
            (0.76, self._drag),
            (0.84, self._wheel),
            (0.90, self._type),
            (0.96, self._move),
            (1.00, self._resize),
        )

    def act(self) -> None:
        """Do something."""
        kind = self._rnd.random()
        next(act for limit, act in self._acts if kind <= limit)()

    def _do(self, *words: Any) -> None:
        self._program.screen.do(*words, check=False)

    def _somewhere(self) -> tuple[int, int]:
        """A place of the window, mostly one where something can be clicked."""
        seen = self._program.look()
        marks = [mark for name, mark in seen.widgets.items() if name not in NEVER_CLICKED]
        if marks and self._rnd.random() < 0.7:
            x, y, width, height = self._rnd.choice(marks)["rect"]
            return round(x + width / 2), round(y + height / 2)
        width, height = seen.size
        place = self._rnd.randrange(max(width, 1)), self._rnd.randrange(max(height, 1))
        on_it = any(
            x <= place[0] < x + w and y <= place[1] < y + h
            for x, y, w, h in (seen.widgets[name]["rect"] for name in NEVER_CLICKED if name in seen.widgets)
        )
        return (0, 0) if on_it else place

    def _goto(self) -> tuple[Any, ...]:
        return "mousemove", "--window", self._program.window, *self._somewhere()

    def _click(self) -> None:
        self._do(*self._goto(), "click", 1)

    def _move(self) -> None:
        self._do(*self._goto())

    def _drag(self) -> None:
        self._do(*self._goto(), "mousedown", 1)
        self._do(*self._goto(), "mouseup", 1)

    def _wheel(self) -> None:
        self._do(*self._goto(), "click", "--repeat", self._rnd.randrange(1, 5), self._rnd.choice((4, 5)))

    def _press_key(self) -> None:
        key = self._rnd.choice(KEYS)
        if key in ("space", "Return"):
            time.sleep(_TOLD)
            if self._program.look().raw.get("focus") in NEVER_CLICKED:
                return
        self._do("windowfocus", self._program.window, "key", key)

    def _type(self) -> None:
        self._do("windowfocus", self._program.window, "type", "--delay", 2, self._rnd.choice(NAMES))

    def _resize(self) -> None:
        self._do("windowsize", self._program.window, self._rnd.randrange(500, 1600), self._rnd.randrange(400, 1000))


def megabytes(pid: int) -> float:
    """What a process has in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def use_at_random(program: Program, seconds: float, games: Games) -> tuple[float, float]:
    """Act until the time is over; the most memory held before everything was settled, and after.

    ``games`` takes up every position that is found saved at any time.
    """
    hand = Hand(program, random.Random(SEED))
    begun = time.monotonic()
    early = late = looked = 0.0
    while (passed := time.monotonic() - begun) < seconds:
        hand.act()
        time.sleep(PAUSE)
        assert program.running.exit_code is None, f"CleverGo ended ({program.running.exit_code})\n{program.log[-4000:]}"
        if passed > looked + LOOKS_EVERY:
            looked = passed
            for path, positions in games_of(program).items():
                games[path] = games.get(path, frozenset()) | positions
        held = megabytes(program.running.pid)
        early, late = (max(early, held), late) if passed < SETTLED * seconds else (early, max(late, held))
    return early, late


def look_around(program: Program) -> None:
    """Every scene is seen in a large window, and a board of the course: what that needs is loaded once, and kept."""
    program.screen.do("windowsize", program.window, 1600, 1000)
    for scene in ("train", "kennel", "compete", "learn"):
        program.click(f"nav.{scene}")
        program.wait_until(lambda seen, scene=scene: seen.scene == scene, scene)  # type: ignore[misc]
    for entry in ("lessons.go", "course.02-go", "course.03-five"):
        program.click(f"learn.index.{entry}")
        program.wait_until(lambda seen: seen.scene == "learn", entry)
    program.click("nav.play")
    program.wait_until(lambda seen: seen.scene == "play", "play")


def logged(program: Program) -> str:
    """Everything the program has said, on the terminal and in its log."""
    path = program.data / "clevergo.log"
    return program.log + (path.read_text(encoding="utf-8", errors="replace") if path.exists() else "")


def test_a_person_without_a_plan_breaks_nothing(start: Start, screen: Screen, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    # Whatever is written by chance stays in here; only the compiled kernels are where they always are.
    kernels = os.environ.get("CLEVERGO_CACHE") or platformdirs.user_cache_dir("clevergo", appauthor=False)
    elsewhere = {"HOME": str(home), "CLEVERGO_CACHE": kernels}
    program = start(environment=elsewhere)
    start_game(program, "human", "random")
    program.click_point(4, 4)
    program.wait_until(lambda seen: seen.num_stones >= 2, "a game that must not be lost")
    program.wait_until(lambda _: longest(games_of(program)) >= 2, "both moves in its file")
    games = games_of(program)

    look_around(program)
    early, late = use_at_random(program, SECONDS, games)
    program.close()

    said = logged(program)
    assert "Traceback" not in said, said[-6000:]
    assert "ERROR" not in said, said[-6000:]
    assert late <= early + MOST_GROWTH
    assert max(early, late) <= MOST_HELD
    played = games_of(program)
    assert list(lost_in(games, played)) == []

    again = start(data=program.data, environment=elsewhere)
    again.wait_until(lambda seen: bool(seen.scene) and bool(seen.widgets), "the window as it was")
    again.close()
    assert "Traceback" not in logged(again)
    assert list(lost_in(played, games_of(again))) == []

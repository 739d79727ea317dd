"""CleverGo itself in a process of its own, and a person's way of using it: look, click, type, wait."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from clevergo.bench.screen import Running
from clevergo.bench.watch import descendants, has_loaded
from tests.patience import PATIENCE
from tests.window.screen import Screen

ROOT = Path(__file__).parents[2]
TITLE = "CleverGo"
_NOBODY = 1
"""X's PointerRoot: keys go to whatever the pointer is over."""
_KEY_DELAY, _NEW_KEY_DELAY = 20, 300
"""Milliseconds from key to key."""
_TYPED_AGAIN = 5.0
"""Seconds after which what was typed and does not stand there is typed again; each time twice as many, and slower."""


@dataclass(frozen=True)
class Seen:
    """What the window says it shows (see ``clevergo.ui.mapping``), in pixels of the window."""

    raw: Mapping[str, Any]

    @property
    def scene(self) -> str:
        """The name of the scene."""
        return str(self.raw.get("scene", ""))

    @property
    def language(self) -> str:
        """``en`` or ``zh``."""
        return str(self.raw.get("language", ""))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window."""
        width, height = self.raw.get("size", (0, 0))
        return int(width), int(height)

    @property
    def pointer(self) -> tuple[int, int]:
        """Where the mouse was when the window heard of it last."""
        x, y = self.raw.get("pointer", (-1, -1))
        return int(x), int(y)

    @property
    def texts(self) -> list[str]:
        """All lines of text, those on widgets too."""
        return [*map(str, self.raw.get("texts", [])), *(str(widget["text"]) for widget in self.widgets.values())]

    @property
    def widgets(self) -> dict[str, dict[str, Any]]:
        """What can be clicked, by id."""
        return {str(widget["id"]): widget for widget in self.raw.get("widgets", [])}

    @property
    def stones(self) -> list[str]:
        """The board's rows, top first: ``.``, ``X`` (black), ``O`` (white)."""
        board = self.raw.get("board") or {}
        return [str(row) for row in board.get("stones", [])]

    @property
    def num_stones(self) -> int:
        """Stones on the board."""
        return sum(row.count("X") + row.count("O") for row in self.stones)

    @property
    def in_trouble(self) -> bool:
        """Whether the program says that something went wrong."""
        return self.shows("Something went wrong", "出了点问题", "Training has stopped", "训练停下来了")

    def shows(self, *parts: str) -> bool:
        """Whether some text holds one of ``parts``."""
        return any(part in text for part in parts for text in self.texts)

    def text_on(self, widget: str) -> str:
        """What stands on a widget; nothing while it is not there: a menu is open above it, or it comes later."""
        return str(self.widgets.get(widget, {}).get("text", ""))

    def can_click(self, widget: str) -> bool:
        """Whether a widget is there and answers."""
        return bool(self.widgets.get(widget, {}).get("enabled", False))


class Program:
    """A running ``python -m clevergo`` whose window is on ``screen``."""

    def __init__(
        self, screen: Screen, data: Path, pictures: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start it with ``data`` as its data folder and wait for its window."""
        self.screen = screen
        self.data = data
        self._pictures = pictures
        self._others = set(screen.find_windows(TITLE))
        """Windows of other programs that were there before."""
        if not data.exists():
            skip_the_tour(data)
        pictures.mkdir(parents=True, exist_ok=True)
        self.running = Running.window(screen, data, pictures, with_map=True, more=environment)
        self.window = self._wait_for_window()
        self.wait_until(lambda seen: bool(seen.scene), "the first picture")

    # --- looking ---

    @property
    def log(self) -> str:
        """What it printed."""
        return self.running.log

    def look(self) -> Seen:
        """What it shows now."""
        return Seen(self.running.shown())

    def wait_until(self, condition: Callable[[Seen], bool], what: str, seconds: float = PATIENCE) -> Seen:
        """Wait until what is shown fulfils ``condition``; say what is shown instead if it never does."""
        last, is_so = self._watch(seconds, condition)
        if is_so:
            return last
        if self.running.exit_code is not None:
            raise AssertionError(f"CleverGo ended ({self.running.exit_code}) before {what}\n{self.log[-4000:]}")
        picture = self.take_picture("instead")
        raise AssertionError(
            f"waited in vain for {what}\nshown ({picture}): {last.texts}\n"
            f"to click: {sorted(last.widgets)}\nboard: {last.stones}\nlog:\n{self.log[-4000:]}"
        )

    def _watch(self, seconds: float, condition: Callable[[Seen], bool]) -> tuple[Seen, bool]:
        """What is shown when it fulfils ``condition``, or when there is no more waiting for that; and which it is."""
        deadline = time.monotonic() + seconds
        while True:
            seen = self.look()
            if condition(seen):
                return seen, True
            if self.running.exit_code is not None or seen.in_trouble or time.monotonic() > deadline:
                return seen, False
            time.sleep(0.02)

    def take_picture(self, name: str) -> Path:
        """Save what the window looks like."""
        path = self._pictures / f"{name}.png"
        self.screen.save_picture(path, self.window)
        return path

    def part(self, rect: tuple[float, float, float, float]) -> NDArray[np.uint8]:
        """What a part of the window looks like now: ``uint8[H, W, 3]``."""
        left, top, _, _ = self.screen.place_of(self.window)
        x, y, width, height = map(round, rect)
        return self.screen.part(left + x, top + y, width, height)

    # --- acting ---

    def click(self, widget: str) -> None:
        """Click the middle of a widget, once it is there and answers."""
        self.click_at(widget, 0.5)

    def click_at(self, widget: str, across: float, down: float = 0.5) -> None:
        """Click a place of a widget, by the parts of its width and height that lie before it."""
        self.screen.click_in(self.window, *self._point_at(widget, across, down))

    def _point_at(self, widget: str, across: float, down: float) -> tuple[int, int]:
        """Move the pointer to a widget, and on until the window has heard of it and the widget is still there; where.

        What was clicked before may be what moves it: the window hears of the pointer after that.
        """
        place, aim = None, (-1, -1)
        while True:
            seen = self.wait_until(lambda seen: seen.can_click(widget), f"{widget!r} to click")
            if seen.widgets[widget]["rect"] == place and seen.pointer == aim:
                return aim
            place = seen.widgets[widget]["rect"]
            x, y, width, height = place
            aim = round(x + width * across), round(y + height * down)
            if aim == seen.pointer:  # it is there already: that it is heard of again would tell nothing
                aim = aim[0] + 1, aim[1]
            self.screen.move_mouse(self.window, *aim)
            self.wait_until(lambda seen, aim=aim: seen.pointer == aim, "the pointer")  # type: ignore[misc]

    def click_point(self, row: int, col: int) -> None:
        """Click an intersection of the board; (0, 0) is the upper left."""
        board = self.wait_until(lambda seen: bool(seen.stones), "a board").raw["board"]
        (x, y), step = board["first"], board["step"]
        self.screen.click_in(self.window, x + col * step, y + row * step)

    def fill(self, field: str, text: str) -> None:
        """Click a text field, and type something else into it: again, and slower, until that stands there."""
        deadline = time.monotonic() + PATIENCE
        for slowness in (2**attempt for attempt in itertools.count()):
            self.click(field)
            # What is typed before the field has the keyboard is nobody's.
            self.wait_until(lambda seen: seen.raw.get("focus") == field, f"the keyboard in {field}")
            self.press("ctrl+a")
            self.type(text, slowness)
            seen, is_typed = self._watch(_TYPED_AGAIN * slowness, lambda seen: seen.text_on(field) == text)
            if is_typed:
                return
            assert time.monotonic() < deadline, f"{text!r} never stands in {field}, but {seen.text_on(field)!r}"

    def type_on(self, field: str, more: str) -> None:
        """Type more into the text field that has the keyboard: each letter until it stands there."""
        for letter in more:
            before = self.look().text_on(field)

            def has_come(seen: Seen, wanted: str = before + letter) -> bool:
                return seen.text_on(field) == wanted

            for slowness in (2**attempt for attempt in itertools.count()):
                self.type(letter)
                seen, is_typed = self._watch(_TYPED_AGAIN * slowness, has_come)
                if is_typed:
                    break
                assert seen.text_on(field) == before, f"{letter!r} makes {seen.text_on(field)!r} of {before!r}"
                assert _TYPED_AGAIN * slowness < PATIENCE, f"{letter!r} never stands in {field}"

    def type(self, text: str, slowness: int = 1) -> None:
        """Type on the keyboard, as the person who has just clicked a text field."""
        # For a letter that no key has, xdotool gives a key another meaning; the program must ask what it means in time.
        delay = slowness * (_KEY_DELAY if text.isascii() else _NEW_KEY_DELAY)
        self.screen.do("windowfocus", "--sync", self.window, "type", "--delay", delay, text)

    def press(self, key: str) -> None:
        """Press a key or chord, by X's name for it."""
        self.screen.do("windowfocus", "--sync", self.window, "sleep", 0.02, "key", key)

    def leave_and_come_back(self) -> None:
        """Give the keyboard to nobody's window, and take it back."""
        self.screen.do("windowfocus", _NOBODY, "sleep", 0.1, "windowfocus", "--sync", self.window)

    def resize(self, width: int, height: int) -> None:
        """Drag the window to another size."""
        self.screen.do("windowsize", self.window, width, height)

    # --- ending ---

    def close(self) -> None:
        """Close the window politely; everything it started must end too."""
        if self.running.exit_code is None:
            self.screen.ask_to_close(self.window)
            assert self.running.wait(PATIENCE) is not None, "the window is still there"

    def kill(self) -> None:
        """``kill -9``: it has no chance to save anything."""
        self.running.kill()

    def end(self) -> None:
        """At the end of a test: leave nothing running, whatever happened."""
        self.running.end()

    def helpers(self) -> list[int]:
        """The processes it has started, and those they have; Python's own bookkeeping for ``spawn`` among them."""
        return descendants(self.running.pid)

    def has_loaded(self, library: str) -> bool:
        """Whether the window's own process has a library in its memory."""
        return has_loaded(self.running.pid, library)

    def _wait_for_window(self) -> int:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = [window for window in self.screen.find_windows(TITLE) if window not in self._others]
            if found:
                return found[0]
            if self.running.exit_code is not None:
                break
            time.sleep(0.05)
        raise AssertionError(f"no window opened (exit code {self.running.exit_code})\n{self.log[-4000:]}")


def skip_the_tour(data: Path) -> None:
    """As if the first steps had been seen, which would dim what a test looks at, and players were chosen one by one."""
    data.mkdir(parents=True)
    (data / "settings.json").write_text('{"tour_seen": true, "play_more": true}', encoding="utf-8")


class Start(Protocol):
    """Starts the program; see the fixture of that name."""

    def __call__(self, data: Path | None = None, environment: Mapping[str, str] | None = None) -> Program:
        """Open its window with a data folder (a new one by default) and additions to its environment."""
        ...


def is_running(pid: int) -> bool:
    """Whether a process is there and not a zombie."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] not in "ZX"


def wait_for_end(pids: list[int], seconds: float = PATIENCE) -> list[int]:
    """Wait until all of ``pids`` have ended; those that have not."""
    deadline = time.monotonic() + seconds
    left = [pid for pid in pids if is_running(pid)]
    while left and time.monotonic() < deadline:
        time.sleep(0.05)
        left = [pid for pid in left if is_running(pid)]
    return left

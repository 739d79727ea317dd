"""A screen nobody sees (Xvfb), a hand on its mouse (xdotool), and the real program on it, as a person starts it."""

from __future__ import annotations

import json
import mmap
import os
import shutil
import signal
import struct
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.app.desk.paths import Paths
from clevergo.bench.watch import descendants
from clevergo.workers.program import AS_OURS, AS_OUTPUT, PIPE, Program, run_program

SIZE = (1600, 1000)
_PATIENCE = 30.0
_MAP_VARIABLE = "CLEVERGO_UI_MAP"
"""See :mod:`clevergo.ui.shell.ui_map`, which is not imported here: it would load pygame."""
_UPPER_LEFT = {"SDL_VIDEO_WINDOW_POS": "0,0"}
_ROOT = Paths.find().program
PATIENCE = 60.0
"""Seconds after which something that should have happened will not."""
_END_SECONDS = 10.0
_TAIL = 300
_READY_HAND_SECONDS = 0.2
"""Until an xdotool that waits for orders has surely been started."""
_NOT_PASSED_ON = frozenset(
    ["SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "WAYLAND_DISPLAY", "XAUTHORITY", "CLEVERGO_HOME", "LC_ALL", "LC_MESSAGES"]
)


class ScreenError(RuntimeError):
    """There is no screen, or xdotool fails on it; the message says why."""


def missing_programs() -> list[str]:
    """Those of the outside programs that are not installed."""
    return [program for program in ("Xvfb", "xdotool") if shutil.which(program) is None]


class HiddenScreen:
    """An X server of its own on a free display. Use as a context manager."""

    def __init__(self, folder: Path, size: tuple[int, int] = SIZE, patience: float = _PATIENCE) -> None:
        """Start the server, its picture a file in ``folder``; anything here may take ``patience`` seconds.

        Raises:
            ScreenError: it does not start.
        """
        self._patience = patience
        read_end, write_end = os.pipe()
        screen = ["-screen", "0", f"{size[0]}x{size[1]}x24"]
        # A key that a busy machine holds down for long is still one key: nothing repeats.
        manners = ["-nolisten", "tcp", "-noreset", "-r"]
        with ExitStack() as undo:
            self._server = Program(
                ["Xvfb", "-displayfd", str(write_end), *screen, "-fbdir", str(folder), *manners], pass_fds=[write_end]
            )
            undo.callback(self._server.kill)
            os.close(write_end)
            with os.fdopen(read_end) as answer:
                number = answer.readline().strip()
            if not number:
                raise ScreenError(f"Xvfb did not start (exit code {self._server.wait(patience)})")
            self.display = f":{number}"
            self._pixels = _live_pixels(folder / "Xvfb_screen0")
            self._hands: list[Program] = []
            undo.pop_all()

    def __enter__(self) -> HiddenScreen:
        return self

    def __exit__(self, *_error: object) -> None:
        for hand in self._hands:
            hand.wait(self._patience)
        self._server.terminate()
        self._server.wait(self._patience)

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a program that shall open its window here: English, no settings of other screens."""
        kept = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON}
        return kept | {"DISPLAY": self.display, "LANG": "C.UTF-8"}

    def picture(self) -> NDArray[np.uint8]:
        """What the screen shows: ``uint8[H, W, 3]``, red, green, blue."""
        return np.ascontiguousarray(self._pixels[:, :, 2::-1])

    def part(self, left: int, top: int, width: int, height: int) -> NDArray[np.uint8]:
        """A part of it, in the screen's pixels: ``uint8[height, width, 3]``; the others are not copied."""
        return self._pixels[top : top + height, left : left + width, 2::-1].copy()

    def row(self, y: int) -> NDArray[np.uint8]:
        """``uint8[W/2, 4]``: the left half of a row of pixels, as it is now."""
        return self._pixels[y, : self._pixels.shape[1] // 2].copy()

    def shows_something(self) -> bool:
        """Whether anything but one color is to be seen where windows open."""
        row = self.row(300)
        return bool((row != row[0]).any())

    def xdotool(self, *words: object, check: bool = True) -> str:
        """Run one xdotool command; what it printed.

        Raises:
            ScreenError: it failed; not where ``check`` is off.
        """
        command = ["xdotool", *map(str, words)]
        done = run_program(command, self._patience, environment=self.environment)
        if check and done.returncode:
            raise ScreenError(f"{' '.join(command)}: {done.stderr.decode().strip() or done.returncode}")
        return done.stdout.decode().strip()

    def click(self, x: float, y: float) -> None:
        """Move the mouse there, press and release."""
        self.xdotool("mousemove", round(x), round(y), "click", 1)

    def hold(self, x: float, y: float) -> None:
        """Move the mouse there and press; :meth:`let_go` completes the click."""
        self.xdotool("mousemove", round(x), round(y), "mousedown", 1)

    def let_go(self) -> float:
        """Release the mouse, without waiting for anything; when the order was given, by ``time.perf_counter``."""
        hand = self._hand()
        time.sleep(_READY_HAND_SECONDS)
        given = time.perf_counter()
        hand.stdin.write(b"mouseup 1\n")
        hand.stdin.close()
        self._hands.append(hand)
        return given

    def move_about(self, seconds: float, width: int, height: int, keys: Sequence[str] = ()) -> Program:
        """Move the mouse over a window of that size, as a restless person does, pressing ``keys``; the running hand."""
        hand = self._hand()
        hand.stdin.write("".join(_strokes(seconds, width, height, keys)).encode())
        hand.stdin.close()
        return hand

    def _hand(self) -> Program:
        """An xdotool that waits for orders."""
        return Program(["xdotool", "-"], stdin=PIPE, stderr=AS_OURS, environment=self.environment)


_PAUSE = 0.012
"""Seconds between two places of the mouse; its driver takes a little longer."""
_STRIDE = 17
"""Pixels between them."""
_PLACES_A_KEY = 20
"""Places of the mouse from one key to the next: some three keys a second."""


def _strokes(seconds: float, width: int, height: int, keys: Sequence[str]) -> list[str]:
    """Lines for xdotool: to and fro over the window, each stroke a little lower."""
    across = width - 40
    lines = []
    for step in range(int(seconds / _PAUSE)):
        way = step * _STRIDE
        stroke, x = divmod(way, across)
        y = 20 + stroke * 53 % (height - 40)
        lines.append(f"mousemove {20 + (x if stroke % 2 == 0 else across - x)} {y}\nsleep {_PAUSE}\n")
        press, between = divmod(step, _PLACES_A_KEY)
        if keys and between == 0:
            lines.append(f"key {keys[press % len(keys)]}\n")
    return lines


def _live_pixels(path: Path) -> NDArray[np.uint8]:
    """The server's picture, ``uint8[H, W, 4]`` (blue, green, red, nothing): it changes as the screen does.

    The file is an X window dump (version 7, true color, 32 bits a pixel, least significant byte first).
    """
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    header = struct.unpack(">25I", data[:100])
    header_size, version, width, height, byte_order = header[0], header[1], header[4], header[5], header[7]
    bits, row_bytes, colors = header[11], header[12], header[19]
    if (version, bits, byte_order) != (7, 32, 0):
        raise ScreenError(f"unexpected screen format: version {version}, {bits} bits, byte order {byte_order}")
    rows = np.frombuffer(data, np.uint8, row_bytes * height, header_size + colors * 12).reshape(height, row_bytes)
    return rows[:, : width * 4].reshape(height, width, 4)


# --- the program ----------------------------------------------------------------------------------------


class ProgramError(RuntimeError):
    """The program did not do what was to be measured; the message says what."""


class Running:
    """A Python program on a hidden screen. Use as a context manager: at its end nothing is left running."""

    def __init__(
        self, screen: HiddenScreen, arguments: Sequence[str], folder: Path, more: Mapping[str, str] | None = None
    ) -> None:
        """Start it now; its map of the window (``map.json``) and what it says are files in ``folder``.

        ``more`` is added to its environment.
        """
        self._map = folder / "map.json"
        self._log = folder / "log.txt"
        self._map.unlink(missing_ok=True)
        with self._log.open("wb") as log:
            self.started = time.perf_counter()
            self._program = Program(
                [sys.executable, *arguments],
                stdout=log,
                stderr=AS_OUTPUT,
                environment=screen.environment | _UPPER_LEFT | dict(more or {}),
                folder=_ROOT,
            )
        self.pid = self._program.pid
        """The window's process."""

    @classmethod
    def window(
        cls, screen: HiddenScreen, data: Path, folder: Path, with_map: bool, more: Mapping[str, str] | None = None
    ) -> Running:
        """CleverGo itself with ``data`` as its data folder; a map of it is drawn only where one is needed."""
        needed = {_MAP_VARIABLE: str(folder / "map.json")} if with_map else {}
        return cls(screen, ["-m", "clevergo", "--data-dir", str(data)], folder, needed | dict(more or {}))

    @property
    def seconds(self) -> float:
        """Since it was started."""
        return time.perf_counter() - self.started

    @property
    def exit_code(self) -> int | None:
        """What it ended with; None while it runs."""
        return self._program.exit_code

    @property
    def log(self) -> str:
        """What it printed."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_error: object) -> None:
        self.end()

    def kill(self) -> None:
        """Not politely: what it would save is thrown away with its folder, and SDL makes a wish out of SIGTERM."""
        self._program.kill()
        self._program.wait(_END_SECONDS)

    def wait(self, seconds: float) -> int | None:
        """What it ends with, if it does within ``seconds``."""
        return self._program.wait(seconds)

    def end(self) -> None:
        """Leave nothing running, neither it nor what it has started."""
        helpers = descendants(self.pid)
        self.kill()
        for pid in helpers:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def wait_until(
        self, condition: Callable[[], bool], what: str, pause: float = 0.01, limit: float = PATIENCE
    ) -> None:
        """Wait for something to become true.

        Raises:
            ProgramError: it does not within ``limit`` seconds, or the program ends.
        """
        deadline = time.monotonic() + limit
        while not condition():
            if self.exit_code is not None:
                raise ProgramError(f"the program ended before {what}: {self.log.strip()[-_TAIL:]}")
            if time.monotonic() > deadline:
                raise ProgramError(f"waited {limit:.0f} s in vain for {what}")
            time.sleep(pause)

    def shown(self) -> dict[str, Any]:
        """The map of what it shows; empty while there is none."""
        try:
            shown: dict[str, Any] = json.loads(self._map.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        return shown

    def place_of(self, widget: str) -> tuple[float, float] | None:
        """The middle of a widget that can be clicked now."""
        for known in self.shown().get("widgets", []):
            if known["id"] == widget and known["enabled"]:
                x, y, width, height = known["rect"]
                return x + width / 2, y + height / 2
        return None

    def click(self, screen: HiddenScreen, widget: str) -> None:
        """Click a widget as soon as it can be clicked."""
        self.wait_until(lambda: self.place_of(widget) is not None, f"{widget} could be clicked")
        place = self.place_of(widget)
        if place is None:
            raise ProgramError(f"{widget} went away before it could be clicked")
        screen.click(*place)

    def num_stones(self) -> int:
        """Stones on the board that is shown."""
        rows = self.shown().get("board", {}).get("stones", [])
        return sum(row.count("X") + row.count("O") for row in rows)

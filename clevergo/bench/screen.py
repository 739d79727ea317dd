"""A screen nobody sees (Xvfb) and a hand on its mouse (xdotool): the window is measured without being in the way."""

from __future__ import annotations

import mmap
import os
import shutil
import struct
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

SIZE = (1600, 1000)
_START_SECONDS = 30.0
_READY_HAND_SECONDS = 0.2
"""Until an xdotool that waits for orders has surely been started."""
_NOT_PASSED_ON = frozenset({"SDL_VIDEODRIVER", "SDL_AUDIODRIVER", "WAYLAND_DISPLAY", "XAUTHORITY", "CLEVERGO_HOME"})


class ScreenError(RuntimeError):
    """There is no screen to measure on; the message says why."""


def missing_programs() -> list[str]:
    """Those of the outside programs that are not installed."""
    return [program for program in ("Xvfb", "xdotool") if shutil.which(program) is None]


class HiddenScreen:
    """An X server of its own. Use as a context manager."""

    def __init__(self, folder: Path) -> None:
        """Start the server; its picture is a file in ``folder``.

        Raises:
            ScreenError: it does not start.
        """
        read_end, write_end = os.pipe()
        size = f"{SIZE[0]}x{SIZE[1]}x24"
        command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", size, "-fbdir", str(folder)]
        with ExitStack() as undo:
            self._server = subprocess.Popen(
                [*command, "-nolisten", "tcp", "-noreset"],
                pass_fds=[write_end],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            undo.callback(self._server.kill)
            os.close(write_end)
            with os.fdopen(read_end) as answer:
                number = answer.readline().strip()
            if not number:
                raise ScreenError(f"Xvfb did not start (exit code {self._server.wait(_START_SECONDS)})")
            self.display = f":{number}"
            self._picture = _open_picture(folder / "Xvfb_screen0")
            self._hands: list[subprocess.Popen[str]] = []
            undo.pop_all()

    def __enter__(self) -> HiddenScreen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for hand in self._hands:
            hand.wait(_START_SECONDS)
        self._server.terminate()
        self._server.wait(_START_SECONDS)

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a program that shall open its window here, at the upper left corner."""
        kept = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON}
        return kept | {"DISPLAY": self.display, "SDL_VIDEO_WINDOW_POS": "0,0", "LANG": "C.UTF-8"}

    def shows_something(self) -> bool:
        """Whether anything but one colour is to be seen where windows open."""
        row = self._picture.row(300)
        first = row[:4]
        return row != first * (len(row) // 4)

    def click(self, x: float, y: float) -> None:
        """Move the mouse there, press and release."""
        self._xdotool("mousemove", str(round(x)), str(round(y)), "click", "1")

    def hold(self, x: float, y: float) -> None:
        """Move the mouse there and press; :meth:`let_go` completes the click."""
        self._xdotool("mousemove", str(round(x)), str(round(y)), "mousedown", "1")

    def let_go(self) -> float:
        """Release the mouse, without waiting for anything; when the order was given, by ``time.perf_counter``."""
        hand = subprocess.Popen(["xdotool", "-"], env=self.environment, stdin=subprocess.PIPE, text=True)
        assert hand.stdin is not None
        time.sleep(_READY_HAND_SECONDS)
        given = time.perf_counter()
        hand.stdin.write("mouseup 1\n")
        hand.stdin.close()
        self._hands.append(hand)
        return given

    def row(self, y: int) -> NDArray[np.uint8]:
        """``uint8[W/2, 4]``: the left half of a row of pixels, as it is now."""
        return np.frombuffer(self._picture.row(y), np.uint8).reshape(-1, 4)

    def move_about(self, seconds: float, width: int, height: int) -> subprocess.Popen[str]:
        """Move the mouse over a window of that size, as a restless person does; the running hand."""
        hand = subprocess.Popen(["xdotool", "-"], env=self.environment, stdin=subprocess.PIPE, text=True)
        assert hand.stdin is not None
        hand.stdin.write("".join(_strokes(seconds, width, height)))
        hand.stdin.close()
        return hand

    def _xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.environment, timeout=_START_SECONDS, check=True)


_PAUSE = 0.012
"""Seconds between two places of the mouse; its driver takes a little longer."""
_STRIDE = 17
"""Pixels between them."""


def _strokes(seconds: float, width: int, height: int) -> list[str]:
    """Lines for xdotool: to and fro over the window, each stroke a little lower."""
    across = width - 40
    lines = []
    for step in range(int(seconds / _PAUSE)):
        way = step * _STRIDE
        stroke, x = divmod(way, across)
        y = 20 + stroke * 53 % (height - 40)
        lines.append(f"mousemove {20 + (x if stroke % 2 == 0 else across - x)} {y}\nsleep {_PAUSE}\n")
    return lines


class _Picture:
    """The server's picture, an X window dump that changes as the screen does."""

    def __init__(self, data: mmap.mmap, start: int, row_bytes: int) -> None:
        self._data = data
        self._start = start
        self._row_bytes = row_bytes

    def row(self, y: int) -> bytes:
        """The left half of a row of pixels, four bytes each."""
        begin = self._start + y * self._row_bytes
        return self._data[begin : begin + self._row_bytes // 8 * 4]


def _open_picture(path: Path) -> _Picture:
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    header = struct.unpack(">25I", data[:100])
    return _Picture(data, header[0] + header[19] * 12, header[12])

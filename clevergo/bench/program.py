"""The real program, started as a person starts it, and looked at from outside."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from clevergo.app.desk.paths import Paths
from clevergo.bench.screen import HiddenScreen
from clevergo.bench.watch import descendants
from clevergo.workers.program import AS_OUTPUT, Program

_MAP_VARIABLE = "CLEVERGO_UI_MAP"
"""See :mod:`clevergo.ui.shell.ui_map`, which is not imported here: it would load pygame."""
_UPPER_LEFT = {"SDL_VIDEO_WINDOW_POS": "0,0"}
_ROOT = Paths.find().program
PATIENCE = 60.0
"""Seconds after which something that should have happened will not."""
_END_SECONDS = 10.0
_TAIL = 300


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
            with contextlib.suppress(ProcessLookupError):
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

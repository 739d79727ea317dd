"""The program with a stopwatch: ``python -m clevergo.bench.probe DATA NOTES`` opens the window as ever.

It differs from ``python -m clevergo`` in nothing a person sees. Into the folder ``NOTES`` it writes where the things
to click are and, once a second, how long the frames took. From the beginning of training on, the whole window is drawn
anew sixty times a second, whether or not anything changed: more than it ever has to do otherwise.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clevergo.ui.shell.launch import Program

MAP = "map.json"
FRAMES = "frames.jsonl"
_KEPT = 1_000_000
_EVERY = 1.0
_MAP_EVERY = 0.2


class Stopwatch:
    """Called at each turn of the window's loop; hands over what was measured since the last time."""

    def __init__(self, program: Program, notes: Path) -> None:
        from clevergo.ui.shell.ui_map import MapWriter
        from clevergo.ui.shell.window import FrameTimes

        self._program = program
        self._times = program.window.frame_times = FrameTimes(_KEPT)
        self._frames = (notes / FRAMES).open("a", encoding="utf-8")
        self._map: MapWriter | None = MapWriter(notes / MAP)
        self._handed = (0, 0)
        self._next = 0.0

    def __call__(self, _dt: float) -> None:
        """One turn."""
        from clevergo.app.kennel.messages import TrainingPhase

        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + (_EVERY if self._map is None else _MAP_EVERY)
        if self._map is not None:
            self._map.write(self._program.window.stage, True)
            services = self._program.services
            snapshot = None if services is None else services.training.snapshot
            if snapshot is not None and snapshot.phase is not TrainingPhase.IDLE:
                self._map = None
                self._program.window.is_always_moving = True
        self._hand_over()

    def _hand_over(self) -> None:
        """Write a line: the time, and in seconds the frames' work and the intervals since the last line."""
        work, gaps = list(self._times.work), list(self._times.intervals)
        line = {"until": time.time(), "work": work[self._handed[0] :], "gaps": gaps[self._handed[1] :]}
        self._handed = (len(work), len(gaps))
        self._frames.write(json.dumps(line) + "\n")
        self._frames.flush()


def main(data: str, notes: str) -> None:
    """Open the window and run until it is closed."""
    from clevergo.app.desk.paths import Paths
    from clevergo.ui.shell.launch import Program

    program = Program(Paths.find(Path(data)))
    try:
        program.load()
        program.window.run(Stopwatch(program, Path(notes)))
    finally:
        program.close()


if __name__ == "__main__":  # worker processes import this module too: nothing heavy above
    main(*sys.argv[1:3])

"""The window while every core trains: how long its frames take, and the memory of all who take part."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import SceneName, Settings, SettingsFile
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.messages import NewsKind
from clevergo.bench.probe import FRAMES
from clevergo.bench.program import ProgramError, Running
from clevergo.bench.results import Measured, Results
from clevergo.bench.rows.window import empty_window, on_hidden_screen
from clevergo.bench.screen import HiddenScreen
from clevergo.bench.watch import FIRST_WORD, cores_used, cost_of, descendants, has_loaded, memory_mb

_WATCHED_SECONDS = 16.0
_LEARNING_PATIENCE = 150.0
"""Seconds: a processor with AVX2 only takes a minute or two to the first games that are learned from."""
_DOG = "bench"
_WINDOW = (1280, 800)
_PART = 0.99
REFRESH_MS = 1000.0 / 60.0


@dataclass(frozen=True)
class Smoothness:
    """The frames of some seconds; milliseconds."""

    work: list[float]
    """From a frame's events to its picture on the screen."""
    gaps: list[float]
    """From one frame to the next."""


def measure(rows: Sequence[str]) -> Results:
    """The rows ``frame_p99_ms``, ``frame_gap_p99_ms``, ``window_mb`` and ``worker_mb``."""
    return on_hidden_screen(rows, _measure)


def _measure(screen: HiddenScreen, folder: Path) -> Results:
    kennel = Kennel(Paths(folder / "data"))
    Paths(folder / "data").prepare()
    settings = Settings(last_scene=SceneName.TRAIN, window_size=_WINDOW)
    SettingsFile(Paths(folder / "data").settings).save(settings)
    dog = kennel.adopt(_DOG)
    try:
        arguments = ["-m", "clevergo.bench.probe", str(folder / "data"), str(folder)]
        with Running(screen, arguments, folder) as program:
            program.click(screen, "train.toggle")
            learning = wait_for_learning(program, kennel, dog)
            results = _watch(program, screen, folder, "" if learning else "before learning had begun, ")
    finally:
        kennel.close()
    with empty_window(screen, folder) as window:
        window.wait_until(screen.shows_something, "an empty window")
        bare = memory_mb(window.pid)
    window_mb, worker_mb = results["window_mb"], results["worker_mb"]
    assert isinstance(window_mb, Measured) and isinstance(worker_mb, Measured)  # noqa: PT018
    results["window_mb"] = replace(window_mb, limit=bare)
    results["worker_mb"] = replace(worker_mb, limit=cost_of(FIRST_WORD).megabytes)
    return results


def wait_for_learning(program: Running, kennel: Kennel, dog: Dog) -> bool:
    """Wait until both self-play and the learner are at work; False if the learner never was."""
    try:
        program.wait_until(
            lambda: bool(kennel.growth.news(dog.id, (NewsKind.LEARNING,))), "the dog learns", 0.5, _LEARNING_PATIENCE
        )
    except ProgramError as error:
        if "in vain" not in str(error):
            raise
        return False
    return True


@dataclass(frozen=True)
class Watched:
    """A window that was looked at while others were at work."""

    frames: Smoothness
    workers: tuple[int, ...]
    """The processes below the window's that compute with nets."""
    note: str
    """How many frames, and on how many cores those processes worked."""


def watch_frames(program: Running, screen: HiddenScreen, folder: Path, window: tuple[int, int]) -> Watched:
    """Move the mouse over a window of that size for a while.

    Raises:
        ProgramError: The window drew nothing, or nobody worked.
    """
    begun = time.time()
    workers = tuple(pid for pid in descendants(program.pid) if has_loaded(pid, "libdnnl"))
    hand = screen.move_about(_WATCHED_SECONDS, *window)
    cores = cores_used(workers, _WATCHED_SECONDS)
    hand.kill()
    frames = _frames_since(folder / FRAMES, begun)
    if not frames.work or not workers:
        raise ProgramError("the window drew nothing, or nobody worked, while it was watched")
    return Watched(frames, workers, f"{len(frames.work)} frames, {len(workers)} processes at work on {cores:.2f} cores")


def _watch(program: Running, screen: HiddenScreen, folder: Path, caveat: str) -> Results:
    """What the frames took and what everybody held."""
    watched = watch_frames(program, screen, folder, _WINDOW)
    memory = sorted(memory_mb(pid) for pid in watched.workers)
    window = memory_mb(program.pid)
    smooth = watched.frames
    results: Results = {
        "frame_p99_ms": percentile(smooth.work, REFRESH_MS, caveat + watched.note),
        "window_mb": Measured.of([window]),
        "worker_mb": Measured.of(memory[-1:], note=" and ".join(f"{size:.0f}" for size in memory) + " MB"),
    }
    if smooth.gaps:
        late = sum(gap > 1.5 * REFRESH_MS for gap in smooth.gaps) / len(smooth.gaps)
        results["frame_gap_p99_ms"] = percentile(smooth.gaps, REFRESH_MS, f"{late:.1%} came a frame late")
    return results


def _frames_since(path: Path, begun: float) -> Smoothness:
    """What the probe wrote down in the lines that lie wholly after ``begun``."""
    work: list[float] = []
    gaps: list[float] = []
    since = 0.0
    for line in path.read_text(encoding="utf-8").splitlines():
        stretch = json.loads(line)
        if since >= begun:
            work += [1000.0 * seconds for seconds in stretch["work"]]
            gaps += [1000.0 * seconds for seconds in stretch["gaps"]]
        since = stretch["until"]
    return Smoothness(work, gaps)


def percentile(values: list[float], limit: float, note: str, part: float = _PART) -> Measured:
    """The 99th percentile of all (or another), and as its spread those of the four quarters of the time."""
    quarter = max(1, len(values) // 4)
    parts = [float(np.quantile(values[start : start + quarter], part)) for start in range(0, 4 * quarter, quarter)]
    return Measured(float(np.quantile(values, part)), min(parts), max(parts), limit, note)

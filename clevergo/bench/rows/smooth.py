"""The window while every core trains.

How long its frames take, also with the largest board and all its overlays; how soon clicks are answered; and the memory
of all who take part.
"""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import MindMode, SceneName, Settings, SettingsFile
from clevergo.app.desk.storage import GameStore
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.messages import NewsKind
from clevergo.app.match.messages import MatchSetup
from clevergo.bench.probe import FRAMES
from clevergo.bench.program import ProgramError, Running
from clevergo.bench.results import Measured, Results
from clevergo.bench.rows.window import empty_window, on_hidden_screen
from clevergo.bench.screen import HiddenScreen
from clevergo.bench.watch import FIRST_WORD, cores_used, cost_of, descendants, has_loaded, memory_mb
from clevergo.games.game import Rules
from clevergo.games.guests import game_named
from clevergo.games.record import GameRecord
from clevergo.players.spec import PlayerKind, PlayerSpec

_WATCHED_SECONDS = 16.0
_LEARNING_PATIENCE = 150.0
"""Seconds: a processor with AVX2 only takes a minute or two to the first games that are learned from."""
_DOG = "bench"
_WINDOW = (1280, 800)
_SIZE = 19
_STONES = 160
_SETTLE_SECONDS = 3.0
_CLICKS = 20
_BETWEEN_CLICKS = 0.4
_LOOKED_AT = 300
"""The row of pixels that is watched: it crosses the board here, the wall of games there."""
_ANOTHER_SCENE = 0.3
"""Share of its pixels that change when a scene does; what moves within a scene changes fewer."""
REFRESH_MS = 1000.0 / 60.0


@dataclass(frozen=True)
class Smoothness:
    """The frames of some seconds; milliseconds."""

    work: list[float]
    """From a frame's events to its picture on the screen."""
    gaps: list[float]
    """From one frame to the next."""


def _data_with(folder: Path, settings: Settings) -> tuple[Paths, Kennel, Dog]:
    """A data folder with these settings in it, and a newborn dog in its kennel."""
    paths = Paths(folder / "data")
    paths.prepare()
    SettingsFile(paths.settings).save(settings)
    kennel = Kennel(paths)
    return paths, kennel, kennel.adopt(_DOG)


def _with_a_stopwatch(screen: HiddenScreen, folder: Path) -> Running:
    return Running(screen, ["-m", "clevergo.bench.probe", str(folder / "data"), str(folder)], folder)


@on_hidden_screen
def measure(screen: HiddenScreen, folder: Path) -> Results:
    """The rows ``frame_p99_ms``, ``frame_gap_p99_ms``, ``window_mb`` and ``worker_mb``."""
    _, kennel, dog = _data_with(folder, Settings(last_scene=SceneName.TRAIN, window_size=_WINDOW))
    try:
        with _with_a_stopwatch(screen, folder) as program:
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


def percentile(values: list[float], limit: float, note: str, part: float = 0.99) -> Measured:
    """The 99th percentile of all (or another), and as its spread those of the four quarters of the time."""
    quarter = max(1, len(values) // 4)
    parts = [float(np.quantile(values[start : start + quarter], part)) for start in range(0, 4 * quarter, quarter)]
    return Measured(float(np.quantile(values, part)), min(parts), max(parts), limit, note)


@on_hidden_screen
def measure_board(screen: HiddenScreen, folder: Path) -> Results:
    """The rows ``board_p99_ms`` and ``click_ms``."""
    people = PlayerSpec(PlayerKind.HUMAN)
    rules = game_named("go").agree({"size": _SIZE})[0]
    wishes = Settings(
        window_size=_WINDOW,
        last_match=MatchSetup(people, people, rules),
        mind_on=True,
        mind_mode=MindMode.SEARCH,
        mind_territory=True,
        mind_judge=_DOG,
        mind_visits=0,
        move_numbers=True,
        tour_seen=True,
    )
    paths, kennel, dog = _data_with(folder, wishes)
    games = GameStore(paths.games)
    games.save(games.new_file(), a_game(rules, _STONES, np.random.default_rng(0)))
    try:
        with _with_a_stopwatch(screen, folder) as program:
            program.click(screen, "play.resume")
            program.wait_until(lambda: program.num_stones() > _STONES // 2, "the game that was going on")
            tabs = [program.place_of(f"nav.{name}") for name in ("play", "train")]
            program.click(screen, "nav.train")
            program.click(screen, "train.toggle")
            note = "" if wait_for_learning(program, kennel, dog) else "before learning had begun, "
            play, train = (place for place in tabs if place is not None)
            screen.click(*play)
            time.sleep(_SETTLE_SECONDS)
            watched = watch_frames(program, screen, folder, _WINDOW)
            frames = percentile(watched.frames.work, REFRESH_MS, note + watched.note)
            return {"board_p99_ms": frames} | _click(screen, (train, play))
    finally:
        kennel.close()


def a_game(rules: Rules, plies: int, rng: np.random.Generator) -> GameRecord:
    """A game between two people who play anywhere, not ended."""
    record = GameRecord(rules)
    record.players = (str(PlayerSpec(PlayerKind.HUMAN)),) * 2  # a game of one's own, which may go on
    for _ in range(plies):
        record.play(int(rng.choice(np.flatnonzero(rules.game.manners.sensible(record.position)))))
    return record


def _click(screen: HiddenScreen, tabs: Sequence[tuple[float, float]]) -> Results:
    """Go from scene to scene and wait for the other one's picture."""
    times = []
    for place in itertools.islice(itertools.cycle(tabs), _CLICKS):
        screen.hold(*place)
        time.sleep(_BETWEEN_CLICKS)
        before = screen.row(_LOOKED_AT).copy()
        given = screen.let_go()
        times.append(1000.0 * (_seconds_until_another(screen, before, given)))
        time.sleep(_BETWEEN_CLICKS)
    return {"click_ms": percentile(times, REFRESH_MS, f"{_CLICKS} clicks from scene to scene", part=0.95)}


def _seconds_until_another(screen: HiddenScreen, before: NDArray[np.uint8], given: float) -> float:
    while np.mean((screen.row(_LOOKED_AT) != before).any(axis=1)) < _ANOTHER_SCENE:
        if time.perf_counter() - given > _SETTLE_SECONDS:
            raise ProgramError("a click on the other scene's name changed nothing on the screen")
        time.sleep(0.001)
    return time.perf_counter() - given

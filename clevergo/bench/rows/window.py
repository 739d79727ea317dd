"""The window: how soon it is there, how soon the dog plays, what an idle one costs, and how it is while dogs train."""

from __future__ import annotations

import functools
import itertools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from clevergo.app.desk.library import GameStore
from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import MindMode, SceneName, Settings, SettingsFile
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog
from clevergo.app.kennel.messages import NewsKind
from clevergo.app.match.messages import MatchSetup
from clevergo.bench.probe import FRAMES
from clevergo.bench.results import Measured, Results, all_unmeasured
from clevergo.bench.screen import HiddenScreen, ProgramError, Running, ScreenError, missing_programs
from clevergo.bench.watch import FIRST_WORD, can_watch, cores_used, cost_of, descendants, has_loaded, memory_mb
from clevergo.games.game import Rules
from clevergo.games.guests import game_named, usual_dog
from clevergo.games.record import GameRecord
from clevergo.players.spec import PlayerKind, PlayerSpec

_STARTS = 5
_READY_STARTS = 3
_SETTLE_SECONDS = 3.0
_IDLE_SECONDS = 6.0
_POLL_SECONDS = 0.002

_EMPTY_WINDOW = """
import os, time
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame
pygame.display.init()
pygame.font.init()
surface = pygame.display.set_mode((1280, 800))
surface.fill((90, 90, 90))
surface.fill((200, 200, 200), (0, 0, 400, 800))
pygame.display.update()
time.sleep(60)
"""
"""A window with two colors in it: what Python, pygame and the screen take before any program of ours."""


def on_hidden_screen(measure: Callable[[HiddenScreen, Path], Results]) -> Callable[[Sequence[str]], Results]:
    """Decorate what finds rows on a hidden screen, with a folder of its own; or says why they cannot be measured."""

    @functools.wraps(measure)
    def measured(rows: Sequence[str]) -> Results:
        if not can_watch():
            return all_unmeasured(rows, "measured on Linux only: it takes a hidden screen and /proc")
        missing = missing_programs()
        if missing:
            return all_unmeasured(rows, f"not installed: {', '.join(missing)} (Debian: sudo apt install xvfb xdotool)")
        try:
            with TemporaryDirectory(prefix="clevergo-bench-", ignore_cleanup_errors=True) as name:
                folder = Path(name)
                with HiddenScreen(folder) as screen:
                    return measure(screen, folder)
        except (ScreenError, ProgramError) as error:
            return all_unmeasured(rows, str(error))

    return measured


def empty_window(screen: HiddenScreen, folder: Path) -> Running:
    """A bare pygame window: the limit of what any window can be."""
    return Running(screen, ["-c", _EMPTY_WINDOW], folder)


@on_hidden_screen
def first_frame(screen: HiddenScreen, folder: Path) -> Results:
    """The row ``first_frame_s``: from the command to the first picture on the screen's glass."""
    ours, bare = [], []
    for number in range(_STARTS + 1):
        with Running.window(screen, folder / "data", folder, with_map=False) as program:
            ours.append(_until_seen(program, screen))
        with empty_window(screen, folder) as window:
            bare.append(_until_seen(window, screen))
        if number == 0:  # the first start reads everything from the disk, and may compile
            ours, bare = [], []
    return {"first_frame_s": Measured.of(ours, median(bare))}


def _until_seen(program: Running, screen: HiddenScreen) -> float:
    """Seconds from a program's start to its picture; before it, the screen is empty."""
    program.wait_until(screen.shows_something, "its first picture", _POLL_SECONDS)
    return program.seconds


@on_hidden_screen
def ready(screen: HiddenScreen, folder: Path) -> Results:
    """The row ``ready_s``: from the command, over a click on Start, to the first stone of the shipped dog."""
    weights = Paths.find().shipped_weights(usual_dog())
    if not weights.is_file():
        raise ProgramError(f"the shipped dog is not there ({weights.name})")
    match = MatchSetup(PlayerSpec(PlayerKind.ALPHAGO, usual_dog(), 400), PlayerSpec(PlayerKind.HUMAN))
    settings = Settings(last_match=match, last_scene=SceneName.PLAY, tour_seen=True)
    times = []
    for number in range(_READY_STARTS + 1):
        data = folder / f"data-{number}"
        SettingsFile(Paths(data).settings).save(settings)
        with Running.window(screen, data, folder, with_map=True) as program:
            program.click(screen, "play.start")
            program.wait_until(lambda: program.num_stones() > 0, "the dog's first stone")
            times.append(program.seconds)
    return {"ready_s": Measured.of(times[1:], cost_of(FIRST_WORD).seconds)}


@on_hidden_screen
def idle(screen: HiddenScreen, folder: Path) -> Results:
    """The row ``idle_cpu_percent``: the window's process alone, with the play scene open and nobody there."""
    with Running.window(screen, folder / "data", folder, with_map=False) as program:
        _until_seen(program, screen)
        cores_used([program.pid], _SETTLE_SECONDS)
        shares = [100.0 * cores_used([program.pid], _IDLE_SECONDS / 4) for _ in range(4)]
    return {"idle_cpu_percent": Measured.of(shares)}


# --- while every core trains -----------------------------------------------------------------------------

_WATCHED_SECONDS = 16.0
_LEARNING_PATIENCE = 150.0
"""Seconds: a processor with AVX2 only takes a minute or two to the first games that are learned from."""
_DOG = "bench"
_SIZE = (1280, 800)
_LINES = 19
_STONES = 160
_FEW_STONES = 24
_CLICKS = 20
_BETWEEN_CLICKS = 0.4
_LOOKED_AT = 300
"""The row of pixels that is watched: it crosses the board here, the wall of games there."""
_ANOTHER_SCENE = 0.3
"""Share of its pixels that change when a scene does; what moves within a scene changes fewer."""
REFRESH_MS = 1000.0 / 60.0


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
def smooth(screen: HiddenScreen, folder: Path) -> Results:
    """The rows ``frame_p99_ms``, ``frame_gap_p99_ms``, ``window_mb`` and ``worker_mb``."""
    _, kennel, dog = _data_with(folder, Settings(last_scene=SceneName.TRAIN, window_size=_SIZE))
    try:
        with _with_a_stopwatch(screen, folder) as program:
            program.click(screen, "train.toggle")
            caveat = wait_for_learning(program, kennel, dog)
            watched = _watch(program, screen, folder)
            memory = sorted(memory_mb(pid) for pid in watched.workers)
            held = memory_mb(program.pid)
    finally:
        kennel.close()
    with empty_window(screen, folder) as window:
        window.wait_until(screen.shows_something, "an empty window")
        bare = memory_mb(window.pid)
    sizes = " and ".join(f"{size:.0f}" for size in memory) + " MB"
    results: Results = {
        "frame_p99_ms": percentile(watched.work, REFRESH_MS, caveat + watched.note),
        "window_mb": Measured.of([held], bare),
        "worker_mb": Measured.of(memory[-1:], cost_of(FIRST_WORD).megabytes, sizes),
    }
    if watched.gaps:
        results["frame_gap_p99_ms"] = percentile(watched.gaps, REFRESH_MS, _late(watched.gaps))
    return results


def wait_for_learning(program: Running, kennel: Kennel, dog: Dog) -> str:
    """Wait until both self-play and the learner are at work; what to say of the figures if the learner never was."""
    try:
        program.wait_until(
            lambda: bool(kennel.growth.news(dog.id, (NewsKind.LEARNING,))), "the dog learns", 0.5, _LEARNING_PATIENCE
        )
    except ProgramError as error:
        if "in vain" not in str(error):
            raise
        return "before learning had begun, "
    return ""


@dataclass(frozen=True)
class Watched:
    """A window that was looked at while others were at work; milliseconds."""

    work: list[float]
    """From a frame's events to its picture on the screen."""
    gaps: list[float]
    """From one frame to the next."""
    workers: tuple[int, ...]
    """The processes below the window's that compute with nets."""
    note: str
    """How many frames, and on how many cores those processes worked."""


def _watch(program: Running, screen: HiddenScreen, folder: Path, keys: Sequence[str] = ()) -> Watched:
    """Move the mouse over the window for a while, and press these keys over and over.

    Raises:
        ProgramError: The window drew nothing, or nobody worked.
    """
    begun = time.time()
    workers = tuple(pid for pid in descendants(program.pid) if has_loaded(pid, "libdnnl"))
    hand = screen.move_about(_WATCHED_SECONDS, *_SIZE, keys)
    cores = cores_used(workers, _WATCHED_SECONDS)
    hand.kill()
    work, gaps = _frames_since(folder / FRAMES, begun)
    if not work or not workers:
        raise ProgramError("the window drew nothing, or nobody worked, while it was watched")
    note = f"{len(work)} frames, {len(workers)} processes at work on {cores:.2f} cores"
    return Watched(work, gaps, workers, note)


def _frames_since(path: Path, begun: float) -> tuple[list[float], list[float]]:
    """The frames' work and the gaps between them, as the probe noted them in the lines wholly after ``begun``."""
    work: list[float] = []
    gaps: list[float] = []
    since = 0.0
    for line in path.read_text(encoding="utf-8").splitlines():
        stretch = json.loads(line)
        if since >= begun:
            work += [1000.0 * seconds for seconds in stretch["work"]]
            gaps += [1000.0 * seconds for seconds in stretch["gaps"]]
        since = stretch["until"]
    return work, gaps


def percentile(values: list[float], limit: float, note: str, part: float = 0.99) -> Measured:
    """The 99th percentile of all (or another), and as its spread those of the four quarters of the time."""
    quarter = max(1, len(values) // 4)
    parts = [float(np.quantile(values[start : start + quarter], part)) for start in range(0, 4 * quarter, quarter)]
    return Measured(float(np.quantile(values, part)), min(parts), max(parts), limit, note)


@on_hidden_screen
def board(screen: HiddenScreen, folder: Path) -> Results:
    """The rows ``board_p99_ms`` and ``click_ms``."""
    people = PlayerSpec(PlayerKind.HUMAN)
    rules = game_named("go").agree({"size": _LINES})[0]
    wishes = Settings(
        window_size=_SIZE,
        last_match=MatchSetup(people, people, rules),
        mind_on=True,
        mind_mode=MindMode.SEARCH,
        mind_territory=True,
        mind_judge=_DOG,
        mind_visits=0,
        move_numbers=True,
        tour_seen=True,
    )
    with _a_game_while_a_dog_learns(screen, folder, wishes, rules, _STONES) as (program, caveat):
        train, play = (place for name in ("train", "play") if (place := program.place_of(f"nav.{name}")) is not None)
        watched = _watch(program, screen, folder)
        return {"board_p99_ms": percentile(watched.work, REFRESH_MS, caveat + watched.note)} | _click(
            screen, (train, play)
        )


@on_hidden_screen
def film(screen: HiddenScreen, folder: Path) -> Results:
    """The rows ``film_p99_ms`` and ``film_gap_p99_ms``."""
    people = PlayerSpec(PlayerKind.HUMAN)
    rules = game_named("go").agree({"size": 9})[0]
    wishes = Settings(
        window_size=_SIZE, last_match=MatchSetup(people, people, rules), mind_judge=usual_dog(), tour_seen=True
    )
    with _a_game_while_a_dog_learns(screen, folder, wishes, rules, _FEW_STONES) as (program, caveat):
        before = screen.picture()
        screen.xdotool("key", "f")
        # The map ends where training begins, so the page is known by its picture: another one, that stands still.
        shown = [before]

        def stands_still() -> bool:
            shown[:] = [*shown[-1:], screen.picture()]
            return not np.array_equal(shown[-1], before) and np.array_equal(shown[0], shown[1])

        program.wait_until(stands_still, "the film's page", _SETTLE_SECONDS)
        watched = _watch(program, screen, folder, ("Left", "Left", "Left", "Right", "Right"))
    results: Results = {"film_p99_ms": percentile(watched.work, REFRESH_MS, caveat + watched.note)}
    if watched.gaps:
        results["film_gap_p99_ms"] = percentile(watched.gaps, REFRESH_MS, _late(watched.gaps))
    return results


@contextmanager
def _a_game_while_a_dog_learns(
    screen: HiddenScreen, folder: Path, wishes: Settings, rules: Rules, stones: int
) -> Iterator[tuple[Running, str]]:
    """A window with a game between people before it and a dog learning behind it; what to say of the figures."""
    paths, kennel, dog = _data_with(folder, wishes)
    games = GameStore(paths.games)
    games.save(games.new_file(), a_game(rules, stones, np.random.default_rng(0)))
    try:
        with _with_a_stopwatch(screen, folder) as program:
            program.click(screen, "play.resume")
            program.wait_until(lambda: program.num_stones() > stones // 2, "the game that was going on")
            program.click(screen, "nav.train")
            program.click(screen, "train.toggle")
            caveat = wait_for_learning(program, kennel, dog)
            program.click(screen, "nav.play")
            time.sleep(_SETTLE_SECONDS)
            yield program, caveat
    finally:
        kennel.close()


def _late(gaps: Sequence[float]) -> str:
    """How many frames missed a refresh of the screen."""
    return f"{sum(gap > 1.5 * REFRESH_MS for gap in gaps) / len(gaps):.1%} came a frame late"


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

"""The window: how soon it is there, how soon the shipped dog plays, and what an idle one costs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import SceneName, Settings, SettingsFile
from clevergo.app.match.messages import MatchSetup
from clevergo.bench.program import ProgramError, Running
from clevergo.bench.results import Measured, Results, all_unmeasured
from clevergo.bench.screen import HiddenScreen, ScreenError, missing_programs
from clevergo.bench.watch import FIRST_WORD, can_watch, cores_used, cost_of
from clevergo.players.spec import SHIPPED_DOG, PlayerKind, PlayerSpec

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
    if not Paths.find().shipped_weights.is_file():
        raise ProgramError(f"the shipped dog is not there ({Paths.find().shipped_weights.name})")
    match = MatchSetup(PlayerSpec(PlayerKind.ALPHAGO, SHIPPED_DOG, 400), PlayerSpec(PlayerKind.HUMAN))
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

"""The largest board with all its overlays while every core trains: frame times, and how soon clicks are answered."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import MindMode, Settings, SettingsFile
from clevergo.app.desk.storage import GameStore
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.messages import MatchSetup
from clevergo.bench.program import ProgramError, Running
from clevergo.bench.results import Results
from clevergo.bench.rows.smooth import REFRESH_MS, percentile, wait_for_learning, watch_frames
from clevergo.bench.rows.window import on_hidden_screen
from clevergo.bench.screen import HiddenScreen
from clevergo.games.game import Rules
from clevergo.games.guests import game_named
from clevergo.games.record import GameRecord
from clevergo.players.spec import PlayerKind, PlayerSpec

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


def measure(rows: Sequence[str]) -> Results:
    """The rows ``board_p99_ms`` and ``click_ms``."""
    return on_hidden_screen(rows, _measure)


def _measure(screen: HiddenScreen, folder: Path) -> Results:
    paths = Paths(folder / "data")
    paths.prepare()
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
    SettingsFile(paths.settings).save(wishes)
    games = GameStore(paths.games)
    games.save(games.new_file(), a_game(rules, _STONES, np.random.default_rng(0)))
    kennel = Kennel(paths)
    dog = kennel.adopt(_DOG)
    try:
        with Running(screen, ["-m", "clevergo.bench.probe", str(folder / "data"), str(folder)], folder) as program:
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

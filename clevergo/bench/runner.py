"""Running the benchmarks: which ones, in which order, each compute-heavy one in a process of its own."""

from __future__ import annotations

import importlib
import signal
import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from clevergo.bench.results import Results, all_unmeasured
from clevergo.games.guests import USUAL_GAME
from clevergo.workers.inbox import Inbox
from clevergo.workers.process import Worker

_PATIENCE = 300.0
"""Seconds for one group, compiling included, before it is given up."""
_TURN = 0.25
_NEARLY_ALL = 0.99
_FAREWELL = 10.0

OnTime = Callable[[float, str], None]
"""Told now and then: the part of the work that is done, 0 to 1, and what is being done."""


@dataclass(frozen=True)
class Group:
    """Rows that are measured together."""

    rows: tuple[str, ...]
    module: str
    """Imported only where the group runs; some load much."""
    function: str
    """In it: ``(rows asked for) -> Results``."""
    seconds: float
    """How long it usually takes."""
    what: str
    game: str = USUAL_GAME
    """What is played while it is measured."""

    def measure(self, rows: Sequence[str]) -> Results:
        """Run it here and now."""
        module = importlib.import_module(self.module)
        results: Results = getattr(module, self.function)(rows)
        return {row: result for row, result in results.items() if row in rows}


_FIVE = "five"
_RULES, _OF_FIVE, _ENVIRONMENTS, _NET, _FILM, _WINDOW = (
    f"clevergo.bench.rows.{name}" for name in ("rules", "five", "environments", "net", "film", "window")
)
_SHARES = "a net, and self-play with it"
_TRAINING = ("frame_p99_ms", "frame_gap_p99_ms", "window_mb", "worker_mb")
GROUPS = (
    Group(("playouts", "plies", "plies_residual", "uct"), _RULES, "measure", 10, "rules, playouts, pure MCTS"),
    Group(("env_steps", "env_plies", "env_share"), _ENVIRONMENTS, "measure", 9, "environments"),
    Group(("playouts_five", "uct_five", "positions_five"), _OF_FIVE, "measure", 8, "playouts, search", _FIVE),
    Group(("share_five", "net_five", "selfplay_five"), _NET, "measure_five", 20, _SHARES, _FIVE),
    Group(("share_classic", "net_classic", "selfplay_classic"), _NET, "measure_classic", 13, _SHARES),
    Group(("share_6x64", "net_6x64", "selfplay_6x64"), _NET, "measure_6x64", 13, _SHARES),
    Group(("net_5x64",), _NET, "measure_alone", 6, "a net of 5x64"),
    Group(("selfplay_2p",), _NET, "measure_two", 13, "self-play in two processes"),
    Group(("learner_ratio", "learner_samples", "dygraph_samples"), _NET, "measure_learner", 16, "training steps"),
    Group(("move_ms",), _NET, "measure_move", 8, "the shipped dog's moves"),
    Group(("film_ms",), _FILM, "measure", 4, "the shipped dog's ages"),
    Group(("first_frame_s",), _WINDOW, "first_frame", 6, "starts of the window"),
    Group(("ready_s",), _WINDOW, "ready", 12, "starts of a game"),
    Group(("idle_cpu_percent",), _WINDOW, "idle", 11, "an idle window"),
    Group(_TRAINING, _WINDOW, "smooth", 45, "the window while a dog trains"),
    Group(("board_p99_ms", "click_ms"), _WINDOW, "board", 70, "the largest board while a dog trains"),
    Group(("film_p99_ms", "film_gap_p99_ms"), _WINDOW, "film", 60, "the film of ages while a dog trains"),
)


def groups_for(names: Collection[str], game: str = USUAL_GAME) -> list[tuple[Group, list[str]]]:
    """The groups that measure ``names`` (all rows of a game if there are none), with those of their rows that count."""
    chosen = [(it, [row for row in it.rows if row in names or (not names and it.game == game)]) for it in GROUPS]
    return [(group, rows) for group, rows in chosen if rows]


def run(plan: Sequence[tuple[Group, list[str]]], on_time: OnTime) -> Results:
    """Measure the rows of each group, one group after the other."""
    total = sum(group.seconds for group, _ in plan)
    before = 0.0
    results: Results = {}
    for group, rows in plan:
        begun = time.monotonic()

        def tell(group: Group = group, begun: float = begun, before: float = before) -> None:
            seconds = min(time.monotonic() - begun, group.seconds)
            on_time(min((before + seconds) / total, _NEARLY_ALL), group.what)

        results |= _run_apart(group, rows, tell)
        before += group.seconds
    on_time(1.0, "done")
    return results


def _run_apart(group: Group, rows: Sequence[str], tell: Callable[[], None]) -> Results:
    """Run a group in a fresh process, so that none disturbs the next and a crash costs only its own rows."""
    worker = Worker("bench", _serve, group, list(rows), has_children=True)
    try:
        return _wait_for(worker, rows, tell)
    finally:
        worker.end(_FAREWELL, _FAREWELL)


def _wait_for(worker: Worker, rows: Sequence[str], tell: Callable[[], None]) -> Results:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        tell()
        for results in worker.poll(_TURN):
            return all_unmeasured(rows, "the benchmark gave no value") | results
        if worker.is_gone:
            return all_unmeasured(rows, "the process that measures it crashed")
    return all_unmeasured(rows, f"not finished after {_PATIENCE:.0f} s")


def _serve(inbox: Inbox, group: Group, rows: list[str]) -> None:
    """Process: measure and answer. Asked to end early, it first ends what it has started."""
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))
    try:
        results = group.measure(rows)
    except Exception as error:  # noqa: BLE001 - a row that cannot be measured must not cost the others
        results = all_unmeasured(rows, f"{type(error).__name__}: {error}")
    inbox.send(results)

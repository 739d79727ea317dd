"""``python -m clevergo bench [ROW ...] [--game G] [--json] [--as PROCESSOR]``: rows, what is asked of them, answers."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from clevergo.app.engine import readiness
from clevergo.app.errors import AppError
from clevergo.bench.machine import Machine, StandIn
from clevergo.bench.results import Measured, Result, Results, Unmeasured
from clevergo.bench.runner import Group, groups_for, run
from clevergo.compiled import is_prepared
from clevergo.games.guests import USUAL_GAME, GameTitle
from clevergo.terminal import ProgressLine, duration, padded
from clevergo.training.run.processes import SELF_PLAY

_HEAD = ("row", "value", "unit", "spread", "limit", "at least", "first-rate")


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    name: str
    what: str
    """What is measured, in a few words."""
    unit: str
    at_least: float | None = None
    """What a 2-core machine with bfloat16 should reach; None for rows that only explain others."""
    first_rate: float | None = None
    """What would be first rate there."""
    limit: str = ""
    """What the row's limit is, where one is measured or known."""
    less_is_better: bool = False

    def reaches(self, value: float, aim: float | None) -> bool:
        """Whether ``value`` is as good as ``aim``; nothing asked for is always reached."""
        if aim is None:
            return True
        return value <= aim if self.less_is_better else value >= aim


_NET = "the net alone, same batch"
_WINDOW = "an empty pygame window"
_CODE = "loads that wait for each other, branches guessed wrong"
_PLIES = "the same with the classic net's planes"
_DISPATCH = "calls from Python into compiled code"
_KERNELS = "the rules alone, with a net's planes"
_ARITHMETIC = "the processor's arithmetic"

ROWS = (
    Row("playouts", "random 9x9 playouts, one core", "1/s", 70_000, 100_000, _CODE),
    Row("plies", "full-rule 9x9 plies with the classic net's planes, one core", "1/s", 1_000_000, 1_500_000, _CODE),
    Row("plies_residual", "the same with the residual net's planes", "1/s", limit=_PLIES),
    Row("uct", "simulations of pure MCTS, empty 9x9 board, one thread", "1/s", 60_000, 90_000, "playouts alone"),
    Row("env_steps", "random loop over the environment of one 9x9 board, one core", "1/s", 18_500, 55_500, _DISPATCH),
    Row("env_plies", "plies of 1024 boards in the vectorized environment, one core", "1/s", limit=_KERNELS),
    Row("env_share", "that as a share of the plies of the rules alone", "share", 0.5, 0.7, _KERNELS),
    Row("playouts_five", "random playouts of five in a row, 15x15, one core", "1/s", limit=_CODE),
    Row("uct_five", "simulations of its pure MCTS, empty board, one thread", "1/s", 60_000, 120_000, "playouts alone"),
    Row("positions_five", "positions its alpha-beta looks at, one thread", "1/s", limit=_CODE),
    Row("share_classic", "self-play's share of the classic net's throughput", "share", 0.78, 0.90, _NET),
    Row("share_6x64", "the same for the 6x64 net", "share", 0.90, 0.95, _NET),
    Row("net_classic", "classic net alone, one thread", "positions/s", limit=_ARITHMETIC),
    Row("net_6x64", "6x64 net alone, one thread", "positions/s", limit=_ARITHMETIC),
    Row("net_5x64", "5x64 net alone, one thread, self-play's batches", "positions/s", 2_800, 12_000, _ARITHMETIC),
    Row("selfplay_classic", "self-play, classic net, one process", "simulations/s", limit=_NET),
    Row("selfplay_6x64", "self-play, 6x64 net, one process", "simulations/s", limit=_NET),
    Row("share_five", "self-play's share of five's usual net, 15x15", "share", 0.90, 0.95, _NET),
    Row("net_five", "that net alone, one thread", "positions/s", limit=_ARITHMETIC),
    Row("selfplay_five", "self-play of it, one process", "simulations/s", limit=_NET),
    Row("selfplay_2p", "self-play, classic net, two processes", "simulations/s", 50_000, 75_000, _NET),
    Row("learner_ratio", "training 6x64 against plain dygraph, one thread", "x", 8, 12, "fastest known learner"),
    Row("learner_samples", "training 6x64, batch 128, one thread", "samples/s", limit=_ARITHMETIC),
    Row("dygraph_samples", "the same in plain dygraph", "samples/s", limit="Paddle's kernels in float32"),
    Row("move_ms", "one move of alphago:alpha_go:400", "ms", 80, 40, "its evaluations, full batches", True),
    Row("film_ms", "one position as 16 ages of the shipped dog see it", "ms", 500, 250, "its evaluations alone", True),
    Row("first_frame_s", "command to first frame", "s", 0.7, 0.5, _WINDOW, True),
    Row("ready_s", "command to the shipped dog's first stone, warm", "s", 3, 2, "the net's first word", True),
    Row("idle_cpu_percent", "idle window, of one core", "%", 3, 1, "nothing at all", True),
    Row("frame_p99_ms", "frame time while all cores train, 99th percentile", "ms", 16, 10, "60 frames a second", True),
    Row("frame_gap_p99_ms", "the same from one frame to the next", "ms", 20, 17, "60 frames a second", True),
    Row("board_p99_ms", "the same: 19x19, all overlays, a dog thinks too", "ms", 20, 12, "60 frames a second", True),
    Row("click_ms", "the same: click to another scene's picture, 95th percentile", "ms", 50, 30, "a frame", True),
    Row("film_p99_ms", "the same: the film of ages, three ages a second", "ms", 16, 10, "60 frames a second", True),
    Row("film_gap_p99_ms", "the same from one frame to the next", "ms", 20, 17, "60 frames a second", True),
    Row("window_mb", "window process, resident memory while training", "MB", 350, 250, _WINDOW, True),
    Row("worker_mb", "training process, resident memory, the largest", "MB", 500, 300, "the net's first word", True),
)


def run_bench(
    rows: Sequence[str], as_line_of_json: bool, stand_in: StandIn | None = None, game: str = USUAL_GAME
) -> int:
    """Measure, show the progress on standard error and the table on standard output; returns the exit code.

    No names of rows mean all of the ``game``. The last line is the whole as JSON where that is wanted.

    Raises:
        AppError: a name is none of a row, or nothing is measured in that game.
    """
    known = [row.name for row in ROWS]
    unknown = [name for name in rows if name not in known]
    if unknown:
        raise AppError("unknown_row", name=", ".join(unknown), known=", ".join(known))
    asked = groups_for(rows, game)
    if not asked:
        raise AppError("no_rows", game=GameTitle(game))
    if stand_in is not None:
        stand_in.play()
    begun = time.monotonic()
    line = ProgressLine(sys.stderr, quiet_seconds=5.0)
    machine = Machine.here(stand_in)
    try:
        results = run(
            [(WARMING, []), *asked],
            lambda part, what: line.show(part, f"{duration(time.monotonic() - begun)}, {part:.0%}: {what}"),
        )
    finally:
        line.end()
    print("\n".join(table(machine, results)))
    print(f"\nMeasured in {duration(time.monotonic() - begun)}. What bounds each row: docs/performance.md.")
    if as_line_of_json:
        print(as_json(machine, results))
    return 0


def measure(_rows: Sequence[str]) -> Results:
    """Fill the cache for this version and this processor; measures nothing."""
    if not (is_prepared(readiness.GAMES) and is_prepared(SELF_PLAY)):
        readiness.prepare_everything()
    return {}


WARMING = Group((), __name__, "measure", 2, "compiling what is not compiled yet")
"""Goes before all others; usually there is nothing to do."""


# --- the table for people and the line for programs ---------------------------------------------------


def table(machine: Machine, results: Mapping[str, Result]) -> list[str]:
    """Lines: the machine, the rows that were measured, what each of them is, and why the others were not."""
    known = [(row, results[row.name]) for row in ROWS if row.name in results]
    measured = [(row, result) for row, result in known if isinstance(result, Measured)]
    lines = [*machine.lines(), ""]
    if measured:
        lines += [*padded([_HEAD, *[_cells(row, result) for row, result in measured]]), ""]
        lines += [*padded([_words(row, result) for row, result in measured]), ""]
    missing = [(row, result) for row, result in known if isinstance(result, Unmeasured)]
    return lines + [f"{row.name}: not measured: {result.reason}" for row, result in missing]


def as_json(machine: Machine, results: Mapping[str, Result]) -> str:
    """One line: ``{"rows": {"NAME": {"value": x, "unit": u, ...}}, "machine": {...}}``."""
    rows = {row.name: _facts(row, results[row.name]) for row in ROWS if row.name in results}
    about = asdict(machine)
    about |= {"cores_used_by_others": about.pop("others"), "as": about.pop("stand_in")}
    return json.dumps({"rows": rows, "machine": about})


def number(value: float | None) -> str:
    """``1,234,567``, ``12.3``, ``0.813``: as many digits as mean something; a dash for nothing."""
    if value is None:
        return "-"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.3g}"


def _cells(row: Row, result: Measured) -> tuple[str, ...]:
    """A row's numbers; one that does not reach what is asked of it is marked."""
    return (
        row.name,
        number(result.value) + ("" if row.reaches(result.value, row.at_least) else " !"),
        row.unit,
        f"{number(result.low)} to {number(result.high)}",
        *map(number, (result.limit, row.at_least, row.first_rate)),
    )


def _words(row: Row, result: Measured) -> tuple[str, str]:
    """What a row is, what its limit is, and what else one must know."""
    limit = f"limit: {row.limit}" if row.limit else ""
    return row.name, "; ".join(part for part in (row.what, limit, result.note) if part)


def _facts(row: Row, result: Result) -> dict[str, Any]:
    facts: dict[str, Any] = {"value": None, "unit": row.unit}
    if isinstance(result, Unmeasured):
        return facts | {"reason": result.reason}
    facts |= {"value": result.value, "low": result.low, "high": result.high}
    if result.limit is not None:
        facts |= {"limit": result.limit, "limit_is": row.limit}
    if row.at_least is not None:
        facts |= {"at_least": row.at_least, "first_rate": row.first_rate}
    return facts | ({"note": result.note} if result.note else {})

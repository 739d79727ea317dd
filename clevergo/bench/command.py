"""``python -m clevergo bench [ROW ...] [--json] [--as PROCESSOR]``."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from clevergo.app.desk.paths import AppError, Paths
from clevergo.app.engine import readiness
from clevergo.bench.machine import Machine, StandIn, play
from clevergo.bench.report import ROWS, as_json, table
from clevergo.bench.results import Results
from clevergo.bench.runner import Group, groups_for, run
from clevergo.compiled import is_prepared
from clevergo.terminal import ProgressLine, duration
from clevergo.training.run.processes import SELF_PLAY


class UnknownRowError(AppError):
    """There is no row of that name."""

    def __init__(self, names: Sequence[str]) -> None:
        known = ", ".join(row.name for row in ROWS)
        super().__init__("unknown_row", name=", ".join(names), known=known)


def run_bench(rows: Sequence[str], _paths: Paths, as_line_of_json: bool, stand_in: StandIn | None = None) -> int:
    """Measure, show the progress on standard error and the table on standard output; returns the exit code.

    No names of rows mean all. The last line is the whole as JSON where that is wanted.

    Raises:
        UnknownRowError: a name is none of a row.
    """
    unknown = [name for name in rows if name not in {row.name for row in ROWS}]
    if unknown:
        raise UnknownRowError(unknown)
    if stand_in is not None:
        play(stand_in)
    begun = time.monotonic()
    line = ProgressLine(sys.stderr, quiet_seconds=5.0)
    machine = Machine.here(stand_in)
    try:
        results = run(
            [(WARMING, []), *groups_for(rows)],
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

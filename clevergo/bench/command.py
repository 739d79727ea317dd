"""``python -m clevergo bench [ROW ...] [--json] [--as PROCESSOR]``."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from clevergo.app.desk.paths import AppError, Paths
from clevergo.bench.catalog import ROWS
from clevergo.bench.machine import Machine
from clevergo.bench.report import as_json, table
from clevergo.bench.runner import groups_for, run
from clevergo.bench.stand_in import StandIn, play
from clevergo.bench.warm import WARMING
from clevergo.terminal import ProgressLine, duration


class UnknownRowError(AppError):
    """There is no row of that name."""

    def __init__(self, names: Sequence[str]) -> None:
        known = ", ".join(row.name for row in ROWS)
        super().__init__("unknown_row", name=", ".join(names), known=known)


def run_bench(rows: Sequence[str], _paths: Paths, as_line_of_json: bool, stand_in: StandIn | None = None) -> int:
    """Measure, show the progress on standard error and the table on standard output; returns the exit code.

    Args:
        rows: names of rows; none means all.
        as_line_of_json: whether the last line is the whole as JSON.
        stand_in: the lesser processor that this one is to play.

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

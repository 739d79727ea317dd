"""The table for people and the line for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from clevergo.bench.catalog import ROWS, Row
from clevergo.bench.machine import Machine
from clevergo.bench.results import Measured, Result, Unmeasured
from clevergo.terminal import padded

_HEAD = ("row", "value", "unit", "spread", "limit", "at least", "first-rate")


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
    about = {
        "cpu": machine.cpu,
        "cores": machine.cores,
        "system": machine.system,
        "versions": machine.versions,
        "cores_used_by_others": machine.others,
        "nets": machine.nets,
        "rules": machine.rules,
        "as": machine.stand_in,
    }
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

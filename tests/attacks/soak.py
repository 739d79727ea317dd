"""Lets CleverGo run for hours, everything going on in it at once, and watches what grows.

``python -m tests.attacks.soak --hours 2`` starts :mod:`tests.attacks.victim` and notes every ten seconds, for each of
its processes, the memory, open files and threads, and for the data folder its bytes, files, temporary files and the
log. At the end it draws the curves (``soak.svg``) and fits a line to each from half time on, when all has been loaded
and has its size: so much does it grow in an hour. It ends with 1 where memory, open files or threads of a process
grow by more than ``LIMITS``, or where something was logged as an error. Needs Linux.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tests.attacks.processes import Attacked
from tests.window.program import skip_the_tour

SECONDS_BETWEEN = 10.0
SETTLED = 0.5
"""Share of the time after which growth counts."""
LIMITS = {"MB": 30.0, "files": 20.0, "threads": 5.0}
"""By which a process may grow in an hour."""
_FEWEST = 5
"""Looks at a process that a slope needs."""
_SHORT_LIVED = ("starting", "resource_tracker")

Sample = dict[str, float]
"""By what was looked at, such as ``learner MB``."""


def look(program: Attacked, data: Path) -> Sample:
    """What there is now."""
    sample: Sample = {}
    seen: Counter[str] = Counter()
    for member in sorted(program.members(), key=lambda member: member.pid):
        if member.role in _SHORT_LIVED or "." in member.role:  # modules that answer one question
            continue
        seen[member.role] += 1  # a mind is an engine too
        role = member.role if seen[member.role] == 1 else f"{member.role}-{seen[member.role]}"
        place = Path("/proc", str(member.pid))
        with contextlib.suppress(OSError, ValueError):
            pages = int((place / "statm").read_text(encoding="ascii").split()[1])
            sample[f"{role} MB"] = pages * os.sysconf("SC_PAGE_SIZE") / 2**20
            sample[f"{role} files"] = len(list((place / "fd").iterdir()))
            sample[f"{role} threads"] = len(list((place / "task").iterdir()))
    files = [path for path in data.rglob("*") if path.is_file()]
    sizes = []
    for path in files:
        with contextlib.suppress(OSError):
            sizes.append(path.stat().st_size)
    sample["data MB"] = sum(sizes) / 2**20
    sample["data files"] = len(files)
    sample["data temporary"] = sum(path.name.endswith(".tmp") for path in files)
    return sample


def slopes(times: Sequence[float], samples: Sequence[Sample]) -> dict[str, float]:
    """By how much each thing grew in an hour, from half time on; what was seen too seldom has none."""
    half = times[0] + SETTLED * (times[-1] - times[0])
    found = {}
    for name in sorted({name for sample in samples for name in sample}):
        points = [(time, sample[name]) for time, sample in zip(times, samples, strict=True) if name in sample]
        late = np.array([point for point in points if point[0] >= half])
        if len(late) >= _FEWEST:
            found[name] = float(np.polyfit(late[:, 0] / 3600.0, late[:, 1], 1)[0])
    return found


def too_steep(found: dict[str, float]) -> list[str]:
    """The slopes of processes that are beyond the limits."""
    steep = []
    for name, slope in found.items():
        role, _, what = name.rpartition(" ")
        if role != "data" and slope > LIMITS[what]:
            steep.append(f"{name} grows by {slope:.1f} an hour, at most {LIMITS[what]:g} is allowed")
    return steep


# --- drawing -----------------------------------------------------------------------------------------------

_WIDTH, _HEIGHT, _MARGIN, _ROW = 900, 260, 60, 18
_COLORS = ("#1b6ca8", "#c0392b", "#1e8449", "#8e44ad", "#b9770e", "#2c3e50", "#148f77", "#a04000", "#7b7d7d")


def draw(times: Sequence[float], samples: Sequence[Sample], found: dict[str, float]) -> str:
    """The curves as an SVG picture, one chart for each unit, with each slope beside its name."""
    units = sorted({name.rpartition(" ")[2] for sample in samples for name in sample})
    charts, top = [], 0
    for unit in units:
        names = sorted({name for sample in samples for name in sample if name.rpartition(" ")[2] == unit})
        charts.append(_chart(times, samples, names, unit, top, found))
        top += _HEIGHT + _ROW * len(names)
    inside = "\n".join(charts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{top}" font-family="sans-serif" '
        f'font-size="13">\n<rect width="100%" height="100%" fill="white"/>\n{inside}\n</svg>\n'
    )


def _chart(
    times: Sequence[float], samples: Sequence[Sample], names: list[str], unit: str, top: int, found: dict[str, float]
) -> str:
    first, last = times[0], max(times[-1], times[0] + 1.0)
    most = max([1.0, *(sample[name] for sample in samples for name in names if name in sample)])
    wide, high = _WIDTH - 2 * _MARGIN, _HEIGHT - 2 * _ROW - 20
    foot = top + _ROW + 10 + high
    lines = [
        f'<text x="{_MARGIN}" y="{top + _ROW}">{unit}</text>',
        f'<text x="{_MARGIN - 8}" y="{top + _ROW + 20}" text-anchor="end">{most:.0f}</text>',
        f'<text x="{_MARGIN - 8}" y="{foot}" text-anchor="end">0</text>',
        f'<text x="{_WIDTH - _MARGIN}" y="{foot + _ROW}" text-anchor="end">{(last - first) / 3600:.2f} h</text>',
        f'<path d="M{_MARGIN},{foot} h{wide} M{_MARGIN},{foot} v-{high}" stroke="#999"/>',
    ]
    for number, name in enumerate(names):
        color = _COLORS[number % len(_COLORS)]
        points = " ".join(
            f"{_MARGIN + wide * (moment - first) / (last - first):.1f},{foot - high * sample[name] / most:.1f}"
            for moment, sample in zip(times, samples, strict=True)
            if name in sample
        )
        slope = f"{found[name]:+.2f} an hour" if name in found else "seen too seldom"
        lines.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"/>')
        below = foot + _ROW * (number + 2)
        lines.append(f'<text x="{_MARGIN}" y="{below}" fill="{color}">{name}: {slope}</text>')
    return "\n".join(lines)


# --- the command -------------------------------------------------------------------------------------------


def soak(folder: Path, hours: float, between: float = SECONDS_BETWEEN) -> tuple[list[float], list[Sample], str]:
    """Run the program for so long; when it was looked at, what was seen, and all it said."""
    data, log = folder / "data", folder / "program.log"
    if not data.exists():
        skip_the_tour(data)
    program = Attacked([sys.executable, "-m", "tests.attacks.victim", str(data)], log)
    times: list[float] = []
    samples: list[Sample] = []
    try:
        while (passed := time.monotonic() - program.started) < hours * 3600.0 and program.is_alive:
            times.append(passed)
            samples.append(look(program, data) | {"log MB": log.stat().st_size / 2**20})
            time.sleep(between)
    finally:
        program.end()
    said = log.read_text(encoding="utf-8", errors="replace")
    return times, samples, said if times and times[-1] >= hours * 3600.0 - 2 * between else said + "\nERROR it ended"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="watch what grows in a CleverGo that runs for hours")
    parser.add_argument("--hours", type=float, default=2.0, help="how long (2)")
    parser.add_argument("--folder", type=Path, help="where it works and writes soak.csv, soak.json and soak.svg")
    options = parser.parse_args()
    folder = options.folder or Path(tempfile.mkdtemp(prefix="clevergo-soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    times, samples, said = soak(folder, options.hours)
    found = slopes(times, samples)
    names = sorted({name for sample in samples for name in sample})
    with (folder / "soak.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["seconds", *names])
        for moment, sample in zip(times, samples, strict=True):
            writer.writerow([round(moment), *(sample.get(name, "") for name in names)])
    (folder / "soak.svg").write_text(draw(times, samples, found), encoding="utf-8")
    complaints = too_steep(found) + [line for line in said.splitlines() if line.startswith(("ERROR", "Traceback"))]
    last = {name: round(value, 1) for name, value in samples[-1].items()}
    report = {"hours": round(times[-1] / 3600.0, 2), "last": last, "an_hour": found, "complaints": complaints}
    (folder / "soak.json").write_text(json.dumps(report, indent=2), encoding="utf-8")
    print(json.dumps(report, indent=2))
    print(f"drawn in {folder / 'soak.svg'}")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())

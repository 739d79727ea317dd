"""What running processes use, read from ``/proc`` (Linux)."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from clevergo.app.desk.paths import Paths
from clevergo.workers.program import run_program

_PROC = Path("/proc")
_MB = 1e6


def can_watch() -> bool:
    """Whether this system tells."""
    return (_PROC / "self" / "stat").is_file()


def memory_mb(pid: int) -> float:
    """Resident memory of a process; 0 where it is gone."""
    try:
        status = (_PROC / str(pid) / "status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return 0.0
    kilobytes = next((line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")), "0")
    return int(kilobytes) * 1024 / _MB


def cpu_seconds(pid: int) -> float:
    """Processor time a process has used; 0 where it is gone."""
    values = _stat(pid)
    return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK") if values else 0.0


def cores_used(pids: Iterable[int], seconds: float) -> float:
    """How many cores some processes use together over the next ``seconds``."""
    watched = list(pids)
    begun, before = time.perf_counter(), sum(map(cpu_seconds, watched))
    time.sleep(seconds)
    return (sum(map(cpu_seconds, watched)) - before) / (time.perf_counter() - begun)


def others_use(seconds: float) -> float:
    """How many cores all programs but this process use over the next ``seconds``."""
    begun, busy, own = time.perf_counter(), _machine_seconds(), time.process_time()
    time.sleep(seconds)
    used = _machine_seconds() - busy - (time.process_time() - own)
    return max(0.0, used / (time.perf_counter() - begun))


def descendants(pid: int) -> list[int]:
    """The processes below ``pid``, its children's children too."""
    children: dict[int, list[int]] = {}
    for entry in _PROC.iterdir():
        if entry.name.isdigit() and (values := _stat(int(entry.name))):
            children.setdefault(int(values[1]), []).append(int(entry.name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def has_loaded(pid: int, library: str) -> bool:
    """Whether a process has a library of that name in its memory."""
    try:
        return library in (_PROC / str(pid) / "maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _stat(pid: int) -> list[str]:
    """The words of ``/proc/PID/stat`` behind the process's name; none where it is gone."""
    try:
        text = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def _machine_seconds() -> float:
    """Processor time everybody has used since the machine was started."""
    first = (_PROC / "stat").read_text(encoding="utf-8").splitlines()[0].split()
    user, nice, system = map(int, first[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


# --- processes that set limits ----------------------------------------------------------------------------

FIRST_WORD = """
import numpy as np
from clevergo.app.desk.paths import Paths
from clevergo.games.guests import game_named, usual_dog
from clevergo.nn.files import load_weights
from clevergo.nn.inference.predictor import NetEvaluator, Predictor
evaluator = NetEvaluator(Predictor(load_weights(Paths.find().shipped_weights(usual_dog())), 9))
board = game_named("go").agree({"size": 9})[0].first_position().board.copy()
evaluator.evaluate(board, np.empty((1, 82), np.float32), np.empty(1, np.float32))
"""
"""The shipped dog's judgment of the empty board."""
_MEASURED = """
import resource, time
begun = time.perf_counter()
{task}
print(time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


@dataclass(frozen=True)
class ProcessCost:
    """What a process takes that does one thing only."""

    seconds: float
    megabytes: float


def cost_of(task: str) -> ProcessCost:
    """Measure a task, such as :data:`FIRST_WORD`, in a process of its own."""
    done = run_program([sys.executable, "-c", _MEASURED.format(task=task)], 120.0, folder=Paths.find().program)
    if done.returncode:
        raise RuntimeError(f"the process that was measured ended with {done.returncode}")
    seconds, size = done.stdout.split()[-2:]
    return ProcessCost(float(seconds), float(size) / _MB)

"""Self-play in two processes at once, as on two cores."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection

from clevergo.bench.results import Measured, Results, all_unmeasured
from clevergo.bench.timing import rate

_PROCESSES = 2
_ROUNDS = 4
_SECONDS = 1.0
_START_SECONDS = 120.0
_NET, _PLAY = "net", "play"


def measure(rows: Sequence[str]) -> Results:
    """The row ``selfplay_2p``; its limit is the net alone, in two processes as well."""
    cores = os.cpu_count() or 1
    if cores < _PROCESSES:
        return all_unmeasured(rows, f"needs {_PROCESSES} processor cores; here is {cores}")
    context = multiprocessing.get_context("spawn")
    rates: dict[str, list[float]] = {_NET: [], _PLAY: []}
    with ExitStack() as ending:
        pipes: list[Connection] = []
        for number in range(_PROCESSES):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, number), daemon=True)
            process.start()
            theirs.close()
            ending.callback(process.kill)
            pipes.append(ending.enter_context(ours))
        notes = [_answer(pipe) for pipe in pipes]
        for _ in range(_ROUNDS):
            for what in (_NET, _PLAY):
                rates[what].append(_together(pipes, what))
    return {"selfplay_2p": Measured.of(rates[_PLAY], Measured.of(rates[_NET]).value, str(notes[0]))}


def _together(pipes: list[Connection], what: str) -> float:
    """The sum of what all processes do a second (of the wall clock) when they work at the same time."""
    start = time.time() + 0.05
    for pipe in pipes:
        pipe.send((what, start))
    return sum(float(str(_answer(pipe))) for pipe in pipes)


def _answer(pipe: Connection) -> object:
    if not pipe.poll(_START_SECONDS):
        raise TimeoutError(f"a self-play process has not answered for {_START_SECONDS:.0f} s")
    return pipe.recv()


def _serve(pipe: Connection, number: int) -> None:
    """Process: measure whatever is asked for, until the pipe is closed."""
    from clevergo.bench.rows.net import CLASSIC, SelfPlayBench
    from clevergo.workers.child import settle_in

    settle_in(0)
    bench = SelfPlayBench(CLASSIC, seed=number + 1)
    works = {_NET: bench.judge, _PLAY: bench.play}
    for work in works.values():
        work()
    pipe.send(f"{bench.precision}, batch {bench.batch}")
    while True:
        try:
            what, start = pipe.recv()
        except (EOFError, OSError):
            return
        time.sleep(max(0.0, start - time.time()))
        pipe.send(rate(works[what], _SECONDS, time.perf_counter))

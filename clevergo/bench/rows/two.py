"""Self-play in two processes at once, as on two cores."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import ExitStack

from clevergo.bench.results import Measured, Results, all_unmeasured, rate
from clevergo.workers.inbox import Inbox
from clevergo.workers.process import Worker

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
    rates: dict[str, list[float]] = {_NET: [], _PLAY: []}
    with ExitStack() as ending:
        workers: list[Worker] = []
        for number in range(_PROCESSES):
            workers.append(Worker("bench", _serve, number))
            ending.callback(workers[-1].kill)
        notes = [_answer(worker) for worker in workers]
        for _ in range(_ROUNDS):
            for what in (_NET, _PLAY):
                rates[what].append(_together(workers, what))
    return {"selfplay_2p": Measured.of(rates[_PLAY], Measured.of(rates[_NET]).value, str(notes[0]))}


def _together(workers: list[Worker], what: str) -> float:
    """The sum of what all processes do a second (of the wall clock) when they work at the same time."""
    start = time.time() + 0.05
    for worker in workers:
        worker.send((what, start))
    return sum(float(str(_answer(worker))) for worker in workers)


def _answer(worker: Worker) -> object:
    for answer in worker.poll(_START_SECONDS):
        return answer
    raise TimeoutError(f"a self-play process has not answered for {_START_SECONDS:.0f} s")


def _serve(inbox: Inbox, number: int) -> None:
    """Process: measure whatever is asked for, until the pipe is closed."""
    from clevergo.bench.rows.net import CLASSIC, SelfPlayBench

    bench = SelfPlayBench(CLASSIC, seed=number + 1)
    works = {_NET: bench.judge, _PLAY: bench.play}
    for work in works.values():
        work()
    inbox.send(f"{bench.precision}, batch {bench.batch}")
    while not inbox.stopped:
        for what, start in inbox.take(None):
            time.sleep(max(0.0, start - time.time()))
            inbox.send(rate(works[what], _SECONDS, time.perf_counter))

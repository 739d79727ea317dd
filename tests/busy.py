"""A busy machine, made on purpose: processes stand still at random moments, as if there were no time for them."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence

import numpy as np


@contextlib.contextmanager
def hindered(processes: Callable[[], Sequence[int]], longest_pause: float, longest_run: float) -> Iterator[None]:
    """For this time one of the processes after the other stands still for a while.

    Args:
        processes: their numbers at the moment; any that has ended is passed over.
        longest_pause: seconds that one stands still, at most.
        longest_run: seconds until the next does, at most.
    """
    over = threading.Event()
    rng = np.random.default_rng()

    def hinder() -> None:
        while not over.wait(rng.uniform(0.0, longest_run)):
            found = processes()
            if not found:
                continue
            process = found[int(rng.integers(len(found)))]
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
                over.wait(rng.uniform(0.0, longest_pause))
                os.kill(process, signal.SIGCONT)

    thread = threading.Thread(target=hinder, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()

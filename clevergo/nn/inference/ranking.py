"""Which precisions are fastest on this machine: measured once, and remembered in the cache folder.

At the same time our own float32 is compared with Paddle's. Where they differ ours is never used; that too is
remembered, as an empty ranking. The file's name carries all that the answer depends on.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import CACHE_FOLDER
from clevergo.files.leftovers import sweep
from clevergo.files.whole import write_whole
from clevergo.nn.description.config import NetConfig
from clevergo.nn.description.weights import Weights
from clevergo.nn.inference.engines import Engine, Outputs, Precision
from clevergo.nn.onednn.engine import usable_precisions
from clevergo.nn.onednn.library import Library

if TYPE_CHECKING:
    from clevergo.nn.inference.choice import OneDnnFamily

logger = logging.getLogger(__name__)

_REPEATS = 5
_clock = time.perf_counter if sys.platform == "win32" else time.thread_time
"""By the processor's time other programs' turns do not count; Windows counts it too coarsely."""


class Errors(NamedTuple):
    """How far one engine's word is from another's, as means over positions."""

    prior: float
    """The share of the prior that moved to other actions (total variation), 0 to 1."""
    value: float
    """Of the value, which runs from -1 to 1."""

    def within(self, limit: Errors) -> bool:
        """Whether neither is larger; what is not a number is never within."""
        return self.prior <= limit.prior and self.value <= limit.value


_OWN_MAY_ERR = Errors(prior=1e-3, value=1e-3)
"""What our own float32 may differ from Paddle's: the order of additions, no more."""


def errors_between(one: Outputs, other: Outputs) -> Errors:
    """How far apart two engines are on the same positions."""
    prior = np.abs(softmax(one[0]) - softmax(other[0])).sum(axis=1).mean() / 2
    return Errors(float(prior), float(np.abs(one[1] - other[1]).mean()))


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """``float32[B, A]`` to a distribution in each row."""
    prior = np.exp(logits - logits.max(axis=1, keepdims=True))
    prior /= prior.sum(axis=1, keepdims=True)
    return prior


def measured_ranking(own: OneDnnFamily, weights: Weights, reference: Outputs) -> list[Precision]:
    """Our own precisions, the fastest first and none slower than float32; empty if they cannot be trusted.

    Args:
        weights: any of the net's.
        reference: what Paddle's float32 says of ``own``'s samples with them.
    """
    said, steps = own.look(weights)
    errors = errors_between(said, reference)
    logger.debug("our own float32 against Paddle's: %s", errors)
    if not errors.within(_OWN_MAY_ERR):
        logger.warning("our own inference is not used: float32 is off Paddle's by %s", errors)
        return []
    engines = [own.engine(precision) for precision in usable_precisions(own.library)]
    for engine in engines:
        engine.load(weights, steps)
    seconds = _seconds(engines, own.samples)
    logger.info("seconds for %d positions: %s", len(own.samples), {p.value: round(s, 5) for p, s in seconds.items()})
    ranking = sorted(seconds, key=lambda precision: seconds[precision])
    return ranking[: ranking.index(Precision.FP32) + 1]


def _seconds(engines: Sequence[Engine], planes: NDArray[np.float32]) -> dict[Precision, float]:
    """How long each takes when nothing disturbs it; they take turns, so that what disturbs one disturbs all."""
    best = {engine.precision: float("inf") for engine in engines}
    for _ in range(_REPEATS):
        for engine in engines:
            start = _clock()
            engine.run(planes)
            best[engine.precision] = min(best[engine.precision], _clock() - start)
    return best


# --- the memory ------------------------------------------------------------------------------------------


def recall(config: NetConfig, size: int, threads: int, library: Library) -> list[Precision] | None:
    """The ranking found earlier, if any."""
    path = _file(config, size, threads, library)
    if path is None:
        return None
    try:
        return [Precision(value) for value in json.loads(path.read_text("utf-8"))]
    except (OSError, ValueError, TypeError):
        return None  # none yet, or not one of ours: it is measured again


def remember(ranking: Sequence[Precision], config: NetConfig, size: int, threads: int, library: Library) -> None:
    """Keep a ranking for the next time, whole or not at all."""
    path = _file(config, size, threads, library)
    if path is None:
        return
    sweep(path.parent)
    with contextlib.suppress(OSError):
        write_whole(path, json.dumps([precision.value for precision in ranking]).encode(), durable=False)


def _file(config: NetConfig, size: int, threads: int, library: Library) -> Path | None:
    if CACHE_FOLDER is None:
        return None
    digest = hashlib.sha256()
    here = Path(__file__).parents[1]
    for source in [*sorted((here / "onednn").glob("*.py")), here / "paddle" / "network.py", config.net_kind.source]:
        digest.update(source.read_bytes())
    machine = [platform.machine(), platform.processor(), library.isa, library.path.stat().st_mtime_ns]
    digest.update(json.dumps([*machine, config.to_dict(), size, threads]).encode())
    return CACHE_FOLDER / f"ranking-{digest.hexdigest()[:16]}.json"

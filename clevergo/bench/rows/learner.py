"""Training steps: the fastest way that can be trusted here, against plain Paddle."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clevergo.bench.results import Measured, Results, Work, alternate, ratios
from clevergo.bench.rows.net import RESIDUAL_6X64, SIZE
from clevergo.nn.description.config import NetConfig
from clevergo.nn.description.weights import initial_weights
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training.choice import best_train_step
from clevergo.nn.training.optimizer import OptimizerConfig
from clevergo.nn.training.step import Batch, TrainStep

_BATCH = 128
_RATE = 1e-3
_ROUNDS = 6
_SECONDS = 0.8
_FASTEST_KNOWN = {"bfloat16": 11.1, "float32": 3.1}
"""Against dygraph, of the prototypes that ``docs/performance.md`` describes."""


def measure(rows: Sequence[str]) -> Results:
    """The rows ``learner_ratio``, ``learner_samples`` and ``dygraph_samples``."""
    net, batch = RESIDUAL_6X64, random_batch(RESIDUAL_6X64)
    weights = initial_weights(net, np.random.default_rng(1))
    optimizer = OptimizerConfig()
    fast = best_train_step(net, optimizer, weights)
    plain = DygraphTrainStep(net, optimizer, weights)
    rates = alternate({"fast": _stepping(fast, batch), "plain": _stepping(plain, batch)}, _ROUNDS, _SECONDS)
    limit = next((ratio for number, ratio in _FASTEST_KNOWN.items() if number in fast.name), 1.0)
    found: Results = {
        "learner_ratio": Measured.of(ratios(rates, "fast", "plain"), limit, fast.name),
        "learner_samples": Measured.of(rates["fast"], note=fast.name),
        "dygraph_samples": Measured.of(rates["plain"], note=plain.name),
    }
    return {row: result for row, result in found.items() if row in rows}


def _stepping(step: TrainStep, batch: Batch) -> Work:
    def work() -> int:
        step.step(batch, _RATE)
        return len(batch)

    return work


def random_batch(net: NetConfig, seed: int = 1) -> Batch:
    """Positions that never were: the arithmetic does not care."""
    rng = np.random.default_rng(seed)
    points = SIZE**2
    policy = rng.random((_BATCH, points + 1), np.float32)
    return Batch(
        planes=(rng.random((_BATCH, net.planes, SIZE, SIZE)) < 0.3).astype(np.float32),
        policy=policy / policy.sum(axis=1, keepdims=True),
        value=rng.choice(np.array([-1, 1], np.float32), _BATCH),
        points=rng.integers(-1, 2, (_BATCH, points), np.int8),
        weight=np.ones(_BATCH, np.float32),
    )

"""Self-play beside the net it feeds: what share of the net's throughput arrives in the games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.bench.results import Measured, Results, Work, alternate, ratios
from clevergo.games.guests import game_named
from clevergo.games.kernels import write_planes
from clevergo.nn.description.config import NetConfig
from clevergo.nn.description.weights import initial_weights
from clevergo.nn.files import WeightFile
from clevergo.nn.inference.predictor import NetEvaluator, Predictor
from clevergo.training.config import SelfPlayConfig
from clevergo.training.selfplay.lockstep import SelfPlay

SIZE = 9
CLASSIC = NetConfig("classic")
RESIDUAL_6X64 = NetConfig(blocks=6, channels=64)
_ROUNDS = 9
_SECONDS = 0.45
_MIXING_TICKS = 3000
"""With an evaluator that costs nothing: afterwards the games stand at all plies, as in a long run."""


class _Indifferent:
    """An evaluator that likes every move and every position alike; costs next to nothing."""

    def __init__(self) -> None:
        self.boards: NDArray[Any] | None = None
        """What it was asked about last."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        """See :class:`clevergo.search.evaluator.Evaluator`."""
        self.boards = boards
        prior[:] = 1.0
        value[:] = 0.0


class SelfPlayBench:
    """Self-play as a training worker runs it, and the same net alone on the same batch."""

    def __init__(self, net: NetConfig, seed: int = 1) -> None:
        """Load the net (newborn: its numbers do not change its speed) and bring the games to all plies."""
        rng = np.random.default_rng(seed)
        self._predictor = Predictor(WeightFile(net, initial_weights(net, rng), {}), SIZE)
        self._evaluator = NetEvaluator(self._predictor)
        config = SelfPlayConfig()
        self._games = SelfPlay(game_named("go"), config, SIZE, rng)
        indifferent = _Indifferent()
        for _ in range(_MIXING_TICKS):
            self._games.tick(indifferent)
        self._planes = np.zeros((config.games, net.planes, SIZE, SIZE), np.float32)
        assert indifferent.boards is not None
        write_planes(indifferent.boards, self._planes)

    @property
    def precision(self) -> str:
        """In which the net computes: ``bf16`` or ``fp32``."""
        return self._predictor.precision.value

    @property
    def batch(self) -> int:
        """Games side by side."""
        return len(self._planes)

    def play(self) -> int:
        """One tick of all games; returns the simulations evaluated."""
        before = self._games.evaluations
        self._games.tick(self._evaluator)
        return self._games.evaluations - before

    def judge(self) -> int:
        """The net alone, once; returns the positions judged."""
        self._predictor.run(self._planes)
        return len(self._planes)


def measure_classic(rows: Sequence[str]) -> Results:
    """The rows of the classic net in one process."""
    return _measure("classic", CLASSIC, rows)


def measure_6x64(rows: Sequence[str]) -> Results:
    """The rows of the 6x64 net in one process."""
    return _measure("6x64", RESIDUAL_6X64, rows)


def _measure(name: str, net: NetConfig, rows: Sequence[str]) -> Results:
    bench = SelfPlayBench(net)
    works: dict[str, Work] = {"net": bench.judge, "play": bench.play}
    rates = alternate(works, _ROUNDS, _SECONDS)
    note = f"{bench.precision}, batch {bench.batch}"
    alone = Measured.of(rates["net"], note=note)
    found: Results = {
        f"share_{name}": Measured.of(ratios(rates, "play", "net"), 1.0, note),
        f"net_{name}": alone,
        f"selfplay_{name}": Measured.of(rates["play"], alone.value, note),
    }
    return {row: result for row, result in found.items() if row in rows}

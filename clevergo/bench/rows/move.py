"""How long a person waits for the shipped dog's move."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from clevergo.app.desk.paths import Paths
from clevergo.bench.results import Measured, Results, rate
from clevergo.bench.rows.net import SIZE
from clevergo.games.guests import game_named
from clevergo.nn.description.config import NetConfig, describe_net, initial_weights
from clevergo.nn.files import WeightFile, load_weights, save_weights
from clevergo.nn.inference.engine import best_batch
from clevergo.nn.inference.predictor import Predictor
from clevergo.players.build import build_player
from clevergo.players.spec import PlayerSpec

_SPEC = PlayerSpec.parse("alphago:alpha_go:400")
_GAMES = 3
_MOVES = 12
"""The dog's moves that are timed in each game; its very first is not."""


def measure(_rows: Sequence[str]) -> Results:
    """The row ``move_ms``; its limit is the time the net takes for 400 positions in full batches."""
    with TemporaryDirectory(prefix="clevergo-bench-") as folder:
        weights, note = _shipped_or_newborn(Path(folder))
        times = _time_moves(weights)
        file = load_weights(weights)
    predictor = Predictor(file, SIZE)
    assert _SPEC.simulations is not None
    limit = 1000.0 * _SPEC.simulations / _positions_per_second(predictor)
    words = [f"{describe_net(file.config)} {predictor.precision.value}", *([note] if note else [])]
    return {"move_ms": Measured.of(times, limit, ", ".join(words))}


def _time_moves(weights: Path) -> list[float]:
    """Milliseconds of the dog's moves in games against a random opponent, its tree kept between moves."""
    rng = np.random.default_rng(1)
    rules = game_named("go").agree({"size": SIZE})[0]
    player = build_player(_SPEC, lambda _dog: weights, seed=1)
    times: list[float] = []
    for _ in range(_GAMES):
        player.new_game(rules)
        position = rules.first_position()
        for number in range(_MOVES + 1):
            begun = time.perf_counter()
            decision = player.choose(position)
            if number:
                times.append(1000.0 * (time.perf_counter() - begun))
            position = position.play(decision.action)
            if position.is_over:
                break
            position = position.play(int(rng.choice(np.flatnonzero(position.legal_moves)[:-1])))
    return times


def _shipped_or_newborn(folder: Path) -> tuple[Path, str]:
    """The shipped dog's weights; where it is not there, a newborn one's, and a word about it."""
    shipped = Paths.find().shipped_weights
    if shipped.is_file():
        return shipped, ""
    net = NetConfig()
    newborn = folder / "newborn.pdparams"
    save_weights(newborn, WeightFile(net, initial_weights(net, np.random.default_rng(1)), {}))
    return newborn, "the shipped dog is not there: a newborn one's move"


def _positions_per_second(predictor: Predictor) -> float:
    batch = best_batch(SIZE)
    planes = np.zeros((batch, predictor.config.planes, SIZE, SIZE), np.float32)

    def work() -> int:
        predictor.run(planes)
        return batch

    work()
    return max(rate(work, 0.5, time.perf_counter) for _ in range(3))

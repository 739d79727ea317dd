"""Nets: in self-play beside the net alone, in two processes at once, in training, and in the shipped dog's moves."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.app.desk.paths import Paths
from clevergo.bench.results import Measured, Results, Work, all_unmeasured, alternate, rate, ratios
from clevergo.games.guests import game_named, usual_dog
from clevergo.games.kernels import write_planes
from clevergo.nn.description import NetConfig, describe_net, initial_weights
from clevergo.nn.files import WeightFile, load_weights, save_weights
from clevergo.nn.inference.engine import best_batch
from clevergo.nn.inference.predictor import NetEvaluator, Predictor
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.choice import best_train_step
from clevergo.nn.training.step import Batch, TrainStep
from clevergo.players.build import build_player
from clevergo.players.spec import PlayerSpec
from clevergo.training.config import SelfPlayConfig
from clevergo.training.selfplay.lockstep import SelfPlay
from clevergo.workers.inbox import Inbox
from clevergo.workers.process import Worker

SIZE = 9
CLASSIC = NetConfig("classic")
RESIDUAL_6X64 = NetConfig(blocks=6, channels=64)
OF_FIVE = NetConfig(size=15, game="five")
"""What a dog that is to play five in a row on the usual board grows up to."""
_ROUNDS = 9
_SECONDS = 0.45
_LEARNER_ROUNDS = 6
_LEARNER_SECONDS = 0.8
_TOGETHER_ROUNDS = 4
_TOGETHER_SECONDS = 1.0
_START_SECONDS = 120.0
_PROCESSES = 2
_NET, _PLAY = "net", "play"
_MIXING_TICKS = 3000
"""With an evaluator that costs nothing: afterwards the games stand at all plies, as in a long run."""
_BATCH = 128
_RATE = 1e-3
_SPEC = PlayerSpec.parse("alphago:alpha_go:400")
_GAMES = 3
_MOVES = 12
"""The dog's moves that are timed in each game; its very first is not."""
_FASTEST_KNOWN = {"bfloat16": 11.1, "float32": 3.1}
"""Against dygraph, of the prototypes that ``docs/performance.md`` describes."""


class _Indifferent:
    """An evaluator that likes every move and every position alike; costs next to nothing."""

    def __init__(self) -> None:
        self.boards: NDArray[Any] | None = None
        """What it was asked about last."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        """See :class:`clevergo.search.mcts.Evaluator`."""
        self.boards = boards
        prior[:] = 1.0
        value[:] = 0.0


class SelfPlayBench:
    """Self-play as a training worker runs it, and the same net alone on the same batch."""

    def __init__(self, net: NetConfig, seed: int = 1) -> None:
        """Load the net (newborn: its numbers do not change its speed) and bring the games to all plies."""
        rng = np.random.default_rng(seed)
        size = net.size
        self._predictor = Predictor(WeightFile(net, initial_weights(net, rng), {}), size)
        self._evaluator = NetEvaluator(self._predictor)
        config = SelfPlayConfig()
        self._games = SelfPlay(net.played, config, size, rng)
        indifferent = _Indifferent()
        for _ in range(_MIXING_TICKS):
            self._games.tick(indifferent)
        self._planes = np.zeros((config.games, net.planes, size, size), np.float32)
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


def _measure(name: str, net: NetConfig, _rows: Sequence[str]) -> Results:
    """The rows of a net in one process."""
    bench = SelfPlayBench(net)
    rates = alternate({_NET: bench.judge, _PLAY: bench.play}, _ROUNDS, _SECONDS)
    note = f"{bench.precision}, batch {bench.batch}"
    alone = Measured.of(rates[_NET], note=note)
    return {
        f"share_{name}": Measured.of(ratios(rates, _PLAY, _NET), 1.0, note),
        f"net_{name}": alone,
        f"selfplay_{name}": Measured.of(rates[_PLAY], alone.value, note),
    }


measure_classic = functools.partial(_measure, "classic", CLASSIC)
measure_6x64 = functools.partial(_measure, "6x64", RESIDUAL_6X64)
measure_five = functools.partial(_measure, "five", OF_FIVE)


def measure_alone(_rows: Sequence[str]) -> Results:
    """The row ``net_5x64``: that net in the batches that self-play asks it in."""
    net = NetConfig(blocks=5, channels=64)
    predictor = Predictor(WeightFile(net, initial_weights(net, np.random.default_rng(1)), {}), SIZE)
    note = f"{predictor.precision.value}, batch {best_batch(SIZE)}"
    judge = _judging(predictor)
    judge()
    return {"net_5x64": Measured.of([rate(judge, _SECONDS, time.perf_counter) for _ in range(_ROUNDS)], note=note)}


def measure_two(rows: Sequence[str]) -> Results:
    """The row ``selfplay_2p``; its limit is the net alone, in two processes as well."""
    cores = os.cpu_count() or 1
    if cores < _PROCESSES:
        return all_unmeasured(rows, f"needs {_PROCESSES} processor cores; here is {cores}")
    rates: dict[str, list[float]] = {_NET: [], _PLAY: []}
    workers: list[Worker] = []
    with ExitStack() as ending:
        for number in range(_PROCESSES):
            workers.append(Worker("bench", _serve, number))
            ending.callback(workers[-1].kill)
        notes = [_answer(worker) for worker in workers]
        for _ in range(_TOGETHER_ROUNDS):
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
    bench = SelfPlayBench(CLASSIC, seed=number + 1)
    works = {_NET: bench.judge, _PLAY: bench.play}
    for work in works.values():
        work()
    inbox.send(f"{bench.precision}, batch {bench.batch}")
    while not inbox.stopped:
        for what, start in inbox.take(None):
            time.sleep(max(0.0, start - time.time()))
            inbox.send(rate(works[what], _TOGETHER_SECONDS, time.perf_counter))


def measure_learner(_rows: Sequence[str]) -> Results:
    """The rows ``learner_ratio``, ``learner_samples`` and ``dygraph_samples``."""
    net, batch = RESIDUAL_6X64, random_batch(RESIDUAL_6X64)
    weights = initial_weights(net, np.random.default_rng(1))
    optimizer = OptimizerConfig()
    fast = best_train_step(net, optimizer, weights)
    plain = DygraphTrainStep(net, optimizer, weights)
    rates = alternate(
        {"fast": _stepping(fast, batch), "plain": _stepping(plain, batch)}, _LEARNER_ROUNDS, _LEARNER_SECONDS
    )
    limit = next((ratio for number, ratio in _FASTEST_KNOWN.items() if number in fast.name), 1.0)
    return {
        "learner_ratio": Measured.of(ratios(rates, "fast", "plain"), limit, fast.name),
        "learner_samples": Measured.of(rates["fast"], note=fast.name),
        "dygraph_samples": Measured.of(rates["plain"], note=plain.name),
    }


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


# --- how long a person waits for the shipped dog's move ---------------------------------------------------


def measure_move(_rows: Sequence[str]) -> Results:
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
    shipped = Paths.find().shipped_weights(usual_dog())
    if shipped.is_file():
        return shipped, ""
    net = NetConfig()
    newborn = folder / "newborn.pdparams"
    save_weights(newborn, WeightFile(net, initial_weights(net, np.random.default_rng(1)), {}))
    return newborn, "the shipped dog is not there: a newborn one's move"


def _positions_per_second(predictor: Predictor) -> float:
    judge = _judging(predictor)
    judge()
    return max(rate(judge, 0.5, time.perf_counter) for _ in range(3))


def _judging(predictor: Predictor) -> Work:
    """The net once, on a batch of the size that is quickest in a search."""
    batch = best_batch(SIZE)
    planes = np.zeros((batch, predictor.config.planes, SIZE, SIZE), np.float32)

    def work() -> int:
        predictor.run(planes)
        return batch

    return work

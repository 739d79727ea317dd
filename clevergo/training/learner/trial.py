"""A lesson tried out on a copy: the step the learner would make next, and what comes of it, position by position.

Nothing is written and nothing is locked, so a dog that is being trained meanwhile does not notice. The games, the
batch, the optimizer's memory and the learning rate are the learner's own, as its last checkpoint has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description import NetConfig
from clevergo.nn.files import WeightFile
from clevergo.nn.training.optimizer import FlatOptimizer
from clevergo.nn.training.step import Batch, Judgment, Losses, TrainStep
from clevergo.search.mcts import Evaluator
from clevergo.training.config import TrainingConfig
from clevergo.training.learner.experience import window_size
from clevergo.training.learner.heldout import HeldOut
from clevergo.training.learner.lessons import learning_rate
from clevergo.training.learner.replay import Replay
from clevergo.training.learner.store import Arrival, RunStore
from clevergo.training.run.events import Counters
from clevergo.training.selfplay.finished import FinishedGame
from clevergo.training.selfplay.lockstep import SelfPlay, Stage

MARKS = (1, 2, 3, 5, 7, 10, 14, 20, 30, 40, 50, 60, 80, 100)
"""Steps after which it is measured how things stand."""
_CANDIDATES = 1024
"""Positions among which the one is looked for that fits a description best."""
_MEMORY_STEPS = 10
_FRESH_GAMES = 16
_UNDER_WAY = 1.6
"""So many times the positions that are needed have been played when enough games have ended."""

State = Mapping[str, NDArray[Any]]
Stop = Callable[[], bool]


@dataclass(frozen=True, eq=False)
class Lessons:
    """The positions a dog learns from, and what only their games know."""

    replay: Replay
    values: NDArray[np.float32]
    """``float32[P]``: what the search made of each position, in the view of its side to move."""
    plies: NDArray[np.int32]
    """``int32[P]``: how long the game of each position was."""
    heldout: tuple[FinishedGame, ...]
    """Games that are kept from learning."""
    unseen: Replay | None
    """Their positions; None where they are too few for a batch."""
    is_fresh: bool = False
    """Whether they were played just now, not kept by the dog."""

    @classmethod
    def of(
        cls, config: TrainingConfig, games: Sequence[FinishedGame], heldout: Sequence[FinishedGame], is_fresh: bool
    ) -> Lessons:
        """Put games, the oldest first, into a window that has room for all of them."""
        replay = _window(config, games)
        kept = games[len(games) - replay.games :]
        values = [game.values for game in kept]
        plies = [np.full(len(game.plies), len(game.moves), np.int32) for game in kept]
        has_unseen = _positions(heldout) >= config.learner.batch
        return cls(
            replay,
            np.concatenate([np.zeros(0, np.float32), *values]),
            np.concatenate([np.zeros(0, np.int32), *plies]),
            tuple(heldout),
            _window(config, heldout) if has_unseen else None,
            is_fresh,
        )


@dataclass(frozen=True, eq=False)
class Pupil:
    """A dog as its learner would go on with it."""

    config: TrainingConfig
    net: NetConfig
    """The net as it is now."""
    state: State
    """Weights, their average and the optimizer's memory (:meth:`FlatOptimizer.state`)."""
    counters: Counters
    rate_share: float = 1.0
    """The part of the usual learning rate that the doctor has left."""
    has_memory: bool = True
    """Whether the optimizer's memory is the dog's own."""
    came_at: int = 0
    """Positions it had recorded when it came to its board."""

    @classmethod
    def saved(cls, store: RunStore) -> Pupil | None:
        """As the last checkpoint has it; None where there is none; RunFolderError where it cannot be read."""
        saved = store.load()
        if saved is None:
            return None
        came = (saved.arrivals or {}).get(saved.config.size, Arrival())
        return cls(saved.config, saved.net, saved.step, saved.counters, saved.rate_share, came_at=came.positions)

    @classmethod
    def of_weights(cls, file: WeightFile, config: TrainingConfig) -> Pupil:
        """As a learner would begin with these weights; it is taken to have had as many samples as the rule allows."""
        told = {name: file.meta.get(name) for name in ("games", "positions")}
        games, positions = (count if isinstance(count, int) else 0 for count in told.values())
        counters = Counters(games, positions, int(config.learner.samples_for(positions)))
        state = FlatOptimizer(file.config, config.learner, file.arrays).state()
        return cls(config, file.config, state, counters, has_memory=False)

    def with_memory(self, step: TrainStep, lessons: Lessons, rng: np.random.Generator) -> Pupil:
        """With the optimizer's memory gathered anew, from some batches by which no weight is moved."""
        step.optimizer.load_state(dict(self.state))
        for _ in range(_MEMORY_STEPS):
            step.step(lessons.replay.sample(self.config.learner, self.net.planes, rng), 0.0)
        return replace(self, state=step.optimizer.state())

    def rate(self, steps: int = 0) -> float:
        """The learning rate of the step after so many more."""
        learner = self.config.learner
        return self.rate_share * learning_rate(learner, self.counters.samples + steps * learner.batch, None)

    @property
    def stage(self) -> Stage:
        """How self-play of its age searches."""
        return Stage.at(self.config.selfplay, self.counters.positions)


def kept_lessons(store: RunStore, pupil: Pupil) -> Lessons | None:
    """Those of the dog's replay window; None where it has too few for a batch."""
    learner = pupil.config.learner
    # Each of the boards it is played on has its share of the window, as in the learner's own.
    window = -(-window_size(learner, pupil.counters.positions - pupil.came_at) // (1 + len(pupil.config.beside)))
    games = store.look_at_games({pupil.config.size: window})
    first, have = len(games), 0
    while first and have + len(games[first - 1].plies) <= window:
        first -= 1
        have += len(games[first].plies)
    if have < learner.batch:
        return None
    heldout = [game for game in store.load_heldout() if game.size == pupil.config.size]
    return Lessons.of(pupil.config, games[first:], heldout, is_fresh=False)


class Practice:
    """Games a dog plays against itself now, as it would in training, where it has kept none."""

    def __init__(self, pupil: Pupil, evaluator: Evaluator, rng: np.random.Generator) -> None:
        """``evaluator`` judges with the weights that the dog plays with."""
        config = pupil.config
        settings = replace(config.selfplay, games=_FRESH_GAMES)
        self._config = config
        self._play = SelfPlay(config.played, settings, config.size, rng, pupil.counters.positions)
        self._evaluator = evaluator
        self._games: tuple[list[FinishedGame], list[FinishedGame]] = [], []
        """To learn from, and to measure on, by turns."""
        self._ended = 0

    def tick(self) -> bool:
        """One evaluation of every game; whether there are enough of them by now."""
        for game in self._play.tick(self._evaluator):
            self._games[self._ended % 2].append(game)
            self._ended += 1
        return all(_positions(games) >= self._config.learner.batch for games in self._games)

    @property
    def share(self) -> float:
        """How much of it is done, about, 0 to 1."""
        have = sum(map(_positions, self._games)) + self._play.under_way()[1]
        return min(0.99, have / (_UNDER_WAY * 2 * self._config.learner.batch))

    def lessons(self) -> Lessons:
        """What there is to learn from them."""
        return Lessons.of(self._config, *self._games, is_fresh=True)


def _positions(games: Sequence[FinishedGame]) -> int:
    return sum(len(game.plies) for game in games)


def _window(config: TrainingConfig, games: Sequence[FinishedGame]) -> Replay:
    """A window that holds all of these games, the oldest first."""
    room = max(1, _positions(games))
    learner = config.learner
    replay = Replay(config.played, room, config.size, learner.surprise_share, learner.td_lambda)
    for game in games:
        replay.add(game, room)
    return replay


# --- what a lesson costs ---------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class RowLosses:
    """Each position's part in the losses of a batch, ``float32[B]`` each; a step's own are their weighted means."""

    policy: NDArray[np.float32]
    """Cross-entropy, nats."""
    value: NDArray[np.float32]
    """Squared error."""
    points: NDArray[np.float32]
    """Mean squared error over the board; 0 for nets that do not judge points."""
    entropy: NDArray[np.float32]
    """Of the policy's target, nats: the least that ``policy`` can be."""

    @classmethod
    def of(cls, batch: Batch, said: Judgment) -> RowLosses:
        """The losses of what a net said of a batch."""
        target = batch.policy
        logs = np.log(target, where=target > 0, out=np.zeros_like(target))
        known = np.where(target > 0, said.log_policy, 0)  # a move that cannot be has no logarithm, and costs nothing
        points = np.zeros_like(batch.value)
        if said.points is not None and batch.points is not None:
            points = ((said.points - batch.points.astype(np.float32)) ** 2).mean(axis=1)
        policy, entropy = -(target * known).sum(axis=1), -(target * logs).sum(axis=1)
        return cls(policy, (said.value - batch.value) ** 2, points, entropy)

    def total(self, points_weight: float) -> NDArray[np.float32]:
        """``float32[B]``: what the step makes smaller, but for the score's part (``score_weight``)."""
        return self.policy + self.value + np.float32(points_weight) * self.points

    @property
    def divergence(self) -> NDArray[np.float32]:
        """``float32[B]``: KL of the search's policy from the net's, nats."""
        return self.policy - self.entropy

    def avoidable(self, points_weight: float) -> NDArray[np.float32]:
        """``float32[B]``: the same without the search's own doubt, which nobody could foresee."""
        return self.total(points_weight) - self.entropy


def drawn_position(lessons: Lessons, before: int, rng: np.random.Generator) -> int:
    """The number of a position as the learner draws them, after so many ``before``."""
    return int(lessons.replay.draw(before + 1, rng)[before])


def extreme_position(
    pupil: Pupil,
    lessons: Lessons,
    step: TrainStep,
    measure: Callable[[RowLosses], NDArray[np.float32]],
    rank: int,
    rng: np.random.Generator,
) -> int:
    """The number of the position that measures most among a thousand of the window, by what ``step`` says of them now.

    ``rank`` 0 is the one with the most, 1 the next; ``rng`` draws the thousand.
    """
    replay, learner = lessons.replay, pupil.config.learner
    candidates = rng.choice(replay.positions, min(_CANDIDATES, replay.positions), replace=False)
    parts = []
    for start in range(0, len(candidates), learner.batch):
        # Batches of one size: for another one oneDNN would have to be prepared anew.
        numbers = np.resize(candidates[start : start + learner.batch], learner.batch)
        batch = replay.batch(numbers, np.zeros(learner.batch, np.int64), learner, pupil.net.planes)
        parts.append(measure(RowLosses.of(batch, step.judge(batch)[1])))
    order = np.argsort(-np.concatenate(parts)[: len(candidates)], kind="stable")
    return int(candidates[order[rank % len(order)]])


@dataclass(frozen=True, eq=False)
class Stand:
    """How things stand after some steps."""

    done: int
    """Steps made."""
    views: Judgment
    """What the net says of the position, a row for each symmetry."""
    costs: RowLosses
    """Of those rows."""
    batch: Losses
    """Of the batch that is learned from."""
    others: Losses
    """Of another batch that is not, of games kept from learning where there are enough of them."""


class Trial:
    """A position, the batch it is in, and the steps that are made on it.

    The position is the batch's first row, as it was played; the others are drawn as the learner draws them.
    """

    def __init__(self, pupil: Pupil, lessons: Lessons, number: int, rng: np.random.Generator) -> None:
        replay, learner, planes = lessons.replay, pupil.config.learner, pupil.net.planes
        self._pupil = pupil
        symmetries = replay.num_symmetries
        drawn = replay.draw(learner.batch, rng)
        turns = rng.integers(0, symmetries if learner.symmetries else 1, len(drawn))
        drawn[0], turns[0] = number, 0
        self.batch = replay.batch(drawn, turns, learner, planes)
        """What is learned from."""
        self._others = self._drawn_elsewhere(lessons, drawn, rng)
        # The views are filled up to the size of a batch: see extreme_position.
        seen, ways = np.full(symmetries, number), np.arange(symmetries)
        self.views = replay.batch(
            np.concatenate([seen, drawn[symmetries:]]), np.concatenate([ways, turns[symmetries:]]), learner, planes
        )
        """The position under each symmetry in the first rows."""
        self.num_views = symmetries

    def _drawn_elsewhere(self, lessons: Lessons, drawn: NDArray[np.int64], rng: np.random.Generator) -> Batch:
        """A batch of positions that are not learned from."""
        learner, planes = self._pupil.config.learner, self._pupil.net.planes
        if lessons.unseen is not None:
            return lessons.unseen.sample(learner, planes, rng)
        others = np.setdiff1d(np.arange(lessons.replay.positions), drawn)
        numbers = rng.choice(others if len(others) else drawn, len(drawn))
        return lessons.replay.batch(numbers, np.zeros(len(numbers), np.int64), learner, planes)

    def stand(self, step: TrainStep, done: int) -> Stand:
        """How things stand now."""
        said = step.judge(self.views)[1]
        rows = slice(0, self.num_views)
        points = None if said.points is None else said.points[rows].copy()
        costs = RowLosses.of(self.views, said)
        mine = RowLosses(*(getattr(costs, field.name)[rows].copy() for field in fields(RowLosses)))
        views = Judgment(said.log_policy[rows].copy(), said.value[rows].copy(), points)
        return Stand(done, views, mine, step.judge(self.batch)[0], step.judge(self._others)[0])

    def run(self, step: TrainStep, steps: int, stop: Stop) -> Iterator[Stand]:
        """Before the first step, at each mark on the way, and after the last; ends early where ``stop`` says so.

        ``step`` begins with the dog's state and is left with what was learned.
        """
        step.optimizer.load_state(dict(self._pupil.state))
        yield self.stand(step, 0)
        for done in range(1, steps + 1):
            if stop():
                return
            step.step(self.batch, self._pupil.rate(done - 1))
            if done in MARKS or done == steps:
                yield self.stand(step, done)


def dogs_figures(pupil: Pupil, lessons: Lessons, step: TrainStep) -> dict[str, float]:
    """What the doctor would measure of the dog on games kept from learning, by the names in the vital signs.

    Empty where there are too few. ``step`` is left with the dog's state.
    """
    step.optimizer.load_state(dict(pupil.state))
    heldout = HeldOut(pupil.config)
    for game in lessons.heldout:
        heldout.add(game)
    figures = heldout.measure(step, max(1, pupil.counters.samples), [step.optimizer.average.copy()])
    return {name: figure for name, figure in asdict(figures).items() if figure is not None}

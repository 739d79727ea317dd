"""What a learner measures beside learning: the latest games' figures, and its losses on games it never learns from."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from clevergo.nn.training.step import TrainStep
from clevergo.training.config import TrainingConfig
from clevergo.training.learner.replay import Replay
from clevergo.training.selfplay.lockstep import FinishedGame

_RECENT_GAMES = 200
_BATCHES = 2


class RecentGames:
    """Length, passes and winners of the latest games."""

    def __init__(self) -> None:
        self._games: deque[tuple[int, int, float]] = deque(maxlen=_RECENT_GAMES)

    def add(self, game: FinishedGame) -> None:
        """Take a game in; the oldest is forgotten."""
        passing = game.game.pass_action(game.size)
        passes = 0 if passing is None else int(np.count_nonzero(game.moves == passing))
        self._games.append((len(game.moves), passes, 0.5 + 0.5 * float(np.sign(game.margin))))

    def figures(self) -> tuple[float, float, float] | None:
        """Mean plies, share of passes among the moves, share of games Black won; None without games."""
        if not self._games:
            return None
        plies, passes, wins = np.sum(np.array(self._games), axis=0)
        return float(plies / len(self._games)), float(passes / max(plies, 1.0)), float(wins / len(self._games))


@dataclass(frozen=True)
class HeldOutLosses:
    """Losses on held-out games."""

    policy: float
    value: float
    guess: float
    """The value's loss if it always said the mean."""


class HeldOut:
    """The latest games that are kept from learning. Every so-manieth game is one, by its number."""

    def __init__(self, config: TrainingConfig) -> None:
        self._config = config
        self._room = config.learner.heldout_positions
        self._replay = Replay(config.played, self._room, config.size)
        self._games: deque[FinishedGame] = deque()

    def takes(self, number: int) -> bool:
        """Whether the dog's game of this number is kept from learning."""
        every = self._config.learner.heldout_every
        return every > 0 and number % every == every - 1

    def add(self, game: FinishedGame) -> None:
        """Take a game in; the oldest go when there is no room."""
        self._replay.add(game, self._room)
        self._games.append(game)
        while len(self._games) > self._replay.games:
            self._games.popleft()

    @property
    def games(self) -> list[FinishedGame]:
        """The games, oldest first."""
        return list(self._games)

    def measure(self, step: TrainStep, samples: int) -> HeldOutLosses | None:
        """The net's losses on positions of these games; None until there is a batch of them. Changes nothing.

        Args:
            samples: trained on so far; which positions are drawn depends on it and the seed alone.
        """
        learner = self._config.learner
        if self._replay.positions < learner.batch:
            return None
        rng = np.random.default_rng([self._config.seed, samples])
        rows = []
        for _ in range(_BATCHES):
            batch = self._replay.sample(
                learner.batch, self._config.net.planes, learner.margin_weight, learner.margin_scale, rng
            )
            losses, _ = step.gradients(batch)
            rows.append((losses.policy, losses.value, float(np.var(batch.value))))
        return HeldOutLosses(*(float(number) for number in np.mean(rows, axis=0)))

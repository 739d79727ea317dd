"""Games that are kept from learning, and how the net does on them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.training.optimizer import Flat
from clevergo.nn.training.step import Judgment, TrainStep
from clevergo.training.config import TrainingConfig
from clevergo.training.learner.replay import Replay
from clevergo.training.selfplay.finished import FinishedGame

_HELD_OUT_BATCHES = 2


@dataclass(frozen=True)
class HeldOutFigures:
    """How a net does on games that are kept from learning, as :class:`VitalSigns` tells it; None where nobody knows."""

    heldout_policy: float | None = None
    heldout_value: float | None = None
    heldout_guess: float | None = None
    explained: float | None = None
    kl_search: float | None = None
    kl_published: float | None = None


class HeldOut:
    """The latest games that are kept from learning. Every ``heldout_every``-th game is one, by its number.

    Of a dog that plays on boards of several sizes only those on the board it is measured on: figures of different
    boards could not be compared.
    """

    def __init__(self, config: TrainingConfig) -> None:
        self._config = config
        learner = config.learner
        self._room = learner.heldout_positions
        # Drawn as those that are learned from, or their losses could not be compared.
        self._replay = Replay(config.played, self._room, config.size, learner.surprise_share, learner.td_lambda)
        self.games: deque[FinishedGame] = deque()
        """The oldest first."""

    def takes(self, number: int, size: int) -> bool:
        """Whether the dog's game of this number, on a board of that size, is kept from learning."""
        every = self._config.learner.heldout_every
        return every > 0 and number % every == every - 1 and size == self._config.size

    def add(self, game: FinishedGame) -> None:
        """Take a game in; the oldest go when there is no room. One that is longer than that is left out."""
        if len(game.plies) > self._room:
            return
        self._replay.add(game, self._room)
        self.games.append(game)
        while len(self.games) > self._replay.games:
            self.games.popleft()

    def measure(self, step: TrainStep, samples: int, published: Sequence[Flat] = ()) -> HeldOutFigures:
        """How the net does on positions of these games. Changes nothing.

        There are no figures until there is a batch of such positions.

        Args:
            step: the net in training, whose losses are measured.
            samples: trained on so far; which positions are drawn depends on it and the seed alone.
            published: the weights that were published last, after those before them; none where they are unknown.
        """
        learner = self._config.learner
        if not samples or self._replay.positions < learner.batch:
            return HeldOutFigures()
        rng = np.random.default_rng([self._config.seed, samples])
        rows, batches = [], []
        for _ in range(_HELD_OUT_BATCHES):
            batch = self._replay.sample(learner, self._config.net.planes, rng)
            losses, _ = step.judge(batch)
            rows.append((losses.policy, losses.value, float(np.var(batch.value))))
            batches.append(batch)
        policy, value, guess = (float(number) for number in np.mean(rows, axis=0))
        figures = HeldOutFigures()
        if published:
            figures = publishing_figures(
                np.concatenate([batch.value for batch in batches]),
                np.concatenate([batch.policy for batch in batches]),
                [_joined([step.judge(batch, weights)[1] for batch in batches]) for weights in published],
            )
        return replace(figures, heldout_policy=policy, heldout_value=value, heldout_guess=guess)


def publishing_figures(
    results: NDArray[np.float32], searched: NDArray[np.float32], said: Sequence[Judgment]
) -> HeldOutFigures:
    """What is told of the net that was just published, without its losses.

    Those figures that AlphaZero_Gomoku prints after each update: explained variance, and the KL divergence of the old
    policy from the new; and the search's from the net's. A figure that is no number is left out.

    Args:
        results: ``float32[B]``: what became of the positions, as the value is taught.
        searched: ``float32[B, A]``: the search's policy; rows of zeros tell of none.
        said: what the net published before said of them, where it is known, and last the one published now.
    """
    now, spread = said[-1], float(np.var(results))
    explained = 1.0 - float(np.var(results - now.value)) / spread if spread > 0.0 else float("nan")
    with np.errstate(divide="ignore"):
        known = searched.sum(axis=1) > 0
        kl_search = divergence_of(np.log(searched[known]), now.log_policy[known])
    kl_published = divergence_of(said[0].log_policy, now.log_policy) if len(said) > 1 else float("nan")
    return HeldOutFigures(
        explained=_if_known(explained), kl_search=_if_known(kl_search), kl_published=_if_known(kl_published)
    )


def _if_known(figure: float) -> float | None:
    return figure if np.isfinite(figure) else None


def divergence_of(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """KL(first || second) in nats, the mean over rows of ``float32[B, A]`` logarithms; -inf is a probability of 0."""
    shares = np.exp(first)
    gaps = np.subtract(first, second, where=shares > 0, out=np.zeros_like(first))
    return float((shares * gaps).sum(axis=1).mean()) if len(first) else float("nan")


def _joined(parts: Sequence[Judgment]) -> Judgment:
    return Judgment(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("log_policy", "value")))

"""A dog's judgment with one part taken away, to see what that part is worth. Everything else stays as it is."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.players.spec import Faculty
from clevergo.search.mcts import Evaluator
from clevergo.search.rollout import RolloutEvaluator

_HAIR = 1e-3
"""Of a prior, at most: so that moves liked alike are tried in random order, not from A1 on."""


class WithoutPolicy:
    """A judge that likes all moves alike: the search has nothing but values to go by."""

    def __init__(self, judge: Evaluator, rng: np.random.Generator) -> None:
        self._judge = judge
        self._rng = rng

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        """Fill in the judge's ``value: float32[B]`` of each board, and ``prior: float32[B, A]`` nearly all alike."""
        self._judge.evaluate(boards, prior, value)
        prior[:] = 1.0 + _HAIR * self._rng.random(prior.shape, np.float32)


class WithoutValue:
    """A judge whose values are those of random games, one for each position, as in programs before AlphaGo."""

    def __init__(self, judge: Evaluator, rng: np.random.Generator) -> None:
        self._judge = judge
        self._playouts = RolloutEvaluator(rng)

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        """Fill in the judge's ``prior: float32[B, A]`` of each board, and ``value: float32[B]`` by random games."""
        self._judge.evaluate(boards, prior, value)
        self._playouts.evaluate(boards, np.empty_like(prior), value)


def judge_without(judge: Evaluator, faculty: Faculty | None, rng: np.random.Generator) -> Evaluator:
    """The judge without its ``faculty``; None: the whole judge."""
    if faculty is Faculty.POLICY:
        return WithoutPolicy(judge, rng)
    return WithoutValue(judge, rng) if faculty is Faculty.VALUE else judge

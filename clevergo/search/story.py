"""What is told of a search, simulation by simulation: values that say nothing of how it was found out.

:class:`clevergo.search.slow.SlowSearch` tells it; importing this module loads no compiled code.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


class ChoiceRule(enum.Enum):
    """What a choice on the way down went by, and so what its terms are."""

    PUCT = "puct"
    """Terms: Q (of a move without visits the first-play urgency), and c_puct P sqrt(N + 1) / (1 + n)."""
    GUMBEL_ROOT = "gumbel_root"
    """Terms: the Gumbel drawn, log P, and sigma(q)."""
    GUMBEL_INSIDE = "gumbel_inside"
    """Terms: the improved policy, and minus the share of the visits so far, n / (1 + N)."""
    ONLY = "only"
    """There was one move: no terms."""


@dataclass(frozen=True, eq=False)
class Choice:
    """One move chosen on the way down; K moves were looked at: those tried, and the next that never was."""

    node: int
    """The node it was chosen at, numbered in the order nodes were made; 0 is the root."""
    rule: ChoiceRule
    actions: NDArray[np.int16]
    """``int16[K]``."""
    priors: NDArray[np.float32]
    """``float32[K]``."""
    visits: NDArray[np.int32]
    """``int32[K]``, simulations under way included."""
    q: NDArray[np.float32]
    """``float32[K]`` in [-1, 1]: mean values, simulations under way counted as lost; NaN without visits."""
    terms: NDArray[np.float64]
    """``float64[T, K]``: what each move's score is the sum of, T as the rule says."""
    is_up: NDArray[np.bool_]
    """``bool[K]``: whose turn it is in sequential halving; everybody's under the other rules."""
    chosen: int
    """Which of the K."""

    @property
    def action(self) -> int:
        """The move chosen."""
        return int(self.actions[self.chosen])

    @property
    def scores(self) -> NDArray[np.float64]:
        """``float64[K]``: the sums of the terms; -inf for who is not up."""
        return np.where(self.is_up, self.terms.sum(axis=0), -np.inf)


class LeafKind(enum.Enum):
    """How a way down ended."""

    NEW = "new"
    """At a position that was not in the tree: it is judged and expanded."""
    KNOWN = "known"
    """Where the game is over, or the result proven: its value is certain already."""


@dataclass(frozen=True, eq=False)
class Change:
    """What backing up did to one move of the way."""

    node: int
    action: int
    value: float
    """What it was credited with, in [-1, 1], in the view of the side that makes the move."""
    is_proven: bool
    """Whether that is certain from now on: then the move's mean is that, whatever was thought of it before."""
    visits: int
    """The move's visits afterwards."""
    q_before: float
    """The move's mean value before; NaN where this is its first simulation."""
    q: float
    """The move's mean value afterwards, others under way counted as lost."""


@dataclass(frozen=True, eq=False)
class Simulation:
    """One simulation, whole: down, a judgment, up."""

    number: int
    """The simulation's number, from 1; 0 is the root's own evaluation, which is no simulation."""
    wave: int
    """The wave it belongs to: those of one wave went down together, before the first of them was judged."""
    choices: tuple[Choice, ...]
    """The moves of the way, from the root on, those without an alternative among them."""
    kind: LeafKind
    value: float
    """The leaf's value, in [-1, 1], in the view of the side to move there."""
    priors: NDArray[np.float32] | None
    """``float32[A]``, the evaluator's word over the moves considered at the leaf, sums to 1; None where known."""
    changes: tuple[Change, ...]
    """What it changed of the moves of the way, the last one first."""
    root_visits: NDArray[np.int32]
    """``int32[A]``: the root moves' visits after this simulation."""
    root_q: NDArray[np.float32]
    """``float32[A]``: the root moves' mean values after this simulation; 0 without visits."""
    target: NDArray[np.float32]
    """``float32[A]``: what a net would learn if the search ended here: the improved policy of a Gumbel search, else
    the shares of the visits, before the first one the priors."""

    @property
    def moves(self) -> tuple[int, ...]:
        """The way down."""
        return tuple(choice.action for choice in self.choices)

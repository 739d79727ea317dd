"""PUCT: choosing the move to follow from priors, visits and values.

Silver et al., "Mastering the game of Go without human knowledge", Nature 2017, Methods ("Select"):
a = argmax Q(s, a) + c_puct P(s, a) sqrt(sum_b N(s, b)) / (1 + N(s, a)).
Where we differ: an unvisited move's Q is not 0 but the node's own value, or what the search has found it to be, less a
reduction that grows with the prior mass already explored ("first-play urgency", as in Leela Zero and KataGo).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel, summing_kernel


@kernel
def select_puct(
    prior: NDArray[np.float32],
    visits: NDArray[np.int32],
    value_sum: NDArray[np.float32],
    start: int,
    count: int,
    opened: int,
    node_value: float,
    c_puct: float,
    fpu_reduction: float,
    fpu_follows: float,
    scores: NDArray[np.float32],
) -> int:
    """The edge with the highest score in the block ``start .. start + count``; the first of several.

    Done in passes over ``scores``, each of which takes many moves at once.

    Args:
        prior, visits, value_sum: edge arrays, values in the mover's view.
        opened: how many of the block's edges have visits: its first ones. The next has the highest prior of the rest.
        node_value: the node's raw value, mover's view, in [-1, 1].
        fpu_reduction: how much worse an unvisited move is taken to be, times sqrt(explored prior mass).
        fpu_follows: how far that is counted from what the search has found of the node instead of ``node_value``:
            this share of the explored prior mass squared, as KataGo does (``fpuParentWeightByVisitedPolicy``).
        scores: ``float32[> opened]`` scratch.
    """
    end = start + opened
    total = 0
    for edge in range(start, end):
        total += visits[edge]
    explored = total_of(prior, start, end)
    # One is added under the root so that the priors, not the order of moves, choose the first visit.
    scale = np.float32(c_puct * math.sqrt(total + 1.0))
    for i in range(opened):
        n = np.float32(visits[start + i])
        scores[i] = value_sum[start + i] / n + scale * prior[start + i] / (np.float32(1.0) + n)
    best_score = largest(scores, 0, opened)
    if opened < count:
        if fpu_follows > 0.0:
            share = fpu_follows * min(1.0, float(explored * explored))
            found = (node_value + float(total_of(value_sum, start, end))) / (total + 1.0)
            node_value += share * (found - node_value)
        unvisited = np.float32(node_value - fpu_reduction * math.sqrt(explored)) + scale * prior[end]
        if unvisited > best_score:
            return end
    best = 0
    while scores[best] < best_score:
        best += 1
    return start + best


@summing_kernel
def total_of(values: NDArray[np.float32], start: int, end: int) -> np.float32:
    """The sum of ``values[start:end]``."""
    total = np.float32(0.0)
    for i in range(start, end):
        total += values[i]
    return total


@summing_kernel
def largest(values: NDArray[np.float32], start: int, end: int) -> np.float32:
    """The highest of ``values[start:end]``, none of them NaN."""
    highest = np.float32(-1e30)
    for i in range(start, end):
        highest = max(highest, values[i])
    return highest

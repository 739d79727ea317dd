"""PUCT: choosing the move to follow from priors, visits and values.

Silver et al., "Mastering the game of Go without human knowledge", Nature 2017, Methods ("Select"):
a = argmax Q(s, a) + c_puct P(s, a) sqrt(sum_b N(s, b)) / (1 + N(s, a)).
Where we differ: an unvisited move's Q is not 0 but the node's own value less a reduction that grows with the
prior mass already explored ("first-play urgency", as in Leela Zero and KataGo).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel


@kernel
def select_puct(
    prior: NDArray[np.float32],
    visits: NDArray[np.int32],
    value_sum: NDArray[np.float32],
    start: int,
    count: int,
    node_value: float,
    c_puct: float,
    fpu_reduction: float,
) -> int:
    """The edge with the highest score in the block ``start .. start + count``.

    Args:
        prior, visits, value_sum: edge arrays, values in the mover's view.
        node_value: the node's raw value, mover's view, in [-1, 1].
        fpu_reduction: how much worse an unvisited move is taken to be, times sqrt(explored prior mass).
    """
    total = 0
    explored = np.float32(0.0)
    for edge in range(start, start + count):
        total += visits[edge]
        if visits[edge] > 0:
            explored += prior[edge]
    # One is added under the root so that the priors, not the order of moves, choose the first visit.
    scale = np.float32(c_puct * math.sqrt(total + 1.0))
    unvisited = np.float32(node_value - fpu_reduction * math.sqrt(explored))
    best_edge = start
    best_score = np.float32(-np.inf)
    for edge in range(start, start + count):
        n = np.float32(visits[edge])
        q = value_sum[edge] / n if n > 0 else unvisited
        score = q + scale * prior[edge] / (np.float32(1.0) + n)
        if score > best_score:
            best_score = score
            best_edge = edge
    return best_edge


@kernel
def mix_in_noise(
    prior: NDArray[np.float32], start: int, count: int, weight: float, total_alpha: float, rng: np.random.Generator
) -> None:
    """Stir Dirichlet noise into a root's *prior*: P = (1 - w) p + w eta, eta ~ Dir(alpha).

    alpha is ``total_alpha`` spread evenly over the moves (KataGo's 10.83 equals the paper's 0.03 on 361 points).
    """
    noise = np.empty(count, np.float64)
    total = 0.0
    for i in range(count):
        noise[i] = rng.standard_gamma(total_alpha / count)
        total += noise[i]
    if total <= 0.0:
        return
    for i in range(count):
        prior[start + i] = np.float32((1.0 - weight) * prior[start + i] + weight * noise[i] / total)


@kernel
def draw_by_visits(
    visits: NDArray[np.int32], start: int, count: int, temperature: float, rng: np.random.Generator
) -> int:
    """An edge drawn with probability N^(1/temperature) / sum; temperature 0 takes the most visited."""
    best = start
    for edge in range(start + 1, start + count):
        if visits[edge] > visits[best]:
            best = edge
    if temperature < 1e-3 or visits[best] == 0:
        return best
    total = 0.0
    for edge in range(start, start + count):
        total += (visits[edge] / visits[best]) ** (1.0 / temperature)
    ticket = rng.random() * total
    for edge in range(start, start + count):
        ticket -= (visits[edge] / visits[best]) ** (1.0 / temperature)
        if ticket < 0.0 and visits[edge] > 0:
            return edge
    return best

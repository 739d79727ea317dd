"""Gumbel root search: policy improvement that holds with few simulations.

Danihelka et al., "Policy improvement by planning with Gumbel", ICLR 2022. At the root m moves are drawn
without replacement (the Gumbel top-m trick, section 3.1) and the simulations are shared out among them by
sequential halving (section 3.4); inside the tree moves follow the improved policy (section 5); the learning
target is that improved policy with completed Q (section 4).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel

_TINY = 1e-9
"""Keeps what is divided by from being nothing."""


def considered_visits(considered: int, simulations: int) -> list[int]:
    """For each simulation of a sequential-halving schedule, the visit count a move must have to be eligible.

    Returns ``simulations`` numbers. All ``considered`` moves get equally many visits, the better half of them goes on,
    and so until two are left, who share what remains.
    """
    if considered <= 1:
        return list(range(simulations))
    rounds = math.ceil(math.log2(considered))
    sequence: list[int] = []
    visits = [0] * considered
    alive = considered
    while len(sequence) < simulations:
        extra = max(1, simulations // (rounds * alive))
        for _ in range(extra):
            sequence.extend(visits[:alive])
            for i in range(alive):
                visits[i] += 1
        alive = max(2, alive // 2)
    return sequence[:simulations]


def schedule_table(considered: int, simulations: int) -> NDArray[np.int32]:
    """``int32[considered + 1, simulations]``: row m is :func:`considered_visits` for m moves."""
    rows = [considered_visits(m, simulations) for m in range(considered + 1)]
    return np.array(rows, dtype=np.int32).reshape(considered + 1, simulations)


@inline_kernel
def mixed_value(
    prior: NDArray[np.float32],
    visits: NDArray[np.int32],
    value_sum: NDArray[np.float32],
    start: int,
    count: int,
    raw_value: float,
) -> tuple[float, int, int]:
    """``(v_mix, sum N, max N)``: the value unvisited moves are given (appendix D, equation 33)."""
    total = 0
    most = 0
    seen_prior = 0.0
    seen_value = 0.0
    for edge in range(start, start + count):
        n = visits[edge]
        if n > 0:
            total += n
            most = max(most, n)
            seen_prior += prior[edge]
            seen_value += prior[edge] * value_sum[edge] / n
    if total == 0 or seen_prior <= 0.0:
        return raw_value, total, most
    return (raw_value + total * seen_value / seen_prior) / (1.0 + total), total, most


@kernel
def improved_policy(
    prior: NDArray[np.float32],
    visits: NDArray[np.int32],
    value_sum: NDArray[np.float32],
    start: int,
    count: int,
    raw_value: float,
    c_visit: float,
    c_scale: float,
    out: NDArray[np.float32],
) -> int:
    """Write softmax(logits + sigma(completed Q)) over a node's moves to ``out[:count]``; returns sum N.

    sigma(q) = (c_visit + max N) c_scale q (section 4, equation 8), q in [-1, 1], the mover's view. Working on
    the prior itself, not its logarithm, saves a log and (for unvisited moves, who share one q) an exp each.
    """
    mixed, total, most = mixed_value(prior, visits, value_sum, start, count, raw_value)
    scale = (c_visit + most) * c_scale
    top = mixed
    for edge in range(start, start + count):
        if visits[edge] > 0:
            top = max(top, value_sum[edge] / visits[edge])
    unvisited = math.exp(scale * (mixed - top))
    norm = 0.0
    for i in range(count):
        n = visits[start + i]
        lift = math.exp(scale * (value_sum[start + i] / n - top)) if n > 0 else unvisited
        weight = (prior[start + i] + _TINY) * lift
        out[i] = weight
        norm += weight
    for i in range(count):
        out[i] /= norm
    return total


@inline_kernel
def improved_value(
    policy: NDArray[np.float32],
    prior: NDArray[np.float32],
    visits: NDArray[np.int32],
    value_sum: NDArray[np.float32],
    start: int,
    count: int,
    raw_value: float,
) -> float:
    """What a node is worth to its mover who plays by the improved ``policy``: the mean of its completed Q.

    The plain mean of the simulations promises too little, as bad moves are looked at among those that were drawn; this
    one promises about as much too much, as of values that are guessed the best are taken. It is nearer to the results
    (docs/training.md, "Self-play").
    """
    mixed, _, _ = mixed_value(prior, visits, value_sum, start, count, raw_value)
    total = 0.0
    for i in range(count):
        n = visits[start + i]
        total += policy[i] * (value_sum[start + i] / n if n > 0 else mixed)
    return total


@inline_kernel
def divergence(
    policy: NDArray[np.float32], actions: NDArray[np.int16], prior: NDArray[np.float32], start: int, count: int
) -> float:
    """KL(policy || prior) in nats of ``policy``, by action, and the priors of a node's moves: what a search changed."""
    total = 0.0
    for edge in range(start, start + count):
        share = policy[actions[edge]]
        if share > 0.0:
            total += share * math.log(share / (prior[edge] + _TINY))
    return max(total, 0.0)


@kernel
def select_inside(
    prior: NDArray[np.float32],
    visits: NDArray[np.int32],
    value_sum: NDArray[np.float32],
    start: int,
    count: int,
    opened: int,
    raw_value: float,
    c_visit: float,
    c_scale: float,
    scratch: NDArray[np.float32],
) -> int:
    """Below the root: the move whose share of visits lags the improved policy most (section 5, equation 14).

    This is :func:`improved_policy` for the block's first ``opened`` moves, the ones with visits, and for the next,
    which of the others has the highest prior. All others are lifted alike, and their priors are what is left of 1.
    """
    mixed, total, most = mixed_value(prior, visits, value_sum, start, opened, raw_value)
    scale = (c_visit + most) * c_scale
    top = mixed
    for edge in range(start, start + opened):
        top = max(top, value_sum[edge] / visits[edge])
    unvisited = math.exp(scale * (mixed - top))
    norm = 0.0
    seen_prior = 0.0
    for i in range(opened):
        scratch[i] = prior[start + i] * math.exp(scale * (value_sum[start + i] / visits[start + i] - top))
        norm += scratch[i]
        seen_prior += prior[start + i]
    norm += max(0.0, 1.0 - seen_prior) * unvisited + _TINY
    # Where all are open and a value is no number, no score is above another: the first, not an edge of another node.
    best_edge = start + opened if opened < count else start
    best_score = prior[best_edge] * unvisited / norm if opened < count else -np.inf
    for i in range(opened):
        score = scratch[i] / norm - visits[start + i] / (1.0 + total)
        if score > best_score:
            best_score = score
            best_edge = start + i
    return best_edge


@kernel
def draw_gumbels(out: NDArray[np.float32], count: int, rng: np.random.Generator) -> None:
    """Fill ``out[:count]`` with samples of the standard Gumbel distribution."""
    for i in range(count):
        out[i] = -math.log(-math.log(rng.random() + 1e-20) + 1e-20)


@kernel
def select_root(
    prior: NDArray[np.float32],
    visits: NDArray[np.int32],
    value_sum: NDArray[np.float32],
    start: int,
    count: int,
    raw_value: float,
    c_visit: float,
    c_scale: float,
    gumbels: NDArray[np.float32],
    wanted: int,
) -> int:
    """The root move with the highest g + logit + sigma(q) among those visited exactly ``wanted`` times.

    With ``wanted`` negative, among the most visited: the move to play once the simulations are spent.
    """
    mixed, _, most = mixed_value(prior, visits, value_sum, start, count, raw_value)
    scale = (c_visit + most) * c_scale
    if wanted < 0:
        wanted = most
    best_edge = -1
    best_score = -np.inf
    for i in range(count):
        n = visits[start + i]
        if n != wanted:
            continue
        q = value_sum[start + i] / n if n > 0 else mixed
        score = gumbels[i] + math.log(prior[start + i] + _TINY) + scale * q
        if score > best_score:
            best_score = score
            best_edge = start + i
    # Fewer moves than the schedule thought can leave nobody at this count; the most visited then go on.
    if best_edge < 0:
        for i in range(count):
            if best_edge < 0 or visits[start + i] > visits[best_edge]:
                best_edge = start + i
    return best_edge

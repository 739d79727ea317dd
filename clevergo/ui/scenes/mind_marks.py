"""From what a dog thinks to what is drawn on the board, in colours that differ in lightness too."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from clevergo.app.messages import Candidate, Thinking
from clevergo.app.settings import MindMode
from clevergo.go.position import Color
from clevergo.players.insight import Insight
from clevergo.ui.board_marks import STEPS, Disc, Ghost, Marks
from clevergo.ui.scenes.play_words import short_count
from clevergo.ui.theme import Rgb, mix

BEST: Rgb = (22, 108, 84)
"""Deep jade: the move it would play."""
TRIED: Rgb = (92, 112, 98)
GLANCE: Rgb = (52, 54, 146)
LOSSES: tuple[tuple[float, Rgb], ...] = (
    (0.0, (0, 88, 158)),
    (0.04, (88, 146, 192)),
    (0.10, (214, 206, 190)),
    (0.18, (222, 138, 52)),
    (0.32, (176, 46, 16)),
)
"""Win rate lost, and its colour: from blue over grey to orange, which colour-blind eyes tell apart."""
_LEAST_SHARE = 0.004
"""Moves tried in a smaller part of all simulations are left out."""
_MOST_TRIED = 14
_MOST_GLANCES = 6
_LEAST_GLANCE = 0.03
_LEAST_HEAT = 0.002
_NUMBERED_LOSS = 0.10
_LEAST_OWNED = 0.12
_LEAST_BEST_SHARE = 0.05
"""A move must have this part of the simulations to count as the best; else one lucky try would."""


def insight_of(thinking: Thinking, to_play: Color, ply: int, actions: int) -> Insight:
    """What a player's search told of itself, as an insight; unknown of all moves it did not name."""
    prior = np.zeros(actions, np.float32)
    counts = np.zeros(actions, np.int32)
    win_rates = np.full(actions, np.nan, np.float32)
    for candidate in thinking.candidates:
        prior[candidate.action] = candidate.prior
        counts[candidate.action] = candidate.visits
        win_rates[candidate.action] = candidate.win_rate
    rate, candidates = thinking.black_win_rate, thinking.candidates
    return Insight(ply, to_play, thinking.done, rate, prior, counts, win_rates, candidates)


def marks_of(insight: Insight, mode: MindMode, shows_territory: bool, stones: NDArray[np.int8]) -> Marks:
    """The marks of one position in one mode; ``stones: int8[N, N]`` are those on the board."""
    points = stones.size
    owner = owner_levels(insight) if shows_territory else ()
    if mode is MindMode.POLICY:
        return Marks(_heat(insight.prior[:points]), owner, _glances(insight, points))
    if mode is MindMode.SEARCH:
        return Marks((), owner, _tries(insight, points))
    if mode is MindMode.VALUE:
        return Marks((), owner, _values(insight, stones))
    return Marks((), owner)


def best_rate(insight: Insight) -> float | None:
    """The win rate of the best move for the side to move; None where none is known."""
    enough = insight.counts >= _LEAST_BEST_SHARE * max(int(insight.counts.sum()), 1)
    known = insight.win_rates[enough & ~np.isnan(insight.win_rates)]
    if not known.size:
        known = insight.win_rates[~np.isnan(insight.win_rates)]
    return float(known.max()) if known.size else None


def loss_color(loss: float) -> Rgb:
    """The colour of a move that wins ``loss`` less often than the best."""
    for (low, first), (high, second) in pairwise(LOSSES):
        if loss < high:
            return mix(first, second, (loss - low) / (high - low))
    return LOSSES[-1][1]


def line_marks(line: tuple[int, ...], to_play: Color, stones: NDArray[np.int8]) -> tuple[Ghost, ...]:
    """An expected line as numbered stones, each point once; captures are not played out."""
    color, taken, ghosts = to_play, set(np.flatnonzero(stones).tolist()), []
    for number, action in enumerate(line, 1):
        if action < stones.size and action not in taken:
            ghosts.append(Ghost(action, int(color), number))
            taken.add(action)
        color = color.opponent
    return tuple(ghosts)


def candidate_at(insight: Insight, action: int) -> Candidate | None:
    """The candidate that plays ``action``."""
    return next((candidate for candidate in insight.candidates if candidate.action == action), None)


def owner_levels(insight: Insight) -> tuple[int, ...]:
    """The ownership in steps, empty if the net cannot say."""
    if insight.ownership is None:
        return ()
    sure = np.where(np.abs(insight.ownership) >= _LEAST_OWNED, insight.ownership, 0.0)
    return tuple(np.rint(STEPS * sure).astype(int).ravel().tolist())


def _heat(prior: NDArray[np.float32]) -> tuple[int, ...]:
    """Shares in steps; the root spreads small ones, which would all be nothing."""
    seen = np.where(prior >= _LEAST_HEAT, prior, 0.0)
    return tuple(np.rint(STEPS * np.sqrt(seen / max(float(seen.max()), 1e-6))).astype(int).tolist())


def _glances(insight: Insight, points: int) -> tuple[Disc, ...]:
    prior = insight.prior[:points]
    order = np.argsort(-prior, kind="stable")[:_MOST_GLANCES]
    most = float(prior.max(initial=0.0))
    return tuple(
        Disc(
            int(action),
            GLANCE,
            f"{prior[action]:.0%}",
            radius=0.34 + 0.1 * math.sqrt(float(prior[action]) / most),
            alpha=0.95 if rank == 0 else 0.72,
            is_best=rank == 0,
        )
        for rank, action in enumerate(order)
        if prior[action] >= _LEAST_GLANCE
    )


def _tries(insight: Insight, points: int) -> tuple[Disc, ...]:
    """Larger: tried more often."""
    total = max(int(insight.counts.sum()), 1)
    order = np.lexsort((-insight.prior, -insight.counts))[:_MOST_TRIED]
    most = max(int(insight.counts.max()), 1)
    discs = []
    for rank, action in enumerate(order.tolist()):
        count, is_best = int(insight.counts[action]), rank == 0
        if action >= points or count == 0 or (count < _LEAST_SHARE * total and not is_best):
            continue
        part = math.sqrt(count / most)
        discs.append(
            Disc(
                action,
                BEST if is_best else TRIED,
                f"{insight.win_rates[action]:.0%}",
                short_count(count),
                radius=0.31 + 0.15 * part,
                alpha=0.97 if is_best else round(0.66 + 0.24 * part, 1),
                is_best=is_best,
            )
        )
    return tuple(reversed(discs))


def _values(insight: Insight, stones: NDArray[np.int8]) -> tuple[Disc, ...]:
    """How much worse than the best each move is; bad ones and those hardly looked at are small."""
    best = best_rate(insight)
    if best is None:
        return ()
    rates = insight.win_rates[: stones.size]
    known = np.flatnonzero(~np.isnan(rates) & (stones.ravel() == 0)).tolist()
    top = max(known, key=lambda action: (rates[action] >= best, insight.counts[action], rates[action]), default=-1)
    discs = []
    for action in known:
        loss = max(best - float(rates[action]), 0.0)
        if action == top:
            discs.append(Disc(action, loss_color(0.0), f"{best:.0%}", radius=0.45, is_best=True))
        elif loss <= _NUMBERED_LOSS or insight.counts[action] >= _LEAST_BEST_SHARE * insight.visits:
            discs.append(Disc(action, loss_color(loss), f"−{100 * loss:.0f}", radius=0.36, alpha=0.9))
        else:
            discs.append(Disc(action, loss_color(loss), radius=0.17, alpha=0.8))
    return tuple(discs)

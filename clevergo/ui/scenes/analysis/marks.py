"""From what a dog thinks to what is drawn on the board, in colors that differ in lightness too."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from clevergo.app.desk.settings import MindMode
from clevergo.app.match.messages import Thinking
from clevergo.games.color import Color
from clevergo.players.protocol import Candidate, Insight
from clevergo.ui.board.marks import STEPS, Disc, Ghost, Marks
from clevergo.ui.kit.theme import Rgb, mix
from clevergo.ui.scenes.play.words import short_count

BEST: Rgb = (22, 108, 84)
"""Deep jade: the move it would play."""
TRIED: Rgb = (92, 112, 98)
GLANCE: Rgb = (52, 54, 146)
LOSSES: tuple[tuple[float, Rgb], ...] = (
    (0.0, (0, 88, 158)),
    (0.04, (88, 146, 192)),
    (0.10, (226, 226, 230)),
    (0.18, (224, 122, 36)),
    (0.32, (158, 34, 10)),
)
"""Win rate lost, and its color: from blue over gray to orange, which color-blind people tell apart."""
_LEAST_SHARE = 0.004
"""Moves tried in a smaller part of all simulations are left out."""
_MOST_TRIED = 14
_MOST_GLANCES = 6
_LEAST_GLANCE = 0.03
_LEAST_HEAT = 0.002
_NUMBERED_LOSS = 0.10
_MOST_NUMBERED = 24
_LEAST_WORST = 0.02
"""Where all moves are worth nearly the same, so much less is still the worst: smaller differences say nothing."""
_WORST_SHARE = 90
"""Percent of all moves that are no worse than what counts as the worst."""
_LEAST_OWNED = 0.12
_LOOKED_AT_SHARE = 0.03
"""Moves with this part of all simulations show their figure however bad; others that seem better had a lucky try."""


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


def what_holds(insight: Insight) -> Insight:
    """What is left of the thoughts of a dog that never saw such a board: where it looks and what it tries."""
    return replace(
        insight,
        black_win_rate=math.nan,
        win_rates=np.full_like(insight.win_rates, np.nan),
        candidates=tuple(replace(candidate, win_rate=math.nan) for candidate in insight.candidates),
        owners=None,
        black_score=None,
    )


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


def worst_loss(insight: Insight, stones: NDArray[np.int8]) -> float:
    """The loss that is drawn as the worst: 0.32, or less where no move of this position is as bad.

    Late in a game, or once it is decided, all moves differ by a few percent: on one scale for all games they would be
    one blue.
    """
    rates = insight.win_rates[: stones.size]
    known = rates[~np.isnan(rates) & (stones.ravel() == 0)]
    best = insight.win_rate if insight.best is None else float(insight.win_rates[insight.best])
    if not known.size or math.isnan(best):
        return LOSSES[-1][0]
    return min(max(best - float(np.percentile(known, 100 - _WORST_SHARE)), _LEAST_WORST), LOSSES[-1][0])


def loss_color(loss: float, worst: float = LOSSES[-1][0]) -> Rgb:
    """The color of a move that wins ``loss`` less often than the best; better than the best is as good.

    It is one of 33, so that a board full of discs is drawn with few different ones.
    """
    loss = max(round(loss * LOSSES[-1][0] / worst, 2), 0.0)
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
    """Whose points are, in steps, empty if the net cannot say."""
    if insight.owners is None:
        return ()
    sure = np.where(np.abs(insight.owners) >= _LEAST_OWNED, insight.owners, 0.0)
    return tuple(np.rint(STEPS * sure).astype(int).ravel().tolist())


def _heat(prior: NDArray[np.float32]) -> tuple[int, ...]:
    """Shares in steps; the root spreads small ones, which would all be nothing."""
    seen = np.where(prior >= _LEAST_HEAT, prior, 0.0)
    return tuple(np.rint(STEPS * np.sqrt(seen / max(float(seen.max()), 1e-6))).astype(int).tolist())


def _glances(insight: Insight, points: int) -> tuple[Disc, ...]:
    prior = insight.prior[:points]
    order = np.argsort(-prior, kind="stable")[:_MOST_GLANCES]
    most = float(prior.max(initial=0.0))
    discs = []
    for rank, action in enumerate(order.tolist()):
        if prior[action] >= _LEAST_GLANCE:
            share = float(prior[action])
            radius, alpha = 0.34 + 0.1 * math.sqrt(share / most), 0.95 if rank == 0 else 0.72
            discs.append(Disc(action, GLANCE, f"{share:.0%}", radius=radius, alpha=alpha, is_best=rank == 0))
    return tuple(discs)


def _tries(insight: Insight, points: int) -> tuple[Disc, ...]:
    """Larger: tried more often; the one with the rim is the first of the list, which need not be the most tried."""
    total = max(int(insight.counts.sum()), 1)
    order = np.lexsort((-insight.prior, -insight.counts, np.arange(len(insight.counts)) != insight.best))[:_MOST_TRIED]
    most = max(int(insight.counts.max()), 1)
    discs = []
    for action in order.tolist():
        count, is_best = int(insight.counts[action]), action == insight.best
        if action >= points or count == 0 or (count < _LEAST_SHARE * total and not is_best):
            continue
        part, rate, tries = math.sqrt(count / most), float(insight.win_rates[action]), short_count(count)
        said = (tries, "") if math.isnan(rate) else (f"{rate:.0%}", tries)
        color, alpha = (BEST, 0.97) if is_best else (TRIED, round(0.66 + 0.24 * part, 1))
        discs.append(Disc(action, color, *said, radius=0.31 + 0.15 * part, alpha=alpha, is_best=is_best))
    return tuple(reversed(discs))


def _values(insight: Insight, stones: NDArray[np.int8]) -> tuple[Disc, ...]:
    """How much worse than the move it would play each is; bad ones and those hardly looked at are small."""
    rates, top = insight.win_rates[: stones.size], insight.best
    best = insight.win_rate if top is None else float(insight.win_rates[top])
    worst = worst_loss(insight, stones)
    near = set(np.argsort(-np.nan_to_num(np.where(rates <= best, rates, 0.0)))[:_MOST_NUMBERED].tolist())
    discs = []
    for action in np.flatnonzero(~np.isnan(rates) & (stones.ravel() == 0)).tolist():
        loss = best - float(rates[action])
        is_looked_at = insight.counts[action] >= _LOOKED_AT_SHARE * insight.visits
        if action == top:
            discs.append(Disc(action, loss_color(0.0), f"{best:.0%}", radius=0.45, is_best=True))
        elif is_looked_at or (action in near and 0 <= loss <= _NUMBERED_LOSS):
            discs.append(Disc(action, loss_color(loss, worst), _signed(-loss), radius=0.36, alpha=0.94, has_rim=True))
        else:
            discs.append(Disc(action, loss_color(loss, worst), radius=0.16, alpha=0.9, has_rim=True))
    return tuple(discs)


def _signed(part: float) -> str:
    """Percent with its sign: ``−6``, ``+2``, ``0``."""
    percent = round(100 * part)
    return f"{percent:+}".replace("-", "−") if percent else "0"

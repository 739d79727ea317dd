"""One simulation, in two halves: down the tree to a leaf, and back up with the leaf's judgment.

Between the halves the leaves of many simulations (of many games, or several of one game) are evaluated as
one batch. A leaf's board is replayed from its root's, so trees hold no boards. Followed edges carry a
virtual loss until the judgment is in, which keeps simulations of one game under way together apart.
"""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.kernels import FIRST, agreed_result, candidates, copy_board, play, result
from clevergo.search.gumbel import select_inside, select_root
from clevergo.search.puct import select_puct
from clevergo.search.tree import (
    NO_CHILD,
    PENDING,
    VIRTUAL_LOSS,
    Forest,
    add_forced_node,
    add_node,
    back_up,
    enter_bucket,
    has_room,
    judge_forced,
    open_edge,
    spread_factor,
    take_back,
)

__all__ = ["RootRule", "SearchConfig"]

LEAF, TERMINAL, COLLISION = 0, 1, 2


class RootRule(enum.Enum):
    """How root moves are chosen for simulations."""

    PUCT = "puct"
    GUMBEL = "gumbel"


@dataclass(frozen=True)
class SearchConfig:
    """The settings of a search."""

    root_rule: RootRule = RootRule.PUCT
    """PUCT everywhere, or Gumbel sequential halving at the root with its companion rule inside."""
    c_puct: float = 1.1
    """Weight of the prior against the value (PUCT)."""
    fpu_reduction: float = 0.2
    """How much worse than its node an unvisited move is taken to be, inside the tree (PUCT)."""
    root_fpu_reduction: float = 0.0
    """How much worse than the root an unvisited root move is taken to be (PUCT)."""
    fpu_follows: float = 0.0
    """0 to 1: weight of the node's searched mean against the net's first value as the base of the first-play urgency,
    times the explored prior mass squared; 0: the first value alone (KataGo's ``fpuParentWeightByVisitedPolicy``; PUCT,
    see :func:`clevergo.search.puct.select_puct`)."""
    caution: float = 0.0
    """How many standard errors, each 1 / sqrt(visits), a move's value is lowered by before the best is played (PUCT,
    see :func:`clevergo.search.mcts.choose_cautiously`); 0: the most visited move is played."""
    considered: int = 16
    """Moves drawn at the root (Gumbel)."""
    c_visit: float = 50.0
    """Gumbel sigma: constant added to the most visits."""
    c_scale: float = 0.5
    """Gumbel sigma: weight of the value, for values in [-1, 1]."""
    variance_scale: float = 0.0
    """How far exploration follows the spread of the values below a node (:func:`clevergo.search.tree.spread_factor`);
    KataGo has 0.85 (PUCT)."""
    corrects_bias: bool = False
    """Whether judgments are corrected by how wrong those after the same two moves were
    (:func:`clevergo.search.tree.correct_judgment`)."""
    proves: bool = False
    """Whether it keeps account of what is proven (:mod:`clevergo.search.tree`), for games that may end all of a sudden
    (:attr:`clevergo.games.game.Game.ends_suddenly`)."""
    restraint: int = 0
    """What is not searched though it is legal, in the game's own terms (:func:`clevergo.games.kernels.candidates`)."""

    def __post_init__(self) -> None:
        if self.c_puct <= 0 or self.c_scale <= 0 or self.c_visit < 0:
            raise ValueError("c_puct and c_scale must be positive, c_visit not negative")
        if self.caution < 0.0:
            raise ValueError(f"caution must not be negative, and is {self.caution}")
        for name in ("variance_scale", "fpu_follows"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be 0 to 1, not {getattr(self, name)}")
        if self.considered < 1:
            raise ValueError(f"considered must be at least 1, not {self.considered}")

    def params(self) -> Params:
        """The form kernels read."""
        return Params(
            gumbel=self.root_rule is RootRule.GUMBEL,
            c_puct=self.c_puct,
            fpu_reduction=self.fpu_reduction,
            root_fpu_reduction=self.root_fpu_reduction,
            c_visit=self.c_visit,
            c_scale=self.c_scale,
            proves=self.proves,
            variance_scale=self.variance_scale,
            fpu_follows=self.fpu_follows,
        )


class Params(NamedTuple):
    """:class:`SearchConfig` as kernels read it."""

    gumbel: bool
    c_puct: float
    fpu_reduction: float
    root_fpu_reduction: float
    c_visit: float
    c_scale: float
    proves: bool
    variance_scale: float = 0.0
    fpu_follows: float = 0.0


NOTHING_AGREED: NDArray[np.uint8] = np.zeros((1, 0), np.uint8)
"""What :attr:`RootState.agreed` is where games end by their rules alone."""
_NO_SCHEDULE: NDArray[np.int32] = np.zeros((1, 1), np.int32)
_NOBODY: NDArray[np.uint8] = np.zeros(0, np.uint8)


class RootState(NamedTuple):
    """What is kept for the root of each of G games."""

    boards: NDArray[Any]
    """``Board[G]``: the positions searched from."""
    gumbels: NDArray[np.float32]
    """``float32[G, A]``: this move's Gumbel sample for each root edge."""
    schedule: NDArray[np.int32]
    """``int32[m + 1, n]``: sequential halving's visit counts, by moves considered."""
    started: NDArray[np.int32]
    """``int32[G]``: simulations begun from this root, those under evaluation included."""
    agreed: NDArray[np.uint8] = NOTHING_AGREED
    """``uint8[G, K]``: what people agree on beyond the rules, in the game's own terms
    (:func:`clevergo.games.kernels.agreed_result`); ``NOTHING_AGREED`` in training."""
    deeper: NDArray[np.int32] = _NO_SCHEDULE
    """A ``schedule`` for the games whose move is searched deeper than the others'."""
    is_deep: NDArray[np.uint8] = _NOBODY
    """``uint8[G]``: 1 for those games; ``uint8[0]`` where there never are any."""


class Leaves(NamedTuple):
    """S simulations under way."""

    boards: NDArray[Any]
    """``Board[S]``."""
    game: NDArray[np.int32]
    """``int32[S]``: the tree each belongs to."""
    depth: NDArray[np.int32]
    """``int32[S]``: edges followed; 0 is the root itself."""
    nodes: NDArray[np.int32]
    """``int32[S, D]``: nodes left, root first."""
    edges: NDArray[np.int32]
    """``int32[S, D]``: edges followed, root's first."""
    actions: NDArray[np.int16]
    """``int16[S, A]``: what a search considers at each leaf (:func:`clevergo.games.kernels.candidates`)."""
    counts: NDArray[np.int32]
    """``int32[S]``: how many of those there are."""
    marks: NDArray[np.uint8]
    """``uint8[A]`` scratch."""
    policy: NDArray[np.float32]
    """``float32[A]`` scratch."""


def new_leaves(board: np.dtype[Any], slots: int, num_actions: int, max_depth: int) -> Leaves:
    """Room for ``slots`` simulations on such boards."""
    return Leaves(
        boards=np.zeros(slots, board),
        game=np.zeros(slots, np.int32),
        depth=np.zeros(slots, np.int32),
        nodes=np.empty((slots, max_depth), np.int32),
        edges=np.empty((slots, max_depth), np.int32),
        actions=np.empty((slots, num_actions), np.int16),
        counts=np.zeros(slots, np.int32),
        marks=np.empty(num_actions, np.uint8),
        policy=np.empty(num_actions, np.float32),
    )


@inline_kernel
def _choose_edge(forest: Forest, roots: RootState, game: int, node: int, params: Params, scratch: Any) -> int:
    """Selection: PUCT, or the Gumbel rules, at ``node``."""
    prior, visits, value_sum = forest.prior[game], forest.visits[game], forest.value_sum[game]
    start, count = forest.first_edge[game, node], forest.edge_count[game, node]
    if count == 1:
        return start
    opened, raw = forest.opened[game, node], forest.raw_value[game, node]
    if not params.gumbel:
        fpu = params.root_fpu_reduction if node == 0 else params.fpu_reduction
        c_puct = params.c_puct
        if params.variance_scale > 0.0:
            c_puct *= spread_factor(forest, game, node, params.variance_scale)
        follows = params.fpu_follows
        return select_puct(prior, visits, value_sum, start, count, opened, raw, c_puct, fpu, follows, scratch)
    if node > 0:
        c_visit, c_scale = params.c_visit, params.c_scale
        return select_inside(prior, visits, value_sum, start, count, opened, raw, c_visit, c_scale, scratch)
    schedule = roots.schedule
    if roots.is_deep.shape[0] and roots.is_deep[game]:
        schedule = roots.deeper
    row = min(count, schedule.shape[0] - 1)
    turn = min(roots.started[game], schedule.shape[1] - 1)
    wanted = schedule[row, turn]
    return select_root(
        prior, visits, value_sum, start, count, raw, params.c_visit, params.c_scale, roots.gumbels[game], wanted
    )


@kernel
def outcome_for_mover(board: Any) -> float:
    """The finished game's result, +1, 0 or -1, in the view of the side to move."""
    won = float(result(board))
    return won if board.to_play == FIRST else -won


@kernel
def _end_for_mover(board: Any, roots: RootState, game: int) -> float:
    """:func:`outcome_for_mover`, by what people agree on where they do."""
    if roots.agreed.shape[1] == 0:
        return outcome_for_mover(board)
    won = float(agreed_result(board, roots.boards[game], roots.agreed[game]))
    return won if board.to_play == FIRST else -won


@kernel
def descend(forest: Forest, roots: RootState, game: int, leaves: Leaves, slot: int, params: Params) -> int:
    """Follow the tree from the root of ``game`` to a leaf, whose board and path are left in ``slot``.

    Moves without an alternative are played on the way: no simulation ends before one.

    Returns:
        ``LEAF``: the leaf waits for a judgment (:func:`absorb`). ``TERMINAL``: the game ended there and the
        simulation is complete. ``COLLISION``: the leaf is under evaluation already; nothing has changed.
    """
    board = leaves.boards[slot]
    copy_board(board, roots.boards[game])
    leaves.game[slot] = game
    leaves.depth[slot] = 0
    actions, restraint = leaves.actions[slot], forest.restraint[game]
    if forest.node_count[game] == 0:
        leaves.counts[slot] = candidates(board, restraint, leaves.marks, actions)
        return LEAF
    nodes, edges = leaves.nodes[slot], leaves.edges[slot]
    node = 0
    depth = 0
    # What is proven below the root is looked into no further.
    while forest.edge_count[game, node] > 0 and depth < nodes.shape[0] and not (node and forest.proven[game, node]):
        edge = _choose_edge(forest, roots, game, node, params, leaves.policy)
        is_first = forest.visits[game, edge] == 0
        if is_first and not (params.gumbel and node == 0):
            open_edge(forest, game, node)
        forest.visits[game, edge] += 1
        forest.value_sum[game, edge] -= VIRTUAL_LOSS
        nodes[depth] = node
        edges[depth] = edge
        depth += 1
        child = forest.child[game, edge]
        if child == PENDING:
            take_back(forest, game, edges, depth)
            return COLLISION
        if is_first and child != NO_CHILD:
            # An earlier search judged it, and its visits were forgotten.
            leaves.depth[slot] = depth
            value = forest.raw_value[game, child]
            judge_forced(forest, game, nodes, depth, value)
            back_up(forest, game, nodes, edges, depth, value)
            return TERMINAL
        play(board, forest.action[game, edge])
        if child == NO_CHILD:
            if not board.over:
                count = candidates(board, restraint, leaves.marks, actions)
                if count == 1 and depth < nodes.shape[0] and has_room(forest, game, 1):
                    node = add_forced_node(forest, game, actions[0])
                    forest.child[game, edge] = node
                    continue
                leaves.depth[slot], leaves.counts[slot] = depth, count
                forest.child[game, edge] = PENDING
                return LEAF
            leaves.depth[slot] = depth
            value = _end_for_mover(board, roots, game)
            if has_room(forest, game, 0):
                node = add_node(forest, game, leaves.policy, value, actions, 0)
                forest.child[game, edge] = node
                if params.proves:
                    forest.proven[game, node] = np.sign(value)
            judge_forced(forest, game, nodes, depth, value)
            back_up(forest, game, nodes, edges, depth, value)
            return TERMINAL
        node = child
    # A finished game met again, whose node has no edges, or what is proven. A move that loses is not tried once more.
    leaves.depth[slot] = depth
    if forest.proven[game, node] > 0 and not (params.gumbel and depth == 1):
        forest.prior[game, edges[depth - 1]] = 0.0
    forest.node_visits[game, node] += 1
    back_up(forest, game, nodes, edges, depth, forest.raw_value[game, node])
    return TERMINAL


@kernel
def absorb(forest: Forest, leaves: Leaves, slot: int, prior: NDArray[np.float32], value: float) -> None:
    """Complete the simulation in ``slot``: expand its leaf and back the value up.

    Args:
        prior: ``float32[A]``, the evaluator's, any scale.
        value: the evaluator's, the leaf's side to move's view.
    """
    game, depth = leaves.game[slot], leaves.depth[slot]
    node = NO_CHILD
    if depth == 0 or has_room(forest, game, leaves.counts[slot]):
        node = add_node(forest, game, prior, value, leaves.actions[slot], leaves.counts[slot])
        if depth > 1 and forest.bucket.shape[1]:
            value = enter_bucket(forest, game, node, _bucket_of(forest, leaves, slot))
    if depth > 0:
        forest.child[game, leaves.edges[slot, depth - 1]] = node
        judge_forced(forest, game, leaves.nodes[slot], depth, value)
        back_up(forest, game, leaves.nodes[slot], leaves.edges[slot], depth, value)


@inline_kernel
def _bucket_of(forest: Forest, leaves: Leaves, slot: int) -> int:
    """A number for the last two moves of the way to a leaf, and whose they were.

    KataGo tells apart what lies around the last move, too. Within one search of a small board there is little that
    the same two moves could find changed there.
    """
    game, depth, edges = leaves.game[slot], leaves.depth[slot], leaves.edges[slot]
    last, before = forest.action[game, edges[depth - 1]], forest.action[game, edges[depth - 2]]
    actions = leaves.actions.shape[1]
    side = 0 if leaves.boards[slot].to_play == FIRST else 1
    return int((side * actions + last) * actions + before)


@kernel
def root_value(forest: Forest, game: int) -> float:
    """The mean of the root's simulations, its own evaluation included, or what is proven; side to move's view."""
    if forest.proven[game, 0]:
        return float(forest.proven[game, 0])
    total = float(forest.raw_value[game, 0])
    n = 1
    start = forest.first_edge[game, 0]
    for edge in range(start, start + forest.edge_count[game, 0]):
        total += forest.value_sum[game, edge]
        n += forest.visits[game, edge]
    return total / n


def win_rate(value: float) -> float:
    """A value in [-1, 1] as a probability of winning in [0, 1], of the same side."""
    return (1.0 + min(1.0, max(-1.0, value))) / 2.0 if not math.isnan(value) else 0.5

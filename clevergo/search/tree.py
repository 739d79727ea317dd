"""Search trees as arrays, many games side by side: the forest.

A node is expanded exactly when it is made, so nodes and their blocks of edges lie in the order they were
made, children after parents. That makes a subtree one pass of compaction (:func:`reroot`). Only the game's
candidate moves become edges, one contiguous block for each node.

Of the moves never tried, every rule of selection takes the one with the highest prior first. So a block is kept
in the order in which its edges are opened, and the best unopened edge comes next: selection reads the few opened
edges and one more, not the whole block (:func:`open_edge`). Only a Gumbel root, which tries what it has drawn,
leaves its block as it is.

Sentinels: ``NO_CHILD`` (edge never followed), ``PENDING`` (its leaf is being evaluated right now).

A node may be proven (Winands, Björnsson and Saito, "Monte-Carlo tree search solver", 2008): won for its side to move
where one of its moves wins, lost where all of them lose. It begins with finished games that are marked so, and
:func:`back_up` carries it towards the root: what is proven counts as that from then on, whatever was thought before.

Points of view: a node's values belong to its side to move; an edge's ``value_sum`` belongs to the side
that makes the move, the node's side to move.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.search.puct import largest

NO_CHILD = -1
PENDING = -2
UNJUDGED = np.float32(-9.0)
"""The raw value of a node that has one move and has not been judged (:func:`add_forced_node`)."""
VIRTUAL_LOSS = np.float32(1.0)
_COLUMNS = 5
TOTAL, SQUARES, OWN, ERROR, ERROR_WEIGHT = range(_COLUMNS)
"""Of a node's account: the sum of its simulations' values, and of their squares; its own judgment as corrected by now;
how wrong that was at first, and what that error weighs."""
USUAL_SPREAD = 0.4
"""The standard deviation of values below a node that is expected before any is known."""
_SPREAD_WEIGHT = 2.0
_NODES_A_BLOCK = 4
"""Room for nodes, most of them with one edge, for each full block of edges. In five in a row a judged position has one
or two forced moves before it on average: where nodes were as many as blocks, trees were full of those."""
BIAS_SHARE = 0.35
_BIAS_POWER = 0.8


class Forest(NamedTuple):
    """G trees of at most M nodes and E edges each; all arrays belong to one owner and are changed in place."""

    node_count: NDArray[np.int32]
    """``int32[G]``; 0: the root has not been evaluated yet."""
    edge_total: NDArray[np.int32]
    """``int32[G]``: edges in use."""
    restraint: NDArray[np.int32]
    """``int32[G]``: what is not searched though it is legal, in the game's own terms
    (:func:`clevergo.games.kernels.candidates`)."""
    first_edge: NDArray[np.int32]
    """``int32[G, M]``: where the node's block of edges starts."""
    edge_count: NDArray[np.int32]
    """``int32[G, M]``; 0: the game is over here."""
    opened: NDArray[np.int32]
    """``int32[G, M]``: how many edges, the block's first, have been followed; of the others the next has the highest
    prior. Says nothing at a Gumbel root."""
    node_visits: NDArray[np.int32]
    """``int32[G, M]``: simulations that reached the node, its own evaluation included."""
    raw_value: NDArray[np.float32]
    """``float32[G, M]``: the evaluator's word (or the game's result), side to move's view."""
    proven: NDArray[np.int8]
    """``int8[G, M]``: 1 where the side to move certainly wins, -1 where it loses, 0 where neither is known."""
    action: NDArray[np.int16]
    """``int16[G, E]``."""
    prior: NDArray[np.float32]
    """``float32[G, E]``: sums to 1 over a node's block."""
    visits: NDArray[np.int32]
    """``int32[G, E]``."""
    value_sum: NDArray[np.float32]
    """``float32[G, E]``: sum over the visits, mover's view."""
    child: NDArray[np.int32]
    """``int32[G, E]``: node index or a sentinel."""
    moved_to: NDArray[np.int32]
    """``int32[M]``: scratch of :func:`reroot`."""
    account: NDArray[np.float32]
    """``float32[G, M, 5]``: what only some searches keep of a node, in columns ``TOTAL`` to ``ERROR_WEIGHT`` (side to
    move's view); ``float32[G, M, 0]`` for the others."""
    bucket: NDArray[np.int32]
    """``int32[G, M]``: the node's place in ``bias``, or -1; ``int32[G, 0]`` where that is not kept."""
    bias: NDArray[np.float32]
    """``float32[G, K, 2]``: for each bucket the weighted sum of the errors seen, and the weights; K may be 0."""


def new_forest(games: int, blocks: int, num_actions: int, has_account: bool = False, has_bias: bool = False) -> Forest:
    """An empty forest with room for so many nodes with a full block of edges in each tree, and for forced ones besides.

    Memory is only touched as trees grow.

    ``has_account``: it keeps how the values below each node spread; ``has_bias``: and how wrong first judgments were.
    """
    max_nodes, max_edges = _NODES_A_BLOCK * blocks, blocks * num_actions
    columns, buckets = (_COLUMNS if has_account or has_bias else 0), (2 * (num_actions + 1) ** 2 if has_bias else 0)

    def nodes(dtype: Any) -> NDArray[Any]:
        return np.empty((games, max_nodes), dtype)

    def edges(dtype: Any) -> NDArray[Any]:
        return np.empty((games, max_edges), dtype)

    return Forest(
        node_count=np.zeros(games, np.int32),
        edge_total=np.zeros(games, np.int32),
        restraint=np.zeros(games, np.int32),
        first_edge=nodes(np.int32),
        edge_count=nodes(np.int32),
        opened=nodes(np.int32),
        node_visits=nodes(np.int32),
        raw_value=nodes(np.float32),
        proven=nodes(np.int8),
        action=edges(np.int16),
        prior=edges(np.float32),
        visits=edges(np.int32),
        value_sum=edges(np.float32),
        child=edges(np.int32),
        moved_to=np.empty(max_nodes, np.int32),
        account=np.empty((games, max_nodes, columns), np.float32),
        bucket=np.empty((games, max_nodes if has_bias else 0), np.int32),
        bias=np.zeros((games, buckets, 2), np.float32),
    )


@kernel
def clear_tree(forest: Forest, game: int) -> None:
    """Forget everything: the next simulation evaluates the root."""
    forest.node_count[game] = 0
    forest.edge_total[game] = 0
    forest.bias[game] = 0.0


@inline_kernel
def has_room(forest: Forest, game: int, num_actions: int) -> bool:
    """Whether one more node with a full block of edges fits."""
    return (
        forest.node_count[game] < forest.first_edge.shape[1]
        and forest.edge_total[game] + num_actions <= forest.action.shape[1]
    )


@kernel
def add_node(
    forest: Forest, game: int, prior: NDArray[np.float32], value: float, actions: NDArray[np.int16], count: int
) -> int:
    """Make a node with an edge for each of the first ``count`` actions; returns its index.

    Priors are masked and normalized here.

    Args:
        prior: ``float32[A]``, not negative.
        actions: ``int16[A]``: the game's candidates (:func:`clevergo.games.kernels.candidates`).
        count: how many there are; 0 where the game is over.
    """
    node = forest.node_count[game]
    start = forest.edge_total[game]
    forest.node_count[game] = node + 1
    forest.edge_total[game] = start + count
    forest.first_edge[game, node] = start
    forest.edge_count[game, node] = count
    forest.opened[game, node] = 0
    forest.node_visits[game, node] = 1
    forest.raw_value[game, node] = value
    forest.proven[game, node] = 0
    _open_account(forest, game, node, value)
    total = np.float32(0.0)
    for i in range(count):
        action = actions[i]
        _write_edge(forest, game, start + i, action, prior[action])
        total += prior[action]
    if count:
        _normalize(forest.prior[game], start, count, float(total))
        bring_forward(forest, game, node)
    return node


@kernel
def add_forced_node(forest: Forest, game: int, action: int) -> int:
    """Make a node with nothing but an edge for ``action``, for a position that nobody judges; returns its index.

    What it is worth is known when the judgment of a position behind it is in (:func:`judge_forced`).
    """
    node = forest.node_count[game]
    edge = forest.edge_total[game]
    forest.node_count[game] = node + 1
    forest.edge_total[game] = edge + 1
    forest.first_edge[game, node] = edge
    forest.edge_count[game, node] = 1
    forest.opened[game, node] = 0
    forest.node_visits[game, node] = 0
    forest.raw_value[game, node] = UNJUDGED
    forest.proven[game, node] = 0
    _open_account(forest, game, node, 0.0)
    _write_edge(forest, game, edge, action, 1.0)
    return node


@kernel
def judge_forced(forest: Forest, game: int, nodes: NDArray[np.int32], depth: int, value: float) -> None:
    """Tell the unjudged nodes at the end of a path what the leaf behind is worth; arguments as of :func:`back_up`."""
    for step in range(depth - 1, -1, -1):
        value = -value
        if forest.raw_value[game, nodes[step]] != UNJUDGED:
            break
        forest.raw_value[game, nodes[step]] = value


@kernel
def bring_forward(forest: Forest, game: int, node: int) -> None:
    """Put the unopened edge with the highest prior (the first of several) next; the one in its place moves there."""
    place = forest.first_edge[game, node] + forest.opened[game, node]
    end = forest.first_edge[game, node] + forest.edge_count[game, node]
    if place >= end:
        return
    priors = forest.prior[game]
    highest = largest(priors, place, end)
    edge = place
    while priors[edge] < highest:
        edge += 1
    # Of an edge that was never followed only these differ; a child it may have from an earlier search.
    actions, children = forest.action[game], forest.child[game]
    actions[place], actions[edge] = actions[edge], actions[place]
    priors[place], priors[edge] = priors[edge], priors[place]
    children[place], children[edge] = children[edge], children[place]


@inline_kernel
def open_edge(forest: Forest, game: int, node: int) -> None:
    """Note that the next unopened edge is being followed."""
    forest.opened[game, node] += 1
    bring_forward(forest, game, node)


@inline_kernel
def _write_edge(forest: Forest, game: int, edge: int, action: int, prior: float) -> None:
    forest.action[game, edge] = action
    forest.prior[game, edge] = prior
    forest.visits[game, edge] = 0
    forest.value_sum[game, edge] = 0.0
    forest.child[game, edge] = NO_CHILD


@inline_kernel
def _normalize(prior: NDArray[np.float32], start: int, count: int, total: float) -> None:
    """Make a block of priors sum to 1; a net that gives the allowed moves nothing is read as "no idea"."""
    if total > 1e-8:
        scale = np.float32(1.0) / total
        for edge in range(start, start + count):
            prior[edge] *= scale
    else:
        for edge in range(start, start + count):
            prior[edge] = np.float32(1.0) / np.float32(count)


@kernel
def back_up(
    forest: Forest, game: int, nodes: NDArray[np.int32], edges: NDArray[np.int32], depth: int, value: float
) -> None:
    """Credit a leaf's value to every edge of its path and take the virtual losses back; note what is proven thereby.

    Args:
        nodes: ``int32[>= depth]``: the node each edge leaves from, root first.
        edges: ``int32[>= depth]``: the edges followed.
        value: the leaf's value, in the view of the side to move at the leaf.
    """
    change = 0.0  # by what the first judgments below have just been corrected
    for step in range(depth - 1, -1, -1):
        value, change = -value, -change
        node, edge = nodes[step], edges[step]
        certain = proven_for_mover(forest, game, edge)
        if certain:
            value, change = float(certain), 0.0
            forest.value_sum[game, edge] = np.float32(certain * forest.visits[game, edge])
            if forest.proven[game, node] == 0 and (certain > 0 or _all_lose(forest, game, node)):
                forest.proven[game, node] = certain
        else:
            forest.value_sum[game, edge] += VIRTUAL_LOSS + np.float32(value + change)
        forest.node_visits[game, node] += 1
        if forest.account.shape[2]:
            forest.account[game, node, TOTAL] += np.float32(value + change)
            forest.account[game, node, SQUARES] += np.float32(value * value)
            if forest.bucket.shape[1]:
                change += correct_judgment(forest, game, node)


@inline_kernel
def _open_account(forest: Forest, game: int, node: int, value: float) -> None:
    if forest.account.shape[2]:
        account = forest.account[game, node]
        account[TOTAL], account[SQUARES], account[OWN] = value, value * value, value
        account[ERROR], account[ERROR_WEIGHT] = 0.0, 0.0
        if forest.bucket.shape[1]:
            forest.bucket[game, node] = -1


@kernel
def spread_factor(forest: Forest, game: int, node: int, scale: float) -> float:
    """By what exploration at ``node`` is multiplied, because the values below it spread much or little.

    Wu, KataGo, "Dynamic Variance-Scaled cPUCT" (docs/KataGoMethods.md), with its constants: a standard deviation of
    ``USUAL_SPREAD`` is expected, which counts as much as two simulations, and has the factor 1. ``scale`` is how far
    the factor follows what was seen; 0: not at all.
    """
    visits = float(forest.node_visits[game, node])
    if visits <= 1.0:
        return 1.0
    mean = forest.account[game, node, TOTAL] / visits
    known = (mean * mean + USUAL_SPREAD * USUAL_SPREAD) * _SPREAD_WEIGHT + forest.account[game, node, SQUARES]
    variance = max(0.0, known / (_SPREAD_WEIGHT + visits - 1.0) - mean * mean)
    return float(1.0 + scale * (math.sqrt(variance) / USUAL_SPREAD - 1.0))


@kernel
def enter_bucket(forest: Forest, game: int, node: int, bucket: int) -> float:
    """Put a new node into a bucket of nodes whose judgments err alike; returns its corrected judgment."""
    forest.bucket[game, node] = bucket
    weight = forest.bias[game, bucket, 1]
    if weight > 0.0:
        corrected = forest.raw_value[game, node] - BIAS_SHARE * forest.bias[game, bucket, 0] / weight
        forest.account[game, node, TOTAL] = forest.account[game, node, OWN] = corrected
    return float(forest.account[game, node, OWN])


@kernel
def correct_judgment(forest: Forest, game: int, node: int) -> float:
    """Note how far a node's first judgment was from what the search found below, and correct it by its bucket's error.

    Wu, KataGo, "Subtree Value Bias Correction" (docs/KataGoMethods.md): the judgment less ``BIAS_SHARE`` times the mean
    error of its bucket, in which each node's error weighs as its simulations to the power of ``_BIAS_POWER``.

    Returns:
        By how much the sum of the node's values has changed, side to move's view.
    """
    bucket, below = forest.bucket[game, node], forest.node_visits[game, node] - 1
    if bucket < 0 or below < 1:
        return 0.0
    account, bias = forest.account[game, node], forest.bias[game, bucket]
    error = forest.raw_value[game, node] - (account[TOTAL] - account[OWN]) / below
    weight = below**_BIAS_POWER
    bias[0] += error * weight - account[ERROR] * account[ERROR_WEIGHT]
    bias[1] += weight - account[ERROR_WEIGHT]
    account[ERROR], account[ERROR_WEIGHT] = error, weight
    corrected = forest.raw_value[game, node] - BIAS_SHARE * bias[0] / bias[1]
    change = corrected - account[OWN]
    account[OWN] = corrected
    account[TOTAL] += change
    return float(change)


@inline_kernel
def proven_for_mover(forest: Forest, game: int, edge: int) -> int:
    """1 where the move is proven to win, -1 where it is proven to lose, for the side that makes it; else 0."""
    child = forest.child[game, edge]
    return -forest.proven[game, child] if child >= 0 else 0


@kernel
def _all_lose(forest: Forest, game: int, node: int) -> bool:
    edge = forest.first_edge[game, node]
    end = edge + forest.edge_count[game, node]
    while edge < end and proven_for_mover(forest, game, edge) < 0:
        edge += 1
    return edge == end


@kernel
def winning_edge(forest: Forest, game: int, node: int) -> int:
    """The edge of a node that is proven to win, or -1."""
    start = forest.first_edge[game, node]
    for edge in range(start, start + forest.edge_count[game, node]):
        if proven_for_mover(forest, game, edge) > 0:
            return edge
    return -1


@kernel
def take_back(forest: Forest, game: int, edges: NDArray[np.int32], depth: int) -> None:
    """Undo a descent that met a leaf already under evaluation."""
    for step in range(depth):
        edge = edges[step]
        forest.visits[game, edge] -= 1
        forest.value_sum[game, edge] += VIRTUAL_LOSS


@kernel
def edge_of_action(forest: Forest, game: int, node: int, action: int) -> int:
    """The edge of ``node`` that plays ``action``, or -1."""
    start = forest.first_edge[game, node]
    for edge in range(start, start + forest.edge_count[game, node]):
        if forest.action[game, edge] == action:
            return edge
    return -1


@kernel
def reroot(forest: Forest, game: int, action: int, keep_children: bool) -> None:
    """Make the position after ``action`` the root, keeping what is known of it.

    With ``keep_children`` the whole subtree stays; without, only what the new root and its children were judged (a
    Gumbel search starts its visit counts afresh). An unknown position leaves an empty tree.
    """
    if forest.node_count[game] == 0:
        return
    edge = edge_of_action(forest, game, 0, action)
    root = forest.child[game, edge] if edge >= 0 else NO_CHILD
    if root < 0:
        clear_tree(forest, game)
        return
    if not keep_children:
        start = forest.first_edge[game, root]
        for child in forest.child[game, start : start + forest.edge_count[game, root]]:
            if child >= 0:
                _forget_visits(forest, game, child, False)
        _forget_visits(forest, game, root, True)
    _compact(forest, game, root)


@inline_kernel
def _forget_visits(forest: Forest, game: int, node: int, keeps_judged: bool) -> None:
    """Leave nothing of a node but what it was judged, and its children where they were, if so wished."""
    start = forest.first_edge[game, node]
    for edge in range(start, start + forest.edge_count[game, node]):
        child = forest.child[game, edge]
        # A node with one edge is worth what lies behind it, one without is looked at as fast anew.
        if not keeps_judged or child < 0 or forest.edge_count[game, child] < 2:
            forest.child[game, edge] = NO_CHILD
        forest.visits[game, edge] = 0
        forest.value_sum[game, edge] = 0.0
    forest.node_visits[game, node] = 1
    forest.opened[game, node] = 0
    forest.proven[game, node] = 0
    _open_account(forest, game, node, forest.raw_value[game, node])
    bring_forward(forest, game, node)


@inline_kernel
def _compact(forest: Forest, game: int, root: int) -> None:
    """Move the subtree of ``root`` to the front. Sources never lie before targets, so one pass is enough."""
    moved_to = forest.moved_to
    nodes = forest.node_count[game]
    child, first, count = forest.child[game], forest.first_edge[game], forest.edge_count[game]
    for node in range(root, nodes):
        moved_to[node] = NO_CHILD
    moved_to[root] = 0
    kept = 0
    for node in range(root, nodes):
        if moved_to[node] == NO_CHILD:
            continue
        moved_to[node] = kept
        kept += 1
        for edge in range(first[node], first[node] + count[node]):
            if child[edge] >= 0:
                moved_to[child[edge]] = 0
    free_edge = 0
    forest.bias[game] = 0.0  # only what is kept counts on
    for node in range(root, nodes):
        target = moved_to[node]
        if target == NO_CHILD:
            continue
        start, length = first[node], count[node]
        for offset in range(length):
            _move_edge(forest, game, start + offset, free_edge + offset)
        first[target] = free_edge
        count[target] = length
        forest.opened[game, target] = forest.opened[game, node]
        forest.node_visits[game, target] = forest.node_visits[game, node]
        forest.raw_value[game, target] = forest.raw_value[game, node]
        forest.proven[game, target] = forest.proven[game, node]
        if forest.account.shape[2]:
            forest.account[game, target] = forest.account[game, node]
        if forest.bucket.shape[1]:
            bucket = forest.bucket[game, node]
            forest.bucket[game, target] = bucket
            if bucket >= 0:
                error, weight = forest.account[game, target, ERROR], forest.account[game, target, ERROR_WEIGHT]
                forest.bias[game, bucket, 0] += error * weight
                forest.bias[game, bucket, 1] += weight
        free_edge += length
    forest.node_count[game] = kept
    forest.edge_total[game] = free_edge


@inline_kernel
def _move_edge(forest: Forest, game: int, source: int, target: int) -> None:
    child = forest.child[game, source]
    forest.action[game, target] = forest.action[game, source]
    forest.prior[game, target] = forest.prior[game, source]
    forest.visits[game, target] = forest.visits[game, source]
    forest.value_sum[game, target] = forest.value_sum[game, source]
    forest.child[game, target] = forest.moved_to[child] if child >= 0 else child

"""Monte Carlo tree search of one position: budget, stop, progress, subtree reuse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.games.game import Position
from clevergo.games.kernels import copy_board, correct
from clevergo.search.descent import (
    COLLISION,
    LEAF,
    NOTHING_AGREED,
    Leaves,
    Params,
    RootRule,
    RootState,
    SearchConfig,
    absorb,
    descend,
    new_leaves,
    root_value,
)
from clevergo.search.gumbel import draw_gumbels, schedule_table, select_root
from clevergo.search.tree import Forest, clear_tree, edge_of_action, new_forest, reroot

__all__ = ["LEAVES", "Evaluator", "Search", "SearchResult"]

LEAVES = 4
"""Simulations under way together at most: each makes the next ones look elsewhere before anybody knows whether to.

With 16 a dog of 400 simulations is some 100 points weaker, and its net hardly faster (docs/findings.md).
"""
_LINES = 10
_LINE_LENGTH = 12
_MAX_REUSE = 5
_KEPT_NODES = 4096
"""Room in the tree for what is kept of searches before: where it is full, a search learns nothing that is new."""
_SEEN_ENOUGH = 0.1
"""Share of the most visited move's visits that a move needs to be played instead of it."""
_AT_ONCE = 256
"""Simulations a :class:`Simulator` runs between two looks at whether to stop: a few milliseconds of playouts."""


@dataclass(frozen=True)
class SearchResult:
    """What a search knows; all values in the view of the side to move."""

    visits: NDArray[np.int32]
    """``int32[A]``: simulations that began with each move."""
    q: NDArray[np.float32]
    """``float32[A]`` in [-1, 1]: mean value of each move; 0 where never tried."""
    prior: NDArray[np.float32]
    """``float32[A]``: the evaluator's priors over the allowed moves; 0 too where one was found to lose for certain."""
    value: float
    """Mean value of the position, in [-1, 1]."""
    simulations: int
    """Simulations this search ran, a reused subtree's not counted."""
    ranking: tuple[int, ...]
    """The moves tried, first the one to play, then the most visited; where none was, the one with the best prior."""
    lines: tuple[tuple[int, ...], ...]
    """For the first moves of ``ranking``: the move and its expected continuation."""
    is_proven: bool = False
    """Whether the value is no opinion but certain: then the search has ended before its simulations were spent."""

    @property
    def best_action(self) -> int:
        """The move to play."""
        return self.ranking[0]


def choose_cautiously(visits: NDArray[np.int32], q: NDArray[np.float32], caution: float) -> int:
    """The move whose value is highest even if it was overrated: argmax Q(a) - caution / sqrt(N(a)).

    The most visited move need not be the best any more: late in a search the favorite may turn out badly, and the
    few simulations left are too few for another to overtake it. So, like Leela Zero and KataGo, the final choice goes
    by a lower confidence bound of the value, among moves with at least a tenth of the most visits.

    Args:
        visits, q: ``int32[A]`` and ``float32[A]`` in [-1, 1], of the side to move; some move must have visits.
        caution: the bound's distance from the mean, in units of 1 / sqrt(visits).
    """
    bound = q - np.float32(caution) / np.sqrt(np.maximum(visits, 1))
    return int(np.where(visits >= max(1.0, _SEEN_ENOUGH * visits.max()), bound, -np.inf).argmax())


@kernel
def gather(
    forest: Forest, roots: RootState, game: int, leaves: Leaves, params: Params, slots: int, budget: int
) -> tuple[int, int]:
    """Start simulations of ``game`` until the slots, the budget or the free leaves run out.

    Returns:
        ``(pending, begun)``: leaves that wait for a judgment, and simulations begun, complete ones included.
    """
    pending = 0
    begun = 0
    while pending < slots and begun < budget:
        status = descend(forest, roots, game, leaves, pending, params)
        if status == COLLISION:
            break
        begun += 1
        if status == LEAF:
            pending += 1
            if leaves.depth[pending - 1] == 0:
                # The root's own evaluation: nothing can be selected before it is in, and it is no simulation.
                return 1, 0
        roots.started[game] += 1
    return pending, begun


@kernel
def absorb_all(
    forest: Forest, leaves: Leaves, pending: int, prior: NDArray[np.float32], value: NDArray[np.float32]
) -> None:
    """Complete the simulations in slots ``0 .. pending``; ``prior: float32[S, A]``, ``value: float32[S]``."""
    for slot in range(pending):
        absorb(forest, leaves, slot, prior[slot], value[slot])


@kernel
def follow_visits(forest: Forest, game: int, first: int, line: NDArray[np.int16]) -> int:
    """Write root move ``first`` and the most visited moves after it to ``line``, which is filled at most; how many."""
    edge = edge_of_action(forest, game, 0, first)
    length = 0
    while length < line.shape[0] and forest.visits[game, edge] > 0:
        line[length] = forest.action[game, edge]
        length += 1
        node = forest.child[game, edge]
        if node < 0 or forest.edge_count[game, node] == 0:
            break
        edge = forest.first_edge[game, node]
        for other in range(edge + 1, edge + forest.edge_count[game, node]):
            if forest.visits[game, other] > forest.visits[game, edge]:
                edge = other
    return length


@kernel
def _copy_root(boards: NDArray[np.void], source: NDArray[np.void]) -> None:
    copy_board(boards[0], source[0])


class Evaluator(Protocol):
    """Judges a batch of positions at once."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        """Fill in the judgment of every board.

        Args:
            boards: ``Board[B]`` records of one game, all of one size; never changed.
            prior: ``float32[B, A]``, written: how promising each action is, none negative. Rows need not
                sum to 1 and illegal actions may be positive: the search masks and normalizes.
            value: ``float32[B]`` in [-1, 1], written: the expected result for the side to move.
        """


@runtime_checkable
class Simulator(Protocol):
    """An evaluator that needs no Python, so that whole simulations can follow one another in compiled code."""

    def simulate(
        self,
        forest: Forest,
        roots: RootState,
        leaves: Leaves,
        params: Params,
        budget: int,
        prior: NDArray[np.float32],
        value: NDArray[np.float32],
    ) -> int:
        """Add ``budget`` simulations, each judged before the next begins, to tree 0; returns how many it were.

        It stops after 0 where the root itself had to be judged first.
        """


class Search:
    """Searches one position after another, keeping what it learned of those that follow from the last.

    Owns its tree; not for use by two threads at once.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        config: SearchConfig | None = None,
        rng: np.random.Generator | None = None,
        leaves: int = LEAVES,
    ) -> None:
        """Prepare a search, PUCT by default; ``rng`` is needed only for Gumbels.

        At most so many ``leaves`` are evaluated as one batch; 1 is the textbook's search.
        """
        if leaves < 1:
            raise ValueError(f"leaves must be at least 1, not {leaves}")
        self._evaluator = evaluator
        self._config = config or SearchConfig()
        self._params = self._config.params()
        self._rng = rng or np.random.default_rng(0)
        self._batch = leaves
        self._position: Position | None = None
        self._forest: Forest
        self._roots: RootState
        self._leaves: Leaves
        self._capacity = 0
        self._restraint = self._config.restraint
        self._agreed = NOTHING_AGREED[0]
        """What people agree on beyond the rules, ``uint8[K]`` (:attr:`RootState.agreed`)."""
        self._prior = np.empty((leaves, 0), np.float32)
        self._value = np.empty(leaves, np.float32)

    def run(
        self,
        position: Position,
        simulations: int,
        stop: Callable[[], bool] | None = None,
        progress: Callable[[SearchResult], None] | None = None,
        agreed: NDArray[np.uint8] = NOTHING_AGREED[0],
    ) -> SearchResult:
        """Search ``position``.

        Args:
            position: where to search from; must not be over.
            simulations: how many to add to what is known already; a Gumbel root begins anew with each call.
            stop: asked between batches; True ends the search with what it has.
            progress: called between batches with the result so far, about ten times in all.
            agreed: ``uint8[K]``, what people agree on beyond the rules programs train by, in the game's own terms
                (:func:`clevergo.games.kernels.agreed_result`); empty for those rules alone.

        Raises:
            ValueError: the game is over, or ``simulations`` is not positive.
        """
        if position.is_over:
            raise ValueError("the game is over: there is nothing to search")
        if simulations < 1:
            raise ValueError(f"simulations must be at least 1, not {simulations}")
        self._set_root(position, simulations, agreed)
        done = 0
        reported = 0
        between = max(self._batch, simulations // 10)
        try:
            while done < simulations and not self._is_proven():
                begun = self._simulate(min(simulations - done, between))
                if begun == 0:  # the root itself has been judged
                    self._prepare_root()
                done += begun
                if stop is not None and stop():
                    break
                if progress is not None and done - reported >= between and done < simulations:
                    reported = done
                    progress(self._result(position, done))
        except BaseException:  # simulations under way have counted as lost, and nobody will judge them
            self.forget()
            raise
        return self._result(position, done)

    def _is_proven(self) -> bool:
        return bool(self._forest.node_count[0] and self._forest.proven[0, 0])

    def _simulate(self, budget: int) -> int:
        """Run some simulations, at most ``budget``; returns how many: 0 where the root itself was evaluated."""
        trees = self._forest, self._roots
        if isinstance(self._evaluator, Simulator):
            limit = min(budget, _AT_ONCE)
            return self._evaluator.simulate(*trees, self._leaves, self._params, limit, self._prior, self._value)
        pending, begun = gather(*trees, 0, self._leaves, self._params, self._batch, budget)
        if pending:
            boards = self._leaves.boards[:pending]
            self._evaluator.evaluate(boards, self._prior[:pending], self._value[:pending])
            if self._agreed.any():
                correct(boards, pending, self._roots.boards[0], self._roots.agreed[0], self._value)
            absorb_all(self._forest, self._leaves, pending, self._prior, self._value)
        return begun

    def forget(self) -> None:
        """Drop the tree: the next search starts from nothing."""
        self._position = None

    def restrain(self, further: int) -> None:
        """Leave alone what its settings say and ``further`` kinds of move; a change drops the tree."""
        restraint = self._config.restraint | further
        if restraint != self._restraint:
            self._restraint = restraint
            self.forget()

    def _set_root(self, position: Position, simulations: int, agreed: NDArray[np.uint8]) -> None:
        last, is_agreed = self._position, np.array_equal(agreed, self._agreed)
        known = position.moves_since(last, _MAX_REUSE) if last is not None and is_agreed else None
        is_gumbel = self._config.root_rule is RootRule.GUMBEL
        if is_gumbel and not known:  # other moves are drawn, and those that were looked at before would not fit in
            known = None
        self._agreed = agreed
        if known is None or self._capacity < simulations:
            self._make_room(position, simulations)
            clear_tree(self._forest, 0)
            self._forest.restraint[0] = self._restraint
        else:
            for action in known:
                reroot(self._forest, 0, action, not is_gumbel)
            self._halve_by(position, simulations)
        _copy_root(self._roots.boards, position.board)
        self._roots = self._roots._replace(agreed=agreed[np.newaxis])
        self._position = position
        self._roots.started[0] = 0
        if self._forest.node_count[0]:
            self._prepare_root()

    def _make_room(self, position: Position, simulations: int) -> None:
        actions, board = position.rules.num_actions, position.board.dtype
        if self._capacity >= simulations and self._fits(position):
            self._halve_by(position, simulations)
            return
        self._capacity = max(simulations, 512)
        kept = self._config.variance_scale > 0.0, self._config.corrects_bias
        self._forest = new_forest(1, 2 * self._capacity + _KEPT_NODES, actions, *kept)
        self._leaves = new_leaves(board, self._batch, actions, position.rules.ply_limit + 1)
        self._roots = RootState(
            boards=np.zeros(1, board),
            gumbels=np.zeros((1, actions), np.float32),
            schedule=np.zeros((1, 1), np.int32),
            started=np.zeros(1, np.int32),
        )
        self._halve_by(position, simulations)
        self._prior = np.empty((self._batch, actions), np.float32)
        self._value = np.empty(self._batch, np.float32)

    def _fits(self, position: Position) -> bool:
        """Whether games by these rules, on boards of that kind, have room in what there is."""
        leaves = self._leaves
        is_board = self._prior.shape[1] == position.rules.num_actions and leaves.boards.dtype == position.board.dtype
        return is_board and leaves.nodes.shape[1] > position.rules.ply_limit

    def _halve_by(self, position: Position, simulations: int) -> None:
        """Share so many simulations out among the moves drawn.

        Only a Gumbel root needs that, and for as many simulations as an analysis may have it takes a while.
        """
        is_gumbel = self._config.root_rule is RootRule.GUMBEL
        if is_gumbel and self._roots.schedule.shape[1] != simulations:
            considered = max(1, min(self._config.considered, position.rules.num_actions))
            self._roots = self._roots._replace(schedule=schedule_table(considered, simulations))

    def _prepare_root(self) -> None:
        """Gumbels for a root that has just been set."""
        if self._config.root_rule is RootRule.GUMBEL:
            draw_gumbels(self._roots.gumbels[0], int(self._forest.edge_count[0, 0]), self._rng)

    def _result(self, position: Position, simulations: int) -> SearchResult:
        forest = self._forest
        actions = position.rules.num_actions
        start, count = int(forest.first_edge[0, 0]), int(forest.edge_count[0, 0])
        block = slice(start, start + count)
        action = forest.action[0, block]
        visits = np.zeros(actions, np.int32)
        q = np.zeros(actions, np.float32)
        prior = np.zeros(actions, np.float32)
        visits[action] = forest.visits[0, block]
        q[action] = forest.value_sum[0, block] / np.maximum(forest.visits[0, block], 1)
        prior[action] = forest.prior[0, block]
        certain = np.zeros(actions, np.int8)
        child = forest.child[0, block]
        certain[action] = np.where(child >= 0, -forest.proven[0, child], 0)
        order: list[int] = sorted(action.tolist(), key=lambda a: (-certain[a], -visits[a], -q[a], -prior[a]))
        best, chosen = order[0], self._choice(visits, q, order[0])
        if certain[chosen] == certain[best]:
            best = chosen
        tried = [move for move in order if visits[move] > 0 and move != best]
        lines = tuple(self._line(move) for move in (best, *tried)[:_LINES] if visits[move] > 0)
        return SearchResult(
            visits=visits,
            q=q,
            prior=prior,
            value=root_value(forest, 0),
            simulations=simulations,
            ranking=(best, *tried),
            lines=lines,
            is_proven=self._is_proven(),
        )

    def _choice(self, visits: NDArray[np.int32], q: NDArray[np.float32], most_visited: int) -> int:
        """The move to play."""
        if self._config.root_rule is RootRule.GUMBEL:
            forest, params = self._forest, self._params
            start, count, raw = int(forest.first_edge[0, 0]), int(forest.edge_count[0, 0]), forest.raw_value[0, 0]
            edges, gumbels = (forest.prior[0], forest.visits[0], forest.value_sum[0]), self._roots.gumbels[0]
            edge = select_root(*edges, start, count, raw, params.c_visit, params.c_scale, gumbels, -1)
            return int(forest.action[0, edge])
        if self._config.caution > 0.0 and visits[most_visited] > 0:
            return choose_cautiously(visits, q, self._config.caution)
        return most_visited

    def _line(self, first: int) -> tuple[int, ...]:
        """The most visited continuation of root move ``first``."""
        line = np.empty(_LINE_LENGTH, np.int16)
        return tuple(line[: follow_visits(self._forest, 0, first, line)].tolist())

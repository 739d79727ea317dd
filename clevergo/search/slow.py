"""A search taken apart: the same kernels on the same tree, and everything a simulation looked at, to be shown.

:class:`SlowSearch` is :class:`clevergo.search.mcts.Search` that also writes down, simulation by simulation, what each
choice was made of (select), what the evaluator said (expand) and what that changed (back up). It decides nothing: every
choice is the kernels' own, and the terms beside it are worked out from the tree as it stood before, by the formulas of
:mod:`clevergo.search.puct` and :mod:`clevergo.search.gumbel` written once more, plainly: what is shown can be checked.

Points of view: a choice's values belong to the side that moves there, a judgment's to the side to move at the leaf.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clevergo.games.game import Position
from clevergo.games.kernels import correct
from clevergo.search.descent import COLLISION, LEAF, RootRule, absorb, descend
from clevergo.search.gumbel import _TINY, improved_policy  # the kernels' own number
from clevergo.search.mcts import Search, SearchResult
from clevergo.search.story import Change as Change  # what it tells in passes on as it is
from clevergo.search.story import Choice as Choice
from clevergo.search.story import ChoiceRule as ChoiceRule
from clevergo.search.story import LeafKind as LeafKind
from clevergo.search.story import Simulation as Simulation
from clevergo.search.tree import proven_for_mover, winning_edge


@dataclass(frozen=True, eq=False)
class _Before:
    """The tree's edges as they stood before somebody went down."""

    visits: NDArray[np.int32]
    value_sum: NDArray[np.float32]
    prior: NDArray[np.float32]
    action: NDArray[np.int16]
    opened: NDArray[np.int32]
    started: int


@dataclass(frozen=True, eq=False)
class _Way:
    """A way down that waits for its leaf's judgment."""

    choices: tuple[Choice, ...]
    nodes: NDArray[np.int32]
    edges: NDArray[np.int32]
    q_before: tuple[float, ...]


class SlowSearch(Search):
    """A search that tells of every simulation (:attr:`simulations`); what it finds is what the other finds.

    It is for looking at: some hundred simulations take a second, and what it has told of is kept.
    """

    simulations: list[Simulation]
    """Those of the last :meth:`run`, in the order of completion; the root's own evaluation, if there was one, first."""
    gumbels: NDArray[np.float32]
    """``float32[A]``: by action, the Gumbel each root move has drawn; zeros in a PUCT search."""

    def run(self, position: Position, simulations: int, *args: object, **kwargs: object) -> SearchResult:
        """Search ``position`` and tell of each simulation; arguments and result as of :meth:`Search.run`.

        Raises:
            ValueError: its settings have choices made by terms that it does not tell of.
        """
        if self._config.variance_scale > 0.0 or self._config.corrects_bias:
            raise ValueError("variance_scale and corrects_bias are no terms that it tells of")
        self.simulations = []
        self._waves = 0
        self._done = 0
        self.gumbels = np.zeros(position.rules.num_actions, np.float32)
        return super().run(position, simulations, *args, **kwargs)  # type: ignore[arg-type]

    def _prepare_root(self) -> None:
        super()._prepare_root()
        actions = self._forest.action[0, : int(self._forest.edge_count[0, 0])]
        self.gumbels[actions] = self._roots.gumbels[0, : len(actions)]

    def _simulate(self, budget: int) -> int:
        """One wave: :func:`clevergo.search.mcts.gather` and ``absorb_all``, one simulation after the other."""
        forest, roots, leaves, slots = self._forest, self._roots, self._leaves, self._batch
        waiting: list[_Way] = []
        begun = 0
        self._waves += 1
        while len(waiting) < slots and begun < budget:
            before = self._look()
            status = descend(forest, roots, 0, leaves, len(waiting), self._params)
            if status == COLLISION:
                break
            begun += 1
            way = self._way(before, len(waiting))
            if status == LEAF:
                waiting.append(way)
                if not way.choices:
                    begun = 0
                    break
            else:
                self._tell(way, LeafKind.KNOWN, self._value_of_known(way, before), None)
            roots.started[0] += 1
        if waiting:
            count = len(waiting)
            self._evaluator.evaluate(leaves.boards[:count], self._prior[:count], self._value[:count])
            if self._agreed.any():
                correct(leaves.boards[:count], count, roots.boards[0], roots.agreed[0], self._value)
            for slot, way in enumerate(waiting):
                absorb(forest, leaves, slot, self._prior[slot], self._value[slot])
                self._tell(way, LeafKind.NEW, float(self._value[slot]), self._priors_of_leaf(slot))
        return begun

    # --- what is read off the tree ----------------------------------------------------------------------------

    def _look(self) -> _Before:
        forest = self._forest
        edges, nodes = int(forest.edge_total[0]), int(forest.node_count[0])
        return _Before(
            forest.visits[0, :edges].copy(),
            forest.value_sum[0, :edges].copy(),
            forest.prior[0, :edges].copy(),
            forest.action[0, :edges].copy(),
            forest.opened[0, :nodes].copy(),
            int(self._roots.started[0]),
        )

    def _way(self, before: _Before, slot: int) -> _Way:
        leaves = self._leaves
        depth = int(leaves.depth[slot])
        nodes, edges = leaves.nodes[slot, :depth].copy(), leaves.edges[slot, :depth].copy()
        choices = tuple(self._choice_at(before, int(n), int(e)) for n, e in zip(nodes, edges, strict=True))
        return _Way(choices, nodes, edges, tuple(self._q_before(before, int(edge)) for edge in edges))

    @staticmethod
    def _q_before(before: _Before, edge: int) -> float:
        if edge >= len(before.visits) or before.visits[edge] == 0:
            return float("nan")
        return float(before.value_sum[edge] / before.visits[edge])

    def _choice_at(self, before: _Before, node: int, edge: int) -> Choice:
        forest, params = self._forest, self._params
        start, count = int(forest.first_edge[0, node]), int(forest.edge_count[0, node])
        if count == 1 or node >= len(before.opened):
            return self._only(node, edge)
        is_gumbel_root = params.gumbel and node == 0
        opened = count if is_gumbel_root else min(count, int(before.opened[node]) + 1)
        block = slice(start, start + opened)
        visits, prior = before.visits[block], before.prior[block]
        with np.errstate(invalid="ignore", divide="ignore"):
            q = np.where(visits > 0, before.value_sum[block] / visits, np.nan).astype(np.float32)
        is_up = np.ones(opened, np.bool_)
        raw = float(forest.raw_value[0, node])
        if not params.gumbel:
            rule, terms = ChoiceRule.PUCT, self._puct_terms(visits, prior, q, raw, node == 0)
        elif is_gumbel_root:
            rule, terms = ChoiceRule.GUMBEL_ROOT, self._root_terms(visits, prior, q, raw)
            is_up = visits == self._wanted(count, before.started)
            if not is_up.any():
                is_up = visits == visits.max()
        else:
            rule, terms = ChoiceRule.GUMBEL_INSIDE, self._inside_terms(visits, prior, q, raw)
        return Choice(node, rule, before.action[block], prior, visits, q, terms, is_up, edge - start)

    def _only(self, node: int, edge: int) -> Choice:
        forest = self._forest
        one = slice(edge, edge + 1)
        seen = forest.visits[0, one] - 1
        nothing = np.full(1, np.nan, np.float32)
        return Choice(
            node,
            ChoiceRule.ONLY,
            forest.action[0, one].copy(),
            forest.prior[0, one].copy(),
            seen,
            nothing,
            np.zeros((0, 1)),
            np.ones(1, np.bool_),
            0,
        )

    def _puct_terms(
        self, visits: NDArray[np.int32], prior: NDArray[np.float32], q: NDArray[np.float32], raw: float, is_root: bool
    ) -> NDArray[np.float64]:
        params = self._params
        reduction = params.root_fpu_reduction if is_root else params.fpu_reduction
        tried = visits > 0
        explored = float(prior[tried].sum(dtype=np.float64))
        found = (raw + float((visits * q)[tried].sum(dtype=np.float64))) / (1.0 + float(visits.sum()))
        known = raw + params.fpu_follows * min(1.0, explored) ** 2 * (found - raw)
        urgency = known - reduction * np.sqrt(explored)
        return np.array(
            [
                np.where(visits > 0, q, urgency),
                params.c_puct * prior * np.sqrt(visits.sum() + 1.0) / (1.0 + visits),
            ]
        )

    def _root_terms(
        self, visits: NDArray[np.int32], prior: NDArray[np.float32], q: NDArray[np.float32], raw: float
    ) -> NDArray[np.float64]:
        mixed = _mixed_value(visits, prior, q, raw)
        sigma = (self._params.c_visit + visits.max()) * self._params.c_scale
        gumbels = self._roots.gumbels[0, : len(visits)].astype(np.float64)
        return np.array([gumbels, np.log(prior.astype(np.float64) + _TINY), sigma * np.where(visits > 0, q, mixed)])

    def _inside_terms(
        self, visits: NDArray[np.int32], prior: NDArray[np.float32], q: NDArray[np.float32], raw: float
    ) -> NDArray[np.float64]:
        mixed = _mixed_value(visits, prior, q, raw)
        sigma = (self._params.c_visit + visits.max()) * self._params.c_scale
        values = np.where(visits > 0, q, mixed).astype(np.float64)
        lift = np.exp(sigma * (values - values.max()))
        weight = prior * lift
        # Moves not looked at have what is left of the priors, and are lifted as the next untried one is.
        rest = max(0.0, 1.0 - float(prior[visits > 0].sum(dtype=np.float64)))
        tried = visits > 0
        norm = weight[tried].sum() + rest * np.exp(sigma * (mixed - values.max())) + _TINY
        return np.array([weight / norm, -visits / (1.0 + visits.sum())])

    def _wanted(self, count: int, started: int) -> int:
        schedule = self._roots.schedule
        return int(schedule[min(count, schedule.shape[0] - 1), min(started, schedule.shape[1] - 1)])

    def _value_of_known(self, way: _Way, before: _Before) -> float:
        """What a leaf was worth that needed no judgment, for the side to move there."""
        edge = int(way.edges[-1])
        child = int(self._forest.child[0, edge])
        if child >= 0:
            proven = int(self._forest.proven[0, child])
            return float(proven) if proven else float(self._forest.raw_value[0, child])
        return float(before.value_sum[edge] - self._forest.value_sum[0, edge])  # the tree is full: what the edge got

    def _priors_of_leaf(self, slot: int) -> NDArray[np.float32]:
        leaves = self._leaves
        actions = leaves.actions[slot, : leaves.counts[slot]]
        priors = np.zeros(self._prior.shape[1], np.float32)
        priors[actions] = self._prior[slot, actions]
        total = priors.sum()
        if total > 0.0:
            return priors / total
        priors[actions] = 1.0 / max(len(actions), 1)
        return priors

    def _tell(self, way: _Way, kind: LeafKind, value: float, priors: NDArray[np.float32] | None) -> None:
        forest = self._forest
        changes: list[Change] = []
        credited = value
        for step in range(len(way.edges) - 1, -1, -1):
            edge, node = int(way.edges[step]), int(way.nodes[step])
            certain = proven_for_mover(forest, 0, edge)
            credited = float(certain) if certain else -credited
            visits, mean = int(forest.visits[0, edge]), float(forest.value_sum[0, edge]) / int(forest.visits[0, edge])
            action, earlier = way.choices[step].action, way.q_before[step]
            changes.append(Change(node, action, credited, certain != 0, visits, earlier, mean))
        if way.choices:
            self._done += 1
        visits_now, q_now, target = self._root_now()
        number = self._done if way.choices else 0
        self.simulations.append(
            Simulation(number, self._waves, way.choices, kind, value, priors, tuple(changes), visits_now, q_now, target)
        )

    def _root_now(self) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]:
        """``int32[A]``, ``float32[A]``, ``float32[A]``: visits, mean values and target at the root."""
        forest, params, width = self._forest, self._params, self._prior.shape[1]
        start, count = int(forest.first_edge[0, 0]), int(forest.edge_count[0, 0])
        block = slice(start, start + count)
        action = forest.action[0, block]
        visits, q, target = np.zeros(width, np.int32), np.zeros(width, np.float32), np.zeros(width, np.float32)
        visits[action] = forest.visits[0, block]
        q[action] = forest.value_sum[0, block] / np.maximum(forest.visits[0, block], 1)
        if self._config.root_rule is RootRule.GUMBEL and forest.proven[0, 0] > 0:  # self-play learns no other move
            target[forest.action[0, winning_edge(forest, 0, 0)]] = 1.0
        elif self._config.root_rule is RootRule.GUMBEL:
            out = np.empty(count, np.float32)
            edges, raw = (forest.prior[0], forest.visits[0], forest.value_sum[0]), forest.raw_value[0, 0]
            improved_policy(*edges, start, count, raw, params.c_visit, params.c_scale, out)
            target[action] = out
        elif visits.any():
            target = (visits / visits.sum()).astype(np.float32)
        else:
            target[action] = forest.prior[0, block]
        return visits, q, target


def _mixed_value(visits: NDArray[np.int32], prior: NDArray[np.float32], q: NDArray[np.float32], raw: float) -> float:
    """What an unvisited move is taken to be worth (Danihelka et al., appendix D, equation 33)."""
    tried = visits > 0
    seen = float(prior[tried].sum(dtype=np.float64))
    if not tried.any() or seen <= 0.0:
        return raw
    total = int(visits.sum())
    mean = float((prior[tried] * q[tried]).sum(dtype=np.float64)) / seen
    return (raw + total * mean) / (1.0 + total)

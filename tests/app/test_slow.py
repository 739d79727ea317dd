"""A search in slow motion is the real search: visits, Q and target at each step, on real nets, in both games."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.app.slow.motion import ROOT, SlowMotion, SlowRule, SlowWish
from clevergo.app.slow.telling import halving_rounds, leaves_of, search_config, search_slowly
from clevergo.games.game import Position
from clevergo.games.go.rules import Ruleset
from clevergo.players.brain import DogBrain
from clevergo.search.descent import RootRule
from clevergo.search.gumbel import considered_visits, improved_policy
from clevergo.search.mcts import Search
from clevergo.search.rollout import RolloutEvaluator
from clevergo.search.slow import SlowSearch
from clevergo.search.tree import Forest

MODELS = Path(__file__).parents[2] / "models"
PLAYS, WAVES, LEARNS = SlowWish(), SlowWish(in_waves=True), SlowWish(SlowRule.LEARNS)
MOST_BYTES = 3_000_000


@dataclass(frozen=True)
class Case:
    dog: str
    wish: SlowWish
    simulations: int
    plies: int

    def __str__(self) -> str:
        return f"{self.dog}-{self.wish.rule.value}{'-waves' * self.wish.in_waves}-{self.plies}"


CASES = [
    Case("alpha_go", PLAYS, 100, 12),
    Case("alpha_go", WAVES, 100, 30),
    Case("alpha_go", LEARNS, 32, 12),
    Case("alpha_five", PLAYS, 100, 6),
    Case("alpha_five", WAVES, 100, 9),
    Case("alpha_five", LEARNS, 32, 8),
]
each = pytest.mark.parametrize("case", CASES, ids=str)


@lru_cache
def dog(name: str) -> DogBrain:
    return DogBrain.load(name, MODELS / f"{name}.pdparams")


def begun(name: str, plies: int) -> Position:
    """A position after so many moves, each drawn from what the dog would look at first."""
    rng = np.random.default_rng(plies)
    position = dog(name).rules.first_position()
    for _ in range(plies):
        prior, _ = dog(name).judge([position])
        prior = np.where(position.legal_moves, prior[0], 0.0)
        if position.rules.pass_action is not None:
            prior[position.rules.pass_action] = 0.0
        position = position.play(int(rng.choice(len(prior), p=prior / prior.sum())))
    assert not position.is_over
    return position


@lru_cache
def slowly(case: Case) -> SlowMotion:
    position = begun(case.dog, case.plies)
    return search_slowly(dog(case.dog), position, case.simulations, case.wish, np.random.default_rng(0))


Tree = dict[tuple[int, ...], tuple[int, float]]
"""Visits and Q of the last of these moves, in the view of who makes it, for every row of moves from the root."""


def tree_of(forest: Forest) -> Tree:
    """All that has been visited below the root of the first game."""
    tree: Tree = {}
    todo: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while todo:
        moves, node = todo.pop()
        start, count = int(forest.first_edge[0, node]), int(forest.edge_count[0, node])
        for edge in range(start, start + count):
            visits = int(forest.visits[0, edge])
            if visits:
                there = (*moves, int(forest.action[0, edge]))
                tree[there] = visits, float(forest.value_sum[0, edge]) / visits
                if forest.child[0, edge] >= 0:
                    todo.append((there, int(forest.child[0, edge])))
    return tree


@lru_cache
def really(case: Case) -> tuple[list[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]], Any, list[Tree]]:
    """What the search of players and self-play has after each wave, and its result.

    Returns:
        Visits, Q and target at the root after each wave; the result; and the whole tree after each wave.
    """
    brain, position, seen = dog(case.dog), begun(case.dog, case.plies), []
    trees: list[Tree] = []
    config = search_config(brain, position, case.simulations, case.wish)
    search = Search(
        brain.evaluator(position.rules), config, np.random.default_rng(0), leaves=leaves_of(brain, case.wish)
    )

    def look() -> bool:
        forest, actions = search._forest, position.rules.num_actions
        start, count = int(forest.first_edge[0, 0]), int(forest.edge_count[0, 0])
        block, target = slice(start, start + count), np.zeros(actions, np.float32)
        now = search._result(position, 0)
        if config.root_rule is RootRule.GUMBEL:
            out = np.empty(count, np.float32)
            edges = forest.prior[0], forest.visits[0], forest.value_sum[0]
            improved_policy(*edges, start, count, forest.raw_value[0, 0], config.c_visit, config.c_scale, out)
            target[forest.action[0, block]] = out
        elif now.visits.any():
            target = (now.visits / now.visits.sum()).astype(np.float32)
        else:
            target[forest.action[0, block]] = forest.prior[0, block]
        seen.append((now.visits, now.q, target))
        trees.append(tree_of(forest))
        return False

    return seen, search.run(position, case.simulations, look), trees


def ends_of_waves(motion: SlowMotion) -> list[int]:
    """The last simulation of each wave."""
    waves = motion.steps.wave
    return [index for index in range(len(motion)) if index + 1 == len(motion) or waves[index + 1] > waves[index]]


@each
def test_visits_q_and_target_are_those_of_the_real_search_at_each_step(case: Case) -> None:
    motion, (seen, _, _) = slowly(case), really(case)
    steps, last_of_wave = motion.steps, ends_of_waves(motion)
    assert len(last_of_wave) == len(seen)
    for index, (visits, q, target) in zip(last_of_wave, seen, strict=True):
        assert np.array_equal(steps.root_visits[index], visits)
        assert np.array_equal(steps.root_q[index], q)
        assert np.array_equal(steps.target[index], target)


@each
def test_the_tree_that_is_drawn_stands_as_the_real_one(case: Case) -> None:
    motion, (seen, result, _) = slowly(case), really(case)
    ends = ends_of_waves(motion)
    children = np.flatnonzero(motion.places.parent == ROOT)
    moves = motion.places.action[children]
    for index, (visits, q, _) in zip(ends, seen, strict=True):
        stand = motion.stand(index + 1)
        assert np.array_equal(stand.visits[children], visits[moves])
        assert np.nan_to_num(stand.q[children]) == pytest.approx(q[moves], abs=1e-6)
        assert stand.visits[ROOT] == visits.sum()
    assert motion.best == result.best_action
    assert motion.is_proven == result.is_proven


@each
def test_every_move_of_the_whole_tree_has_the_real_visits_and_q_at_each_step(case: Case) -> None:
    motion, (_, _, trees) = slowly(case), really(case)
    parent, action = motion.places.parent.tolist(), motion.places.action.tolist()
    moves: list[tuple[int, ...]] = [()]
    for place in range(1, len(parent)):
        moves.append((*moves[parent[place]], action[place]))
    ends = ends_of_waves(motion)
    assert len(ends) == len(trees)
    for index, tree in zip(ends, trees, strict=True):
        stand = motion.stand(index + 1)
        visited = [place for place in range(1, len(parent)) if stand.visits[place]]
        assert {moves[place]: int(stand.visits[place]) for place in visited} == {
            there: visits for there, (visits, _) in tree.items()
        }
        for place in visited:
            assert stand.q[place] == pytest.approx(tree[moves[place]][1], abs=1e-6)
    assert max(map(len, trees[-1])) > 2, "deeper than the root's own moves"


@each
def test_what_is_kept_in_arrays_is_what_the_search_told(case: Case) -> None:
    brain, position = dog(case.dog), begun(case.dog, case.plies)
    config = search_config(brain, position, case.simulations, case.wish)
    search = SlowSearch(
        brain.evaluator(position.rules), config, np.random.default_rng(0), leaves=leaves_of(brain, case.wish)
    )
    search.run(position, case.simulations)
    motion = slowly(case)
    assert len(motion) == len(search.simulations)
    for index, told in enumerate(search.simulations):
        kept = motion.simulation(index)
        assert same(kept, told)
        assert [motion.places.action[place] for place in motion.way(index)[1:]] == list(told.moves)


def same(one: Any, other: Any) -> bool:
    """Whether two values, with arrays in them, are equal; nothing is equal to nothing."""
    if hasattr(one, "__dataclass_fields__"):
        return all(same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one))
    if isinstance(one, tuple):
        return len(one) == len(other) and all(same(*pair) for pair in zip(one, other, strict=True))
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    return one == other or (one != one and other != other)


@each
def test_every_place_has_the_board_after_the_moves_that_lead_there(case: Case) -> None:
    motion, root = slowly(case), begun(case.dog, case.plies)
    places = motion.places
    positions = [root]
    for place in range(1, len(places.parent)):
        assert places.parent[place] < place, "a place comes after the one before it"
        positions.append(positions[places.parent[place]].play(int(places.action[place])))
    for place, position in enumerate(positions):
        assert np.array_equal(places.stones[place], position.stones)
        assert motion.mover(place) is position.to_play
        assert places.is_over[place] == position.is_over
        assert motion.board(place).last_move == position.last_move
    assert len(set(zip(places.parent.tolist(), places.action.tolist(), strict=True))) == len(positions)


@each
def test_a_search_is_small_enough_to_be_read_within_a_frame(case: Case) -> None:
    assert len(pickle.dumps(slowly(case))) < MOST_BYTES


@pytest.mark.parametrize("considered", [2, 3, 5, 8, 16])
@pytest.mark.parametrize("simulations", [8, 16, 32, 50, 200])
def test_rounds_are_those_of_the_schedule(considered: int, simulations: int) -> None:
    wanted = considered_visits(considered, simulations)
    for round in halving_rounds(considered, simulations):
        at = round.begins - 1
        first = wanted[at : at + round.alive]
        assert len(set(first)) == 1, "everybody who is in has been visited as often"
        assert at == 0 or wanted[at] != wanted[at - 1]
    assert [round.alive for round in halving_rounds(8, 32)] == [8, 4, 2]


def test_moves_drop_out_by_halves() -> None:
    motion = slowly(CASES[2])
    tried = [set(motion.tried_in(round)) for round in range(len(motion.rounds))]
    assert [len(moves) for moves in tried] == [8, 4, 2]
    assert tried[0] > tried[1] > tried[2]
    assert motion.best in tried[2]
    assert motion.round_at(1) == 0
    assert motion.round_at(32) == 2


def test_a_first_guess_is_bent_into_a_target() -> None:
    motion = slowly(Case("alpha_go", LEARNS, 32, 0))
    assert motion.steps.target[0] == pytest.approx(motion.root_priors(), abs=1e-5)
    assert np.abs(motion.steps.target[-1] - motion.root_priors()).max() > 0.02


def test_playouts_are_the_real_search_too() -> None:
    position = Ruleset(5, 0.5).first_position()
    motion = search_slowly(None, position, 60, WAVES, np.random.default_rng(4))
    config = search_config(None, position, 60, WAVES)
    rng = np.random.default_rng(4)
    result = Search(RolloutEvaluator(rng), config, rng, leaves=1).run(position, 60)
    assert np.array_equal(motion.steps.root_visits[-1], result.visits)
    assert np.array_equal(motion.steps.root_q[-1], result.q)
    assert motion.judge is None

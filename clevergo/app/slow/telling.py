"""A search in slow motion, from the question to what there is to look at. It runs where players think."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from clevergo.app.slow.motion import ROOT, Places, Round, SlowMotion, SlowRule, SlowWish, Steps
from clevergo.games.game import Position
from clevergo.players.brain import DogBrain
from clevergo.players.build import net_config, rollout_config
from clevergo.search.descent import RootRule, SearchConfig
from clevergo.search.mcts import LEAVES, Evaluator
from clevergo.search.rollout import RolloutEvaluator
from clevergo.search.slow import ChoiceRule, LeafKind, Simulation, SlowSearch
from clevergo.training.config import SelfPlayConfig

D = TypeVar("D", bound=np.generic)
_RULES = list(ChoiceRule)


def search_slowly(
    brain: DogBrain | None,
    position: Position,
    simulations: int,
    wish: SlowWish,
    rng: np.random.Generator,
    stop: Callable[[], bool] | None = None,
) -> SlowMotion:
    """Search a position that is not over as a dog would, or by random playouts (``brain`` None), and keep all of it.

    What players do around a search is left out: they ask their game first what is certain, and in a game they go on
    with the tree of the move before.
    """
    evaluator: Evaluator = RolloutEvaluator(rng) if brain is None else brain.evaluator(position.rules)
    config = search_config(brain, position, simulations, wish)
    search = SlowSearch(evaluator, config, rng, leaves=leaves_of(brain, wish))
    result = search.run(position, simulations, stop)
    considered = 0
    rounds: tuple[Round, ...] = ()
    if config.root_rule is RootRule.GUMBEL:
        first = next((one.choices[0] for one in search.simulations if one.choices), None)
        considered = 1 if first is None else min(config.considered, len(first.actions))
        rounds = halving_rounds(considered, simulations)
    steps, places = _in_arrays(position, search.simulations)
    return SlowMotion(
        position.rules,
        None if brain is None else brain.name,
        wish,
        position.last_move,
        considered,
        rounds,
        search.gumbels,
        result.best_action,
        result.is_proven,
        steps,
        places,
    )


def leaves_of(brain: DogBrain | None, wish: SlowWish) -> int:
    """How many simulations may be under way together. Playouts, and each game of self-play, have one at a time."""
    return LEAVES if wish.in_waves and brain is not None and wish.rule is SlowRule.PLAYS else 1


def search_config(brain: DogBrain | None, position: Position, simulations: int, wish: SlowWish) -> SearchConfig:
    """The settings of a player's search, or of self-play's for a dog of that age."""
    rules, manners = position.rules, position.rules.game.manners
    if brain is None:
        return rollout_config(rules)
    # So early nobody ends a game: a player who sits opposite a person does not even think of it.
    restraint = manners.no_passes if manners.bars_pass(position) else 0
    if wish.rule is SlowRule.PLAYS:
        return replace(net_config(rules), restraint=restraint)
    from clevergo.training.selfplay.lockstep import Stage

    usual = SelfPlayConfig()
    return SearchConfig(
        RootRule.GUMBEL,
        considered=min(usual.considered, simulations, rules.num_actions),
        c_scale=Stage.at(usual, brain.positions).c_scale,
        proves=rules.game.ends_suddenly,
        restraint=restraint,
    )


def halving_rounds(considered: int, simulations: int) -> tuple[Round, ...]:
    """The rounds of :func:`clevergo.search.gumbel.considered_visits`, the last of them with two moves."""
    if considered <= 1:
        return (Round(1, 1),)
    rounds: list[Round] = []
    begun, alive = 0, considered
    while begun < simulations:
        if not rounds or rounds[-1].alive != alive:
            rounds.append(Round(begun + 1, alive))
        begun += alive * max(1, simulations // (math.ceil(math.log2(considered)) * alive))
        alive = max(2, alive // 2)
    return tuple(rounds)


class _Walk:
    """The places a search comes to; each position is played out once."""

    def __init__(self, root: Position) -> None:
        self._positions = [root]
        self._known: dict[tuple[int, int], int] = {}
        self._came: list[tuple[int, int, int]] = [(-1, -1, 0)]

    def step(self, place: int, action: int, simulation: int) -> int:
        """The place after a move."""
        found = self._known.get((place, action))
        if found is None:
            found = self._known[place, action] = len(self._positions)
            self._positions.append(self._positions[place].play(action))
            self._came.append((place, action, simulation))
        return found

    def places(self) -> Places:
        """All of them."""
        parent, action, seen = (np.array(column) for column in zip(*self._came, strict=True))
        return Places(
            parent.astype(np.int32),
            action.astype(np.int16),
            np.stack([position.stones for position in self._positions]).astype(np.int8),
            np.array([int(position.to_play) for position in self._positions], np.int8),
            np.array([position.is_over for position in self._positions]),
            seen.astype(np.int32),
        )


def _in_arrays(position: Position, told: list[Simulation]) -> tuple[Steps, Places]:
    walk = _Walk(position)
    leaves, after = [], []
    for index, simulation in enumerate(told):
        place = ROOT
        for action in simulation.moves:
            place = walk.step(place, action, index)
            after.append(place)
        leaves.append(place)
    choices = [choice for simulation in told for choice in simulation.choices]
    changes = [change for simulation in told for change in reversed(simulation.changes)]
    no_priors = np.full(position.rules.num_actions, np.nan, np.float32)
    steps = Steps(
        number=np.array([one.number for one in told], np.int32),
        wave=np.array([one.wave for one in told], np.int32),
        is_known=np.array([one.kind is LeafKind.KNOWN for one in told]),
        value=np.array([one.value for one in told]),
        leaf=np.array(leaves, np.int32),
        first_choice=_begins([len(one.choices) for one in told]),
        priors=np.stack([no_priors if one.priors is None else one.priors for one in told]),
        root_visits=np.stack([one.root_visits for one in told]),
        root_q=np.stack([one.root_q for one in told]),
        target=np.stack([one.target for one in told]),
        node=np.array([one.node for one in choices], np.int32),
        rule=np.array([_RULES.index(one.rule) for one in choices], np.int8),
        chosen=np.array([one.chosen for one in choices], np.int16),
        first_move=_begins([len(one.actions) for one in choices]),
        credited=np.array([one.value for one in changes]),
        is_proven=np.array([one.is_proven for one in changes], np.bool_),
        visits_after=np.array([one.visits for one in changes], np.int32),
        q_before=np.array([one.q_before for one in changes]),
        q_after=np.array([one.q for one in changes]),
        place_after=np.array(after, np.int32),
        actions=_joined([one.actions for one in choices], np.int16),
        move_priors=_joined([one.priors for one in choices], np.float32),
        visits=_joined([one.visits for one in choices], np.int32),
        q=_joined([one.q for one in choices], np.float32),
        terms=np.concatenate([np.zeros((3, 0)), *(_three(one.terms, len(one.actions)) for one in choices)], axis=1),
        is_up=_joined([one.is_up for one in choices], np.bool_),
    )
    return steps, walk.places()


def _begins(lengths: list[int]) -> NDArray[np.int32]:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)


def _joined(parts: list[NDArray[D]], dtype: type[D]) -> NDArray[D]:
    return np.concatenate([np.zeros(0, dtype), *parts]).astype(dtype)


def _three(terms: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    rows = np.zeros((3, count))
    rows[: len(terms)] = terms
    return rows

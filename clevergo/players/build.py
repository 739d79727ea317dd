"""From a player's description to the player. PaddlePaddle is loaded only when a dog's net is first asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from clevergo.games.game import Rules
from clevergo.players.builtin import BEST_MOVES, HumanPlayer, Opening, RandomPlayer, SearchPlayer
from clevergo.players.net_players import DogBrain, PolicyPlayer, ValuePlayer
from clevergo.players.outside import protocol
from clevergo.players.protocol import Player
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.search.descent import SearchConfig
from clevergo.search.mcts import Search
from clevergo.search.rollout import RolloutEvaluator

ROLLOUT_CONFIG = SearchConfig(c_puct=10.0, fpu_reduction=-1.0, root_fpu_reduction=-1.0)
"""The settings of pure MCTS: without a net the priors say little, so every move is tried early. At 400 playouts it
won 34 of 40 games on 9x9 against the settings that suit a net; around here the strength changes little. What is left
alone besides is the game's affair (:func:`rollout_config`).
"""
NET_CONFIG = SearchConfig(caution=1.5)
"""The settings of a search with a net. Which move is played was measured: see docs/training.md."""


@dataclass(frozen=True)
class PlayerOptions:
    """How a built player plays, beyond what its description says."""

    opening: Opening = BEST_MOVES
    """Variety in the first moves; none by default."""
    resign_below: float | None = None
    """Win rate under which a searching player resigns; None: never."""
    is_patient: bool = False
    """Whether it passes only when nothing is open any more, as against people (:mod:`clevergo.games.manners`)."""


STRONGEST = PlayerOptions()


def build_player(
    spec: PlayerSpec, find_weights: Callable[[str], Path], seed: int, options: PlayerOptions = STRONGEST
) -> Player:
    """Make the player ``spec`` describes; PlayerError where the dog's weight file is missing or unreadable.

    ``find_weights`` leads from a dog's name, or a weight file's path, to the file; all chance comes from ``seed``.
    """
    rng = np.random.default_rng(seed)
    if spec.kind is PlayerKind.HUMAN:
        return HumanPlayer()
    if spec.kind is PlayerKind.RANDOM:
        return RandomPlayer(rng, options.is_patient)
    if spec.kind is PlayerKind.MCTS:
        return _searcher(spec, _rollout_search(rng), rng, options)
    if spec.protocol is not None and spec.command is not None:
        return protocol(spec.protocol).player(str(spec), spec.command)
    assert spec.dog is not None
    brain = DogBrain.load(spec.dog, find_weights(spec.dog))
    if spec.kind is PlayerKind.ALPHAGO:
        return _searcher(spec, _net_search(brain, rng), rng, options)
    bare = PolicyPlayer if spec.kind is PlayerKind.POLICY else ValuePlayer
    return bare(str(spec), brain, rng, options.opening, options.is_patient)


def _searcher(
    spec: PlayerSpec, search_for: Callable[[Rules], Search], rng: np.random.Generator, options: PlayerOptions
) -> SearchPlayer:
    assert spec.simulations is not None
    return SearchPlayer(
        str(spec), search_for, spec.simulations, rng, options.opening, options.resign_below, options.is_patient
    )


def rollout_config(rules: Rules) -> SearchConfig:
    """The settings of pure MCTS in a game."""
    return replace(ROLLOUT_CONFIG, restraint=rules.game.manners.no_passes)


def _net_search(brain: DogBrain, rng: np.random.Generator) -> Callable[[Rules], Search]:
    return lambda rules: Search(brain.evaluator(rules), NET_CONFIG, rng)


def _rollout_search(rng: np.random.Generator) -> Callable[[Rules], Search]:
    return lambda rules: Search(RolloutEvaluator(rng), rollout_config(rules), rng, leaves=1)

"""From a player's description to the player. A dog's net is loaded only when it is first asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from clevergo.games.game import Rules
from clevergo.players.brain import DogBrain
from clevergo.players.builtin import EnginePlayer, RandomPlayer
from clevergo.players.net_players import PolicyPlayer, ValuePlayer
from clevergo.players.options import STRONGEST, PlayerOptions
from clevergo.players.outside import protocol
from clevergo.players.protocol import Player, PlayerError
from clevergo.players.searching import SearchPlayer
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.players.without import judge_without
from clevergo.search.descent import SearchConfig
from clevergo.search.mcts import Search
from clevergo.search.rollout import RolloutEvaluator

__all__ = ["build_player"]

ROLLOUT_CONFIG = SearchConfig(c_puct=10.0, fpu_reduction=-1.0, root_fpu_reduction=-1.0)
"""The settings of pure MCTS: without a net the priors say little, so every move is tried early. At 400 playouts it
won 34 of 40 games on 9x9 against the settings that suit a net; around here the strength changes little. What is left
alone besides is the game's affair (:func:`rollout_config`).
"""
NET_CONFIG = SearchConfig(root_fpu_reduction=0.2, fpu_follows=1.0, caution=1.5)
"""The settings of a search with a net. Which move is played was measured: see docs/findings.md."""


def build_player(
    spec: PlayerSpec, find_weights: Callable[[str], Path], seed: int, options: PlayerOptions = STRONGEST
) -> Player:
    """Make the player ``spec`` describes; PlayerError where the dog's weight file is missing or unreadable.

    ``find_weights`` leads from a dog's name, or a weight file's path, to the file; all chance comes from ``seed``.
    """
    rng = np.random.default_rng(seed)
    if spec.kind is PlayerKind.HUMAN:
        raise PlayerError("human_elsewhere")
    if spec.kind is PlayerKind.RANDOM:
        return RandomPlayer(rng, options)
    if spec.kind is PlayerKind.ALPHABETA:
        assert spec.simulations is not None
        return EnginePlayer(str(spec), spec.simulations)
    if spec.kind is PlayerKind.MCTS:
        assert spec.simulations is not None
        return SearchPlayer(
            str(spec),
            lambda rules: Search(RolloutEvaluator(rng), rollout_config(rules), rng, leaves=1),
            spec.simulations,
            rng,
            options,
        )
    if spec.protocol is not None and spec.command is not None:
        return protocol(spec.protocol).player(str(spec), spec.command)
    assert spec.dog is not None
    brain = DogBrain.load(spec.dog, find_weights(spec.dog))
    if spec.kind is PlayerKind.ALPHAGO:
        assert spec.simulations is not None
        return SearchPlayer(
            str(spec),
            lambda rules: Search(judge_without(brain.evaluator(rules), spec.without, rng), net_config(rules), rng),
            spec.simulations,
            rng,
            options,
            is_tactical=True,
        )
    if spec.kind is PlayerKind.VALUE:
        return ValuePlayer(str(spec), brain, rng, options)
    return PolicyPlayer(str(spec), brain, rng, options, spec.temperature)


def net_config(rules: Rules) -> SearchConfig:
    """The settings of a search with a net in a game."""
    return replace(NET_CONFIG, proves=rules.game.ends_suddenly)


def rollout_config(rules: Rules) -> SearchConfig:
    """The settings of pure MCTS in a game."""
    return replace(ROLLOUT_CONFIG, restraint=rules.game.manners.playouts)

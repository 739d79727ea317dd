"""Rules, playouts and pure MCTS: compiled code on one core."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from clevergo.bench.random_game import play_random_plies
from clevergo.bench.results import Measured, Results
from clevergo.bench.timing import Work, alternate
from clevergo.games.chance import new_random_state
from clevergo.games.go.board import new_boards
from clevergo.games.go.planes import CLASSIC_PLANES, RESIDUAL_PLANES
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.players.build import build_player
from clevergo.players.builtin import SearchPlayer
from clevergo.players.spec import PlayerSpec
from clevergo.search.rollout import playout_many

_SIZE = 9
_SIMULATIONS = 6400
"""Of one search: the most that the window offers."""
_ROUNDS = 5
_SECONDS = 0.5


def measure(rows: Sequence[str]) -> Results:
    """The rows ``playouts``, ``plies``, ``plies_residual`` and ``uct``; the first is the limit of the last."""
    works = {
        "playouts": _playouts(),
        "plies": _plies(CLASSIC_PLANES),
        "plies_residual": _plies(RESIDUAL_PLANES),
        "uct": _uct(),
    }
    needed = {name: work for name, work in works.items() if name in rows or (name == "playouts" and "uct" in rows)}
    rates = alternate(needed, _ROUNDS, _SECONDS)
    results: Results = {name: Measured.of(found) for name, found in rates.items() if name in rows}
    if "uct" in rows:
        results["uct"] = Measured.of(rates["uct"], Measured.of(rates["playouts"]).value)
    return results


def _playouts() -> Work:
    boards, scratches = new_boards(1, _SIZE), new_boards(1, _SIZE)
    state = new_random_state(np.random.default_rng(1))
    results = np.empty(1000, np.float32)

    def work() -> int:
        playout_many(boards[0], scratches, state, results)
        return len(results)

    return work


def _plies(num_planes: int) -> Work:
    boards = new_boards(1, _SIZE)
    state = new_random_state(np.random.default_rng(1))
    planes = np.zeros((1, num_planes, _SIZE, _SIZE), np.float32)
    plies = 10_000

    def work() -> int:
        play_random_plies(boards, planes, state, plies)
        return plies

    return work


def _uct() -> Work:
    """Searches of the empty board as ``mcts:6400`` makes them, each from nothing."""
    rules = Ruleset(_SIZE)
    player = build_player(PlayerSpec.parse(f"mcts:{_SIMULATIONS}"), _no_weights, seed=1)
    assert isinstance(player, SearchPlayer)
    position = Position.initial(rules)

    def work() -> int:
        player.new_game(rules)
        player.choose(position)
        return _SIMULATIONS

    return work


def _no_weights(dog: str) -> Path:
    raise AssertionError(f"no dog plays here, {dog} neither")

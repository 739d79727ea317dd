"""Rules, playouts and pure MCTS: compiled code on one core."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from clevergo.bench.random_game import play_random_plies
from clevergo.bench.results import Measured, Results, Work, alternate
from clevergo.games.chance import new_random_state
from clevergo.games.guests import game_named
from clevergo.games.kernels import begin
from clevergo.players.build import build_player
from clevergo.players.builtin import SearchPlayer
from clevergo.players.spec import PlayerSpec
from clevergo.search.rollout import playout_many

_SIZE = 9
_RULES = game_named("go").agree({"size": _SIZE})[0]
_SIMULATIONS = 6400
"""Of one search: the most that the window offers."""
_ROUNDS = 5
_SECONDS = 0.5


def measure(rows: Sequence[str]) -> Results:
    """The rows ``playouts``, ``plies``, ``plies_residual`` and ``uct``; the first is the limit of the last."""
    works = {
        "playouts": _playouts(),
        "plies": _plies("history"),
        "plies_residual": _plies("features"),
        "uct": _uct(),
    }
    needed = {name: work for name, work in works.items() if name in rows or (name == "playouts" and "uct" in rows)}
    rates = alternate(needed, _ROUNDS, _SECONDS)
    results: Results = {name: Measured.of(found) for name, found in rates.items() if name in rows}
    if "uct" in rows:
        results["uct"] = Measured.of(rates["uct"], Measured.of(rates["playouts"]).value)
    return results


def _playouts() -> Work:
    boards = _new_boards(2)
    state = new_random_state(np.random.default_rng(1))
    results = np.empty(1000, np.float32)

    def work() -> int:
        playout_many(boards[0], boards[1:], state, results)
        return len(results)

    return work


def _plies(plane_set: str) -> Work:
    boards, game = _new_boards(1), _RULES.game
    state = new_random_state(np.random.default_rng(1))
    planes = np.zeros((1, game.num_planes[plane_set], *_RULES.grid), np.float32)
    start = np.zeros(game.num_start, np.float32)
    plies = 10_000

    def work() -> int:
        play_random_plies(boards, _SIZE, start, planes, state, plies)
        return plies

    return work


def _uct() -> Work:
    """Searches of the empty board as ``mcts:6400`` makes them, each from nothing."""
    player = build_player(PlayerSpec.parse(f"mcts:{_SIMULATIONS}"), _no_weights, seed=1)
    assert isinstance(player, SearchPlayer)
    position = _RULES.first_position()

    def work() -> int:
        player.new_game(_RULES)
        player.choose(position)
        return _SIMULATIONS

    return work


def _new_boards(count: int) -> NDArray[np.void]:
    """``Board[count]``: games about to begin."""
    boards = np.zeros(count, _RULES.game.board)
    for board in boards:
        begin(board, _SIZE, np.zeros(_RULES.game.num_start, np.float32))
    return boards


def _no_weights(dog: str) -> Path:
    raise AssertionError(f"no dog plays here, {dog} neither")

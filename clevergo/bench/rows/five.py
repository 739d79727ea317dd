"""Five in a row on its usual board: random playouts, pure MCTS, and the classical engine; compiled code on one core."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from clevergo.bench.results import Measured, Results, Work, alternate
from clevergo.games.chance import new_random_state
from clevergo.games.game import position_after
from clevergo.games.guests import game_named
from clevergo.players.build import build_player
from clevergo.players.searching import SearchPlayer
from clevergo.players.spec import PlayerSpec
from clevergo.search.rollout import playout_many

_RULES = game_named("five").agree({})[0]
_SIMULATIONS = 6400
"""Of one search, as in the row of Go."""
_POSITIONS = 20_000
"""Of one search by the classical engine."""
_OPENING = (112, 97, 96, 113, 127, 98)
"""Where it is asked: six stones lie in the middle, and nobody has a three."""
_ROUNDS = 5
_SECONDS = 0.5


def measure(rows: Sequence[str]) -> Results:
    """The rows ``playouts_five``, ``uct_five`` and ``positions_five``; the first is the limit of the second."""
    works = {"playouts_five": _playouts, "uct_five": _uct, "positions_five": _positions}
    needed = {name for name in works if name in rows} | ({"playouts_five"} if "uct_five" in rows else set())
    rates = alternate({name: works[name]() for name in works if name in needed}, _ROUNDS, _SECONDS)
    results: Results = {name: Measured.of(found) for name, found in rates.items() if name in rows}
    if "uct_five" in rows:
        results["uct_five"] = Measured.of(rates["uct_five"], Measured.of(rates["playouts_five"]).value)
    return results


def _playouts() -> Work:
    boards = np.concatenate([_RULES.first_position().board] * 2)
    state = new_random_state(np.random.default_rng(1))
    results = np.empty(1000, np.float32)

    def work() -> int:
        playout_many(boards[0], boards[1:], state, results)
        return len(results)

    return work


def _uct() -> Work:
    player = build_player(PlayerSpec.parse(f"mcts:{_SIMULATIONS}"), _no_weights, seed=1)
    assert isinstance(player, SearchPlayer)
    position = _RULES.first_position()

    def work() -> int:
        player.new_game(_RULES)
        player.choose(position)
        return _SIMULATIONS

    return work


def _positions() -> Work:
    engine = _RULES.game.engine
    assert engine is not None
    board = position_after(_RULES, _OPENING).board

    def work() -> int:
        return int(engine.choose(board, _POSITIONS).positions)

    return work


def _no_weights(dog: str) -> Path:
    raise AssertionError(f"no dog plays here, {dog} neither")

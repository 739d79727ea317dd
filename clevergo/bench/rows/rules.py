"""Rules, playouts and pure MCTS: compiled code on one core."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.bench.results import Measured, Results, Work, alternate
from clevergo.compiled import inline_kernel, kernel
from clevergo.games.chance import new_random_state, next_below
from clevergo.games.guests import game_named
from clevergo.games.kernels import begin
from clevergo.players.build import build_player
from clevergo.players.searching import SearchPlayer
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
        "plies": plies_work("history"),
        "plies_residual": plies_work("features"),
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


def plies_work(plane_set: str) -> Work:
    """Plies of random games with one set of a net's planes, see :func:`play_random_plies`."""
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


_GO = game_named("go").kernels
# Bound here and not chosen by each board's type: so these calls are what the row's figure has always been made of.
_begin, _legal_mask, _play, _write_planes = _GO.begin, _GO.legal_mask, _GO.play, _GO.write_planes
_EACH_BYTE, _TOP_BYTE = np.uint64(0x0101010101010101), np.uint64(56)


@kernel
def play_random_plies(
    boards: NDArray[np.void],
    size: int,
    start: NDArray[np.float32],
    planes: NDArray[np.float32],
    state: NDArray[np.uint64],
    plies: int,
) -> int:
    """Play so many plies of random games, one after the other, each as a search's root would be played.

    A ply is the mask of legal moves, a random one of them played with all that a record keeps, and a net's input planes
    of the position it leads to.

    Args:
        boards: ``Board[1]``, the game to go on with; a new one is begun in its place whenever it ends.
        size, start: what a new one begins with (:func:`clevergo.games.kernels.begin`).
        planes: ``float32[1, C, N, N]``, written at each ply.
        state: the random state.
        plies: how many.

    Returns:
        How many games ended.
    """
    board = boards[0]
    points = size * size
    words = np.zeros(points // 8 + 1, np.uint64)
    mask = words.view(np.uint8)
    ended = 0
    for _ in range(plies):
        action = points
        legal = _legal_mask(board, mask[: points + 1])
        if legal > 0:
            action = _find(words, mask, next_below(state, legal))
        _play(board, action)
        _write_planes(boards, planes)
        if board.over:
            ended += 1
            _begin(board, size, start)
    return ended


@inline_kernel
def _find(words: NDArray[np.uint64], mask: NDArray[np.uint8], number: int) -> int:
    """Where the 1 of that number is in a ``mask``, of which ``words`` hold eight bytes each."""
    left: Any = np.int64(number)
    word = 0
    while left >= np.int64((words[word] * _EACH_BYTE) >> _TOP_BYTE):
        left -= np.int64((words[word] * _EACH_BYTE) >> _TOP_BYTE)
        word += 1
    action = 8 * word
    while left >= mask[action]:
        left -= mask[action]
        action += 1
    return action

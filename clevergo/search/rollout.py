"""Random playouts as a judgment of a position, and the evaluator made of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import kernel
from clevergo.games.chance import new_random_state, next_below
from clevergo.games.kernels import FIRST, Board, copy_board, play_to_end, result, sensible_mask
from clevergo.search.descent import Leaves, Params, RootState
from clevergo.search.mcts import absorb_all, gather
from clevergo.search.tree import Forest

__all__ = ["RolloutEvaluator"]

_HAIR = 1e-3
_HAIRS = 1024


@kernel
def playout(board: Board, scratches: NDArray[np.void], state: NDArray[np.uint64]) -> float:
    """The result of one random game from here: +1 the first side wins, -1 the other, 0 neither.

    Args:
        board: where it begins; not changed.
        scratches: an array of one board to play on. It is an argument because a record does not keep its array alive.
        state: see :mod:`clevergo.games.chance`.
    """
    scratch = scratches[0]
    copy_board(scratch, board)
    play_to_end(scratch, state)
    return result(scratch)


@kernel
def playout_many(
    board: Board, scratches: NDArray[np.void], state: NDArray[np.uint64], results: NDArray[np.float32]
) -> int:
    """Fill ``results`` with playouts from one board, each as :func:`playout`; returns the plies played."""
    scratch = scratches[0]
    plies = 0
    for i in range(results.shape[0]):
        copy_board(scratch, board)
        plies += play_to_end(scratch, state)
        results[i] = result(scratch)
    return plies


@kernel
def _evaluate(
    boards: NDArray[np.void], state: NDArray[np.uint64], prior: NDArray[np.float32], value: NDArray[np.float32]
) -> None:
    num_actions = prior.shape[1]
    mask = np.empty(num_actions, np.uint8)
    scratches = np.empty_like(boards[:1])
    for i in range(boards.shape[0]):
        board = boards[i]
        sensible_mask(board, mask)
        share = np.float32(1.0) / max(mask.sum(), 1)
        for action in range(num_actions):
            # A hair's difference, so that moves nothing is known of are tried in random order, not from A1 on.
            hair = np.float32(1.0) + np.float32(_HAIR) * np.float32(next_below(state, _HAIRS)) / np.float32(_HAIRS)
            prior[i, action] = mask[action] * share * hair
        won = playout(board, scratches, state)
        value[i] = won if board.to_play == FIRST else -won


@kernel
def _simulate(
    forest: Forest,
    roots: RootState,
    leaves: Leaves,
    params: Params,
    budget: int,
    state: NDArray[np.uint64],
    prior: NDArray[np.float32],
    value: NDArray[np.float32],
) -> int:
    begun = 0
    while begun < budget:
        pending, started = gather(forest, roots, 0, leaves, params, 1, budget - begun)
        begun += started
        _evaluate(leaves.boards[:pending], state, prior, value)
        absorb_all(forest, leaves, pending, prior, value)
        if started == 0:
            break
    return begun


class RolloutEvaluator:
    """Judges a position by one random playout, all moves that random players choose from alike.

    An evaluator belongs to one thread.
    """

    def __init__(self, rng: np.random.Generator) -> None:
        self._state = new_random_state(rng)

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        """Fill in ``value: float32[B]``, each a playout's result for the side to move, and ``prior: float32[B, A]``."""
        _evaluate(boards, self._state, prior, value)

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
        """Add ``budget`` simulations to tree 0; returns how many it were (:class:`clevergo.search.mcts.Simulator`)."""
        begun: int = _simulate(forest, roots, leaves, params, budget, self._state, prior, value)
        return begun

"""How a move changes a state, step by step, in NumPy and SciPy: GymGo's eight functions, written to be read.

:mod:`clevergo.gym.gogame` does the same in compiled code; a test plays random games by both and compares. Here one can
see what the rules say: a *chain* is what ``label`` joins, its *liberties* are the empty points that ``dilation`` adds.

``player`` is 0 for Black and 1 for White, as in :mod:`clevergo.gym.govars`, and always whose move is being played. A
move is played in this order, as the test shows: :func:`adj_data`, :func:`update_pieces`, :func:`compute_invalid_moves`,
:func:`set_turn`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import ndimage

from clevergo.gym import govars

__all__ = [
    "adj_data",
    "batch_adj_data",
    "batch_compute_invalid_moves",
    "batch_set_turn",
    "batch_update_pieces",
    "compute_invalid_moves",
    "set_turn",
    "update_pieces",
]

State = NDArray[Any]
"""``[6, N, N]``, or ``[B, 6, N, N]`` in the ``batch_`` functions: zeros and ones."""

_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def adj_data(state: State, action2d: ArrayLike, player: int) -> tuple[NDArray[np.int64], bool]:
    """The points next to a move, and whether an opponent's stone stands on each of them.

    A stone so surrounded that takes a single stone makes a ko.

    Args:
        state: ``[6, N, N]``, the move's stone on it or not yet.
        action2d: row and column of the move.
        player: whose move it is.

    Returns:
        ``int64[K, 2]``, two to four rows and columns; and whether all of them are the opponent's.
    """
    size = state.shape[-1]
    near = np.asarray(action2d) + np.array(_STEPS)
    near = near[((near >= 0) & (near < size)).all(axis=1)]
    surrounded = bool((state[1 - player, near[:, 0], near[:, 1]] != 0).all())
    return near, surrounded


def update_pieces(state: State, adj_locs: NDArray[np.int64], player: int) -> list[NDArray[np.int64]]:
    """Take the opponent's chains that a move left without liberties off the state, which is changed.

    Args:
        state: ``[6, N, N]`` with the new stone.
        adj_locs: ``int64[K, 2]``, the points next to it, from :func:`adj_data`.
        player: who has moved.

    Returns:
        The points of each chain that was taken: a list of ``int64[stones, 2]``.
    """
    opponent = 1 - player
    empty = _empty(state)
    chains, _ = ndimage.label(state[opponent])
    touched = np.unique(chains[adj_locs[:, 0], adj_locs[:, 1]])
    killed = []
    for number in touched[touched > 0]:
        chain = chains == number
        if not _liberties(chain, empty).any():
            state[opponent][chain] = 0
            killed.append(np.argwhere(chain))
    return killed


def compute_invalid_moves(state: State, player: int, ko_protect: ArrayLike | None = None) -> NDArray[np.bool_]:
    """Where the opponent of ``player``, who has just moved, may not play.

    On an empty point a stone may be put if it then has a liberty: an empty point beside it, a chain of its own side
    beside it that has another liberty, or a chain of the other side that it takes.

    Args:
        state: ``[6, N, N]`` after the move and its captures.
        player: who has moved.
        ko_protect: row and column where a ko was just taken, None where there is none.

    Returns:
        ``bool[N, N]``, also true where stones stand.
    """
    mover, empty = 1 - player, _empty(state)
    has_room = ndimage.binary_dilation(empty, _BESIDE)
    for chain in _chains(state[mover]):
        liberties = _liberties(chain, empty)
        if liberties.sum() > 1:
            has_room |= liberties
    for chain in _chains(state[player]):
        liberties = _liberties(chain, empty)
        if liberties.sum() == 1:
            has_room |= liberties
    invalid = ~(empty & has_room)
    if ko_protect is not None:
        row, col = np.asarray(ko_protect)
        invalid[row, col] = True
    return invalid


def set_turn(state: State) -> None:
    """Give the turn of ``[6, N, N]``, which is changed, to the other side."""
    state[govars.TURN_CHNL] = 1 - state[govars.TURN_CHNL]


# --- many states at once --------------------------------------------------------------------------------


def batch_adj_data(
    batch_state: State, batch_action2d: Iterable[ArrayLike], batch_player: Iterable[int]
) -> tuple[list[NDArray[np.int64]], list[bool]]:
    """:func:`adj_data` of each state: two lists."""
    near, surrounded = [], []
    for state, action2d, player in zip(batch_state, batch_action2d, batch_player, strict=True):
        one_near, one_surrounded = adj_data(state, action2d, player)
        near.append(one_near)
        surrounded.append(one_surrounded)
    return near, surrounded


def batch_update_pieces(
    batch_non_pass: Sequence[int] | NDArray[np.int64],
    batch_state: State,
    batch_adj_locs: Iterable[NDArray[np.int64]],
    batch_player: Sequence[int] | NDArray[np.int64],
) -> list[list[NDArray[np.int64]]]:
    """:func:`update_pieces` of those states in which a stone was played.

    Args:
        batch_non_pass: which states those are, ``K`` numbers.
        batch_state: ``[B, 6, N, N]``, changed.
        batch_adj_locs: ``K`` arrays, from :func:`batch_adj_data`.
        batch_player: ``K`` players.
    """
    return [
        update_pieces(batch_state[index], adj_locs, player)
        for index, adj_locs, player in zip(batch_non_pass, batch_adj_locs, batch_player, strict=True)
    ]


def batch_compute_invalid_moves(
    batch_state: State, batch_player: Iterable[int], batch_ko_protect: Iterable[ArrayLike | None]
) -> NDArray[np.bool_]:
    """:func:`compute_invalid_moves` of each state: ``bool[B, N, N]``."""
    rows = zip(batch_state, batch_player, batch_ko_protect, strict=True)
    return np.array([compute_invalid_moves(state, player, ko) for state, player, ko in rows])


def batch_set_turn(batch_state: State) -> None:
    """:func:`set_turn` of each state of ``[B, 6, N, N]``."""
    batch_state[:, govars.TURN_CHNL] = 1 - batch_state[:, govars.TURN_CHNL]


# --- chains and liberties -------------------------------------------------------------------------------

_BESIDE = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], np.bool_)
"""The four neighbors of a point without the point itself."""


def _empty(state: State) -> NDArray[np.bool_]:
    """``bool[N, N]``: the points without stones."""
    return (state[govars.BLACK] == 0) & (state[govars.WHITE] == 0)


def _chains(stones: NDArray[Any]) -> list[NDArray[np.bool_]]:
    """Each chain of one color's stones ``[N, N]`` as ``bool[N, N]``."""
    chains, count = ndimage.label(stones)
    return [chains == number for number in range(1, count + 1)]


def _liberties(chain: NDArray[np.bool_], empty: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """``bool[N, N]``: the empty points next to a chain."""
    return np.asarray(ndimage.binary_dilation(chain) & empty)

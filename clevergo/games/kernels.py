"""The compiled half of a game's door: what search, self-play and replay call, whatever is being played.

A kernel that calls :func:`play` means "by the rules of the game whose board this is". Which game that is stands in the
board's type, a NumPy record, and Numba knows it when it compiles: so every kernel above this room is compiled once for
each game, with the game's own functions inlined into it, and cached on disk like any other. Nothing is looked up while
it runs.

A game fulfills a door by a module that holds ``BOARD`` and one function of the same name for each
(:attr:`clevergo.games.game.Game.door`).

Every board is a record with at least these fields: ``to_play`` (``FIRST`` or ``SECOND``), ``over`` (not 0 once the game
has ended), ``ply`` (moves made). Actions are numbers from 0; where a game's actions are points, a point's action is
``row * columns + column``, and a pass, where there is one, comes after the last point.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

Board = Any
"""One record of a game's ``BOARD``; compiled code changes it in place."""
FIRST, SECOND = 1, 2
"""The sides, in the order they move; Black and White where a game has them."""

_kernels: dict[Any, ModuleType] = {}
"""By the record: the module that holds the game's functions."""
_D = TypeVar("_D", bound=Callable[..., Any])


def _kernels_of(record: Any) -> ModuleType:
    """The functions of the game whose record it is.

    Raises:
        ValueError: two games have the same record, so nobody could tell whose board one is.
    """
    if record not in _kernels:
        from clevergo.games.guests import games

        found: dict[Any, ModuleType] = {}
        for game in games().values():
            for key in (game.board, _record(numba.from_dtype(game.board))):
                other = found.setdefault(key, game.kernels)
                if other is not game.kernels:
                    raise ValueError(
                        f"the BOARD of {game.door} is the same as that of {other.__name__}: games are told apart by "
                        "their boards' fields, so each needs one that others do not have"
                    )
        _kernels.update(found)
    return _kernels[record]


def _record(kind: Any) -> Any:
    """What tells a game's records, or arrays of them, apart while kernels are compiled."""
    return getattr(kind, "dtype", kind).key if isinstance(kind, numba.types.Array) else kind.key


def _door(declared: _D) -> _D:
    """Make a declaration callable, from Python and from kernels: its first argument says whose function is meant."""
    name = declared.__name__

    @functools.wraps(declared)
    def called(board: Any, *rest: Any) -> Any:
        return getattr(_kernels_of(board.dtype), name)(board, *rest)

    @overload(called, jit_options={"forceinline": True, "error_model": "numpy", "nogil": True})
    def chosen(board: Any, *rest: Any) -> Any:
        theirs = getattr(_kernels_of(_record(board)), name)

        def call(board: Any, *rest: Any) -> Any:
            return theirs(board, *rest)

        return call

    return called  # type: ignore[return-value]


# --- playing ---------------------------------------------------------------------------------------------


@_door
def begin(board: Board, size: int, start: NDArray[np.float32]) -> None:
    """Set up the first position of a game.

    Args:
        size: of the board, in the game's own measure.
        start: ``float32[game.num_start]``: what else games differ in from the first position on (``Game.start_names``).
    """
    raise NotImplementedError


@_door
def deal(board: Board, plan: NDArray[np.float64], rng: np.random.Generator, start: NDArray[np.float32]) -> int:
    """Set up a game of self-play, drawn from a ``plan`` that the game made of its settings (``Game.plan``).

    Returns:
        The restraint its players are under (see :func:`candidates`). What it began with is written to ``start``.
    """
    raise NotImplementedError


@_door
def copy_board(target: Board, source: Board) -> None:
    """Make a board the same as another."""
    raise NotImplementedError


@_door
def play(board: Board, action: int) -> None:
    """Play a legal action; it is not checked."""
    raise NotImplementedError


@_door
def candidates(board: Board, restraint: int, marks: NDArray[np.uint8], actions: NDArray[np.int16]) -> int:
    """Write the actions a search considers, in rising order; returns how many, at least one while the game goes on.

    One alone is played without a thought: a search goes on to the position behind it, and self-play learns nothing from
    it. So where several moves are equally good, as those that win at once are, one of them is enough.

    Args:
        restraint: what the game's players leave alone beside what is illegal (Go: early passes); 0 is what
            is usual. What its bits mean is the game's own affair.
        marks: ``uint8[A]`` scratch.
        actions: ``int16[A]``, written.
    """
    raise NotImplementedError


@_door
def legal_mask(board: Board, out: NDArray[Any]) -> int:
    """Write ``uint8[A]`` (or ``bool[A]``): which actions are legal; returns how many there are, a pass not counted."""
    raise NotImplementedError


@_door
def sensible_mask(board: Board, out: NDArray[np.uint8]) -> int:
    """Write ``uint8[A]``: the actions random players choose from; returns how many there are, a pass not counted."""
    raise NotImplementedError


@_door
def play_to_end(board: Board, state: NDArray[np.uint64]) -> int:
    """Play on at random; afterwards the board is good for :func:`result` and nothing else. Returns the plies.

    Args:
        state: see :mod:`clevergo.games.chance`.
    """
    raise NotImplementedError


# --- the end ---------------------------------------------------------------------------------------------


@_door
def result(board: Board) -> float:
    """Who wins a finished game: +1 the side that moved first, -1 the other, 0 nobody."""
    raise NotImplementedError


@_door
def final_margin(board: Board, owners: NDArray[np.int8]) -> float:
    """By how much the first side has won a finished game, in the game's points (+1, 0, -1 where it has none).

    Args:
        owners: ``int8[P]``, written where nets learn whose each point is (P > 0): 0, ``FIRST`` or ``SECOND``.
    """
    raise NotImplementedError


@_door
def agreed_result(board: Board, root: Board, agreed: NDArray[np.uint8]) -> float:
    """:func:`result` of a game in the tree, by what people agree on beyond the rules (Go: which stones are dead).

    Args:
        root: the position searched from, which they agreed about.
        agreed: ``uint8[K]``, see :meth:`clevergo.games.game.Counting.agreed`; games that leave nothing to agree on
            never see this called.
    """
    raise NotImplementedError


@_door
def correct(
    boards: NDArray[np.void], count: int, root: Board, agreed: NDArray[np.uint8], value: NDArray[np.float32]
) -> None:
    """Correct ``value[:count]``, an evaluator's words, where they disagree with what people agree on."""
    raise NotImplementedError


# --- learning --------------------------------------------------------------------------------------------


@_door
def write_planes(boards: NDArray[np.void], planes: NDArray[np.float32]) -> None:
    """Write ``planes: float32[B, C, H, W]``, what a net sees of each board; which set of planes is told by C."""
    raise NotImplementedError

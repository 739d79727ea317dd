"""What is certain in a position without judging it: victories by continuous fours, and moves that allow one.

A search with a net may ask this before it plays (:attr:`clevergo.games.game.Game.tactics`): where
eight fours in a row lead, a net that has learned for half an hour overlooks, and so do a few hundred simulations.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.games.five.alphabeta import action_of
from clevergo.games.five.field import FOURS_ONE, Field, new_field, put_stone
from clevergo.games.five.fours import NONE, WON, find_fours, new_fours_memory

_POSITIONS = 4_000
"""That may be looked at for one answer: some thousandths of a second."""
_MOST_FOURS = 16


def forced_win(board: NDArray[np.void]) -> int | None:
    """The first move of a victory by continuous fours for the side to move on ``BOARD[1]``; None: none was found."""
    place = _by_fours(new_field(board), int(board["to_play"][0]) - 1)
    return None if place == NONE else action_of(place, int(board["size"][0]))


def allows_win(board: NDArray[np.void], action: int) -> bool:
    """Whether the other side wins by continuous fours after a legal ``action``, which does not end the game."""
    field, side = new_field(board), int(board["to_play"][0]) - 1
    put_stone(field, side, field.places[action])
    return _by_fours(field, 1 - side) != NONE


def _by_fours(field: Field, side: int) -> int:
    memory = new_fours_memory(len(field.places), _POSITIONS)
    for left in range(_MOST_FOURS):
        rest = _POSITIONS - int(memory.looked[0])
        verdict, place = find_fours(field, side, left, rest, memory) if rest > 0 else (NONE, NONE)
        if verdict == WON:
            return int(place)
        if rest <= 0 or not _has_fours(field, side):
            return NONE
    return NONE


def _has_fours(field: Field, side: int) -> bool:
    return bool(field.counts[side, FOURS_ONE:].any())

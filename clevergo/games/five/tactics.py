"""What is certain in a position without a net's judgment: victories by force, as the classical engine finds them.

A search with a net may ask this before it plays (:attr:`clevergo.games.game.Game.tactics`): where eight fours in a row
lead, or threes and fours in turn, a net that has learned for half an hour overlooks, and so do a few hundred
simulations.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.games.five.alphabeta import SURE, action_of, choose
from clevergo.games.five.door import play
from clevergo.games.five.field import FOURS_ONE, Field, new_field
from clevergo.games.five.fours import NONE, WON, find_fours, new_fours_memory

_POSITIONS_OF_FOURS = 4_000
"""That may be looked at for continuous fours alone: some thousandths of a second."""
_MOST_FOURS = 16


def forced_win(board: NDArray[np.void], positions: int) -> int | None:
    """The first move of a victory by force for the side to move on ``BOARD[1]``; None: none was found.

    Args:
        positions: how many may be looked at for a victory by other means than continuous fours; 0: only those.
    """
    place = _by_fours(new_field(board), int(board["to_play"][0]) - 1)
    if place != NONE:
        return action_of(place, int(board["size"][0]))
    found = choose(board, positions) if positions > 0 else None
    return found.action if found is not None and found.score >= SURE else None


def allows_win(board: NDArray[np.void], action: int, positions: int) -> bool:
    """Whether the other side wins by force after a legal ``action``; arguments as of :func:`forced_win`."""
    after = board.copy()
    play(after[0], action)
    return not after["over"][0] and forced_win(after, positions) is not None


def _by_fours(field: Field, side: int) -> int:
    memory = new_fours_memory(len(field.places), _POSITIONS_OF_FOURS)
    for left in range(_MOST_FOURS):
        rest = _POSITIONS_OF_FOURS - int(memory.looked[0])
        verdict, place = find_fours(field, side, left, rest, memory) if rest > 0 else (NONE, NONE)
        if verdict == WON:
            return int(place)
        if rest <= 0 or not _has_fours(field, side):
            return NONE
    return NONE


def _has_fours(field: Field, side: int) -> bool:
    return bool(field.counts[side, FOURS_ONE:].any())

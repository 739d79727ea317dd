"""What happens in a game of Go for the first time in a dog's life: compiled, because every game is looked through.

Names and meanings, each told by the ply after which it is there:

============  ==================================================================================================
capture       stones are taken
many          ten stones or more are taken with one
saved         a chain of three stones or more in atari gets three liberties, and is still there at the end
ladder        a chain runs from four ataris in a row or more, and is taken
snapback      a stone that has just taken one stone is taken back together with its friends, on the same point
ko            the same ko is taken three times
eyes          at the end a chain of six stones or more has two eyes of its own: nothing can take it any more
passes        both sides pass: a game ends because there is nothing left to gain
short         the same in fewer than sixty moves (on 9x9; scaled with the board)
============  ==================================================================================================
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.go.board import play
from clevergo.games.go.stones import BORDER, EMPTY, NUM_POINTS, STRIDE, Board, point_of

MOMENTS = ("capture", "many", "saved", "ladder", "snapback", "ko", "eyes", "passes", "short")
_CAPTURE, _MANY, _SAVED, _LADDER, _SNAPBACK, _KO, _EYES, _PASSES, _SHORT = range(len(MOMENTS))
_MANY_STONES, _SAVED_STONES, _LADDER_ATARIS, _KO_TIMES, _EYED_STONES = 10, 3, 4, 3, 6
_SHORT_PLIES, _USUAL_POINTS = 60, 81
_WATCHED = 16
"""Rescues that are watched until the game ends: the first ones."""


@kernel
def find_moments(board: Board, moves: NDArray[np.int16], plies: NDArray[np.int32]) -> None:
    """Play a game and write when each of ``MOMENTS`` was there.

    Args:
        board: its first position; afterwards its last.
        moves: ``int16[T]``, all of it.
        plies: ``int32[len(MOMENTS)]``, written: how many moves had been made by then; 0: it did not happen.
    """
    plies[:] = 0
    size = board.size
    passing = size * size
    rescued = np.zeros((_WATCHED, 3), np.int32)  # a stone, its color, the ply
    num_rescued, prey, ataris, before = 0, 0, 0, 0
    ko_low, ko_high, ko_taken, last_taken = 0, 0, 0, 0
    for ply in range(moves.shape[0]):
        action, mover = moves[ply], board.to_play
        # The chain of the mover's that the last move has put into atari, if that is worth telling of.
        in_danger = 0
        if ply and board.last_moves[0] != passing:
            in_danger = _chain_in_atari(board, point_of(board.last_moves[0], size), mover, _SAVED_STONES)
        captured = board.captured[mover - 1]
        play(board, action)
        done = ply + 1
        taken = board.captured[mover - 1] - captured
        if taken and not plies[_CAPTURE]:
            plies[_CAPTURE] = done
        if taken >= _MANY_STONES and not plies[_MANY]:
            plies[_MANY] = done
        if action == passing:
            last_taken, before = 0, action
            continue
        point = point_of(action, size)
        if in_danger and num_rescued < _WATCHED and liberties_up_to(board, in_danger, 3) == 3:
            rescued[num_rescued, 0], rescued[num_rescued, 1], rescued[num_rescued, 2] = in_danger, mover, done
            num_rescued += 1
        # A ladder: atari after atari on what is one growing chain, until it is taken.
        if prey and board.color[prey] == EMPTY:
            if ataris >= _LADDER_ATARIS and not plies[_LADDER]:
                plies[_LADDER] = done
            prey, ataris = 0, 0
        if not prey or board.color[prey] != mover:
            hunted = _chain_in_atari(board, point, 3 - mover, 1)
            if hunted and prey and board.head[hunted] == board.head[prey]:
                ataris += 1
            else:
                prey, ataris = hunted, 1
        if taken > 1 and last_taken == 1 and before == action and not plies[_SNAPBACK]:
            plies[_SNAPBACK] = done
        if board.ko_point:
            low, high = min(point, board.ko_point), max(point, board.ko_point)
            ko_taken = ko_taken + 1 if low == ko_low and high == ko_high else 1
            ko_low, ko_high = low, high
            if ko_taken >= _KO_TIMES and not plies[_KO]:
                plies[_KO] = done
        # Where the one stone lay that has been taken just now: it was played the move before.
        last_taken = taken
        before = moves[ply - 1] if ply else -1
    for at in range(num_rescued):
        if not plies[_SAVED] and board.color[rescued[at, 0]] == rescued[at, 1]:
            plies[_SAVED] = rescued[at, 2]
    if _has_eyes(board):
        plies[_EYES] = moves.shape[0]
    if board.passes >= 2:
        plies[_PASSES] = moves.shape[0]
        if moves.shape[0] * _USUAL_POINTS < _SHORT_PLIES * size * size:
            plies[_SHORT] = moves.shape[0]


@inline_kernel
def _chain_in_atari(board: Board, point: int, color: int, least: int) -> int:
    """A stone of a chain of ``color``, of so many stones at least, beside a point that has one liberty; 0: none."""
    for step in (-STRIDE, -1, 1, STRIDE):
        near = point + step
        is_one = board.color[near] == color and board.chain_size[board.head[near]] >= least
        if is_one and liberties_up_to(board, near, 2) == 1:
            return near
    return 0


@kernel
def liberties_up_to(board: Board, stone: int, most: int) -> int:
    """How many liberties the chain of a stone has; ``most``, at most 3, stands for as many or more."""
    first, second, count, at = 0, 0, 0, stone
    while True:
        for step in (-STRIDE, -1, 1, STRIDE):
            near = at + step
            if board.color[near] == EMPTY and near != first and near != second:
                count += 1
                if count == most:
                    return count
                if first == 0:
                    first = near
                else:
                    second = near
        at = int(board.next_stone[at])
        if at == stone:
            return count


@kernel
def _has_eyes(board: Board) -> bool:
    """Whether some chain has two eyes: empty regions that only it surrounds, each point of them its liberty.

    Such a chain is alive whatever the other side does, and even if its own side never answers (after Benson, "Life in
    the game of Go", 1976, for one chain at a time).
    """
    seen = np.zeros(NUM_POINTS, np.uint8)
    eyes = np.zeros(NUM_POINTS, np.uint8)  # by the chain's head
    waiting = np.empty(NUM_POINTS, np.int32)
    for index in range(board.num_empty):
        start = int(board.empties[index])
        if seen[start]:
            continue
        seen[start] = 1
        waiting[0] = start
        count, done, owner, is_eye = 1, 0, 0, True
        while done < count:
            point, touches = waiting[done], False
            done += 1
            for step in (-STRIDE, -1, 1, STRIDE):
                near = point + step
                color = board.color[near]
                if color == EMPTY:
                    if not seen[near]:
                        seen[near] = 1
                        waiting[count] = near
                        count += 1
                elif color != BORDER:
                    head = int(board.head[near])
                    if owner == 0:
                        owner = head
                    if head == owner:
                        touches = True
                    else:
                        is_eye = False
            is_eye = is_eye and touches
        if is_eye and owner and board.chain_size[owner] >= _EYED_STONES:
            eyes[owner] += 1
            if eyes[owner] == 2:
                return True
    return False

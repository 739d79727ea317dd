"""A classical engine for five in a row: alpha-beta over shapes, threats first, and victories by continuous fours.

Nothing here learns. It looks at a number of positions it is given, deeper and deeper (Knuth & Moore 1975, "An analysis
of alpha-beta pruning"), with narrow windows for all moves but the first (Marsland & Campbell 1982, "Parallel search of
strongly ordered game trees"), remembers what it saw, and judges positions by what every empty point would make for
either side (:mod:`clevergo.games.five.field`). Moves that must be answered are not counted as depth, and wherever
somebody has fours, it looks whether they win (:mod:`clevergo.games.five.fours`).

It keeps a stack of its own: compiled functions that call themselves are not safely loaded from a cache. So it also goes
on where it stopped to ask whether it should.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.five import fours
from clevergo.games.five.field import (
    EMPTY,
    FOUR_AND_THREE,
    FOURS_ONE,
    FOURS_TWO,
    LITTLE,
    ROW,
    STRIDE,
    THREE_OPEN,
    THREES_TWO,
    TO_MOVE,
    WORDS,
    Field,
    may_play,
    new_field,
    put_stone,
    take_back,
)
from clevergo.games.five.fours import NONE, FoursMemory, find_fours, first_of, key_of, lowest, new_fours_memory
from clevergo.games.five.shapes import REACH

WON = 1_000_000
SURE = WON - 1_000
"""Scores from here on are known wins, so many plies away as they fall short of ``WON``."""
_MOST_PLIES = 100
_LEVELS = _MOST_PLIES + 4
_WIDTH = 14
"""Quiet moves that are looked at in a position."""
_ROOT_WIDTH = 28
_SLICE = 20_000
"""Positions between two questions whether to stop: some hundredths of a second."""
_FOURS_SHARE = 0.25
"""Of the positions it may look at, those that may go into looking for continuous fours first."""
_MOST_FOURS = 24
_FOURS_INSIDE, _POSITIONS_INSIDE = 8, 60
"""How many continuous fours are looked for in every position on the way, and how many positions that may cost."""
_LATE, _LATE_DEPTH = 4, 3
"""Quiet moves are looked at less deeply first: from which of a position's on, and so far from the end of the search."""
_FORCED_POSITIONS = 20_000
"""Positions that are looked at, at most, where there is only one move: some hundredths of a second."""
_EXACT, _AT_LEAST, _AT_MOST = range(3)
_FRAME = 10
_DEPTH, _ALPHA, _BETA, _COUNT, _AT, _BEST, _BEST_MOVE, _FIRST_ALPHA, _NARROW, _REDUCED = range(_FRAME)
"""What a frame holds: plies still to look ahead, the window, the moves, which one is looked at, what came of it, and
whether that move is looked at with a narrow window and less deeply."""
_LEVEL, _IS_BACK, _SCORE = range(3)


class Memory(NamedTuple):
    """What a search has seen; ``T`` entries, found by the hash of the position and the side to move."""

    keys: NDArray[np.uint64]
    """``uint64[T]``."""
    scores: NDArray[np.int32]
    """``int32[T]``."""
    depths: NDArray[np.int8]
    kinds: NDArray[np.int8]
    moves: NDArray[np.int16]
    """``int16[T]``: the best place."""
    looked: NDArray[np.int64]
    """``int64[2]``: positions looked at, and at how many, those of ``fours`` included, it is to pause."""
    frames: NDArray[np.int64]
    """``int64[L, FRAME]``: what a search knows of each position on its way."""
    waiting: NDArray[np.int32]
    """``int32[L, N*N]``: the moves to look at in each of them, the most promising first."""
    state: NDArray[np.int64]
    """``int64[3]``: where a search that pauses stands in its stack."""
    fours: FoursMemory


class Choice(NamedTuple):
    """What the engine would play."""

    action: int
    score: int
    """The score for the side to move; beyond ``SURE`` either way it is certain."""
    depth: int
    positions: int


def choose(
    board: NDArray[np.void], positions: int, stop: Callable[[], bool] = lambda: False, most_depth: int = 60
) -> Choice:
    """The move for the side to move on ``BOARD[1]``, which is not over, after looking at so many positions.

    Args:
        positions: how many it may look at; the same number always gives the same move.
        stop: asked every few hundredths of a second; once it is true, the best move so far is the answer.
        most_depth: plies it looks ahead at most, forced ones not counted.
    """
    side, size = int(board["to_play"][0]) - 1, int(board["size"][0])
    field, memory = new_field(board), _new_memory(size * size, positions)
    place = _win_by_fours(field, side, max(1, int(positions * _FOURS_SHARE)), memory.fours, stop)
    if place != NONE:
        return Choice(action_of(place, size), WON, 0, _positions(memory))
    count = write_root_moves(field, side, memory)
    best = Choice(action_of(int(memory.waiting[0, 0]), size), 0, 0, _positions(memory))
    if count == 1:  # nothing is left to choose, but how the game stands is asked too
        positions = min(positions, _FORCED_POSITIONS)
    for depth in range(1, most_depth + 1):
        if _positions(memory) >= positions or stop():
            break
        begin_search(field, side, depth, memory)
        is_done = False
        while not is_done and not (_positions(memory) >= positions or stop()):
            memory.looked[1] = min(_positions(memory) + _SLICE, positions)
            is_done = go_on(field, side, memory)
        if is_done or memory.frames[0, _AT] > 0:  # at least the best move of the last depth has been looked at
            place, score = memory.frames[0, _BEST_MOVE], int(memory.frames[0, _BEST])
            best = Choice(action_of(int(place), size), score, depth, _positions(memory))
        if abs(best.score) >= SURE:
            break
    return best._replace(positions=_positions(memory))


def _win_by_fours(field: Field, side: int, positions: int, memory: FoursMemory, stop: Callable[[], bool]) -> int:
    """The shortest victory's first move; ``NONE`` where none is found."""
    for left in range(1, _MOST_FOURS + 1):
        rest = positions - int(memory.looked[0])
        if rest <= 0 or stop():
            return NONE
        verdict, place = find_fours(field, side, left, rest, memory)
        if verdict == fours.WON:
            return int(place)
    return NONE


def action_of(place: int, size: int) -> int:
    """The action of a place of the field."""
    return (place // STRIDE - REACH) * size + place % STRIDE - REACH


def _positions(memory: Memory) -> int:
    return int(memory.looked[0] + memory.fours.looked[0])


def _new_memory(points: int, positions: int) -> Memory:
    count = 1 << min(20, max(10, positions.bit_length()))
    return Memory(
        keys=np.zeros(count, np.uint64),
        scores=np.zeros(count, np.int32),
        depths=np.full(count, -1, np.int8),
        kinds=np.zeros(count, np.int8),
        moves=np.full(count, NONE, np.int16),
        looked=np.zeros(2, np.int64),
        frames=np.zeros((_LEVELS, _FRAME), np.int64),
        waiting=np.zeros((_LEVELS, points), np.int32),
        state=np.zeros(3, np.int64),
        fours=new_fours_memory(points, positions),
    )


# --- moves -----------------------------------------------------------------------------------------------


@kernel
def write_root_moves(field: Field, side: int, memory: Memory) -> int:
    """Write the places worth a thought at the root, best first; how many. On an empty board: the middle."""
    moves = memory.waiting[0]
    count = _write_moves(field, side, _ROOT_WIDTH, moves)
    if count == 0:
        size = int(math.sqrt(len(field.places)) + 0.5)
        middle = (size // 2) * size + size // 2  # of an even size: below and to the right of the center
        for distance in range(len(field.places)):
            for at in (middle + distance, middle - distance):
                is_free = 0 <= at < len(field.places) and field.cells[field.places[at]] == EMPTY
                if is_free and may_play(field, side, field.places[at]):
                    moves[0], memory.frames[0, _COUNT] = field.places[at], 1
                    return 1
    memory.frames[0, _COUNT] = count
    return count


@inline_kernel
def _write_moves(field: Field, side: int, width: int, moves: NDArray[np.int32]) -> int:
    """Write the moves to look at, the most promising first; how many. Threats leave little choice."""
    other = 1 - side
    least_mine = least_theirs = LITTLE
    if field.counts[other, ROW]:
        least_mine, least_theirs = ROW, ROW
    elif field.counts[other, FOURS_TWO] and first_of(field, other, FOURS_TWO) != NONE:
        least_mine, least_theirs = FOURS_ONE, FOURS_ONE
    scores = np.empty(_ROOT_WIDTH, np.int64)
    count = 0
    for word in range(WORDS):
        bits = np.uint64(0)
        for rank in range(least_mine, ROW + 1):
            bits |= field.marks[side, rank, word]
        for rank in range(least_theirs, ROW + 1):
            bits |= field.marks[other, rank, word]
        while bits:
            place = field.places[64 * word + lowest(bits)]
            bits &= bits - np.uint64(1)
            score = 2 * int(field.worth[side, place]) + int(field.worth[other, place])
            mine, theirs = int(field.ranks[side, place]), int(field.ranks[other, place])
            if mine >= THREES_TWO or theirs >= THREES_TWO:
                score += 1_000 * max(2 * mine, 2 * theirs - 1)
            if (count == width and scores[count - 1] >= score) or not may_play(field, side, place):
                continue
            count = min(count + 1, width)
            at = count - 1
            while at > 0 and scores[at - 1] < score:
                scores[at], moves[at] = scores[at - 1], moves[at - 1]
                at -= 1
            scores[at], moves[at] = score, place
    return count


@inline_kernel
def _to_front(moves: NDArray[np.int32], count: int, place: int) -> None:
    for at in range(count):
        if moves[at] == place:
            for back in range(at, 0, -1):
                moves[back] = moves[back - 1]
            moves[0] = place
            return


# --- memory ----------------------------------------------------------------------------------------------


@inline_kernel
def _slot_of(memory: Memory, key: np.uint64) -> int:
    """Where a position is remembered, or would be: of two places the second takes what the first has no room for."""
    slot: Any = np.int64(key & np.uint64(len(memory.keys) - 2))
    return slot + 1 if memory.keys[slot] != key and memory.keys[slot + 1] == key else slot


@inline_kernel
def _remember(memory: Memory, key: np.uint64, score: int, depth: int, kind: int, move: int, ply: int) -> None:
    slot = _slot_of(memory, key)
    if memory.keys[slot] != key and memory.depths[slot] > depth:
        slot += 1
    # Wins are so many plies away from the position itself, not from the root.
    if score >= SURE:
        score += ply
    elif score <= -SURE:
        score -= ply
    memory.keys[slot], memory.scores[slot], memory.depths[slot] = key, score, depth
    memory.kinds[slot], memory.moves[slot] = kind, move


@inline_kernel
def _recall(memory: Memory, slot: int, ply: int) -> int:
    score = int(memory.scores[slot])
    return score - ply if score >= SURE else score + ply if score <= -SURE else score


# --- search ----------------------------------------------------------------------------------------------


@kernel
def begin_search(field: Field, side: int, depth: int, memory: Memory) -> None:
    """Make ready to look so many plies ahead, at the moves that are written at the root, the best so far first."""
    frame = memory.frames[0]
    if depth > 1:
        _to_front(memory.waiting[0], frame[_COUNT], frame[_BEST_MOVE])
    frame[_DEPTH], frame[_ALPHA], frame[_BETA], frame[_FIRST_ALPHA] = depth, -WON, WON, -WON
    frame[_AT], frame[_BEST], frame[_BEST_MOVE] = 0, -WON, memory.waiting[0, 0]
    memory.state[_LEVEL] = memory.state[_IS_BACK] = memory.state[_SCORE] = 0
    _descend(field, side, memory, 0)
    memory.state[_LEVEL] = 1


@inline_kernel
def _descend(field: Field, side: int, memory: Memory, level: int) -> None:
    """Play the next move of a position, and make ready to look at what it leads to."""
    frame, after = memory.frames[level], memory.frames[level + 1]
    place = memory.waiting[level, frame[_AT]]
    is_late = frame[_AT] >= _LATE and frame[_DEPTH] >= _LATE_DEPTH
    is_quiet = field.ranks[side, place] < THREE_OPEN and field.ranks[1 - side, place] < THREE_OPEN
    put_stone(field, side, place)
    frame[_NARROW] = frame[_AT] > 0 and frame[_BETA] - frame[_ALPHA] > 1
    frame[_REDUCED] = is_late and is_quiet
    after[_DEPTH] = frame[_DEPTH] - 1 - frame[_REDUCED]
    after[_ALPHA] = -frame[_ALPHA] - 1 if frame[_NARROW] else -frame[_BETA]
    after[_BETA] = -frame[_ALPHA]


@kernel
def go_on(field: Field, side: int, memory: Memory) -> bool:
    """Go on with a search for ``side``, who is to move at the root (negamax, fail-soft); whether it is done."""
    frames, state = memory.frames, memory.state
    level, is_back, score = int(state[_LEVEL]), state[_IS_BACK] != 0, int(state[_SCORE])
    while True:
        mover = side if level % 2 == 0 else 1 - side
        frame, moves = frames[level], memory.waiting[level]
        is_done = False
        if is_back:  # from the position after a move
            score = -score
            is_open = (frame[_NARROW] and score < frame[_BETA]) or frame[_REDUCED]
            if is_open and score > frame[_ALPHA]:  # it is better than it was asked to show: once more, in full
                after = frames[level + 1]
                frame[_NARROW] = frame[_REDUCED] = 0
                after[_DEPTH], after[_ALPHA], after[_BETA] = frame[_DEPTH] - 1, -frame[_BETA], -frame[_ALPHA]
                level, is_back = level + 1, False
                continue
            place = moves[frame[_AT]]
            take_back(field, mover, place)
            if score > frame[_BEST]:
                frame[_BEST], frame[_BEST_MOVE] = score, place
                frame[_ALPHA] = max(frame[_ALPHA], score)
            frame[_AT] += 1
            is_done = frame[_ALPHA] >= frame[_BETA] or frame[_AT] == frame[_COUNT]
            score = frame[_BEST]
            if is_done:
                kind = _AT_LEAST if score >= frame[_BETA] else _AT_MOST if score <= frame[_FIRST_ALPHA] else _EXACT
                _remember(memory, key_of(field, mover), score, frame[_DEPTH], kind, frame[_BEST_MOVE], level)
        else:
            if memory.looked[0] + memory.fours.looked[0] >= memory.looked[1]:
                state[_LEVEL], state[_IS_BACK], state[_SCORE] = level, 0, 0
                return False
            is_done, score = _open(field, mover, memory, level)
        if is_done:
            if level == 0:
                return True
            level, is_back = level - 1, True
            continue
        _descend(field, mover, memory, level)
        level, is_back = level + 1, False


@inline_kernel
def _open(field: Field, side: int, memory: Memory, level: int) -> tuple[bool, int]:
    """Look at a position: either its score is known (True, score), or its moves are written."""
    frame, moves, other = memory.frames[level], memory.waiting[level], 1 - side
    memory.looked[0] += 1
    if field.counts[side, ROW]:
        return True, WON - level - 1
    threats = field.counts[other, ROW]
    if threats > 1:
        return True, -(WON - level - 2)
    if not threats and field.counts[side, FOURS_TWO] and first_of(field, side, FOURS_TWO) != NONE:
        return True, WON - level - 3
    is_leaf = (frame[_DEPTH] <= 0 and not threats) or level >= _MOST_PLIES
    key = key_of(field, side)
    slot = _slot_of(memory, key)
    is_known = memory.keys[slot] == key
    if is_known and memory.depths[slot] >= frame[_DEPTH]:
        kind, score = memory.kinds[slot], _recall(memory, slot, level)
        if (
            kind == _EXACT
            or (kind == _AT_LEAST and score >= frame[_BETA])
            or (kind == _AT_MOST and score <= frame[_ALPHA])
        ):
            return True, score
    if field.counts[side, FOUR_AND_THREE] or field.counts[side, FOURS_ONE]:
        verdict, _ = find_fours(field, side, _FOURS_INSIDE, _POSITIONS_INSIDE, memory.fours)
        if verdict == fours.WON:
            return True, WON - level - 5
    if is_leaf:
        return True, int(field.totals[side, 0] - field.totals[other, 1] + TO_MOVE)
    count = _write_moves(field, side, _WIDTH, moves)
    if count == 0:  # where a row threatens, the one point that would stop it is forbidden
        return True, -(WON - level - 2) if threats else 0
    if is_known:
        _to_front(moves, count, memory.moves[slot])
    if threats:
        frame[_DEPTH] += 1  # a forced move is not counted
    frame[_COUNT], frame[_AT], frame[_BEST], frame[_BEST_MOVE] = count, 0, -WON, moves[0]
    frame[_FIRST_ALPHA] = frame[_ALPHA]
    return False, 0

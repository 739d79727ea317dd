"""A classical engine for five in a row: alpha-beta over shapes, threats first, and victories by continuous fours.

Nothing here learns. It looks at a number of positions it is given, deeper and deeper (Knuth & Moore 1975, "An analysis
of alpha-beta pruning"), remembers what it saw (a transposition table), and judges positions by what every empty point
would make for either side (:mod:`clevergo.games.five.field`). Moves that must be answered are not counted as depth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.five.field import (
    EMPTY,
    FOURS_ONE,
    FOURS_TWO,
    LITTLE,
    ROW,
    STRIDE,
    THREES_TWO,
    Field,
    may_play,
    new_field,
    put_stone,
    take_back,
)
from clevergo.games.five.shapes import REACH

WON = 1_000_000
SURE = WON - 1_000
"""Scores from here on are known wins, so many plies away as they fall short of ``WON``."""
_NONE = -1
_MOST_PLIES = 60
_WIDTH = 14
"""Quiet moves that are looked at in a position."""
_ROOT_WIDTH = 28
_TABLE_BITS = 18
_SLICE = 20_000
"""Positions between two questions whether to stop: some hundredths of a second."""
_FOURS_SHARE = 0.25
"""Of the positions it may look at, those that may go into looking for continuous fours first."""
_MOST_FOURS = 12
_OF_FOURS = 100
"""Added to the depth of what is known of continuous fours, to tell it from the rest."""
_EXACT, _AT_LEAST, _AT_MOST = range(3)
_MOST_LEVELS = 420
"""A game has no more plies than the largest board has points."""
_FRAME = 8
_DEPTH, _ALPHA, _BETA, _COUNT, _AT, _BEST, _BEST_MOVE, _FIRST_ALPHA = range(_FRAME)
"""What a frame holds: plies still to look ahead, the window, the moves, which one is looked at, and what came of it."""
_LEFT, _ANSWER = _DEPTH, _ALPHA
"""In looking for continuous fours: how many may follow, and the opponent's answer to the last."""


class Memory(NamedTuple):
    """What a search has seen; ``T`` entries, found by the hash of the position and the side to move."""

    keys: NDArray[np.uint64]
    """``uint64[T]``."""
    scores: NDArray[np.int32]
    """``int32[T]``."""
    depths: NDArray[np.int8]
    kinds: NDArray[np.int8]
    moves: NDArray[np.int16]
    """``int16[T]``: the best place, -1 where none is known."""
    looked: NDArray[np.int64]
    """``int64[3]``: positions looked at, how many there may be, and whether there were more."""
    frames: NDArray[np.int64]
    """``int64[L, FRAME]``: what a search knows of each position on its way. It keeps a stack of its own: compiled
    functions that call themselves are not safely loaded from a cache."""
    waiting: NDArray[np.int32]
    """``int32[L, N*N]``: the moves to look at in each of them."""


class Choice(NamedTuple):
    """What the engine would play."""

    action: int
    score: int
    """For the side to move; beyond ``SURE`` either way it is certain."""
    depth: int
    positions: int


def choose(
    board: NDArray[np.void], positions: int, stop: Callable[[], bool] = lambda: False, most_depth: int = 40
) -> Choice:
    """The move for the side to move on ``BOARD[1]``, which is not over, after looking at so many positions.

    Args:
        positions: how many it may look at; the same number always gives the same move.
        stop: asked every few hundredths of a second; once it is true, the best move so far is the answer.
        most_depth: plies it looks ahead at most, forced ones not counted.
    """
    side, size = int(board["to_play"][0]) - 1, int(board["size"][0])
    field, memory = new_field(board), _new_memory(size * size)
    memory.looked[1] = max(1, int(positions * _FOURS_SHARE))
    place = find_fours(field, side, _MOST_FOURS, memory)
    if place != _NONE:
        return Choice(_action(place, size), WON, 0, int(memory.looked[0]))
    best, depth = Choice(_action(int(root_moves(field, side)[0]), size), 0, 0, 0), 0
    memory.looked[2] = 0
    while depth < most_depth and memory.looked[0] < positions and not stop():
        depth += 1
        while True:
            memory.looked[1], memory.looked[2] = min(positions, memory.looked[0] + _SLICE), 0
            place, score = search_root(field, side, depth, memory)
            if not memory.looked[2]:
                best = Choice(_action(int(place), size), int(score), depth, int(memory.looked[0]))
                break
            if memory.looked[0] >= positions or stop():
                return best._replace(positions=int(memory.looked[0]))
        if abs(best.score) >= SURE:
            break
    return best


def _action(place: int, size: int) -> int:
    return (place // STRIDE - REACH) * size + place % STRIDE - REACH


def _new_memory(points: int) -> Memory:
    count = 1 << _TABLE_BITS
    return Memory(
        np.zeros(count, np.uint64),
        np.zeros(count, np.int32),
        np.full(count, -1, np.int8),
        np.zeros(count, np.int8),
        np.full(count, _NONE, np.int16),
        np.zeros(3, np.int64),
        np.zeros((_MOST_LEVELS, _FRAME), np.int64),
        np.zeros((_MOST_LEVELS, points), np.int32),
    )


@inline_kernel
def _key(field: Field, side: int) -> np.uint64:
    return field.hash[0] ^ field.keys[side, 0]


@inline_kernel
def _first(field: Field, side: int, rank: int) -> int:
    """The first place where ``side`` may play and makes at least ``rank``; ``_NONE`` where there is none."""
    for place in field.places:
        if field.ranks[side, place] >= rank and may_play(field, side, place):
            return place
    return _NONE


@inline_kernel
def _highest(field: Field, side: int) -> int:
    """The highest rank ``side`` has on the board."""
    highest = 0
    for place in field.places:
        highest = max(highest, int(field.ranks[side, place]))
    return highest


# --- continuous fours ------------------------------------------------------------------------------------


@kernel
def find_fours(field: Field, side: int, left: int, memory: Memory) -> int:
    """The first move of a victory by at most ``left`` fours of ``side`` without a pause, or ``_NONE``."""
    frames, level, is_back, won = memory.frames, 0, False, False
    frames[0, _LEFT] = left
    while True:
        if is_back:  # from the position after a four and its answer
            place = memory.waiting[level, frames[level, _AT]]
            if frames[level, _ANSWER] != _NONE:
                take_back(field, 1 - side, frames[level, _ANSWER])
            take_back(field, side, place)
            frames[level, _AT] += 1
            if won:
                if level == 0:
                    return place
                level -= 1
                continue
        else:
            verdict = _open_fours(field, side, memory, level)
            if verdict > 0 and level == 0:
                return memory.waiting[0, 0]
            if verdict != 0:
                won, is_back, level = verdict > 0, True, level - 1
                if level < 0:
                    return _NONE
                continue
        is_back = False
        if frames[level, _AT] == frames[level, _COUNT]:
            key = _key(field, side)
            slot = int(key & np.uint64(len(memory.keys) - 1))
            memory.keys[slot], memory.depths[slot], memory.moves[slot] = key, _OF_FOURS + frames[level, _LEFT], _NONE
            won, is_back, level = False, True, level - 1
            if level < 0:
                return _NONE
            continue
        place = memory.waiting[level, frames[level, _AT]]
        put_stone(field, side, place)
        frames[level, _ANSWER] = _NONE
        answer = _NONE if _highest(field, 1 - side) == ROW else _only_row(field, side)
        if answer == _NONE:
            won, is_back = False, True
        elif not may_play(field, 1 - side, answer):
            won, is_back = True, True
        else:
            put_stone(field, 1 - side, answer)
            frames[level, _ANSWER] = answer
            frames[level + 1, _LEFT] = frames[level, _LEFT] - 1
            level += 1


@inline_kernel
def _open_fours(field: Field, side: int, memory: Memory, level: int) -> int:
    """1 where ``side`` wins at once, by the first move it writes; -1 where it has no fours; 0: it has some, written."""
    frame, moves = memory.frames[level], memory.waiting[level]
    memory.looked[0] += 1
    mine = _highest(field, side)
    is_deep = frame[_LEFT] <= 0 and mine < FOURS_TWO
    if memory.looked[0] > memory.looked[1] or mine < FOURS_ONE or is_deep or level + 2 >= _MOST_LEVELS:
        return -1
    if mine == ROW:
        moves[0] = _first(field, side, ROW)
        return 1
    must = _only_row(field, 1 - side)
    if mine >= FOURS_TWO and must == _NONE:
        moves[0] = _first(field, side, FOURS_TWO)
        if moves[0] != _NONE:
            return 1
    key = _key(field, side)
    slot = int(key & np.uint64(len(memory.keys) - 1))
    if memory.keys[slot] == key and memory.depths[slot] >= _OF_FOURS + frame[_LEFT]:
        return -1
    count = 0
    for rank in range(FOURS_TWO, FOURS_ONE - 1, -1):
        for place in field.places:
            if _NONE != must != place:
                continue
            if field.ranks[side, place] == rank and may_play(field, side, place):
                moves[count] = place
                count += 1
    frame[_COUNT], frame[_AT] = count, 0
    return 0


@inline_kernel
def _only_row(field: Field, side: int) -> int:
    """The place where ``side`` would win next."""
    for place in field.places:
        if field.ranks[side, place] == ROW:
            return place
    return _NONE


# --- alpha-beta ------------------------------------------------------------------------------------------


@kernel
def root_moves(field: Field, side: int) -> NDArray[np.int32]:
    """The places worth a thought at the root, the most promising first; the middle of an empty board."""
    moves = np.empty(len(field.places), np.int32)
    count = _moves(field, side, _ROOT_WIDTH, moves)
    if count == 0:
        middle = len(field.places) // 2
        for distance in range(len(field.places)):
            for at in (middle + distance, middle - distance):
                is_free = 0 <= at < len(field.places) and field.cells[field.places[at]] == EMPTY
                if is_free and may_play(field, side, field.places[at]):
                    moves[0] = field.places[at]
                    return moves[:1]
    return moves[:count]


@inline_kernel
def _moves(field: Field, side: int, width: int, moves: NDArray[np.int32]) -> int:
    """Write the moves to look at, the most promising first; how many. Threats leave little choice."""
    other = 1 - side
    threat = _highest(field, other)
    scores = np.empty(len(field.places), np.int64)
    count = 0
    for place in field.places:
        mine, theirs = int(field.ranks[side, place]), int(field.ranks[other, place])
        if threat == ROW:
            wanted = theirs == ROW
        elif threat >= FOURS_TWO:
            wanted = mine >= FOURS_ONE or theirs >= FOURS_ONE
        else:
            wanted = mine >= LITTLE or theirs >= LITTLE
        if not wanted:
            continue
        score = 2 * int(field.worth[side, place]) + int(field.worth[other, place])
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


@kernel
def search_root(field: Field, side: int, depth: int, memory: Memory) -> tuple[int, int]:
    """The best place and its score, for ``side``, looking so many plies ahead."""
    moves = root_moves(field, side)
    slot = int(_key(field, side) & np.uint64(len(memory.keys) - 1))
    if memory.keys[slot] == _key(field, side):
        _to_front(moves, len(moves), memory.moves[slot])
    best, alpha = moves[0], -WON
    for place in moves:
        put_stone(field, side, place)
        score = WON if field.ranks[side, place] == ROW else -_search(field, 1 - side, depth - 1, -WON, -alpha, memory)
        take_back(field, side, place)
        if memory.looked[2]:
            break
        if score > alpha:
            best, alpha = place, score
    if not memory.looked[2]:
        _remember(memory, _key(field, side), alpha, depth, _EXACT, best)
    return best, alpha


@inline_kernel
def _to_front(moves: NDArray[np.int32], count: int, place: int) -> None:
    for at in range(count):
        if moves[at] == place:
            for back in range(at, 0, -1):
                moves[back] = moves[back - 1]
            moves[0] = place
            return


@inline_kernel
def _remember(memory: Memory, key: np.uint64, score: int, depth: int, kind: int, move: int) -> None:
    slot = int(key & np.uint64(len(memory.keys) - 1))
    memory.keys[slot], memory.scores[slot], memory.depths[slot] = key, score, depth
    memory.kinds[slot], memory.moves[slot] = kind, move


@kernel
def _search(field: Field, side: int, depth: int, alpha: int, beta: int, memory: Memory) -> int:
    """The score of a position for ``side``, who is to move (negamax, fail-soft)."""
    frames, level, is_back, score = memory.frames, 0, False, 0
    frames[0, _DEPTH], frames[0, _ALPHA], frames[0, _BETA] = depth, alpha, beta
    while True:
        mover = side if level % 2 == 0 else 1 - side
        frame, moves = frames[level], memory.waiting[level]
        if is_back:  # from the position after a move
            place = moves[frame[_AT]]
            take_back(field, mover, place)
            score = -score
            if score > frame[_BEST]:
                frame[_BEST], frame[_BEST_MOVE] = score, place
                frame[_ALPHA] = max(frame[_ALPHA], score)
            frame[_AT] += 1
            is_done = frame[_ALPHA] >= frame[_BETA] or frame[_AT] == frame[_COUNT]
            if is_done and not memory.looked[2]:
                _note(field, mover, memory, frame)
            score = frame[_BEST]
        else:
            is_done, score = _open(field, mover, memory, level)
        if is_done or memory.looked[2]:
            if level == 0:
                return score
            level, is_back = level - 1, True
            continue
        put_stone(field, mover, moves[frame[_AT]])
        frames[level + 1, _DEPTH] = frame[_DEPTH] - 1
        frames[level + 1, _ALPHA], frames[level + 1, _BETA] = -frame[_BETA], -frame[_ALPHA]
        level, is_back = level + 1, False


@inline_kernel
def _open(field: Field, side: int, memory: Memory, level: int) -> tuple[bool, int]:
    """Look at a position: either its score is known (True, score), or its moves are written."""
    frame, moves = memory.frames[level], memory.waiting[level]
    ply = level + 1
    memory.looked[0] += 1
    if memory.looked[0] > memory.looked[1]:
        memory.looked[2] = 1
        return True, 0
    mine = _highest(field, side)
    if mine == ROW:
        return True, WON - ply - 1
    theirs = _highest(field, 1 - side)
    if mine >= FOURS_TWO and theirs < ROW and _first(field, side, FOURS_TWO) != _NONE:
        return True, WON - ply - 3
    if theirs < ROW and (frame[_DEPTH] <= 0 or ply >= _MOST_PLIES):
        return True, int(field.totals[side] - field.totals[1 - side] + field.totals[side] // 8)
    key = _key(field, side)
    slot = int(key & np.uint64(len(memory.keys) - 1))
    known = memory.keys[slot] == key and memory.depths[slot] < _OF_FOURS
    if known and memory.depths[slot] >= frame[_DEPTH]:
        kind, score = memory.kinds[slot], int(memory.scores[slot])
        if (
            kind == _EXACT
            or (kind == _AT_LEAST and score >= frame[_BETA])
            or (kind == _AT_MOST and score <= frame[_ALPHA])
        ):
            return True, score
    count = _moves(field, side, _WIDTH, moves)
    if count == 0:  # where a row threatens, the one point that would stop it is forbidden
        return True, -(WON - ply - 2) if theirs == ROW else 0
    if known:
        _to_front(moves, count, memory.moves[slot])
    if theirs == ROW:
        frame[_DEPTH] += 1  # a forced move is not counted
    frame[_COUNT], frame[_AT], frame[_BEST], frame[_BEST_MOVE] = count, 0, -WON, moves[0]
    frame[_FIRST_ALPHA] = frame[_ALPHA]
    return False, 0


@inline_kernel
def _note(field: Field, side: int, memory: Memory, frame: NDArray[np.int64]) -> None:
    """Remember what came of a position."""
    best = frame[_BEST]
    kind = _AT_LEAST if best >= frame[_BETA] else _AT_MOST if best <= frame[_FIRST_ALPHA] else _EXACT
    _remember(memory, _key(field, side), best, frame[_DEPTH], kind, frame[_BEST_MOVE])

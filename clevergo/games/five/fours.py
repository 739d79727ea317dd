"""Victories by continuous fours: every move makes a four, which leaves the opponent one answer.

It keeps a stack of its own: compiled functions that call themselves are not safely loaded from a cache.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.five.board import POINTS
from clevergo.games.five.field import (
    FOUR_AND_THREE,
    FOURS_ONE,
    FOURS_TWO,
    ROW,
    WORDS,
    Field,
    may_play,
    put_stone,
    take_back,
)

NONE = -1
LOST, WON, UNKNOWN, _GOES_ON = range(4)
"""What came of looking for fours; it is unknown where it looked at too few positions."""
_LEVELS = POINTS // 2 + 2
_LEFT, _COUNT, _AT, _ANSWER = range(4)
_FRAME = 4
_DEBRUIJN = 0x03F79D71B4CB0A89
_LOW_BIT = np.argsort([((_DEBRUIJN << bit) & (1 << 64) - 1) >> 58 for bit in range(64)]).astype(np.int8)
"""``int8[64]``: which bit it is, by the six bits that it leaves above when the constant is multiplied by it."""


class FoursMemory(NamedTuple):
    """What looking for continuous fours remembers; ``T`` entries."""

    keys: NDArray[np.uint64]
    """``uint64[T]``: positions, with who is to move, that are not won by so many fours as ``left`` says."""
    left: NDArray[np.int8]
    """``int8[T]``."""
    frames: NDArray[np.int32]
    """``int32[L, 4]``: of each position on the way how many fours may follow, how many there are, which one is looked
    at, and the opponent's answer to it."""
    waiting: NDArray[np.int32]
    """``int32[L, N*N]``: the fours to look at in each of them."""
    looked: NDArray[np.int64]
    """``int64[2]``: positions looked at, and how many there may be."""


def new_fours_memory(points: int, positions: int) -> FoursMemory:
    """Room for looking at so many positions of a board of so many points."""
    count = 1 << min(16, max(8, positions.bit_length()))
    return FoursMemory(
        np.zeros(count, np.uint64),
        np.zeros(count, np.int8),
        np.zeros((_LEVELS, _FRAME), np.int32),
        np.zeros((_LEVELS, points), np.int32),
        np.zeros(2, np.int64),
    )


@inline_kernel
def lowest(bits: np.uint64) -> int:
    """The number of the lowest bit that is set."""
    return int(_LOW_BIT[((bits & (~bits + np.uint64(1))) * np.uint64(_DEBRUIJN)) >> np.uint64(58)])


@inline_kernel
def first_of(field: Field, side: int, rank: int) -> int:
    """The first place of exactly that rank where ``side`` may play; ``NONE`` where there is none."""
    for word in range(WORDS):
        bits = field.marks[side, rank, word]
        while bits:
            place = field.places[64 * word + lowest(bits)]
            if may_play(field, side, place):
                return int(place)
            bits &= bits - np.uint64(1)
    return NONE


@inline_kernel
def key_of(field: Field, side: int) -> np.uint64:
    """The hash of the position and the side to move."""
    return field.hash[0] ^ field.keys[side, 0]


@kernel
def find_fours(field: Field, side: int, left: int, most: int, memory: FoursMemory) -> tuple[int, int]:
    """The first move of a victory by at most ``left`` fours of ``side``, who is to move.

    Args:
        most: how many positions it may look at.

    Returns:
        ``(WON, place)``, or ``LOST`` or ``UNKNOWN`` and ``NONE``.
    """
    memory.looked[1] = memory.looked[0] + most
    frames, level, is_back, verdict = memory.frames, 0, False, LOST
    frames[0, _LEFT] = left
    while True:
        frame, moves = frames[level], memory.waiting[level]
        if is_back:  # from the position after a four and its answer
            if frame[_ANSWER] != NONE:
                take_back(field, 1 - side, frame[_ANSWER])
            take_back(field, side, moves[frame[_AT]])
            if verdict != LOST:
                if level == 0:
                    return verdict, moves[frame[_AT]] if verdict == WON else NONE
                level -= 1
                continue
            frame[_AT] += 1
        else:
            verdict = _open(field, side, memory, level)
            if verdict != _GOES_ON:
                if level == 0:
                    return verdict, moves[0] if verdict == WON else NONE
                is_back, level = True, level - 1
                continue
        if frame[_AT] == frame[_COUNT]:
            slot = int(key_of(field, side) & np.uint64(len(memory.keys) - 1))
            memory.keys[slot], memory.left[slot] = key_of(field, side), frame[_LEFT]
            if level == 0:
                return LOST, NONE
            is_back, verdict, level = True, LOST, level - 1
            continue
        place = moves[frame[_AT]]
        put_stone(field, side, place)
        frame[_ANSWER] = NONE
        is_back, verdict = True, LOST
        if field.counts[side, ROW] and not field.counts[1 - side, ROW]:
            answer = _row_of(field, side)
            if field.counts[side, ROW] > 1 or not may_play(field, 1 - side, answer):
                verdict = WON
            else:
                put_stone(field, 1 - side, answer)
                frame[_ANSWER] = answer
                frames[level + 1, _LEFT] = frame[_LEFT] - 1
                level, is_back = level + 1, False


@inline_kernel
def _row_of(field: Field, side: int) -> int:
    """A place where ``side`` would make a row; there is one."""
    word = 0
    while not field.marks[side, ROW, word]:
        word += 1
    return int(field.places[64 * word + lowest(field.marks[side, ROW, word])])


@inline_kernel
def _open(field: Field, side: int, memory: FoursMemory, level: int) -> int:
    """What is to be seen of a position at once, the winning move written; or its fours are, and it goes on."""
    frame, moves = memory.frames[level], memory.waiting[level]
    memory.looked[0] += 1
    counts = field.counts[side]
    if counts[ROW]:
        moves[0] = _row_of(field, side)
        return WON
    if not (counts[FOURS_TWO] or counts[FOUR_AND_THREE] or counts[FOURS_ONE]):
        return LOST
    theirs = field.counts[1 - side, ROW]
    if theirs > 1:
        return LOST
    if counts[FOURS_TWO] and not theirs:
        moves[0] = first_of(field, side, FOURS_TWO)
        if moves[0] != NONE:
            return WON
    if frame[_LEFT] <= 0 or level + 2 >= _LEVELS:
        return LOST
    slot = int(key_of(field, side) & np.uint64(len(memory.keys) - 1))
    if memory.keys[slot] == key_of(field, side) and memory.left[slot] >= frame[_LEFT]:
        return LOST
    if memory.looked[0] >= memory.looked[1]:
        return UNKNOWN
    count = 0
    if theirs:
        place = _row_of(field, 1 - side)
        rank = field.ranks[side, place]
        if (rank == FOURS_ONE or rank >= FOUR_AND_THREE) and may_play(field, side, place):
            moves[0], count = place, 1
    else:
        for rank in (FOURS_TWO, FOUR_AND_THREE, FOURS_ONE):
            for word in range(WORDS):
                bits = field.marks[side, rank, word]
                while bits:
                    place = field.places[64 * word + lowest(bits)]
                    if may_play(field, side, place):
                        moves[count] = place
                        count += 1
                    bits &= bits - np.uint64(1)
    frame[_COUNT], frame[_AT] = count, 0
    return _GOES_ON

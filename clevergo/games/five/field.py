"""What every empty point of a board would be worth to each side, kept up to date move by move.

A stone changes what points within five places make in the four lines through it: at most forty points, whose lines are
numbers (:mod:`clevergo.games.five.shapes`), so that each is one bit and one look into a table that knows both sides.
Points with a stone are left alone: the stone that came last is taken back first, and what its point would make is then
what it was before.

Where exactly six make a row, one that a stone ends reaches to the last point that is looked at, and a seventh stone
would lie beyond: there the points six places away are looked at as well (:func:`_made_far`).
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.five import shapes
from clevergo.games.five.board import BLACK, LARGEST, POINTS, RENJU, STANDARD, Board
from clevergo.games.five.renju import ALLOWED, why_forbidden
from clevergo.games.five.shapes import FIVE, FOUR, NOTHING, OPEN_FOUR, OPEN_THREE, REACH

STRIDE = LARGEST + 2 * REACH
PLACES = STRIDE * STRIDE
STEPS = np.array([1, STRIDE, STRIDE + 1, 1 - STRIDE], np.int32)
"""Steps from a place to the next of a row, a column and both diagonals; in the order of a board's lines."""
EMPTY, OFF_BOARD = 0, 3

LITTLE, THREE_OPEN, FOURS_ONE, THREES_TWO, FOUR_AND_THREE, FOURS_TWO, ROW = range(1, 8)
"""Ranks of a point: what a stone there makes in all its lines together; 0: nothing. From ``THREES_TWO`` on it should
win if nobody answers, ``FOURS_TWO`` (an open four is one, too) cannot be answered, and ``ROW`` has won."""
RANKS = ROW + 1
WORDS = (POINTS + 63) // 64
_WORTH = np.array([0, 4, 14, 16, 60, 70, 1_000, 10_000], np.int32)
"""Of what is made in one line, by its shape: how promising a move is."""
_DOUBLE = np.array([0, 0, 0, 0, 400, 700, 1_000, 0], np.int32)
"""More, by the rank."""
_VALUES = np.array([[0, 2, 16, 49, 100, 273, 0, 0], [0, 0, 15, 51, 69, 253, 0, 0]], np.int32)
"""How much what may be made in one line counts in judging a position, by its shape, for the side to move and the other:
the logarithm of the odds, in thousandths, fitted to 17,000 positions of games that the engine played with itself."""
_MORE = np.array([[0, 0, 0, 0, 240, 1_500, 0, 0], [0, 0, 0, 0, 170, 510, 430, 0]], np.int32)
"""More, by the rank. A side that moves and makes two fours has won: that is not judged but seen."""
TO_MOVE = 316
"""What it counts to be the side to move."""
_BITS = 3
"""Of a shape, in the number that tells what is made in all four lines."""
_SUMS = 1 << 4 * _BITS


class Field(NamedTuple):
    """A board seen like that; ``P`` are places on a board with a frame of five points around it."""

    board: NDArray[np.void]
    """``BOARD[1]``: the same position, for what renju forbids: its lines are kept up to date, and only in renju."""
    cells: NDArray[np.int8]
    """``int8[P]``: 0 empty, 1 and 2 the sides', 3 off the board."""
    codes: NDArray[np.int32]
    """``int32[4, P]``: the lines around an empty place, two bits a point, as in ``cells``."""
    made: NDArray[np.uint8]
    """``uint8[4, P]``: the shapes that a stone would make there, four bits for each side."""
    sums: NDArray[np.int16]
    """``int16[2, P]``: the same for each side, all lines in one number."""
    ranks: NDArray[np.int8]
    """``int8[2, P]``; 0 where there is a stone."""
    worth: NDArray[np.int32]
    """``int32[2, P]``; 0 where there is a stone."""
    rated: NDArray[np.int16]
    """``int16[2, P]``: the sum by which a place was last rated; 0 where there is a stone."""
    totals: NDArray[np.int64]
    """``int64[2, 2]``: what all empty places count, to each side if it is to move, and if it is not."""
    counts: NDArray[np.int32]
    """``int32[2, RANKS]``: how many empty places have each rank, nothing left out."""
    marks: NDArray[np.uint64]
    """``uint64[2, RANKS, WORDS]``: which, a bit for each action. Of rank 0 nothing is noted."""
    table: NDArray[np.uint8]
    """``uint8[4**10]``: what is ``made``, by the code."""
    rank_of: NDArray[np.int8]
    """``int8[4096]``, by the sum."""
    worth_of: NDArray[np.int32]
    """``int32[2, 4096]``."""
    value_of: NDArray[np.int32]
    """``int32[2, 2, 4096]``: of each side, if it is to move, and if it is not."""
    places: NDArray[np.int32]
    """``int32[N*N]``: the place of each action."""
    actions: NDArray[np.int32]
    """``int32[P]``: the inverse."""
    hash: NDArray[np.uint64]
    """``uint64[1]``."""
    keys: NDArray[np.uint64]
    """``uint64[2, P]``: what the hash of a stone is; that of place 0, where no stone can be, tells who is to move."""


def new_field(board: NDArray[np.void]) -> Field:
    """The field of ``BOARD[1]``, of which it keeps a copy."""
    rule, row, size = int(board["rule"][0]), int(board["row"][0]), int(board["size"][0])
    points = np.arange(size * size)
    places = ((points // size + REACH) * STRIDE + points % size + REACH).astype(np.int32)
    actions = np.full(PLACES, -1, np.int32)
    actions[places] = points
    ranks, worth, values = _by_sum(rule == RENJU)
    field = Field(
        board=board.copy(),
        cells=np.full(PLACES, OFF_BOARD, np.int8),
        codes=np.zeros((4, PLACES), np.int32),
        made=np.zeros((4, PLACES), np.uint8),
        sums=np.zeros((2, PLACES), np.int16),
        ranks=np.zeros((2, PLACES), np.int8),
        worth=np.zeros((2, PLACES), np.int32),
        rated=np.zeros((2, PLACES), np.int16),
        totals=np.zeros((2, 2), np.int64),
        counts=np.zeros((2, RANKS), np.int32),
        marks=np.zeros((2, RANKS, WORDS), np.uint64),
        table=_table_for_both(row, rule in (STANDARD, RENJU), rule == STANDARD),
        rank_of=ranks,
        worth_of=worth,
        value_of=values,
        places=places,
        actions=actions,
        hash=np.zeros(1, np.uint64),
        keys=_hash_keys(),
    )
    field.cells[places] = board["cells"][0][: size * size]
    _work_out(field)
    return field


@functools.cache
def _hash_keys() -> NDArray[np.uint64]:
    return np.random.default_rng(0).integers(1, 2**64, (2, PLACES), dtype=np.uint64)


@functools.cache
def _table_for_both(row: int, exact_black: bool, exact_white: bool) -> NDArray[np.uint8]:
    """``uint8[4**10]``: the shape for Black, and that for White four bits higher, by a line of two bits a point."""
    codes = np.arange(4 ** (2 * REACH), dtype=np.int32)
    black, white = np.zeros_like(codes), np.zeros_like(codes)
    for k, weight in enumerate(shapes.WEIGHTS):
        cell = codes >> 2 * k & 3
        black += weight * np.array([0, 1, 2, 2], np.int32)[cell]
        white += weight * np.array([0, 2, 1, 2], np.int32)[cell]
    both = shapes.shape_table(row, exact_black)[black] | shapes.shape_table(row, exact_white)[white] << 4
    return both.astype(np.uint8)


@functools.cache
def _by_sum(is_renju: bool) -> tuple[NDArray[np.int8], NDArray[np.int32], NDArray[np.int32]]:
    """``int8[4096]``, ``int32[2, 4096]``, ``int32[2, 2, 4096]``: rank, worth and value of what a stone makes."""
    sums = np.arange(_SUMS)
    made = np.stack([sums >> _BITS * direction & (1 << _BITS) - 1 for direction in range(4)])
    fours, threes, highest = (made == FOUR).sum(axis=0), (made == OPEN_THREE).sum(axis=0), made.max(axis=0)
    cases = [
        (highest == FIVE, ROW),
        ((highest == OPEN_FOUR) | (fours > 1), FOURS_TWO),
        ((fours > 0) & (threes > 0), FOUR_AND_THREE),
        (threes > 1, THREES_TWO),
        (fours > 0, FOURS_ONE),
        (threes > 0, THREE_OPEN),
        (highest > NOTHING, LITTLE),
    ]
    ranks = np.select([where for where, _ in cases], [rank for _, rank in cases], 0)
    worth = np.stack([_WORTH[made].sum(axis=0) + _DOUBLE[ranks]] * 2).astype(np.int32)
    values = np.stack([[_VALUES[role][made].sum(axis=0) + _MORE[role][ranks] for role in range(2)]] * 2).astype(
        np.int32
    )
    if is_renju:
        is_forbidden = (highest < FIVE) & ((fours > 1) | (threes > 1))
        worth[BLACK - 1, is_forbidden] = 0
        values[BLACK - 1, :, is_forbidden] = 0
    return ranks.astype(np.int8), worth, values


@kernel
def _work_out(field: Field) -> None:
    """Everything anew from the stones."""
    is_far = _is_far(field.board[0])
    for action in range(len(field.places)):
        place = field.places[action]
        stone = field.cells[place]
        if stone:
            field.hash[0] ^= field.keys[stone - 1, place]
            continue
        for direction in range(4):
            for k in range(2 * REACH):
                offset = k - REACH if k < REACH else k - REACH + 1
                there = int(field.cells[place + offset * STEPS[direction]])
                field.codes[direction, place] |= there << 2 * k
            made = _made_far(field, direction, place) if is_far else field.table[field.codes[direction, place]]
            field.made[direction, place] = made
            field.sums[0, place] += (made & 7) << _BITS * direction
            field.sums[1, place] += (made >> 4) << _BITS * direction
        _rate(field, 0, place)
        _rate(field, 1, place)


@inline_kernel
def _rate(field: Field, side: int, place: int) -> None:
    """The rank and the worth of an empty point, from what it makes in its lines."""
    made = field.sums[side, place]
    _count(field, side, place, made)
    field.worth[side, place] = field.worth_of[side, made]
    _set_rank(field, side, place, int(field.rank_of[made]))


@inline_kernel
def _count(field: Field, side: int, place: int, made: int) -> None:
    """Let a place count by what it makes now."""
    before = field.rated[side, place]
    field.rated[side, place] = made
    for role in range(2):
        field.totals[side, role] += field.value_of[side, role, made] - field.value_of[side, role, before]


@inline_kernel
def _set_rank(field: Field, side: int, place: int, rank: int) -> None:
    before = int(field.ranks[side, place])
    if rank != before:
        action = field.actions[place]
        word, bit = action >> 6, np.uint64(1) << np.uint64(action & 63)
        if before:
            field.counts[side, before] -= 1
            field.marks[side, before, word] ^= bit
        if rank:
            field.counts[side, rank] += 1
            field.marks[side, rank, word] ^= bit
        field.ranks[side, place] = rank


@inline_kernel
def _change(field: Field, side: int, place: int) -> None:
    """A stone of ``side`` (0, 1) has come to a place, or gone: every line it stands in."""
    field.hash[0] ^= field.keys[side, place]
    for direction in range(4):
        step = STEPS[direction]
        for k in range(2 * REACH):  # where the stone stands, seen from the other place
            offset = k - REACH if k < REACH else k - REACH + 1
            near = place - offset * step
            if field.cells[near] != EMPTY:
                continue
            code = field.codes[direction, near] ^ ((side + 1) << 2 * k)
            field.codes[direction, near] = code
            made, before = field.table[code], field.made[direction, near]
            if made == before:
                continue
            field.made[direction, near] = made
            black, white = int(made & 7) - int(before & 7), int(made >> 4) - int(before >> 4)
            if black:
                field.sums[0, near] += black << _BITS * direction
                _rate(field, 0, near)
            if white:
                field.sums[1, near] += white << _BITS * direction
                _rate(field, 1, near)


@inline_kernel
def _is_far(board: Board) -> bool:
    """Whether a row may reach to the last point of a code, and is none if it goes on beyond."""
    return bool(board.rule == STANDARD and board.row > REACH)


@inline_kernel
def _change_far(field: Field, side: int, place: int) -> None:
    """The same as :func:`_change` where the points six places away count too; the stone is in ``cells``, or gone."""
    field.hash[0] ^= field.keys[side, place]
    for direction in range(4):
        step = STEPS[direction]
        for offset in range(-REACH - 1, REACH + 2):
            near = place - offset * step
            if offset == 0 or near < 0 or near >= PLACES or field.cells[near] != EMPTY:
                continue
            if -REACH <= offset <= REACH:
                k = offset + REACH if offset < 0 else offset + REACH - 1
                field.codes[direction, near] ^= (side + 1) << 2 * k
            made, before = _made_far(field, direction, near), field.made[direction, near]
            field.made[direction, near] = made
            for each in range(2):
                change = int(made >> 4 * each & 7) - int(before >> 4 * each & 7)
                if change:
                    field.sums[each, near] += change << _BITS * direction
                    _rate(field, each, near)


@inline_kernel
def _made_far(field: Field, direction: int, place: int) -> np.uint8:
    """What a stone would make in a line for either side, the points six places away looked at as well.

    Where one side's stones stand unbroken up to there, none of them belongs to a row of six with the new stone: the
    empty point before them is as good as blocked, and where there is none, the new stone makes seven or more.
    """
    made, step = 0, int(STEPS[direction])
    for side in range(2):
        code, is_longer = int(field.codes[direction, place]), False
        for way in (-1, 1):
            last = place + way * REACH * step
            if field.cells[last] == OFF_BOARD or field.cells[last + way * step] != side + 1:
                continue
            at = REACH
            while at > 0 and field.cells[place + way * at * step] == side + 1:
                at -= 1
            if at == 0:
                is_longer = True
            elif field.cells[place + way * at * step] == EMPTY:
                k = REACH - at if way < 0 else REACH + at - 1
                code |= OFF_BOARD << 2 * k
        if not is_longer:
            made |= int(field.table[code]) & (15 << 4 * side)
    return np.uint8(made)


@inline_kernel
def _turn_bits(board: Board, side: int, place: int) -> None:
    """Put a stone into the board's lines, or take it out."""
    row, col = place // STRIDE - REACH, place % STRIDE - REACH
    board.lines[side, row] ^= np.uint32(1 << col)
    board.lines[side, LARGEST + col] ^= np.uint32(1 << row)
    board.lines[side, 3 * LARGEST - 1 + row - col] ^= np.uint32(1 << col)
    board.lines[side, 4 * LARGEST - 1 + row + col] ^= np.uint32(1 << col)


@kernel
def put_stone(field: Field, side: int, place: int) -> None:
    """``side`` (0 Black, 1 White) plays an empty place."""
    field.cells[place] = side + 1
    if field.board[0].rule == RENJU:
        _turn_bits(field.board[0], side, place)
    for each in range(2):
        _count(field, each, place, 0)
        field.worth[each, place] = 0
        _set_rank(field, each, place, 0)
    if _is_far(field.board[0]):
        _change_far(field, side, place)
    else:
        _change(field, side, place)


@kernel
def take_back(field: Field, side: int, place: int) -> None:
    """The inverse of :func:`put_stone`, for the stone that came last."""
    if field.board[0].rule == RENJU:
        _turn_bits(field.board[0], side, place)
    field.cells[place] = EMPTY
    if _is_far(field.board[0]):
        _change_far(field, side, place)
    else:
        _change(field, side, place)
    _rate(field, 0, place)
    _rate(field, 1, place)


@inline_kernel
def may_play(field: Field, side: int, place: int) -> bool:
    """Whether renju does not forbid it."""
    board = field.board[0]
    if board.rule != RENJU or side != BLACK - 1:
        return True
    return why_forbidden(board, place // STRIDE - REACH, place % STRIDE - REACH) == ALLOWED

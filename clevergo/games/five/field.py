"""What every empty point of a board would be worth to each side, kept up to date move by move.

A stone changes what points within five places make in the four lines through it: forty points, whose lines are numbers
(:mod:`clevergo.games.five.shapes`), so that each is one addition and one look into a table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.five import shapes
from clevergo.games.five.board import BLACK, BOARD, LARGEST, RENJU, STANDARD, WHITE, Board
from clevergo.games.five.renju import ALLOWED, why_forbidden
from clevergo.games.five.shapes import FIVE, FOUR, OPEN_FOUR, OPEN_THREE, REACH

STRIDE = LARGEST + 2 * REACH
PLACES = STRIDE * STRIDE
STEPS = np.array([1, STRIDE, STRIDE + 1, 1 - STRIDE], np.int32)
"""To the next point of a row, a column and both diagonals; in the order of a board's lines."""
WEIGHTS = np.array(shapes.WEIGHTS, np.int32)
EMPTY, OFF_BOARD = 0, 3

LITTLE, THREE_OPEN, FOURS_ONE, THREES_TWO, FOUR_AND_THREE, FOURS_TWO, ROW = range(1, 8)
"""Ranks of a point: what a stone there makes in all its lines together; 0: nothing. From ``THREES_TWO`` on it should
win if nobody answers, ``FOURS_TWO`` (an open four is one, too) cannot be answered, and ``ROW`` has won."""
_WORTH = np.array([0, 4, 14, 16, 60, 70, 1_000, 10_000], np.int32)
"""Of what is made in one line, by its shape."""
_DOUBLE = np.array([0, 0, 0, 0, 400, 700, 1_000, 0], np.int32)
"""More, by the rank."""


class Field(NamedTuple):
    """A board seen like that; ``P`` are places on a board with a frame of five points around it."""

    board: NDArray[np.void]
    """``BOARD[1]``: the same position, for what renju forbids. Only its lines are kept up to date."""
    cells: NDArray[np.int8]
    """``int8[P]``: 0 empty, 1 and 2 the sides', 3 off the board."""
    codes: NDArray[np.int32]
    """``int32[2, 4, P]``: each side's lines around a point."""
    shapes: NDArray[np.int8]
    """``int8[2, 4, P]``: what it makes there."""
    ranks: NDArray[np.int8]
    """``int8[2, P]``; 0 where there is a stone."""
    worth: NDArray[np.int32]
    """``int32[2, P]``; 0 where there is a stone."""
    totals: NDArray[np.int64]
    """``int64[2]``: the sum of that."""
    tables: NDArray[np.int8]
    """``int8[2, CODES]``."""
    places: NDArray[np.int32]
    """``int32[N*N]``: the place of each action."""
    hash: NDArray[np.uint64]
    """``uint64[1]``."""
    keys: NDArray[np.uint64]
    """``uint64[2, P]``: what the hash of a stone is."""


def new_field(board: NDArray[np.void]) -> Field:
    """The field of ``BOARD[1]``, of which it keeps a copy."""
    rule, row, size = int(board["rule"][0]), int(board["row"][0]), int(board["size"][0])
    exact = rule == STANDARD
    tables = np.stack([shapes.shape_table(row, exact or rule == RENJU), shapes.shape_table(row, exact)])
    points = np.arange(size * size)
    field = Field(
        board.copy(),
        np.full(PLACES, OFF_BOARD, np.int8),
        np.zeros((2, 4, PLACES), np.int32),
        np.zeros((2, 4, PLACES), np.int8),
        np.zeros((2, PLACES), np.int8),
        np.zeros((2, PLACES), np.int32),
        np.zeros(2, np.int64),
        tables,
        ((points // size + REACH) * STRIDE + points % size + REACH).astype(np.int32),
        np.zeros(1, np.uint64),
        np.random.default_rng(0).integers(1, 2**64, (2, PLACES), dtype=np.uint64),
    )
    field.cells[field.places] = board["cells"][0][: size * size]
    _work_out(field)
    return field


@kernel
def _work_out(field: Field) -> None:
    """Everything anew from the stones."""
    field.totals[:] = 0
    field.hash[0] = 0
    for place in field.places:
        stone = field.cells[place]
        if stone:
            field.hash[0] ^= field.keys[stone - 1, place]
        for direction in range(4):
            for k in range(2 * REACH):
                offset = k - REACH if k < REACH else k - REACH + 1
                there = field.cells[place + offset * STEPS[direction]]
                if there != EMPTY:
                    for side in range(2):
                        field.codes[side, direction, place] += WEIGHTS[k] * (1 if there == side + 1 else 2)
            for side in range(2):
                field.shapes[side, direction, place] = field.tables[side, field.codes[side, direction, place]]
        for side in range(2):
            _rate(field, side, place)


@inline_kernel
def _rate(field: Field, side: int, place: int) -> None:
    """The rank and the worth of a point, from what it makes in its lines."""
    rank, worth = 0, 0
    if field.cells[place] == EMPTY:
        fours = threes = 0
        highest = 0
        for direction in range(4):
            shape = int(field.shapes[side, direction, place])
            worth += _WORTH[shape]
            fours += shape == FOUR
            threes += shape == OPEN_THREE
            highest = max(highest, shape)
        if highest == FIVE:
            rank = ROW
        elif highest == OPEN_FOUR or fours > 1:
            rank = FOURS_TWO
        elif fours and threes:
            rank = FOUR_AND_THREE
        elif threes > 1:
            rank = THREES_TWO
        elif fours:
            rank = FOURS_ONE
        elif threes:
            rank = THREE_OPEN
        elif highest:
            rank = LITTLE
        worth += _DOUBLE[rank]
    field.totals[side] += worth - field.worth[side, place]
    field.ranks[side, place] = rank
    field.worth[side, place] = worth


@inline_kernel
def _change(field: Field, side: int, place: int, sign: int) -> None:
    """A stone of ``side`` (0, 1) has come to a place, or gone."""
    field.hash[0] ^= field.keys[side, place]
    for direction in range(4):
        step = STEPS[direction]
        for distance in range(1, REACH + 1):
            for way in (-1, 1):
                near = place + way * distance * step
                if field.cells[near] == OFF_BOARD:
                    continue
                weight = sign * WEIGHTS[REACH - distance if way == 1 else REACH + distance - 1]
                field.codes[side, direction, near] += weight
                field.codes[1 - side, direction, near] += 2 * weight
                for each in range(2):
                    shape = field.tables[each, field.codes[each, direction, near]]
                    if shape != field.shapes[each, direction, near]:
                        field.shapes[each, direction, near] = shape
                        _rate(field, each, near)
    _rate(field, 0, place)
    _rate(field, 1, place)


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
    _turn_bits(field.board[0], side, place)
    _change(field, side, place, 1)


@kernel
def take_back(field: Field, side: int, place: int) -> None:
    """The inverse of :func:`put_stone`."""
    field.cells[place] = EMPTY
    _turn_bits(field.board[0], side, place)
    _change(field, side, place, -1)


@inline_kernel
def may_play(field: Field, side: int, place: int) -> bool:
    """Whether renju does not forbid it; only points that make much are looked at closely."""
    board = field.board[0]
    if board.rule != RENJU or side != BLACK - 1:
        return True
    return why_forbidden(board, place // STRIDE - REACH, place % STRIDE - REACH) == ALLOWED


__all__ = ["BOARD", "WHITE", "Field", "may_play", "new_field", "put_stone", "take_back"]

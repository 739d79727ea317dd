"""Victories by continuous fours, looked for on a board as a search has it: at every leaf, so it must cost little.

Two questions are answered: whether the side to move wins so, and if not, what keeps the other side from winning so at
its next turn. :mod:`clevergo.games.five.fours` looks deeper and remembers more, on boards made for it. Here a few dozen
positions are all there is time for: a small part of what a net takes to judge one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.five.board import BLACK, LINES, RENJU, WHITE, bit_of, line_of, point_of, set_stone, take_stone
from clevergo.games.five.fours import lowest
from clevergo.games.five.planes import is_exact, lowest_bit, threats
from clevergo.games.five.renju import ALLOWED, why_forbidden

Board = Any
NOBODY, SEVERAL = -1, -2
"""No point where a row is made, and more than one."""
UNTHREATENED = -1
_UNKNOWN = 2
"""Of a mark: whether it is a defense has to be looked at."""
_POSITIONS, _POSITIONS_AGAIN = 48, 12
"""That are looked at, at most: for a victory, and for another where a defense has put an end to that."""
_NEAR, _LEVELS = 3, 12
"""Fours on the way to the one that wins, by which short victories are looked for first, and the most."""
_WIDTH = 24
_WORDS = 2
"""Of 64 bits, for all lines."""
_NEXT, _COUNT = range(2)
_FRAME = 2
_CUT = -1
"""Instead of a length: it looked at as many fours in a row, or as many positions, as it may."""


class _Way(NamedTuple):
    """What is kept of each position on the way down while fours are looked for, for so many as ``_LEVELS``."""

    lines: NDArray[np.uint64]
    """``uint64[L, _WORDS]``: those of :func:`_write_busy`, of the side that wins."""
    moves: NDArray[np.int16]
    """``int16[L, _WIDTH]``: its fours."""
    answers: NDArray[np.int16]
    """``int16[L, _WIDTH]``: what answers each."""
    frames: NDArray[np.int32]
    """``int32[L, _FRAME]``: which four is next, and how many there are."""


@inline_kernel
def _new_way() -> _Way:
    return _Way(
        np.empty((_LEVELS, _WORDS), np.uint64),
        np.empty((_LEVELS, _WIDTH), np.int16),
        np.empty((_LEVELS, _WIDTH), np.int16),
        np.empty((_LEVELS, _FRAME), np.int32),
    )


@kernel
def first_of_fours(board: Board, side: int) -> int:
    """The first move of a victory by continuous fours, were ``side`` to move; ``NOBODY`` where none is found.

    Nobody may be able to make a row at once. The board is left as it was.
    """
    way, points = _new_way(), np.empty(2 * _LEVELS, np.int16)
    _write_busy(board, side, way.lines[0])
    return _wide(points[0]) if _win(board, side, _POSITIONS, way, points) else NOBODY


@kernel
def write_defenses(board: Board, marks: NDArray[np.uint8]) -> int:
    """Where the other side threatens to win by continuous fours: mark the moves that leave it no such win, and fours.

    Nobody may be able to make a row at once, and the side to move has no such victory itself. What shares no row with
    any stone of the threat cannot be a defense, so it is not looked at; but where the threat's last four wins because
    Black may not answer it, a stone may make that answer legal (a three and a three, say, a four and a three), from far
    away too: by a point that is forbidden because of it a three may be none.

    Args:
        marks: ``uint8[N*N]``, written.

    Returns:
        How many moves are marked; ``UNTHREATENED`` where there is no such threat, and nothing is written then.
    """
    side, size = _wide(board.to_play), _wide(board.size)
    other, exact = 3 - side, is_exact(board, side)
    way, points, again = _new_way(), np.empty(2 * _LEVELS, np.int16), np.empty(2 * _LEVELS, np.int16)
    _write_busy(board, other, way.lines[0])
    length = _win(board, other, _POSITIONS, way, points)
    if length == 0:
        return UNTHREATENED
    marks[:] = 0
    own = _new_way()
    fours = own.moves[0]
    _write_busy(board, side, own.lines[0])
    for at in range(_write_fours(board, side, exact, own, 0)):
        marks[fours[at]] = _may(board, side, _wide(fours[at]), size)
    for at in range(length):
        _mark_around(board, marks, _wide(points[at]), board.row - 1)
    if board.rule == RENJU and side == BLACK:
        _mark_allowing(board, marks, points, length)
    count = 0
    for point in range(size * size):
        if marks[point] == _UNKNOWN:
            is_free = board.cells[point] == 0 and _may(board, side, point, size)
            marks[point] = is_free and _is_defense(board, side, point, points, length, way, again)
        count += marks[point]
    return count


@kernel
def _mark_around(board: Board, marks: NDArray[np.uint8], point: int, reach: int) -> None:
    """Mark as to be looked at what lies on a line with ``point``, so many points away at most."""
    size = _wide(board.size)
    row, col = point // size, point % size
    for direction in range(4):
        down, right = direction > 0, 1 if direction < 2 else 0 if direction == 2 else -1
        for step in range(-reach, reach + 1):
            there, beside = row + step * down, col + step * right
            if 0 <= there < size and 0 <= beside < size and marks[there * size + beside] == 0:
                marks[there * size + beside] = _UNKNOWN


@kernel
def _mark_allowing(board: Board, marks: NDArray[np.uint8], points: NDArray[np.int16], length: int) -> None:
    """Mark as to be looked at where a stone of Black would allow what alone answers the last four of White's victory.

    What is marked already stays as it is; none where several points would answer that four.
    """
    size = _wide(board.size)
    for at in range(length):
        _put(board, WHITE if at % 2 == 0 else BLACK, _wide(points[at]), size)
    answer = _row_through(board, WHITE, _wide(points[length - 1]), is_exact(board, WHITE), size)
    if answer >= 0:
        for point in range(size * size):
            if marks[point] == 0 and board.cells[point] == 0:
                _put(board, BLACK, point, size)
                if _may(board, BLACK, answer, size):
                    marks[point] = _UNKNOWN
                _take(board, BLACK, point, size)
    for at in range(length - 1, -1, -1):
        _take(board, WHITE if at % 2 == 0 else BLACK, _wide(points[at]), size)


@kernel
def _is_defense(
    board: Board,
    side: int,
    point: int,
    points: NDArray[np.int16],
    length: int,
    way: _Way,
    again: NDArray[np.int16],
) -> bool:
    """Whether a stone of ``side`` leaves the other side no victory: neither the one that is known, nor another."""
    size = _wide(board.size)
    _put(board, side, point, size)
    is_defense = not _still_wins(board, 3 - side, point, points, length)
    if is_defense:
        is_defense = _win(board, 3 - side, _POSITIONS_AGAIN, way, again) == 0
    _take(board, side, point, size)
    return is_defense


@kernel
def _still_wins(board: Board, side: int, taken: int, points: NDArray[np.int16], length: int) -> bool:
    """Whether a known victory goes on as it was after the other side has ``taken`` a point."""
    size, other = _wide(board.size), 3 - side
    exact, other_exact = is_exact(board, side), is_exact(board, other)
    done, is_won, must = 0, False, NOBODY
    while done < length:
        move = _wide(points[done])
        is_elsewhere = must != NOBODY and must != move
        if move == taken or is_elsewhere or not _may(board, side, move, size):
            break
        _put(board, side, move, size)
        done += 1
        answer = _row_through(board, side, move, exact, size)
        is_won = answer == SEVERAL or (answer != NOBODY and not _may(board, other, answer, size))
        if is_won or done == length or answer != points[done]:
            break
        _put(board, other, answer, size)
        done += 1
        must = _row_through(board, other, answer, other_exact, size)
    for at in range(done):
        _take(board, side if at % 2 == 0 else other, _wide(points[at]), size)
    return is_won


@kernel
def _win(board: Board, side: int, most: int, way: _Way, points: NDArray[np.int16]) -> int:
    """Write a victory of ``side``, as if it were to move; how many stones it takes, 0 where none is found.

    ``points`` are ``int16[2 * L]``: the winner's stones and the answers to them in turn, up to the four that wins. The
    lines of the position are written already.
    """
    count = _write_fours(board, side, is_exact(board, side), way, 0)
    if count == 0:
        return 0
    length = _look(board, side, way, count, _NEAR, most, points)
    if length == _CUT:
        length = _look(board, side, way, count, _LEVELS, most, points)
    return max(length, 0)


@kernel
def _look(board: Board, side: int, way: _Way, count: int, levels: int, most: int, points: NDArray[np.int16]) -> int:
    """The same for victories by at most so many fours, of which the first ``count`` are written already.

    ``_CUT`` says that none was found, but that more fours, or more positions, might find one.
    """
    size, (lines, moves, answers, frames) = _wide(board.size), way
    other, exact, other_exact = 3 - side, is_exact(board, side), is_exact(board, 3 - side)
    frames[0, _NEXT], frames[0, _COUNT] = 0, count
    points[0] = _winning_four(board, side, moves[0], answers[0], count)
    if points[0] != NOBODY:
        return 1
    level, looked, length, is_cut = 0, 0, 0, False
    while level >= 0:
        frame = frames[level]
        is_over = looked >= most or level + 1 == levels
        if length or frame[_NEXT] == frame[_COUNT] or is_over:
            is_cut |= is_over and frame[_NEXT] < frame[_COUNT]
            level -= 1
            if level >= 0:
                at = frames[level, _NEXT] - 1
                move, answer = _wide(moves[level, at]), _wide(answers[level, at])
                _take(board, other, answer, size)
                _take(board, side, move, size)
                if length:
                    points[2 * level], points[2 * level + 1] = move, answer
            continue
        move, answer = _wide(moves[level, frame[_NEXT]]), _wide(answers[level, frame[_NEXT]])
        frame[_NEXT] += 1
        if not _may(board, side, move, size):
            continue
        looked += 1
        if answer < 0:
            continue
        _put(board, side, move, size)
        _put(board, other, answer, size)
        lines[level + 1] = lines[level]
        _add_busy(board, side, move, size, lines[level + 1])
        must, after = _row_through(board, other, answer, other_exact, size), 0
        if must == NOBODY:
            after = _write_fours(board, side, exact, way, level + 1)
        elif must != SEVERAL and _makes_four(board, side, must, exact, size):
            _put(board, side, must, size)
            moves[level + 1, 0], answers[level + 1, 0] = must, _row_through(board, side, must, exact, size)
            _take(board, side, must, size)
            after = 1
        last = _winning_four(board, side, moves[level + 1], answers[level + 1], after)
        level += 1
        if last != NOBODY:
            length = 2 * level + 1
            points[length - 1] = last
        frames[level, _NEXT], frames[level, _COUNT] = 0, after
    return _CUT if is_cut and not length else length


@kernel
def _winning_four(board: Board, side: int, moves: NDArray[np.int16], answers: NDArray[np.int16], count: int) -> int:
    """Which of these fours cannot be answered, because there are several points to or the only one is forbidden."""
    size = _wide(board.size)
    for at in range(count):
        move, answer = _wide(moves[at]), _wide(answers[at])
        if answer == NOBODY or not _may(board, side, move, size):
            continue
        if answer == SEVERAL:
            return move
        if board.rule == RENJU and side != BLACK:
            _put(board, side, move, size)
            is_forbidden = not _may(board, 3 - side, answer, size)
            _take(board, side, move, size)
            if is_forbidden:
                return move
    return NOBODY


# Search is compiled with all of this, for every search there is. So nothing here is inlined by force, and nothing is
# compiled twice for numbers of different widths.


@inline_kernel
def _wide(number: Any) -> int:
    """A number of any width as one of 64 bits."""
    return np.int64(number)  # type: ignore[return-value]


@kernel
def _threats(board: Board, side: int, number: int, exact: bool) -> tuple[np.uint32, np.uint32]:
    return threats(board, side, number, exact)


@kernel
def _put(board: Board, side: int, point: int, size: int) -> None:
    set_stone(board, side, point // size, point % size)


@kernel
def _take(board: Board, side: int, point: int, size: int) -> None:
    take_stone(board, side, point // size, point % size)


@kernel
def _may(board: Board, side: int, point: int, size: int) -> bool:
    """Whether renju does not forbid it."""
    return board.rule != RENJU or side != BLACK or why_forbidden(board, point // size, point % size) == ALLOWED


@kernel
def _write_busy(board: Board, side: int, busy: NDArray[np.uint64]) -> None:
    """Write the lines with so many stones of ``side`` that one more may make a four, a bit for each."""
    busy[:] = 0
    for number in range(LINES):
        if _is_busy(board, side, number):
            busy[number >> 6] |= np.uint64(1) << np.uint64(number & 63)


@kernel
def _add_busy(board: Board, side: int, point: int, size: int, busy: NDArray[np.uint64]) -> None:
    """Add those that have become it by a stone at ``point``."""
    for direction in range(4):
        number = line_of(point // size, point % size, direction)
        if _is_busy(board, side, number):
            busy[number >> 6] |= np.uint64(1) << np.uint64(number & 63)


@inline_kernel
def _is_busy(board: Board, side: int, number: int) -> bool:
    few = board.lines[side - 1, number]
    for _ in range(board.row - 3):
        few &= few - np.uint32(1) if few else np.uint32(0)
    return few != 0


@kernel
def _write_fours(board: Board, side: int, exact: bool, way: _Way, level: int) -> int:
    """Write the points where a stone of ``side`` makes a four, and what answers each; how many, ``_WIDTH`` at most.

    An answer is the point where the four would become a row; ``SEVERAL`` where there is more than one. The lines of
    that level are written already.
    """
    count, own, moves, answers = 0, board.lines[side - 1], way.moves[level], way.answers[level]
    for word in range(_WORDS):
        rest = way.lines[level, word]
        while rest:
            number = 64 * word + lowest(rest)
            rest &= rest - np.uint64(1)
            count = _write_fours_of_line(board, side, exact, number, own, moves, answers, count)
    return count


@inline_kernel
def _write_fours_of_line(
    board: Board,
    side: int,
    exact: bool,
    number: int,
    own: NDArray[np.uint32],
    moves: NDArray[np.int16],
    answers: NDArray[np.int16],
    count: int,
) -> int:
    _, fours = _threats(board, side, number, exact)
    while fours:
        bit = lowest_bit(fours)
        fours &= fours - np.uint32(1)
        row, col = point_of(number, bit)
        point, at = row * board.size + col, 0
        while at < count and moves[at] != point:
            at += 1
        if at == _WIDTH:
            continue
        if at == count:
            moves[count], answers[count] = point, NOBODY
            count += 1
        own[number] |= np.uint32(1 << bit)
        rows, _ = _threats(board, side, number, exact)
        own[number] &= ~np.uint32(1 << bit)
        while rows:
            row, col = point_of(number, lowest_bit(rows))
            rows &= rows - np.uint32(1)
            answer = row * board.size + col
            answers[at] = answer if answers[at] in (NOBODY, answer) else SEVERAL
    return count


@kernel
def _makes_four(board: Board, side: int, point: int, exact: bool, size: int) -> bool:
    row, col = point // size, point % size
    for direction in range(4):
        _, fours = _threats(board, side, line_of(row, col, direction), exact)
        if (fours >> np.uint32(bit_of(row, col, direction))) & np.uint32(1):
            return True
    return False


@kernel
def _row_through(board: Board, side: int, point: int, exact: bool, size: int) -> int:
    """Where one more stone of ``side`` makes a row in a line through a point: there, ``NOBODY`` or ``SEVERAL``."""
    row, col, found = point // size, point % size, NOBODY
    for direction in range(4):
        number = line_of(row, col, direction)
        rows, _ = _threats(board, side, number, exact)
        while rows:
            there, beside = point_of(number, lowest_bit(rows))
            rows &= rows - np.uint32(1)
            if found not in (NOBODY, there * size + beside):
                return SEVERAL
            found = there * size + beside
    return found

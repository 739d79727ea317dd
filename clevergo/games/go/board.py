"""The compiled rules of Go: making boards, what is legal, and playing.

The kernels trust their caller: ``play`` expects a legal action. :mod:`clevergo.games.go.position` checks.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import inline_kernel, kernel
from clevergo.games.go.area import is_eye_point
from clevergo.games.go.rules import POSITIONAL_SUPERKO, SITUATIONAL_SUPERKO
from clevergo.games.go.stones import (
    BLACK,
    BOARD,
    BORDER,
    EMPTY,
    FILTER_WORDS,
    HISTORY,
    MAX_PLIES,
    STRIDE,
    WHITE,
    ZOBRIST,
    Board,
    action_of,
    add_empty,
    place,
    point_of,
    put_stone,
    used_points,
)

LEGAL, OCCUPIED, SUICIDE, KO, SUPERKO, OVER = 0, 1, 2, 3, 4, 5
"""What :func:`why_illegal` answers."""

_LOW_6 = np.uint64(63)
_WORD_MASK = np.uint64(FILTER_WORDS - 1)
_SHIFT = np.uint64(6)
_ONE = np.uint64(1)
_WHITE_NEXT: Any = np.uint64(np.random.PCG64(20260127).random_raw())
"""The key of White's turn: under situational superko a board is known by its stones and whose turn it is."""


# --- making boards ---------------------------------------------------------------------------------------


def new_boards(
    count: int, size: int = 9, komi: float = 7.5, superko: int = POSITIONAL_SUPERKO, ply_limit: int = 0
) -> NDArray[np.void]:
    """``BOARD[count]``, set up as by :func:`init_board`."""
    boards = np.zeros(count, BOARD)
    _init_boards(boards, size, komi, int(superko), ply_limit)
    return boards


@kernel
def _init_boards(boards: NDArray[np.void], size: int, komi: float, superko: int, ply_limit: int) -> None:
    for i in range(boards.shape[0]):
        init_board(boards[i], size, komi, superko, ply_limit)


@kernel
def init_board(board: Board, size: int, komi: float, superko: int, ply_limit: int) -> None:
    """Set up an empty board, Black to move. A ``ply_limit`` of 0 means ``2 * size * size``; 722 is the most.

    ``superko`` is one of the numbers in :mod:`clevergo.games.go.rules`.
    """
    board.size = size
    board.komi = komi
    board.superko = superko
    board.ply_limit = min(ply_limit if ply_limit > 0 else 2 * size * size, MAX_PLIES)
    _clear(board)
    _restart_history(board)


@kernel
def _clear(board: Board) -> None:
    """Take every stone off and forget the game so far."""
    size = board.size
    board.to_play = BLACK
    board.over = 0
    board.ply = 0
    board.passes = 0
    board.ko_point = 0
    board.captured[0] = 0
    board.captured[1] = 0
    board.last_moves[:] = -1
    board.hash = 0
    board.color[:] = BORDER
    board.head[:] = 0
    board.next_stone[:] = 0
    board.liberties[:] = 0
    board.chain_size[:] = 0
    board.empty_index[:] = 0
    board.vacated[:] = 0
    board.num_empty = 0
    for row in range(size):
        for col in range(size):
            add_empty(board, (row + 1) * STRIDE + col + 1)
    for age in range(HISTORY):
        board.history[age, :] = board.color
    board.history_slot = 0


@kernel
def _restart_history(board: Board) -> None:
    """Make the stones on the board the only position there has been."""
    board.num_hashes = 0
    board.hash_filter[:] = 0
    _remember(board)


@kernel
def set_stones(board: Board, stones: NDArray[np.int8], to_play: int) -> None:
    """Replace everything on the board by a diagram; size and rules stay, no earlier position is known.

    Args:
        stones: ``int8[N*N]``: 0 empty, 1 black, 2 white. Chains without liberties are left as they are.
        to_play: 1 or 2.
    """
    _clear(board)
    size = board.size
    for action in range(size * size):
        if stones[action] != EMPTY:
            place(board, point_of(action, size), stones[action])
    board.to_play = to_play
    _restart_history(board)


# --- legality --------------------------------------------------------------------------------------------


@inline_kernel
def _contacts(board: Board, point: int, head: int) -> int:
    """On how many sides an empty point touches the chain: the pseudo-liberties a stone there takes from it."""
    heads = board.head
    count = int(heads[point - STRIDE] == head) + int(heads[point - 1] == head)
    return count + int(heads[point + 1] == head) + int(heads[point + STRIDE] == head)


@inline_kernel
def touches_empty(board: Board, point: int) -> bool:
    """Whether a neighbor of the point is empty; the four looks are one, since guessing among them costs more."""
    near = board.color
    above, below = near[point - STRIDE] == EMPTY, near[point + STRIDE] == EMPTY
    return above | below | (near[point - 1] == EMPTY) | (near[point + 1] == EMPTY)


@inline_kernel
def _can_live(board: Board, point: int, color: int) -> bool:
    """Whether a stone on an empty point would have a liberty, after its captures."""
    if touches_empty(board, point):
        return True
    for step in (-STRIDE, -1, 1, STRIDE):
        near = board.color[point + step]
        if near != BORDER:
            head = board.head[point + step]
            in_atari = board.liberties[head] == _contacts(board, point, head)
            if in_atari != (near == color):
                return True
    return False


@kernel
def _hash_after(board: Board, point: int, color: int) -> int:
    """The hash by which the board would be remembered after a stone and its captures, see :func:`_remember`."""
    opponent = 3 - color
    heads = board.head
    after: int = board.hash ^ ZOBRIST[point, color - 1]
    if board.superko == SITUATIONAL_SUPERKO and opponent == WHITE:
        after ^= _WHITE_NEXT
    steps = (-STRIDE, -1, 1, STRIDE)
    for i in range(4):
        near = point + steps[i]
        if board.color[near] != opponent:
            continue
        head = heads[near]
        seen = False
        for j in range(i):
            seen = seen or heads[point + steps[j]] == head
        if seen or board.liberties[head] != _contacts(board, point, head):
            continue
        stone = near
        while True:
            after ^= ZOBRIST[stone, opponent - 1]
            stone = int(board.next_stone[stone])
            if stone == near:
                break
    return after


@inline_kernel
def _remember(board: Board) -> None:
    """Note the board as one that may not come back; under situational superko with the side now to move."""
    value = board.hash
    if board.superko == SITUATIONAL_SUPERKO and board.to_play == WHITE:
        value ^= _WHITE_NEXT
    board.hashes[board.num_hashes] = value
    board.num_hashes += 1
    board.hash_filter[(value >> _SHIFT) & _WORD_MASK] |= _ONE << (value & _LOW_6)


@kernel
def _has_been(board: Board, value: int) -> bool:
    """Whether a board with this hash has been."""
    if (board.hash_filter[(value >> _SHIFT) & _WORD_MASK] >> (value & _LOW_6)) & _ONE == 0:
        return False
    matches = 0
    for i in range(board.num_hashes):  # without a way out, so that it is vectorized
        matches += int(board.hashes[i] == value)
    return matches > 0


@inline_kernel
def _repeats(board: Board, point: int, color: int) -> bool:
    """Whether a stone on this point would bring back an earlier board, by capturing or not.

    That board had this stone here and the present one has not, so it must have been captured since:
    for most moves this one look is the whole superko test, whichever superko it is.
    """
    if not board.vacated[point] & color:
        return False
    return _has_been(board, _hash_after(board, point, color))


@inline_kernel
def can_play_light(board: Board, point: int) -> bool:
    """Whether the side to move may play on an empty point, superko apart."""
    return point != board.ko_point and _can_live(board, point, board.to_play)


@inline_kernel
def is_legal_point(board: Board, point: int) -> bool:
    """Whether the side to move may play on an empty point."""
    if not can_play_light(board, point):
        return False
    return not (board.superko and _repeats(board, point, board.to_play))


@kernel
def why_illegal(board: Board, action: int) -> int:
    """What forbids the action: ``LEGAL`` (nothing), ``OCCUPIED``, ``SUICIDE``, ``KO``, ``SUPERKO`` or ``OVER``."""
    if board.over:
        return OVER
    if action == board.size * board.size:
        return LEGAL
    point = point_of(action, board.size)
    if board.color[point] != EMPTY:
        return OCCUPIED
    if point == board.ko_point:
        return KO
    if not _can_live(board, point, board.to_play):
        return SUICIDE
    if board.superko and _repeats(board, point, board.to_play):
        return SUPERKO
    return LEGAL


@kernel
def is_legal(board: Board, action: int) -> bool:
    """Whether the side to move may play the action, 0 to ``size * size``."""
    return bool(why_illegal(board, action) == LEGAL)


@kernel
def legal_mask(board: Board, out: NDArray[Any]) -> int:
    """Write ``bool[A]`` (or ``uint8[A]``): which actions are legal; returns how many points are.

    A pass is legal until the game is over, and is not counted.
    """
    return _write_mask(board, out, True)


@kernel
def sensible_mask(board: Board, out: NDArray[Any]) -> int:
    """:func:`legal_mask`, less the moves that fill a true eye of the mover's own."""
    return _write_mask(board, out, False)


@inline_kernel
def _write_mask(board: Board, out: NDArray[Any], fill_eyes: bool) -> int:
    size = board.size
    num_points = size * size
    for action in range(num_points):
        out[action] = 0
    out[num_points] = 1 - board.over
    if board.over:
        return 0
    count = 0
    for i in range(board.num_empty):
        point = int(board.empties[i])
        if touches_empty(board, point):  # neither suicide nor ko nor an eye: most points
            allowed = not (board.superko and _repeats(board, point, board.to_play))
        else:
            allowed = is_legal_point(board, point) and (fill_eyes or not is_eye_point(board, point, board.to_play))
        out[action_of(point, size)] = allowed
        count += allowed
    return count


# --- playing ---------------------------------------------------------------------------------------------


@kernel
def play(board: Board, action: int) -> None:
    """Play a legal action, with everything a record keeps."""
    _push_history(board, action)
    if action == board.size * board.size:
        pass_turn(board)
        if board.superko == SITUATIONAL_SUPERKO:
            _remember(board)
    else:
        color = board.to_play
        captured = put_stone(board, point_of(action, board.size), color)
        board.captured[color - 1] += captured
        _end_turn(board)
        _remember(board)
    if board.ply >= board.ply_limit:
        board.over = 1


@inline_kernel
def play_point_light(board: Board, point: int) -> None:
    """Play on a legal point in a random playout: no history, no superko, no ply limit, no count of captures."""
    put_stone(board, point, board.to_play)
    _end_turn(board)


@inline_kernel
def pass_turn(board: Board) -> None:
    """Pass, with no more said of it than in :func:`play_point_light`."""
    board.ko_point = 0
    board.passes += 1
    board.ply += 1
    board.to_play = 3 - board.to_play
    if board.passes >= 2:
        board.over = 1


@inline_kernel
def _end_turn(board: Board) -> None:
    board.passes = 0
    board.ply += 1
    board.to_play = 3 - board.to_play


@inline_kernel
def _push_history(board: Board, action: int) -> None:
    for i in range(4, 0, -1):
        board.last_moves[i] = board.last_moves[i - 1]
    board.last_moves[0] = action
    slot = (board.history_slot + HISTORY - 1) % HISTORY
    board.history_slot = slot
    for i in range(used_points(board.size)):
        board.history[slot, i] = board.color[i]

"""The set pieces of five in a row are right: tried out by brute force over rows of five points."""

from __future__ import annotations

import pytest

from clevergo.games.five.rules import FiveRules
from clevergo.games.guests import game_named
from clevergo.games.pieces import SetPiece
from tests.games.five.reference import Point, stones_of
from tests.games.five.windows import Windows

PIECES = game_named("five").set_pieces(FiveRules())


def named(kind: str) -> list[object]:
    return [pytest.param(piece, id=piece.name) for piece in PIECES if piece.kind == kind]


def board_of(piece: SetPiece) -> tuple[Windows, int, set[Point]]:
    """The board, the side to move, and the answers."""
    position = piece.position
    board = Windows(stones_of(position.stones), position.rules.size, position.rules.rule.value)
    return board, int(position.to_play), {divmod(action, position.rules.size) for action in piece.answers}


def near(board: Windows, reach: int) -> list[Point]:
    """Empty points near stones: what lies further away shares no row with them that matters."""
    offsets = range(-reach, reach + 1)
    points = {(r + down, c + right) for r, c in board.stones for down in offsets for right in offsets}
    return sorted(point for point in points & set(board.through) if point not in board.stones)


@pytest.mark.parametrize("piece", named("three"))
def test_exactly_the_answers_keep_the_other_side_from_winning_by_fours(piece: SetPiece) -> None:
    board, mover, answers = board_of(piece)
    other = 3 - mover
    assert not board.winning(mover) | board.winning(other), "more urgent than a three"
    assert board.wins(mover, 3) is None, "no need to defend"
    assert board.wins(other, 2) is not None
    good = set()
    for point in near(board, 3):
        board.put(point, mover)
        if board.wins(other, 4) is None:
            good.add(point)
        board.take(point)
    assert good == answers


@pytest.mark.parametrize("piece", named("fork"))
def test_no_reply_to_the_answer_stops_both_of_its_threats(piece: SetPiece) -> None:
    board, mover, answers = board_of(piece)
    other = 3 - mover
    assert board.wins(mover, 4) is None, "fours alone win: no fork is needed"
    assert board.wins(other, 4) is None, "more urgent than a fork"
    for answer in answers:
        board.put(answer, mover)
        assert board.wins(mover, 2) is not None, "no threat"
        for reply in near(board, 2):
            board.put(reply, other)
            assert _still_wins(board, mover), reply
            board.take(reply)
        board.take(answer)


def _still_wins(board: Windows, side: int) -> bool:
    """Whether a side to move wins by fours, after it has stopped a four of the other side's."""
    fives = board.winning(3 - side)
    if not fives:
        return board.wins(side, 2) is not None
    if len(fives) > 1:
        return False
    (stop,) = fives
    board.put(stop, side)
    is_won = bool(board.winning(side)) or board.wins(side, 2) is not None
    board.take(stop)
    return is_won

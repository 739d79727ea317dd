"""The set pieces of Go are right: read out on a plain board, without the program's rules and without its nets."""

from __future__ import annotations

import pytest

from clevergo.games.go.rules import Ruleset
from clevergo.games.guests import game_named
from clevergo.games.pieces import SetPiece
from tests.games.go.reading import OTHER, Point, Stones, escapes, is_caught, lives, steps_of_ladder, ways_out

PIECES = game_named("go").set_pieces(Ruleset(9))


def named(kind: str) -> list[object]:
    return [pytest.param(piece, id=piece.name) for piece in PIECES if piece.kind == kind]


def board_of(piece: SetPiece) -> tuple[Stones, str, set[Point]]:
    """The board, who is to move, and the answers."""
    stones = piece.position.stones
    rows = tuple("".join(".XO"[cell] for cell in row) for row in stones)
    return Stones(rows), "XO"[piece.position.to_play - 1], {divmod(action, 9) for action in piece.answers}


def chains(board: Stones, color: str) -> dict[frozenset[Point], frozenset[Point]]:
    """Every chain of a color with its liberties."""
    points = [(r, c) for r, row in enumerate(board.rows) for c, cell in enumerate(row) if cell == color]
    return dict(board.chain(point) for point in points)


def in_atari(board: Stones, color: str) -> list[frozenset[Point]]:
    return [stones for stones, liberties in chains(board, color).items() if len(liberties) == 1]


@pytest.mark.parametrize("piece", named("save"))
def test_exactly_the_answers_save_the_stones_in_atari(piece: SetPiece) -> None:
    board, mover, answers = board_of(piece)
    (stones,) = (chain for chain in in_atari(board, mover) if len(chain) > 1)
    assert ways_out(board, min(stones)) == answers
    assert is_caught(board, min(stones))


@pytest.mark.parametrize("piece", named("capture"))
def test_the_answer_takes_stones_that_would_get_away(piece: SetPiece) -> None:
    board, mover, answers = board_of(piece)
    (answer,) = answers
    taken = [stones for stones in in_atari(board, OTHER[mover]) if board.liberties(min(stones)) == {answer}]
    assert sum(map(len, taken)) > 1
    after = board.play(answer, mover)
    assert after is not None
    assert all(after.at(stone) == "." for stones in taken for stone in stones)
    assert any(escapes(board, min(stones)) for stones in taken)


@pytest.mark.parametrize("piece", named("ladder"))
def test_only_the_answer_drives_the_stones_to_the_end_of_a_ladder(piece: SetPiece) -> None:
    board, mover, answers = board_of(piece)
    (answer,) = answers
    prey = [
        stones
        for stones, liberties in chains(board, OTHER[mover]).items()
        if len(liberties) == 2 and answer in liberties and is_caught(board, min(stones))
    ]
    assert prey
    for stones in prey:
        (other,) = board.liberties(min(stones)) - answers
        after = board.play(other, mover)
        assert after is None or escapes(after, min(stones))
    assert max(steps_of_ladder(board, min(stones)) for stones in prey) >= 4


@pytest.mark.parametrize("piece", named("cut"))
def test_the_answer_keeps_two_chains_apart_that_it_would_join_for_the_other_side(piece: SetPiece) -> None:
    board, mover, answers = board_of(piece)
    (answer,) = answers
    parts = {board.chain(near)[0] for near in board.near(answer) if board.at(near) == OTHER[mover]}
    assert len(parts) > 1
    joined = board.play(answer, OTHER[mover])
    assert joined is not None
    assert joined.chain(answer)[0] == frozenset.union(*parts) | {answer}
    cut = board.play(answer, mover)
    assert cut is not None
    assert not is_caught(cut, answer)
    assert not frozenset.intersection(*(cut.liberties(min(part)) for part in parts)), "one move would join them yet"


@pytest.mark.parametrize("piece", named("eyes"))
def test_only_the_answer_gives_the_chain_two_eyes(piece: SetPiece) -> None:
    board, mover, answers = board_of(piece)
    (answer,) = answers
    room, waiting = {answer}, [answer]
    while waiting:
        for near in board.near(waiting.pop()):
            if board.at(near) == "." and near not in room:
                room.add(near)
                waiting.append(near)
    (stones,) = (chain for chain, liberties in chains(board, mover).items() if liberties and liberties <= room)
    stone, eyespace = min(stones), frozenset(room)
    for move in room:
        after = board.play(move, mover)
        assert (after is not None and lives(after, stone, eyespace, OTHER[mover])) == (move == answer)
    assert not lives(board, stone, eyespace, OTHER[mover])

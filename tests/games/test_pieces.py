"""Set pieces of every game: what lies on the board, and that it can be asked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from clevergo.games.game import Rules
from clevergo.games.guests import game_named
from clevergo.games.pieces import read_diagrams
from examples.reversi.game import Reversi

AGREED = [
    ("go", {"size": 9}),
    ("five", {"size": 15}),
    ("five", {"size": 9, "rule": "renju"}),
    ("five", {"size": 20, "rule": "standard"}),
]


def rules_of(name: str, agreed: dict[str, object]) -> Rules:
    return game_named(name).agree(agreed)[0]


@pytest.mark.parametrize(("name", "agreed"), AGREED)
def test_pieces_are_positions_in_which_something_right_is_legal(name: str, agreed: dict[str, object]) -> None:
    pieces = game_named(name).set_pieces(rules_of(name, agreed))
    assert pieces
    for piece in pieces:
        position = piece.position
        assert not position.is_over
        assert piece.answers
        assert all(position.legal_moves[action] for action in piece.answers), piece.name
        assert position.last_move == (piece.moves[-1] if piece.moves else None)
        assert int((position.stones > 0).sum()) == len(piece.moves + piece.start.black + piece.start.white)


@pytest.mark.parametrize("name", ["go", "five"])
def test_every_kind_has_ten_pieces_no_two_of_them_alike(name: str) -> None:
    pieces = game_named(name).set_pieces(rules_of(name, {}))
    assert set(Counter(piece.kind for piece in pieces).values()) == {10}
    assert len({piece.name for piece in pieces}) == len(pieces)
    assert len({piece.position.stones.tobytes() for piece in pieces}) == len(pieces)


def test_a_board_on_which_they_would_not_hold_has_none() -> None:
    assert game_named("go").set_pieces(rules_of("go", {"size": 13})) == ()
    assert game_named("five").set_pieces(rules_of("five", {"size": 15, "row": 4})) == ()


def test_a_game_need_not_have_any() -> None:
    reversi = Reversi()
    assert reversi.set_pieces(reversi.agree({})[0]) == ()


def test_a_block_that_is_no_board_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pieces.txt"
    path.write_text("# a remark\nsave 1 X\n. . .\n. X\n", encoding="utf-8")
    with pytest.raises(ValueError, match="save 1 X"):
        read_diagrams(path)

"""Games from elsewhere in which stones are set up by hand: as much of them is shown as can be played."""

from __future__ import annotations

import pytest

from clevergo.go.foreign_games import read_game
from clevergo.go.sgf import SgfError


@pytest.mark.parametrize(
    ("game", "moves", "said"),
    [
        ("(;SZ[9];B[ee];W[cc])", 2, ""),
        ("(;SZ[9];B[ee];W[cc];AB[aa][bb];W[dd])", 2, "up to move 2"),
        ("(;SZ[9];B[ee];W[cc](;AE[ee];W[dd])(;B[dd];W[dc]))", 2, "up to move 2"),
        ("(;SZ[9];B[ee](;W[cc])(;AB[aa]))", 2, ""),
        ("(;SZ[9](;AB[aa];W[dd])(;B[dd]))", 0, "up to move 0"),
    ],
)
def test_a_game_is_read_up_to_where_stones_are_set_up(game: str, moves: int, said: str) -> None:
    record, note = read_game(game.encode())
    assert len(record.moves) == moves
    assert said in note
    assert bool(note) == bool(said)


def test_stones_set_up_in_several_nodes_before_the_first_move_are_the_start() -> None:
    record, note = read_game("(;SZ[9]C[死活];AB[aa][ba]AW[ab];AE[ba]AB[ca]PL[W];W[ee];B[dd])".encode())
    assert note == ""
    assert (record.start.black, record.start.white) == ((0, 2), (9,))
    assert record.moves == (40, 30)


@pytest.mark.parametrize("game", ["hello", "(;GM[3]SZ[9];AB[aa])", "(;SZ[9];B[ee];B[dd])", "(;SZ[9]"])
def test_other_faults_are_told_as_ever(game: str) -> None:
    with pytest.raises(SgfError):
        read_game(game.encode())

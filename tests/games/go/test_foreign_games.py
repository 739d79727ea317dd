"""Games from elsewhere in which stones are set up by hand: as much of them is shown as can be played."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from clevergo.games.sgf.codec import SgfError, from_sgf, read_game, to_sgf


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
    assert said in str(note)
    assert (note is not None) == bool(said)


def test_stones_set_up_in_several_nodes_before_the_first_move_are_the_start() -> None:
    record, note = read_game("(;SZ[9]C[死活];AB[aa][ba]AW[ab];AE[ba]AB[ca]PL[W];W[ee];B[dd])".encode())
    assert note is None
    assert (record.start.black, record.start.white) == ((0, 2), (9,))
    assert record.moves == (40, 30)


@pytest.mark.parametrize("game", ["(;SZ[9]AB[zz])", "(;SZ[9];AB[aa:zz];B[ee])", "(;SZ[9];AB[a];B[ee])"])
def test_stones_beside_the_board_are_an_error_with_words(game: str) -> None:
    with pytest.raises(SgfError, match="point of this game is not on its board"):
        read_game(game.encode())


@pytest.mark.parametrize("game", ["hello", "(;GM[3]SZ[9];AB[aa])", "(;SZ[9]"])
def test_other_faults_are_told_as_ever(game: str) -> None:
    with pytest.raises(SgfError):
        read_game(game.encode())


@pytest.mark.parametrize(
    "game",
    [
        "(;SZ[9];B[ee];W[cc];AB[aa][bb]C[here];W[dd](;B[de])(;B[df]LB[aa:1]))",
        "(;SZ[9];B[ee];W[cc](;AE[ee]N[taken];W[dd])(;B[dd];W[dc]))",
        "(;SZ[9];B[ee](;W[cc];B[gg])(;AB[aa]TR[aa];W[ab];B[ac])(;W[ee]C[illegal];B[gg]))",
    ],
)
def test_what_cannot_be_played_is_saved_again(game: str) -> None:
    record, _ = read_game(game.encode())
    again = to_sgf(record.copy()).decode().replace("\n", "")
    first, second = (Counter(sgf_nodes(text)) for text in (game, again))
    assert not first - second
    assert to_sgf(read_game(again.encode())[0]).decode().replace("\n", "") == again


def test_a_variation_that_cannot_be_played_never_becomes_the_game() -> None:
    record, _ = read_game(b"(;SZ[9];B[ee](;C[the end])(;W[ee];B[aa]))")
    data = to_sgf(record)
    assert from_sgf(data).moves == (40,)
    assert b"W[ee]" in to_sgf(from_sgf(data))


def sgf_nodes(text: str) -> list[str]:
    """The nodes after the first, each with its properties in order."""
    nodes = re.sub(r"[()]", "", text).split(";")[2:]
    return [" ".join(sorted(re.findall(r"[A-Z]+(?:\[[^]]*\])+", node))) for node in nodes]

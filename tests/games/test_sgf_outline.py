"""What a file holds is known before it is parsed: lists are told the truth, and what is too large is refused early."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clevergo.games import record as records
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import SgfError, from_sgf, read_game, to_sgf
from clevergo.games.sgf.outline import MOST_DEPTH, MOST_NODES, MOST_VALUES, decode, outline_of

COMMENTS = st.text(st.sampled_from("ab ;B[W]()\\\n中"), max_size=12)


@st.composite
def trees(draw: st.DrawFn) -> GameRecord:
    """Random games with variations and comments that look like moves."""
    record = GameRecord(Ruleset(7))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    for _ in range(draw(st.integers(0, 25))):
        record.go_to(record.node_of(int(rng.integers(record.size))))
        if record.outcome is None:
            record.play(int(rng.choice(np.flatnonzero(record.position.legal_moves))))
            record.node.comment = draw(COMMENTS)
    return record


@given(trees())
def test_moves_are_counted_as_they_are_read(record: GameRecord) -> None:
    outline = outline_of(to_sgf(record))
    assert outline.moves == len(record.main_line()) - 1
    assert outline.nodes == record.size


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("(;SZ[9];C[first a comment]B[ee];N[x]W[ec]C[;B[aa\\];W[bb\\]])", 2),
        ("(;SZ[9];B[ee](;W[ec];B[gc])(;W[ge];B[ge];W[aa];B[ab]))", 3),
        ("(;SZ[9](;B[ee];W[ec])(;B[aa]))", 2),
        ("(;SZ[9];B [ee]\n;W\n[ec];AB[aa]PL[B];BL[9]WL[9])", 2),
        ("(;Black[pd];White[dd])(;B[aa];W[bb];B[cc])", 2),
        ("some words (;B[tt];W[])", 2),
        ("(;PB[B[\\]W]C[unfinished", 0),
    ],
)
def test_only_moves_of_the_game_itself_are_counted(game: str, moves: int) -> None:
    assert outline_of(game.encode()).moves == moves


def test_the_first_node_tells_who_played() -> None:
    root = outline_of("(;GM[1]SZ[13]PB[柯洁 \\[九段\\]]C[a\\\nb]AB[aa][bb];PB[nobody]W[cc])".encode("gb18030")).root
    assert root == {"GM": "1", "SZ": "13", "PB": "柯洁 [九段]", "C": "ab", "AB": "aa"}


MILLIONS = b"(;SZ[9]" + b";B[aa]" * 2_000_000 + b")"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (MILLIONS, "larger than 4 MB"),
        (b"(;SZ[9]" + b";B[aa]" * (MOST_NODES + 1) + b")", f"at most {MOST_NODES:,}"),
        (b"(;SZ[9]" + b"(;B[aa]" * (MOST_DEPTH + 1) + b")" * (MOST_DEPTH + 2), f"{MOST_DEPTH + 2:,} deep"),
        (b"(;SZ[9]" + b"(;" * 1_000_000, "moves and notes"),
        (b"(;SZ[9]AB" + b"[aa]" * (MOST_VALUES + 1) + b")", f"at most {MOST_VALUES:,}"),
    ],
    ids=["bytes", "nodes", "depth", "only brackets", "values"],
)
def test_more_than_a_game_is_refused_before_it_is_parsed(
    data: bytes, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parse(*_arguments: object) -> None:
        raise AssertionError("it was parsed")

    monkeypatch.setattr("sgfmill.sgf_grammar.parse_sgf_game", parse)
    with pytest.raises(SgfError, match=message):
        read_game(data)


@pytest.mark.parametrize(
    "value", [b"[" * 1_000_000, b"C[" + b"\\a" * 500_000, b"C[" + b"\\" * 1_000_001, b"B " * 500_000]
)
def test_brackets_that_are_never_closed_are_an_error_like_any_other(value: bytes) -> None:
    with pytest.raises(SgfError):
        read_game(b"(;SZ[9]" + value)


def test_deep_variations_within_the_limit_are_read() -> None:
    depth = MOST_DEPTH - 1
    record, _ = read_game(b"(;SZ[9]" + b"(;C[x]" * depth + b")" * (depth + 1))
    assert record.root.comment.count("x") == depth


def test_a_commented_game_of_many_variations_passes() -> None:
    moves = "".join(
        f";B[a{row}]C[{'妙' * 200}]LB[a{row}:A];W[b{row}](;B[c{row}])(;B[d{row}];W[e{row}]" for row in "abcdefghi"
    )
    record, note = read_game(("(;SZ[19]" + moves + ")" * 10).encode())
    assert (record.size, note) == (1 + 9 * 5, None)


def test_encodings_that_are_no_text_are_not_tried() -> None:
    assert decode(b"(;CA[punycode]PB[Mller-kva])") == "(;CA[punycode]PB[Mller-kva])"
    assert from_sgf(b"(;CA[idna]SZ[9]PB[a.b])").black == "a.b"


@settings(max_examples=30)
@given(trees(), st.integers(1, 6))
def test_positions_that_were_let_go_come_back(record: GameRecord, most: int) -> None:
    data = to_sgf(record)
    expected = [node.position.hash for node in record.root.walk()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "MOST_KEPT", most)
        read = from_sgf(data)
        held = [value for node in read.root.walk() if isinstance(value := vars_of(node), Position)]
        assert len(held) <= most + 1  # and the root's
        assert [node.position.hash for node in read.root.walk()] == expected
        assert [node.position.hash for node in read.copy().root.walk()] == expected


def vars_of(node: records.GameNode) -> object:
    return node._position

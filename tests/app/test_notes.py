"""What a person writes and draws in a record, its tree as a picture, and finding something in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from clevergo.app.match.branches import branches_of
from clevergo.app.match.finding import Found
from clevergo.games.markup import Shape, with_shape
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import from_sgf, read_game
from tests.app.tables import kept
from tests.app.test_match import HUMAN, Stage

_FILE = (
    b"(;SZ[5]KM[0.50]PB[Ann];B[cc]C[the middle](;W[bb];B[dd]C[a good answer])(;W[dd]N[another]TR[dd](;B[ab])(;B[ba])))"
)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def opened(stage: Stage, path: Path, data: bytes = _FILE) -> Stage:
    path.write_bytes(data)
    stage.match.open_game(path)
    stage.wait_for_game()
    return stage


def picture(record: GameRecord, most: int = 2_500) -> list[str]:
    """The tree: a row a line, letters for who moved."""
    twigs = branches_of(record, record.node, most).twigs
    rows = [[" "] * (1 + max(twig.column for twig in twigs)) for _ in range(1 + max(twig.row for twig in twigs))]
    for twig in twigs:
        assert rows[twig.row][twig.column] == " ", "no two on one place"
        rows[twig.row][twig.column] = ".BW"[twig.color]
    return ["".join(row).rstrip() for row in rows]


# --- writing and drawing --------------------------------------------------------------------------------------------


def test_words_and_marks_in_a_record_from_elsewhere_are_kept_in_a_copy(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "theirs.sgf"
    opened(stage, file).match.look_at(1)
    assert stage.seen.notes is None
    stage.match.write_comment(1, "mine]")
    stage.match.draw(lambda other, grid: with_shape(other, grid, 12, Shape.CIRCLE))
    assert stage.seen.shown.comment == "mine]"
    assert stage.seen.shown.board.markup.shapes == ((12, Shape.CIRCLE),)
    assert stage.match.flush(10.0)
    copy = stage.seen.notes
    assert copy is not None
    assert stage.store.owns(copy)
    assert file.read_bytes() == _FILE
    assert b"C[mine\\]]" in copy.read_bytes()
    assert b"CR[cc]" in copy.read_bytes()
    assert b"KM[0.50]" in copy.read_bytes(), "and nothing else is different"
    assert not kept(stage.kennel, "games")


def test_a_copy_that_is_opened_again_is_written_on(stage: Stage) -> None:
    path = stage.store.new_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    opened(stage, path).match.write_comment(0, "hello")
    assert stage.match.flush(10.0)
    assert stage.seen.notes == path
    assert from_sgf(path.read_bytes()).root.comment == "hello"


def test_words_in_a_game_of_ones_own_are_saved_with_it(stage: Stage) -> None:
    stage.begin(HUMAN, HUMAN)
    stage.play(12)
    stage.match.write_comment(1, "well played")
    assert stage.match.flush(10.0)
    (file,) = stage.paths.games.glob("*.sgf")
    assert from_sgf(file.read_bytes()).main_line()[1].comment == "well played"


# --- the tree -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("(;SZ[5];B[aa];W[bb])", [".BW"]),
        ("(;SZ[5];B[aa](;W[bb];B[cc])(;W[cc]))", [".BWB", "  W"]),
        ("(;SZ[5](;B[aa](;W[bb])(;W[cc]))(;B[dd]))", [".BW", "  W", " B"]),
        ("(;SZ[5](;B[aa];W[bb](;B[cc])(;B[dd]))(;B[dd];W[ee]))", [".BWB", "   B", " BW"]),
    ],
)
def test_every_variation_has_a_row_and_none_crosses_another(text: str, rows: list[str]) -> None:
    assert picture(read_game(text.encode())[0]) == rows


def test_of_a_large_tree_what_is_around_the_position_is_seen() -> None:
    record = read_game(
        b"(;SZ[9]"
        + b"".join(
            b";%s[%s%s]"
            % (b"BW"[i % 2 : i % 2 + 1], b"abcdefghi"[i % 9 : i % 9 + 1], b"abcdefghi"[i // 9 : i // 9 + 1])
            for i in range(60)
        )
        + b")"
    )[0]
    record.go_to(record.main_line()[30])
    seen = branches_of(record, record.node, 20)
    assert not seen.is_whole
    assert record.node.number in {twig.node for twig in seen.twigs}
    assert len(seen.twigs) <= 20


def test_what_is_said_and_drawn_somewhere_can_be_seen_in_the_tree() -> None:
    record = read_game(_FILE)[0]
    twigs = branches_of(record, record.node).twigs
    assert [twig.has_words for twig in twigs] == [False, True, False, True, False, False, False]
    assert [twig.has_marks for twig in twigs] == [False, False, False, False, True, False, False]


# --- finding --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "nodes"),
    [
        ("MIDDLE", [1]),
        ("good ANSWER", [3]),
        ("another", [4]),
        ("D2", [3, 4]),
        ("2", [2]),
        ("", [1, 3]),
        ("nowhere", []),
    ],
)
def test_words_moves_and_numbers_are_found(stage: Stage, tmp_path: Path, asked: str, nodes: list[int]) -> None:
    finding = opened(stage, tmp_path / "theirs.sgf").match.find(asked)
    assert finding is not None
    while not finding.is_over:
        finding.step(0.01)
    assert [found.node for found in finding.found] == nodes


def test_the_same_position_is_found_elsewhere(stage: Stage, tmp_path: Path) -> None:
    data = b"(;SZ[5](;B[aa];W[bb];B[cc])(;B[cc];W[bb];B[aa]))"
    opened(stage, tmp_path / "theirs.sgf", data).match.look_at(3)
    finding = stage.match.find(None)
    assert finding is not None
    while not finding.is_over:
        finding.step(0.01)
    assert finding.found == [Found(6, 3, 0, 1)]

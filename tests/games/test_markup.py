"""What a record draws on the board is read point by point, whatever else stands there."""

from __future__ import annotations

import pytest

from clevergo.games.go.rules import Ruleset
from clevergo.games.grid import square
from clevergo.games.markup import (
    NO_MARKUP,
    Markup,
    Shape,
    markup_of,
    next_letter,
    next_number,
    with_label,
    with_line,
    with_shape,
    without_marks,
)
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import from_sgf, to_sgf


def read(properties: str) -> Markup:
    record = from_sgf(f"(;SZ[9]{properties})".encode())
    return markup_of(record.root, record.rules.grid)


def test_every_kind_of_mark_is_read() -> None:
    markup = read("TR[aa]SQ[ba]MA[ca]CR[da]SL[ea]TB[fa]TW[ga]LB[ab:A][bb:12]AR[ac:bc]LN[cc:dc]")
    assert markup.shapes == (
        (0, Shape.TRIANGLE),
        (1, Shape.SQUARE),
        (2, Shape.CROSS),
        (3, Shape.CIRCLE),
        (4, Shape.SELECTED),
        (5, Shape.BLACK_AREA),
        (6, Shape.WHITE_AREA),
    )
    assert markup.labels == ((9, "A"), (10, "12"))
    assert (markup.arrows, markup.lines) == (((18, 19),), ((20, 21),))


def test_a_rectangle_of_points_is_all_of_them() -> None:
    assert [action for action, _ in read("TR[ba:cb]").shapes] == [1, 2, 10, 11]
    assert [action for action, _ in read("TR[cb:ba]").shapes] == [1, 2, 10, 11]


@pytest.mark.parametrize(
    "properties",
    ["TR[]", "TR[zz]", "TR[tt]", "LB[aa]", "LB[aa:]", "LB[:x]", "AR[aa:aa]", "LN[aa]", "SQ[a]", "TR[aa:zz]", "KK[aa]"],
)
def test_what_names_no_point_is_passed_over(properties: str) -> None:
    assert read(properties) == NO_MARKUP


def test_labels_are_short_and_of_letters_that_can_be_drawn() -> None:
    assert read("LB[aa:一二三四五六七八九十]").labels == ((0, "一二三四五六七八"),)
    assert read("LB[aa:a\\:b\\]c]").labels == ((0, "a:b]c"),)
    assert read("LB[aa:\x00\x01]") == NO_MARKUP


def test_a_hundred_thousand_rectangles_are_not_all_looked_at() -> None:
    markup = read("TR" + "[aa:ii]" * 100_000 + "LB" + "".join(f"[aa:{n}]" for n in range(100_000)))
    assert len(markup.shapes) == 81
    assert len(markup.labels) == 1


# --- drawing --------------------------------------------------------------------------------------------------------


GRID = square(9)


def test_a_shape_takes_the_place_of_another_and_a_second_one_takes_it_away() -> None:
    first = with_shape({}, GRID, 0, Shape.TRIANGLE)
    second = with_shape(first, GRID, 0, Shape.SQUARE)
    assert (first, second) == ({"TR": [b"aa"]}, {"SQ": [b"aa"]})
    assert with_shape(second, GRID, 0, Shape.SQUARE) == {}


def test_a_point_is_taken_out_of_a_rectangle_and_the_rest_stays() -> None:
    before = {"TR": [b"aa:ba"], "N": [b"name"]}
    assert with_shape(before, GRID, 1, Shape.TRIANGLE) == {"TR": [b"aa"], "N": [b"name"]}
    assert before == {"TR": [b"aa:ba"], "N": [b"name"]}


@pytest.mark.parametrize("text", ["A", "a]b", "1:2", "\\", "黑"])
def test_a_label_is_read_as_it_was_written(text: str) -> None:
    record = GameRecord(Ruleset(9))
    record.root.other = with_label({}, GRID, 40, text)
    read = from_sgf(to_sgf(record)).root
    assert markup_of(read, GRID).labels == ((40, text),)
    assert with_label(read.other, GRID, 40, "") == {}


def test_lines_and_arrows_are_drawn_and_taken_away() -> None:
    arrow = with_line({}, GRID, 0, 10, is_arrow=True)
    both = with_line(arrow, GRID, 0, 10, is_arrow=False)
    assert both == {"AR": [b"aa:bb"], "LN": [b"aa:bb"]}
    assert with_line(both, GRID, 0, 10, is_arrow=False) == arrow


def test_an_eraser_takes_all_that_is_on_a_point() -> None:
    drawn = {"TR": [b"aa", b"cc"], "LB": [b"aa:x"], "AR": [b"aa:bb"], "LN": [b"cc:dd"], "TB": [b"aa"]}
    assert without_marks(drawn, GRID, 0) == {"TR": [b"cc"], "LN": [b"cc:dd"], "TB": [b"aa"]}


def test_letters_and_numbers_go_on_where_they_were_left() -> None:
    markup = Markup(labels=((0, "A"), (1, "C"), (2, "1")))
    assert (next_letter(markup), next_number(markup)) == ("B", "2")

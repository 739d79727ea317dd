"""What a record draws on the board is read point by point, whatever else stands there."""

from __future__ import annotations

import pytest

from clevergo.games.markup import NO_MARKUP, Markup, Shape, markup_of
from clevergo.games.sgf.codec import from_sgf


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

"""Coordinate systems: the table of the module holds, and every way there and back ends where it began."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clevergo.games.grid import square

SIZES = st.integers(2, 19)


@pytest.mark.parametrize(
    ("size", "action", "point", "gtp", "sgf"),
    [
        (9, 0, (0, 0), "A9", "aa"),
        (9, 8, (0, 8), "J9", "ia"),
        (9, 72, (8, 0), "A1", "ai"),
        (9, 40, (4, 4), "E5", "ee"),
        (9, 43, (4, 7), "H5", "he"),
        (19, 0, (0, 0), "A19", "aa"),
        (19, 3 * 19 + 15, (3, 15), "Q16", "pd"),
        (19, 360, (18, 18), "T1", "ss"),
        (2, 1, (0, 1), "B2", "ba"),
    ],
)
def test_one_point_has_these_names(size: int, action: int, point: tuple[int, int], gtp: str, sgf: str) -> None:
    assert square(size).point(action) == point
    assert square(size).at(*point) == action
    assert square(size).name(action) == gtp
    assert square(size).action(gtp.lower()) == action
    assert square(size).sgf(action) == sgf
    assert square(size).from_sgf(sgf) == action


def test_a_pass_is_the_action_after_the_last_point() -> None:
    assert square(9).points == 81
    assert square(9).name(81) == "pass"
    assert square(9).action("PASS") == 81
    assert square(9).sgf(81) == ""
    assert square(9).from_sgf("") == 81


def test_tt_is_a_pass_in_old_files() -> None:
    assert square(9).from_sgf("tt") == 81
    assert square(19).from_sgf("tt") == 361


@given(data=st.data(), size=SIZES)
def test_every_name_of_every_action_leads_back_to_it(data: st.DataObject, size: int) -> None:
    action = data.draw(st.integers(0, size * size))
    assert square(size).action(square(size).name(action)) == action
    assert square(size).from_sgf(square(size).sgf(action)) == action
    if action < size * size:
        assert square(size).at(*square(size).point(action)) == action


@pytest.mark.parametrize("text", ["I5", "K1", "A0", "A10", "5E", "E", "", "resign", "E5x", "Ä1", "A٣"])
def test_what_is_no_gtp_point_of_the_board_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="9x9"):
        square(9).action(text)


@pytest.mark.parametrize("text", ["a", "aaa", "ja", "aj", "AA", "1a"])
def test_what_is_no_sgf_point_of_the_board_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="9x9"):
        square(9).from_sgf(text)


def test_a_pass_has_no_point_and_the_frame_no_action() -> None:
    for action in (81, -1, 82):
        with pytest.raises(ValueError, match="9x9"):
            square(9).point(action)
    for row, col in ((-1, 0), (0, 9), (9, 0)):
        with pytest.raises(ValueError, match="9x9"):
            square(9).at(row, col)
    with pytest.raises(ValueError, match="9x9"):
        square(9).name(82)

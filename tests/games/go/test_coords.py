"""Coordinate systems: the table of the module holds, and every way there and back ends where it began."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clevergo.games.go import coords

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
    assert coords.to_point(action, size) == point
    assert coords.from_point(*point, size) == action
    assert coords.to_gtp(action, size) == gtp
    assert coords.from_gtp(gtp.lower(), size) == action
    assert coords.to_sgf(action, size) == sgf
    assert coords.from_sgf(sgf, size) == action


def test_a_pass_is_the_action_after_the_last_point() -> None:
    assert coords.pass_action(9) == 81
    assert coords.to_gtp(81, 9) == "pass"
    assert coords.from_gtp("PASS", 9) == 81
    assert coords.to_sgf(81, 9) == ""
    assert coords.from_sgf("", 9) == 81


def test_tt_is_a_pass_in_old_files() -> None:
    assert coords.from_sgf("tt", 9) == 81
    assert coords.from_sgf("tt", 19) == 361


@given(data=st.data(), size=SIZES)
def test_every_name_of_every_action_leads_back_to_it(data: st.DataObject, size: int) -> None:
    action = data.draw(st.integers(0, size * size))
    assert coords.from_gtp(coords.to_gtp(action, size), size) == action
    assert coords.from_sgf(coords.to_sgf(action, size), size) == action
    if action < size * size:
        assert coords.from_point(*coords.to_point(action, size), size) == action


@pytest.mark.parametrize("text", ["I5", "K1", "A0", "A10", "5E", "E", "", "resign", "E5x", "Ä1", "A٣"])
def test_what_is_no_gtp_point_of_the_board_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="9x9"):
        coords.from_gtp(text, 9)


@pytest.mark.parametrize("text", ["a", "aaa", "ja", "aj", "AA", "1a"])
def test_what_is_no_sgf_point_of_the_board_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="9x9"):
        coords.from_sgf(text, 9)


def test_a_pass_has_no_point_and_the_frame_no_action() -> None:
    for action in (81, -1, 82):
        with pytest.raises(ValueError, match="9x9"):
            coords.to_point(action, 9)
    for row, col in ((-1, 0), (0, 9), (9, 0)):
        with pytest.raises(ValueError, match="9x9"):
            coords.from_point(row, col, 9)
    with pytest.raises(ValueError, match="9x9"):
        coords.to_gtp(82, 9)

"""Eyes, area and results, as rows of diagrams: ``X`` Black, ``O`` White."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.go import board as go
from clevergo.games.go.area import area, area_difference, is_true_eye, result
from clevergo.games.go.stones import BLACK, WHITE

EYES = [
    # name, diagram, point, Black's true eye
    ("in the center with four corners", "XXX X.X XXX", (1, 1), True),
    ("in the center with three corners", "OXX X.X XXX", (1, 1), True),
    ("in the center with three corners, one empty", ".XX X.X XXX", (1, 1), True),
    ("in the center with two corners", "OXO X.X XXX", (1, 1), False),
    ("in the center with two corners, two empty", ".X. X.X XXX", (1, 1), False),
    ("with a gap beside it", "XXX X.. XXX", (1, 1), False),
    ("with the other color beside it", "XXX X.O XXX", (1, 1), False),
    ("on the edge", "X.X XXX ...", (0, 1), True),
    ("on the edge with one corner lost", "X.X OXX ...", (0, 1), False),
    ("on the edge with one corner empty", "X.X .XX ...", (0, 1), False),
    ("in the corner", ".X. XX. ...", (0, 0), True),
    ("in the corner without its diagonal", ".X. XO. ...", (0, 0), False),
    ("in the far corner", "... .XX .X.", (2, 2), True),
    ("on an empty board", "... ... ...", (1, 1), False),
]

AREAS = [
    # name, diagram, owners, Black's area less White's
    ("an empty board is nobody's", "... ... ...", "... ... ...", 0),
    ("one stone owns the board", "... .X. ...", "XXX XXX XXX", 9),
    ("the other color", "... .O. ...", "OOO OOO OOO", -9),
    ("a wall between", ".X.O. .X.O. .X.O. .X.O. .X.O.", "XX.OO XX.OO XX.OO XX.OO XX.OO", 0),
    ("unequal halves", ".XO. .XO. .XO. XXO.", "XXOO XXOO XXOO XXOO", 0),
    ("a prisoner in a region makes it nobody's", ".XO. OXO. .XO. XXO.", ".XOO OXOO .XOO XXOO", -4),
    ("regions meet at corners only", ".XO. XO.O O.OX .OX.", "XXOO XOOO OOOX OOXX", -4),
]


def board_of(diagram: str, komi: float = 7.5) -> NDArray[np.void]:
    """``BOARD[1]`` with the diagram's stones."""
    boards = go.new_boards(1, len(diagram.split()), komi)
    go.set_stones(boards[0], marks_of(diagram), BLACK)
    return boards


def marks_of(diagram: str) -> NDArray[np.int8]:
    """``int8[N*N]``: 0, 1, 2 for the marks ``.XO``."""
    return np.array([".XO".index(mark) for mark in "".join(diagram.split())], np.int8)


@pytest.mark.parametrize(("diagram", "place", "expected"), [case[1:] for case in EYES], ids=[case[0] for case in EYES])
def test_true_eyes(diagram: str, place: tuple[int, int], expected: bool) -> None:
    size = len(diagram.split())
    action = place[0] * size + place[1]
    swapped = diagram.translate(str.maketrans("XO", "OX"))
    assert is_true_eye(board_of(diagram)[0], action, BLACK) == expected
    assert is_true_eye(board_of(swapped)[0], action, WHITE) == expected
    assert not is_true_eye(board_of(diagram)[0], action, WHITE)


@pytest.mark.parametrize(
    ("diagram", "owners", "difference"), [case[1:] for case in AREAS], ids=[case[0] for case in AREAS]
)
def test_area(diagram: str, owners: str, difference: int) -> None:
    boards = board_of(diagram)
    owner = np.full(boards[0]["size"] ** 2, 9, np.int8)
    assert area(boards[0], owner) == difference
    assert (owner == marks_of(owners)).all()
    assert area_difference(boards[0]) == difference


@pytest.mark.parametrize(("komi", "expected"), [(7.5, 1.0), (8.5, 1.0), (9.0, 0.0), (9.5, -1.0), (-9.0, 1.0)])
def test_the_result_takes_komi_from_black(komi: float, expected: float) -> None:
    assert result(board_of("... .X. ...", komi)[0]) == expected

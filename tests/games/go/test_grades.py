"""Kyu and dan out of ratings."""

from __future__ import annotations

import pytest

from clevergo.games.go.grades import grade_of


@pytest.mark.parametrize(
    ("rating", "grade"),
    [(2990.0, ("grade_kyu", 8)), (3479.0, ("grade_kyu", 1)), (3880.0, ("grade_dan", 3)), (9000.0, ("grade_dan", 6))],
)
def test_gnu_go_has_eight_kyu_and_others_what_europe_gives_for_winning_so_often(
    rating: float, grade: tuple[str, int]
) -> None:
    found = grade_of(rating)
    assert found is not None
    assert (found.code, found.values["n"]) == grade


@pytest.mark.parametrize("rating", [-62.0, 1500.0, 2050.0])
def test_beginners_below_thirty_kyu_have_none(rating: float) -> None:
    assert grade_of(rating) is None


def test_nobody_has_zero_kyu_and_grades_grow_with_ratings() -> None:
    grades = [grade for rating in range(2000, 4200, 10) if (grade := grade_of(float(rating))) is not None]
    numbers = [int(str(grade.values["n"])) for grade in grades]
    order = [number if grade.code == "grade_dan" else -number for grade, number in zip(grades, numbers, strict=True)]
    assert order == sorted(order)
    assert 0 not in order
    assert (order[0], order[-1]) == (-30, 6)

"""Kyu and dan out of ratings: an estimate."""

from __future__ import annotations

import math

from clevergo.problem import Problem

_ELO = math.log(10.0) / 400.0
_GNU_GO = 2990.0, 1300.0
"""GNU Go 3.8 level 10: its rating on our scale (``docs/training.md``), and 8 kyu on Europe's."""
_TOP = 3300.0
_SPREAD = 7.0
_FIRST_DAN = 2100.0
_GRADE = 100.0
_WEAKEST_KYU, _STRONGEST_DAN = 30, 6
"""Beyond them nobody calls anything by grades: below there is no scale, above there was no measurement."""


def grade_of(rating: float) -> Problem | None:
    """The grade that goes with a rating, ``grade_kyu`` or ``grade_dan`` with a number ``n``; None below 30 kyu.

    The European Go Federation's scale has 2,100 points for one dan and a hundred for each grade, and since 2021 it is
    ``beta = -7 ln(3300 - points)`` on which the logistic curve is the same everywhere (European Go Database, "EGF
    rating system"; de Vos 2021). So ``beta`` is our Elo points but for their unit and zero. The zero is GNU Go
    3.8, often taken for 8 kyu, which nobody has measured here: on 19x19 it has been called anything from 5 to 10.
    Grades are of 19x19, while ratings here are of 9x9, and our place for GNU Go is uncertain by 256 points: more than
    three grades there.
    """
    known, points = _GNU_GO
    european = _TOP - (_TOP - points) * math.exp(-_ELO * (rating - known) / _SPREAD)
    above = math.floor((european - _FIRST_DAN) / _GRADE + 0.5)
    if above >= 0:
        return Problem("grade_dan", {"n": min(above + 1, _STRONGEST_DAN)})
    return Problem("grade_kyu", {"n": -above}) if -above <= _WEAKEST_KYU else None

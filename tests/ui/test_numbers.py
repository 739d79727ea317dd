"""Numbers as people read them."""

from __future__ import annotations

import pytest

from clevergo.ui.scenes.shared.numbers import percent, signed_percent


@pytest.mark.parametrize(
    ("part", "said"), [(0.0, "0%"), (0.0004, "0%"), (0.001, "<1%"), (0.004, "<1%"), (0.006, "1%"), (0.5, "50%")]
)
def test_what_is_little_is_not_said_to_be_nothing(part: float, said: str) -> None:
    assert percent(part) == said


@pytest.mark.parametrize(
    ("part", "said"), [(0.0, "0%"), (0.004, "0%"), (-0.004, "0%"), (0.034, "+3%"), (-0.126, "−13%"), (1.0, "+100%")]
)
def test_a_difference_has_a_sign_where_there_is_one(part: float, said: str) -> None:
    assert signed_percent(part) == said

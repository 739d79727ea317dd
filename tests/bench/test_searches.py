"""Which search plays better: what is asked for is understood, and what was found is told with its error."""

from __future__ import annotations

import pytest

from clevergo.bench.searches import gain_and_error, setting
from clevergo.players.match_games import MatchScore


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("variance_scale=0.85", ("variance_scale", 0.85)),
        ("corrects_bias=1", ("corrects_bias", True)),
        ("considered=12", ("considered", 12)),
    ],
)
def test_settings_of_a_search_are_read_as_what_they_are(text: str, read: tuple[str, float | bool]) -> None:
    name, value = setting(text)
    assert (name, value) == read
    assert type(value) is type(read[1])


@pytest.mark.parametrize("text", ["speed=3", "root_rule=gumbel", "c_puct=much", "c_puct"])
def test_what_is_no_number_of_a_search_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        setting(text)


def test_a_gain_is_told_with_the_error_that_so_many_games_leave() -> None:
    assert gain_and_error(MatchScore(50, 50)) == (pytest.approx(0.0), pytest.approx(34.7, abs=0.1))
    assert gain_and_error(MatchScore(60, 30, 10))[0] == pytest.approx(107.5, abs=0.1)
    gain, error = gain_and_error(MatchScore(10, 0))
    assert 400 < gain < 600, "who won all has lost half a game"
    assert error > 200

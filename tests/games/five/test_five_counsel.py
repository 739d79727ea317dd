"""What a beginner at five in a row is told of a position: where somebody would win with the next stone."""

from __future__ import annotations

from clevergo.games.counsel import Counsel
from clevergo.games.five.counsel import counsel
from clevergo.games.game import position_after
from clevergo.games.guests import game_named

RULES = game_named("five").agree({"size": 15})[0]
FOURS = (112, 0, 113, 15, 114, 30, 115, 45)
"""Black's in the middle is open at both ends; White's lies in a column from the edge on."""


def test_a_fifth_stone_comes_before_everything() -> None:
    assert counsel(position_after(RULES, FOURS)) == Counsel("make", (111, 116))


def test_the_other_sides_four_is_to_be_stopped() -> None:
    assert counsel(position_after(RULES, FOURS[:-1])) == Counsel("stop", (111, 116))


def test_otherwise_nothing_presses() -> None:
    assert counsel(position_after(RULES, FOURS[:4])) == Counsel()

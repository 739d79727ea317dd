"""What a beginner at Go is told of a position: stones in atari, and that nothing is left to gain."""

from __future__ import annotations

import pytest

from clevergo.games.color import Color
from clevergo.games.counsel import Counsel
from clevergo.games.go.counsel import counsel
from clevergo.games.go.position import Position
from clevergo.games.guests import game_named
from clevergo.games.start import Start

GO = game_named("go")
RULES = GO.agree({"size": 7, "komi": 0})[0]
WALL = """
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
"""


def position(diagram: str, to_play: Color = Color.BLACK) -> Position:
    points = diagram.split()
    black, white = (tuple(i for i, point in enumerate(points) if point == sign) for sign in "XO")
    found = RULES.first_position(Start(black, white, to_play))
    assert isinstance(found, Position)
    return found


@pytest.mark.parametrize(
    ("diagram", "to_play", "said"),
    [
        (". X . . . . .  X O X . . . .", Color.BLACK, Counsel("take", (8,))),
        (". X . . . . .  X O X . . . .", Color.WHITE, Counsel("save", (8,))),
        (". . . . . . .  . . . X . . .", Color.BLACK, Counsel()),
    ],
)
def test_stones_with_a_single_liberty_are_pointed_at(diagram: str, to_play: Color, said: Counsel) -> None:
    assert counsel(position(diagram + " ." * 35, to_play)) == said


def test_of_several_the_largest_is_taken() -> None:
    found = counsel(position(". X . X X . .  X O X O O X . . . . X . . ." + " ." * 28))
    assert found == Counsel("take", (10, 11))


def test_stones_that_cannot_get_away_are_not_to_be_saved() -> None:
    lost = "O . X . . . .  X X . . . . ." + " ." * 35
    assert counsel(position(lost, Color.WHITE)).kind != "save"


def test_where_every_point_is_somebodys_one_may_pass() -> None:
    assert counsel(position(WALL)).kind == "settled"
    passing = RULES.pass_action
    assert passing is not None
    passed = position(WALL, Color.WHITE).play(passing)
    assert counsel(passed).kind == "pass"

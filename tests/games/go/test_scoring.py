"""Areas, dead stones, and results in points and in 子."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clevergo.games.color import Color
from clevergo.games.game import Tally
from clevergo.games.go.area import area
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset, Scoring
from clevergo.games.go.scoring import (
    area_score,
    counted,
    open_share,
    outcome_of,
    ownership,
    propose_dead,
    territory,
    territory_of,
)
from clevergo.games.outcome import Outcome, Termination


def diagram(text: str) -> np.ndarray:
    """Stones from rows of ``.``, ``X`` (black) and ``O`` (white)."""
    return np.array([[".XO".index(point) for point in row.split()] for row in text.strip().splitlines()], np.int8)


# --- how much is open ---


@pytest.mark.parametrize(
    ("text", "share"),
    [
        (". . .\n. . .\n. . .", 1.0),
        (". . .\n. X .\n. . .", 8 / 9),  # a color without stones has walled off nothing, nor has the other so early
        (". X .\n. X .\n. X .", 0.0),
        (". X .\n. X O\n. X .", 2 / 9),
        (". X .\n. . .\n. O .", 7 / 9),
    ],
)
def test_the_share_of_the_board_that_is_nobodys(text: str, share: float) -> None:
    assert open_share(diagram(text)) == pytest.approx(share)


@pytest.mark.parametrize(
    ("winner", "margin", "termination"),
    [
        (Color.WHITE, 5.5, Termination.TWO_PASSES),
        (None, -1.0, Termination.PLY_LIMIT),
        (Color.BLACK, 0.0, Termination.TWO_PASSES),
        (Color.BLACK, None, Termination.TWO_PASSES),
    ],
)
def test_an_outcome_that_contradicts_itself_is_refused(
    winner: Color | None, margin: float | None, termination: Termination
) -> None:
    with pytest.raises(ValueError, match="margin"):
        Outcome(winner, margin, termination)


# --- whose points ------------------------------------------------------------------------------------------


def test_regions_belong_to_whom_they_reach() -> None:
    stones = diagram("""
        . X . O .
        X X . O O
        . X . O .
        . X X X X
        . . . . .
    """)
    expected = diagram("""
        X X . O O
        X X . O O
        X X . O .
        X X X X X
        X X X X X
    """)
    np.testing.assert_array_equal(ownership(stones), expected)


def test_an_empty_board_is_nobodys() -> None:
    assert not ownership(np.zeros((9, 9), np.int8)).any()


def test_dead_stones_become_their_opponents_points() -> None:
    stones = diagram("""
        . X O .
        O X O O
        . X O .
        . X O X
    """)
    assert ownership(stones)[:, 0].tolist() == [0, 2, 0, 0]
    dead = np.zeros((4, 4), bool)
    dead[1, 0] = dead[3, 3] = True
    np.testing.assert_array_equal(ownership(stones, dead), [[1, 1, 2, 2]] * 4)
    assert stones[1, 0] == Color.WHITE  # the diagram itself is left alone


def test_shapes_must_agree() -> None:
    with pytest.raises(ValueError, match="N, N"):
        ownership(np.zeros((9, 9), np.int8), np.zeros((9, 8), bool))


@given(seed=st.integers(0, 10_000), size=st.sampled_from([2, 5, 9]))
def test_ownership_agrees_with_the_compiled_count(seed: int, size: int) -> None:
    rng = np.random.default_rng(seed)
    position = Position.initial(Ruleset(size, 0))
    for _ in range(int(rng.integers(2 * size * size))):
        if position.is_over:
            break
        position = position.play(int(rng.choice(np.flatnonzero(position.legal_moves))))
    owner = np.empty(size * size, np.int8)
    difference = area(position.board[0], owner)
    np.testing.assert_array_equal(ownership(position.stones).ravel(), owner)
    black, white = area_score(position)
    assert black - white == difference


# --- outcomes of positions ---------------------------------------------------------------------------------


def test_a_finished_game_is_counted_with_komi() -> None:
    ended = Position.from_moves(Ruleset(9, 7.5), [40, 81, 81])
    assert outcome_of(ended) == Outcome(Color.BLACK, 73.5, Termination.TWO_PASSES)
    assert outcome_of(Position.from_moves(Ruleset(9, 7.5), [81, 81])).points() == "W+7.5"
    assert outcome_of(Position.from_moves(Ruleset(9, 7), [81, 81])) == Outcome(
        Color.WHITE, -7.0, Termination.TWO_PASSES
    )
    assert outcome_of(Position.from_moves(Ruleset(9, 0), [81, 81])).winner is None


def test_the_ply_limit_is_named_as_the_end() -> None:
    position = Position.from_moves(Ruleset(5, 0.5, ply_limit=2), [12, 0])
    assert outcome_of(position).termination is Termination.PLY_LIMIT


def test_dead_stones_change_the_outcome() -> None:
    position = Position.from_moves(Ruleset(5, 0.5), [12, 0, 25, 25])
    dead = np.zeros((5, 5), bool)
    dead[0, 0] = True
    assert outcome_of(position).points() == "W+0.5"
    assert outcome_of(position, dead).points() == "B+24.5"


# --- dead stones -------------------------------------------------------------------------------------------

LOST_STONES = """
    . . . . X O . . .
    . . . . X O . . .
    . . O . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . X .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
"""
ONE_EYE = """
    . O O X . X O . .
    O O O X X X O . .
    X X X X . X O . .
    . . . . X X O . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
"""
TWO_EYES = """
    . O . O X . . . .
    O O O O X . . . .
    X X X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . X X X X X
    . . . . X O O O O
    . . . . X O . O .
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(LOST_STONES, [(2, 2), (5, 7)], id="single stones in enemy territory"),
        pytest.param(ONE_EYE, [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2)], id="a chain with one eye"),
        pytest.param(TWO_EYES, [], id="chains with two eyes"),
        pytest.param(".  .\n.  .", [], id="no stones"),
    ],
)
def test_dead_stones_are_found(text: str, expected: list[tuple[int, int]]) -> None:
    stones = diagram(text)
    position = Position.from_stones(Ruleset(len(stones), 0), stones)
    dead = propose_dead(position)
    assert [(int(row), int(col)) for row, col in np.argwhere(dead)] == expected


def test_the_proposal_is_the_same_for_the_same_board_and_comes_after_the_end_too() -> None:
    position = Position.from_moves(Ruleset(9, 7.5), [40, 20, 41, 60, 30, 81, 81])
    assert position.is_over
    first, second = propose_dead(position), propose_dead(position)
    np.testing.assert_array_equal(first, second)
    seeded = propose_dead(position, playouts=50, rng=np.random.default_rng(1))
    assert seeded.dtype == np.bool_
    assert not (seeded & (position.stones == 0)).any()


# --- territory ------------------------------------------------------------------------------------------------------

WALLS = ". X . O .\n" * 5
SEKI = """
. O . X .
O O X X X
X X O O O
. X O . .
. X O . .
"""
"""White's three stones above and Black's four live by the point between them, with an eye each."""


def on(text: str, komi: float = 0.5) -> Position:
    return Position.from_stones(Ruleset(5, komi, scoring=Scoring.TERRITORY), diagram(text), Color.BLACK)


@pytest.mark.parametrize(
    ("text", "empty"),
    [
        (WALLS, (5, 5)),
        (SEKI, (2, 4)),  # neither eye of the seki, nor the point between
        (SEKI.replace(". O . X .", ". O X X ."), (3, 5)),  # without the point between nobody is in seki
        (". . . . .\n" * 5, (0, 0)),
        (". X X O .\nX X O O O\nO O O O O\nO . O . O\nO O O O O", (1, 3)),  # no point is open between them
    ],
)
def test_territory_is_what_is_surrounded_but_for_eyes_in_seki(text: str, empty: tuple[int, int]) -> None:
    assert territory_of(on(text)) == Tally(empty, (0, 0))


def test_a_dead_stone_is_a_point_and_a_prisoner() -> None:
    text = WALLS.replace(". X . O .", "O X . O .", 1)
    dead = diagram(text) == 2
    dead[:, 1:] = False
    assert territory_of(on(text), dead) == Tally((5, 5), (1, 0))
    assert counted(on(text), Scoring.TERRITORY, dead).points() == "B+0.5"
    assert counted(on(text), Scoring.AREA, dead).points() == "W+0.5"
    assert territory(on(text).stones, dead)[0, 0] == Color.BLACK


def test_stones_that_were_taken_count() -> None:
    position = Position.initial(Ruleset(5, 0.5, scoring=Scoring.TERRITORY))
    for action in (1, 0, 5):
        position = position.play(action)
    assert territory_of(position) == Tally((23, 0), (1, 0))
    assert position.outcome().points() == "B+23.5"


@given(st.integers(0, 2**32 - 1))
def test_both_ways_of_counting_differ_by_who_played_more_stones(seed: int) -> None:
    """Area is territory and the stones that are there; who lost some has given them away as prisoners."""
    rng, position, played = np.random.default_rng(seed), Position.initial(Ruleset(5, 0.5)), [0, 0]
    for _ in range(int(rng.integers(1, 60))):
        legal = np.flatnonzero(position.legal_moves)
        action = int(rng.choice(legal))
        played[position.to_play - 1] += action < 25
        position = position.play(action)
        if position.is_over:
            break
    area_margin, margin = (counted(position, scoring).margin for scoring in (Scoring.AREA, Scoring.TERRITORY))
    assert area_margin is not None
    assert margin is not None
    in_seki = ownership(position.stones) != territory(position.stones)
    lost = [int(np.count_nonzero(in_seki & (ownership(position.stones) == color))) for color in Color]
    assert area_margin - lost[0] + lost[1] == margin + played[0] - played[1]


@pytest.mark.parametrize(("komi", "handicap"), [(6.5, 0), (0.5, 3)])
def test_who_agrees_on_territory_gets_its_komi_and_its_ko_and_back(komi: float, handicap: int) -> None:
    game = Ruleset().game
    agreed = game.changed(game.usual(), "handicap", handicap)
    japanese = game.changed(agreed, "counting", "territory")
    rules, start = game.agree(japanese)
    assert (rules.scoring, rules.komi, rules.ko.value, len(start.black)) == (
        Scoring.TERRITORY,
        komi,
        "simple",
        handicap,
    )
    assert game.agreed(rules, start) == japanese
    assert game.changed(japanese, "counting", "area") == agreed

"""Positions are values: what they show, what they refuse, and that nothing changes them."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.go.position import IllegalReason, Position
from clevergo.games.go.rules import KoRule, Ruleset
from clevergo.games.illegal import IllegalMoveError

SMALL = Ruleset(5, komi=0.5)


def diagram(text: str) -> np.ndarray:
    """Stones from rows of ``.``, ``X`` (black) and ``O`` (white)."""
    return np.array([[".XO".index(point) for point in row.split()] for row in text.strip().splitlines()], np.int8)


def test_the_start_is_empty_with_black_to_move() -> None:
    start = Position.initial(Ruleset())
    assert (start.size, start.to_play, start.ply, start.is_over) == (9, Color.BLACK, 0, False)
    assert (start.last_move, start.ko_point, start.captures) == (None, None, (0, 0))
    assert not start.stones.any()
    assert start.legal_moves.all()
    assert start.legal_moves.shape == (82,)


def test_playing_gives_a_new_position_and_leaves_the_old_one() -> None:
    start = Position.initial(Ruleset())
    moved = start.play(40)
    assert (start.ply, start.to_play, start.stones[4, 4]) == (0, Color.BLACK, 0)
    assert (moved.ply, moved.to_play, moved.stones[4, 4], moved.last_move) == (1, Color.WHITE, Color.BLACK, 40)
    assert start.hash != moved.hash
    assert not moved.legal_moves[40]


def test_stones_of_every_size_stand_where_they_were_played() -> None:
    for size in (2, 5, 13, 19):
        corners = [0, size - 1, size * (size - 1)]
        position = Position.from_moves(Ruleset(size, komi=0), corners)
        assert np.flatnonzero(position.stones).tolist() == corners
        assert position.stones.shape == (size, size)


def test_nothing_of_a_position_can_be_written() -> None:
    position = Position.initial(SMALL).play(3)
    for array in (position.stones, position.legal_moves, position.board):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[0]
    with pytest.raises(FrozenInstanceError):
        position.rules = Ruleset()  # type: ignore[misc]


def test_a_position_survives_the_way_to_another_process() -> None:
    position = Position.from_moves(SMALL, [12, 7, 25])
    copy = pickle.loads(pickle.dumps(position))
    np.testing.assert_array_equal(copy.board, position.board)
    assert copy.rules == position.rules
    assert not copy.board.flags.writeable


def ko_fight(ko: KoRule) -> Position:
    """White's next stone at (1, 1) takes the black one at (1, 2); taking it back at once is a ko."""
    moves = [1, 2, 5, 8, 11, 12, 7, 6]
    return Position.from_moves(Ruleset(5, 0.5, ko), moves)


@pytest.mark.parametrize("ko", list(KoRule))
def test_a_ko_is_named_and_lifted_by_another_move(ko: KoRule) -> None:
    position = ko_fight(ko)
    assert position.ko_point == 7
    assert position.captures == (0, 1)
    with pytest.raises(IllegalMoveError) as caught:
        position.play(7)
    assert (caught.value.action, caught.value.reason) == (7, IllegalReason.KO.value)
    later = position.play(24).play(23)
    assert later.ko_point is None
    assert later.legal_moves[7]


def test_superko_forbids_what_simple_ko_allows() -> None:
    """Black at A2 would take three stones and bring back the board after the first move."""
    moves = [0, 1, 2, 3, 0, 2]
    simple = Position.from_moves(Ruleset(2, 0, KoRule.SIMPLE), moves)
    assert simple.play(0).hash == Position.from_moves(simple.rules, moves[:1]).hash
    superko = Position.from_moves(Ruleset(2, 0), moves)
    np.testing.assert_array_equal(superko.stones, simple.stones)
    assert superko.why_illegal(0) is IllegalReason.SUPERKO
    assert np.flatnonzero(superko.legal_moves).tolist() == [4]


def test_situational_superko_lets_a_board_come_back_for_the_other_side() -> None:
    """Black at B1 brings back the stones after White's first move, but White is to move."""
    moves = [3, 2, 0, 4, 1, 2]
    first = Position.from_moves(Ruleset(2, 0, KoRule.SITUATIONAL_SUPERKO), moves)
    assert first.play(3).hash == Position.from_moves(first.rules, moves[:2]).hash
    assert Position.from_moves(Ruleset(2, 0), moves).why_illegal(3) is IllegalReason.SUPERKO
    again = Position.from_moves(first.rules, [0, 1, 2, 3, 0, 2])
    assert again.why_illegal(0) is IllegalReason.SUPERKO


def test_each_refusal_says_why() -> None:
    position = Position.from_stones(
        SMALL,
        diagram("""
            . O . . .
            O . . . .
            . . . . .
            . . . . X
            . . . X .
        """),
    )
    assert position.why_illegal(1) is IllegalReason.OCCUPIED
    assert position.why_illegal(0) is IllegalReason.SUICIDE
    assert position.why_illegal(12) is None
    ended = position.play(25).play(25)
    assert ended.is_over
    assert not ended.legal_moves.any()
    assert ended.why_illegal(25) is IllegalReason.GAME_OVER
    with pytest.raises(IllegalMoveError, match="game is over"):
        ended.play(12)


@pytest.mark.parametrize("action", [-1, 26, 1000])
def test_an_action_of_no_such_board_is_a_value_error(action: int) -> None:
    with pytest.raises(ValueError, match="5x5"):
        Position.initial(SMALL).play(action)


def test_the_ply_limit_ends_a_game() -> None:
    position = Position.from_moves(Ruleset(5, 0.5, ply_limit=3), [0, 1])
    assert not position.is_over
    assert position.play(2).is_over
    assert position.play(2).passes == 0


def test_a_diagram_sets_up_stones_and_turn() -> None:
    stones = diagram("""
        X O .
        X X O
        . . .
    """)
    position = Position.from_stones(Ruleset(3, 0), stones, Color.WHITE)
    np.testing.assert_array_equal(position.stones, stones)
    assert position.to_play is Color.WHITE
    assert (position.ply, position.last_move) == (0, None)
    assert position.play(6).play(2).stones[0, 1] == 0  # Black takes the stone in atari


@pytest.mark.parametrize(
    ("stones", "message"),
    [
        (np.zeros((3, 4), np.int8), r"\[3, 3\]"),
        (np.full((3, 3), 3, np.int8), "0, 1 and 2"),
        (np.ones((3, 3), np.int8), "no liberty"),
    ],
)
def test_a_diagram_that_cannot_be_is_refused(stones: np.ndarray, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Position.from_stones(Ruleset(3, 0), stones)


def test_true_eyes_are_told_from_false_ones() -> None:
    position = Position.from_stones(
        SMALL,
        diagram("""
            . X . . .
            X X . . .
            . X X X X
            X O X . X
            . O X X .
        """),
    )
    assert position.is_true_eye(0)  # the corner
    assert not position.is_true_eye(0, Color.WHITE)
    assert not position.is_true_eye(10, Color.BLACK)  # on the edge, one corner is White's
    assert position.is_true_eye(18, Color.BLACK)  # in the middle, three corners are enough
    assert not position.is_true_eye(24, Color.BLACK)
    assert not position.is_true_eye(1, Color.BLACK)  # a stone
    assert not position.is_true_eye(25, Color.BLACK)  # a pass


def test_a_position_prints_as_a_diagram() -> None:
    text = str(Position.from_moves(Ruleset(3, 0), [0, 4]))
    assert text.splitlines() == ["   A B C", " 3 X . .", " 2 . O .", " 1 . . ."]


def test_names_can_be_imported_without_waiting_for_compilers() -> None:
    """The window shows its first frame with these modules loaded."""
    root = Path(__file__).parents[3]
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "import clevergo.app.match.messages, clevergo.games.go.position;"
        "import clevergo.games.go.scoring, clevergo.games.go.game;"
        "print(*(name for name in ('numba', 'scipy', 'paddle', 'pygame', 'sgfmill') if name in sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code, str(root)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""

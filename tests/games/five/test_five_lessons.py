"""What the lessons of five in a row tell is so, by its rules and by its engine, whatever the learner plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from clevergo.games.color import Color
from clevergo.games.five.game import GAME
from clevergo.games.five.tactics import forced_win
from clevergo.games.lessons import Lesson

POSITIONS = 20_000
Found = tuple[int, Any, Any]
"""A move, the position after it, and after the reply to it."""


def lesson(name: str) -> Lesson:
    assert GAME.lessons is not None
    found = GAME.lessons.named(name)
    assert found is not None
    return found


def begun(name: str) -> Any:
    one = lesson(name)
    return one.rules.first_position(one.start)


def played(name: str, words: str, position: Any = None, stage: int = 0) -> Iterator[Found]:
    """Every legal move that gets an answer."""
    position = begun(name) if position is None else position
    answers = lesson(name).stages[stage].answers
    assert words in {answer.words for answer in answers}
    for action in np.flatnonzero(position.legal_moves).tolist():
        answer = next(one for one in answers if one.asked is None or action in one.asked)
        if answer.words == words:
            after = position.play(action)
            reply = next((reply for reply in answer.replies if not after.is_over and after.legal_moves[reply]), None)
            assert (reply is None) == (not answer.replies or after.is_over)
            yield action, after, after if reply is None else after.play(reply)


def fives(position: Any) -> int:
    """How many points make five for the side to move."""
    after = (position.play(action) for action in np.flatnonzero(position.legal_moves).tolist())
    return sum(one.is_over and one.outcome().winner is position.to_play for one in after)


def threats(position: Any) -> int:
    """How many points would make five for the side that has just moved."""
    stones, color = position.stones, position.to_play.opponent
    board = position.board.copy()
    board["to_play"] = int(color)
    assert stones.any()
    return fives(type(position)(position.rules, board))


def test_five_one_stone_wins_and_else_the_row_is_shut() -> None:
    ((_, after, _),) = played("five", "made")
    assert after.outcome().winner is Color.BLACK
    for _, _, answered in played("five", "blocked"):
        assert threats(answered.play(first_empty(answered))) == 0


def first_empty(position: Any) -> int:
    """Somewhere far from everything."""
    return int(np.flatnonzero(position.legal_moves)[0])


def test_stop_one_stone_stops_the_four_and_else_white_wins() -> None:
    ((_, after, _),) = played("stop", "stopped")
    assert fives(after) == 0
    assert forced_win(after.board, POSITIONS) is None
    others = list(played("stop", "late"))
    assert len(others) == 81 - 8 - 1
    assert {answered.outcome().winner for _, _, answered in others} == {Color.WHITE}


def test_open_two_stones_make_a_four_with_two_ends_and_no_other_wins() -> None:
    fours = list(played("open", "four"))
    assert len(fours) == 2
    for _, after, answered in fours:
        assert threats(after) == 2
        ((_, won, _),) = played("open", "five", answered, 1)
        assert won.outcome().winner is Color.BLACK
        for _, _, shut in played("open", "closed", answered, 1):
            assert fives(shut) == 0
    for words in ("gap", "slow"):
        for _, after, answered in played("open", words):
            assert threats(after) == (words == "gap")
            assert fives(answered) == 0


def test_three_it_is_stopped_beside_it_and_else_white_has_two_ends() -> None:
    stopped = list(played("three", "early"))
    assert len(stopped) == 2
    for _, after, _ in stopped:
        assert forced_win(after.board, POSITIONS) is None
    for _, _, answered in played("three", "late"):
        assert threats(answered) == 2
        assert fives(answered) == 0


def test_threats_one_stone_makes_two_fours_and_no_other_does() -> None:
    ((_, after, answered),) = played("threats", "two")
    assert threats(after) == 2
    ((_, won, _),) = played("threats", "five", answered, 1)
    assert won.outcome().winner is Color.BLACK
    for _, _, stopped in played("threats", "stopped", answered, 1):
        assert fives(stopped) == 0
    for _, after, answered in played("threats", "shared"):
        assert threats(after) < 2
        assert fives(answered) == 0


def test_renju_two_threes_are_forbidden_and_the_four_and_three_wins() -> None:
    first = begun("renju")
    forbidden = next(answer.asked for answer in lesson("renju").stages[0].answers if answer.words == "forbidden")
    assert set(first.barred) == forbidden
    assert set(first.reasons) == {"double_three"}
    ((_, after, answered),) = played("renju", "won")
    assert threats(after) == 1
    assert forced_win(answered.board, 0) is not None
    for _, after, answered in played("renju", "missed"):
        assert threats(after) < 2
        assert fives(answered) == 0

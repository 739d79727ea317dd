"""Results in points, and in 子 as Chinese counting says them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clevergo.app.match.messages import MatchSetup
from clevergo.games.color import Color
from clevergo.games.game import OtherCount, Tally
from clevergo.games.go.rules import Ruleset, Scoring
from clevergo.games.outcome import Outcome, Termination
from clevergo.locale import Language
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.ui.scenes.play.words import (
    counting_note,
    counting_sum,
    early_end_note,
    otherwise_note,
    points_counted,
    result_beside,
    result_title,
    training_rule_note,
)
from clevergo.ui.strings import Strings
from tests.ui.fakes import FakeMatch

CHINESE, ENGLISH = Strings(Language.CHINESE), Strings(Language.ENGLISH)
HUMAN = PlayerSpec(PlayerKind.HUMAN)


@pytest.mark.parametrize(
    ("margin", "points", "chinese"),
    [
        (5.5, "B+5.5", "黑胜2又3/4子"),
        (0.5, "B+0.5", "黑胜1/4子"),
        (1.5, "B+1.5", "黑胜3/4子"),
        (2.5, "B+2.5", "黑胜1又1/4子"),
        (3.0, "B+3", "黑胜1又1/2子"),
        (1.0, "B+1", "黑胜1/2子"),
        (4.0, "B+4", "黑胜2子"),
        (73.5, "B+73.5", "黑胜36又3/4子"),
        (-0.5, "W+0.5", "白胜1/4子"),
        (-8.5, "W+8.5", "白胜4又1/4子"),
        (-7.0, "W+7", "白胜3又1/2子"),
        (-361.0, "W+361", "白胜180又1/2子"),
        (0.0, "0", "和棋"),
    ],
)
def test_a_margin_in_points_and_in_zi(margin: float, points: str, chinese: str) -> None:
    outcome = Outcome.counted(margin, Termination.TWO_PASSES)
    assert outcome.points() == points
    assert result_title(CHINESE, outcome) == chinese


@pytest.mark.parametrize(
    ("winner", "termination", "points", "chinese"),
    [
        (Color.WHITE, Termination.RESIGNATION, "W+R", "白中盘胜"),
        (Color.BLACK, Termination.RESIGNATION, "B+R", "黑中盘胜"),
        (Color.BLACK, Termination.TIME, "B+T", "黑超时胜"),
        (Color.WHITE, Termination.FORFEIT, "W+F", "白胜，对方被判负"),
    ],
)
def test_a_game_that_was_not_counted(winner: Color, termination: Termination, points: str, chinese: str) -> None:
    outcome = Outcome(winner, None, termination)
    assert outcome.points() == points
    assert result_title(CHINESE, outcome) == chinese


@given(black=st.integers(0, 81), neutral=st.integers(0, 81), komi=st.integers(-20, 20))
def test_zi_are_what_chinese_counting_finds(black: int, neutral: int, komi: int) -> None:
    """Black's own points, with half of the neutral ones, less half of the board and half of the komi."""
    neutral = min(neutral, 81 - black)
    white = 81 - black - neutral
    excess = black + neutral / 2 - 81 / 2 - komi / 4  # komi counts half points here
    text = result_title(CHINESE, Outcome.counted(black - white - komi / 2, Termination.TWO_PASSES))
    if excess == 0:
        assert text == "和棋"
        return
    assert text[0] == ("黑" if excess > 0 else "白")
    whole, _, fraction = text[2:-1].rpartition("又") if "/" in text else (text[2:-1], "", "0/1")
    upper, lower = fraction.split("/")
    assert int(whole or 0) + int(upper) / int(lower) == abs(excess)


def test_a_game_counted_by_territory_is_told_in_points_and_prisoners_and_in_the_other_way() -> None:
    match = FakeMatch(MatchSetup(HUMAN, HUMAN, Ruleset(9, 6.5, scoring=Scoring.TERRITORY))).snapshot
    board = replace(match.shown.board, owners=np.zeros((9, 9), np.int8))
    outcome, area = (Outcome.counted(margin, Termination.TWO_PASSES) for margin in (-14.5, -15.5))
    counted = replace(
        match,
        shown=replace(match.shown, board=board),
        outcome=outcome,
        tally=Tally((18, 27), (1, 0)),
        other_count=OtherCount("area", area),
    )
    assert counting_sum(CHINESE, counted) == "黑：围空 18 + 提子 1 = 19。白：围空 27 + 提子 0 + 贴目 6.5 = 33.5。"
    assert points_counted(counted) == (19, 27)
    assert result_title(CHINESE, outcome, is_territory=True) == "白胜 14.5 目"
    assert result_beside(CHINESE, counted) == "W+14.5   若按数子法计算，是白胜 15.5 目。"
    assert result_beside(ENGLISH, counted) == "W+14.5   Counted by area: White wins by 15.5."


@pytest.mark.parametrize(
    ("margin", "chinese", "english"),
    [(3.5, "黑胜 3.5 目", "Black wins by 3.5"), (-26.0, "白胜 26 目", "White wins by 26"), (0.0, "和棋", "A draw")],
)
def test_what_another_way_of_counting_makes_of_a_game_is_told_in_words(
    margin: float, chinese: str, english: str
) -> None:
    """As SGF writes results, ``B+3.5``, they are no part of a sentence."""
    match = FakeMatch(MatchSetup(HUMAN, HUMAN, Ruleset(9, 6.5))).snapshot
    other = Outcome.counted(margin, Termination.TWO_PASSES)
    counted = replace(
        match,
        shown=replace(match.shown, board=replace(match.shown.board, dead=np.zeros((9, 9), np.bool_))),
        outcome=Outcome.counted(5.5, Termination.TWO_PASSES),
        other_count=OtherCount("territory", other),
        bare_outcome=other,
    )
    assert otherwise_note(CHINESE, counted) == f"若按数目法计算，是{chinese}。"
    assert otherwise_note(ENGLISH, counted) == f"Counted by territory: {english}."
    assert training_rule_note(CHINESE, counted) == f"训练时不算死子，那样数会是{chinese}。"
    assert training_rule_note(ENGLISH, counted).endswith(f"counted so: {english}.")


def test_who_looks_back_in_a_game_does_not_read_that_it_ended_there_or_of_squares_on_the_board() -> None:
    match = FakeMatch(MatchSetup(HUMAN, HUMAN, Ruleset(9, 6.5))).snapshot
    board = replace(match.shown.board, owners=np.ones((9, 9), np.int8))
    counted = replace(
        match,
        shown=replace(match.shown, board=board),
        outcome=Outcome.counted(5.5, Termination.TWO_PASSES),
    )
    assert (early_end_note(ENGLISH, counted), bool(counting_note(ENGLISH, counted))) == ("", True)
    open_board = replace(counted, shown=replace(match.shown, board=board, is_open=True))
    assert early_end_note(ENGLISH, open_board)
    back = replace(counted, shown=replace(match.shown, is_open=True, is_live=False))
    assert (early_end_note(ENGLISH, back), counting_note(ENGLISH, back)) == ("", "")

"""The ledger of a game over a network: what fits is written, what does not changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from clevergo.app.meeting.ledger import Ledger, RefusedError
from clevergo.app.meeting.words import (
    Answer,
    Answered,
    Asked,
    Begun,
    Choose,
    Entry,
    Mark,
    Marked,
    Move,
    Moved,
    Resign,
    Resigned,
    Terms,
    Time,
    TimedOut,
)
from clevergo.games.color import Color

GO = Terms("go", {"size": 5, "komi": 0.5}, host_is_black=True)
FIVE = Terms("five", {"size": 9, "rule": "renju"}, host_is_black=False)
SWAP2 = Terms("five", {"size": 15, "opening": "swap2"}, host_is_black=True)
PASS = 25


def played(*actions: int, terms: Terms = GO) -> Ledger:
    ledger = Ledger(terms)
    for ply, action in enumerate(actions):
        ledger.append(Moved(ply, action))
    return ledger


def refused(ledger: Ledger, event: Any) -> str:
    """Why it does not fit; nothing may have changed."""
    before, node = list(ledger.entries), ledger.record.node
    with pytest.raises(RefusedError) as caught:
        ledger.append(event)
    assert (ledger.entries, ledger.record.node) == (before, node)
    return caught.value.reason


@pytest.mark.parametrize(
    "terms",
    [
        Terms("chess", {}, True),
        Terms("go", {"size": 5, "komi": "much"}, True),
        Terms("go", {"size": 500}, True),
        Terms("go", {"size": 5.5}, True),
        Terms("go", {"komi": 0.3}, True),
        Terms("go", {"handicap": 1}, True),
        Terms("five", {"rule": "chess"}, True),
        Terms("go", {}, True, Time(0.0)),
    ],
)
def test_terms_nobody_can_play_by_are_refused(terms: Terms) -> None:
    with pytest.raises(RefusedError, match="bad_terms"):
        Ledger(terms)


def test_who_has_which_color_and_whose_turn_it_is() -> None:
    assert Ledger(GO).host_acts is True
    assert played(12).host_acts is False
    assert Ledger(FIVE).host_acts is False
    assert Ledger(FIVE).host_color() is Color.WHITE


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Moved(2, 12), "occupied"),
        (Moved(1, 7), "late"),
        (Moved(3, 7), "late"),
        (Moved(2, 26), "no_such_move"),
        (Answered(True), "late"),
        (Marked(True, ()), "late"),
        (TimedOut(True), "no_clock"),
        (Asked(True, "undo", 2), "nothing_to_undo"),
        (Asked(True, "rematch"), "not_over"),
        (Begun(Terms("go", {"size": 5, "komi": 0.5}, False)), "not_over"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(event: Any, reason: str) -> None:
    assert refused(played(12, 7), event) == reason


def test_renjus_forbidden_points_are_refused_over_the_network_too() -> None:
    #     A B C D E F G H J
    # 9   O . . . . . . . O
    # 7   . . . . X . . . .
    # 6   . . . . X . . . .
    # 5   . . X X ? . . . .     a three in the row and one in the column
    # 1   O . . . . . . . O
    ledger = played(22, 0, 31, 8, 38, 72, 39, 80, terms=FIVE)
    assert 40 in ledger.record.position.barred
    assert refused(ledger, Moved(8, 40)) in ledger.record.position.reasons


@pytest.mark.parametrize(
    ("wish", "by_host", "reason"),
    [
        (Move(2, 0), False, "not_your_turn"),
        (Move(1, 0), True, "late"),
        (Resign(1), True, "late"),
        (Answer(0, True), True, "late"),
        (Choose(2, "white"), False, "not_your_turn"),
    ],
)
def test_a_wish_about_what_is_over_or_not_ones_own_is_refused(wish: Any, by_host: bool, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        played(12, 7).event_of(wish, by_host)


def test_an_undo_happens_if_the_other_agrees() -> None:
    ledger = played(12, 7, 13)
    number = ledger.append(Asked(True, "undo", 2)).number
    with pytest.raises(RefusedError, match="late"):
        ledger.event_of(Answer(number, True), by_host=True)
    ledger.append(ledger.event_of(Answer(number, True), by_host=False))
    assert ledger.record.moves == (12, 7)
    assert ledger.host_acts is True


@pytest.mark.parametrize("answer", [Answered(False), Moved(3, 20)])
def test_who_says_no_or_plays_on_does_not_agree(answer: Any) -> None:
    ledger = played(12, 7, 13)
    ledger.append(Asked(True, "undo", 2))
    assert refused(ledger, Asked(False, "undo", 1)) == "asked_already"
    ledger.append(answer)
    assert ledger.question is None
    assert ledger.record.moves[:3] == (12, 7, 13)


def test_two_passes_are_counted_once_both_take_the_same_stones_for_dead() -> None:
    ledger = played(12, 0, PASS, PASS)
    assert ledger.is_counting
    assert not ledger.is_over
    assert refused(ledger, Marked(False, (1,))) == "no_stone"
    ledger.append(Marked(True, (0,)))
    ledger.append(Marked(False, ()))
    assert ledger.is_counting
    ledger.append(ledger.event_of(Mark(4, (0, 0)), by_host=False))
    assert ledger.is_over
    assert ledger.dead == (0,)
    outcome = ledger.record.outcome
    assert outcome is not None
    assert outcome.margin == 24.5
    assert refused(ledger, Marked(True, ())) == "late"


def test_while_stones_are_marked_play_can_be_resumed_by_consent() -> None:
    ledger = played(12, 0, PASS, PASS)
    ledger.append(Marked(True, (0,)))
    ledger.append(Asked(False, "undo", 3))
    ledger.append(Answered(True))
    assert not ledger.is_counting
    assert ledger.marks == {True: None, False: None}
    assert ledger.record.moves == (12, 0, PASS)


def test_a_rematch_is_the_same_with_colors_changed() -> None:
    ledger = played(12)
    ledger.append(Resigned(by_host=False))
    assert ledger.is_over
    assert refused(ledger, Moved(1, 7)) == "late"
    assert refused(ledger, Begun(Terms("five", {}, False))) == "not_over"
    ledger.append(ledger.rematch())
    assert ledger.record.moves == ()
    assert ledger.host_acts is False


def test_where_colors_are_settled_whoever_is_to_choose_does() -> None:
    ledger = played(112, 113, 97, terms=SWAP2)
    assert ledger.host_acts is False
    assert refused(ledger, Moved(3, 5)) == "choose_first"
    ledger.append(ledger.event_of(Choose(3, "black"), by_host=False))
    assert ledger.host_color() is Color.WHITE
    assert ledger.host_acts is True


def test_who_runs_out_of_time_has_lost() -> None:
    ledger = Ledger(Terms("go", {"size": 5, "komi": 0.5}, True, Time(60.0)))
    ledger.append(Moved(0, 12, 55.0))
    assert refused(ledger, TimedOut(by_host=True)) == "no_clock"
    ledger.append(TimedOut(by_host=False))
    outcome = ledger.record.outcome
    assert outcome is not None
    assert outcome.points() == "B+T"
    assert ledger.record.main_line()[1].time_left == (55.0, None)


def test_entries_that_were_kept_make_the_same_ledger() -> None:
    ledger = played(12, 0, PASS, PASS)
    ledger.append(Marked(True, (0,)))
    ledger.append(Marked(False, (0,)))
    ledger.append(ledger.rematch())
    ledger.append(Moved(0, 6))
    again = Ledger.read(ledger.entries)
    assert again.record.moves == (6,)
    assert again.entries == ledger.entries
    with pytest.raises(RefusedError, match="not_next"):
        again.take(Entry(20, Moved(1, 7)))
    with pytest.raises(RefusedError, match="not_begun"):
        Ledger.read([Entry(0, Moved(0, 7))])

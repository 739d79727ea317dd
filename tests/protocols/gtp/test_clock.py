"""Time: how long a move may take."""

from __future__ import annotations

import pytest

from clevergo.games.color import Color
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.protocols.gtp.clock import Clock, Overtime, TimeSettings

START = Position.initial(Ruleset(9))


def clock_of(main: float, byo_yomi: float, stones: int) -> Clock:
    clock = Clock()
    clock.set(TimeSettings(main, byo_yomi, stones))
    return clock


def budget(clock: Clock) -> float:
    seconds = clock.budget(Color.BLACK, START)
    assert seconds is not None
    return seconds


def test_without_settings_or_with_unlimited_ones_there_is_no_limit() -> None:
    assert Clock().budget(Color.BLACK, START) is None
    assert clock_of(60, 30, 0).budget(Color.BLACK, START) is None


def test_main_time_is_shared_out_over_the_game() -> None:
    assert 5 < budget(clock_of(300, 0, 0)) < 30
    assert budget(clock_of(300, 0, 0)) > budget(clock_of(60, 0, 0))


@pytest.mark.parametrize(("seconds", "stones"), [(30.0, 5), (10.0, 1), (1.0, 25)])
def test_byo_yomi_is_never_overstepped(seconds: float, stones: int) -> None:
    clock = clock_of(0, seconds, stones)
    assert budget(clock) * stones < seconds


def test_our_own_count_goes_from_main_time_into_byo_yomi_and_on() -> None:
    clock = clock_of(10, 5, 2)
    clock.spend(Color.BLACK, 11)
    assert budget(clock) == pytest.approx(0.9 * 2.5 - 0.1)
    clock.spend(Color.BLACK, 4)
    assert budget(clock) == pytest.approx(0.9 - 0.1)
    clock.spend(Color.BLACK, 0.5)
    assert budget(clock) == pytest.approx(0.9 * 2.5 - 0.1)
    assert clock.budget(Color.WHITE, START) == pytest.approx(0.9 * 2.5 - 0.1)  # as its main time is not gone


def test_the_controllers_word_counts_more() -> None:
    clock = clock_of(600, 0, 0)
    clock.tell(Color.BLACK, 2, 0)
    assert budget(clock) < 0.5
    clock.tell(Color.BLACK, 0, 0)
    assert 0 < budget(clock) < 0.1


def test_with_periods_a_whole_one_may_be_used_for_each_move_whatever_their_number() -> None:
    clock = Clock()
    clock.set(TimeSettings(0, 10, 3, Overtime.PERIODS))
    assert budget(clock) == pytest.approx(9 - 0.1)
    clock.tell(Color.BLACK, 4, 2)  # four seconds of this period, and another one after it
    assert budget(clock) == pytest.approx(0.9 * 4 - 0.1)


def test_whoever_moves_within_a_period_keeps_it_and_whoever_does_not_has_one_less() -> None:
    clock = Clock()
    clock.set(TimeSettings(5, 10, 2, Overtime.PERIODS))
    for seconds in (6, 9, 8):
        clock.spend(Color.BLACK, seconds)
        assert budget(clock) == pytest.approx(9 - 0.1)


def test_an_increment_is_there_for_each_move_but_never_more_than_is_left() -> None:
    clock = Clock()
    clock.set(TimeSettings(60, 5, overtime=Overtime.INCREMENT))
    assert 5 < budget(clock) < 15
    clock.tell(Color.BLACK, 2, 0)
    assert budget(clock) < 2


def test_an_increment_is_added_up_to_a_limit_and_a_move_has_one_too() -> None:
    free, capped = Clock(), Clock()
    free.set(TimeSettings(60, 50, overtime=Overtime.INCREMENT))
    capped.set(TimeSettings(60, 50, overtime=Overtime.INCREMENT, most_saved=60, most_a_move=2))
    for clock in (free, capped):
        clock.spend(Color.BLACK, 1)
        clock.spend(Color.BLACK, 1)
    assert budget(free) > 45
    assert budget(capped) == pytest.approx(1.8 - 0.1)
    capped.set(TimeSettings(60, 50, overtime=Overtime.INCREMENT, most_saved=60))
    capped.spend(Color.WHITE, 1)
    before = capped.budget(Color.WHITE, START)
    capped.tell(Color.WHITE, 60, 0)
    assert capped.budget(Color.WHITE, START) == before

"""The last seconds of a person's time are heard, and nobody else's."""

from __future__ import annotations

import itertools

import pytest

from clevergo.app.match.clock import ClockSeen, TimeControl
from clevergo.app.match.messages import MatchSetup
from clevergo.games.color import Color
from clevergo.games.record import TimeLeft
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.ui.scenes.play.sounds import Ticking
from clevergo.ui.shell.audio import Sound
from clevergo.ui.shell.scene import Services
from tests.ui.fakes import FakeMatch, click_on, fake_match, make_services, make_stage

BYO_YOMI = TimeControl(60.0, 3, 30.0)
SUDDEN_DEATH = TimeControl(60.0)
SETUP = MatchSetup(PlayerSpec(PlayerKind.HUMAN), PlayerSpec(PlayerKind.RANDOM), time=BYO_YOMI)


def seen(seconds: float, periods: int | None = 3, running: Color | None = Color.BLACK) -> ClockSeen:
    left, rest = TimeLeft(seconds, periods), TimeLeft(60.0)
    return ClockSeen(left, rest, running) if running is not Color.WHITE else ClockSeen(rest, left, running)


def heard(clocks: list[ClockSeen | None], setup: MatchSetup = SETUP) -> list[Sound]:
    ticking, match = Ticking(), FakeMatch(setup).snapshot
    return [sound for clock in clocks if (sound := ticking.hear(match, clock)) is not None]


def run_down(start: float, end: float, periods: int | None = 3, running: Color = Color.BLACK) -> list[ClockSeen | None]:
    """The clock as 25 frames a second see it."""
    steps = round((start - end) * 25)
    return [seen(start - step / 25, periods, running) for step in range(steps + 1)]


def test_each_of_the_last_ten_seconds_of_a_period_ticks_once_and_the_last_three_clearer() -> None:
    assert heard(run_down(12.0, 0.02)) == [Sound.TICK] * 7 + [Sound.LAST_TICK] * 3


def test_main_time_ticks_only_where_no_period_follows() -> None:
    main = run_down(12.0, 0.02, None)
    assert heard(main) == []
    sudden = MatchSetup(SETUP.black, SETUP.white, time=SUDDEN_DEATH)
    assert len(heard(main, sudden)) == 10


def test_a_computers_time_is_not_heard() -> None:
    assert heard(run_down(12.0, 0.02, running=Color.WHITE)) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (run_down(10.6, 10.4), [seen(30.0)]),  # a move gave the period back
        (run_down(0.5, 0.04), [seen(30.0, 2)]),  # the period was used up
        ([seen(10.5), None], [seen(5.4)]),  # another game
        ([seen(10.5), seen(10.5, running=None)], [seen(5.4)]),  # a pause
        ([seen(10.5, running=Color.WHITE)], [seen(5.4)]),  # the other's turn
    ],
)
def test_a_clock_that_jumps_makes_no_sound(first: list[ClockSeen | None], second: list[ClockSeen | None]) -> None:
    assert heard([*first, *second]) == []


def test_a_slow_frame_costs_a_tick_and_no_more() -> None:
    assert heard([seen(10.5), seen(8.9), seen(8.9), seen(7.9)]) == [Sound.TICK, Sound.TICK]


@pytest.fixture
def services() -> Services:
    return make_services()


def test_the_play_scene_lets_the_clock_be_heard(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    services.preferences.change(last_match=SETUP)
    stage, match = make_stage(services), fake_match(services)
    click_on(stage, "play.start")
    played: list[Sound] = []
    monkeypatch.setattr(services.audio, "play", played.append)
    for first, second in itertools.pairwise((4.5, 3.5, 2.5)):
        match.clock = seen(first)
        stage.update(0.04)
        match.clock = seen(second)
        stage.update(0.04)
    assert played == [Sound.TICK, Sound.LAST_TICK]

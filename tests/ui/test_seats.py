"""Players changed in the middle of a game: the board stays, and the game waits until it is told to go on."""

from __future__ import annotations

import pygame
import pytest

from clevergo.app.match.messages import MatchPhase
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from tests.ui.fakes import FakeMatch, click_on, fake_match, make_services, make_stage, press_key


@pytest.fixture
def services() -> Services:
    return make_services()


@pytest.fixture
def match(services: Services) -> FakeMatch:
    return fake_match(services)


@pytest.fixture
def playing(services: Services, match: FakeMatch) -> Stage:
    """A game of two moves against the shipped dog."""
    stage = make_stage(services)
    click_on(stage, "play.start")
    for action in (40, 41):
        match.play(action)
    stage.update(0.0)
    match.calls.clear()
    return stage


def shown(stage: Stage) -> set[str]:
    stage.update(0.0)
    return {drawn.text for drawn in texts_of(stage)}


def ids(stage: Stage) -> set[str]:
    stage.update(0.0)
    return {mark.id for mark in stage.clickable() if mark.is_enabled}


def test_a_click_on_a_player_has_somebody_else_sit_down_and_the_game_waits(playing: Stage, match: FakeMatch) -> None:
    before = match.snapshot
    click_on(playing, "play.seat.white")
    assert match.calls == ["pause"]
    click_on(playing, "play.white")
    click_on(playing, "play.white.小黑")
    click_on(playing, "play.black")
    click_on(playing, "play.black.mcts")
    click_on(playing, "dialog.ok")
    assert match.calls == ["pause", "change_players mcts:400 alphago:小黑:400"]
    assert match.snapshot.phase is MatchPhase.PAUSED
    assert (match.snapshot.shown.moves, match.snapshot.match_id) == ((40, 41), before.match_id)
    assert "Monte Carlo 400" in shown(playing)
    click_on(playing, "play.pause")
    assert match.calls[-1] == "start"


@pytest.mark.parametrize("was_running", [True, False])
def test_a_game_goes_on_as_it_did_where_nobody_is_changed(playing: Stage, match: FakeMatch, was_running: bool) -> None:
    if not was_running:
        click_on(playing, "play.pause")
    match.calls.clear()
    click_on(playing, "play.seat.black")
    press_key(playing, pygame.K_ESCAPE)
    assert match.calls == (["pause", "start"] if was_running else [])


def test_a_dog_that_has_learned_nothing_cannot_take_over(playing: Stage, match: FakeMatch) -> None:
    click_on(playing, "play.seat.white")
    click_on(playing, "play.white")
    assert "play.white.新来的" not in ids(playing)


def test_there_is_nobody_to_change_before_and_after_a_game(playing: Stage, match: FakeMatch) -> None:
    seats = {"play.seat.black", "play.seat.white"}
    assert seats <= ids(playing)
    match.finish()
    assert not seats & ids(playing)
    match.change(phase=MatchPhase.LOOKING)
    assert not seats & ids(playing)

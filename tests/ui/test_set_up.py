"""A position set up by hand in the play scene: stones laid and taken away, whose turn it is, and what becomes of it."""

from __future__ import annotations

import pygame
import pytest

from clevergo.app.match.messages import MatchPhase
from clevergo.problem import Problem
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from tests.ui.fakes import FakeMatch, click_on, draw, fake_match, make_services, make_stage, press_key


@pytest.fixture
def services() -> Services:
    return make_services()


@pytest.fixture
def match(services: Services) -> FakeMatch:
    return fake_match(services)


@pytest.fixture
def editing(services: Services) -> Stage:
    """The window, in which a position is being laid before any game."""
    stage = make_stage(services)
    open_editor(stage)
    return stage


def open_editor(stage: Stage) -> None:
    click_on(stage, "play.record")
    click_on(stage, "play.record.edit")
    stage.update(0.0)


def scene_of(stage: Stage) -> PlayScene:
    scene = next(widget for widget in stage.walk() if isinstance(widget, PlayScene))
    assert isinstance(scene, PlayScene)
    return scene


def lay(stage: Stage, *actions: int) -> None:
    for action in actions:
        scene_of(stage)._clicked(action)


def shown(stage: Stage) -> set[str]:
    stage.update(0.0)
    return {drawn.text for drawn in texts_of(stage)}


def ids(stage: Stage) -> set[str]:
    stage.update(0.0)
    return {mark.id for mark in stage.clickable() if mark.is_enabled}


def stones(stage: Stage) -> dict[int, int]:
    board = scene_of(stage).board.shown.board.stones.ravel()
    return {int(action): int(board[action]) for action in board.nonzero()[0]}


def test_clicks_lay_stones_of_the_chosen_color_and_take_them_away(editing: Stage) -> None:
    lay(editing, 40, 41)
    click_on(editing, "play.edit.tool.2")
    lay(editing, 30, 41)
    assert stones(editing) == {40: 1, 30: 2, 41: 2}
    assert "2 black, 1 white" not in shown(editing)
    assert "1 black, 2 white" in shown(editing)
    lay(editing, 30)
    click_on(editing, "play.edit.tool.0")
    lay(editing, 40, 50)
    assert stones(editing) == {41: 2}
    click_on(editing, "play.edit.clear")
    assert stones(editing) == {}
    assert "play.edit.clear" not in ids(editing)


def test_stones_that_cannot_lie_so_are_refused_and_it_says_why(editing: Stage, match: FakeMatch) -> None:
    lay(editing, 40)
    match.bars = Problem("chain_without_liberty")
    lay(editing, 41)
    assert stones(editing) == {40: 1}
    lay(editing, 40)
    assert stones(editing) == {}, "what is taken away is never in question"
    lay(editing, 41)
    draw(editing)
    assert "A chain would have no liberty" in shown(editing)


def test_it_is_looked_at_with_the_turn_one_chose(editing: Stage, match: FakeMatch) -> None:
    lay(editing, 40)
    click_on(editing, "play.edit.tool.2")
    lay(editing, 30)
    click_on(editing, "play.edit.to_play.2")
    click_on(editing, "play.edit.look")
    assert match.calls == ["set_up (40,) (30,) WHITE"]
    assert match.snapshot.phase is MatchPhase.LOOKING
    assert {"play.on", "play.record"} <= ids(editing)
    assert "play.edit.look" not in ids(editing)


def test_one_plays_on_from_it_against_whom_one_chooses(editing: Stage, match: FakeMatch) -> None:
    lay(editing, 40)
    click_on(editing, "play.edit.play")
    assert "Play from this position" in shown(editing)
    click_on(editing, "dialog.ok")
    assert match.calls == ["set_up (40,) () BLACK", "play_on human alphago:alpha_go:400"]


def test_it_begins_with_what_lies_on_the_board_and_the_game_waits_meanwhile(services: Services) -> None:
    stage, match = make_stage(services), fake_match(services)
    click_on(stage, "play.start")
    for action in (40, 41, 42):
        match.play(action)
    stage.update(0.0)
    match.calls.clear()
    open_editor(stage)
    assert match.calls == ["pause"]
    assert stones(stage) == {40: 1, 41: 2, 42: 1}
    lay(stage, 50)
    assert len(match.snapshot.shown.moves) == 3, "no move was played"
    press_key(stage, pygame.K_ESCAPE)
    assert match.calls == ["pause", "start"]
    assert stones(stage) == {40: 1, 41: 2, 42: 1}


def test_a_position_that_cannot_be_is_not_left(editing: Stage, match: FakeMatch) -> None:
    match.bars = Problem("setup_full")
    click_on(editing, "play.edit.play")
    assert "play.edit.play" in ids(editing)
    assert "Nobody could move on a full board" in shown(editing)


def test_cancel_leads_back_to_the_players(editing: Stage, match: FakeMatch) -> None:
    lay(editing, 40)
    click_on(editing, "play.edit.leave")
    assert "play.start" in ids(editing)
    assert stones(editing) == {}
    assert match.calls == []


def test_a_position_without_moves_can_be_saved_and_copied(editing: Stage, match: FakeMatch) -> None:
    lay(editing, 40)
    click_on(editing, "play.edit.look")
    press_key(editing, pygame.K_c, pygame.KMOD_CTRL)
    assert "There is nothing to save yet" not in shown(editing)
    assert editing.clipboard.get() == match.game_text()

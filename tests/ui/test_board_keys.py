"""Stones by keyboard: the cursor on the board, how one gets there, and how the arrows come back."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pygame
import pytest

from clevergo.app.desk.settings import Theme
from clevergo.app.match.messages import MatchPhase, MatchSetup, Refusal
from clevergo.games.go.rules import Ruleset
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.shell.scene import BoardMark
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from tests.ui.fakes import FakeMatch, click, click_on, draw, fake_match, make_services, make_stage, press_key

CONTROL = pygame.KMOD_CTRL
HUMAN = PlayerSpec(PlayerKind.HUMAN)
CENTER = {9: 40, 13: 84, 19: 180}


def game_of_two(size: int = 9, theme: Theme = Theme.LIGHT) -> tuple[Stage, FakeMatch]:
    """Two people at a board, Black to move; begun by mouse."""
    services = make_services(theme=theme)
    services.preferences.change(last_match=MatchSetup(HUMAN, HUMAN, Ruleset(size)))
    stage = make_stage(services)
    click_on(stage, "play.start")
    stage.update(0.0)
    match = fake_match(services)
    match.calls.clear()
    return stage, match


@pytest.fixture
def playing() -> tuple[Stage, FakeMatch]:
    return game_of_two()


def board(stage: Stage) -> BoardMark:
    assert isinstance(stage.scene, PlayScene)
    mark = stage.scene.board_mark()
    assert mark is not None
    return mark


def cursor(stage: Stage) -> int | None:
    return board(stage).cursor


def place_of(stage: Stage, action: int) -> tuple[int, int]:
    mark = board(stage)
    row, col = divmod(action, mark.size)
    return mark.first[0] + round(col * mark.step), mark.first[1] + round(row * mark.step)


def press(stage: Stage, *keys: int) -> None:
    for key in keys:
        press_key(stage, key)
        stage.update(0.0)


@pytest.mark.parametrize("size", [9, 13, 19])
def test_the_cursor_begins_in_the_middle_and_never_leaves_the_board(size: int) -> None:
    stage, match = game_of_two(size)
    press(stage, pygame.K_b)
    assert cursor(stage) == CENTER[size]
    press(stage, *[pygame.K_LEFT] * size, *[pygame.K_UP] * size)
    assert cursor(stage) == 0
    press(stage, *[pygame.K_RIGHT] * size, *[pygame.K_DOWN] * size)
    assert cursor(stage) == size * size - 1
    press(stage, pygame.K_UP, pygame.K_LEFT, pygame.K_RETURN)
    assert match.calls == [f"play {size * (size - 1) - 2}"]


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
def test_enter_and_space_place_a_stone_where_the_cursor_is(playing: tuple[Stage, FakeMatch], key: int) -> None:
    stage, match = playing
    press(stage, pygame.K_b, pygame.K_RIGHT, pygame.K_UP, key)
    assert match.calls == ["play 32"]
    assert cursor(stage) == 32, "it stays where the stone is"


def test_the_cursor_begins_at_the_last_move(playing: tuple[Stage, FakeMatch]) -> None:
    stage, match = playing
    match.play(20)
    stage.update(0.0)
    press(stage, pygame.K_b)
    assert cursor(stage) == 20


def test_a_move_that_cannot_be_played_is_refused_at_the_cursor(playing: tuple[Stage, FakeMatch]) -> None:
    stage, match = playing
    match.refusal = Refusal("ko")
    press(stage, pygame.K_b, pygame.K_RETURN)
    where = place_of(stage, 40)
    assert len([text for text in texts_of(stage) if text.ink.collidepoint(where)]) == 1
    press(stage, pygame.K_DOWN)
    assert not [text for text in texts_of(stage) if text.ink.collidepoint(where)], "moving on takes the note away"


def test_escape_gives_the_arrows_back_to_the_record(playing: tuple[Stage, FakeMatch]) -> None:
    stage, match = playing
    press(stage, pygame.K_b, pygame.K_ESCAPE, pygame.K_LEFT, pygame.K_UP, pygame.K_SPACE)
    assert cursor(stage) is None
    assert match.calls == ["look_by -1", "look_beside -1", "play 81"]


def test_on_the_board_one_can_still_pass_walk_and_take_back(playing: tuple[Stage, FakeMatch]) -> None:
    stage, match = playing
    match.play(20)
    match.calls.clear()
    stage.update(0.0)
    press(stage, pygame.K_b, pygame.K_HOME)
    press_key(stage, pygame.K_p, CONTROL)
    press_key(stage, pygame.K_z, CONTROL)
    assert match.calls == ["look_by -100000", "play 81", "undo"]
    assert cursor(stage) == 20


def test_tab_reaches_the_board_and_leaves_it(playing: tuple[Stage, FakeMatch]) -> None:
    stage, _ = playing
    for _ in range(30):
        press(stage, pygame.K_TAB)
        if cursor(stage) is not None:
            break
    assert cursor(stage) == 40
    press(stage, pygame.K_TAB)
    assert cursor(stage) is None
    assert stage.focus is not None


def test_the_mouse_never_takes_the_arrows_to_the_board(playing: tuple[Stage, FakeMatch]) -> None:
    stage, match = playing
    click(stage, place_of(stage, 10))
    press(stage, pygame.K_LEFT)
    assert match.calls == ["play 10", "look_by -1"]
    press(stage, pygame.K_b)
    click(stage, place_of(stage, 11))
    assert cursor(stage) is None


def test_who_begins_a_game_by_keys_goes_on_with_keys_and_is_told_them_once() -> None:
    stage = make_stage(make_services())
    press(stage, pygame.K_RETURN)
    assert cursor(stage) == 40
    assert any("Arrows move the cursor" in text.text for text in texts_of(stage))
    press_key(stage, pygame.K_n, CONTROL)
    stage.update(0.0)
    assert cursor(stage) is None
    for _ in range(200):
        stage.update(0.1)
    press(stage, pygame.K_RETURN)
    assert cursor(stage) == 40
    assert not any("Arrows move the cursor" in text.text for text in texts_of(stage))


def test_enter_goes_to_the_board_in_a_game_begun_by_mouse(playing: tuple[Stage, FakeMatch]) -> None:
    stage, match = playing
    press(stage, pygame.K_RETURN)
    assert cursor(stage) == 40
    assert match.calls == []


def test_dead_stones_are_marked_by_keys(playing: tuple[Stage, FakeMatch]) -> None:
    stage, match = playing
    match.play(40)
    match.finish()
    match.change(dead=np.zeros((9, 9), np.bool_))
    match.calls.clear()
    stage.update(0.0)
    press(stage, pygame.K_b, pygame.K_SPACE)
    assert match.calls == ["toggle_dead 40"]


def test_a_dialog_keeps_the_keys_from_the_board(playing: tuple[Stage, FakeMatch]) -> None:
    stage, match = playing
    press(stage, pygame.K_b)
    click_on(stage, "play.resign")  # by mouse: the keyboard goes to the button
    stage.close_popup(stage.popups[-1])
    press(stage, pygame.K_b)
    press_key(stage, pygame.K_F1)
    press(stage, pygame.K_RIGHT, pygame.K_SPACE)
    assert cursor(stage) == 40
    assert match.calls == []
    press(stage, pygame.K_RETURN)
    assert not stage.popups, "Enter is the dialog's"
    press(stage, pygame.K_RIGHT)
    assert cursor(stage) == 41


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
@pytest.mark.parametrize("size", [9, 19])
def test_the_cursor_is_seen_on_wood_and_beside_stones(theme: Theme, size: int) -> None:
    stage, match = game_of_two(size, theme)
    match.play(CENTER[size])
    for _ in range(30):
        stage.update(0.1)
    bare = pygame.surfarray.array3d(draw(stage)).astype(int)
    press(stage, pygame.K_b)
    half = round(board(stage).step * 0.8)
    for key in (None, pygame.K_RIGHT):
        if key is not None:
            press(stage, key)
        at = cursor(stage)
        assert at is not None
        x, y = place_of(stage, at)
        seen = pygame.surfarray.array3d(draw(stage)).astype(int)
        change = np.abs(seen - bare)[x - half : x + half, y - half : y + half].max(axis=2)
        assert (change > 60).sum() > 40


def test_the_cursor_runs_while_an_arrow_is_held_and_stops_with_it(
    playing: tuple[Stage, FakeMatch], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, _ = playing
    held = {pygame.K_RIGHT}
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: defaultdict(bool, dict.fromkeys(held, True)))
    press(stage, pygame.K_b)
    press_key(stage, pygame.K_RIGHT)
    for _ in range(3):
        stage.update(0.1)
    assert cursor(stage) == 41
    for _ in range(3):
        stage.update(0.1)
    assert cursor(stage) == 44, "at the edge it stays"
    held.clear()
    press_key(stage, pygame.K_LEFT)
    for _ in range(100):
        stage.update(0.1)
    assert cursor(stage) == 43
    assert not stage.is_animating


def test_moving_the_cursor_draws_only_a_little(playing: tuple[Stage, FakeMatch]) -> None:
    stage, _ = playing
    press(stage, pygame.K_b)
    for _ in range(80):
        stage.update(0.1)
    draw(stage)
    stage.damage.take(stage.rect)
    press(stage, pygame.K_RIGHT)
    parts = stage.damage.take(stage.rect)
    assert isinstance(stage.scene, PlayScene)
    whole = stage.scene.board.rect
    assert 0 < sum(part.width * part.height for part in parts) < whole.width * whole.height / 6


def test_another_games_letters_are_drawn_beside_a_board_of_the_same_size(playing: tuple[Stage, FakeMatch]) -> None:
    stage, _ = playing
    assert isinstance(stage.scene, PlayScene)
    pane = stage.scene.board
    draw(stage)
    stage.damage.take(stage.rect)
    pane.show(replace(pane.shown, board=replace(pane.shown.board, letters="ABCDEFGHI")))
    assert any(part.contains(pane.rect) for part in stage.damage.take(stage.rect))


def test_a_button_that_is_gone_no_longer_hears_of_keys() -> None:
    stage = make_stage(make_services())
    while stage.focus is None or stage.focus.id != "play.start":
        press(stage, pygame.K_TAB)
    press(stage, pygame.K_RETURN)
    match = stage.scene
    assert isinstance(match, PlayScene)
    assert cursor(stage) == 40
    press(stage, pygame.K_ESCAPE, pygame.K_RETURN)
    assert match.services.match.snapshot.phase is MatchPhase.RUNNING
    assert match.services.match.snapshot.match_id == 2, "no second game was begun"

"""The play scene: what a person can do in it, and what it then asks of the match and shows."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest
from pygame import Rect

from clevergo.app.desk.settings import FIRST_MATCH, SceneName, Theme
from clevergo.app.kennel.messages import DogInfo
from clevergo.app.match.clock import ClockSeen, TimeControl
from clevergo.app.match.messages import MatchPhase, Refusal, SavedGame
from clevergo.games.color import Color
from clevergo.games.go.rules import KoRule, Ruleset
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import TimeLeft
from clevergo.locale import Language, languages
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.ui.kit.theme import READABLE, contrast
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.shell.scene import Services, Visit
from clevergo.ui.shell.stage import Stage, scale_in
from clevergo.ui.shell.ui_map import describe, texts_of
from tests.ui.fake_ladder import grow_up
from tests.ui.fakes import (
    FakeKennel,
    FakeMatch,
    click,
    click_on,
    draw,
    fake_match,
    make_services,
    make_stage,
    move_to,
    press_key,
)

CONTROL = pygame.KMOD_CTRL


@pytest.fixture
def services() -> Services:
    return make_services()


@pytest.fixture
def match(services: Services) -> FakeMatch:
    return fake_match(services)


@pytest.fixture
def stage(services: Services) -> Stage:
    return make_stage(services)


def shown(stage: Stage) -> list[str]:
    stage.update(0.0)
    return [drawn.text for drawn in texts_of(stage)]


def enabled(stage: Stage, name: str) -> bool:
    stage.update(0.0)
    return any(mark.id == name and mark.is_enabled for mark in stage.clickable())


def play_scene(stage: Stage) -> PlayScene:
    assert isinstance(stage.scene, PlayScene)
    return stage.scene


def point(stage: Stage, row: int, col: int) -> tuple[int, int]:
    mark = play_scene(stage).board_mark()
    assert mark is not None
    return mark.first[0] + round(col * mark.step), mark.first[1] + round(row * mark.step)


# --- setting up ----------------------------------------------------------------------------------------


def test_start_begins_a_match_of_those_chosen_and_remembers_them(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.black")
    click_on(stage, "play.black.random")
    click_on(stage, "play.white")
    click_on(stage, "play.white.小黑")
    click_on(stage, "play.white.mode.policy")
    click_on(stage, "play.size.13")
    click_on(stage, "play.komi.more")
    click_on(stage, "play.ko.simple")
    click_on(stage, "play.start")
    assert match.calls == ["new_match", "start"]
    setup = match.snapshot.setup
    assert setup.black == PlayerSpec(PlayerKind.RANDOM)
    assert setup.white == PlayerSpec(PlayerKind.POLICY, "小黑")
    assert setup.rules == Ruleset(13, 8.0, KoRule.SIMPLE)
    assert stage.preferences.now.last_match == setup


@pytest.mark.parametrize("ko", list(KoRule))
def test_the_rule_of_ko_is_chosen_before_a_game(stage: Stage, match: FakeMatch, ko: KoRule) -> None:
    click_on(stage, f"play.ko.{ko.value}")
    click_on(stage, "play.start")
    assert match.snapshot.setup.rules == Ruleset(ko=ko)


def text_on(stage: Stage, id: str) -> str:
    return next(mark.text for mark in stage.clickable() if mark.id == id)


def test_monte_carlo_may_have_20_to_6400_playouts_and_400_at_first(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.white")
    click_on(stage, "play.white.mcts")
    assert text_on(stage, "play.white.times") == "400"
    seen = []
    for button in [*["play.white.times.less"] * 5, *["play.white.times.more"] * 9]:
        click_on(stage, button)
        seen.append(text_on(stage, "play.white.times"))
    assert seen[4:13] == ["20", "50", "100", "200", "400", "800", "1,600", "3,200", "6,400"]
    assert seen[13] == "6,400", "the last one"
    for _ in range(8):
        click_on(stage, "play.white.times.less")
    click_on(stage, "play.start")
    assert str(match.snapshot.setup.white) == "mcts:20"


def test_a_dog_that_takes_the_seat_of_few_playouts_thinks_as_much_as_dogs_may(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.white")
    click_on(stage, "play.white.mcts")
    for _ in range(4):
        click_on(stage, "play.white.times.less")
    click_on(stage, "play.white")
    click_on(stage, "play.white.小黑")
    click_on(stage, "play.start")
    assert str(match.snapshot.setup.white) == "alphago:小黑:25"


@pytest.mark.parametrize(
    ("mode", "expected"), [("policy", "policy:小黑"), ("value", "value:小黑"), ("alphago", "alphago:小黑:400")]
)
def test_every_dog_plays_in_three_ways(stage: Stage, match: FakeMatch, mode: str, expected: str) -> None:
    click_on(stage, "play.black")
    click_on(stage, "play.black.小黑")
    click_on(stage, f"play.black.mode.{mode}")
    click_on(stage, "play.start")
    assert str(match.snapshot.setup.black) == expected


def test_a_dog_at_a_glance_plays_the_best_move_or_draws_at_a_temperature(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.black")
    click_on(stage, "play.black.小黑")
    click_on(stage, "play.black.mode.policy")
    assert text_on(stage, "play.black.temperature") == "Best"
    for wanted in ("T 0.1", "T 0.25", "T 0.5", "T 0.75", "T 1", "T 1.5", "T 2"):
        click_on(stage, "play.black.temperature.more")
        assert text_on(stage, "play.black.temperature") == wanted
    for _ in range(4):
        click_on(stage, "play.black.temperature.less")
    click_on(stage, "play.swap")
    click_on(stage, "play.start")
    assert str(match.snapshot.setup.white) == "glance:小黑:0.5"
    assert stage.preferences.now.last_match == match.snapshot.setup


def test_no_temperature_is_asked_for_of_those_who_draw_nothing(stage: Stage) -> None:
    click_on(stage, "play.black")
    click_on(stage, "play.black.小黑")
    click_on(stage, "play.black.mode.policy")
    click_on(stage, "play.black.temperature.more")
    for mode in ("value", "alphago"):
        click_on(stage, f"play.black.mode.{mode}")
        assert "play.black.temperature" not in {mark.id for mark in stage.clickable()}
    click_on(stage, "play.black.mode.policy")
    assert text_on(stage, "play.black.temperature") == "Best"


def test_a_temperature_stays_when_another_dog_sits_down(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.black")
    click_on(stage, "play.black.小黑")
    click_on(stage, "play.black.mode.policy")
    click_on(stage, "play.black.temperature.more")
    click_on(stage, "play.black")
    click_on(stage, "play.black.alpha_go")
    click_on(stage, "play.start")
    assert str(match.snapshot.setup.black) == "glance:alpha_go:0.1"


def test_swapping_exchanges_the_players(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.swap")
    click_on(stage, "play.start")
    assert match.snapshot.setup.white.is_human
    assert match.snapshot.setup.black.kind is PlayerKind.ALPHAGO


def test_a_dog_that_has_learned_nothing_cannot_be_chosen_and_a_forgotten_one_is_said_to_be_missing() -> None:
    services = make_services()
    gone = replace(services.preferences.now.last_match, white=PlayerSpec(PlayerKind.POLICY, "gone"))
    services.preferences.change(last_match=gone)
    stage = make_stage(services)
    click_on(stage, "play.white")
    rows = {mark.id: mark.is_enabled for mark in stage.clickable()}
    assert rows["play.white.新来的"] is False
    assert rows["play.white.gone"] is True
    assert "Not found" in shown(stage)


def test_an_age_that_ships_no_more_gives_way_to_the_nearest() -> None:
    """Who updates the program finds other ages of its dog; one of a dog of one's own that is gone is said to be."""
    kennel = FakeKennel()
    grow_up(kennel)
    services = replace(make_services(), kennel=kennel)  # type: ignore[arg-type]
    match = services.preferences.now.last_match
    white = PlayerSpec(PlayerKind.ALPHAGO, "alpha_go@700", 100)
    services.preferences.change(last_match=replace(match, white=white))
    stage = make_stage(services)
    click_on(stage, "play.start")
    assert fake_match(services).snapshot.setup.white == replace(white, dog="alpha_go@622")


def test_a_match_against_an_untrained_dog_is_refused_with_what_to_do(stage: Stage, match: FakeMatch) -> None:
    stage.go_to(SceneName.PLAY, Visit(opponent="新来的"))
    click_on(stage, "play.start")
    assert match.calls == []
    assert any("train it first" in text for text in shown(stage))


def test_coming_from_a_dog_sets_the_board_for_a_game_against_it(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.start")
    stage.go_to(SceneName.PLAY, Visit(opponent="小黑"))
    assert match.snapshot.phase is MatchPhase.PAUSED
    click_on(stage, "play.start")
    assert match.snapshot.setup.black.is_human
    assert match.snapshot.setup.white.dog == "小黑"


def test_the_board_shows_the_size_that_is_chosen(stage: Stage) -> None:
    for size in (19, 13, 9):
        click_on(stage, f"play.size.{size}")
        mark = play_scene(stage).board_mark()
        assert mark is not None
        assert mark.size == size


# --- playing -------------------------------------------------------------------------------------------


@pytest.fixture
def playing(stage: Stage, match: FakeMatch) -> Stage:
    click_on(stage, "play.start")
    stage.update(0.0)
    match.calls.clear()
    return stage


def test_a_click_on_a_point_is_a_move(playing: Stage, match: FakeMatch) -> None:
    click(playing, point(playing, 2, 6))
    assert match.calls == ["play 24"]
    mark = play_scene(playing)
    playing.update(0.0)
    board = mark.board_mark()
    assert board is not None
    assert board.stones[2] == "......X.."


def test_a_move_that_waits_for_the_rules_is_seen_as_a_pale_stone(playing: Stage, match: FakeMatch) -> None:
    def brightness() -> int:
        x, y = point(playing, 2, 6)
        board = play_scene(playing).board_mark()
        assert board is not None
        # Beside the lines, and outside of the ring that marks the last move.
        return sum(draw(playing).get_at((x + round(board.step * 0.3), y + round(board.step * 0.2)))[:3])

    wood = brightness()
    match.change(waiting_move=24)
    waiting = brightness()
    assert not enabled(playing, "play.pass")
    match.change(waiting_move=None)
    assert brightness() == wood
    match.play(24)
    for _ in range(30):
        playing.update(0.1)
    assert brightness() < waiting < wood


REASONS = ("occupied", "suicide", "ko", "superko", "not_your_turn", "game_over", "not_started", "nobody_knows_this_one")


@pytest.mark.parametrize("refusal", [Refusal(reason) for reason in REASONS], ids=REASONS)
def test_a_click_that_cannot_be_played_is_answered_where_it_happened(
    playing: Stage, match: FakeMatch, refusal: Refusal
) -> None:
    match.refusal = refusal
    where = point(playing, 4, 4)
    click(playing, where)
    draw(playing)
    said = [drawn for drawn in texts_of(playing) if drawn.ink.collidepoint(where)]
    assert len(said) == 1
    for _ in range(40):
        playing.update(0.1)
    assert not [drawn for drawn in texts_of(playing) if drawn.ink.collidepoint(where)]


def test_a_click_before_the_start_is_answered_too(stage: Stage, match: FakeMatch) -> None:
    click(stage, point(stage, 4, 4))
    assert match.calls == []
    assert any("Start game" in text and "first" in text for text in shown(stage))


def test_moving_on_to_another_point_before_letting_go_plays_nothing(playing: Stage, match: FakeMatch) -> None:
    playing.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=point(playing, 2, 2), button=1))
    playing.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=point(playing, 6, 6), button=1))
    assert match.calls == []


def test_the_stone_under_the_pointer_is_shown_where_it_could_be_played(playing: Stage, match: FakeMatch) -> None:
    where = point(playing, 4, 5)
    before = draw(playing)
    playing.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=where, rel=(0, 0), buttons=(0, 0, 0)))
    assert draw(playing).get_at(where) != before.get_at(where)
    match.play(41)
    match.calls.clear()
    playing.update(0.0)
    # It is the machine's turn now: no stone of the person's hangs over the board.
    free = point(playing, 1, 1)
    empty = draw(playing).get_at(free)
    playing.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=free, rel=(0, 0), buttons=(0, 0, 0)))
    assert draw(playing).get_at(free) == empty


def test_moving_the_pointer_over_the_board_draws_only_a_little(playing: Stage) -> None:
    draw(playing)
    for col in range(9):
        playing.damage.take(playing.rect)
        where = point(playing, 4, col)
        playing.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=where, rel=(0, 0), buttons=(0, 0, 0)))
        board = play_scene(playing).board.rect
        parts = [part for part in playing.damage.take(playing.rect) if part.colliderect(board)]
        assert sum(part.width * part.height for part in parts) < board.width * board.height / 6


def test_nothing_is_drawn_while_nothing_happens(playing: Stage) -> None:
    for _ in range(120):
        playing.update(1 / 60)
    playing.damage.take(playing.rect)
    for _ in range(30):
        assert not playing.update(1 / 60)
    assert not playing.damage


@pytest.mark.parametrize(
    ("key", "mod", "call"),
    [
        (pygame.K_SPACE, 0, "play 81"),
        (pygame.K_z, CONTROL, "undo"),
        (pygame.K_y, CONTROL, "redo"),
        (pygame.K_z, CONTROL | pygame.KMOD_SHIFT, "redo"),
        (pygame.K_p, 0, "pause"),
        (pygame.K_n, CONTROL, "pause"),
    ],
)
def test_shortcuts_do_what_the_buttons_do(playing: Stage, match: FakeMatch, key: int, mod: int, call: str) -> None:
    match.change(can_undo=True, can_redo=True)
    playing.update(0.0)
    press_key(playing, key, mod)
    assert match.calls == [call]


def test_buttons_that_would_do_nothing_cannot_be_pressed(playing: Stage, match: FakeMatch) -> None:
    assert enabled(playing, "play.pass")
    assert not enabled(playing, "play.undo")
    assert not enabled(playing, "play.redo")
    click(playing, point(playing, 4, 4))
    assert not enabled(playing, "play.pass")
    assert enabled(playing, "play.undo")
    match.finish()
    assert not enabled(playing, "play.pause")
    assert not enabled(playing, "play.resign")


def test_pausing_and_going_on_is_one_button(playing: Stage, match: FakeMatch) -> None:
    click_on(playing, "play.pause")
    playing.update(0.0)
    assert "Paused" in shown(playing)
    click_on(playing, "play.pause")
    assert match.calls == ["pause", "start"]


def test_a_stone_played_in_a_pause_ends_it(playing: Stage, match: FakeMatch) -> None:
    click_on(playing, "play.pause")
    playing.update(0.0)
    click(playing, point(playing, 4, 4))
    assert match.calls == ["pause", "start", "play 40"]


def test_a_pass_in_a_pause_ends_it(playing: Stage, match: FakeMatch) -> None:
    click_on(playing, "play.pause")
    playing.update(0.0)
    click_on(playing, "play.pass")
    assert match.calls[:2] == ["pause", "start"]
    assert len(match.calls) == 3


# --- large windows, small windows ---


def test_everything_grows_in_a_large_window_and_the_person_still_decides(services: Services) -> None:
    usual, large, huge = (scale_in(size, 1.0) for size in ((1280, 800), (1920, 1080), (2560, 1440)))
    assert 1.0 == usual < large < huge
    assert large >= 1.2
    assert scale_in((2560, 1440), 1.2) > huge
    assert scale_in((1600, 1000), 1.0, device_scale=1.25) == 1.24, "as large as 1280x800 on another screen"
    stage = make_stage(services, (1920, 1080))
    smaller = make_stage(make_services(), (1280, 800))
    heights = [next(m.rect.height for m in s.clickable() if m.id == "play.start") for s in (stage, smaller)]
    assert heights[0] > 1.2 * heights[1]


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize("size", [(940, 620), (1280, 720), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("has_last", [False, True])
def test_how_it_is_counted_can_be_read_in_every_window(
    language: Language, size: tuple[int, int], has_last: bool
) -> None:
    stage = make_stage(make_services(language), size)
    game = SavedGame(Path("a.sgf"), "human", "alphago:alpha_go:400", "2026-01-31 12:30", 9, 22, "")
    play_scene(stage)._form.offer_last(game if has_last else None)
    words = "Twopassesendthegame" if language == Language.ENGLISH else "双方接连停一手"
    if words not in "".join(shown(stage)).replace(" ", ""):
        click_on(stage, "play.counting")
    assert words in "".join(shown(stage)).replace(" ", "")


def test_a_way_out_of_the_full_screen_is_shown(services: Services) -> None:
    stage = make_stage(services)
    assert not any(mark.id == "nav.window" for mark in stage.clickable())
    stage.change(full_screen=True)
    stage.resize((1920, 1080), stage.look)
    assert "Leave full screen" in shown(stage)
    click_on(stage, "nav.window")
    assert not services.preferences.now.full_screen
    stage.change(full_screen=True)
    stage.resize((940, 620), stage.look)
    click_on(stage, "nav.window")
    assert not services.preferences.now.full_screen


def test_another_way_to_play_a_move_does_not_look_like_the_next_move(playing: Stage, match: FakeMatch) -> None:
    match.play(20)
    line = match.snapshot.line.moves
    match.change(line=(replace(line[0], others=((7, 24),)),))
    click_on(playing, "play.tab.moves")
    said = shown(playing)
    assert said[said.index("or") + 1] == "G7"


# --- clicking twice ---


@pytest.mark.parametrize("size", [(940, 620), (1280, 720), (1280, 800), (1920, 1080)])
def test_a_double_click_on_start_starts_and_does_nothing_else(services: Services, size: tuple[int, int]) -> None:
    """The upper part of the button was New game's a moment later."""
    stage, match = make_stage(services, size), fake_match(services)
    now = [0.0]
    stage.clock = lambda: now[0]
    for part in range(1, 12):
        start = next(mark.rect for mark in stage.clickable() if mark.id == "play.start")
        x, y = start.left + start.width * part // 12, start.top + start.height * (1 + part % 5) // 7
        click(stage, (x, y))
        now[0] += 0.1
        click(stage, (x + 3, y - 2))
        stage.update(0.1)
        assert (match.calls, stage.popups) == (["new_match", "start"], [])
        assert not any(mark.id == "play.start" for mark in stage.clickable()), "the game is shown"
        now[0] += 0.5
        stage.update(0.5)
        click_on(stage, "play.new")
        now[0] += 0.5
        stage.update(0.5)
        match.calls.clear()


def test_nothing_calls_for_attention_while_one_plays(playing: Stage, match: FakeMatch) -> None:
    def calling() -> set[str]:
        picture, accent = draw(playing), playing.look.palette.accent
        marks = (mark for mark in playing.clickable() if mark.id in ("play.new", "play.restart", "play.resign"))
        return {mark.id for mark in marks if picture.get_at((mark.rect.left + 12, mark.rect.centery))[:3] == accent}

    assert calling() == set()
    match.finish()
    playing.update(0.0)
    assert calling() == {"play.restart"}


# --- passing early ---


def pass_early(stage: Stage) -> None:
    click_on(stage, "play.pass")
    click_on(stage, "dialog.ok")


def test_a_pass_on_an_open_board_is_asked_about_and_every_key_plays_on(playing: Stage, match: FakeMatch) -> None:
    match.change(is_open=True)
    for key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_ESCAPE):
        playing.update(0.0)
        press_key(playing, pygame.K_SPACE)
        assert any("Two passes in a row end the game" in said for said in shown(playing))
        press_key(playing, key)
        assert (playing.popups, match.calls) == ([], [])
    pass_early(playing)
    assert match.calls == ["play 81"]


def test_who_means_to_pass_is_asked_once_in_a_game_and_before_the_pass_that_ends_it(
    playing: Stage, match: FakeMatch
) -> None:
    match.change(is_open=True)
    playing.update(0.0)
    pass_early(playing)
    match.play(20)
    playing.update(0.0)
    click_on(playing, "play.pass")
    assert match.calls == ["play 81", "play 20", "play 81"]
    match.play(81)
    playing.update(0.0)
    click_on(playing, "play.pass")
    assert any("has just passed" in said for said in shown(playing))
    assert match.calls[-1:] == ["play 81"]
    assert len(match.calls) == 4
    click_on(playing, "dialog.ok")
    assert len(match.calls) == 5


def test_an_honest_late_pass_is_not_asked_about(playing: Stage, match: FakeMatch) -> None:
    for _ in range(2):
        click_on(playing, "play.pass")
        playing.update(0.0)
        match.play(20 if match.snapshot.shown.ply < 2 else 81)
        playing.update(0.0)
    assert match.calls == ["play 81", "play 20", "play 81", "play 81"]


def test_a_machines_pass_is_told_with_what_it_means(playing: Stage, match: FakeMatch) -> None:
    match.play(20)
    playing.update(0.0)
    match.play(81)
    assert any("pass too, and the game ends" in said for said in shown(playing))


@pytest.mark.parametrize(
    ("stones", "margin", "said"),
    [
        ({20: 1, 60: 2}, -7.5, "the komi of 7.5 points decided"),
        ({}, -7.5, "the komi of 7.5 points decided"),
        ({20: 1, 21: 1, 22: 1}, 73.5, "all of it counts as Black's"),
        ({20: 1, 21: 1, 60: 2}, 20.0, "the little that was enclosed decided"),
    ],
)
@pytest.mark.parametrize("size", [(940, 620), (1280, 800)])
def test_a_game_that_ended_on_an_open_board_says_why_it_was_won(
    services: Services, stones: dict[int, int], margin: float, said: str, size: tuple[int, int]
) -> None:
    stage, match = make_stage(services, size), fake_match(services)
    click_on(stage, "play.start")
    board = np.zeros(81, np.int8)
    for action, color in stones.items():
        board[action] = color
    match.change(stones=board.reshape(9, 9), is_open=True)
    match.finish(Outcome.counted(margin, Termination.TWO_PASSES))
    stage.update(0.0)
    assert said in " ".join(shown(stage))


def test_resigning_asks_first(playing: Stage, match: FakeMatch) -> None:
    click_on(playing, "play.resign")
    click_on(playing, "dialog.cancel")
    assert match.calls == []
    click_on(playing, "play.resign")
    click_on(playing, "dialog.ok")
    assert match.calls == ["resign"]


def test_starting_over_asks_while_a_game_is_going_on(playing: Stage, match: FakeMatch) -> None:
    for action in (40, 41, 42):
        match.play(action)
    match.calls.clear()
    playing.update(0.0)
    click_on(playing, "play.restart")
    assert match.calls == []
    click_on(playing, "dialog.ok")
    assert match.calls == ["restart"]


def test_a_new_game_lets_the_old_one_wait_until_one_decides(playing: Stage, match: FakeMatch) -> None:
    click(playing, point(playing, 4, 4))
    playing.update(0.0)
    click_on(playing, "play.new")
    playing.update(0.0)
    click_on(playing, "play.back")
    assert match.calls == ["play 40", "pause", "start"]
    assert match.snapshot.shown.ply == 1


def test_while_the_next_game_is_chosen_keys_do_not_touch_the_old_one(playing: Stage, match: FakeMatch) -> None:
    click_on(playing, "play.new")
    match.calls.clear()
    for key, mod in [(pygame.K_SPACE, 0), (pygame.K_z, CONTROL), (pygame.K_p, 0)]:
        press_key(playing, key, mod)
    assert match.calls == []


# --- thoughts, results, trouble -------------------------------------------------------------------------


def test_what_the_machine_thinks_is_listed_and_can_be_hidden_on_the_board(playing: Stage, match: FakeMatch) -> None:
    click(playing, point(playing, 4, 0))
    match.think()
    said = shown(playing)
    assert {"236 / 400", "42%", "C7", "61%"} <= set(said)
    with_hints = draw(playing).get_at(point(playing, 2, 2))
    click_on(playing, "play.overlay.off")
    assert draw(playing).get_at(point(playing, 2, 2)) != with_hints


def test_pointing_at_a_move_lays_its_expected_line_out(playing: Stage, match: FakeMatch) -> None:
    click(playing, point(playing, 4, 0))
    match.think()
    playing.update(0.0)
    draw(playing)
    bare = draw(playing)
    row = next(drawn for drawn in texts_of(playing) if drawn.text == "C7")
    move_to(playing, row.ink.center)
    lined = draw(playing)
    beside = [point(playing, 2, 3), point(playing, 2, 4), point(playing, 3, 2)]
    assert all(lined.get_at(pos) != bare.get_at(pos) for pos in beside)
    move_to(playing, (2, 2))
    assert all(draw(playing).get_at(pos) == bare.get_at(pos) for pos in beside)


def test_what_it_thought_stays_to_be_read_after_its_move(playing: Stage, match: FakeMatch) -> None:
    click(playing, point(playing, 4, 0))
    match.think()
    thought = match.snapshot.thoughts.now
    match.play(20)
    match.change(last_thinking=thought, last_thinking_ply=1)
    said = shown(playing)
    assert "What it thought last, with its earlier tries" in said
    assert "61%" in said


@pytest.mark.parametrize(
    ("language", "margin", "expected"),
    [
        (Language.ENGLISH, 5.5, {"Black wins by 5.5", "B+5.5   2 3/4 stones (子)"}),
        (Language.ENGLISH, -0.5, {"White wins by 0.5", "W+0.5   1/4 stones (子)"}),
        (Language.CHINESE, 5.5, {"黑胜2又3/4子", "B+5.5   黑胜 5.5 目"}),
        (Language.CHINESE, -6.0, {"白胜3子", "W+6   白胜 6 目"}),
    ],
)
def test_the_result_stands_in_points_and_in_stones(language: Language, margin: float, expected: set[str]) -> None:
    services = make_services(language)
    stage = make_stage(services)
    click_on(stage, "play.start")
    fake_match(services).finish(Outcome.counted(margin, Termination.TWO_PASSES))
    assert expected <= set(shown(stage))


def test_territory_is_shown_on_the_board_at_the_end(playing: Stage, match: FakeMatch) -> None:
    before = draw(playing)
    match.finish()
    after = draw(playing)
    left, right = point(playing, 4, 1), point(playing, 4, 7)
    assert sum(after.get_at(left)[:3]) < sum(before.get_at(left)[:3]) - 60
    assert sum(after.get_at(right)[:3]) > sum(before.get_at(right)[:3]) + 100


def test_at_the_end_stones_are_clicked_dead_or_alive(playing: Stage, match: FakeMatch) -> None:
    match.play(40)
    match.finish()
    match.change(dead=np.zeros((9, 9), np.bool_), bare_outcome=Outcome.counted(-7.5, Termination.TWO_PASSES))
    playing.update(0.0)
    match.calls.clear()
    click(playing, point(playing, 4, 4))
    assert match.calls == ["toggle_dead 40"]


def test_a_counted_game_shows_one_result_and_tells_the_training_rules_to_who_asks(
    playing: Stage, match: FakeMatch
) -> None:
    match.play(40)
    match.finish()
    match.change(dead=np.zeros((9, 9), np.bool_), bare_outcome=Outcome.counted(-28.5, Termination.TWO_PASSES))
    assert not any("28.5" in text for text in shown(playing))
    detail = next(drawn.ink for drawn in texts_of(playing) if drawn.text.startswith("B+5.5"))
    playing.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=detail.center, rel=(0, 0), buttons=(0, 0, 0)))
    playing.update(1.0)
    assert "White wins by 28.5" in " ".join(shown(playing))


def test_trouble_is_told_in_full_and_can_be_tried_again(playing: Stage, match: FakeMatch) -> None:
    match.fail("The weights in pup.pdparams cannot be read: choose another dog.")
    said = " ".join(shown(playing))
    assert "The weights in pup.pdparams cannot be read: choose another dog." in said
    match.calls.clear()
    click_on(playing, "play.again")
    assert match.calls == ["start"]
    assert "pup.pdparams" not in " ".join(shown(playing))


def test_trouble_that_stops_nothing_can_be_put_away(playing: Stage, match: FakeMatch) -> None:
    match.fail("The game cannot be saved: the disk is full.")
    match.change(phase=MatchPhase.RUNNING)
    playing.update(0.0)
    match.calls.clear()
    click_on(playing, "play.again")
    assert match.calls == []
    assert "disk is full" not in " ".join(shown(playing))


# --- looks ---------------------------------------------------------------------------------------------


def choosing(services: Services) -> None:
    """Before a game."""


def in_a_game(services: Services) -> None:
    match = fake_match(services)
    match.start()
    for action in range(1, 60, 3):
        match.play(action)
    match.change(captures=(12, 108), black_win_rates=tuple(0.5 + 0.01 * i if i % 2 else None for i in range(20)))
    match.think()


def paused(services: Services) -> None:
    in_a_game(services)
    fake_match(services).pause()


def counted(services: Services) -> None:
    in_a_game(services)
    fake_match(services).finish()
    rule = Outcome.counted(-27.5, Termination.TWO_PASSES)
    fake_match(services).change(dead=np.zeros((9, 9), np.bool_), bare_outcome=rule)


def resigned(services: Services) -> None:
    in_a_game(services)
    fake_match(services).resign()


def in_trouble(services: Services) -> None:
    in_a_game(services)
    fake_match(services).fail(
        "The weight file dogs/小黑/net.pdparams cannot be read: choose another dog, or train it. " * 2
    )


def watching(services: Services) -> None:
    setup = replace(services.preferences.now.last_match, black=PlayerSpec(PlayerKind.MCTS, simulations=6400))
    fake_match(services).new_match(replace(setup, white=PlayerSpec(PlayerKind.VALUE, "小黑")))
    in_a_game(services)


def choosing_others(services: Services) -> None:
    fake_match(services).think(6400, 6400)
    black, white = PlayerSpec(PlayerKind.MCTS, simulations=6400), PlayerSpec(PlayerKind.ALPHAGO, "小黑", 6400)
    services.preferences.change(last_match=replace(services.preferences.now.last_match, black=black, white=white))


STATES: list[Callable[[Services], None]] = [
    choosing,
    choosing_others,
    in_a_game,
    watching,
    paused,
    counted,
    resigned,
    in_trouble,
]
SIZES = [
    ((960, 640), 1.0),
    ((900, 700), 1.0),
    ((1024, 768), 1.0),
    ((1280, 720), 1.0),
    ((1280, 720), 1.5),
    ((1920, 1080), 1.0),
    ((1920, 1080), 1.5),
]


def assert_texts_are_whole(stage: Stage) -> None:
    """Every text lies in its place and in the window, none is cut and none lies on another."""
    draw(stage)
    texts = texts_of(stage)
    assert texts
    for text in texts:
        assert not text.is_cut, f"{text.text!r} is cut to {text.box}"
        assert text.box.inflate(2, 2).contains(text.ink), f"{text.text!r} at {text.ink} leaves {text.box}"
        assert stage.rect.contains(text.ink), f"{text.text!r} leaves the window"
    for first, second in itertools.combinations(texts, 2):
        assert not first.ink.colliderect(second.ink), f"{first.text!r} lies on {second.text!r}"


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_no_text_is_cut_or_lies_on_another(
    state: Callable[[Services], None], language: Language, size: tuple[int, int], scale: float
) -> None:
    services = make_services(language, scale=scale)
    state(services)
    assert_texts_are_whole(make_stage(services, size))


@pytest.mark.parametrize("theme", list(Theme))
@pytest.mark.parametrize("state", STATES)
def test_every_text_can_be_read_on_what_lies_behind_it(theme: Theme, state: Callable[[Services], None]) -> None:
    services = make_services(theme=theme)
    state(services)
    stage = make_stage(services)
    stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(0, 0), buttons=(0, 0, 0)))
    picture = draw(stage)
    pale = [Rect(mark.rect) for mark in stage.clickable() if not mark.is_enabled]
    for text in texts_of(stage):
        if any(rect.contains(text.ink) for rect in pale):
            continue
        # Just before the first letter, in the middle of the line, there is only ground.
        behind = picture.get_at((max(text.ink.left - 2, 0), text.ink.centery))
        assert contrast(text.color, (behind.r, behind.g, behind.b)) >= READABLE, text.text


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(960, 640), (1280, 720)])
def test_dialogs_fit_in_every_language(language: Language, size: tuple[int, int]) -> None:
    services = make_services(language)
    in_a_game(services)
    stage = make_stage(services, size)
    for open_dialog in (
        lambda: click_on(stage, "play.resign"),
        lambda: click_on(stage, "play.restart"),
        lambda: press_key(stage, pygame.K_F1),
    ):
        open_dialog()
        draw(stage)
        inside = [text for text in texts_of(stage) if stage.popups[0].box.contains(text.ink)]  # type: ignore[attr-defined]
        assert inside
        assert not any(text.is_cut for text in inside)
        press_key(stage, pygame.K_ESCAPE)


@pytest.mark.parametrize("name", ["🐕‍🦺" * 10, "很" * 200, "a" * 200, " ", "‮right to left"])
def test_a_dog_of_any_name_does_no_harm(name: str) -> None:
    services = make_services()
    dog = DogInfo(name, False, "5x64", 1, 1.0, 1.0, 1.0, Path("x.pdparams"))
    services = replace(services, kennel=FakeKennel((dog,)))  # type: ignore[arg-type]
    setup = services.preferences.now.last_match
    chosen = replace(setup, white=PlayerSpec(PlayerKind.ALPHAGO, name, 400))
    services.preferences.change(last_match=chosen)
    stage = make_stage(services, (960, 640))
    click_on(stage, "play.white")
    draw(stage)
    press_key(stage, pygame.K_ESCAPE)
    click_on(stage, "play.start")
    draw(stage)
    for text in texts_of(stage):
        assert stage.rect.contains(text.ink)
        assert text.box.inflate(2, 2).contains(text.ink)


def test_language_and_colors_change_at_once_and_are_remembered(playing: Stage) -> None:
    assert "New game" in shown(playing)
    click_on(playing, "nav.language")
    assert "新对局" in shown(playing)
    assert "New game" not in shown(playing)
    ground = draw(playing).get_at((2, 300))
    click_on(playing, "nav.theme")
    assert draw(playing).get_at((2, 300)) != ground
    assert playing.preferences.now.language == Language.CHINESE
    assert playing.preferences.now.theme is Theme.DARK


def test_sound_is_switched_off_and_on(playing: Stage) -> None:
    click_on(playing, "nav.sound")
    assert playing.preferences.now.sound_on is False
    press_key(playing, pygame.K_m)
    assert playing.preferences.now.sound_on is True


def test_everything_grows_with_the_scale_and_never_out_of_the_window(playing: Stage) -> None:
    def height_of_a_button() -> int:
        return next(mark.rect.height for mark in playing.clickable() if mark.id == "play.new")

    playing.resize((2560, 1440), playing.look)
    before = height_of_a_button()
    for _ in range(10):
        press_key(playing, pygame.K_EQUALS, CONTROL)
    assert height_of_a_button() > before * 1.2
    for mark in playing.clickable():
        assert playing.rect.contains(mark.rect)
    assert playing.preferences.now.ui_scale == 2.0


def test_the_map_tells_what_is_seen(playing: Stage, match: FakeMatch) -> None:
    click(playing, point(playing, 0, 8))
    playing.update(0.0)
    seen = describe(playing)
    assert seen["scene"] == "play"
    assert seen["size"] == [1280, 800]
    assert seen["language"] == "en"
    assert seen["board"]["stones"][0] == "........X"
    assert "New game" in seen["texts"]
    assert {"play.pass", "play.undo", "nav.play"} <= {widget["id"] for widget in seen["widgets"]}


def test_a_size_of_anything_a_window_can_have_does_no_harm(playing: Stage) -> None:
    for size in [(320, 320), (3000, 400), (400, 2000), (961, 641), (1, 1)]:
        playing.resize(size, playing.look)
        draw(playing)


def test_a_clock_waits_while_another_page_is_looked_at(services: Services) -> None:
    services.preferences.change(last_match=replace(FIRST_MATCH, time=TimeControl(60.0)))
    stage, match = make_stage(services), fake_match(services)
    click_on(stage, "play.start")
    match.clock = ClockSeen(TimeLeft(60.0), TimeLeft(60.0), Color.BLACK)
    scene = _scene(stage)
    scene.left()
    assert match.snapshot.phase is MatchPhase.PAUSED
    scene.entered(None)
    assert match.snapshot.phase is MatchPhase.RUNNING
    match.pause()
    scene.left()
    scene.entered(None)
    assert match.snapshot.phase is MatchPhase.PAUSED, "whoever paused goes on by hand"


def test_without_a_clock_nothing_is_paused(services: Services) -> None:
    stage, match = make_stage(services), fake_match(services)
    click_on(stage, "play.start")
    _scene(stage).left()
    assert match.snapshot.phase is MatchPhase.RUNNING


def test_a_click_that_is_no_move_ends_no_pause(services: Services) -> None:
    stage, match = make_stage(services), fake_match(services)
    click_on(stage, "play.start")
    match.play(40)
    match.change(to_play=Color.BLACK, live_to_play=Color.BLACK)
    match.pause()
    _scene(stage)._actions.click(40)
    assert match.snapshot.phase is MatchPhase.PAUSED
    _scene(stage)._actions.click(41)
    assert match.snapshot.phase is MatchPhase.RUNNING


def test_a_game_paused_by_hand_goes_on_waiting_whatever_waited_before(services: Services) -> None:
    stage, match = make_stage(services), fake_match(services)
    click_on(stage, "play.start")
    click_on(stage, "play.new")
    click_on(stage, "play.start")
    match.pause()
    stage.update(0.1)
    _scene(stage).entered(Visit(opponent="alpha_go"))
    _scene(stage).back()
    assert match.snapshot.phase is MatchPhase.PAUSED


def _scene(stage: Stage) -> PlayScene:
    assert isinstance(stage.scene, PlayScene)
    return stage.scene

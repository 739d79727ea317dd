"""Lessons for beginners in the window: by mouse and by keys, answered, tried again, kept; at the end a real game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from clevergo.app.beginner.trial import Stand
from clevergo.app.desk.settings import SceneName, Settings, SettingsFile
from clevergo.games.guests import game_named
from clevergo.locale import Language, languages
from clevergo.ui.scenes.catalog import makers
from clevergo.ui.scenes.learn.lessons.page import LessonsPage
from clevergo.ui.scenes.learn.scene import LearnScene
from clevergo.ui.shell.audio import Sound
from clevergo.ui.shell.scene import Preferences, Services, Visit
from clevergo.ui.shell.stage import SMALLEST, Stage
from clevergo.ui.strings import LessonText, Strings, Wording
from tests.ui.fakes import click, click_on, draw, fake_match, make_services, make_stage, press_key
from tests.ui.test_kennel_scene import FakeKeeping

ANSWER = 1.2
"""Seconds after which the other side has answered."""


@pytest.fixture
def services() -> Services:
    return replace(make_services(Language.ENGLISH), kennel=FakeKeeping())  # type: ignore[arg-type]


@pytest.fixture
def stage(services: Services) -> Stage:
    """The lessons of Go lie open."""
    return opened(services, "lessons.go")


def opened(services: Services, entry: str, size: tuple[int, int] = (1280, 800)) -> Stage:
    stage = make_stage(services, size)
    stage.furnish(services, makers())
    stage.go_to(SceneName.LEARN, Visit(entry=entry))
    settle(stage)
    return stage


def settle(stage: Stage) -> None:
    """Let the other side answer."""
    for _ in range(3):
        stage.update(ANSWER)


def page_of(stage: Stage) -> LessonsPage:
    scene = stage.scene
    assert isinstance(scene, LearnScene)
    assert isinstance(scene.leaf, LessonsPage)
    return scene.leaf


def click_point(stage: Stage, name: str) -> None:
    """A stone, and the answer to it."""
    mark = page_of(stage).board_mark()
    assert mark is not None
    row, col = divmod(page_of(stage).board.grid.action(name), mark.size)
    click(stage, (round(mark.first[0] + col * mark.step), round(mark.first[1] + row * mark.step)))
    settle(stage)


def stones(stage: Stage) -> tuple[str, ...]:
    mark = page_of(stage).board_mark()
    assert mark is not None
    return mark.stones


def shows(stage: Stage, row: str, game: str = "go", **values: int) -> bool:
    """Whether a sentence of the lessons can be read."""
    return Wording(f"lesson.{game}.{row}")(**values)(Strings(Language.ENGLISH)) in read(stage)


def read(stage: Stage) -> str:
    """Everything that can be read, in one line."""
    stage.look.drawn = []
    draw(stage)
    drawn, stage.look.drawn = stage.look.drawn, None
    return " ".join(text.text for text in drawn)


def ids(stage: Stage) -> set[str]:
    return {mark.id for mark in stage.clickable() if mark.is_enabled}


def done(services: Services) -> tuple[str, ...]:
    return services.preferences.now.lessons_done


# --- one lesson ----------------------------------------------------------------------------------------------------


def test_a_right_move_is_told_kept_and_leads_on(stage: Stage, services: Services) -> None:
    assert shows(stage, "take.task")
    click_point(stage, "D3")
    assert shows(stage, "take.taken")
    assert done(services) == ("go.take",)
    click_on(stage, "lessons.next")
    assert shows(stage, "escape.task")


def test_lessons_done_in_two_windows_are_all_kept(stage: Stage, services: Services, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    services.preferences._store = SettingsFile(path)
    Preferences(Settings(), SettingsFile(path)).change(lessons_done=("go.ko",))
    click_point(stage, "D3")
    assert SettingsFile(path).load().lessons_done == ("go.ko", "go.take")
    assert done(services) == ("go.take",), "each window shows what was done in it"


def test_a_wrong_move_is_answered_on_the_board_and_told_and_can_be_tried_again(stage: Stage) -> None:
    click_point(stage, "B2")
    assert stones(stage)[2] == ".XOO."
    assert shows(stage, "take.away")
    click_on(stage, "lessons.again")
    assert stones(stage)[2] == ".XO.."
    assert shows(stage, "take.task")


def test_a_click_after_a_wrong_move_is_another_try(stage: Stage, services: Services) -> None:
    click_point(stage, "B2")
    click_point(stage, "A1")
    assert stones(stage)[-2:] == ("..X..", "X....")
    click_point(stage, "D3")
    assert done(services) == ("go.take",)


def test_the_other_side_takes_its_time(stage: Stage) -> None:
    mark = page_of(stage).board_mark()
    assert mark is not None
    click(stage, (round(mark.first[0] + mark.step), round(mark.first[1] + mark.step)))
    stage.update(0.3)
    assert page_of(stage).stand is Stand.ANSWERING
    assert not shows(stage, "take.away")
    stage.update(0.6)
    assert page_of(stage).stand is Stand.WRONG


def test_what_the_rules_forbid_is_told_at_the_point_and_by_the_pup(stage: Stage) -> None:
    page_of(stage).go_to_part(2)
    click_point(stage, "A1")
    assert shows(stage, "breath.none")
    assert page_of(stage).stand is Stand.ASKED
    click_point(stage, "E5")
    assert shows(stage, "breath.room")


def test_the_other_sides_first_move_is_seen(stage: Stage) -> None:
    page_of(stage).go_to_part(3)
    stage.update(0.1)
    assert stones(stage)[2] == "X.XO."
    settle(stage)
    assert stones(stage)[2] == "XO.O."


def test_a_right_move_is_shown_where_one_asks_for_it(stage: Stage) -> None:
    click_point(stage, "A1")
    click_on(stage, "lessons.show")
    hint = page_of(stage).board.shown.marks.hint
    assert hint is not None
    assert hint.action == page_of(stage).board.grid.action("D3")
    click_point(stage, "D3")
    assert page_of(stage).stand is Stand.DONE
    assert "lessons.show" not in ids(stage)


def test_it_may_be_left_out_and_gone_back_to(stage: Stage, services: Services) -> None:
    click_on(stage, "lessons.next")
    click_on(stage, "lessons.next")
    assert shows(stage, "breath.task")
    click_on(stage, "lessons.step.2")
    assert shows(stage, "escape.task")
    press_key(stage, pygame.K_LEFT)
    assert shows(stage, "take.task")
    assert done(services) == ()


def test_what_is_right_is_heard_quietly(stage: Stage, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Sound] = []
    monkeypatch.setattr(services.audio, "play", heard.append)
    click_point(stage, "D3")
    assert heard == [Sound.CAPTURE, Sound.RIGHT]
    heard.clear()
    page_of(stage).go_to_part(2)
    click_point(stage, "A1")
    assert heard == [Sound.REFUSED]


# --- a pass, a number, the first game ------------------------------------------------------------------------------


def test_a_pass_is_a_button_and_the_other_side_passes_too(stage: Stage, services: Services) -> None:
    page_of(stage).go_to_part(6)
    assert "lessons.pass" in ids(stage)
    click_on(stage, "lessons.pass")
    settle(stage)
    assert shows(stage, "pass.both")
    assert done(services) == ("go.pass",)


def test_a_number_is_chosen_and_a_wrong_one_told_why(stage: Stage, services: Services) -> None:
    page_of(stage).go_to_part(7)
    click_point(stage, "A1")
    assert done(services) == ()
    click_on(stage, "lessons.choose.8")
    assert shows(stage, "count.stones", stones=8)
    click_on(stage, "lessons.choose.14")
    assert shows(stage, "count.sum", stones=8, empty=6, black=14, white=11, lead=3)
    assert page_of(stage).board.shown.board.owners is not None


@pytest.mark.parametrize("game", ["go", "five"])
def test_after_the_last_a_real_game_begins(services: Services, game: str) -> None:
    stage = opened(services, f"lessons.{game}")
    lessons = game_named(game).lessons
    assert lessons is not None
    usual = [one for one in lessons.boards if not one.is_extra]
    page_of(stage).go_to_part(len(usual) - 1)
    click_on(stage, "lessons.next")
    assert shows(stage, "game.said", game)
    click_on(stage, "lessons.play")
    match = fake_match(services)
    assert match.calls == ["new_match", "start"]
    assert match.snapshot.setup.black.is_human
    assert match.snapshot.setup.rules.game.name == game
    assert stage.preferences.now.last_scene is SceneName.PLAY
    assert shows(stage, "game.begin", game)


def test_what_may_be_left_out_comes_after_the_game_and_leads_back_to_it(services: Services) -> None:
    stage = opened(services, "lessons.five#5")
    click_on(stage, "lessons.extra")
    assert shows(stage, "renju.task", "five")
    click_on(stage, "lessons.next")
    assert "lessons.play" in ids(stage)


def test_from_one_game_to_the_other(services: Services) -> None:
    stage = opened(services, "lessons.go#8")
    click_on(stage, "lessons.others")
    assert shows(stage, "five.task", "five")


# --- by keys -------------------------------------------------------------------------------------------------------


def keys(stage: Stage, *pressed: int) -> None:
    for key in pressed:
        press_key(stage, key)
        settle(stage)


def test_lesson_after_lesson_can_be_done_by_keys(stage: Stage, services: Services) -> None:
    enter, left, right, down = pygame.K_RETURN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_DOWN
    keys(stage, enter, down, enter)  # from the middle, where the keyboard begins
    assert page_of(stage).stand is Stand.ASKED, "there is a stone already"
    keys(stage, right, enter)
    assert page_of(stage).stand is Stand.WRONG
    keys(stage, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert page_of(stage).stand is Stand.ASKED
    keys(stage, pygame.K_b, pygame.K_UP, enter)
    assert done(services) == ("go.take",)
    keys(stage, enter)
    assert shows(stage, "escape.task")
    assert page_of(stage).board.cursor_at is not None
    keys(stage, pygame.K_ESCAPE, pygame.K_h)
    assert page_of(stage).board.shown.marks.hint is not None
    keys(stage, right, right, right, right, right)
    keys(stage, pygame.K_SPACE)
    assert done(services) == ("go.take", "go.pass")
    keys(stage, enter, right)
    assert "lessons.play" in ids(stage)
    keys(stage, left, right, enter)
    assert fake_match(services).calls == ["new_match", "start"]


# --- leaving and coming back ---------------------------------------------------------------------------------------


def test_whoever_comes_back_goes_on_where_they_were(stage: Stage, services: Services) -> None:
    click_on(stage, "lessons.next")
    stage.go_to(SceneName.PLAY)
    stage.go_to(SceneName.LEARN)
    assert shows(stage, "escape.task")


def test_at_the_next_start_the_first_lesson_that_is_left_lies_open(services: Services) -> None:
    services.preferences.change(lessons_done=("go.take", "go.escape", "go.ko"))
    assert shows(opened(services, "lessons.go"), "breath.task")


def test_whoever_has_done_all_finds_the_game(services: Services) -> None:
    lessons = game_named("five").lessons
    assert lessons is not None
    services.preferences.change(lessons_done=tuple(f"five.{one.name}" for one in lessons.boards if not one.is_extra))
    assert shows(opened(services, "lessons.five"), "game.said", "five")


def test_settings_keep_what_was_done() -> None:
    kept = Settings(lessons_done=("go.take", "five.renju"))
    assert kept.to_dict()["lessons_done"] == ("go.take", "five.renju")


# --- room for every sentence ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize("game", ["go", "five"])
def test_whatever_may_be_said_has_room_in_the_smallest_window(game: str, language: Language) -> None:
    services = replace(make_services(language), kennel=FakeKeeping())  # type: ignore[arg-type]
    stage = opened(services, f"lessons.{game}", SMALLEST)
    page = page_of(stage)
    for number in range(len(page.parts)):
        page.go_to_part(number)
        stage.update(0.1)
        speech = page._speech
        assert speech.needed_height(stage.look, speech.rect.width, True) <= speech.rect.height, page.parts[number]


# --- a first start -------------------------------------------------------------------------------------------------


def test_before_the_rules_are_there_the_first_stone_waits(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    match = fake_match(services)
    monkeypatch.setattr(match, "rules_are_loaded", False, raising=False)
    stage = opened(services, "lessons.go")
    assert shows(stage, "take.task")
    click_point(stage, "D3")
    assert Strings(Language.ENGLISH).get(LessonText.LOADING) in read(stage)
    assert page_of(stage).board.shown.hover is not None
    monkeypatch.setattr(match, "rules_are_loaded", True, raising=False)
    settle(stage)
    assert shows(stage, "take.taken")


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_the_first_steps_lead_here(services: Services, way: str) -> None:
    stage = make_stage(services)
    stage.furnish(services, makers())
    stage.start_tour()
    click_on(stage, "tour.learn.go") if way == "mouse" else press_key(stage, pygame.K_RETURN)
    settle(stage)
    assert shows(stage, "take.task")
    assert services.preferences.now.tour_seen
    assert not stage.popups

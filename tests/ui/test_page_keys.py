"""The page of shortcuts, opened above a page with keys of its own: it tells those, all of them, and no others."""

from __future__ import annotations

import pygame
import pytest
from pygame.event import Event

from clevergo.locale import Language, languages
from clevergo.ui.kit.keys import full_screen_keys
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import KeyText, Text
from tests.ui.fakes import click_on, press_key
from tests.ui.fitting import misfits
from tests.ui.test_everything_fits import furnished

PAGES = [
    "play, slow motion, judging",
    "play, microscope, channels",
    "play, film",
    "play, the coach",
    "train, lesson",
    "learn, counting",
    "learn, mistakes",
    "learn, without policy, over",
    "learn, boards",
]
NAMED = {
    "Space": pygame.K_SPACE,
    "Enter": pygame.K_RETURN,
    "Esc": pygame.K_ESCAPE,
    "PgUp": pygame.K_PAGEUP,
    "PgDn": pygame.K_PAGEDOWN,
    "Home": pygame.K_HOME,
    "End": pygame.K_END,
    "←": pygame.K_LEFT,
    "→": pygame.K_RIGHT,
    "↑": pygame.K_UP,
    "↓": pygame.K_DOWN,
    **{chr(code).upper(): code for code in range(pygame.K_a, pygame.K_z + 1)},
    **{chr(code): code for code in range(pygame.K_1, pygame.K_9 + 1)},
}
"""What rows of keys say, and what is pressed."""
LEAVING = ("C", "F", "Esc")
"""Each pressed in a window of its own, because the page may be gone afterwards."""
SOMETIMES = {
    "play, the coach": {"2", "3"},  # as many as there are moments
    "learn, counting": {"Space", "Esc"},  # where passing is allowed; where there is something to try again
    "learn, without policy, over": {"Esc", "1", "2", "3", "←", "→"},  # games to stop, or a guess still to be made
    "learn, boards": {"Space"},  # turns pages where no door has the keyboard, and everybody knows that
}
"""Keys that do nothing in the state that is looked at here, or need not be told."""


def opened(state: str, language: Language = Language.ENGLISH, size: tuple[int, int] = (1280, 800)) -> Stage:
    stage = furnished(state, language, size, 1.0)
    stage.set_focus(None)
    return stage


def texts(stage: Stage) -> list[str]:
    return [drawn.text for drawn in texts_of(stage)]


def told(stage: Stage) -> set[str]:
    """The plain keys that rows of the page name."""
    rows = [stage.look.say(key).split() for key, _ in stage.keys]
    return {part for row in rows if row[0] != "Ctrl" for part in row if part in NAMED} - {"Z"}  # Ctrl Z


@pytest.mark.parametrize("state", PAGES)
def test_a_page_tells_the_keys_it_acts_upon(state: str) -> None:
    stage: Stage | None = None
    acted = set()
    for name, code in NAMED.items():
        stage = opened(state) if stage is None or name in LEAVING else stage
        assert stage.scene is not None
        if stage.scene.handle(Event(pygame.KEYDOWN, key=code, mod=0, unicode="")):
            acted.add(name)
        stage = None if name in LEAVING else stage
    assert acted ^ told(opened(state)) <= SOMETIMES.get(state, set())


@pytest.mark.parametrize("size", [(1280, 800), (940, 620)])
@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize("state", PAGES)
def test_the_page_of_shortcuts_tells_the_keys_of_the_page_below_it(
    state: str, language: Language, size: tuple[int, int]
) -> None:
    stage = opened(state, language, size)
    rows = stage.keys
    press_key(stage, pygame.K_F1)
    said = texts(stage)
    assert stage.look.say(KeyText.HERE) in said
    assert stage.look.say(KeyText.LEAP) not in said
    for words in [words for row in rows for words in row]:
        assert stage.look.say(words) in said
    assert misfits(stage) == []


def test_on_a_mac_it_says_what_stands_on_its_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = opened("play, thinking")
    monkeypatch.setattr("sys.platform", "darwin")
    press_key(stage, pygame.K_F1)
    said = texts(stage)
    assert "Cmd Z" in said
    assert not [text for text in said if "Ctrl" in text]


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize("size", [(1280, 800), (940, 620)])
def test_on_a_mac_f11_which_is_the_systems_own_stands_behind_the_other_way(
    monkeypatch: pytest.MonkeyPatch, language: Language, size: tuple[int, int]
) -> None:
    stage = opened("play, thinking", language, size)
    enter = stage.look.say(KeyText.ENTER)
    press_key(stage, pygame.K_F1)
    assert f"F11  Alt {enter}" in texts(stage)
    monkeypatch.setattr("sys.platform", "darwin")
    assert f"Option {enter}  F11" in texts(stage)
    assert misfits(stage) == []
    for words in (Text.TIP_LEAVE_FULL_SCREEN, Text.FULL_SCREEN_SAID):
        assert "F11" not in stage.look.say(words(key=lambda strings: full_screen_keys(strings)[0]))


@pytest.mark.parametrize(("tab", "widget", "key"), [(None, "nav.leave", "Q"), (pygame.K_t, "notes.find", "F")])
def test_on_a_mac_tips_say_what_stands_on_its_keys(
    monkeypatch: pytest.MonkeyPatch, tab: int | None, widget: str, key: str
) -> None:
    stage = opened("play, thinking")
    if tab is not None:
        press_key(stage, tab)
    place = next(mark.rect.center for mark in stage.clickable() if mark.id == widget)
    for platform, held in (("linux", "Ctrl"), ("darwin", "Cmd")):
        monkeypatch.setattr("sys.platform", platform)
        stage.handle(Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
        stage.update(1.0)
        assert [text for text in texts(stage) if text.endswith(f"({held} {key})")]


def test_on_a_mac_the_menu_of_a_record_says_what_stands_on_its_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = opened("play, thinking")
    monkeypatch.setattr("sys.platform", "darwin")
    click_on(stage, "play.record")
    assert {"Cmd G", "Cmd O", "Cmd S", "Cmd C", "Cmd V"} <= set(texts(stage))


def test_where_people_play_it_tells_how_to_play() -> None:
    stage = opened("play, thinking")
    press_key(stage, pygame.K_F1)
    said = texts(stage)
    assert stage.look.say(KeyText.LEAP) in said
    assert stage.look.say(KeyText.HERE) not in said
    assert stage.look.say(Text.SHORTCUTS) in said

"""The page of settings and the first steps: everything is changed at once, remembered, and reached by keys alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from clevergo.app.desk.desktop import DesktopError
from clevergo.app.desk.settings import SceneName, Theme
from clevergo.app.kennel.messages import Effort
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.record import Bout, Person
from clevergo.locale import Language
from clevergo.ui.kit.theme import DARK, LIGHT
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.scenes.train.scene import TrainScene
from clevergo.ui.shell import settings_page
from clevergo.ui.shell.about import ARTICLES, FOLLOWED, FONTS, LIBRARIES, PROGRAMS
from clevergo.ui.shell.settings_page import SettingsPage, from_home, shortened
from clevergo.ui.shell.shortcuts import EVERYWHERE, PLAYING
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.tour import STEPS, Tour
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import Strings
from tests.ui.fakes import FakeKennel, click, click_on, make_services, make_stage, move_to, press_key


def open_stage(folder: Path | None = None) -> Stage:
    """A stage with play and train."""
    services = replace(make_services(), data_folder=folder)
    stage = make_stage(services)
    stage.furnish(services, {SceneName.PLAY: PlayScene, SceneName.TRAIN: TrainScene})
    stage.go_to(SceneName.PLAY)
    return stage


@pytest.fixture
def stage() -> Stage:
    """With the settings open, as F2 opens them."""
    stage = open_stage(Path("/pc/someone/data"))
    press_key(stage, pygame.K_F2)
    assert isinstance(stage.popups[-1], SettingsPage)
    return stage


def texts(stage: Stage) -> list[str]:
    return [drawn.text for drawn in texts_of(stage)]


def test_language_theme_and_size_change_at_once(stage: Stage) -> None:
    click_on(stage, "settings.language.zh")
    assert "设置" in texts(stage)
    click_on(stage, "settings.theme.dark")
    assert stage.look.palette is DARK
    before = stage.look.scale
    click_on(stage, "settings.ui_scale.more")
    assert stage.look.scale > before
    now = stage.preferences.now
    assert (now.language, now.theme, now.ui_scale) == (Language.CHINESE, Theme.DARK, 1.1)


def test_the_systems_colors_are_followed_only_where_that_is_wished(stage: Stage) -> None:
    stage.follow_desktop(True)
    assert stage.look.palette is LIGHT
    click_on(stage, "settings.theme.system")
    assert stage.look.palette is DARK
    stage.follow_desktop(False)
    assert stage.look.palette is LIGHT
    stage.follow_desktop(False, device_scale=1.25)
    assert stage.look.scale == pytest.approx(1.24, abs=0.03)


def test_switches_and_volumes_are_remembered(stage: Stage) -> None:
    for name in ("coordinates", "move_numbers", "sound_on", "full_screen"):
        click_on(stage, f"settings.{name}")
    now = stage.preferences.now
    assert (now.coordinates, now.move_numbers, now.sound_on, now.full_screen) == (False, True, False, True)
    rect = next(mark.rect for mark in stage.clickable() if mark.id == "settings.music_volume")
    click(stage, (rect.right - 2, rect.centery))
    assert stage.preferences.now.music_volume == 1.0
    assert stage.audio.music.volume == 0.0, "silent: the music is off"
    assert stage.audio.sound_volume == 0.0
    click_on(stage, "settings.music_on")
    assert stage.preferences.now.music_on
    assert (stage.audio.music.volume, stage.audio.sound_volume) == (1.0, 0.0), "one without the other"


def test_a_volume_is_heard_while_it_is_dragged_and_saved_where_it_ends(stage: Stage) -> None:
    rect = next(mark.rect for mark in stage.clickable() if mark.id == "settings.sound_volume")
    before = stage.preferences.now.sound_volume
    stage.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=rect.center, button=1))
    assert stage.audio.sound_volume == pytest.approx(0.5, abs=0.1)
    assert stage.preferences.now.sound_volume == before
    stage.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=rect.center, button=1))
    assert stage.preferences.now.sound_volume == pytest.approx(0.5, abs=0.1)


def test_effort_reaches_the_training(stage: Stage) -> None:
    click_on(stage, "settings.effort.gentle")
    assert stage.preferences.now.effort is Effort.GENTLE


def test_the_data_folder_is_shown_and_what_keeps_it_closed_is_told(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "/pc/someone/data" in texts(stage)
    shown: list[Path] = []
    monkeypatch.setattr(settings_page, "show_folder", shown.append)
    click_on(stage, "settings.folder")
    assert shown == [Path("/pc/someone/data")]

    def refuse(folder: Path) -> None:
        raise DesktopError("show_folder", folder=folder, cause="no desktop")

    monkeypatch.setattr(settings_page, "show_folder", refuse)
    click_on(stage, "settings.folder")
    assert any("by hand" in stage.look.say(words) for words in stage.toasts.texts)


def test_a_path_at_home_is_written_as_people_write_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert from_home(str(tmp_path / "things" / "CleverGo")) == str(Path("~") / "things" / "CleverGo")
    elsewhere = str(tmp_path.parent / "CleverGo")
    assert from_home(elsewhere) == elsewhere
    assert from_home("") == ""


def test_a_long_path_keeps_its_beginning_and_its_end() -> None:
    said = shortened("/disk/with/a/very/long/path/data", lambda text: len(text) <= 20)
    assert said.startswith("/disk")
    assert said.endswith("path/data")
    assert "…" in said


def test_the_page_opens_once_and_escape_closes_it(stage: Stage) -> None:
    stage.open_settings()
    assert len(stage.popups) == 1
    press_key(stage, pygame.K_ESCAPE)
    assert stage.popups == []


def test_everything_on_it_is_reached_with_the_tab_key(stage: Stage) -> None:
    wanted = {mark.id.split(".")[1] for mark in stage.clickable() if mark.id.startswith("settings.")}
    reached = set()
    for _ in range(40):
        press_key(stage, pygame.K_TAB)
        assert stage.focus is not None
        reached.add(stage.focus.id.rpartition("settings.")[2])
        assert stage.shows_focus
    assert {name for name in wanted if not any(name in other for other in reached)} == set()


def test_shortcuts_are_opened_from_it_and_name_every_key(stage: Stage) -> None:
    click_on(stage, "settings.shortcuts")
    said = texts(stage)
    for key, _ in (*PLAYING, *EVERYWHERE):
        assert stage.look.say(key) in said
    press_key(stage, pygame.K_ESCAPE)
    assert isinstance(stage.popups[-1], SettingsPage)


def test_thanks_are_opened_from_it_and_tell_each_license(stage: Stage) -> None:
    click_on(stage, "settings.thanks")
    said = texts(stage)
    for thanks in (*FOLLOWED, *ARTICLES, *PROGRAMS, *LIBRARIES, *FONTS):
        assert thanks.name in said
        assert stage.look.say(thanks.license) in said
    click_on(stage, "dialog.ok")
    assert isinstance(stage.popups[-1], SettingsPage)


# --- the first steps ---


def test_the_first_steps_lead_through_the_scenes_and_are_seen_then() -> None:
    stage = open_stage()
    stage.start_tour()
    for step in STEPS:
        assert isinstance(stage.scene, PlayScene if step.scene is SceneName.PLAY else TrainScene)
        assert Strings(Language.ENGLISH).get(step.title) in texts(stage)
        click_on(stage, "tour.next")
    assert stage.popups == []
    assert stage.preferences.now.tour_seen


@pytest.mark.parametrize("switch", ["nav.language", "nav.theme", "nav.sound"])
def test_the_first_steps_go_on_in_another_language_or_other_colors(switch: str) -> None:
    stage = open_stage()
    stage.start_tour()
    click_on(stage, "tour.next")
    click_on(stage, switch)
    language = stage.preferences.now.language
    assert Strings(language).get(STEPS[1].title) in texts(stage)
    click_on(stage, "nav.settings")
    assert Strings(language).get(STEPS[1].title) not in texts(stage)


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, None])
def test_the_first_steps_can_be_skipped(key: int | None) -> None:
    stage = open_stage()
    stage.start_tour()
    if key is None:
        click_on(stage, "tour.skip")
    else:
        press_key(stage, key)
    assert stage.popups == []
    assert stage.preferences.now.tour_seen


NOBODY = Person()
"""Who has not played yet."""


def greeted(person: Person, **wishes: Any) -> Stage:
    """A window that has just opened, of somebody who has played these games."""
    ladder = Ladder(None, FakeKennel())  # type: ignore[arg-type]
    ladder.person = person
    services = replace(make_services(), ladder=ladder)
    services.preferences.change(**wishes)
    stage = make_stage(services)
    stage.greet()
    return stage


def test_who_is_new_is_asked_whether_they_can_play() -> None:
    assert isinstance(greeted(NOBODY).popups[-1], Tour)


@pytest.mark.parametrize(
    ("person", "wishes"),
    [
        (Person(bouts=(Bout("go", "random", 0.0, 0.0, 0.0),)), {}),
        (NOBODY, {"lessons_done": ("go.capture",)}),
        (NOBODY, {"tour_seen": True}),
    ],
)
def test_who_has_played_or_learned_or_seen_the_first_steps_is_not_asked(person: Person, wishes: dict[str, Any]) -> None:
    assert greeted(person, **wishes).popups == []


def test_who_closes_the_window_on_the_first_steps_does_not_see_them_at_every_start() -> None:
    stage = greeted(NOBODY)
    stage.closed()
    assert stage.preferences.now.tour_seen


def test_they_go_on_by_keys() -> None:
    stage = open_stage()
    stage.start_tour()
    for step in STEPS:
        press_key(stage, pygame.K_RIGHT if step.offers_lessons else pygame.K_RETURN)
    assert stage.popups == []


def test_whatever_is_clicked_beside_them_works_and_ends_them() -> None:
    stage = open_stage()
    stage.start_tour()
    click_on(stage, "nav.train")
    assert stage.popups == []
    assert isinstance(stage.scene, TrainScene)


def test_what_lies_dimmed_beside_them_tells_nothing() -> None:
    stage = open_stage()

    def telling() -> list[str]:
        names = []
        for mark in stage.clickable():
            move_to(stage, mark.rect.center)
            if stage.waits_for_tip:
                names.append(mark.id)
        return names

    assert "nav.settings" in telling()
    stage.start_tour()
    assert [name for name in telling() if not name.startswith("tour.")] == []


def test_they_stay_through_another_size_and_another_language() -> None:
    stage = open_stage()
    stage.start_tour()
    stage.resize((1000, 640), stage.look)
    stage.change(language=Language.CHINESE)
    stage.update(0.1)
    assert Strings(Language.CHINESE).get(STEPS[0].title) in texts(stage)


def test_they_can_be_seen_again_from_the_settings(stage: Stage) -> None:
    click_on(stage, "settings.tour")
    assert Strings(Language.ENGLISH).get(STEPS[0].title) in texts(stage)

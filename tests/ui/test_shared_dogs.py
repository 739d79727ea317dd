"""The kennel's dialog of dogs that several people share, by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame

from clevergo.app.kennel.shared.looking import Looked
from clevergo.app.kennel.tasks import Task, TaskSnapshot, TaskState
from clevergo.ui.scenes.kennel.shared import SharedDialog
from clevergo.ui.shell.stage import Stage
from tests.ui.fake_shared import DAMAGED, LISTED
from tests.ui.fakes import click_on, press_key, type_text
from tests.ui.test_kennel_scene import FakeKeeping, make_stage, shown


def open_shared(stage: Stage, keeping: FakeKeeping, looked: Looked | None) -> SharedDialog:
    click_on(stage, "kennel.shared")
    dialog = stage.popups[-1]
    assert isinstance(dialog, SharedDialog)
    keeping.shared.found = looked
    dialog.show_news()
    return dialog


def test_a_click_on_a_dog_brings_it_home_from_where_it_was_seen() -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    open_shared(stage, keeping, Looked("/pc/class", LISTED))
    assert "旺财" in shown(stage)
    click_on(stage, "shared.dogs.0")
    assert keeping.calls[-1] == "fetch a-1.clevergo from /pc/class"
    assert stage.popups == []
    keeping.ends.append(TaskSnapshot(Task.FETCH, "旺财", TaskState.DONE, 1.0, "小黑"))
    assert "has come home" in shown(stage)
    assert stage.popups  # and one is asked what is to be done with it


def test_the_dialog_is_as_high_as_what_it_shows() -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    dialog = open_shared(stage, keeping, None)
    low, top = dialog.box.height, dialog.box.top
    keeping.shared.found = Looked("/pc/class", replace(LISTED, dogs=LISTED.dogs[:1]))
    dialog.show_news()
    assert low < dialog.box.height < low + 60
    assert dialog.box.top == top, "it grows at its lower edge"
    keeping.shared.found = Looked("/pc/class", LISTED)
    dialog.show_news()
    assert dialog.box.height > low + 100
    assert stage.rect.contains(dialog.box)
    keeping.shared.found = Looked("/pc/class", replace(LISTED, dogs=()))
    dialog.show_news()
    assert dialog.box.height == low


def test_a_place_is_named_once_looked_into_and_remembered(tmp_path: Path) -> None:
    keeping = FakeKeeping()
    stage, scenes = make_stage(keeping)
    dialog = open_shared(stage, keeping, None)
    assert "Say where" in shown(stage)
    click_on(stage, "shared.place")
    type_text(stage, str(tmp_path))
    press_key(stage, pygame.K_RETURN)
    keeping.shared._answers.wait()
    assert "Nobody is there yet" in shown(stage)
    settings = next(iter(scenes.values())).services.preferences.now
    assert settings.shared_place == str(tmp_path)
    dialog.close()
    click_on(stage, "kennel.shared")
    keeping.shared._answers.wait()
    assert "Nobody is there yet" in shown(stage)


def test_mine_is_put_there_and_what_is_wrong_is_said_in_the_dialog() -> None:
    keeping = FakeKeeping()
    stage, _ = make_stage(keeping)
    open_shared(stage, keeping, Looked("/pc/class", None, DAMAGED))
    assert "not what its checksum says" in " ".join(shown(stage).split())
    click_on(stage, "shared.place")
    type_text(stage, "/pc/class")
    keeping.refuses = "the kennel is busy"
    click_on(stage, "shared.put")
    assert "The kennel is busy" in shown(stage)
    keeping.refuses = ""
    click_on(stage, "shared.put")
    assert keeping.calls[-1] == "put 小黑 into /pc/class"
    assert stage.popups == []

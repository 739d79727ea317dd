"""What is said while there is nothing to see yet."""

from __future__ import annotations

import pytest
from pygame import Rect

from clevergo.locale import Language
from clevergo.ui.scenes.shared.waiting import Waiting
from clevergo.ui.shell.stage import Stage
from tests.ui.fakes import make_services, make_stage
from tests.ui.fitting import texts_shown


@pytest.fixture
def stage() -> Stage:
    return make_stage(make_services(Language.ENGLISH))


def told(stage: Stage) -> str:
    return " ".join(shown.drawn.text for shown in texts_shown(stage))


def test_who_waits_long_is_told_why_and_no_longer_once_there_is_something_to_see(stage: Stage) -> None:
    waiting = Waiting("test.waiting")
    stage.add(waiting)
    waiting.place(Rect(100, 100, 600, 300), stage.look)
    waiting.wait("Searching…")
    stage.update(1.0)
    assert "Searching…" in told(stage)
    assert "The first time" not in told(stage)
    for _ in range(5):
        waiting.wait("Searching…")  # told again meanwhile, which begins nothing anew
        stage.update(1.0)
    assert "The first time" in told(stage)
    waiting.rest()
    waiting.wait("Searching…")
    stage.update(1.0)
    assert "The first time" not in told(stage)

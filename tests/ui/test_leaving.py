"""The way out of the program is seen, and asks where something is under way."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from clevergo.app.kennel.messages import TrainingPhase, TrainingSnapshot
from clevergo.app.kennel.tasks import Task, TaskSnapshot
from clevergo.app.match.messages import MatchPhase
from clevergo.locale import Language
from clevergo.ui.shell.leaving import LeaveDialog
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import Strings, Text
from tests.ui.fakes import FakeKennel, FakeTraining, click_on, fake_match, make_services, make_stage, press_key
from tests.ui.test_compete_scene import FakeTournament, plan, standing


class Busy(FakeTraining):
    """A dog is in training."""

    snapshot = TrainingSnapshot(dog="小黑", phase=TrainingPhase.RUNNING)


def in_training(services: Services) -> Services:
    return replace(services, training=Busy())  # type: ignore[arg-type]


def in_a_game(services: Services) -> Services:
    match = fake_match(services)
    match.start()
    match.play(40)
    return services


def in_a_tournament(services: Services) -> Services:
    tournament = FakeTournament()
    tournament.snapshot = standing(plan("policy:alpha_go", "mcts:400"))
    return replace(services, tournament=tournament)  # type: ignore[arg-type]


def in_the_kennel(services: Services) -> Services:
    assert isinstance(services.kennel, FakeKennel)
    services.kennel.task = TaskSnapshot(Task.COPY, "小黑")
    return services


BUSY = {
    Text.LEAVE_TRAINING: in_training,
    Text.LEAVE_GAME: in_a_game,
    Text.LEAVE_TOURNAMENT: in_a_tournament,
    Text.LEAVE_TASK: in_the_kennel,
}


def said(stage: Stage) -> str:
    return "".join(drawn.text for drawn in texts_of(stage)).replace(" ", "")


def test_where_nothing_is_under_way_it_is_left_at_once() -> None:
    stage = make_stage(make_services())
    click_on(stage, "nav.leave")
    assert stage.is_left


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE], ids=str)
@pytest.mark.parametrize("text", BUSY, ids=str)
def test_whatever_is_under_way_is_told_before_it_stops(text: object, language: Language) -> None:
    services = BUSY[text](make_services(language))  # type: ignore[index]
    stage = make_stage(services)
    click_on(stage, "nav.leave")
    assert not stage.is_left
    words = Strings(language).get(text, name="小黑")  # type: ignore[arg-type]
    assert words.replace(" ", "") in said(stage)
    click_on(stage, "dialog.cancel")
    assert not stage.popups
    assert not stage.is_left
    click_on(stage, "nav.leave")
    click_on(stage, "dialog.ok")
    assert stage.is_left


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE])
def test_by_keys_one_stays_unless_one_goes_to_the_button(key: int) -> None:
    stage = make_stage(in_a_game(make_services()))
    press_key(stage, pygame.K_q, pygame.KMOD_CTRL)
    assert isinstance(stage.popups[-1], LeaveDialog)
    press_key(stage, key)
    assert not stage.popups
    assert not stage.is_left


def test_asked_again_and_again_it_is_one_question() -> None:
    stage = make_stage(in_a_game(make_services()))
    for _ in range(3):
        stage.leave()
    assert len(stage.popups) == 1


@pytest.mark.parametrize("phase", [MatchPhase.SETUP, MatchPhase.FINISHED, MatchPhase.LOOKING])
def test_a_game_that_is_not_under_way_keeps_nobody(phase: MatchPhase) -> None:
    services = in_a_game(make_services())
    fake_match(services).change(phase=phase)
    stage = make_stage(services)
    stage.leave()
    assert stage.is_left

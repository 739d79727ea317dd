"""The way out of the program is seen, and asks where something is under way."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from clevergo.app.kennel.messages import TrainingPhase, TrainingSnapshot
from clevergo.app.kennel.tasks import Task, TaskSnapshot
from clevergo.app.match.messages import Crosstable, MatchPhase
from clevergo.app.meeting.lobby import Doing
from clevergo.locale import Language
from clevergo.ui.kit.look import say
from clevergo.ui.shell.leaving import LeaveDialog, under_way
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import MeetText, Strings, Text
from tests.ui.fake_meeting import AWAY, TABLE, FakeLobby, sit_opposite
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


def in_a_game_over_the_network(services: Services) -> Services:
    fake_match(services).start()
    sit_opposite(services, replace(AWAY, name="小黑"))
    return services


def in_somebodys_tournament(services: Services, table: Crosstable = TABLE) -> Services:
    fake_match(services).start()
    sit_opposite(services, replace(AWAY, is_tournament=True, table=table), "wangcai")
    return services


def holding(services: Services, doing: Doing = Doing.HOLDING, table: Crosstable | None = TABLE) -> Services:
    """A tournament over the network is held at this computer."""
    lobby = FakeLobby()
    lobby.say(doing=doing, table=table)
    return replace(services, lobby=lobby)  # type: ignore[arg-type]


def in_the_kennel(services: Services) -> Services:
    assert isinstance(services.kennel, FakeKennel)
    services.kennel.task = TaskSnapshot(Task.COPY, "小黑")
    return services


BUSY = {
    Text.LEAVE_TRAINING: in_training,
    Text.LEAVE_GAME: in_a_game,
    Text.LEAVE_TOURNAMENT: in_a_tournament,
    Text.LEAVE_TASK: in_the_kennel,
    MeetText.LEAVE_GAME: in_a_game_over_the_network,
    MeetText.LEAVE_TOURNAMENT_SAID: in_somebodys_tournament,
    MeetText.END_SAID: holding,
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


def lines_asked(services: Services) -> list[str]:
    return [say(Strings(Language.ENGLISH), words) for words in under_way(services)]


def test_a_tournament_that_waits_for_its_guests_is_not_left_without_a_question() -> None:
    assert len(under_way(holding(make_services(), Doing.GATHERING, None))) == 1


def test_where_the_hosts_own_dog_takes_part_it_is_said_once_that_the_tournament_ends() -> None:
    services = in_somebodys_tournament(holding(make_services(), Doing.NOTHING))
    assert lines_asked(services) == [Strings(Language.ENGLISH).get(MeetText.END_SAID)]


def test_between_two_games_of_a_tournament_the_others_are_still_to_be_played() -> None:
    services = in_somebodys_tournament(make_services())
    fake_match(services).change(phase=MatchPhase.FINISHED)
    assert lines_asked(services) == [Strings(Language.ENGLISH).get(MeetText.LEAVE_TOURNAMENT_SAID)]


def test_a_tournament_that_is_over_keeps_nobody() -> None:
    over = replace(TABLE, is_over=True)
    assert not under_way(holding(make_services(), Doing.HOLDING, over))
    services = in_somebodys_tournament(make_services(), over)
    fake_match(services).change(phase=MatchPhase.FINISHED)
    assert not under_way(services)


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

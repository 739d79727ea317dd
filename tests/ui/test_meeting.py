"""Where games over the network come about, and what stands beside the board while one goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from clevergo.app.desk.settings import SceneName
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.match.messages import AwaySeen, MatchPhase
from clevergo.app.meeting.lobby import Doing
from clevergo.games.color import Color
from clevergo.games.outcome import Outcome, Termination
from clevergo.locale import Language
from clevergo.ui.scenes.meeting.page import MeetingPage
from clevergo.ui.scenes.meeting.words import gone_said
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.strings import Strings
from tests.ui.fake_meeting import AWAY, FOUND, KEPT, TABLE, FakeLobby, complain, sit_opposite
from tests.ui.fakes import click_on, fake_analysis, fake_match, make_services, make_stage, press_key, type_text


@pytest.fixture
def services() -> Services:
    services = make_services()
    return replace(services, lobby=FakeLobby(), ladder=Ladder(None, services.kennel))  # type: ignore[arg-type]


@pytest.fixture
def stage(services: Services) -> Stage:
    return make_stage(services)


def lobby_of(services: Services) -> FakeLobby:
    assert isinstance(services.lobby, FakeLobby)
    return services.lobby


def settle(stage: Stage) -> None:
    for _ in range(3):
        stage.update(0.5)


def go(stage: Stage) -> MeetingPage:
    click_on(stage, "play.network")
    settle(stage)
    assert isinstance(stage.scene, MeetingPage)
    return stage.scene


def texts(stage: Stage) -> str:
    from tests.ui.fitting import texts_shown

    return " ".join(shown.drawn.text for shown in texts_shown(stage))


def can_click(stage: Stage, name: str) -> bool:
    return any(mark.id == name and mark.is_enabled for mark in stage.clickable())


def test_who_invites_sees_a_code_and_may_think_better_of_it(stage: Stage, services: Services) -> None:
    go(stage)
    click_on(stage, "meet.color.2")
    click_on(stage, "meet.invite")
    settle(stage)
    assert lobby_of(services).calls[-1] == "invite WHITE human Somebody"
    shown = texts(stage)
    assert "K7QM-24XD" in shown
    assert "192.168.1.5" in shown
    click_on(stage, "meet.copy")
    assert stage.clipboard.get() == "K7QM-24XD"
    click_on(stage, "meet.cancel")
    settle(stage)
    assert lobby_of(services).snapshot.doing is Doing.NOTHING
    assert can_click(stage, "meet.invite")


def test_while_somebody_is_waited_for_nobody_else_sits_down_here(stage: Stage, services: Services) -> None:
    go(stage)
    mine = ("meet.name", "meet.me")
    assert all(can_click(stage, name) for name in mine)
    click_on(stage, "meet.invite")
    settle(stage)
    assert not any(can_click(stage, name) for name in mine)
    click_on(stage, "meet.cancel")
    settle(stage)
    assert all(can_click(stage, name) for name in mine)


def test_a_host_in_the_list_is_joined_with_the_code(stage: Stage, services: Services) -> None:
    go(stage)
    lobby_of(services).say(found=FOUND)
    settle(stage)
    click_on(stage, "meet.found.0")
    assert stage.focus is not None
    assert stage.focus.id == "meet.join_code"
    stage.handle(pygame.event.Event(pygame.TEXTINPUT, text="k7qm24xd"))
    click_on(stage, "meet.join")
    settle(stage)
    assert lobby_of(services).calls[-1] == "join 192.168.1.5:24242 k7qm24xd human Somebody"
    click_on(stage, "meet.join")  # it says Cancel now
    assert lobby_of(services).calls[-1] == "cancel"


def test_who_knocks_in_vain_is_told_once_what_may_be_in_the_way(stage: Stage, services: Services) -> None:
    go(stage)
    lobby_of(services).say(doing=Doing.JOINING)
    told = []
    for _ in range(60):
        stage.update(0.5)
        told.append(any("firewall" in stage.look.say(words) for words in stage.toasts.texts))
    assert told.index(True) == 19, "after ten seconds"
    assert not told[-1], "it goes, and is not said again"


ADDRESS_MISSING, CODE_MISSING = "Type the address their computer shows", "Type the code they read to you"


def test_without_an_address_and_a_code_nobody_is_joined_and_under_each_field_stands_what_is_missing(
    stage: Stage, services: Services
) -> None:
    go(stage)
    assert ADDRESS_MISSING not in texts(stage)
    click_on(stage, "meet.join")
    said = texts(stage)
    assert ADDRESS_MISSING in said
    assert CODE_MISSING in said
    assert not any(call.startswith("join") for call in lobby_of(services).calls)
    assert stage.focus is not None
    assert stage.focus.id == "meet.address"


def test_what_is_missing_is_said_until_it_is_typed(stage: Stage, services: Services) -> None:
    go(stage)
    press_key(stage, pygame.K_RETURN)
    click_on(stage, "meet.join")
    type_text(stage, "192.168.1.7")
    settle(stage)
    assert ADDRESS_MISSING not in texts(stage)
    assert CODE_MISSING in texts(stage)
    click_on(stage, "meet.join")
    assert stage.focus is not None
    assert stage.focus.id == "meet.join_code"
    type_text(stage, "k7qm24xd")
    settle(stage)
    assert CODE_MISSING not in texts(stage)
    click_on(stage, "meet.join")
    assert lobby_of(services).calls[-1] == "join 192.168.1.7 k7qm24xd human Somebody"


def test_where_somebody_invites_the_list_is_the_way_to_an_address(stage: Stage, services: Services) -> None:
    go(stage)
    lobby_of(services).say(found=FOUND)
    settle(stage)
    click_on(stage, "meet.join")
    assert "Pick a name above, or type an address" in texts(stage)


def test_a_game_of_another_day_is_gone_on_with(stage: Stage, services: Services) -> None:
    go(stage)
    lobby_of(services).say(kept=KEPT)
    settle(stage)
    click_on(stage, "meet.kept.0")
    assert lobby_of(services).calls[-1] == "go_on 小明 human"


def test_while_one_is_being_opened_no_other_can_be_asked_for(stage: Stage, services: Services) -> None:
    go(stage)
    for doing, can_be_asked_for in ((Doing.OPENING, False), (Doing.NOTHING, True)):
        lobby_of(services).say(kept=KEPT, doing=doing)
        settle(stage)
        assert can_click(stage, "meet.kept.0") is can_be_asked_for


def test_a_game_is_gone_on_with_at_the_address_that_was_typed(stage: Stage, services: Services) -> None:
    go(stage)
    lobby_of(services).say(kept=KEPT)
    settle(stage)
    click_on(stage, "meet.address")
    type_text(stage, "192.168.1.7")
    click_on(stage, "meet.kept.0")
    assert lobby_of(services).calls[-1] == "go_on 小明 human 192.168.1.7"


def test_a_tournament_begins_once_two_are_there(stage: Stage, services: Services) -> None:
    go(stage)
    click_on(stage, "meet.kind.True")
    settle(stage)
    click_on(stage, "meet.invite")
    settle(stage)
    assert lobby_of(services).calls[-1] == "invite_all 2 None Somebody"
    assert not can_click(stage, "meet.begin")
    lobby_of(services).say(gathered=("Momo · wangcai", "小明 · 小黑"))
    settle(stage)
    click_on(stage, "meet.begin")
    assert lobby_of(services).calls[-1] == "begin"
    lobby_of(services).say(doing=Doing.HOLDING, table=TABLE)
    settle(stage)
    assert "Anna · pup" in texts(stage)
    click_on(stage, "meet.cancel")
    click_on(stage, "dialog.cancel")
    assert "cancel" not in lobby_of(services).calls, "it would end for everybody"
    click_on(stage, "meet.cancel")
    click_on(stage, "dialog.ok")
    assert "cancel" in lobby_of(services).calls


def go_on_with_an_old_game(stage: Stage) -> None:
    click_on(stage, "meet.kept.0")


def join_somebody_by_keys(stage: Stage) -> None:
    """The button does not answer while a tournament is held; Enter in a field does."""
    click_on(stage, "meet.address")
    type_text(stage, "192.168.1.7")
    click_on(stage, "meet.join_code")
    type_text(stage, "k7qm24xd")
    press_key(stage, pygame.K_RETURN)


@pytest.mark.parametrize("doing", [Doing.GATHERING, Doing.HOLDING])
@pytest.mark.parametrize(("do", "call"), [(go_on_with_an_old_game, "go_on"), (join_somebody_by_keys, "join")])
def test_a_tournament_ends_for_another_game_only_where_its_host_says_so(
    stage: Stage, services: Services, doing: Doing, do: Callable[[Stage], None], call: str
) -> None:
    go(stage)
    lobby_of(services).say(doing=doing, kept=KEPT, table=TABLE)
    for answer, is_done in (("dialog.cancel", False), ("dialog.ok", True)):
        settle(stage)
        do(stage)
        assert "for everybody" in texts(stage)
        click_on(stage, answer)
        assert any(asked.startswith(call) for asked in lobby_of(services).calls) is is_done


def test_once_everybody_has_played_everybody_another_game_begins_without_a_question(
    stage: Stage, services: Services
) -> None:
    go(stage)
    lobby_of(services).say(doing=Doing.HOLDING, kept=KEPT, table=replace(TABLE, is_over=True))
    settle(stage)
    go_on_with_an_old_game(stage)
    assert not stage.popups
    assert lobby_of(services).calls[-1].startswith("go_on")


def test_who_waits_for_somebody_hears_what_their_dog_is_called_now(stage: Stage, services: Services) -> None:
    stage.tell_renamed("wangcai", "Kiki")
    assert lobby_of(services).calls[-1] == "dog_renamed wangcai Kiki"


def test_what_comes_to_nothing_is_said_once(stage: Stage, services: Services) -> None:
    go(stage)
    complain(lobby_of(services))
    settle(stage)
    assert "code" in texts(stage)
    assert lobby_of(services).snapshot.trouble is None


def test_the_board_is_shown_when_somebody_has_come(stage: Stage, services: Services) -> None:
    go(stage)
    lobby_of(services).met = object()
    settle(stage)
    assert fake_match(services).calls[-1] == "meet"
    assert getattr(stage.scene, "name", None) is SceneName.PLAY


def test_nobody_looks_for_hosts_where_nobody_wants_to_join(stage: Stage, services: Services) -> None:
    go(stage)
    click_on(stage, "meet.back")
    settle(stage)
    assert lobby_of(services).calls[-2:] == ["look_around", "look_away"]


# --- beside the board ----------------------------------------------------------------------------------------------


def playing(stage: Stage, services: Services, away: AwaySeen = AWAY, plays_for: str = "") -> None:
    click_on(stage, "play.start")
    for action in (30, 31, 40, 41):
        fake_match(services).play(action)
    sit_opposite(services, away, plays_for)
    settle(stage)


@pytest.mark.parametrize(
    ("away", "button", "call"),
    [
        (replace(AWAY, question="undo", is_asked=True), "away.yes", "answer True"),
        (replace(AWAY, question="rematch", is_asked=True), "away.no", "answer False"),
        (replace(AWAY, is_counting=True), "away.agree", "agree_on_dead"),
        (replace(AWAY, is_counting=True, theirs=(3,)), "away.theirs", "take_their_count"),
        (replace(AWAY, is_counting=True, has_counted=True), "away.on", "ask_to_play_on"),
    ],
)
def test_what_is_asked_is_answered_beside_the_board(
    stage: Stage, services: Services, away: AwaySeen, button: str, call: str
) -> None:
    playing(stage, services, away)
    click_on(stage, button)
    assert fake_match(services).calls[-1] == call


@pytest.mark.parametrize(("plays_on", "said"), [(False, True), (True, False)])
def test_who_plays_on_has_given_up_a_wish_of_their_own_and_nobody_said_no(
    stage: Stage, services: Services, plays_on: bool, said: bool
) -> None:
    playing(stage, services, replace(AWAY, question="undo"))
    if plays_on:
        fake_match(services).play(50)
    fake_match(services).change(away=AWAY)
    settle(stage)
    assert any("rather not" in stage.look.say(words) for words in stage.toasts.texts) is said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (12, "Waiting for Momo, who was here 12 s ago"),
        (150, "Waiting for Momo, who was here 2 min ago"),
        (None, "Waiting for Momo"),
    ],
)
def test_who_is_away_is_waited_for_calmly(stage: Stage, services: Services, seconds: int | None, said: str) -> None:
    away = replace(AWAY, is_here=False, gone_for=seconds)
    playing(stage, services, away)
    assert said in texts(stage)
    assert ("ago" in texts(stage)) is (seconds is not None)
    chinese = gone_said(Strings(Language.CHINESE), away).replace(" ", "")
    assert chinese.startswith("在等Momo")


def test_between_people_nothing_helps_and_the_panel_says_why(stage: Stage, services: Services) -> None:
    playing(stage, services)
    for name in ("mind.hint", "mind.slow", "mind.film", "mind.inside", "mind.study"):
        assert not can_click(stage, name), name
    for key in (pygame.K_h, pygame.K_a, pygame.K_s, pygame.K_f, pygame.K_n):
        press_key(stage, key)
    settle(stage)
    assert not stage.popups
    found = fake_analysis(services)
    assert (found.looked_at, found.hinted, found.slow, found.studied) == (None, None, None, None)
    assert fake_match(services).snapshot.is_even


def test_between_dogs_one_may_look_into_their_minds(stage: Stage, services: Services) -> None:
    playing(stage, services, plays_for="wangcai")
    match = fake_match(services)
    match.change(setup=replace(match.snapshot.setup, black=match.snapshot.setup.white))
    settle(stage)
    assert not match.snapshot.is_even
    assert can_click(stage, "mind.hint")


def test_nobody_pauses_or_changes_seats_or_opens_another_game(stage: Stage, services: Services) -> None:
    playing(stage, services)
    names = {mark.id for mark in stage.clickable()}
    assert names.isdisjoint({"play.pause", "play.redo", "play.seat.black", "play.seat.white"})
    press_key(stage, pygame.K_v, pygame.KMOD_CTRL)
    stage.go_to(SceneName.PLAY)
    calls = fake_match(services).calls
    assert not any(call.startswith(("open_game", "paste_game", "pause")) for call in calls)


def test_leaving_is_asked_about_and_leads_to_another_game(stage: Stage, services: Services) -> None:
    playing(stage, services)
    click_on(stage, "play.new")
    click_on(stage, "dialog.cancel")
    assert "leave" not in fake_match(services).calls
    click_on(stage, "play.new")
    click_on(stage, "dialog.ok")
    settle(stage)
    assert "leave" in fake_match(services).calls
    assert can_click(stage, "play.start")


@pytest.mark.parametrize(("is_host", "said"), [(True, "for everybody"), (False, "lost after two minutes")])
def test_between_two_games_of_a_tournament_leaving_is_asked_about_too(
    stage: Stage, services: Services, is_host: bool, said: str
) -> None:
    playing(stage, services, replace(AWAY, is_tournament=True, table=TABLE), "wangcai")
    lobby_of(services).say(table=TABLE if is_host else None)
    fake_match(services).finish(Outcome(Color.BLACK, None, Termination.RESIGNATION))
    settle(stage)
    click_on(stage, "play.new")
    assert said in texts(stage)
    click_on(stage, "dialog.cancel")
    assert "cancel" not in lobby_of(services).calls
    click_on(stage, "play.new")
    click_on(stage, "dialog.ok")
    assert "cancel" in lobby_of(services).calls


def test_the_cross_table_stands_beside_the_board(stage: Stage, services: Services) -> None:
    playing(stage, services, replace(AWAY, is_tournament=True, table=TABLE), "wangcai")
    shown = texts(stage)
    assert "Momo · wangcai" in shown
    assert "3.5" in shown
    assert fake_match(services).snapshot.phase is MatchPhase.RUNNING


def test_without_a_network_there_is_no_way_to_it() -> None:
    stage = make_stage(make_services())
    assert not can_click(stage, "play.network")

"""The pup beside a first game: what it says and marks, when it steps aside, and what it says at the end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clevergo.app.beginner.counsel import Counsel, CounselInquiry
from clevergo.app.beginner.first_game import first_game, is_first_game
from clevergo.app.coach.review import MoveInquiry
from clevergo.app.desk.settings import SceneName
from clevergo.app.kennel.messages import DogAge
from clevergo.app.match.messages import MatchSetup
from clevergo.games.color import Color
from clevergo.games.guests import game_named
from clevergo.games.markup import Shape
from clevergo.games.outcome import Outcome, Termination
from clevergo.locale import Language
from clevergo.players.spec import PlayerSpec
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.shell.scene import Services, Visit
from clevergo.ui.shell.stage import Stage
from clevergo.ui.strings import LessonText, PlayText, Strings, Text, Wording
from tests.ui import fitting
from tests.ui.fake_film import inquirer_of, settle
from tests.ui.fakes import DOGS, FakeKennel, click_on, fake_match, make_services, make_stage

GO = game_named("go")
NEWBORN = DogAge("alpha_go@0", 0, 0.0, -62.0, 69.0, Path("age"))


@pytest.fixture
def services() -> Services:
    return make_services(Language.ENGLISH)


@pytest.fixture
def stage(services: Services) -> Stage:
    """A first game has begun."""
    stage = make_stage(services)
    stage.go_to(SceneName.PLAY, Visit(match=first_game(GO, (NEWBORN,))))
    settle(stage)
    return stage


def reads(stage: Stage, words: Wording) -> bool:
    shown = " ".join(text.drawn.text for text in fitting.texts_shown(stage))
    return words()(Strings(Language.ENGLISH)) in shown


def marked(stage: Stage) -> tuple[tuple[int, Shape], ...]:
    assert isinstance(stage.scene, PlayScene)
    return stage.scene.board.shown.board.markup.shapes


def test_the_first_game_is_known_whoever_has_black() -> None:
    setup = first_game(GO, (NEWBORN,))
    assert is_first_game(setup)
    assert is_first_game(setup.swapped)
    assert not is_first_game(replace(setup, white=PlayerSpec.parse("alphago:alpha_go@0:100")))
    assert not is_first_game(MatchSetup(setup.black, setup.white, *GO.agree({})))


def test_the_pup_says_how_to_begin_and_then_what_presses(stage: Stage, services: Services) -> None:
    assert reads(stage, Wording("lesson.go.game.begin"))
    for action in (24, 25):
        fake_match(services).play(action)
    settle(stage)
    inquiry = inquirer_of(services).current
    assert isinstance(inquiry, CounselInquiry)
    assert inquiry.moves == (24, 25)
    inquirer_of(services).tell(Counsel("take", (25,)))
    settle(stage)
    assert reads(stage, Wording("counsel.go.take"))
    assert marked(stage) == ((25, Shape.TRIANGLE),)


def test_no_more_is_offered_than_the_game_needs(stage: Stage, services: Services) -> None:
    offered = {mark.id for mark in stage.clickable()}
    assert offered >= {"play.pass", "play.undo", "play.resign", "play.new"}
    assert not offered & {"play.redo", "play.pause", "play.restart", "play.everything", "play.record"}
    fake_match(services).finish()
    settle(stage)
    assert "play.restart" in {mark.id for mark in stage.clickable()}


def test_it_and_the_coach_do_not_call_each_other_off() -> None:
    kennel = FakeKennel(tuple(replace(dog, sizes=(7, 9)) for dog in DOGS))
    services = replace(make_services(Language.ENGLISH), kennel=kennel)  # type: ignore[arg-type]
    services.preferences.change(coach_warns=True)
    stage = make_stage(services)
    stage.go_to(SceneName.PLAY, Visit(match=first_game(GO, (NEWBORN,))))
    settle(stage)
    for action in (24, 25):
        fake_match(services).play(action)
        stage.update(0.02)
    asked = list(inquirer_of(services).asked)
    for _ in range(3):
        stage.update(0.02)
    assert inquirer_of(services).asked == asked, "once is enough"
    assert isinstance(inquirer_of(services).current, CounselInquiry)
    inquirer_of(services).tell(Counsel("take", (25,)))
    for _ in range(3):
        stage.update(0.02)
    assert isinstance(inquirer_of(services).current, MoveInquiry)


def test_what_it_said_goes_with_the_next_move(stage: Stage, services: Services) -> None:
    for action in (24, 25):
        fake_match(services).play(action)
    settle(stage)
    inquirer_of(services).tell(Counsel("take", (25,)))
    settle(stage)
    fake_match(services).play(18)
    settle(stage)
    assert marked(stage) == ()
    assert not reads(stage, Wording("counsel.go.take"))


def test_who_looks_back_is_told_so_and_not_that_it_thinks(stage: Stage, services: Services) -> None:
    for action in (24, 25):
        fake_match(services).play(action)
    fake_match(services).change(ply=1, node=1, to_play=Color.WHITE, moves=(24,), is_live=False)
    settle(stage)
    assert not reads(stage, LessonText.THINKS)
    assert reads(stage, PlayText.FIRST_BACK)
    click_on(stage, "play.live")
    assert fake_match(services).calls[-1] == "look_live"
    fake_match(services).change(ply=2, node=2, to_play=Color.BLACK, moves=(24, 25), is_live=True)
    settle(stage)
    assert "play.live" not in {mark.id for mark in stage.clickable()}


def test_paused_on_its_turn_it_does_not_think(stage: Stage, services: Services) -> None:
    for action in (24, 25, 18):
        fake_match(services).play(action)
    settle(stage)
    assert reads(stage, LessonText.THINKS)
    fake_match(services).pause()
    settle(stage)
    assert not reads(stage, LessonText.THINKS)
    assert reads(stage, Text.PAUSED)


@pytest.mark.parametrize("has_inquiries", [True, False])
def test_without_counsel_it_does_not_go_on_thinking_on_the_persons_turn(has_inquiries: bool) -> None:
    services = make_services(Language.ENGLISH)
    services = services if has_inquiries else replace(services, inquiries=None)
    stage = make_stage(services)
    stage.go_to(SceneName.PLAY, Visit(match=first_game(GO, (NEWBORN,))))
    for action in (24, 25, 18):
        fake_match(services).play(action)
    settle(stage)
    assert reads(stage, LessonText.THINKS)
    fake_match(services).play(19)
    settle(stage)
    assert not reads(stage, LessonText.THINKS)
    assert reads(stage, Wording("counsel.go.quiet"))


def test_whoever_has_white_is_not_told_to_begin_as_black(services: Services) -> None:
    stage = make_stage(services)
    stage.go_to(SceneName.PLAY, Visit(match=first_game(GO, (NEWBORN,)).swapped))
    settle(stage)
    assert not reads(stage, Wording("lesson.go.game.begin"))
    assert reads(stage, LessonText.THINKS)


@pytest.mark.parametrize(("margin", "words"), [(3.0, LessonText.WON), (-3.0, LessonText.LOST), (0.0, LessonText.DRAWN)])
def test_at_the_end_it_says_what_comes_next(stage: Stage, services: Services, margin: float, words: Wording) -> None:
    fake_match(services).finish(Outcome.counted(margin, Termination.TWO_PASSES))
    settle(stage)
    assert reads(stage, words)


def test_in_any_other_game_it_is_not_there(services: Services) -> None:
    stage = make_stage(services)
    stage.go_to(SceneName.PLAY, Visit(match=MatchSetup(*_players(), *GO.agree({}))))
    settle(stage)
    assert not reads(stage, Wording("counsel.go.aim"))


def _players() -> tuple[PlayerSpec, PlayerSpec]:
    setup = first_game(GO, (NEWBORN,))
    return setup.black, setup.white

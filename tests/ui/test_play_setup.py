"""Setting up a game: handicap, clocks, dogs at their ages, other Go programs."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from clevergo.app.kennel.messages import DogAge
from clevergo.app.match.clock import ClockSeen, TimeControl
from clevergo.app.match.messages import MatchSetup
from clevergo.games.color import Color
from clevergo.games.go.rules import Ruleset, with_handicap
from clevergo.games.record import TimeLeft
from clevergo.games.start import EMPTY_BOARD
from clevergo.locale import Language
from clevergo.players.spec import PlayerKind, PlayerSpec, engine_name
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.scenes.play.sides import Roster
from clevergo.ui.scenes.play.words import clock_said
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import Strings
from tests.ui.fakes import DOGS, FakeMatch, click_on, fake_match, make_services, make_stage, press_key, type_text

ENGINE = PlayerSpec(PlayerKind.OUTSIDE, command="gnugo --mode gtp --level 5", protocol="gtp")
AGES = (
    DogAge("小黑@200", 200, 60.0, 300.0, 20.0, Path("age-200")),
    DogAge("小黑@1230", 1230, 900.0, None, None, Path("age-1230")),
)


@pytest.fixture
def services() -> Services:
    return make_services()


@pytest.fixture
def match(services: Services) -> FakeMatch:
    return fake_match(services)


@pytest.fixture
def stage(services: Services) -> Stage:
    stage = make_stage(services)
    assert isinstance(stage.scene, PlayScene)
    stage.scene._form.show_players(Roster(DOGS, {"小黑": AGES}, (ENGINE,)))
    return stage


def started(stage: Stage, match: FakeMatch) -> MatchSetup:
    click_on(stage, "play.start")
    return match.snapshot.setup


def test_handicap_stones_lie_on_the_board_at_once_and_komi_follows(stage: Stage, match: FakeMatch) -> None:
    for _ in range(3):
        click_on(stage, "play.handicap.more")
    assert isinstance(stage.scene, PlayScene)
    mark = stage.scene.board_mark()
    assert mark is not None
    assert "".join(mark.stones).count("X") == 4
    setup = started(stage, match)
    assert (setup.rules, setup.start) == (Ruleset(9, 0.5), with_handicap(9, 4))
    assert stage.preferences.now.last_match == setup


def test_without_handicap_komi_is_the_usual_one_again(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.handicap.more")
    click_on(stage, "play.handicap.less")
    setup = started(stage, match)
    assert (setup.rules, setup.start) == (Ruleset(), EMPTY_BOARD)


def test_time_is_chosen_and_byo_yomi_alone_too(stage: Stage, match: FakeMatch) -> None:
    assert "play.overtime" not in {mark.id for mark in stage.clickable()}
    click_on(stage, "play.time")
    click_on(stage, "play.time.10.0")
    click_on(stage, "play.overtime")
    click_on(stage, "play.overtime.(3, 30)")
    assert started(stage, match).time == TimeControl(600, 3, 30)
    match.change(setup=match.snapshot.setup)
    click_on(stage, "play.new")
    click_on(stage, "play.time")
    click_on(stage, "play.time.0.0")
    assert started(stage, match).time == TimeControl(0, 3, 30)


def test_every_age_of_a_dog_is_an_opponent(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.white")
    click_on(stage, "play.white.小黑")
    click_on(stage, "play.white.age")
    click_on(stage, "play.white.age.200")
    click_on(stage, "play.white.mode.policy")
    assert str(started(stage, match).white) == "policy:小黑@200"
    stage.update(0.0)
    assert any("小黑 (200 games)" in drawn.text for drawn in texts_of(stage))


def test_other_programs_play(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.black")
    click_on(stage, "play.black.gnu-go-5")
    assert started(stage, match).black == ENGINE


def test_a_program_nobody_knows_is_named_by_its_command(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.white")
    click_on(stage, "play.white.gtp")
    press_key(stage, pygame.K_RETURN)
    assert stage.popups, "a command is needed"
    stage.update(0.0)
    assert any("Type the command" in drawn.text for drawn in texts_of(stage)), "and under the field it is said"
    type_text(stage, "/opt/pachi/pachi -t 5")
    press_key(stage, pygame.K_RETURN)
    assert not stage.popups
    assert str(started(stage, match).white) == "gtp:/opt/pachi/pachi -t 5"


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("gnugo --mode gtp --level 10", "GNU Go 10"),
        ("/opt/pachi/pachi -t 5", "Pachi"),
        ("katago gtp -model x.bin.gz", "katago"),
        ('"/opt/GNU Go/gnugo" --mode gtp --level 10', "GNU Go 10"),
        ('"/opt/an open quote', "an"),
    ],
)
def test_programs_are_called_by_their_names(command: str, name: str) -> None:
    assert engine_name(command) == name


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (TimeLeft(3723), "1:02:03"),
        (TimeLeft(545), "9:05"),
        (TimeLeft(9.46), "0:09.5"),
        (TimeLeft(27.2, 3), "28 s ×3"),
        (TimeLeft(0.0, 0), "0.0 s ×0"),
    ],
)
def test_clocks_are_read_as_clocks(left: TimeLeft, said: str) -> None:
    assert clock_said(Strings(Language.ENGLISH), left) == said


def test_the_time_left_stands_by_the_players_and_runs(stage: Stage, match: FakeMatch) -> None:
    click_on(stage, "play.start")
    for seconds, said in ((65.0, "1:05"), (9.0, "0:09.0")):
        match.clock = ClockSeen(TimeLeft(seconds), TimeLeft(120), Color.BLACK)
        stage.update(0.02)
        texts = [drawn.text for drawn in texts_of(stage)]
        assert said in texts
        assert "2:00" in texts

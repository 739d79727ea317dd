"""Somebody's first games: less is shown, a rule at a time is told, and everything else is one click away."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from clevergo.app.desk.settings import SceneName, Settings
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.match.messages import MatchSetup, Preparing
from clevergo.games.guests import game_named
from clevergo.locale import Language
from clevergo.players.spec import PlayerSpec
from clevergo.ui.scenes.play.progress import FIRST_GAMES
from clevergo.ui.shell.scene import Preferences, Services, Visit
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from clevergo.ui.strings import LessonText, PlayText, PreparingText, Strings, Text, Wording
from tests.ui.fake_inquiries import FakeInquirer
from tests.ui.fake_ladder import NEWBORN, grow_up, won
from tests.ui.fakes import FakeKennel, click_on, fake_match, make_services, make_stage, press_key

COCKPIT = {"play.curve", "mind.analyze", "mind.hint", "play.tab.moves", "play.redo", "play.pause", "play.restart"}
"""What somebody new need not see."""
CALM = {"play.pass", "play.undo", "play.resign", "play.everything", "play.new"}


def opened(games: int = 0, **wishes: object) -> tuple[Stage, Services, Ladder]:
    """A window of somebody who has ended so many games, and begins one against the newborn."""
    kennel = FakeKennel()
    grow_up(kennel)
    ladder = Ladder(None, kennel)  # type: ignore[arg-type]
    ladder.person = replace(ladder.person, bouts=(won(NEWBORN, 0.0),) * games)
    settings = Settings(language=Language.ENGLISH, **wishes)  # type: ignore[arg-type]
    services = replace(
        make_services(),
        kennel=kennel,  # type: ignore[arg-type]
        ladder=ladder,
        preferences=Preferences(settings),
    )
    stage = make_stage(services)
    setup = ladder.challenge(game_named("go"), PlayerSpec.parse(NEWBORN))
    stage.go_to(SceneName.PLAY, Visit(match=setup))
    stage.update(0.1)
    return stage, services, ladder


def ids(stage: Stage) -> set[str]:
    """What can be clicked."""
    stage.update(0.1)
    return {mark.id for mark in stage.clickable()}


def reads(stage: Stage, words: Wording, **values: object) -> bool:
    """Whether somebody can read that."""
    stage.update(0.1)
    said = words(**values)(Strings(Language.ENGLISH))
    return said in " ".join(drawn.text for drawn in texts_of(stage))


def test_in_the_first_games_one_sees_whose_turn_it_is_and_what_to_do_and_no_cockpit() -> None:
    stage, _, _ = opened()
    assert ids(stage) >= CALM
    assert not COCKPIT & ids(stage)
    assert reads(stage, Text.YOUR_TURN)
    assert reads(stage, Wording("lesson.go.game.begin"))
    assert reads(stage, Wording("counsel.go.aim"))


def test_it_is_said_when_the_other_thinks() -> None:
    stage, services, _ = opened()
    fake_match(services).play(30)
    assert reads(stage, LessonText.THINKS)


def test_one_rule_after_the_other_is_told() -> None:
    stage, services, _ = opened()
    match, told = fake_match(services), set()
    for action in range(40):
        match.play(action)
        told |= {n for n in range(1, 6) if reads(stage, Wording(f"counsel.go.rule.{n}"))}
    assert told == {1, 2, 3, 4, 5}


def test_what_is_told_is_no_help_and_the_game_still_counts() -> None:
    stage, services, ladder = opened()
    for action in range(10):
        fake_match(services).play(action)
        stage.update(0.1)
    assert isinstance(services.inquiries, FakeInquirer)
    assert not services.inquiries.asked, "nobody has looked at the position"
    fake_match(services).finish()
    stage.update(0.1)
    assert ladder.person.bouts[-1].is_even


def test_a_pass_of_the_other_is_explained() -> None:
    stage, services, _ = opened()
    for action in (30, 81):
        fake_match(services).play(action)
    assert reads(stage, Wording("counsel.go.pass"))


def test_more_shows_everything_for_this_game() -> None:
    stage, services, ladder = opened()
    click_on(stage, "play.everything")
    assert ids(stage) >= COCKPIT
    assert "play.everything" not in ids(stage)
    fake_match(services).play(30)
    assert ids(stage) >= COCKPIT
    stage.go_to(SceneName.PLAY, Visit(match=ladder.challenge(game_named("go"), PlayerSpec.parse(NEWBORN))))
    assert not COCKPIT & ids(stage), "the next one is calm again"


@pytest.mark.parametrize("key", [pygame.K_h, pygame.K_a, pygame.K_t])
def test_who_asks_by_a_key_sees_the_answer(key: int) -> None:
    stage, _, _ = opened()
    press_key(stage, key)
    assert "play.tab.moves" in ids(stage)


@pytest.mark.parametrize(("games", "wishes"), [(FIRST_GAMES, {}), (0, {"play_more": True}), (0, {"mind_on": True})])
def test_who_has_played_or_knows_what_there_is_sees_everything(games: int, wishes: dict[str, object]) -> None:
    stage, _, _ = opened(games, **wishes)
    assert ids(stage) >= COCKPIT


def test_the_last_of_them_stays_calm_to_its_end() -> None:
    stage, services, ladder = opened(FIRST_GAMES - 1)
    fake_match(services).play(30)
    assert not COCKPIT & ids(stage)
    fake_match(services).finish()
    assert "play.curve" not in ids(stage)
    assert {"play.restart", "play.coach", "play.share", "play.tab.moves"} <= ids(stage)
    assert len(ladder.person.of_game("go")) == FIRST_GAMES
    click_on(stage, "play.tab.moves")
    assert "play.curve" in ids(stage), "who looks at the game sees all of it"


def test_games_of_two_people_are_nobodys_first() -> None:
    stage, _, _ = opened()
    human = PlayerSpec.parse("human")
    stage.go_to(SceneName.PLAY, Visit(match=MatchSetup(human, human)))
    assert ids(stage) >= COCKPIT


def test_from_an_earlier_position_there_is_a_way_back() -> None:
    stage, services, _ = opened()
    match = fake_match(services)
    for action in (30, 31):
        match.play(action)
    match.change(is_live=False, ply=1)
    assert reads(stage, PlayText.FIRST_BACK)
    click_on(stage, "play.live")
    assert match.calls[-1] == "look_live"


def test_a_paused_game_can_be_gone_on_with() -> None:
    stage, services, _ = opened()
    assert "play.pause" not in ids(stage)
    fake_match(services).pause()
    assert reads(stage, Text.PAUSED)
    click_on(stage, "play.pause")
    assert fake_match(services).calls[-1] == "start"


def test_a_first_start_that_has_to_prepare_says_how_far_it_is() -> None:
    stage, services, _ = opened()
    fake_match(services).change(is_loading=True, preparing=Preparing(7, 21))
    assert reads(stage, PreparingText.RULES, done=7, total=21)


def test_what_went_wrong_comes_before_the_rules() -> None:
    stage, services, _ = opened()
    fake_match(services).fail("The weights cannot be read.")
    assert "play.again" in ids(stage)
    assert not reads(stage, Wording("counsel.go.aim"))


def test_five_in_a_row_has_rules_of_its_own() -> None:
    stage, services, ladder = opened()
    game = game_named("five")
    spec = PlayerSpec.parse(f"alphago:{game.shipped_dog}@0:100", game)
    stage.go_to(SceneName.PLAY, Visit(match=ladder.challenge(game, spec)))
    for action in (100, 101):
        fake_match(services).play(action)
    assert reads(stage, Wording("counsel.five.rule.1"))
    assert "play.pass" not in ids(stage)

"""The end of a game: the result first, then by how much, then what one can do next."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pygame import Rect

from clevergo.app.desk.settings import SceneName, Settings
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.match.messages import MatchSetup
from clevergo.games.color import Color
from clevergo.games.guests import game_named
from clevergo.games.outcome import Outcome, Termination
from clevergo.locale import Language
from clevergo.players.spec import PlayerSpec
from clevergo.ui.kit.base import Widget
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.shell.scene import Preferences, Services, Visit
from clevergo.ui.shell.stage import Stage
from clevergo.ui.shell.ui_map import texts_of
from tests.ui.fake_ladder import NEWBORN, grow_up, won
from tests.ui.fakes import FakeKennel, click_on, fake_match, make_services, make_stage, move_to
from tests.ui.fitting import texts_shown

SIZES = [(940, 620), (1280, 720), (1920, 1080)]
HUMAN = PlayerSpec.parse("human")


@pytest.fixture
def services() -> Services:
    return make_services(Language.ENGLISH)


def over(services: Services, outcome: Outcome, size: tuple[int, int] = (1280, 720), *players: PlayerSpec) -> Stage:
    """A window in which a game has just ended; the person has Black, against the shipped dog unless somebody else."""
    stage = make_stage(services, size)
    black, white = players or (HUMAN, PlayerSpec.parse("alphago:alpha_go:100"))
    stage.go_to(SceneName.PLAY, Visit(match=MatchSetup(black, white)))
    for action in (30, 31, 40, 41):
        fake_match(services).play(action)
    stage.update(0.1)
    fake_match(services).finish(outcome)
    stage.update(0.1)
    return stage


def inks(stage: Stage) -> dict[str, Rect]:
    """Where each text is."""
    return {one.drawn.text: one.drawn.ink for one in texts_shown(stage)}


def kinds(stage: Stage) -> dict[str, ButtonKind]:
    """How much each button calls for attention."""
    found: list[Widget] = list(stage.walk())
    return {widget.id: widget.kind for widget in found if isinstance(widget, Button) and widget.id}


@pytest.mark.parametrize("size", SIZES)
def test_who_has_won_is_the_largest_word_and_by_how_much_comes_next(services: Services, size: tuple[int, int]) -> None:
    stage = over(services, Outcome.counted(12.5, Termination.TWO_PASSES), size)
    found = inks(stage)
    title, margin = found["You won"], found["Black wins by 12.5"]
    assert "B+12.5   6 1/4 stones (子)" in found
    assert title.width / len("You won") > 1.2 * margin.width / len("Black wins by 12.5"), "larger letters"
    assert abs(title.left - margin.left) <= 2
    assert title.bottom < margin.top < title.bottom + title.height


@pytest.mark.parametrize(
    ("outcome", "title"),
    [
        (Outcome.counted(-5.5, Termination.TWO_PASSES), "Lost this time"),
        (Outcome(Color.BLACK, None, Termination.RESIGNATION), "You won"),
        (Outcome(None, 0.0, Termination.TWO_PASSES), "A draw"),
    ],
)
def test_the_title_is_about_the_person(services: Services, outcome: Outcome, title: str) -> None:
    stage = over(services, outcome)
    assert title in [drawn.text for drawn in texts_of(stage)]


def test_how_it_was_counted_is_told_wherever_one_points_at_the_result(services: Services) -> None:
    stage = over(services, Outcome.counted(12.5, Termination.TWO_PASSES), (940, 620))
    for text in ("You won", "Black wins by 12.5", "B+12.5   6 1/4 stones (子)"):
        move_to(stage, (1, 1))
        stage.update(0.1)
        move_to(stage, inks(stage)[text].center)
        stage.update(2.0)
        shown = " ".join(drawn.text for drawn in texts_of(stage))
        assert "living stones" in shown, text


def test_between_two_people_the_title_says_who_has_won(services: Services) -> None:
    stage = over(services, Outcome.counted(5.5, Termination.TWO_PASSES), (1280, 720), HUMAN, HUMAN)
    shown = [drawn.text for drawn in texts_of(stage)]
    assert shown.count("Black wins by 5.5") == 1
    assert "You won" not in shown
    found = inks(stage)
    assert found["Black wins by 5.5"].bottom < found["B+5.5   2 3/4 stones (子)"].top


@pytest.mark.parametrize("size", SIZES)
def test_what_comes_next_stands_in_one_row_whatever_is_looked_at(services: Services, size: tuple[int, int]) -> None:
    stage = over(services, Outcome.counted(5.5, Termination.TWO_PASSES), size)
    for tab in ("moves", "tree", "mind", "result"):
        click_on(stage, f"play.tab.{tab}")
        stage.update(0.1)
        marks = {mark.id: mark.rect for mark in stage.clickable()}
        row = [marks[name] for name in ("play.restart", "play.coach", "play.share")]
        assert len({rect.top for rect in row}) == 1
        assert row[0].left < row[1].left < row[2].left
        assert {"play.undo", "play.record", "play.new"} <= marks.keys()
        assert all(marks[name].top > row[0].bottom for name in ("play.undo", "play.record", "play.new"))


def test_what_can_no_longer_be_done_is_not_offered(services: Services) -> None:
    stage = over(services, Outcome.counted(5.5, Termination.TWO_PASSES))
    assert not {"play.pass", "play.pause", "play.resign"} & {mark.id for mark in stage.clickable()}
    click_on(stage, "play.undo")
    assert fake_match(services).calls[-1] == "undo"


def test_playing_again_is_what_calls_for_attention(services: Services) -> None:
    stage = over(services, Outcome.counted(-5.5, Termination.TWO_PASSES))
    assert kinds(stage)["play.restart"] is ButtonKind.PRIMARY
    assert kinds(stage)["play.new"] is ButtonKind.PLAIN
    click_on(stage, "play.restart")
    stage.update(0.1)
    assert kinds(stage)["play.restart"] is ButtonKind.PLAIN


def test_how_one_comes_further_stands_right_below_where_nothing_was_counted() -> None:
    found = inks(challenged(0, Outcome(Color.WHITE, None, Termination.RESIGNATION)))
    margin = found["White wins by resignation"]
    further = next(ink for text, ink in found.items() if text.startswith("Two wins against"))
    assert margin.bottom < further.top < margin.bottom + 2 * margin.height


@pytest.mark.parametrize(("wins_before", "leads_on"), [(0, False), (1, True)])
def test_after_the_second_win_the_next_opponent_calls_for_attention(wins_before: int, leads_on: bool) -> None:
    stage = challenged(wins_before, Outcome.counted(5.5, Termination.TWO_PASSES))
    shown = " ".join(drawn.text for drawn in texts_of(stage))
    assert ("One more win against" in shown) is not leads_on, "how one comes further stays to be read"
    assert ("Two wins against" in shown) is leads_on
    assert (kinds(stage)["play.new"] is ButtonKind.PRIMARY) is leads_on
    assert (kinds(stage)["play.restart"] is ButtonKind.PRIMARY) is not leads_on


def challenged(wins_before: int, outcome: Outcome) -> Stage:
    """A window in which a game of the ladder against the newborn has just ended."""
    kennel = FakeKennel()
    grow_up(kennel)
    ladder = Ladder(None, kennel)  # type: ignore[arg-type]
    ladder.person = replace(ladder.person, bouts=(won(NEWBORN),) * wins_before)
    services = replace(
        make_services(),
        kennel=kennel,  # type: ignore[arg-type]
        ladder=ladder,
        preferences=Preferences(Settings(language=Language.ENGLISH)),
    )
    stage = make_stage(services)
    stage.go_to(SceneName.PLAY, Visit(match=ladder.challenge(game_named("go"), PlayerSpec.parse(NEWBORN))))
    stage.update(0.1)
    fake_match(services).play(30)
    stage.update(0.1)
    fake_match(services).finish(outcome)
    stage.update(0.1)
    return stage

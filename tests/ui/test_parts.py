"""Taking a part away, in the window: choosing, guessing, watching, and what is said in the end."""

from __future__ import annotations

import pygame
import pytest

from clevergo.app.desk.settings import SceneName
from clevergo.app.parts.trial import Part, Score
from clevergo.locale import Language
from clevergo.problem import as_said
from clevergo.ui.scenes.learn.parts.page import PartsPage
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from tests.ui.fake_sights import inquirer_of
from tests.ui.fake_trials import asked, games_of, open_parts, play_on
from tests.ui.fakes import FakeKennel, click_on, make_services, make_stage, press_key
from tests.ui.fitting import texts_shown


@pytest.fixture
def services() -> Services:
    return make_services(Language.ENGLISH)


@pytest.fixture
def stage(services: Services) -> Stage:
    return make_stage(services)


@pytest.fixture
def page(stage: Stage, services: Services) -> PartsPage:
    return open_parts(stage, services)


def said(stage: Stage) -> str:
    """All that is written in the window."""
    return " ".join(shown.drawn.text for shown in texts_shown(stage))


def test_what_is_chosen_is_played(stage: Stage, services: Services, page: PartsPage) -> None:
    click_on(stage, "parts.policy")
    click_on(stage, "parts.play")
    trial = asked(services)
    assert (trial.part, trial.weights, trial.rules.size) == (Part.POLICY, page.dogs[0].weights, 9)
    assert "sits down on both sides" in said(stage)


def test_another_trial_is_another_ten_games(stage: Stage, services: Services, page: PartsPage) -> None:
    seeds = set()
    for _ in range(2):
        click_on(stage, "parts.play")
        seeds.add(asked(services).seed)
        click_on(stage, "parts.play")  # stops it
    assert len(seeds) == 2


def test_games_are_seen_as_they_are_played_and_counted(stage: Stage, services: Services, page: PartsPage) -> None:
    click_on(stage, "parts.play")
    play_on(stage, services, games_of([True, False, True], live=True))
    assert "2 : 1" in said(stage)
    assert "Game 4 of 10: the whole dog has White" in said(stage)
    mark = stage.scene.board_mark() if stage.scene is not None else None
    assert mark is not None
    assert (mark.stones[2][2], mark.stones[6][6]) == ("X", "O")


@pytest.mark.parametrize(
    ("guess", "won", "verdict", "why"),
    [
        (9, 9, "Just as you guessed!", "Nobody asks what the opponent answers"),
        (8, 9, "close", "Nobody asks"),
        (5, 9, "Surprised?", "Nobody asks"),
        (5, 5, "Just as", "about as well as a search"),
        (5, 1, "Surprised?", "more harm than good"),
    ],
)
def test_the_guess_is_compared_and_the_reason_told(
    stage: Stage, services: Services, page: PartsPage, guess: int, won: int, verdict: str, why: str
) -> None:
    page.choose_guess(guess)
    click_on(stage, "parts.play")
    play_on(stage, services, games_of([True] * won + [False] * (10 - won)))
    assert page.results[-1].score == Score(won, 10 - won)
    assert verdict in said(stage)
    assert why in said(stage)
    assert "Ten games are few" in said(stage)


def test_draws_are_told(stage: Stage, services: Services, page: PartsPage) -> None:
    click_on(stage, "parts.play")
    play_on(stage, services, games_of([True] * 4 + [None] * 2, live=True))
    assert "2 draws" in said(stage)


def test_what_was_tried_stays_to_be_read(stage: Stage, services: Services, page: PartsPage) -> None:
    for part in (Part.SEARCH, Part.VALUE):
        page.choose_part(part)
        page.act()
        play_on(stage, services, games_of([True] * 10))
    stage.go_to(SceneName.KENNEL)
    again = open_parts(stage, services)
    assert again is page
    assert [result.part for result in page.results] == [Part.SEARCH, Part.VALUE]
    assert said(stage).count("10 : 0") == 3, "the score, and a row for each trial"


def test_who_looks_elsewhere_goes_on_with_the_next_game(stage: Stage, services: Services, page: PartsPage) -> None:
    page.act()
    first = asked(services)
    play_on(stage, services, games_of([True, False], live=True))
    stage.go_to(SceneName.KENNEL)
    assert inquirer_of(services).current is None
    open_parts(stage, services)
    assert (asked(services).begin_at, asked(services).seed) == (2, first.seed)
    play_on(stage, services, games_of([True] * 3, live=True))
    assert "4 : 1" in said(stage)


def test_trouble_is_told_and_one_may_try_again(stage: Stage, services: Services, page: PartsPage) -> None:
    page.act()
    inquirer_of(services).fail(as_said("It broke."))
    stage.update(0.0)
    assert "It broke." in said(stage)
    click_on(stage, "parts.play")
    assert "It broke." not in said(stage)


def test_everything_can_be_done_by_keys(stage: Stage, services: Services, page: PartsPage) -> None:
    press_key(stage, pygame.K_3)
    assert page.missing is Part.VALUE
    for _ in range(7):
        press_key(stage, pygame.K_RIGHT)
    assert page.guess == 10
    press_key(stage, pygame.K_LEFT)
    assert page.guess == 9
    press_key(stage, pygame.K_RETURN)
    assert asked(services).part is Part.VALUE
    press_key(stage, pygame.K_LEFT)
    assert page.guess == 9, "what has been guessed cannot be taken back"
    press_key(stage, pygame.K_ESCAPE)
    assert inquirer_of(services).current is None
    assert not page.is_playing


def test_without_a_dog_there_is_nothing_to_take_away(services: Services) -> None:
    services.kennel._dogs = ()  # type: ignore[attr-defined]
    assert isinstance(services.kennel, FakeKennel)
    stage = make_stage(services)
    page = open_parts(stage, services)
    page.act()
    assert inquirer_of(services).asked == []
    assert "no dog yet" in said(stage)


def test_it_begins_with_the_strongest_dog_of_the_game_played_last() -> None:
    services = make_services(Language.ENGLISH)
    page = open_parts(make_stage(services), services)
    rated = [dog.rating or 0.0 for dog in page.dogs if dog.game == page.dogs[0].game]
    assert page.dog is not None
    assert (page.dog.game, page.dog.rating) == (page.dogs[0].game, max(rated))

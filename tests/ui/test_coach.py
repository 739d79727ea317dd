"""The coach in the window: what is asked and when, its page and the ways there and back, marks, the doubt, a report."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pygame
import pytest

from clevergo.app.coach.practice import Exercise, PracticeBook
from clevergo.app.coach.review import Loss, MoveInquiry, Tale
from clevergo.app.desk.settings import SceneName
from clevergo.app.match.messages import LineEnd, LineMove
from clevergo.games.color import Color
from clevergo.games.guests import usual_rules
from clevergo.games.outcome import Outcome, Termination
from clevergo.locale import Language
from clevergo.problem import as_said
from clevergo.ui.scenes.catalog import makers
from clevergo.ui.scenes.coach.page import CoachPage
from clevergo.ui.scenes.coach.report import report_told
from clevergo.ui.scenes.learn.mistakes.page import MistakesPage
from clevergo.ui.scenes.learn.scene import LearnScene
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.scenes.share.wishes import GifWish, Picture, PictureWish
from clevergo.ui.shell.scene import Services, Visit
from clevergo.ui.shell.stage import Stage
from clevergo.ui.strings import Strings
from tests.ui import fitting
from tests.ui.fake_film import inquirer_of
from tests.ui.fake_reviews import asked_review, review_of, tell_review
from tests.ui.fakes import click_on, fake_match, make_services, make_stage, press_key

MOVES = (30, 31, 40, 41, 50, 51, 20, 21)
SIZES = {1: 3.2, 3: 12.4, 4: 30.0, 5: 5.1, 7: 8.0}
"""What moves cost; the person has Black, whose plies are odd."""


@pytest.fixture
def services() -> Services:
    return replace(make_services(Language.ENGLISH), practice=PracticeBook(None))


@pytest.fixture
def stage(services: Services) -> Stage:
    """A person with Black plays a dog."""
    stage = make_stage(services)
    click_on(stage, "play.start")
    for action in MOVES:
        fake_match(services).play(action)
    stage.update(0.1)
    return stage


def texts_shown(stage: Stage) -> list[str]:
    return [shown.drawn.text for shown in fitting.texts_shown(stage)]


def finish(stage: Stage, services: Services) -> None:
    fake_match(services).finish()
    stage.update(0.1)
    stage.update(0.1)


def test_a_game_that_ends_is_looked_through_by_the_strongest_dog_for_its_board(
    stage: Stage, services: Services
) -> None:
    assert not inquirer_of(services).asked
    finish(stage, services)
    inquiry = asked_review(services)
    assert inquiry.moves == MOVES
    assert inquiry.sides == (Color.BLACK,)
    assert inquiry.net.path.name == "alpha_go.pdparams"


def test_the_page_shows_the_three_that_cost_most_in_the_order_of_the_game(stage: Stage, services: Services) -> None:
    finish(stage, services)
    tell_review(stage, services, SIZES, (Tale.TAKES,))
    click_on(stage, "play.coach")
    assert isinstance(stage.scene, CoachPage)
    stage.update(0.1)
    shown = texts_shown(stage)
    titles = [text for text in shown if text.startswith("Move ")]
    assert titles == ["Move 3", "Move 5", "Move 7"]
    assert [text for text in shown if text.endswith("points")] == ["−12 points", "−5 points", "−8 points"]
    assert any("White could take this stone: 12 points" in " ".join(shown[i : i + 3]) for i in range(len(shown)))
    assert sorted(re.findall(r"Missed \d times", " ".join(shown))) == [
        "Missed 2 times",
        "Missed 3 times",
    ]


def test_trying_again_goes_to_the_position_before_the_move(stage: Stage, services: Services) -> None:
    finish(stage, services)
    tell_review(stage, services, SIZES)
    press_key(stage, pygame.K_c)
    press_key(stage, pygame.K_2)
    assert isinstance(stage.scene, PlayScene)
    assert fake_match(services).calls[-1] == "go_to 4"


def test_a_moment_is_seen_in_the_game(stage: Stage, services: Services) -> None:
    finish(stage, services)
    tell_review(stage, services, SIZES)
    press_key(stage, pygame.K_c)
    click_on(stage, "coach.show.0")
    assert isinstance(stage.scene, PlayScene)
    assert fake_match(services).calls[-1] == "go_to 3"


def test_a_key_goes_from_mistake_to_mistake_round_about(stage: Stage, services: Services) -> None:
    finish(stage, services)
    tell_review(stage, services, SIZES)
    press_key(stage, pygame.K_k)
    assert fake_match(services).calls[-1] == "go_to 1", "after the last one comes the first"
    press_key(stage, pygame.K_k, pygame.KMOD_SHIFT)
    assert fake_match(services).calls[-1] == "go_to 7"


def test_stones_that_were_mistakes_are_marked(stage: Stage, services: Services) -> None:
    finish(stage, services)
    scene = stage.scene
    assert isinstance(scene, PlayScene)
    assert not scene.board.shown.marks.dots
    tell_review(stage, services, SIZES)
    assert [dot.action for dot in scene.board.shown.marks.dots] == [MOVES[ply - 1] for ply in (1, 3, 5, 7)]


def test_a_game_that_ends_while_something_else_is_looked_at_is_looked_through_once_it_is_seen(
    stage: Stage, services: Services
) -> None:
    match = fake_match(services)
    moves, line = match.snapshot.shown.moves, match.snapshot.line.moves
    match.change(is_live=False, node=99, ply=5, moves=(*moves[:4], 60), line=(*line[:4], LineMove(99, 60)))
    stage.update(0.1)
    finish(stage, services)
    assert not inquirer_of(services).asked
    match.change(is_live=True, node=8, ply=8, moves=moves, line=line)
    stage.update(0.1)
    stage.update(0.1)
    assert asked_review(services).moves == MOVES


def test_a_game_that_goes_on_is_not_looked_through(stage: Stage, services: Services) -> None:
    press_key(stage, pygame.K_c)
    assert isinstance(stage.scene, PlayScene)
    assert not inquirer_of(services).asked


def test_what_cannot_be_found_out_is_said(stage: Stage, services: Services) -> None:
    finish(stage, services)
    inquirer_of(services).fail(as_said("The net is gone."))
    press_key(stage, pygame.K_c)
    stage.update(0.1)
    assert any("net is gone" in text for text in texts_shown(stage))


def test_a_game_is_shared_while_it_is_looked_through_and_both_come_to_an_end(stage: Stage, services: Services) -> None:
    finish(stage, services)
    tell_review(stage, services, SIZES, done=False)
    click_on(stage, "play.share")
    inquirer, frames = inquirer_of(services), 3
    for _ in range(frames):
        stage.update(0.02)
        assert isinstance(inquirer.current, PictureWish), "the review does not take it back"
    assert len(inquirer.asked) <= 1 + frames + 1, "asked once, but for looking each frame at what is known"
    inquirer.tell(Picture(b"a png", bytes(3 * 4 * 5), (4, 5)))
    stage.update(0.02)
    asked_review(services)
    click_on(stage, "share.gif")
    click_on(stage, "dialog.ok")
    for _ in range(frames):
        stage.update(0.02)
        assert isinstance(inquirer.current, GifWish)
    click_on(stage, "dialog.cancel")
    stage.update(0.02)
    tell_review(stage, services, SIZES)
    scene = stage.scene
    assert isinstance(scene, PlayScene)
    assert scene.board.shown.marks.dots


def test_a_move_does_not_wait_for_a_review_that_nobody_wants_now(stage: Stage, services: Services) -> None:
    finish(stage, services)
    asked_review(services)
    services.preferences.change(coach_warns=True)
    fake_match(services).new_match(fake_match(services).snapshot.setup)
    fake_match(services).start()
    stage.update(0.1)
    fake_match(services).play(22)
    stage.update(0.1)
    assert isinstance(inquirer_of(services).current, MoveInquiry)


def test_a_persons_moments_are_practised(stage: Stage, services: Services) -> None:
    finish(stage, services)
    tell_review(stage, services, SIZES)
    assert services.practice is not None
    assert [len(one.moves) for one in services.practice.exercises] == [2, 6, 4]
    assert services.practice.exercises[0].played == MOVES[2]


def test_what_others_played_before_is_no_mistake_of_who_sat_down(stage: Stage, services: Services) -> None:
    fake_match(services).change(by_others=(1, 3))
    finish(stage, services)
    assert asked_review(services).by_others == (1, 3)
    tell_review(stage, services, SIZES)
    assert services.practice is not None
    assert [len(one.moves) for one in services.practice.exercises] == [6, 4]
    scene = stage.scene
    assert isinstance(scene, PlayScene)
    press_key(stage, pygame.K_k)
    assert fake_match(services).calls[-1] == "go_to 5", "the first that is theirs"


def test_a_mistake_that_cannot_be_asked_again_is_passed_over(stage: Stage, services: Services) -> None:
    """Earlier versions did not keep the stones that were laid by hand: such moves may be none without them."""
    assert services.practice is not None
    day = date.today().toordinal()
    odd = Exercise(usual_rules(), (30, 30), 50, (60,), 12.0, True, due=day, found=day)
    services.practice.collect([odd, replace(odd, moves=(30, 31), size=5.0)])
    stage.furnish(services, makers())
    stage.go_to(SceneName.LEARN, Visit(entry="lessons.mistakes"))
    stage.update(0.1)
    page = stage.scene.leaf if isinstance(stage.scene, LearnScene) else None
    assert isinstance(page, MistakesPage)
    assert page.quiz.exercise is not None
    assert (page.quiz.exercise.moves, page.quiz.left) == ((30, 31), 1)


def test_a_bad_move_can_be_taken_back_where_that_is_wished(stage: Stage, services: Services) -> None:
    services.preferences.change(coach_warns=True)
    fake_match(services).play(22)
    stage.update(0.1)
    asked = inquirer_of(services).current
    assert isinstance(asked, MoveInquiry)
    assert asked.moves == (*MOVES, 22)
    inquirer_of(services).tell(Loss(9, 22, Color.BLACK, 60, 8.2, 0.3))
    stage.update(0.1)
    assert any("That loses about 8 points" in text for text in texts_shown(stage))
    click_on(stage, "coach.take_back")
    assert fake_match(services).calls[-1] == "undo"
    assert not any("Take it back" in text for text in texts_shown(stage))


def test_nobody_is_asked_about_a_move_that_costs_little_or_unless_they_wish(stage: Stage, services: Services) -> None:
    fake_match(services).play(22)
    stage.update(0.1)
    assert not inquirer_of(services).asked
    fake_match(services).play(23)
    stage.update(0.1)
    services.preferences.change(coach_warns=True)
    fake_match(services).play(24)
    stage.update(0.1)
    inquirer_of(services).tell(Loss(11, 24, Color.BLACK, 60, 3.0, 0.1))
    stage.update(0.1)
    assert not any("Take it back" in text for text in texts_shown(stage))


def test_a_dog_that_answers_at_once_hides_no_bad_move(stage: Stage, services: Services) -> None:
    services.preferences.change(coach_warns=True)
    fake_match(services).play(22)
    fake_match(services).play(23)
    stage.update(0.1)
    asked = inquirer_of(services).current
    assert isinstance(asked, MoveInquiry)
    assert asked.moves == (*MOVES, 22)


def test_the_dogs_own_moves_are_its_own_affair(stage: Stage, services: Services) -> None:
    fake_match(services).play(22)
    stage.update(0.1)
    services.preferences.change(coach_warns=True)
    fake_match(services).play(23)
    stage.update(0.1)
    assert not inquirer_of(services).asked


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.CHINESE])
def test_a_report_tells_what_the_page_shows(stage: Stage, services: Services, language: Language) -> None:
    finish(stage, services)
    inquiry = asked_review(services)
    review = review_of(inquiry, SIZES, (Tale.TAKES, Tale.MISSED))
    mistakes = [loss for loss in review.losses if loss.is_mistake and inquiry.is_about(loss)]
    told = report_told(Strings(language), review, fake_match(services).snapshot, "alpha_go", mistakes)
    assert [moment.played for moment in told.moments] == [MOVES[2], MOVES[4], MOVES[6]]
    assert [row[0] for row in told.table] == ["1", "3", "5", "7"]
    assert told.marks == (3, 5, 7)


def test_the_curve_of_a_report_ends_in_the_result_both_agreed_on(stage: Stage, services: Services) -> None:
    match = fake_match(services)
    for _ in range(2):
        match.play(81)
    finish(stage, services)
    outcome = Outcome.counted(-31.5, Termination.TWO_PASSES)
    match.change(outcome=outcome, end=LineEnd(outcome, is_over=True, dead=(40,)))
    stage.update(0.1)
    review = review_of(asked_review(services), SIZES)
    told = report_told(Strings(Language.ENGLISH), review, match.snapshot, "alpha_go", review.losses)
    assert told.curve[:9] == review.black_leads[:9]
    assert told.curve[9:] == (None, -31.5)
    assert told.curve_range == (-31.5, 31.5)


def test_a_report_is_saved_where_it_is_asked_for(stage: Stage, services: Services, tmp_path: Path) -> None:
    finish(stage, services)
    tell_review(stage, services, SIZES)
    press_key(stage, pygame.K_c)
    page = stage.scene
    assert isinstance(page, CoachPage)
    page._reports._write(tmp_path / "report.html", "<html>")
    page._reports._writer.wait()
    stage.update(0.1)
    assert (tmp_path / "report.html").read_text() == "<html>"

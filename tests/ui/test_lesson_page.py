"""One lesson of a dog in the window: there and back, what is on the board, what the figures say, more steps."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from clevergo.app.desk.settings import SceneName, Theme
from clevergo.app.kennel.messages import DogInfo
from clevergo.app.lesson.lesson import LessonInquiry, Pick, Source, Stage, Underway
from clevergo.locale import Language, languages
from clevergo.problem import as_said
from clevergo.ui.kit.base import Widget
from clevergo.ui.scenes.catalog import makers
from clevergo.ui.scenes.learn.scene import LearnScene
from clevergo.ui.scenes.learn.views import VIEWS
from clevergo.ui.scenes.lesson.account import Account, Side
from clevergo.ui.scenes.lesson.heart import HeartView
from clevergo.ui.scenes.lesson.page import LessonPage
from clevergo.ui.scenes.lesson.panels import MorePanel, Tab
from clevergo.ui.scenes.lesson.ways import WaysGrid
from clevergo.ui.scenes.play.words import point_name
from clevergo.ui.scenes.shared.numbers import percent
from clevergo.ui.scenes.shared.table import Table
from clevergo.ui.scenes.train.scene import TrainScene
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage as Window
from clevergo.ui.strings import Strings
from tests.ui.fake_lesson import (
    BEST,
    LIKED,
    asked_lesson,
    inquirer_of,
    lesson_of,
    lesson_page,
    open_lesson,
    tell_lesson,
)
from tests.ui.fakes import FakeKennel, click_on, draw, make_services, make_stage, move_to, press_key
from tests.ui.fitting import texts_shown

STRINGS = Strings(Language.ENGLISH)
INQUIRY = LessonInquiry(Source("小黑", Path("pup.pdparams"), 0))


def window_of(*dogs: DogInfo) -> tuple[Window, Services]:
    """Where dogs train; of these, or of the usual ones, 小黑 is looked at."""
    services = make_services()
    if dogs:
        services = replace(services, kennel=FakeKennel(dogs))  # type: ignore[arg-type]
    services.preferences.change(last_dog="小黑")
    window = make_stage(services)
    window.furnish(services, makers())
    window.go_to(SceneName.TRAIN)
    window.update(0.5)
    return window, services


@pytest.fixture
def both() -> tuple[Window, Services]:
    """The window and what is behind it."""
    return window_of()


def said(window: Window) -> str:
    """All that is written in the window."""
    return " ".join(shown.drawn.text for shown in texts_shown(window))


def part(page: LessonPage, kind: type[Widget]) -> Any:
    return next(widget for widget in page.walk() if isinstance(widget, kind))


# --- there and back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["key", "button"])
def test_one_gets_there_from_training_and_back_to_the_same_dog(both: tuple[Window, Services], way: str) -> None:
    window, services = both
    if way == "key":
        press_key(window, pygame.K_l)
    else:
        click_on(window, "train.lesson")
    asked = asked_lesson(services)
    assert (asked.source.name, asked.pick, asked.steps) == ("小黑", Pick.RANDOM, 1)
    assert window.wants_escape
    if way == "key":
        press_key(window, pygame.K_ESCAPE)
    else:
        click_on(window, "lesson.close")
    assert isinstance(window.scene, TrainScene)
    assert window.scene.chosen is not None
    assert window.scene.chosen.name == "小黑"
    assert inquirer_of(services).current is None, "nobody works for who does not look"


def test_a_chapter_opens_it_and_gets_one_back(both: tuple[Window, Services]) -> None:
    window, services = both
    window.go_to(SceneName.LEARN)
    scene = window.scene
    assert isinstance(scene, LearnScene)
    VIEWS["lesson"].open(scene._desk, {})
    window.update(0.1)
    assert asked_lesson(services).source.name == "小黑", "one's own comes before the one that ships with the program"
    assert "Back to the course" in said(window)
    click_on(window, "lesson.close")
    assert window.scene is scene


def test_until_it_comes_it_is_told_what_is_being_done_and_trouble_too(both: tuple[Window, Services]) -> None:
    window, services = both
    press_key(window, pygame.K_l)
    for stage, words in (
        (Stage.READING, "Reading what 小黑"),
        (Stage.PLAYING, "plays some"),
        (Stage.CHECKING, "step ready"),
    ):
        inquirer_of(services).tell(Underway(stage, 0.5), is_whole=False)
        window.update(0.1)
        assert words in said(window)
    inquirer_of(services).fail(as_said("It broke."))
    window.update(0.1)
    assert "It broke." in said(window)
    click_on(window, "lesson.again")
    tell_lesson(window, services)
    assert "After move 5 of 87, White to play" in said(window)


def test_a_newborn_has_no_lesson_but_the_dog_that_ships_has(both: tuple[Window, Services]) -> None:
    window, services = both
    page = open_lesson(window, services)
    page.choose_dog("新来的")
    window.update(0.1)
    assert "has not learned anything yet" in said(window)
    assert not any(mark.is_enabled for mark in window.clickable() if mark.id.startswith("lesson.pick"))
    click_on(window, "lesson.other")
    assert asked_lesson(services).source.is_shipped
    page.choose_dog("新来的")
    click_on(window, "lesson.train")
    assert isinstance(window.scene, TrainScene)
    assert window.scene.chosen is not None
    assert window.scene.chosen.name == "新来的"


# --- which position --------------------------------------------------------------------------------------------------


def test_another_position_and_another_kind_are_a_key_or_a_click_away(both: tuple[Window, Services]) -> None:
    window, services = both
    open_lesson(window, services)
    press_key(window, pygame.K_n)
    assert (asked_lesson(services).pick, asked_lesson(services).rank) == (Pick.RANDOM, 1)
    tell_lesson(window, services)
    click_on(window, "lesson.pick.wrong")
    assert (asked_lesson(services).pick, asked_lesson(services).rank) == (Pick.WRONG, 0)
    tell_lesson(window, services)
    click_on(window, "lesson.another")
    assert (asked_lesson(services).pick, asked_lesson(services).rank) == (Pick.WRONG, 1)


def test_the_keyboard_alone_reaches_everything(both: tuple[Window, Services]) -> None:
    window, services = both
    page = open_lesson(window, services)
    part(page, MorePanel).open(Tab.WAYS)
    reached = set()
    for _ in range(60):
        press_key(window, pygame.K_TAB)
        assert window.focus is not None
        reached.add(window.focus.id)
    marks = {mark.id for mark in window.clickable() if mark.id.startswith("lesson.")} - {"lesson.progress"}
    assert marks
    missed = [name for name in marks if not any(name == id or name.startswith(f"{id}.") for id in reached if id)]
    assert missed == []


# --- on the board ----------------------------------------------------------------------------------------------------


def best_disc(page: LessonPage) -> int:
    """The move that stands out."""
    (best,) = [disc.action for disc in page.board.shown.marks.discs if disc.is_best]
    return best


def test_keys_show_guess_search_step_and_points_on_the_board(both: tuple[Window, Services]) -> None:
    window, services = both
    page = open_lesson(window, services)
    assert (page.side, best_disc(page)) == (Side.GUESS, LIKED)
    press_key(window, pygame.K_RIGHT)
    assert (page.side, best_disc(page)) == (Side.FOUND, BEST)
    press_key(window, pygame.K_RIGHT)
    assert page.side is Side.AFTER
    press_key(window, pygame.K_RIGHT)
    assert page.side is Side.POINTS
    shown = page.board.shown
    assert shown.marks.owner[0] > 0 > shown.marks.owner[80], "Black's half, White's half"
    press_key(window, pygame.K_SPACE)
    press_key(window, pygame.K_SPACE)
    assert page.side is Side.GUESS
    click_on(window, "lesson.side.found")
    assert page.side is Side.FOUND


def test_crosses_are_where_it_calls_a_point_the_other_sides_and_no_crosses_where_it_cannot_tell() -> None:
    lesson = lesson_of(INQUIRY)
    wrong = lesson.views[0].owners
    assert wrong is not None
    wrong[0, :3] = 2  # Black's, it says
    picture = Account(lesson, "小黑").picture(Side.POINTS)
    assert [action for action, _ in picture.board.markup.shapes] == [0, 1, 2]


def test_a_game_without_points_is_told_without_them(both: tuple[Window, Services]) -> None:
    window, services = both
    press_key(window, pygame.K_l)
    tell_lesson(window, services, game="five", size=15)
    page = lesson_page(window)
    assert Side.POINTS not in page.sides
    for _ in range(5):
        press_key(window, pygame.K_RIGHT)
    assert page.side is Side.AFTER
    assert len(page._account(0).costs().rows) == 3
    draw(window)


def test_pointing_at_a_move_on_the_board_tells_of_it(both: tuple[Window, Services]) -> None:
    window, services = both
    page = open_lesson(window, services)
    draw(window)
    assert page.board._view is not None
    move_to(window, page.board._view.center(BEST))
    assert percent(0.7) in window.look.say(page.board.tip)


# --- figures ---------------------------------------------------------------------------------------------------------


def account() -> Account:
    return Account(lesson_of(replace(INQUIRY, steps=10)), "小黑")


def figures(table: Table, column: int) -> list[str]:
    return [STRINGS.said(row.cells[column].words) for row in table.rows]


def test_every_move_is_told_as_guessed_found_and_guessed_after_the_step() -> None:
    lesson = lesson_of(INQUIRY)
    table, view = Account(lesson, "小黑").moves(12), lesson.views[0]
    moves = [row for row in table.rows if row.action >= 0]
    assert [row.action for row in moves[:2]] == [BEST, LIKED], "what deserves most comes first"
    for row in moves:
        shares = view.before.policy, view.target, view.after.policy
        assert [STRINGS.said(cell.words) for cell in row.cells[:3]] == [percent(float(p[row.action])) for p in shares]


def test_what_the_moves_cost_adds_up_to_the_loss() -> None:
    lesson = lesson_of(INQUIRY)
    costs = [float(STRINGS.said(row.cells[3].words)) for row in Account(lesson, "小黑").moves(12).rows[1:]]
    assert math.isclose(sum(costs), lesson.views[0].cost_before.policy, abs_tol=0.01 * len(costs))


def test_the_losses_weighed_add_up_to_what_a_step_makes_smaller() -> None:
    table = account().costs()
    for column in (2, 3):
        *parts, total = (float(text) for text in figures(table, column))
        assert math.isclose(sum(parts), total, abs_tol=0.02)
    before, after = figures(table, 2)[-1], figures(table, 3)[-1]
    assert float(after) < float(before)
    sentence = STRINGS.said(account().costs_said())
    assert before in sentence
    assert after in sentence


def test_before_the_step_nothing_is_told_of_afterwards() -> None:
    lesson = lesson_of(INQUIRY, done=0)
    told = Account(lesson, "小黑")
    assert not told.is_taught
    assert set(figures(told.moves(8), 2)) == {"–"}


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize(("game", "size"), [("go", 9), ("five", 15)])
@pytest.mark.parametrize("done", [0, 10])
def test_everything_can_be_said(language: Language, game: str, size: int, done: int) -> None:
    strings = Strings(language)
    told = Account(lesson_of(replace(INQUIRY, steps=10), done, game, size), "小黑")
    sentences = [told.sentence(side) for side in Side]
    sentences += [
        told.about(),
        told.heading(),
        told.costs_said(),
        told.ways_said(),
        told.heart_said(),
        told.doctor_said(),
    ]
    for table in (told.moves(12), told.costs(), told.doctor()):
        for row in table.rows:
            sentences += [cell.tip for cell in (row.name, *row.cells) if strings.said(cell.words)] + [row.bar.tip]
    for sentence in sentences:
        assert len(strings.said(sentence)) > 4


# --- below -----------------------------------------------------------------------------------------------------------


def test_one_key_goes_through_what_it_costs_its_eight_ways_by_heart_and_the_doctor(
    both: tuple[Window, Services],
) -> None:
    window, services = both
    panel = part(open_lesson(window, services), MorePanel)
    seen = []
    for theme in (Theme.LIGHT, Theme.DARK) * 2:
        seen.append(panel.tab)
        window.change(theme=theme)
        draw(window)
        press_key(window, pygame.K_o)
    assert seen == list(Tab)
    click_on(window, "lesson.tab.doctor")
    assert panel.tab is Tab.DOCTOR


def test_a_click_on_a_turned_board_turns_the_large_one_and_all_that_is_told_of_it(
    both: tuple[Window, Services],
) -> None:
    window, services = both
    page = open_lesson(window, services)
    click_on(window, "lesson.tab.ways")
    assert len([mark for mark in window.clickable() if mark.id.startswith("lesson.way.")]) == 8
    lesson = lesson_of(INQUIRY)
    for way in (3, 6):
        click_on(window, f"lesson.way.{way}")
        assert np.array_equal(page.board.shown.board.stones, lesson.views[way].stones)
        liked = int(lesson.views[way].before.policy.argmax())
        assert best_disc(page) == liked
        assert point_name(STRINGS, lesson.grid, liked) in said(window)
    assert part(page, WaysGrid).is_visible


def test_a_new_position_is_looked_at_as_it_was_played(both: tuple[Window, Services]) -> None:
    window, services = both
    page = open_lesson(window, services)
    click_on(window, "lesson.tab.ways")
    click_on(window, "lesson.way.3")
    press_key(window, pygame.K_n)
    tell_lesson(window, services)
    assert np.array_equal(page.board.shown.board.stones, lesson_of(INQUIRY).views[0].stones)


# --- more steps ------------------------------------------------------------------------------------------------------


def test_more_steps_are_asked_for_by_keys_and_what_is_known_stays_till_there_is_more(
    both: tuple[Window, Services],
) -> None:
    window, services = both
    page = open_lesson(window, services)

    def taught() -> int:
        assert page._lesson is not None
        return page._lesson.done

    press_key(window, pygame.K_UP)
    assert asked_lesson(services).steps == 10
    assert (page.side, part(page, MorePanel).tab) == (Side.AFTER, Tab.HEART)
    tell_lesson(window, services, done=0)
    assert taught() == 1, "what one step made is not forgotten"
    tell_lesson(window, services, done=3)
    assert taught() == 3
    assert page.progress == pytest.approx(0.3)
    tell_lesson(window, services)
    assert page.progress is None
    assert taught() == 10
    assert part(page, HeartView).is_visible
    press_key(window, pygame.K_UP)
    press_key(window, pygame.K_UP)
    assert asked_lesson(services).steps == 100
    press_key(window, pygame.K_DOWN)
    window.update(0.0)
    assert (page.steps, taught()) == (10, 10), "what is known already is not worked out again"

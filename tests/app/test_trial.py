"""Lessons for beginners: whatever a learner does is answered, leads on or back, and has its words in every language."""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from clevergo.app.beginner.first_game import first_game
from clevergo.app.beginner.trial import Stand, Trial
from clevergo.app.kennel.messages import DogAge
from clevergo.app.match.messages import Refusal
from clevergo.games.color import Color
from clevergo.games.guests import game_named, games
from clevergo.games.lessons import Lesson, Lessons, read_lessons
from clevergo.locale import catalog, languages
from clevergo.players.spec import PlayerSpec

GO, FIVE = game_named("go"), game_named("five")


def lessons_of(name: str) -> Lessons:
    lessons = game_named(name).lessons
    assert lessons is not None
    return lessons


ALL = [(name, lesson) for name, game in games().items() if game.lessons for lesson in game.lessons.boards]
each_lesson = pytest.mark.parametrize(
    "lesson", [lesson for _, lesson in ALL], ids=[f"{n}-{one.name}" for n, one in ALL]
)


def begun(lesson: Lesson) -> Trial:
    """The lesson, with the learner to move."""
    trial = Trial(lesson)
    trial.go_on()
    assert trial.stand is Stand.ASKED
    return trial


def after(lesson: Lesson, moves: tuple[int, ...]) -> Trial:
    """The lesson after what a learner did so far."""
    trial = begun(lesson)
    for move in moves:
        assert trial.play(move) is None
        trial.go_on()
    return trial


def ways(lesson: Lesson) -> Iterator[tuple[int, ...]]:
    """What a learner may have done, all of it right, when something is asked."""
    reached: list[tuple[int, ...]] = [()]
    for stage in lesson.stages:
        yield from reached
        right = {move for answer in stage.answers if answer.is_right for move in answer.asked or ()}
        reached = [(*way, move) for way in reached for move in (right or {hint(after(lesson, way))})]


def hint(trial: Trial) -> int:
    """What the learner is shown who asks for it."""
    assert trial.hint is None
    trial.help()
    assert trial.hint is not None
    return trial.hint


def look(trial: Trial) -> str:
    """What lies on the board."""
    return "".join(".XO"[int(stone)] for stone in trial.board.stones.ravel())


@each_lesson
def test_every_move_is_answered_and_leads_on_or_can_be_tried_again(lesson: Lesson) -> None:
    for way in ways(lesson) if not lesson.choices else ():
        before = after(lesson, way)
        for action in np.flatnonzero(before.board.stones.ravel() == 0).tolist():
            trial = after(lesson, way)
            if trial.play(action) is not None:
                assert trial.words, "what is forbidden is told, and why"
                assert (look(trial), trial.stand) == (look(before), Stand.ASKED)
                continue
            trial.go_on()
            assert trial.words
            if trial.stand is Stand.WRONG:
                trial.again()
                assert (look(trial), trial.words, trial.stand) == (look(before), before.words, Stand.ASKED)
            else:
                is_last = len(way) + 1 == len(lesson.stages)
                assert trial.stand is (Stand.DONE if is_last else Stand.ASKED)


@each_lesson
def test_following_the_hints_leads_to_the_end(lesson: Lesson) -> None:
    trial = begun(lesson)
    for _ in lesson.stages:
        if lesson.choices:
            assert trial.hint is None
            trial.choose(next(min(answer.asked or ()) for answer in lesson.stages[0].answers if answer.is_right))
        else:
            assert trial.play(hint(trial)) is None
            trial.go_on()
    assert trial.stand is Stand.DONE
    trial.again()
    assert (trial.stand, look(trial)) == (Stand.ASKED, look(begun(lesson)))


@each_lesson
def test_a_click_after_something_wrong_is_another_try(lesson: Lesson) -> None:
    trial = begun(lesson)
    if lesson.choices:
        for number in lesson.choices:
            trial.choose(number)
        trial.choose(next(min(answer.asked or ()) for answer in lesson.stages[0].answers if answer.is_right))
    else:
        right = hint(trial)
        for action in np.flatnonzero(trial.board.stones.ravel() == 0).tolist():
            trial.play(action)
            trial.go_on()
            if trial.stand is Stand.WRONG:
                break
        trial.play(right)
        trial.go_on()
    assert trial.stand is (Stand.DONE if len(lesson.stages) == 1 else Stand.ASKED)


@each_lesson
def test_while_the_other_side_is_to_answer_nothing_can_be_played(lesson: Lesson) -> None:
    trial = Trial(lesson)
    if lesson.first is not None:
        assert trial.play(0) == Refusal.NOT_YOUR_TURN
        trial.go_on()
    if lesson.choices:
        assert trial.play(0) == Refusal.NOT_YOUR_TURN
        return
    for action in np.flatnonzero(trial.board.stones.ravel() == 0).tolist():
        trial.play(action)
        if trial.stand is Stand.ANSWERING:
            assert trial.play(action) == Refusal.NOT_YOUR_TURN
            assert trial.hint is None
            trial.go_on()
        if trial.stand is Stand.DONE:
            assert trial.play(action) == Refusal.GAME_OVER


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize("game", [name for name, game in games().items() if game.lessons])
def test_every_sentence_is_there_and_no_other(game: str, language: object) -> None:
    lessons = lessons_of(game)
    wanted = {f"lesson.{game}", *(f"lesson.{game}.game.{row}" for row in ("said", "begin"))}
    for lesson in lessons.boards:
        name = f"lesson.{game}.{lesson.name}"
        told = {f"{name}.{answer.words}" for stage in lesson.stages for answer in stage.answers}
        wanted |= {name, f"{name}.said", f"{name}.task", *told}
    words = catalog(language).words._catalog  # type: ignore[attr-defined, arg-type]
    assert {key for key in words if isinstance(key, str) and key.startswith((f"lesson.{game}.",))} == wanted - {
        f"lesson.{game}"
    }
    assert f"lesson.{game}" in words


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_what_sentences_are_filled_with_is_known(language: object) -> None:
    for name, lesson in ALL:
        known = begun(lesson).values
        for stage in lesson.stages:
            for answer in stage.answers:
                pattern = catalog(language).pattern(f"lesson.{name}.{lesson.name}.{answer.words}")  # type: ignore[arg-type]
                assert {blank for _, blank, _, _ in string.Formatter().parse(pattern) if blank} <= set(known)


@pytest.mark.parametrize("game", ["go", "five"])
def test_the_first_game_is_against_the_newborn_or_by_chance_where_there_is_none(game: str) -> None:
    played = game_named(game)
    dog = played.shipped_dog
    ages = (DogAge(f"{dog}@0", 0, 0.0, None, None, Path("a")), DogAge(f"{dog}@27", 27, 8.0, None, None, Path("b")))
    setup = first_game(played, ages)
    assert setup.black.is_human
    assert setup.white.dog == f"{dog}@0"
    assert setup.rules.game is played
    assert first_game(played, ()).white == PlayerSpec.parse("random")
    assert first_game(played, ages[1:]).white == PlayerSpec.parse("random")


def test_the_first_game_of_go_has_no_komi_so_that_more_points_win() -> None:
    rules = first_game(GO, ()).rules
    assert rules.size == 7
    assert GO.lead(rules, 3.0) == 3.0


def test_a_file_that_is_wrong_says_where(tmp_path: Path) -> None:
    path = tmp_path / "lessons.txt"
    path.write_text("lesson bad\n . .\n . .\n Z9 right good\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"lessons\.txt: lesson bad"):
        read_lessons(GO, path)


def test_black_is_asked() -> None:
    for _, lesson in ALL:
        trial = begun(lesson)
        assert trial._position.to_play is Color.BLACK

"""Lessons for tests of the window: figures that anybody can reckon, of a dog that nobody has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

from clevergo.app.lesson.lesson import (
    Cost,
    Ending,
    Lesson,
    LessonInquiry,
    Mark,
    Said,
    School,
    View,
)
from clevergo.games.color import Color
from clevergo.games.guests import game_named
from clevergo.ui.scenes.lesson.page import LessonPage
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from tests.ui.fake_inquiries import FakeInquirer
from tests.ui.fakes import press_key

BEST, LIKED = 20, 60
"""The move the search found, and the one the net would have liked."""
STONES = {30: 1, 31: 2, 40: 1, 41: 2, 50: 1}
"""Colors by point; the last one was played last, so White is to move."""
_LAST = 50
_FIGURES = {"explained": 0.37, "kl_search": 0.3, "heldout_value": 0.8, "heldout_guess": 1.1}


def lesson_of(inquiry: LessonInquiry, done: int | None = None, game: str = "go", size: int = 9) -> Lesson:
    """What is asked for, after so many steps, or all: each step moves the guess a part of the way to the target."""
    played = game_named(game)
    rules = played.agree({"size": size})[0]
    steps, made = inquiry.steps, inquiry.steps if done is None else done
    stones = np.zeros(size * size, np.int8)
    for point, color in STONES.items():
        stones[point] = color
    target = _shares(rules.num_actions, {BEST: 0.7, LIKED: 0.1})
    guess = _shares(rules.num_actions, {BEST: 0.2, LIKED: 0.5})
    owners = np.repeat(np.array([1, 2], np.int8), [36, 45]) if played.num_owned(size) else None
    ending = Ending(87, -12.5, -1, -0.95, -0.6, 0.2, 0.15, 10.0, owners is not None)
    shape = size, size
    before, after = _said(guess, target, owners, 0), _said(guess, target, owners, made)
    marks = []
    for n in sorted({0, made, *(n for n in (1, 3, 10, 30, 100) if n < made)}):
        here = _cost(_said(guess, target, owners, n), target, ending.value, owners)
        # The batch follows more slowly; what is not learned from becomes worse.
        marks.append(Mark(n, here, replace(here, value=here.value + 0.1), replace(here, value=0.7 + 0.01 * n)))
    views = tuple(
        View(
            stones=stones[source[: stones.size]].reshape(shape),
            last_move=int(np.flatnonzero(source == _LAST)[0]),
            target=target[source],
            owners=None if owners is None else owners[source[: stones.size]].reshape(shape),
            before=_turned(before, source, shape),
            after=_turned(after, source, shape),
            cost_before=marks[0].here,
            cost_after=marks[-1].here,
        )
        for source in played.symmetries(size)
    )
    school = School("5x64", "oneDNN", 256, 40_000, 3_204, 300_000, 0.001, 0.15, True, 16, False, True, _FIGURES)
    moved = 0.0004 * made
    return Lesson(game, size, 5, Color.WHITE, 1.7, ending, school, views, tuple(marks), steps, moved)


def _shares(count: int, liked: dict[int, float]) -> NDArray[np.float32]:
    shares = np.full(count, (1.0 - sum(liked.values())) / (count - len(liked)), np.float32)
    for action, share in liked.items():
        shares[action] = share
    return shares


def _said(guess: NDArray[np.float32], target: NDArray[np.float32], owners: NDArray[np.int8] | None, steps: int) -> Said:
    """What is said after so many steps: the more, the nearer to the target; of points, White's become clear late."""
    way = steps / (steps + 3)
    points = None if owners is None else np.where(owners == 2, 0.05 + 0.8 * way, -0.6).astype(np.float32)
    return Said((1 - way) * guess + way * target, 0.5 - 1.4 * way, points)


def _turned(said: Said, source: NDArray[Any], shape: tuple[int, int]) -> Said:
    points = None if said.points is None else said.points[source[: said.points.size]].reshape(shape)
    return Said(said.policy[source], said.value, points)


def _cost(said: Said, target: NDArray[np.float32], value: float, owners: NDArray[np.int8] | None) -> Cost:
    points = 0.0
    if owners is not None and said.points is not None:
        points = float(np.square(said.points - np.where(owners == 2, 1.0, -1.0)).mean())
    policy, entropy = (float(-(target * np.log(shares)).sum()) for shares in (said.policy, target))
    return Cost(policy, (said.value - value) ** 2, points, entropy)


def inquirer_of(services: Services) -> FakeInquirer:
    """Who finds things out behind the services."""
    assert isinstance(services.inquiries, FakeInquirer)
    return services.inquiries


def asked_lesson(services: Services) -> LessonInquiry:
    """The lesson that is asked for now."""
    inquiry = inquirer_of(services).current
    assert isinstance(inquiry, LessonInquiry)
    return inquiry


def tell_lesson(stage: Stage, services: Services, done: int | None = None, game: str = "go", size: int = 9) -> None:
    """The lesson that was asked for last comes, whole or after so many steps."""
    inquirer_of(services).tell(lesson_of(asked_lesson(services), done, game, size), is_whole=done is None)
    stage.update(0.0)


def lesson_page(stage: Stage) -> LessonPage:
    """The page of a lesson, which is shown."""
    assert isinstance(stage.scene, LessonPage)
    return stage.scene


def open_lesson(stage: Stage, services: Services) -> LessonPage:
    """By its key, from where the dog trains; its lesson comes at once."""
    press_key(stage, pygame.K_l)
    page = lesson_page(stage)
    tell_lesson(stage, services)
    return page

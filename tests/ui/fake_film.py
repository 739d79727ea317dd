"""Films for tests of the window: frames that anybody can reckon, of nets that nobody has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from clevergo.app.film.film import Film, FilmInquiry, Frame, Quarrel, QuarrelInquiry
from clevergo.app.match.messages import BoardState
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.problem import Problem
from clevergo.ui.scenes.film.page import FilmPage
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from tests.ui.fake_inquiries import FakeInquirer


def frame_of(rules: Rules, favorite: int, black_rate: float = 0.5, share: float = 0.4) -> Frame:
    """A frame of somebody who likes one move that much, and all others alike; the left half will be Black's."""
    policy = np.full(rules.num_actions, (1.0 - share) / (rules.num_actions - 1), np.float32)
    policy[favorite] = share
    owners = None
    if rules.game.owners_name:
        owners = np.full(rules.grid, 0.9, np.float32)
        owners[:, rules.grid.columns // 2 :] = -0.8
    return Frame(policy, favorite, black_rate, owners)


def film_of(
    inquiry: FilmInquiry, favorites: Mapping[int, int] | None = None, problems: Mapping[int, Problem] | None = None
) -> Film:
    """What is asked for: the ages' favorites, and problems, by their places; Black's chances rise from age to age."""
    rules, count = inquiry.rules, len(inquiry.nets)
    wanted, broken = favorites or {}, problems or {}
    frames = [
        broken.get(i) or frame_of(rules, wanted.get(i, 20 + i), (i + 1) / (count + 1), 0.1 + 0.05 * i)
        for i in range(count)
    ]
    return Film(board_of(inquiry), Color.BLACK if len(inquiry.moves) % 2 == 0 else Color.WHITE, False, tuple(frames))


def board_of(inquiry: FilmInquiry) -> BoardState:
    """The stones that were played; nothing is taken."""
    board = BoardState.empty(inquiry.rules.grid, inquiry.start)
    for ply, action in enumerate(inquiry.moves):
        if action < board.stones.size:
            board.stones.flat[action] = 1 + ply % 2
    return board


def quarrel_of(inquiry: QuarrelInquiry, widest: int, done: int | None = None) -> Quarrel:
    """Two nets that agree but at one ply, where the first gives Black 0.9 and the second 0.2."""
    total = len(inquiry.moves) + 1
    rates = np.full((2, total), 0.5, np.float32)
    rates[:, widest] = 0.9, 0.2
    favorites = np.full((2, total), 40, np.int16)
    favorites[1] = 60
    return Quarrel(rates[:, :done], favorites[:, :done], total)


def inquirer_of(services: Services) -> FakeInquirer:
    """Who finds things out behind the services."""
    assert isinstance(services.inquiries, FakeInquirer)
    return services.inquiries


def asked_film(services: Services) -> FilmInquiry:
    """The film that is asked for now."""
    inquiry = inquirer_of(services).current
    assert isinstance(inquiry, FilmInquiry)
    return inquiry


def tell_film(stage: Stage, services: Services, **answer: Any) -> None:
    """The film that was asked for last comes, whole."""
    inquirer_of(services).tell(film_of(asked_film(services), **answer))
    settle(stage)


def tell_quarrel(stage: Stage, services: Services, widest: int, done: int | None = None) -> None:
    """What two ages think of a game comes, all of it or so many positions."""
    inquiry = inquirer_of(services).current
    assert isinstance(inquiry, QuarrelInquiry)
    inquirer_of(services).tell(quarrel_of(inquiry, widest, done), is_whole=done is None)
    settle(stage)


def settle(stage: Stage) -> None:
    """Everything that comes a few frames at a time is there."""
    for _ in range(8):
        stage.update(0.01)


def film_page(stage: Stage) -> FilmPage:
    """The page of the film, which is shown."""
    assert isinstance(stage.scene, FilmPage)
    return stage.scene

"""Trials of dogs without a part for tests of the window: boards with some stones on them, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clevergo.app.desk.settings import SceneName
from clevergo.app.match.messages import BoardState
from clevergo.app.parts.trial import TrialGame, TrialInquiry, TrialState
from clevergo.ui.scenes.catalog import makers
from clevergo.ui.scenes.learn.parts.page import PartsPage
from clevergo.ui.scenes.learn.scene import LearnScene
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from tests.ui.fake_sights import inquirer_of


def games_of(won: Sequence[bool | None], live: bool = False, size: int = 9) -> TrialState:
    """Games that are over, won by the whole dog or not, and perhaps one that is being played."""
    games = []
    for index, whole_won in enumerate(won):
        stones = np.random.default_rng(index).integers(0, 3, (size, size)).astype(np.int8)
        games.append(TrialGame(BoardState(stones, 40), 60, True, index % 2 == 0, whole_won))
    if live:
        stones = np.zeros((size, size), np.int8)
        stones[2, 2], stones[6, 6] = 1, 2
        games.append(TrialGame(BoardState(stones, 60), 2, False, len(won) % 2 == 0))
    return TrialState(tuple(games))


def open_parts(stage: Stage, services: Services) -> PartsPage:
    """The page where a part is taken away."""
    if not isinstance(stage.scene, LearnScene):
        stage.furnish(services, makers())
        stage.go_to(SceneName.LEARN)
    assert isinstance(stage.scene, LearnScene)
    stage.scene.open_entry("try.parts")
    page = stage.scene.leaf
    assert isinstance(page, PartsPage)
    return page


def asked(services: Services) -> TrialInquiry:
    """The trial that is to be played."""
    current = inquirer_of(services).current
    assert isinstance(current, TrialInquiry)
    return current


def play_on(stage: Stage, services: Services, state: TrialState) -> None:
    """So far has the trial come; ten games are all."""
    is_whole = asked(services).begin_at + sum(game.is_over for game in state.games) == 10
    inquirer_of(services).tell(state, is_whole)
    stage.update(0.0)

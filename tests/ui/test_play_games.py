"""The list of saved games: what is chosen in it, and what opens."""

from __future__ import annotations

from pathlib import Path

import pygame

from clevergo.app.match.messages import SavedGame
from clevergo.ui.scenes.play.files import GamesList
from tests.ui.fakes import click_on, fake_match, make_services, make_stage

OLD = SavedGame(Path("a.sgf"), "human", "human", "2026-01-31 09:30", 9, 3, "")
NEW = SavedGame(Path("b.sgf"), "human", "human", "2026-02-01 10:00", 9, 31, "W+R")


def test_the_newest_game_is_chosen_until_a_person_chooses() -> None:
    match = fake_match(make_services())
    match.library.games = (OLD,)
    games = GamesList(match, lambda path: None)  # type: ignore[arg-type]
    match.library.games = (NEW, OLD)
    games.update(0.1)
    assert games.list.marked == NEW
    assert games.list.arrow(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN))
    match.library.games = (NEW, OLD, OLD)
    games.update(0.1)
    assert games.list.marked == OLD


def test_a_game_that_nobody_has_clicked_yet_opens_at_the_second_click() -> None:
    services = make_services()
    match = fake_match(services)
    match.library.games = (NEW, OLD)
    stage = make_stage(services)
    click_on(stage, "play.record")
    click_on(stage, "play.record.games")
    click_on(stage, "games.list.0")
    assert match.calls == []
    click_on(stage, "games.list.0")
    assert match.calls == ["open_game b.sgf"]

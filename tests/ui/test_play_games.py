"""The list of saved games: what is chosen in it, and what opens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame

from clevergo.app.match.messages import SavedGame
from clevergo.ui.scenes.play.files import ChooserDialog, GamesList
from clevergo.ui.shell.ui_map import texts_of
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


def test_the_list_is_as_high_as_its_games_need() -> None:
    heights = []
    for games in ((), (NEW,), (NEW, OLD), (NEW, OLD) * 20):
        services = make_services()
        fake_match(services).library.games = games
        stage = make_stage(services, (1280, 720))
        click_on(stage, "play.record")
        click_on(stage, "play.record.games")
        dialog = stage.popups[-1]
        assert isinstance(dialog, ChooserDialog)
        heights.append(dialog.box.height)
        assert stage.rect.contains(dialog.box)
    assert heights == sorted(set(heights))
    assert heights[1] < 220


def test_two_ages_that_played_each_other_are_told_apart_in_the_list() -> None:
    services = make_services()
    game = replace(NEW, black="alphago:小黑@1230:400", white="alphago:alpha_go@26130:100")
    fake_match(services).library.games = (game,)
    for size in ((940, 620), (1280, 720)):
        stage = make_stage(services, size)
        click_on(stage, "play.record")
        click_on(stage, "play.record.games")
        stage.update(0.1)
        names = [drawn.text for drawn in texts_of(stage) if "小黑" in drawn.text and not drawn.is_cut]
        assert any("1,230" in name and "26,130" in name for name in names)

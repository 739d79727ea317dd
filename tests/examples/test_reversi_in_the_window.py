"""Reversi in the window: set up, played by clicks with a forced pass, ended, taken back, saved and opened again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from clevergo.app.desk.library import GameStore
from clevergo.app.desk.paths import Paths
from clevergo.app.desk.settings import Settings, setup_from_dict, setup_to_dict
from clevergo.app.engine.messages import ThinkAnswer
from clevergo.app.kennel.book import Kennel
from clevergo.app.match.controller import MatchController
from clevergo.app.match.messages import MatchPhase, MatchSetup, MatchSnapshot
from clevergo.games.color import Color
from clevergo.games.guests import games
from clevergo.games.plain import PlainPosition, PlainRules
from clevergo.locale import Language, languages
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.ui.scenes.analysis.judges import Judges
from clevergo.ui.scenes.play.scene import PlayScene
from clevergo.ui.scenes.play.sides import Roster, player_options
from clevergo.ui.shell.scene import Services
from clevergo.ui.shell.stage import Stage
from tests.app.test_match import FakeEngine
from tests.ui.fakes import DOGS, click, click_on, draw, fake_match, make_services, make_stage
from tests.ui.fitting import misfits
from tests.ui.test_play_scene import SIZES

RULES = PlainRules("reversi", 8)
PASS = 64
_TERMS = ("size", "handicap", "komi", "ko")
HUMAN, MACHINE = PlayerSpec.parse("human"), PlayerSpec.parse("mcts:400")


@pytest.fixture(autouse=True)
def _taking_part(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if its one line stood in :mod:`clevergo.guests`."""
    monkeypatch.setattr("clevergo.games.guests.GUESTS", ("clevergo.games.go.game", "examples.reversi.game"))
    games.cache_clear()
    yield
    games.cache_clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def services(folder: Path, engine: FakeEngine) -> Services:
    """A real match behind the scene; only the machine's moves are the test's."""
    paths = Paths(folder / "data", folder / "program")
    match = MatchController(Kennel(paths), GameStore(paths.games), engine, np.random.default_rng(1), 0.0)  # type: ignore[arg-type]
    return replace(make_services(), match=match)


@pytest.fixture
def stage(services: Services) -> Stage:
    return make_stage(services)


def a_game() -> list[int]:
    """A whole game with a forced pass in it, which Black has to make."""
    for seed in range(100):
        rng, position, moves, has_passed = np.random.default_rng(seed), PlainPosition.initial(RULES), [], False
        while not position.is_over:
            moves.append(int(rng.choice(np.flatnonzero(position.legal_moves))))
            has_passed = has_passed or (moves[-1] == PASS and position.to_play is Color.BLACK)
            position = position.play(moves[-1])
        if has_passed and position.outcome().winner is not None:
            return moves
    raise AssertionError("no game with a pass")


def seen(stage: Stage) -> MatchSnapshot:
    draw(stage)
    assert isinstance(stage.scene, PlayScene)
    return stage.scene.services.match.snapshot


def shows(stage: Stage, words: str) -> bool:
    """Whether something on the screen says so."""
    stage.look.drawn = []
    stage.invalidate()
    draw(stage)
    said = [drawn.text for drawn in stage.look.drawn]
    stage.look.drawn = None
    return any(words in text for text in said)


def choose_reversi(stage: Stage) -> None:
    click_on(stage, "play.game")
    click_on(stage, "play.game.reversi")


def center(stage: Stage, action: int) -> tuple[int, int]:
    """Where a point is in the window."""
    assert isinstance(stage.scene, PlayScene)
    mark = stage.scene.board_mark()
    assert mark is not None
    row, col = divmod(action, mark.size)
    return mark.first[0] + round(col * mark.step), mark.first[1] + round(row * mark.step)


def play_by_click(stage: Stage, action: int) -> None:
    if action == PASS:
        click_on(stage, "play.pass")
    else:
        click(stage, center(stage, action))


def begin_between_people(stage: Stage) -> None:
    choose_reversi(stage)
    click_on(stage, "play.white")
    click_on(stage, "play.white.human")
    click_on(stage, "play.start")


def test_the_rules_are_asked_for_as_the_game_leaves_them_open(stage: Stage) -> None:
    def offered() -> set[str]:
        return {mark.id for mark in stage.clickable()}

    assert {"play.game", "play.komi", "play.handicap", "play.ko.simple", "play.size.19"} <= offered()
    choose_reversi(stage)
    assert {"play.game", "play.size.8", "play.size.6"} <= offered()
    assert not {"play.komi", "play.handicap", "play.ko.simple", "play.size.19", "play.counting"} & offered()
    assert shows(stage, "8×8")
    assert not shows(stage, "How it is counted")
    click_on(stage, "play.start")
    assert seen(stage).setup == MatchSetup(HUMAN, MACHINE, RULES), "no dog here knows the game"
    assert stage.preferences.now.last_match.rules == RULES


def test_it_is_played_to_its_end_and_back_by_clicks(stage: Stage, services: Services, folder: Path) -> None:
    moves = a_game()
    begin_between_people(stage)
    assert (seen(stage).shown.board.stones != 0).sum() == 4
    click(stage, center(stage, 0))
    assert seen(stage).shown.ply == 0
    assert shows(stage, "The rules forbid this move")
    for action in moves:
        before = seen(stage)
        assert (before.shown.may_pass, before.shown.must_pass) == (action == PASS, action == PASS)
        mark = next(mark for mark in stage.clickable() if mark.id == "play.pass")
        assert mark.is_enabled == (action == PASS)
        play_by_click(stage, action)
    ended = seen(stage)
    assert ended.shown.moves == tuple(moves)
    position = PlainPosition.initial(RULES)
    for action in moves:
        position = position.play(action)
    assert ended.phase is MatchPhase.FINISHED
    assert ended.outcome == position.outcome()
    assert ended.outcome is not None
    assert ended.outcome.winner is not None
    assert shows(stage, f"{ended.outcome.winner.name.title()} wins by {abs(ended.outcome.margin or 0):g}")
    assert ended.shown.board.owners is None
    assert ended.shown.board.dead is None
    click_on(stage, "play.undo")
    back = seen(stage)
    assert (back.phase, back.shown.ply, back.outcome) == (MatchPhase.RUNNING, len(moves) - 1, None)
    click_on(stage, "play.redo")
    assert seen(stage).outcome == ended.outcome
    match = services.match
    assert match.flush(10.0)
    match.new_match(MatchSetup(HUMAN, HUMAN))
    assert match.reopen_last()
    match._reader.wait()
    again = seen(stage)
    assert (again.shown.moves, again.outcome) == (tuple(moves), ended.outcome)
    assert again.setup == MatchSetup(HUMAN, HUMAN, RULES)
    match.library.refresh()
    match.library.wait()
    (saved,) = match.library.games or ()
    assert (saved.game, saved.size, saved.moves, saved.is_own) == ("reversi", 8, len(moves), True)


def test_who_has_to_pass_is_told_and_a_machine_passes_by_itself(stage: Stage, engine: FakeEngine) -> None:
    moves = a_game()
    choose_reversi(stage)
    click_on(stage, "play.start")
    match = stage.scene.services.match  # type: ignore[union-attr]
    for action in moves[: moves.index(PASS) + 1]:
        now = seen(stage)
        if now.shown.to_play is Color.BLACK:
            if now.shown.must_pass:
                assert shows(stage, "There is no move here: pass")
                click(stage, center(stage, int(np.flatnonzero(now.shown.board.stones.ravel() == 0)[0])))
                assert seen(stage).shown.ply == now.shown.ply
            play_by_click(stage, action)
        else:
            engine.say(ThinkAnswer(engine.thinks[-1].tag, action, False, None))
            match.poll()
    assert seen(stage).shown.moves == tuple(moves[: moves.index(PASS) + 1])


def test_dogs_are_offered_as_opponents_and_asked_in_their_own_game_only(stage: Stage, services: Services) -> None:
    disc = replace(DOGS[1], name="disc", game="reversi", sizes=(8,), rating=900.0)
    services.kennel._dogs = (*DOGS, disc)  # type: ignore[attr-defined]
    assert isinstance(stage.scene, PlayScene)
    stage.scene._form.show_players(Roster.of(services.kennel))

    def offered() -> set[str]:
        click_on(stage, "play.white")
        found = {mark.id for mark in stage.clickable() if mark.id.startswith("play.white.")}
        stage.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
        return found

    in_go = offered()
    assert {"play.white.alpha_go", "play.white.小黑"} <= in_go
    assert "play.white.disc" not in in_go
    choose_reversi(stage)
    in_reversi = offered()
    assert "play.white.disc" in in_reversi
    assert not {"play.white.alpha_go", "play.white.小黑"} & in_reversi
    roster = Roster.of(services.kennel)
    kinds = [{o.value.kind for o in player_options(roster.of_game(game), HUMAN)} for game in ("go", "reversi")]
    assert [PlayerKind.OUTSIDE in among for among in kinds] == [True, False], "no program is known that plays it"
    judges = Judges()
    judges.look_around(services.kennel)
    assert judges.resolve("", MatchSetup(HUMAN, HUMAN)) == "alpha_go"
    assert judges.resolve("", MatchSetup(HUMAN, HUMAN, RULES)) == "disc"


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_what_is_asked_and_what_is_shown_fits_into_every_window(
    language: Language, size: tuple[int, int], scale: float
) -> None:
    services = make_services(language, scale=scale)
    stage = make_stage(services, size)
    draw(stage)
    assert misfits(stage) == [], "Go, with one row more"
    choose_reversi(stage)
    draw(stage)
    assert misfits(stage) == []
    click_on(stage, "play.start")
    fake_match(services).think()
    draw(stage)
    assert misfits(stage) == []


def test_settings_keep_the_game_and_older_ones_mean_go(stage: Stage) -> None:
    setup = MatchSetup(HUMAN, HUMAN, PlainRules("reversi", 6))
    kept = setup_to_dict(setup)
    assert (kept["game"], kept["size"]) == ("reversi", 6)
    assert setup_from_dict(kept) == setup
    older = {"black": "human", "white": "random", "size": 13, "komi": 6.5, "ko": "simple", "handicap": 2}
    found = setup_from_dict(older)
    assert found.rules.game.name == "go"
    kept_terms = {key: older[key] for key in ("size", "handicap", "komi", "ko")}
    assert found.rules.game.agreed(found.rules, found.start) == kept_terms | {"counting": "area"}
    assert Settings(last_match=setup).to_dict()["last_match"] == kept

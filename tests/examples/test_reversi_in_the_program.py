"""Reversi beside Go: dogs, files, tournaments and the command line know which game they are of."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest

from clevergo import cli
from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.dogs import Dog, OtherGameError
from clevergo.app.kennel.growth import Checkpoint, Past
from clevergo.app.kennel.messages import LiveBoard
from clevergo.app.kennel.travel.archive import export_dog, import_dog
from clevergo.app.kennel.travel.errors import DogFileError, OddDogError
from clevergo.app.kennel.travel.story import Story, story_from_json, story_to_json
from clevergo.app.match.messages import BoardState
from clevergo.app.tournament.pairing import TournamentPlan, TournamentState
from clevergo.app.tournament.session import TournamentSession
from clevergo.games.go.rules import Ruleset
from clevergo.games.guests import games
from clevergo.games.plain import PlainRules
from clevergo.games.sgf.codec import from_sgf
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile, save_weights
from clevergo.players.spec import PlayerSpec
from examples.reversi.game import Reversi
from tests.app.tables import kept
from tests.patience import PATIENCE
from tests.ui import test_compete_scene as compete_scene
from tests.ui import test_kennel_scene as kennel_scene
from tests.ui import test_train_scene as train_scene
from tests.ui.fakes import click_on, press_key


def net() -> NetConfig:
    """Of a dog that plays Reversi."""
    return NetConfig(blocks=1, channels=8, size=8, game="reversi")


PLAYED = {"stone": "go", "disc": "reversi"}
GO_NET = NetConfig(blocks=1, channels=8)


@pytest.fixture(autouse=True)
def _taking_part(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if its one line stood in :mod:`clevergo.guests`, in this process and in those it starts."""
    monkeypatch.setenv("CLEVERGO_GUESTS", "examples.reversi.game")
    monkeypatch.setattr("clevergo.games.guests.GUESTS", ("clevergo.games.go.game", "examples.reversi.game"))
    games.cache_clear()
    yield
    games.cache_clear()


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "program")


@pytest.fixture
def kennel(paths: Paths) -> Kennel:
    return Kennel(paths)


def trained(kennel: Kennel, name: str, net: NetConfig) -> Dog:
    """A dog with weights to play with."""
    dog = kennel.adopt(name, net)
    save_weights(dog.weights, WeightFile(net, initial_weights(net, np.random.default_rng(1))))
    kennel.growth.note(dog.id, Past(Checkpoint(9.5, 100, 8_000, 3_000, dog.weights)))
    return dog


def test_a_dog_of_another_game_is_adopted_and_listed_apart(kennel: Kennel, paths: Paths) -> None:
    trained(kennel, "disc", net())
    trained(kennel, "stone", GO_NET)
    assert {dog.name: (dog.game, dog.sizes) for dog in kennel.dogs()} == {
        "disc": ("reversi", (8,)),
        "stone": ("go", (9,)),
    }
    assert kennel.dog("disc").config == net()
    pup = kennel.adopt("puppy", parent="disc")
    assert (pup.game, pup.config) == ("reversi", net())
    assert kennel.sizes_of("disc", "reversi") == (8,)
    assert kennel.sizes_of("disc@100", "go") == ()
    games.cache_clear()
    with pytest.MonkeyPatch.context() as alone:
        alone.setattr("clevergo.games.guests.GUESTS", ("clevergo.games.go.game",))
        assert [dog.name for dog in kennel.dogs()] == ["stone"], "without the game its dogs wait"
    games.cache_clear()
    assert len(kennel.dogs()) == 3


def test_it_travels_and_says_its_game(kennel: Kennel, tmp_path: Path) -> None:
    dog = trained(kennel, "disc", net())
    path = export_dog(kennel, "disc", tmp_path / "disc.clevergo")
    friend = Kennel(Paths(tmp_path / "friend", tmp_path / "program"))
    there = import_dog(friend, path)
    assert (there.game, there.config) == (dog.game, net())
    assert friend.find_weights("disc", "reversi").is_file()
    with pytest.MonkeyPatch.context() as alone:
        alone.setattr("clevergo.games.guests.GUESTS", ("clevergo.games.go.game",))
        games.cache_clear()
        with pytest.raises(DogFileError, match="reversi"):
            import_dog(friend, path)
    games.cache_clear()


def test_asked_to_play_another_game_it_is_refused_with_a_sentence(
    kennel: Kennel, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    trained(kennel, "disc", net())
    with pytest.raises(OtherGameError, match=r"disc plays Reversi, not Go"):
        kennel.find_weights("disc", "go")
    session = TournamentSession(kennel, paths, processes=1)
    session.start(TournamentPlan((PlayerSpec.parse("policy:disc"), PlayerSpec.parse("random")), 1, Ruleset(5)))
    assert session.wait(PATIENCE)
    assert session.snapshot.state is TournamentState.STOPPED
    assert session.snapshot.error is not None
    assert session.snapshot.error.code == "other_game"
    session.close()
    folder = ["--data-dir", str(paths.data)]
    assert cli.main([*folder, "match", "policy:disc", "random", "--games", "1"]) == 2
    assert "plays Reversi, not Go" in capsys.readouterr().err
    assert cli.main([*folder, "match", "policy:alpha_go", "random", "--games", "1", "--game", "reversi"]) == 2
    assert "plays Go, not Reversi" in capsys.readouterr().err
    assert cli.main([*folder, "train", "disc", "--games", "1", "--game", "go"]) == 2
    assert "plays Reversi, not Go" in capsys.readouterr().err


def test_a_tournament_is_played_to_its_table(kennel: Kennel, paths: Paths) -> None:
    players = (PlayerSpec.parse("random"), PlayerSpec.parse("mcts:20"))
    plan = TournamentPlan(players, 4, PlainRules("reversi", 6), seed=3)
    assert plan.to_json()["game"] == "reversi"
    assert TournamentPlan.from_json(json.loads(json.dumps(plan.to_json()))) == plan
    session = TournamentSession(kennel, paths, processes=1)
    session.start(plan)
    deadline = time.monotonic() + PATIENCE
    while session.snapshot.state is not TournamentState.FINISHED and time.monotonic() < deadline:
        time.sleep(0.05)
    shown = session.snapshot
    assert (shown.state, shown.error) == (TournamentState.FINISHED, None)
    assert shown.table is not None
    assert shown.table.score(0) + shown.table.score(1) == 4
    assert shown.live is not None
    assert shown.live.board.stones.shape == (6, 6)
    record = from_sgf(session.game_file(0).read_bytes())
    assert record.rules == plan.rules
    assert record.outcome is not None
    session.close()


def test_the_command_line_says_what_is_played(paths: Paths, kennel: Kennel, capsys: pytest.CaptureFixture[str]) -> None:
    trained(kennel, "disc", net())
    folder = ["--data-dir", str(paths.data)]
    assert (
        cli.main([*folder, "match", "random", "random", "--games", "2", "--game", "reversi", "--size", "6", "--json"])
        == 0
    )
    out = capsys.readouterr().out
    assert "Reversi: random won" in out
    assert {"game": "reversi", "size": 6, "games": 2}.items() <= json.loads(out.splitlines()[-1]).items()
    (result,) = kept(kennel, "results")
    assert (result["game"], result["agreed"]) == ("reversi", {"size": 6})
    with pytest.raises(SystemExit):
        cli.main([*folder, "match", "random", "random", "--games", "1", "--game", "reversi", "--komi", "5"])
    assert "--komi" in capsys.readouterr().err
    assert cli.main([*folder, "match", "random", "random", "--games", "1", "--game", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
    assert cli.main([*folder, "dogs"]) == 0
    assert "Reversi" in capsys.readouterr().out


def test_a_file_that_names_two_games_is_refused(kennel: Kennel, tmp_path: Path) -> None:
    dog = trained(kennel, "disc", net())
    told = story_to_json(Story("disc", net(), "", kennel.growth.past(dog)))
    assert story_from_json(told).net == net()
    with pytest.raises(OddDogError):
        story_from_json(told | {"game": "go"})
    assert story_to_json(Story("stone", replace(net(), game="go", size=9), "", kennel.growth.past(dog)))["format"] == 1


# --- in the window -------------------------------------------------------------------------------------------


def test_a_dog_is_adopted_for_a_game_and_a_board() -> None:
    window = train_scene.Window()
    window.click("train.adopt")
    assert window.says("Game")
    assert window.can_click("adopt.size"), "a list of many boards"
    window.click("adopt.game")
    window.click("adopt.game.reversi")
    window.click("adopt.size")
    assert not window.can_click("adopt.size.13")
    window.click("adopt.size.6")
    window.click("adopt.settings")
    assert not window.says("Komi")
    assert window.can_click("dog.net.small")
    assert not window.can_click("dog.net.classic"), "it sees what Reversi does not show"
    window.click("dialog.cancel")
    window.name_dog("disc")
    wish = window.kennel.wish
    assert wish is not None
    assert wish.net == NetConfig(size=6, game="reversi")
    assert wish.settings.game == "reversi"


def test_a_pup_is_offered_the_parents_of_its_game() -> None:
    stone, disc = (kennel_scene.card(kennel_scene.info(name, game=game)) for name, game in PLAYED.items())
    keeping = kennel_scene.FakeKeeping((disc, stone))
    stage, _ = kennel_scene.make_stage(keeping)
    assert "Reversi" in kennel_scene.shown(stage)
    click_on(stage, "kennel.adopt")
    click_on(stage, "adopt.parent")
    assert "adopt.parent.stone" in kennel_scene.ids(stage)
    assert "adopt.parent.disc" not in kennel_scene.ids(stage)
    click_on(stage, "adopt.parent.stone")
    click_on(stage, "adopt.game")
    click_on(stage, "adopt.game.reversi")
    click_on(stage, "adopt.parent")
    assert "adopt.parent.stone" not in kennel_scene.ids(stage)
    click_on(stage, "adopt.parent.disc")
    click_on(stage, "dialog.ok")
    assert keeping.calls[-1].endswith("of disc")


def test_a_tournament_of_it_asks_what_it_leaves_open_and_offers_its_players() -> None:
    tournament = compete_scene.FakeTournament()
    stage, _ = compete_scene.make_stage(tournament)
    assert "Komi" in compete_scene.shown(stage)
    click_on(stage, "compete.game")
    click_on(stage, "compete.game.reversi")
    said = compete_scene.shown(stage)
    assert "Komi" not in said
    assert compete_scene.board_size(stage) == 8
    click_on(stage, "compete.player")
    assert "compete.player.小黑" not in compete_scene.ids(stage)
    click_on(stage, "compete.player.random")
    click_on(stage, "compete.size.6")
    assert compete_scene.board_size(stage) == 6
    compete_scene.check_texts(stage)
    click_on(stage, "compete.start")
    begun = tournament.calls[-1]
    assert isinstance(begun, TournamentPlan)
    assert (begun.rules, [str(player) for player in begun.players]) == (
        PlainRules("reversi", 6),
        ["mcts:400", "random"],
    )


def test_the_wall_shows_boards_of_any_shape() -> None:
    stones = np.zeros((5, 7), np.int8)
    stones[2, 3] = 1
    boards = (LiveBoard(BoardState(stones, 17), 1),) * 3
    window = train_scene.Window(
        replace(train_scene.PUP, game="reversi"), shown=train_scene.snapshot(boards=boards, game="reversi")
    )
    wall = window.scene._wall
    assert [wall.board(slot).board.stones.shape for slot in range(9)] == [(5, 7)] * 9
    assert [wall.board(slot).ply for slot in range(4)] == [1, 1, 1, 0]
    train_scene.check_texts(window)


def test_growth_has_a_curve_of_passes_where_the_game_has_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    dog = replace(train_scene.PUP, game="reversi")
    window = train_scene.Window(dog, shown=train_scene.snapshot(game="reversi"), size=(1920, 1080))
    train_scene.choose_curve(window, "passes")
    monkeypatch.setattr(Reversi, "pass_action", lambda _self, _size: None)
    window.training.change()
    window.step()
    window.click("train.curve")
    assert not window.can_click("train.curve.passes")
    assert window.can_click("train.curve.length")
    press_key(window.stage, pygame.K_ESCAPE)
    assert window.says("beats")

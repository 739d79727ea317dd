"""Files that become dogs: nets that other programs have taught play, learn on, travel, and stand in the kennel."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.dogs import Dog, DogNameError
from clevergo.app.kennel.newcomers import adopt_file
from clevergo.app.kennel.travel.archive import export_dog
from clevergo.app.training.settings import load_dog_settings
from clevergo.games.five.rules import FiveRules
from clevergo.games.go.rules import Ruleset
from clevergo.games.guests import game_named
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile, load_weights, save_weights
from clevergo.nn.foreign import read_foreign
from clevergo.nn.inference.predictor import NetEvaluator, Predictor
from clevergo.players.build import build_player
from clevergo.players.spec import PlayerSpec
from clevergo.training.learner.lessons import Learner
from clevergo.training.learner.store import RunStore
from clevergo.training.selfplay.finished import FinishedGame
from clevergo.training.selfplay.lockstep import SelfPlay
from tests.nn.foreign_files import gomokus_weights, originals_weights, pickled_by_python_2


@pytest.fixture
def kennel(tmp_path: Path) -> Kennel:
    return Kennel(Paths(tmp_path / "data"))


@pytest.fixture
def originals(tmp_path: Path) -> Path:
    path = tmp_path / "my_alpha_go.pdparams"
    path.write_bytes(pickle.dumps(originals_weights(), protocol=4))
    return path


@pytest.fixture
def gomokus(tmp_path: Path) -> Path:
    path = tmp_path / "best_policy_6_6_4.model"
    path.write_bytes(pickled_by_python_2(gomokus_weights(6)))
    return path


def test_the_originals_weights_become_a_dog_that_is_called_as_the_file_is(kennel: Kennel, originals: Path) -> None:
    dog = adopt_file(kennel, originals)
    (info,) = (one for one in kennel.dogs() if not one.is_shipped)
    assert (dog.name, info.net, info.games, info.game, info.sizes) == ("my_alpha_go", "original", 0, "go", (9,))
    assert info.family == originals.name
    assert not info.plays_elsewhere
    expected = read_foreign(originals).weights.arrays
    for file in (dog.weights, dog.birth):
        saved = load_weights(file).arrays
        assert all(np.array_equal(saved[name], expected[name]) for name in expected)


def test_a_gomoku_net_becomes_a_dog_of_its_board_that_goes_on_by_its_rule(kennel: Kennel, gomokus: Path) -> None:
    dog = adopt_file(kennel, gomokus, "四子")
    assert (dog.name, dog.game, dog.config.size) == ("四子", "five", 6)
    assert load_dog_settings(dog.folder, dog.config).of_game["row"] == 4


@pytest.mark.parametrize("player", ["alphago:newcomer:8", "policy:newcomer", "value:newcomer"])
@pytest.mark.parametrize("is_original", [True, False])
def test_it_plays_a_game_in_every_way_dogs_play(
    kennel: Kennel, originals: Path, gomokus: Path, player: str, is_original: bool
) -> None:
    adopt_file(kennel, originals if is_original else gomokus, "newcomer")
    rules = Ruleset(9, 7.5) if is_original else FiveRules(size=6, row=4)
    dog = build_player(PlayerSpec.parse(player), kennel.find_weights, seed=0)
    dog.new_game(rules)
    position = rules.first_position()
    for _ in range(4):
        position = position.play(dog.choose(position).action)
    assert position.ply == 4


@pytest.mark.parametrize("is_original", [True, False])
def test_it_learns_on_from_where_it_was(kennel: Kennel, originals: Path, gomokus: Path, is_original: bool) -> None:
    dog = adopt_file(kennel, originals if is_original else gomokus)
    config = load_dog_settings(dog.folder, dog.config).training_config(dog.config)
    config = replace(
        config,
        selfplay=replace(config.selfplay, games=4, simulations=4, late_simulations=4, considered=4),
        learner=replace(config.learner, batch=16, min_positions=40, window_min=100),
    )
    learner = Learner(RunStore(dog.folder), config)
    learner.publish()
    before = load_weights(dog.birth)
    for name, array in learner.show().arrays.items():
        np.testing.assert_array_equal(array, before.arrays[name])
    game = game_named(dog.game)
    evaluator = NetEvaluator(Predictor(before, dog.config.size))
    play, games = SelfPlay(game, config.selfplay, dog.config.size, np.random.default_rng(0)), list[FinishedGame]()
    while sum(len(one.plies) for one in games) < 40:
        games += play.tick(evaluator)
    learner.add_games(games)
    for _ in range(3):
        learner.step()
    after = learner.show().arrays
    assert any(not np.array_equal(after[name], before.arrays[name]) for name in after)
    if is_original:
        assert after["conv1.weight"][:, 10].any(), "the plane that the original lacks begins to count"


@pytest.mark.parametrize("is_original", [True, False])
def test_it_travels_as_any_dog(kennel: Kennel, originals: Path, gomokus: Path, is_original: bool) -> None:
    dog = adopt_file(kennel, originals if is_original else gomokus)
    again = adopt_file(kennel, export_dog(kennel, dog.name, originals.with_name("dog.clevergo")), "again")
    assert (again.name, again.config, again.family) == ("again", dog.config, dog.family)
    one, other = (load_weights(each.weights).arrays for each in (dog, again))
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_weights_of_this_program_become_a_dog_too(kennel: Kennel, tmp_path: Path) -> None:
    config = NetConfig(blocks=1, channels=8)
    weights = WeightFile(config, initial_weights(config, np.random.default_rng(0)))
    save_weights(tmp_path / "pup.pdparams", weights)
    dog = adopt_file(kennel, tmp_path / "pup.pdparams")
    assert (dog.name, dog.config) == ("pup", config)


def named(path: Path, name: str) -> Path:
    return path.rename(path.with_name(name))


def test_a_name_that_is_taken_gets_a_number_and_one_that_will_not_do_another(kennel: Kennel, originals: Path) -> None:
    names = [adopt_file(kennel, originals).name for _ in range(2)]
    assert names == ["my_alpha_go", "my_alpha_go 2"]
    shipped = named(originals, "alpha_go.pdparams")
    assert adopt_file(kennel, shipped).name not in ("alpha_go", *names)
    assert adopt_file(kennel, named(shipped, "pup@30.pdparams")).name == "CleverGo"


@pytest.mark.parametrize("name", ["alpha_go", "x" * 200, "pup@3", "my_alpha_go"])
def test_a_name_that_is_asked_for_and_will_not_do_is_refused(kennel: Kennel, originals: Path, name: str) -> None:
    adopt_file(kennel, originals)
    with pytest.raises(DogNameError):
        adopt_file(kennel, originals, name)
    assert [info.name for info in kennel.dogs() if not info.is_shipped] == ["my_alpha_go"]
    assert len(list((originals.parent / "data" / "dogs").iterdir())) == 1, "nothing is left behind"


def no_file(path: Path) -> Path:
    return path


def a_text(path: Path) -> Path:
    path.write_text("hello", encoding="utf-8")
    return path


def half(path: Path) -> Path:
    path.write_bytes(pickled_by_python_2(gomokus_weights(6))[:-2000])
    return path


def a_folder(path: Path) -> Path:
    path.mkdir()
    return path


@pytest.mark.parametrize("name", ["odd.model", "odd.pdparams", "odd.txt", "odd.clevergo"])
@pytest.mark.parametrize("make", [no_file, a_text, half, a_folder])
def test_other_files_are_refused_and_leave_nothing_behind(
    kennel: Kennel, tmp_path: Path, name: str, make: object
) -> None:
    assert callable(make)
    with pytest.raises(KennelError, match=r"odd\."):
        adopt_file(kennel, make(tmp_path / name))
    assert [info for info in kennel.dogs() if not info.is_shipped] == []


def test_dogs_that_can_play_elsewhere_are_known(kennel: Kennel) -> None:
    def told(dog: Dog) -> bool:
        (info,) = (one for one in kennel.dogs() if one.name == dog.name)
        return info.plays_elsewhere

    assert told(kennel.adopt("pup", NetConfig()))
    assert not told(kennel.adopt("old", NetConfig("classic")))

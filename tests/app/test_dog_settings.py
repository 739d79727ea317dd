"""The choices for a dog are kept beside it and reach its training."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from clevergo.app.desk.paths import Paths
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.growth import Checkpoint, Past
from clevergo.app.training.session import TrainingSession
from clevergo.app.training.settings import (
    CHANGEABLE,
    FIXED_FROM_BIRTH,
    FIXED_ONCE_LEARNING,
    DogSettings,
    NetSize,
    load_dog_settings,
    save_dog_settings,
)
from clevergo.games.game import Game
from clevergo.games.guests import games
from clevergo.nn.description import NetConfig
from clevergo.training.config import TrainingConfig, YoungNet
from clevergo.training.learner.lessons import Learner
from clevergo.training.learner.store import RunStore


def test_choices_come_back_as_they_were_made(tmp_path: Path) -> None:
    chosen = DogSettings(NetSize.LARGE, 32, 5e-4, 200_000, {"komi": 6.5}, 7, grows=False)
    save_dog_settings(tmp_path / "dog", chosen)
    assert load_dog_settings(tmp_path / "dog", NetSize.LARGE.config) == chosen


def test_without_choices_training_is_as_ever(tmp_path: Path) -> None:
    usual = load_dog_settings(tmp_path, NetConfig())
    assert usual == DogSettings()
    youth = (YoungNet(blocks=4, channels=32, positions=2_000_000),)
    assert usual.training_config(NetConfig()) == TrainingConfig(young_nets=youth)


@pytest.mark.parametrize(
    ("net", "grows", "small"),
    [
        (NetConfig(blocks=6, channels=96), True, (6, 32)),
        (NetConfig(blocks=4, channels=48), True, (4, 32)),
        (NetConfig(blocks=2, channels=64), True, (2, 32)),
        (NetConfig(blocks=9, channels=16), True, None),
        (NetConfig(blocks=4, channels=32), True, None),
        (NetConfig(blocks=1, channels=16), True, None),
        (NetConfig(), False, None),
        (NetConfig("classic"), True, None),
    ],
    ids=str,
)
def test_a_dog_begins_with_a_narrow_net_as_deep_as_its_own_where_its_own_is_wider(
    net: NetConfig, grows: bool, small: tuple[int, int] | None
) -> None:
    config = DogSettings(grows=grows).training_config(net)
    newborn, grown = config.net_at(0), config.net_at(2_000_000)
    assert grown == net
    assert (newborn.blocks, newborn.channels) == (small or (net.blocks, net.channels))


@pytest.mark.parametrize("game", [*games().values()], ids=lambda game: game.name)
def test_how_long_the_small_net_is_kept_its_game_says(game: Game) -> None:
    settings = DogSettings(game=game.name)
    config = settings.training_config(settings.newborn_net)
    assert config.net_at(game.youth - 1).channels == 32
    assert config.net_at(game.youth) == settings.newborn_net


def test_every_choice_is_fixed_at_birth_or_by_the_first_lesson_or_never() -> None:
    told = [*FIXED_FROM_BIRTH, *FIXED_ONCE_LEARNING, *CHANGEABLE]
    assert sorted(told) == sorted({field.name for field in dataclasses.fields(DogSettings)} - {"game", "of_game"})


def test_newborn_dogs_differ_in_their_seed_only() -> None:
    newborn = [DogSettings.for_newborn() for _ in range(20)]
    assert len({dog.seed for dog in newborn}) > 1
    assert {dataclasses.replace(dog, seed=0) for dog in newborn} == {DogSettings()}


@pytest.mark.parametrize(
    "content",
    [
        *("{", "[1]", '{"simulations": 3}', '{"komi": "many"}', '{"window": null}', '{"seed": Infinity}'),
        *("[" * 50_000, '{"seed": 3}' + " " * 70_000),
    ],
    ids=lambda content: content[:20],
)
def test_choices_that_make_no_sense_are_the_usual_ones(tmp_path: Path, content: str) -> None:
    (tmp_path / "training.json").write_text(content, encoding="utf-8")
    assert load_dog_settings(tmp_path, NetConfig()) == DogSettings()


def test_the_dogs_net_counts_whatever_the_file_says(tmp_path: Path) -> None:
    (tmp_path / "training.json").write_text(json.dumps({"net": "large"}), encoding="utf-8")
    assert load_dog_settings(tmp_path, NetSize.SMALL.config).net is NetSize.SMALL
    assert NetSize.of(NetConfig(blocks=6, channels=64)) is NetSize.MEDIUM


def test_choices_reach_the_training() -> None:
    settings = DogSettings(simulations=64, learning_rate=2e-3, window=100_000, of_game={"komi": 5.5}, seed=3)
    config = settings.training_config(NetSize.SMALL.config)
    assert (config.selfplay.simulations, config.selfplay.late_simulations) == (64, 64)
    assert config.selfplay.of_game.komi == 5.5
    assert (config.learner.learning_rate, config.learner.window_max, config.seed) == (2e-3, 100_000, 3)
    assert config.net == NetSize.SMALL.config


@pytest.mark.parametrize("size", NetSize, ids=lambda size: size.value)
def test_every_net_can_be_chosen_and_recognized(size: NetSize) -> None:
    assert NetSize.of(size.config) is size
    assert size.config.supports(9)


def test_impossible_choices_are_refused() -> None:
    with pytest.raises(ValueError, match="komi"):
        dataclasses.replace(DogSettings(), of_game={"komi": 99.0})


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    with pytest.raises(AppError, match="file"):
        save_dog_settings(blocked, DogSettings())


@pytest.mark.parametrize("young", [(), (YoungNet(1, 16, 500),)])
def test_what_is_told_of_a_dog_that_has_begun_is_what_it_does(young: tuple[YoungNet, ...], tmp_path: Path) -> None:
    """A dog begun before there was a choice has its full size, whatever is usual now."""
    kennel = Kennel(Paths(tmp_path / "data", tmp_path / "program"))
    session, net = TrainingSession(kennel), NetConfig(blocks=2, channels=16)
    dog = kennel.adopt("old", net)
    assert (session.has_begun("old"), session.wishes("old").grows) == (False, True)
    learner = Learner(RunStore(dog.folder), TrainingConfig(net, 9, young_nets=young))
    learner.show()
    learner.checkpoint()
    kennel.growth.note(dog.id, Past(Checkpoint(1.0, 5, 400, 900, dog.weights)))
    assert (session.has_begun("old"), session.wishes("old").grows) == (True, bool(young))
    kennel.adopt("pup", parent="old")
    assert not session.has_begun("pup")


def test_a_dog_that_was_killed_before_its_first_save_begins_anew(tmp_path: Path) -> None:
    """Its weights are written at once; what is fixed at the beginning is still to be chosen."""
    kennel = Kennel(Paths(tmp_path / "data", tmp_path / "program"))
    dog = kennel.adopt("pup", NetConfig(blocks=1, channels=8))
    Learner(RunStore(dog.folder), TrainingConfig(dog.config, 9)).show()
    assert dog.weights.exists()
    assert not TrainingSession(kennel).has_begun("pup")
    kennel.growth.note(dog.id, Past(Checkpoint(1.0, 5, 400, 900, dog.weights)))
    assert TrainingSession(kennel).has_begun("pup"), "it has played; its save is gone"

"""Kinds of nets: one file is all that a new one needs, and one that nobody knows is an error."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import clevergo.nn.kinds
from clevergo.app.desk.paths import Paths
from clevergo.app.kennel.book import Kennel
from clevergo.app.kennel.database import KennelError
from clevergo.app.kennel.growth import Checkpoint, Past
from clevergo.app.kennel.travel.archive import export_dog, import_dog
from clevergo.app.kennel.travel.errors import DogFileError
from clevergo.app.training.settings import DogSettings, NetSize, load_dog_settings, save_dog_settings
from clevergo.games.go.game import GAME
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.locale import Language
from clevergo.nn import description
from clevergo.nn.description import (
    NetConfig,
    NetShape,
    UnknownKindError,
    describe_net,
    initial_weights,
    kind_named,
    kind_names,
    net_of,
    parameter_shapes,
)
from clevergo.nn.files import WeightFile, WeightFileError, WeightFileProblem, load_weights, save_weights
from clevergo.nn.inference.engine import Precision, softmax
from clevergo.nn.inference.predictor import Evaluation, NetEvaluator, Predictor
from clevergo.nn.onednn.engine import OneDnnEngine, Survey
from clevergo.nn.onednn.library import Library, OneDnnError
from clevergo.nn.onednn.primitives import Number
from clevergo.nn.onednn.step import OneDnnTrainStep, usable_numbers
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.choice import best_train_step, made_up_batch, relative_errors
from clevergo.players.build import build_player
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.training.config import LearnerConfig, SelfPlayConfig, TrainingConfig
from clevergo.training.learner.lessons import Learner
from clevergo.training.learner.store import RunStore
from clevergo.training.selfplay.finished import FinishedGame
from clevergo.training.selfplay.lockstep import SelfPlay
from clevergo.ui.scenes.shared.dog_names import net_explained, net_said
from clevergo.ui.strings import Strings
from tests.nn.judging import TOLERANCE, as_trained, assert_close, own_precisions, planes_of, random_boards

PACKAGE = Path(clevergo.nn.kinds.__path__[0]).parent.parent


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[NetConfig]:
    """A net of a kind whose one file lies beside this one."""
    here = Path(__file__).with_name("kinds_of_tests")
    monkeypatch.setattr(clevergo.nn.kinds, "__path__", [*clevergo.nn.kinds.__path__, str(here)])
    yield NetConfig("tiny", channels=8, size=5)
    description._loaded.pop("tiny", None)
    sys.modules.pop("clevergo.nn.kinds.tiny", None)


def newborn(net: NetConfig) -> WeightFile:
    return WeightFile(net, initial_weights(net, np.random.default_rng(0)), {"games": 3})


def adopt_newborn(kennel: Kennel, net: NetConfig) -> None:
    dog = kennel.adopt("pup", net)
    save_weights(dog.weights, newborn(net))
    kennel.growth.note(dog.id, Past(Checkpoint(9.0, 3, 240, 480, dog.weights)))


# --- a kind of one's own ---------------------------------------------------------------------------------


def test_paddle_judges_for_a_kind_that_onednn_does_not_know(tiny: NetConfig, rng: np.random.Generator) -> None:
    weights = newborn(tiny)
    predictor = Predictor(weights, 5)
    planes = planes_of(random_boards(rng, 9, 5), tiny)
    assert_close(predictor.run(planes), as_trained(weights, planes), 0.1)
    assert predictor.run(planes).points is None
    for integers in (Precision.INT8, Precision.INT16):
        with pytest.raises(OneDnnError, match="tiny"):
            Predictor(weights, 5, integers)


def test_paddle_trains_a_kind_that_onednn_does_not_know(tiny: NetConfig) -> None:
    weights = initial_weights(tiny, np.random.default_rng(0))
    step = best_train_step(tiny, OptimizerConfig(), weights)
    assert isinstance(step, DygraphTrainStep)
    batch = made_up_batch(tiny, np.random.default_rng(1))
    losses = [step.step(batch, 3e-3).total for _ in range(40)]
    assert losses[-1] < 0.8 * losses[0]
    with pytest.raises(OneDnnError, match="tiny"):
        usable_numbers(tiny)


def test_a_dog_of_a_new_kind_plays_itself_learns_from_it_is_saved_and_goes_on(tmp_path: Path, tiny: NetConfig) -> None:
    config = TrainingConfig(
        net=tiny,
        size=5,
        selfplay=SelfPlayConfig(games=4, simulations=4, late_simulations=4, considered=4),
        learner=LearnerConfig(batch=8, min_positions=20, window_min=100),
    )
    learner = Learner(RunStore(tmp_path), config)
    learner.publish()
    evaluator = NetEvaluator(Predictor(load_weights(tmp_path / "weights.pdparams"), 5))
    play, games = SelfPlay(GAME, config.selfplay, 5, np.random.default_rng(0)), list[FinishedGame]()
    while sum(len(game.plies) for game in games) < 40:
        games += play.tick(evaluator)
    learner.add_games(games)
    for _ in range(3):
        learner.step()
    learner.show()
    learner.checkpoint()
    again = Learner(RunStore(tmp_path), config)
    assert again.config == config
    for one in (learner, again):
        one.step()
        one.show()
    saved = load_weights(tmp_path / "weights.pdparams")
    assert saved.config == tiny
    for name, array in learner.show().arrays.items():
        np.testing.assert_array_equal(array, saved.arrays[name])


def test_a_dog_of_a_new_kind_plays_a_game(tmp_path: Path, tiny: NetConfig) -> None:
    save_weights(tmp_path / "dog.pdparams", newborn(tiny))
    dog = build_player(PlayerSpec(PlayerKind.ALPHAGO, "dog", 8), lambda _: tmp_path / "dog.pdparams", seed=0)
    other = build_player(PlayerSpec(PlayerKind.RANDOM), lambda _: tmp_path, seed=1)
    position = Position.initial(Ruleset(5, 0.5))
    for player in (dog, other):
        player.new_game(position.rules)
    while not position.is_over:
        position = position.play((dog if position.ply % 2 == 0 else other).choose(position).action)
    assert position.ply > 5


def test_a_dog_of_a_new_kind_lives_in_the_kennel_and_travels(tmp_path: Path, tiny: NetConfig) -> None:
    kennel = Kennel(Paths(tmp_path))
    adopt_newborn(kennel, tiny)
    assert kennel.dogs()[0].net == describe_net(tiny) == "tiny 4x8"
    assert net_of("tiny 4x8") == replace(tiny, size=9)
    traveled = import_dog(kennel, export_dog(kennel, "pup", tmp_path / "pup.clevergo"))
    assert traveled.config == tiny
    assert list(load_weights(traveled.weights).arrays) == list(parameter_shapes(tiny))


def test_no_other_kind_is_told_of_a_new_one(tmp_path: Path, tiny: NetConfig) -> None:
    strings = Strings(Language.ENGLISH)
    assert NetSize.of(tiny) is None
    assert net_said(strings, "tiny 5x8") == "tiny 5x8"
    assert net_explained(strings, "tiny 5x8") == ""
    settings = replace(DogSettings(), net=None, blocks=tiny.blocks, channels=tiny.channels, of_game={"komi": 5.5})
    save_dog_settings(tmp_path, settings)
    assert load_dog_settings(tmp_path, tiny) == settings


# --- a kind that nobody knows ----------------------------------------------------------------------------


@pytest.fixture
def orphan(tmp_path: Path, tiny: NetConfig) -> Path:
    """A data folder with a dog, its weights and a file to give it away, all of a kind whose file is gone."""
    kennel = Kennel(Paths(tmp_path))
    adopt_newborn(kennel, tiny)
    export_dog(kennel, "pup", tmp_path / "pup.clevergo")
    kennel.close()
    clevergo.nn.kinds.__path__.pop()
    description._loaded.pop("tiny")
    return tmp_path


@pytest.mark.parametrize("name", ["tiny", "Residual", "residual.x", "../kinds", "", "__init__", 3, ["classic"], None])
def test_an_unknown_kind_is_an_error_with_a_plain_sentence(name: object) -> None:
    with pytest.raises(
        UnknownKindError, match=r"no kind of net called .*; known are classic, gomoku, original, residual"
    ):
        NetConfig.from_dict({"kind": name})


def test_weights_of_an_unknown_kind_are_refused(orphan: Path) -> None:
    (weights,) = orphan.rglob("weights.pdparams")
    with pytest.raises(WeightFileError, match="no kind of net called “tiny”") as caught:
        load_weights(weights)
    assert caught.value.kind is WeightFileProblem.TOO_NEW


def test_a_dog_of_an_unknown_kind_is_refused(orphan: Path) -> None:
    with pytest.raises(KennelError, match=r"pup cannot be opened .*no kind of net called “tiny”"):
        Kennel(Paths(orphan)).dog("pup")


def test_a_traveling_file_with_a_net_of_an_unknown_kind_is_refused(orphan: Path, tmp_path: Path) -> None:
    kennel = Kennel(Paths(tmp_path / "other"))
    with pytest.raises(DogFileError, match="no kind of net called “tiny”"):
        import_dog(kennel, orphan / "pup.clevergo")
    assert [dog.name for dog in kennel.dogs() if not dog.is_shipped] == []


def test_settings_of_today_name_their_kind_as_ever() -> None:
    written = '{"kind": "residual", "blocks": 4, "channels": 64, "size": 9}'
    assert NetConfig.from_dict(json.loads(written)) == NetConfig()
    assert json.dumps(NetConfig().to_dict()) == written


def test_settings_that_say_nothing_mean_the_usual_net_of_their_time() -> None:
    assert NetConfig.from_dict({}) == NetConfig(blocks=5, channels=64)


# --- the kinds there are ---------------------------------------------------------------------------------


def test_every_kind_is_found_by_its_files_name() -> None:
    assert kind_names() == ["classic", "gomoku", "original", "residual"]
    for name in kind_names():
        config = NetConfig(name, game="five" if name == "gomoku" else "go")
        assert kind_named(name).name == name
        assert net_of(describe_net(config)) == config


@pytest.mark.parametrize(
    ("said", "net"), [("6x96", NetConfig(blocks=6, channels=96)), ("classic", NetConfig("classic"))]
)
def test_a_net_in_a_word_is_understood(said: str, net: NetConfig) -> None:
    assert describe_net(net) == said
    assert net_of(said) == net


@pytest.mark.parametrize("said", ["", "5x", "x64", "0x64", "5x64x3", "huge", "residual 5x64", "classic 5x64"])
def test_what_is_no_net_is_not_understood(said: str) -> None:
    assert net_of(said) is None


def test_only_a_kinds_file_names_the_kind_in_a_branch() -> None:
    """What differs between kinds stands in their files; elsewhere nobody asks which kind a net is."""
    found, names = [], set(kind_names())
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name == "kinds":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Compare):
                continue
            words = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
            if words & names:
                found.append(f"{path.name}: {ast.unparse(node)}")
    assert found == []


# --- other games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["residual", "classic", "original"])
@pytest.mark.parametrize("shape", [NetShape(7, 3, 5, 15, ""), NetShape(7, 6, 4, 26, "")], ids=["no pass", "two"])
def test_a_board_may_be_oblong_and_a_game_may_have_no_pass_and_no_points(
    name: str, shape: NetShape, monkeypatch: pytest.MonkeyPatch, rng: np.random.Generator
) -> None:
    monkeypatch.setattr(NetConfig, "shape", lambda self, size=None: shape)
    monkeypatch.setattr(NetConfig, "planes", shape.planes)
    config = NetConfig(name, blocks=1, channels=16, size=shape.height)
    weights = newborn(config)
    planes = rng.random((9, shape.planes, shape.height, shape.width), np.float32)
    expected = as_trained(weights, planes)
    assert expected.prior.shape == (9, shape.actions)
    assert expected.points is None
    for precision in own_precisions():
        _, steps = Survey(config, shape.height, planes, 1, Library()).look(weights.arrays)
        engine = OneDnnEngine(config, shape.height, precision, 1, Library())
        engine.load(weights.arrays, steps)
        logits, value, points = engine.run(planes)
        assert_close(Evaluation(softmax(logits), value, points), expected, TOLERANCE[precision])
    batch = replace(made_up_batch(config, rng), points=None)
    reference = DygraphTrainStep(config, OptimizerConfig(), weights.arrays).gradients(batch)[1]
    for number in usable_numbers(config):
        found = OneDnnTrainStep(config, OptimizerConfig(), weights.arrays, 1, number).gradients(batch)[1]
        assert relative_errors(found, reference)[0] < (0.15 if number is Number.BFLOAT16 else 1e-3)

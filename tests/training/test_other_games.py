"""Dogs of other games than Go learn, are saved, come back and are measured, with nothing told of the game elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clevergo.guests
from clevergo.app.training.settings import DogSettings, NetSize, load_dog_settings, save_dog_settings
from clevergo.games.game import NoSettings
from clevergo.games.go.game import GAME as GO
from clevergo.games.go.game import GoSelfPlay
from clevergo.games.guests import UnknownGameError, games
from clevergo.nn.description import NetConfig
from clevergo.nn.files import WeightFileError, WeightFileProblem, load_weights
from clevergo.nn.inference.predictor import NetEvaluator, Predictor
from clevergo.problem import BadValueError
from clevergo.training.config import LearnerConfig, SelfPlayConfig, TrainingConfig
from clevergo.training.doctor.diagnosis import VitalSigns
from clevergo.training.learner.lessons import Learner
from clevergo.training.learner.store import RunStore
from clevergo.training.moments.known import BEST
from clevergo.training.ratings.arena import Arena
from clevergo.training.ratings.ladder import Ladder
from clevergo.training.ratings.opponents import anchors_here
from clevergo.training.run.events import Noted, Rated, RateRequest
from clevergo.training.run.processes import ProcessPlan
from clevergo.training.selfplay.finished import FinishedGame
from clevergo.training.selfplay.lockstep import SelfPlay
from tests.training.threes import GAME


@pytest.fixture
def threes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tiny game takes part, here and in the process that says what Paddle thinks of its net."""
    name = "tests.training.threes"
    monkeypatch.setenv("CLEVERGO_GUESTS", name)
    monkeypatch.setattr("clevergo.games.guests.GUESTS", (*clevergo.guests.GUESTS, name))
    games.cache_clear()
    yield
    games.cache_clear()


def training_of(net: NetConfig) -> TrainingConfig:
    return TrainingConfig(
        net=net,
        size=net.size,
        selfplay=SelfPlayConfig(games=8, simulations=8, late_simulations=8, considered=4, opening_plies=2),
        learner=LearnerConfig(batch=32, min_positions=100, window_min=2000, samples_per_position=40.0),
    )


class Told:
    """An inbox into which nobody speaks."""

    stopped = False

    def __init__(self) -> None:
        self.said: list[Any] = []

    def send(self, message: Any) -> None:
        self.said.append(message)

    def take(self, wait: float = 0.0) -> list[Any]:
        return []


def raised(folder: Path, config: TrainingConfig, lessons: int) -> Learner:
    """A dog that has played itself and learned from it."""
    learner = Learner(RunStore(folder), config)
    learner.publish()
    evaluator = NetEvaluator(Predictor(load_weights(folder / "weights.pdparams"), config.size))
    play, played = SelfPlay(config.played, config.selfplay, config.size, np.random.default_rng(0)), list[FinishedGame]()
    while sum(len(game.plies) for game in played) < 300:
        played += play.tick(evaluator)
    learner.add_games(played)
    for _ in range(lessons):
        assert learner.may_step
        learner.step()
    learner.publish()
    learner.checkpoint()
    return learner


def rated(folder: Path, config: TrainingConfig, opponent: str, games: int, inbox: Told | None = None) -> Rated:
    inbox = inbox or Told()
    Arena(ProcessPlan(folder, config), inbox)._rate(RateRequest(opponent, games, 16, seed=1))  # type: ignore[arg-type]
    (match,) = (message for message in inbox.said if isinstance(message, Rated))
    ages = {(message.games, message.seconds) for message in inbox.said if isinstance(message, Noted)}
    assert ages <= {(match.games_trained, match.seconds)}, "what it won belongs to the age that played"
    return match


def test_a_game_without_pass_and_owners_is_learned(tmp_path: Path, threes: None) -> None:
    config = training_of(NetConfig(blocks=1, channels=16, size=3, game="threes"))
    assert (config.net.shape().height, config.net.shape().width, config.net.shape().actions) == (3, 4, 12)
    learner = raised(tmp_path, config, lessons=40)
    first = learner.losses.take()
    assert first is not None
    for _ in range(80):
        learner.step()
    last = learner.losses.take()
    assert last is not None
    assert last.value < first.value
    assert last.policy - last.entropy < first.policy - first.entropy
    assert first.points == last.points == 0.0
    saved = load_weights(tmp_path / "weights.pdparams")
    assert saved.config == config.net
    assert not any(name.startswith(("policy_pass", "ownership", "points")) for name in saved.arrays)
    again = Learner(RunStore(tmp_path), config)
    assert again.config == config
    assert again.counters.games == learner.counters.games


def test_a_match_is_the_affair_of_the_weights_it_began_with(tmp_path: Path, threes: None) -> None:
    """The learner publishes in the middle of it; here, what nobody can read."""

    class Publishes(Told):
        def send(self, message: Any) -> None:
            super().send(message)
            (tmp_path / "weights.pdparams").write_bytes(b"others")

    config, inbox = training_of(NetConfig(blocks=1, channels=16, size=3, game="threes")), Publishes()
    raised(tmp_path, config, lessons=60)
    assert rated(tmp_path, config, "random", 8, inbox).wins > 0
    assert any(isinstance(message, Noted) and message.kind == BEST for message in inbox.said)


def test_its_dog_is_measured_by_players_every_game_has(tmp_path: Path, threes: None) -> None:
    config = training_of(NetConfig(blocks=1, channels=16, size=3, game="threes"))
    raised(tmp_path, config, lessons=60)
    match = rated(tmp_path, config, "random", 8)
    assert match.wins + match.draws + match.losses == 8
    assert match.wins > match.losses
    ladder = Ladder(GAME)
    ladder.add(match)
    assert ladder.rating() is not None
    assert anchors_here(GAME)[:2] == ("random", "mcts:30")


def test_openings_of_any_game_are_moves_that_may_be_made(threes: None) -> None:
    rules, _ = GAME.agree({"size": 4})
    drawn = {GAME.opening(rules, np.random.default_rng(seed)) for seed in range(20)}
    assert len(drawn) > 15
    assert all(len(set(opening)) == 2 and max(opening) < 20 for opening in drawn)


# --- what a net plays ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chess", "", None, 3, ["go"]])
def test_an_unknown_game_is_an_error_with_a_plain_sentence(name: object) -> None:
    with pytest.raises(UnknownGameError, match=r"there is no game called .*; known are five, go"):
        NetConfig.from_dict({"game": name})


def test_weights_for_a_game_that_is_gone_are_refused(tmp_path: Path, threes: None) -> None:
    config = training_of(NetConfig(blocks=1, channels=16, size=3, game="threes"))
    Learner(RunStore(tmp_path), config).show()
    games.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("clevergo.games.guests.GUESTS", ("clevergo.games.go.game",))
        with pytest.raises(WeightFileError, match="no game called “threes”") as caught:
            load_weights(tmp_path / "weights.pdparams")
    games.cache_clear()
    assert caught.value.kind is WeightFileProblem.TOO_NEW


def test_a_kind_of_net_needs_the_planes_it_reads(threes: None) -> None:
    with pytest.raises(BadValueError, match="a classic net cannot play threes"):
        NetConfig("classic", size=3, game="threes")


def test_a_net_says_what_it_plays_where_it_is_not_the_usual_game(threes: None) -> None:
    assert "game" not in NetConfig().to_dict()
    net = NetConfig(game="threes", size=3)
    assert net.to_dict()["game"] == "threes"
    assert NetConfig.from_dict(json.loads(json.dumps(net.to_dict()))) == net


# --- settings --------------------------------------------------------------------------------------------


def test_settings_of_earlier_versions_are_read(threes: None) -> None:
    """As they stand in checkpoints of today's program: the game's among the others, and its word for the points."""
    config = TrainingConfig(
        selfplay=SelfPlayConfig(games=9, of_game=GoSelfPlay(komi=5.5, guard_share=0.5)),
        learner=LearnerConfig(points_weight=0.25),
    )
    data = config.to_dict()
    assert (data["selfplay"]["games"], data["selfplay"]["komi"], data["selfplay"]["guard_share"]) == (9, 5.5, 0.5)
    assert data["learner"]["ownership_weight"] == 0.25
    assert set(data) == {"net", "size", "selfplay", "learner", "seed"}
    assert TrainingConfig.from_dict(json.loads(json.dumps(data | {"game": "go"}))) == config
    with pytest.raises(ValueError, match="cannot be trained on threes"):
        TrainingConfig.from_dict(data | {"game": "threes"})
    with pytest.raises(ValueError, match="unknown training settings: kome"):
        TrainingConfig.from_dict(data | {"selfplay": {"kome": 7.0}})


def test_a_game_brings_its_own_settings_or_none(threes: None) -> None:
    config = training_of(NetConfig(size=3, game="threes"))
    assert config.selfplay.of_game == NoSettings()
    assert TrainingConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config
    assert "komi" not in config.to_dict()["selfplay"]
    with pytest.raises(ValueError, match="no settings of go"):
        TrainingConfig(selfplay=replace(SelfPlayConfig(), of_game=NoSettings()))
    with pytest.raises(ValueError, match="guard_share"):
        GoSelfPlay(guard_share=1.5)


def test_the_choices_for_a_dog_are_those_of_its_game(tmp_path: Path, threes: None) -> None:
    settings = DogSettings(game="threes", seed=3)
    assert settings.of_game == {}
    assert settings.nets == (NetSize.SMALL, NetSize.MEDIUM, NetSize.LARGE)
    assert DogSettings().nets == tuple(NetSize)
    net = settings.newborn_net
    assert (net.game, net.size) == ("threes", 3)
    save_dog_settings(tmp_path, settings)
    assert load_dog_settings(tmp_path, net) == settings
    config = settings.training_config(net)
    assert (config.size, config.played, config.selfplay.of_game) == (3, GAME, NoSettings())
    with pytest.raises(ValueError, match="komi must be one of"):
        DogSettings(game="threes", of_game={"komi": 7.0})


def test_vital_signs_of_earlier_versions_are_read() -> None:
    kept = {"seconds": 1.0, "games": 2, "positions": 3, "samples": 4, f"{GO.owners_name}_loss": 0.5, "gone": 1}
    assert VitalSigns.from_dict(kept) == VitalSigns(1.0, 2, 3, 4, points_loss=0.5)

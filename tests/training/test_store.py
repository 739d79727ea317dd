"""A run's files: whole or absent, the latest readable one wins, one run at a time."""

from __future__ import annotations

import errno
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from clevergo import files
from clevergo.games.go.game import GAME
from clevergo.nn.description import NetConfig
from clevergo.training.config import LearnerConfig, SelfPlayConfig, TrainingConfig, YoungBoard
from clevergo.training.learner.store import Checkpoint, RunFolderError, RunStore
from clevergo.training.run.events import Counters
from clevergo.training.selfplay.finished import FinishedGame
from tests.test_leftovers import a_dead_process


def checkpoint(games: int = 1) -> Checkpoint:
    rng = np.random.default_rng(games)
    return Checkpoint(
        TrainingConfig(net=NetConfig(blocks=1, channels=8), size=5),
        Counters(games, 10 * games, 40 * games, 1.5 * games),
        {"weights": rng.normal(size=100).astype(np.float32), "steps": np.array(games)},
        NetConfig(blocks=1, channels=4 * games + 4),
        dict(rng.bit_generator.state),
    )


def game(recorded: int = 3, komi: float = 7.0) -> FinishedGame:
    return FinishedGame(
        game=GAME,
        size=5,
        start=np.array([komi], np.float32),
        moves=np.arange(recorded, dtype=np.int16),
        plies=np.arange(recorded, dtype=np.int16),
        targets=np.zeros((recorded, 26), np.uint16),
        values=np.zeros(recorded, np.float32),
        surprises=np.zeros(recorded, np.float32),
        margin=1.0,
        owners=np.zeros(25, np.int8),
    )


def test_a_checkpoint_comes_back_whole(tmp_path: Path) -> None:
    store, saved = RunStore(tmp_path / "小 黑"), checkpoint(3)
    store.save(saved)
    back = store.load()
    assert back is not None
    assert (back.config, back.counters, back.random) == (saved.config, saved.counters, saved.random)
    assert back.net == saved.net != back.config.net
    assert all(np.array_equal(back.step[name], saved.step[name]) for name in saved.step)


@pytest.mark.parametrize("size", [9, 13])
def test_what_learned_from_earlier_planes_is_brought_up_to_those_of_today(tmp_path: Path, size: int) -> None:
    net = NetConfig(blocks=1, channels=8, size=size)
    step = {f"{part}/input_conv.weight": np.ones((8, 16, 3, 3), np.float32) for part in ("weights", "second_moment")}
    saved = replace(checkpoint(), config=TrainingConfig(net=net, size=size), net=net, step=step)
    path = RunStore(tmp_path).save(saved)
    back = RunStore(tmp_path).load()
    assert back is not None
    assert all(np.array_equal(back.step[name], step[name]) for name in step)
    with np.load(path) as archive:
        arrays = dict(archive)
    meta = json.loads(arrays["meta"].tobytes())
    assert meta["format"] == (1 if size == 9 else 2)
    arrays["meta"] = np.frombuffer(json.dumps(meta | {"format": 1}).encode(), np.uint8)
    np.savez(path, **arrays)
    then = RunStore(tmp_path).load()
    assert then is not None
    scale = size**2 / 81
    komi = [float(then.step[f"{part}/input_conv.weight"][3, 12, 1, 1]) for part in ("weights", "second_moment")]
    assert komi == pytest.approx([scale, scale**-2])
    assert float(then.step["weights/input_conv.weight"][3, 11, 1, 1]) == 1.0


def test_a_new_dog_has_none(tmp_path: Path) -> None:
    assert RunStore(tmp_path).load() is None


def test_only_the_latest_two_are_kept(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    for games in range(1, 6):
        store.save(checkpoint(games))
    assert len(list((tmp_path / "checkpoints").iterdir())) == 2
    back = store.load()
    assert back is not None
    assert back.counters.games == 5


def test_a_torn_checkpoint_falls_back_to_the_one_before(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    store.save(checkpoint(1))
    torn = store.save(checkpoint(2))
    torn.write_bytes(torn.read_bytes()[:1000])
    back = store.load()
    assert back is not None
    assert back.counters.games == 1


def test_when_no_checkpoint_can_be_read_nothing_is_overwritten(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    path = store.save(checkpoint())
    path.write_bytes(b"rubbish")
    with pytest.raises(RunFolderError, match="move the folder"):
        store.load()
    assert path.read_bytes() == b"rubbish"


def test_a_killed_writers_leftovers_are_cleared(tmp_path: Path) -> None:
    leftover = tmp_path / "checkpoints" / f".checkpoint-00000001.npz.{a_dead_process()}.tmp"
    leftover.parent.mkdir()
    leftover.write_bytes(b"half")
    with RunStore(tmp_path).locked():
        assert not leftover.exists()


def test_two_runs_cannot_train_one_dog(tmp_path: Path) -> None:
    with RunStore(tmp_path).locked(), pytest.raises(RunFolderError, match="another"), RunStore(tmp_path).locked():
        pass
    with RunStore(tmp_path).locked():
        pass  # free again


def test_a_folder_that_knows_no_locks_is_not_said_to_be_trained_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_file: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(files, "_take_lock", refuse)
    with pytest.raises(RunFolderError, match=r"cannot be locked \(No locks available\)"), RunStore(tmp_path).locked():
        pass


def test_games_come_back_in_order_and_old_files_go(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    for komi in (1.0, 2.0, 3.0):
        store.append_games([game(komi=komi), game(komi=komi + 0.5)])
    assert [float(g.start[0]) for g in store.load_games({5: 1000})] == [1.0, 1.5, 2.0, 2.5, 3.0, 3.5]
    assert [float(g.start[0]) for g in store.load_games({5: 7})] == [2.0, 2.5, 3.0, 3.5]
    assert len(list((tmp_path / "window").iterdir())) == 2


def test_an_unreadable_file_of_games_costs_only_itself(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    store.append_games([game(komi=1.0)])
    store.append_games([game(komi=2.0)])
    (tmp_path / "window" / "games-00000001.npz").write_bytes(b"rubbish")
    assert [float(g.start[0]) for g in store.load_games({5: 1000})] == [2.0]


def test_games_that_the_disk_does_not_give_for_a_moment_are_there_again_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, read = RunStore(tmp_path), Path.read_bytes
    for komi in (1.0, 2.0):
        store.append_games([game(komi=komi)])

    def refuse(path: Path) -> bytes:
        if path.name == "games-00000002.npz":
            raise OSError(errno.EIO, "Input/output error", str(path))
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        assert [float(g.start[0]) for g in store.load_games({5: 1000})] == [1.0]
    assert [float(g.start[0]) for g in store.load_games({5: 1000})] == [1.0, 2.0]


def test_a_file_that_is_called_almost_like_an_age_is_none(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    store.age_path(60).parent.mkdir()
    for name in (store.age_path(60).name, "age-².pdparams", "age-٣.pdparams", "age-last.pdparams", "age-7.npz"):
        (tmp_path / "ages" / name).touch()
    assert store.ages() == [(60, store.age_path(60))]


def test_settings_survive_and_unknown_ones_are_refused() -> None:
    config = TrainingConfig(
        net=NetConfig(blocks=2), selfplay=SelfPlayConfig(games=3), learner=LearnerConfig(batch=7), seed=5
    )
    assert TrainingConfig.from_dict(config.to_dict()) == config
    assert not {"beside", "young_boards"} & set(config.to_dict()), "older programs know none of these"
    assert not {"score_weight", "td_lambda"} & set(config.to_dict()["learner"])
    assert not {"deep_share", "simulation_steps", "middle_share"} & set(config.to_dict()["selfplay"])
    told = replace(
        config,
        beside=(7,),
        young_boards=(YoungBoard(6, 1000),),
        selfplay=replace(config.selfplay, deep_share=0.25, simulation_steps=((10, 8),), middle_share=0.1),
        learner=replace(config.learner, score_weight=0.5, td_lambda=0.9, sample_steps=((10, 6.0),)),
    )
    assert TrainingConfig.from_dict(json.loads(json.dumps(told.to_dict()))) == told
    assert told.boards == (told.size, 7, 6)
    assert (told.boards_at(999), told.boards_at(1000)) == ((6,), (told.size, 7))
    with pytest.raises(ValueError, match="unknown training settings: typo"):
        TrainingConfig.from_dict(config.to_dict() | {"typo": 1})


def test_a_dog_that_began_before_a_way_of_learning_was_there_goes_on_without_it() -> None:
    told = TrainingConfig().to_dict()
    del told["learner"]["muon"]
    learner = TrainingConfig.from_dict(told).learner
    assert learner.muon == 0.0
    assert learner != LearnerConfig(), "a newborn learns in another way"
    assert TrainingConfig.from_dict(TrainingConfig.from_dict(told).to_dict()).learner == learner


@pytest.mark.parametrize("settings", [{"batch": 0}, {"window_share": 1.5}, {"window_max": 10}, {"clip_norm": 0}])
def test_impossible_settings_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(settings))):
        LearnerConfig(**settings)  # type: ignore[arg-type]

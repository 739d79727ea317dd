"""Paddle's gradients are found once for the same question, and anew for any other."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from clevergo.nn.description import NetConfig, Weights, initial_weights
from clevergo.nn.paddle import remembered
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.choice import made_up_batch

CONFIG = NetConfig(blocks=1, channels=16, size=5)
OPTIMIZER = OptimizerConfig()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[NetConfig]:
    """What Paddle has been asked about; it answers with the weights it is given."""
    questions: list[NetConfig] = []

    def answer(
        config: NetConfig, _optimizer: OptimizerConfig, _threads: int, weights: Weights, _batch: object
    ) -> Weights:
        questions.append(config)
        return weights

    monkeypatch.setattr(remembered, "gradients_by_paddle", answer)
    return questions


def ask(folder: Path | None, config: NetConfig = CONFIG, threads: int = 1, seed: int = 1, batch: int = 1) -> Weights:
    weights = initial_weights(config, np.random.default_rng(seed))
    made_up = made_up_batch(config, np.random.default_rng(batch), 2)
    return remembered.remembered_gradients(config, OPTIMIZER, threads, weights, made_up, folder)


def test_the_same_question_is_answered_once(tmp_path: Path, asked: list[NetConfig]) -> None:
    first, second = ask(tmp_path), ask(tmp_path)
    assert asked == [CONFIG]
    assert first.keys() == second.keys()
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_another_net_other_weights_another_batch_and_other_threads_are_other_questions(
    tmp_path: Path, asked: list[NetConfig]
) -> None:
    for other in ({}, {"config": replace(CONFIG, channels=32)}, {"seed": 2}, {"batch": 2}, {"threads": 2}):
        ask(tmp_path, **other)  # type: ignore[arg-type]
    assert len(asked) == 5


def test_what_is_asked_again_is_not_what_is_forgotten_first(
    tmp_path: Path, asked: list[NetConfig], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remembered, "_MOST", 3)
    for batch in (1, 2, 3):
        ask(tmp_path, batch=batch)
        for file in tmp_path.glob("*.npz"):  # a minute goes by
            os.utime(file, (file.stat().st_atime, file.stat().st_mtime - 60.0))
    ask(tmp_path, batch=1)
    ask(tmp_path, batch=4)
    assert len(asked) == 4
    ask(tmp_path, batch=1)
    assert len(asked) == 4
    ask(tmp_path, batch=2)
    assert len(asked) == 5, "this one was looked at longest ago"


@pytest.mark.parametrize("damage", [b"", b"PK", b"nonsense" * 100])
def test_a_damaged_file_is_asked_anew(tmp_path: Path, asked: list[NetConfig], damage: bytes) -> None:
    ask(tmp_path)
    (file,) = tmp_path.glob("*.npz")
    file.write_bytes(damage)
    ask(tmp_path)
    ask(tmp_path)
    assert len(asked) == 2


def test_not_more_than_a_dozen_are_kept_and_nothing_without_a_folder(tmp_path: Path, asked: list[NetConfig]) -> None:
    for seed in range(14):
        ask(tmp_path, seed=seed)
    assert len(list(tmp_path.glob("*.npz"))) == 12
    for _ in range(2):
        ask(None)
    assert len(asked) == 16

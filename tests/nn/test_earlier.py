"""Nets that learned from planes of earlier programs say from today's what they said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.nn.description import NetConfig, Weights, initial_weights
from clevergo.nn.earlier import brought_up, brought_up_state, is_as_ever
from clevergo.nn.files import WeightFile, load_weights, save_weights
from clevergo.nn.inference.engine import Precision
from clevergo.nn.inference.predictor import Evaluation, Predictor
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.choice import made_up_batch
from tests.nn.judging import HEADS, planes_of, random_boards
from tests.nn.test_checkpoint import change_header

KOMI = 12
SMALL_BOARD, USUAL, LARGE_BOARD = (NetConfig(blocks=1, channels=8, size=size) for size in (5, 9, 13))
OTHERS = [NetConfig("classic", size=13), NetConfig(blocks=1, channels=8, size=15, game="five")]


def opinions(config: NetConfig, rng: np.random.Generator) -> Weights:
    weights = initial_weights(config, rng)
    return {name: array * 10 if name in HEADS else array for name, array in weights.items()}


def said(config: NetConfig, weights: Weights, planes: np.ndarray) -> Evaluation:
    return Predictor(WeightFile(config, weights, {}), config.size, Precision.FP32).run(planes)


def as_written_then(planes: np.ndarray, size: int) -> np.ndarray:
    """Komi in units of fifteen points, on any board."""
    then = planes.copy()
    then[:, KOMI] *= size**2 / 81
    return then


@pytest.mark.parametrize("config", [SMALL_BOARD, USUAL, LARGE_BOARD])
def test_a_net_says_what_it_said(config: NetConfig, rng: np.random.Generator) -> None:
    planes = planes_of(random_boards(rng, 8, config.size), config)
    planes[:, KOMI] = rng.normal(0, 0.5, (8, 1, 1))
    weights = opinions(config, rng)
    then = said(config, weights, as_written_then(planes, config.size))
    now = said(config, brought_up(config, weights), planes)
    np.testing.assert_allclose(now.prior, then.prior, atol=1e-5)
    np.testing.assert_allclose(now.value, then.value, atol=1e-5)
    changed = said(config, weights, planes)
    assert np.array_equal(changed.value, then.value) == (config == USUAL), "else there would be nothing to bring up"


@pytest.mark.parametrize(
    ("config", "version"), [(SMALL_BOARD, 2), (USUAL, 1), (LARGE_BOARD, 2), *((o, 1) for o in OTHERS)]
)
def test_a_file_tells_which_planes_its_net_learned_from(
    config: NetConfig, version: int, tmp_path: Path, rng: np.random.Generator
) -> None:
    path = tmp_path / "net.pdparams"
    found: list[int] = []

    def made_older(header: dict[str, Any]) -> None:
        found.append(header["format"])
        header["format"] = 1

    weights = initial_weights(config, rng)
    save_weights(path, WeightFile(config, weights, {}))
    assert all(np.array_equal(array, weights[name]) for name, array in load_weights(path).arrays.items())
    change_header(path, made_older)
    assert found == [version], "programs of before refuse what they would misread, and nothing else"
    then = load_weights(path).arrays
    assert {name for name in weights if not np.array_equal(then[name], weights[name])} == (
        set() if is_as_ever(config) else {"input_conv.weight"}
    )
    assert is_as_ever(config) == (version == 1)


def test_an_optimizer_goes_on_with_gradients_of_the_size_it_knew(rng: np.random.Generator) -> None:
    batch = made_up_batch(LARGE_BOARD, rng, 32)
    batch.planes[:, KOMI] = rng.normal(0, 0.5, (32, 1, 1))
    then = replace(batch, planes=as_written_then(batch.planes, 13))
    weights = opinions(LARGE_BOARD, rng)
    states = []
    for own, seen in ((weights, then), (brought_up(LARGE_BOARD, weights), batch)):
        step = DygraphTrainStep(LARGE_BOARD, OptimizerConfig(clip_norm=1e6), own)
        step.step(seen, 1e-9)
        states.append(step.optimizer.state())
    brought = brought_up_state(LARGE_BOARD, states[0])
    for name in states[1]:
        then_known, known = brought[name].astype(float), states[1][name].astype(float)
        np.testing.assert_allclose(then_known, known, rtol=2e-3, atol=1e-7, err_msg=name)

"""Paddle is asked in a process of its own: it says there what it says here, and a process that asks never loads it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from clevergo.nn.description import NetConfig
from clevergo.nn.inference.choice import sample_planes
from clevergo.nn.inference.engine import Outputs
from clevergo.nn.paddle.program import PaddleEngine
from clevergo.nn.paddle.reference import gradients_by_paddle, judged_by_paddle
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.choice import made_up_batch, relative_errors
from tests.nn.judging import CLASSIC, RESIDUAL, opinionated
from tests.patience import PATIENCE

pytestmark = pytest.mark.usefixtures("paddle_in_its_own_process")

LOSSES = OptimizerConfig(points_weight=0.25, score_weight=0.3)


def judged_here(config: NetConfig) -> Outputs:
    engine = PaddleEngine(config, 9, False, 1)
    engine.load(opinionated(config).arrays, {})
    return engine.run(sample_planes(config, 9))


@pytest.mark.parametrize("config", [CLASSIC, RESIDUAL], ids=["classic", "residual"])
def test_a_net_is_judged_as_it_would_be_here(config: NetConfig) -> None:
    asked = judged_by_paddle(config, 9, 1, opinionated(config).arrays, sample_planes(config, 9))
    for one, other in zip(asked, judged_here(config), strict=True):
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            np.testing.assert_allclose(one, other, atol=1e-5)


def test_gradients_are_those_of_the_same_losses() -> None:
    weights, batch = opinionated(RESIDUAL).arrays, made_up_batch(RESIDUAL, np.random.default_rng(3))
    asked = gradients_by_paddle(RESIDUAL, LOSSES, 1, weights, batch)
    expected = DygraphTrainStep(RESIDUAL, LOSSES, weights).gradients(batch)[1]
    assert asked.keys() == expected.keys()
    whole, (_, worst) = relative_errors(asked, expected)
    assert whole < 1e-5
    assert worst < 1e-4


@pytest.mark.parametrize("command", ["/nowhere/python", "false"], ids=["cannot be started", "fails"])
def test_where_no_process_answers_paddle_is_loaded_here(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", command)
    asked = judged_by_paddle(RESIDUAL, 9, 1, opinionated(RESIDUAL).arrays, sample_planes(RESIDUAL, 9))
    np.testing.assert_allclose(asked[1], judged_here(RESIDUAL)[1], atol=1e-5)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(
            """
from clevergo.nn.paddle import program
from clevergo.nn.inference import choice
from clevergo.nn.description import NetConfig
from clevergo.nn.files import WeightFile
from clevergo.nn.inference.predictor import Predictor
from clevergo.nn.description import initial_weights
import numpy as np
program.CACHE_FOLDER = choice.CACHE_FOLDER = None
config = NetConfig()
print(Predictor(WeightFile(config, initial_weights(config, np.random.default_rng(0)), {}), 9).precision.value)
""",
            id="plays for the first time on this machine",
        ),
        pytest.param(
            """
from clevergo.nn.description import NetConfig
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.choice import best_train_step
print(best_train_step(NetConfig(), OptimizerConfig()).name)
""",
            id="trains",
        ),
    ],
)
def test_a_process_stays_small(code: str) -> None:
    """Paddle takes 300 MB. Where our own engines do the work, only the process that was asked has loaded it."""
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint('paddle' in sys.modules)"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    who, has_paddle = run.stdout.split("\n")[:2]
    # On a machine that has no oneDNN to call, Paddle does the work and is there.
    assert has_paddle == str("dygraph" in who or not has_own_engines())


def has_own_engines() -> bool:
    """Whether our own engines run here at all."""
    from clevergo.nn.onednn.library import Library, OneDnnError

    try:
        Library()
    except OneDnnError:
        return False
    return True

"""The reference training step in a process of its own: what it computes is what it computes here."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.paddle.apart import ApartTrainStep
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.choice import made_up_batch
from tests.patience import PATIENCE

pytestmark = pytest.mark.xdist_group("apart")
"""Together: the process that has Paddle is started once."""
NET = NetConfig(blocks=1, channels=8, size=5)
OPTIMIZER = OptimizerConfig(points_weight=0.7, score_weight=0.4)
WEIGHTS = initial_weights(NET, np.random.default_rng(0))


@pytest.fixture(scope="module")
def apart() -> Iterator[ApartTrainStep]:
    with closing(ApartTrainStep(NET, OPTIMIZER, WEIGHTS)) as step:
        yield step


def test_steps_and_judgments_are_the_references(apart: ApartTrainStep) -> None:
    here = DygraphTrainStep(NET, OPTIMIZER, WEIGHTS)
    apart.optimizer.load_state(here.optimizer.state())
    for seed, rows in ((1, 6), (2, 6), (3, 4)):
        batch = made_up_batch(NET, np.random.default_rng(seed), rows)
        assert apart.step(batch, 3e-3) == here.step(batch, 3e-3)
        assert np.array_equal(apart.optimizer.weights, here.optimizer.weights)
        (losses, said), (expected, judged) = apart.judge(batch), here.judge(batch)
        assert losses == expected
        assert np.array_equal(said.log_policy, judged.log_policy)
        assert np.array_equal(said.value, judged.value)
        assert said.points is not None
        assert judged.points is not None
        assert np.array_equal(said.points, judged.points)


def test_a_process_that_is_gone_is_an_error_and_not_a_wait(apart: ApartTrainStep) -> None:
    batch = made_up_batch(NET, np.random.default_rng(1), 4)
    apart.close()
    with pytest.raises(ChildProcessError, match="ended"):
        apart.step(batch, 3e-3)


def test_who_asks_never_loads_paddle() -> None:
    code = """
import sys
import numpy as np
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.paddle.apart import ApartTrainStep
from clevergo.nn.training import OptimizerConfig
import clevergo.app.lesson.telling
net = NetConfig(blocks=1, channels=8, size=5)
ApartTrainStep(net, OptimizerConfig(), initial_weights(net, np.random.default_rng(0))).close()
print('paddle' in sys.modules)
"""
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (run.returncode, run.stdout.strip()) == (0, "False"), run.stderr

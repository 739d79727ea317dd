"""Choosing how to compute a net: what is fastest and right on this machine, for these weights."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.nn.description import NetConfig, Weights
from clevergo.nn.files import WeightFile, save_weights
from clevergo.nn.inference import choice
from clevergo.nn.inference.choice import Errors, Net, errors_between, ranking_for, recall, remember, sample_planes
from clevergo.nn.inference.engine import Outputs, Precision, Steps
from clevergo.nn.inference.predictor import Predictor
from clevergo.nn.onednn.engine import Survey
from clevergo.nn.onednn.library import Library, OneDnnError
from clevergo.nn.winograd import vectors
from tests.nn.judging import RESIDUAL, TOLERANCE, as_trained, assert_close, opinionated, planes_of, random_boards
from tests.patience import PATIENCE

BIG = 4096.0
NET = Net(RESIDUAL, 9, 1)


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(choice, "CACHE_FOLDER", tmp_path)
    return tmp_path


def needing_float32() -> WeightFile:
    """A net whose policy hangs on small differences of one channel's large numbers."""
    weights = opinionated(RESIDUAL)
    arrays = weights.arrays
    arrays["input_conv.bias"][0] = BIG
    for block in range(RESIDUAL.blocks):
        arrays[f"blocks.{block}.conv1.weight"][:, 0] = 0
        for name in ("weight", "bias"):
            arrays[f"blocks.{block}.conv2.{name}"][0] = 0
    for head in ("policy_conv", "value_conv"):
        arrays[f"{head}.weight"][:, 0] *= 10
        arrays[f"{head}.bias"] -= arrays[f"{head}.weight"][:, 0, 0, 0] * BIG
    return weights


def needing_floats() -> WeightFile:
    """A net with one large activation that nothing depends on: it leaves 8-bit integers no room for the others."""
    weights = opinionated(RESIDUAL)
    for block in range(RESIDUAL.blocks):
        weights.arrays[f"blocks.{block}.conv1.bias"][0] = BIG
        weights.arrays[f"blocks.{block}.conv2.weight"][:, 0] = 0
        weights.arrays[f"blocks.{block}.conv2.weight"] *= 10
    return weights


def test_whatever_is_chosen_automatically_has_a_name() -> None:
    assert Predictor(opinionated(RESIDUAL), 9).precision in set(Precision) - {Precision.AUTO}


def test_float32_is_chosen_where_rounding_would_change_the_verdict(rng: np.random.Generator) -> None:
    weights = needing_float32()
    predictor = Predictor(weights, 9)
    assert predictor.precision is Precision.FP32
    planes = planes_of(random_boards(rng, 20, 9), RESIDUAL)
    assert_close(predictor.run(planes), as_trained(weights, planes), 0.01)


def test_integers_that_kernels_cannot_be_compiled_for_are_refused_and_never_chosen(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What oneDNN finds and what Numba compiles for are told by different variables."""
    monkeypatch.setattr(vectors, "has_avx2", lambda: False)
    assert Predictor(opinionated(RESIDUAL), 9).precision is not Precision.INT16
    with pytest.raises(OneDnnError, match="int16"):
        Predictor(opinionated(RESIDUAL), 9, Precision.INT16)


def test_integers_are_not_chosen_where_they_would_change_the_verdict(rng: np.random.Generator) -> None:
    weights = needing_floats()
    predictor = Predictor(weights, 9)
    assert predictor.precision is not Precision.INT8
    planes = planes_of(random_boards(rng, 20, 9), RESIDUAL)
    assert_close(predictor.run(planes), as_trained(weights, planes), TOLERANCE[Precision.BF16])


def test_every_swap_chooses_anew(rng: np.random.Generator) -> None:
    predictor = Predictor(opinionated(RESIDUAL), 9)
    usual = predictor.precision
    planes = planes_of(random_boards(rng, 8, 9), RESIDUAL)
    before = predictor.run(planes)
    predictor.swap(needing_float32())
    assert predictor.precision is Precision.FP32
    predictor.swap(opinionated(RESIDUAL))
    assert predictor.precision is usual
    assert_close(predictor.run(planes), before, 1e-6)


def test_paddle_computes_where_our_own_float32_is_wrong(
    rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch, empty_cache: Path
) -> None:
    def wrong(survey: Survey, weights: Weights) -> tuple[Outputs, dict[str, float]]:
        (logits, value, ownership), steps = looked(survey, weights)
        return (logits, value + 0.1, ownership), dict(steps)

    looked = Survey.look
    monkeypatch.setattr(Survey, "look", wrong)
    weights = opinionated(RESIDUAL)
    for _ in range(2):  # the second time it is remembered
        ranking = ranking_for(NET, Precision.AUTO, weights.arrays)
        assert isinstance(ranking.family, choice.PaddleFamily)
        engine = ranking.loaded(weights.arrays)
        planes = planes_of(random_boards(rng, 8, 9), RESIDUAL)
        np.testing.assert_allclose(engine.run(planes)[1], as_trained(weights, planes).value, atol=0.1)


def test_once_the_ranking_is_known_paddle_is_not_loaded(tmp_path: Path) -> None:
    """A process that only plays starts a second earlier without it, and takes 300 MB less."""
    save_weights(tmp_path / "dog.pdparams", opinionated(RESIDUAL))
    Predictor(opinionated(RESIDUAL), 9)
    code = """
import sys
from pathlib import Path
from clevergo.games.go.board import new_boards
from clevergo.nn.files import load_weights
from clevergo.nn.inference.predictor import NetEvaluator, Predictor
import numpy as np
evaluator = NetEvaluator(Predictor(load_weights(Path(sys.argv[1])), 9))
evaluator.evaluate(new_boards(3), np.empty((3, 82), np.float32), np.empty(3, np.float32))
print("paddle" in sys.modules)
"""
    assert said_by(code, str(tmp_path / "dog.pdparams")) == "False\n"


def said_by(code: str, *arguments: str) -> str:
    root = Path(__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


# --- how far apart two engines are -----------------------------------------------------------------------


def test_errors_are_means_over_positions() -> None:
    one = (np.log(np.array([[0.5, 0.5], [0.9, 0.1]], np.float32)), np.array([0.0, 1.0], np.float32), None)
    other = (np.log(np.array([[0.5, 0.5], [0.7, 0.3]], np.float32)), np.array([0.2, 1.0], np.float32), None)
    assert errors_between(one, other) == pytest.approx((0.1, 0.1), abs=1e-6)


def test_what_is_not_a_number_is_not_within_any_limit() -> None:
    assert Errors(0.1, 0.1).within(Errors(0.1, 0.2))
    assert not Errors(0.1, 0.3).within(Errors(0.1, 0.2))
    assert not Errors(0.1, float("nan")).within(Errors(0.1, 0.2))


@pytest.mark.skipif(sys.platform == "win32", reason="the processor's time is counted too coarsely there")
def test_an_engine_that_waited_for_the_processor_is_not_ranked_behind_one_that_computes_longer() -> None:
    """What is measured on a busy machine is remembered for good."""

    class Waits(FakeEngine):
        precision = Precision.INT8

        def run(self, planes: NDArray[np.float32]) -> Outputs:
            time.sleep(0.02)
            return super().run(planes)

    class Computes(FakeEngine):
        precision = Precision.FP32

        def run(self, planes: NDArray[np.float32]) -> Outputs:
            end = time.thread_time() + 0.005
            while time.thread_time() < end:
                pass
            return super().run(planes)

    seconds = choice._seconds([Waits(), Computes()], np.zeros((1, 16, 9, 9), np.float32))
    assert seconds[Precision.INT8] < seconds[Precision.FP32]


class FakeEngine:
    """An engine that knows nothing."""

    precision = Precision.BF16

    def load(self, weights: Weights, steps: Steps) -> None:
        """See :class:`clevergo.nn.inference.engine.Engine`."""

    def run(self, planes: NDArray[np.float32]) -> Outputs:
        """See :class:`clevergo.nn.inference.engine.Engine`."""
        return np.zeros((1, 82), np.float32), np.zeros(1, np.float32), None


# --- the memory ------------------------------------------------------------------------------------------


def test_a_ranking_is_remembered_for_its_own_net_size_and_threads(empty_cache: Path) -> None:
    library = Library()
    order = [Precision.INT8, Precision.FP32]
    remember(order, NET, library)
    assert recall(NET, library) == order
    assert recall(Net(RESIDUAL, 13, 1), library) is None
    assert recall(Net(RESIDUAL, 9, 2), library) is None
    assert recall(Net(NetConfig(blocks=3, channels=32), 9, 1), library) is None


@pytest.mark.parametrize("content", ["", "{", '["fp64"]', "3"])
def test_a_damaged_memory_is_measured_again(empty_cache: Path, content: str) -> None:
    library = Library()
    remember([Precision.FP32], NET, library)
    (path,) = empty_cache.iterdir()
    path.write_text(content)
    assert recall(NET, library) is None
    Predictor(opinionated(RESIDUAL), 9)
    assert Precision.FP32.value in json.loads(path.read_text())


# --- the positions looked at -----------------------------------------------------------------------------


def test_samples_run_from_empty_to_full_boards() -> None:
    stones = sample_planes(RESIDUAL, 9)[:, :2].sum(axis=(1, 2, 3))
    assert stones.min() == 0
    assert stones.max() > 45
    assert len(set(stones)) > 20
    np.testing.assert_array_equal(sample_planes(RESIDUAL, 9), sample_planes(RESIDUAL, 9))

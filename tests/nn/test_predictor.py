"""Inference: it agrees with the net it was exported from, at every size, batch and precision, and swaps weights."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from clevergo.nn.description import NetConfig
from clevergo.nn.files import save_weights
from clevergo.nn.inference.engine import Precision, best_batch
from clevergo.nn.inference.predictor import Evaluation, NetEvaluator, Predictor
from clevergo.nn.paddle.program import padded_batch
from tests.nn.judging import (
    CLASSIC,
    RESIDUAL,
    SIZED,
    TOLERANCE,
    as_trained,
    assert_close,
    opinionated,
    planes_of,
    precisions,
    random_boards,
)
from tests.patience import PATIENCE


@pytest.mark.parametrize(("config", "size"), SIZED)
@pytest.mark.parametrize("precision", precisions())
def test_inference_says_what_the_net_says(
    rng: np.random.Generator, config: NetConfig, size: int, precision: Precision
) -> None:
    weights = opinionated(config)
    planes = planes_of(random_boards(rng, 20, size), config)
    expected = as_trained(weights, planes)
    assert expected.value.std() > 0.02  # else agreement would mean little
    said = Predictor(weights, size, precision).run(planes)
    assert_close(said, expected, TOLERANCE[precision])
    np.testing.assert_allclose(said.prior.sum(axis=1), 1.0, atol=1e-5)
    assert said.prior.min() >= 0
    assert np.abs(said.value).max() <= 1


@pytest.mark.parametrize("count", [0, 1, 2, 3, 9, 33, 64, 65, 150])
@pytest.mark.parametrize(("precision", "tolerance"), [(Precision.FP32, 1e-5), (Precision.AUTO, 0.03)])
def test_any_number_of_positions_is_judged_as_one_by_one(
    rng: np.random.Generator, count: int, precision: Precision, tolerance: float
) -> None:
    predictor = Predictor(opinionated(RESIDUAL), 9, precision)
    planes = planes_of(random_boards(rng, 150, 9), RESIDUAL)[:count]
    whole = predictor.run(planes)
    assert whole.prior.shape == (count, 82)
    assert whole.value.shape == (count,)
    assert whole.points is not None
    assert whole.points.shape == (count, 81)
    for index in range(0, count, 7):
        one = predictor.run(planes[index : index + 1])
        assert_close(Evaluation(*(part[index : index + 1] for part in whole if part is not None)), one, tolerance)


def test_batches_have_few_sizes_none_beyond_the_best_one() -> None:
    for size in range(2, 20):
        best = best_batch(size)
        sizes = {padded_batch(count) for count in range(1, best + 1)}
        assert max(sizes) == best
        assert len(sizes) <= 16
        assert all(padded_batch(count) >= count for count in range(1, best + 1))
    assert best_batch(9) == 64


def test_a_result_does_not_change_when_the_next_batch_is_judged(rng: np.random.Generator) -> None:
    predictor = Predictor(opinionated(RESIDUAL), 9)
    planes = planes_of(random_boards(rng, 24, 9), RESIDUAL)
    first = predictor.run(planes[:12])
    kept = Evaluation(*(part.copy() for part in first if part is not None))
    predictor.run(planes[12:])
    assert_close(first, kept, 0)


# --- new weights -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("config", [CLASSIC, RESIDUAL])
@pytest.mark.parametrize("precision", [p for p in precisions() if p is not Precision.AUTO])
def test_swapped_weights_judge_as_a_fresh_predictor_would(
    rng: np.random.Generator, config: NetConfig, precision: Precision
) -> None:
    planes = planes_of(random_boards(rng, 16, 9), config)
    predictor = Predictor(opinionated(config, seed=0), 9, precision)
    before = predictor.run(planes)
    predictor.swap(opinionated(config, seed=1))
    after = predictor.run(planes)
    assert np.abs(after.value - before.value).max() > 0.05
    assert_close(after, Predictor(opinionated(config, seed=1), 9, precision).run(planes), 1e-6)
    predictor.swap(opinionated(config, seed=0))
    assert_close(predictor.run(planes), before, 1e-6)


def test_weights_of_another_architecture_are_not_swapped_in(rng: np.random.Generator) -> None:
    predictor = Predictor(opinionated(RESIDUAL), 9)
    planes = planes_of(random_boards(rng, 4, 9), RESIDUAL)
    before = predictor.run(planes)
    with pytest.raises(ValueError, match="not for"):
        predictor.swap(opinionated(NetConfig(blocks=1, channels=32)))
    assert_close(predictor.run(planes), before, 0)


# --- what does not fit is refused ------------------------------------------------------------------------


def test_a_net_for_one_size_is_not_used_for_another() -> None:
    with pytest.raises(ValueError, match="9x9"):
        Predictor(opinionated(CLASSIC), 13)


@pytest.mark.parametrize("shape", [(2, 10, 9, 9), (2, 16, 9, 8), (16, 9, 9)])
def test_planes_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    predictor = Predictor(opinionated(RESIDUAL), 9, Precision.FP32)
    with pytest.raises(ValueError, match="planes must be"):
        predictor.run(np.zeros(shape, np.float32))


# --- the evaluator ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("config", "size"), SIZED)
def test_the_evaluator_fills_in_what_the_predictor_says_of_each_board(
    rng: np.random.Generator, config: NetConfig, size: int
) -> None:
    predictor = Predictor(opinionated(config), size, Precision.FP32)
    evaluator = NetEvaluator(predictor)
    for count in (1, predictor.chunk + 5):
        boards = random_boards(rng, count, size)
        before = boards.copy()
        prior = np.full((count, size**2 + 1), np.nan, np.float32)
        value = np.full(count, np.nan, np.float32)
        evaluator.evaluate(boards, prior, value)
        expected = predictor.run(planes_of(boards, config))
        np.testing.assert_allclose(prior, expected.prior, atol=1e-6)
        np.testing.assert_allclose(value, expected.value, atol=1e-6)
        assert all(np.array_equal(boards[name], before[name]) for name in before.dtype.names or ())


def test_judging_positions_writes_nothing_to_the_terminal(tmp_path: Path) -> None:
    """A GTP engine's standard output belongs to the protocol."""
    save_weights(tmp_path / "dog.pdparams", opinionated(RESIDUAL))
    code = """
import sys
from pathlib import Path
import numpy as np
from clevergo.games.go.board import new_boards
from clevergo.nn.inference import predictor
from clevergo.nn.paddle import program
from clevergo.nn.inference import choice
from clevergo.nn.files import load_weights
assert "paddle" not in sys.modules
program.CACHE_FOLDER = choice.CACHE_FOLDER = None
for precision in ("fp32", "bf16", "auto"):
    evaluator = predictor.NetEvaluator(predictor.Predictor(load_weights(Path(sys.argv[1])), 9, precision))
    evaluator.evaluate(new_boards(3), np.empty((3, 82), np.float32), np.empty(3, np.float32))
"""
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "dog.pdparams")],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")

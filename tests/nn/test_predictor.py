"""Inference: it agrees with the net it was exported from, at every size, batch and precision, and swaps weights."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.go.board import legal_mask, new_boards, play
from clevergo.nn.checkpoint import WeightFile, save_weights
from clevergo.nn.config import NetConfig, NetKind
from clevergo.nn.features import write_planes
from clevergo.nn.predictor import Evaluation, NetEvaluator, Precision, Predictor, best_batch, padded_batch
from clevergo.nn.quiet import load_paddle
from clevergo.nn.weights import initial_weights

RESIDUAL = NetConfig(blocks=2, channels=32)
CLASSIC = NetConfig(NetKind.CLASSIC)
HEADS = ("policy_out.weight", "policy_points.weight", "policy_pass.weight", "value_out.weight", "ownership_out.weight")


def opinionated(config: NetConfig, seed: int = 0) -> WeightFile:
    """A random net whose priors and values are far from even."""
    arrays = initial_weights(config, np.random.default_rng(seed))
    return WeightFile(config, {name: array * 10 if name in HEADS else array for name, array in arrays.items()})


def random_boards(rng: np.random.Generator, count: int, size: int) -> NDArray[np.void]:
    boards = new_boards(count, size)
    legal = np.empty(size**2 + 1, np.bool_)
    for board in boards:
        for _ in range(rng.integers(size**2 // 2)):
            if legal_mask(board, legal):
                play(board, int(rng.choice(np.flatnonzero(legal[:-1]))))
    return boards


def planes_of(boards: NDArray[np.void], config: NetConfig) -> NDArray[np.float32]:
    size = int(boards[0]["size"])
    planes = np.empty((len(boards), config.planes, size, size), np.float32)
    write_planes(boards, planes)
    return planes


def as_trained(weights: WeightFile, planes: NDArray[np.float32]) -> Evaluation:
    """What the net itself says, outside the inference library."""
    paddle = load_paddle()
    from clevergo.nn.network import build_network

    network = build_network(weights.config)
    network.set_state_dict(weights.arrays)
    network.eval()
    with paddle.no_grad():
        logits, value, *rest = (output.numpy() for output in network(paddle.to_tensor(planes)))
    prior = np.exp(logits - logits.max(axis=1, keepdims=True))
    return Evaluation(prior / prior.sum(axis=1, keepdims=True), value[:, 0], rest[0] if rest else None)


def assert_close(one: Evaluation, other: Evaluation, tolerance: float) -> None:
    np.testing.assert_allclose(one.prior, other.prior, atol=tolerance)
    np.testing.assert_allclose(one.value, other.value, atol=tolerance)
    assert (one.ownership is None) == (other.ownership is None)
    if one.ownership is not None and other.ownership is not None:
        np.testing.assert_allclose(one.ownership, other.ownership, atol=tolerance)


SIZED = [(CLASSIC, 9), (RESIDUAL, 5), (RESIDUAL, 9), (RESIDUAL, 13), (RESIDUAL, 19)]


@pytest.mark.parametrize(("config", "size"), SIZED)
@pytest.mark.parametrize(("precision", "tolerance"), [("fp32", 1e-4), ("bf16", 0.1), ("auto", 0.1)])
def test_inference_says_what_the_net_says(
    rng: np.random.Generator, config: NetConfig, size: int, precision: str, tolerance: float
) -> None:
    weights = opinionated(config)
    planes = planes_of(random_boards(rng, 20, size), config)
    expected = as_trained(weights, planes)
    assert expected.value.std() > 0.02  # else agreement would mean little
    said = Predictor(weights, size, precision).run(planes)
    assert_close(said, expected, tolerance)
    np.testing.assert_allclose(said.prior.sum(axis=1), 1.0, atol=1e-5)
    assert said.prior.min() >= 0
    assert np.abs(said.value).max() <= 1


def test_the_automatic_precision_is_one_of_the_two() -> None:
    assert Predictor(opinionated(RESIDUAL), 9).precision in (Precision.FP32, Precision.BF16)


def test_the_automatic_precision_is_exact_where_rounding_would_change_the_verdict() -> None:
    weights = opinionated(RESIDUAL)
    for name in ("policy_points.bias", "policy_pass.bias"):
        weights.arrays[name] += 1000  # changes no prior, but leaves bfloat16 no digits for the differences
    assert Predictor(weights, 9).precision is Precision.FP32


@pytest.mark.parametrize("count", [0, 1, 2, 3, 9, 33, 64, 65, 150])
def test_any_number_of_positions_is_judged_as_one_by_one(rng: np.random.Generator, count: int) -> None:
    predictor = Predictor(opinionated(RESIDUAL), 9, Precision.FP32)
    planes = planes_of(random_boards(rng, 150, 9), RESIDUAL)[:count]
    whole = predictor.run(planes)
    assert whole.prior.shape == (count, 82)
    assert whole.value.shape == (count,)
    assert whole.ownership is not None
    assert whole.ownership.shape == (count, 81)
    for index in range(0, count, 7):
        one = predictor.run(planes[index : index + 1])
        assert_close(Evaluation(*(part[index : index + 1] for part in whole if part is not None)), one, 1e-5)


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
@pytest.mark.parametrize("precision", [Precision.FP32, Precision.BF16])
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
from clevergo.go.board import new_boards
from clevergo.nn import predictor, program
from clevergo.nn.checkpoint import load_weights
assert "paddle" not in sys.modules
program.CACHE_FOLDER = None
for precision in ("fp32", "bf16", "auto"):
    evaluator = predictor.NetEvaluator(predictor.Predictor(load_weights(Path(sys.argv[1])), 9, precision))
    evaluator.evaluate(new_boards(3), np.empty((3, 82), np.float32), np.empty(3, np.float32))
"""
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "dog.pdparams")],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")

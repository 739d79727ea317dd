"""What the tests of inference share: nets with opinions, positions, and what the net itself says of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clevergo.games.go.board import legal_mask, new_boards, play
from clevergo.games.kernels import write_planes
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile
from clevergo.nn.inference.engine import Precision
from clevergo.nn.inference.predictor import Evaluation
from clevergo.nn.onednn.engine import usable_precisions
from clevergo.nn.onednn.library import Library, OneDnnError
from clevergo.nn.paddle import load_paddle

RESIDUAL = NetConfig(blocks=2, channels=32)
CLASSIC = NetConfig("classic")
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
    from clevergo.nn.paddle.network import Network

    network = Network(weights.config)
    network.set_state_dict(weights.arrays)
    network.eval()
    with paddle.no_grad():
        logits, value, *rest = (output.numpy() for output in network(paddle.to_tensor(planes)))
    prior = np.exp(logits - logits.max(axis=1, keepdims=True))
    return Evaluation(prior / prior.sum(axis=1, keepdims=True), value[:, 0], rest[0] if rest else None)


def assert_close(one: Evaluation, other: Evaluation, tolerance: float) -> None:
    np.testing.assert_allclose(one.prior, other.prior, atol=tolerance)
    np.testing.assert_allclose(one.value, other.value, atol=tolerance)
    assert (one.points is None) == (other.points is None)
    if one.points is not None and other.points is not None:
        np.testing.assert_allclose(one.points, other.points, atol=tolerance)


SIZED = [(CLASSIC, 9), (RESIDUAL, 5), (RESIDUAL, 9), (RESIDUAL, 13), (RESIDUAL, 19)]
TOLERANCE = {
    Precision.FP32: 1e-4,
    Precision.BF16: 0.1,
    Precision.INT16: 0.02,
    Precision.INT8: 0.1,
    Precision.AUTO: 0.1,
}


def own_precisions() -> list[Precision]:
    """What this machine computes in without Paddle."""
    try:
        return usable_precisions(Library())
    except OneDnnError:
        return []


def precisions() -> list[Precision]:
    """What may be asked of a predictor on this machine."""
    return [p for p in TOLERANCE if p not in (Precision.INT16, Precision.INT8) or p in own_precisions()]

"""Muon's step, against its definition by singular values."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.muon import orthogonal
from clevergo.nn.training.optimizer import FlatOptimizer

NET = NetConfig(blocks=1, channels=8, size=5)


def lengths(matrix: np.ndarray) -> np.ndarray:
    return np.linalg.svd(matrix, compute_uv=False)


@pytest.mark.parametrize("shape", [(8, 8), (8, 72), (64, 576), (3, 5), (1, 7)])
def test_every_direction_becomes_about_as_long(shape: tuple[int, int]) -> None:
    matrix = np.random.default_rng(0).normal(size=shape).astype(np.float32)
    found = lengths(orthogonal(matrix))
    assert found.min() > 0.6
    assert found.max() < 1.3


def test_the_directions_themselves_stay() -> None:
    rng = np.random.default_rng(1)
    left, _ = np.linalg.qr(rng.normal(size=(6, 6)))
    right, _ = np.linalg.qr(rng.normal(size=(40, 6)))
    matrix = (left * [5.0, 2.0, 1.0, 0.5, 0.2, 0.1]) @ right.T
    found = left.T @ orthogonal(matrix.astype(np.float32)) @ right
    assert np.abs(found - np.diag(np.diag(found))).max() < 0.01
    assert np.diag(found).min() > 0.6


def test_a_matrix_of_zeros_has_no_direction() -> None:
    assert not orthogonal(np.zeros((4, 9), np.float32)).any()


def plain_muon(weights: np.ndarray, gradients: list[np.ndarray], rate: float, decay: float) -> np.ndarray:
    """The algorithm as published, in float64, with the polynomial applied to the matrix itself."""
    momentum, weights = np.zeros_like(weights, np.float64), weights.astype(np.float64)
    for gradient in gradients:
        momentum = 0.95 * momentum + 0.05 * gradient
        x = 0.95 * momentum + 0.05 * gradient
        x = x / np.linalg.norm(x)
        for _ in range(5):
            gram = x @ x.T
            x = 3.4445 * x + (-4.7750 * gram + 2.0315 * gram @ gram) @ x
        weights = weights - rate * (0.2 * np.sqrt(max(weights.shape)) * x) - decay * weights
    return weights


@pytest.mark.parametrize("name", ["blocks.0.conv1.weight", "policy_conv.weight", "value_hidden.weight"])
def test_matrices_between_features_are_moved_as_published(name: str) -> None:
    rng = np.random.default_rng(2)
    start = initial_weights(NET, rng)
    optimizer = FlatOptimizer(NET, OptimizerConfig(muon=0.5, clip_norm=1e9, weight_decay=0.1), start)
    gradients = []
    for _ in range(4):
        flat = optimizer.layout.zeros()
        for view in optimizer.layout.views(flat).values():
            view[...] = rng.normal(size=view.shape)
        gradients.append(optimizer.layout.views(flat)[name].reshape(len(start[name]), -1).astype(np.float64))
        optimizer.update(flat, 0.01)
    shape = gradients[0].shape
    is_wide = shape[0] <= shape[1]
    turn = (lambda matrix: matrix) if is_wide else np.transpose
    expected = turn(plain_muon(turn(start[name].reshape(shape)), [turn(g) for g in gradients], 0.005, 0.1 * 0.01))
    found = optimizer.copy_weights()[name].reshape(shape)
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("bound", [0.5, 1.0])
def test_a_bounded_matrix_keeps_its_direction_and_is_no_longer_than_its_bound(bound: float) -> None:
    rng = np.random.default_rng(4)
    start = initial_weights(NET, rng)
    free, bounded = (FlatOptimizer(NET, OptimizerConfig(norm_bound=most), start) for most in (0.0, bound))
    flat = free.layout.zeros()
    for view in free.layout.views(flat).values():
        view[...] = rng.normal(size=view.shape)
    for optimizer in (free, bounded):
        optimizer.update(flat, 0.01)
    shortened = 0
    for name, expected in free.copy_weights().items():
        most = bound * np.sqrt(2 * len(expected))
        is_hidden = name.endswith("weight") and NET.net_kind.is_hidden(name.rpartition(".")[0])
        if is_hidden and np.linalg.norm(expected) > most:
            shortened += 1
            expected = expected * (most / np.linalg.norm(expected))
        np.testing.assert_allclose(bounded.copy_weights()[name], expected, rtol=1e-5, err_msg=name)
    assert shortened


def test_everything_else_is_moved_by_adamw() -> None:
    rng = np.random.default_rng(3)
    start = initial_weights(NET, rng)
    ones = [FlatOptimizer(NET, OptimizerConfig(muon=muon), start) for muon in (0.0, 2.0)]
    for _ in range(3):
        flat = ones[0].layout.zeros()
        for view in ones[0].layout.views(flat).values():
            view[...] = rng.normal(size=view.shape)
        for one in ones:
            one.update(flat, 0.01)
    usual, other = (one.state() for one in ones)
    hidden = {name for name in start if name.endswith("weight") and NET.net_kind.is_hidden(name.rpartition(".")[0])}
    assert hidden
    for section in ("weights", "average", "first_moment", "second_moment"):
        for name in start:
            same = np.array_equal(usual[f"{section}/{name}"], other[f"{section}/{name}"])
            assert same == (name not in hidden), (section, name)

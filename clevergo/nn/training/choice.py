"""Which way to train a net: the fastest on this machine that agrees with Paddle.

A wrong gradient does not announce itself: losses look right, some still fall, and the net never gets strong. So the
gradients are compared on this very machine at every start; Paddle's come from a process of its own, which takes some
seconds the first time, and are remembered.
"""

from __future__ import annotations

import logging
import time

import numpy as np

from clevergo.nn.description import NetConfig, Weights, initial_weights
from clevergo.nn.onednn.library import OneDnnError
from clevergo.nn.onednn.primitives import Number
from clevergo.nn.onednn.step import OneDnnTrainStep, Way, usable_ways
from clevergo.nn.paddle import card
from clevergo.nn.paddle.reference import gradients_by_paddle
from clevergo.nn.paddle.remembered import remembered_gradients
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.step import Batch, TrainStep

logger = logging.getLogger(__name__)

_ROWS = 32
_BATCH, _REPEATS = 128, 3
"""Positions, and times, where steps are measured against each other."""
_LIMITS = {Number.FLOAT32: (0.005, 0.02), Number.BFLOAT16: (0.25, 0.5)}
"""Largest relative error of the whole gradient and of any one parameter's.

bfloat16 rounds to 8 bits, so some activations close to 0 fall on the other side of a relu; that alone makes 1 to 17 %
of the whole, by the batch. It is noise, not bias, and far below what drawing another batch makes, 60 % and more. A
wrong one is off by 100 % or more.
"""
_FLOOR = 1e-3
"""Parameters with less than this share of the whole gradient are measured against that share."""


def best_train_step(
    config: NetConfig, optimizer: OptimizerConfig, weights: Weights | None = None, threads: int = 1
) -> TrainStep:
    """The fastest training step that this machine runs and that agrees with dygraph here.

    It starts from ``weights``; where they are None, from a newborn net's, by an unseeded chance.
    """
    if weights is None:
        weights = initial_weights(config, np.random.default_rng())
    step = fast_train_step(config, optimizer, weights, threads)
    if step is None:
        step = DygraphTrainStep(config, optimizer, weights, threads)
        logger.info("training runs on %s", step.name)
    return _step_on_card(step, config, optimizer, weights) or step


def _step_on_card(
    on_processor: TrainStep, config: NetConfig, optimizer: OptimizerConfig, weights: Weights
) -> TrainStep | None:
    """The step on a graphics card, where one is there, agrees, and is faster; else None, and nothing is loaded.

    What is made on the processor is measured by the clock beside it, with a batch as large as those of training.
    """
    if not card.is_worth_asking(config, config.size) or card.count() == 0:
        return None
    try:
        step = DygraphTrainStep(config, optimizer, weights, device=card.DEVICE)
        rng = np.random.default_rng(20160315)
        check, batch = made_up_batch(config, rng), made_up_batch(config, rng, _BATCH)
        expected = gradients_by_paddle(config, optimizer, 1, weights, check)
        whole, (worst_name, worst) = relative_errors(step.gradients(check)[1], expected)
        seconds = {one.name: _seconds(one, batch) for one in (on_processor, step)}
    except Exception:  # a card, a driver and a library of others: whatever it is, there is the processor
        logger.exception("the graphics card does not train")
        return None
    whole_limit, one_limit = _LIMITS[Number.FLOAT32]
    if not (whole < whole_limit and worst < one_limit):
        logger.warning("the graphics card does not train: its gradients are off by %.2g, %s", whole, worst_name)
        return None
    logger.info("seconds for a step: %s", seconds)
    return step if seconds[step.name] < seconds[on_processor.name] else None


def _seconds(step: TrainStep, batch: Batch) -> float:
    """How long gradients take by the clock, the fastest of several times."""
    best = float("inf")
    for _ in range(_REPEATS + 1):  # the first one gets it ready
        start = time.perf_counter()
        step.gradients(batch)
        best = min(best, time.perf_counter() - start)
    return best


def fast_train_step(
    config: NetConfig, optimizer: OptimizerConfig, weights: Weights, threads: int = 1
) -> TrainStep | None:
    """The fastest training step without Paddle in this process; None where Paddle alone trains such a net here."""
    try:
        for way in usable_ways(config):
            try:
                check_against_dygraph(config, optimizer, threads, way)
                step = OneDnnTrainStep(config, optimizer, weights, threads, *way)
            except OneDnnError as error:
                logger.warning("training by %s is not used: %s", way.name, error)
                continue
            logger.info("training runs on %s", step.name)
            return step
    except OneDnnError as error:
        logger.info("no fast training here: %s", error)
    return None


def check_against_dygraph(config: NetConfig, optimizer: OptimizerConfig, threads: int, way: Way) -> None:
    """Raise OneDnnError unless both find the same gradient on a made-up batch."""
    rng = np.random.default_rng(20160315)
    weights = initial_weights(config, rng)
    for name, array in weights.items():
        if name.endswith(".bias"):
            array[...] = rng.normal(0, 0.1, array.shape)
    batch = made_up_batch(config, rng)
    expected = remembered_gradients(config, optimizer, threads, weights, batch)
    found = OneDnnTrainStep(config, optimizer, weights, threads, *way).gradients(batch)[1]
    whole, (worst_name, worst) = relative_errors(found, expected)
    whole_limit, one_limit = _LIMITS[way.number]
    # "not <" and not ">=": an error that is not a number fails too.
    if not (whole < whole_limit and worst < one_limit):
        raise OneDnnError(
            f"gradients by {way.name} differ from dygraph's by {whole:.2g} of their length, "
            f"by {worst:.2g} for {worst_name}"
        )


def made_up_batch(config: NetConfig, rng: np.random.Generator, rows: int = _ROWS) -> Batch:
    """Random planes and targets of the right shapes: no game in it, but every path through the net is taken."""
    shape = config.shape()
    return Batch(
        planes=rng.integers(0, 2, (rows, shape.planes, shape.height, shape.width)).astype(np.float32),
        policy=rng.dirichlet(np.full(shape.actions, 0.1), rows).astype(np.float32),
        value=rng.uniform(-1, 1, rows).astype(np.float32),
        points=rng.integers(-1, 2, (rows, shape.points)).astype(np.int8),
        weight=rng.uniform(0.5, 1.5, rows).astype(np.float32),
    )


def relative_errors(found: Weights, expected: Weights) -> tuple[float, tuple[str, float]]:
    """How far ``found`` is off, relative to ``expected``: as a whole, and the worst parameter's name and error."""
    lengths = {name: float(np.linalg.norm(array)) for name, array in expected.items()}
    errors = {name: float(np.linalg.norm(found[name] - array)) for name, array in expected.items()}
    length = float(np.linalg.norm(list(lengths.values())))
    shares = {name: error / max(lengths[name], _FLOOR * length) for name, error in errors.items()}
    whole = float(np.linalg.norm(list(errors.values()))) / length
    return whole, max(shares.items(), key=lambda item: np.inf if np.isnan(item[1]) else item[1])

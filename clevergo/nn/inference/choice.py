"""Which way to compute a net: the fastest on this machine that says what float32 says.

Rounding does harm to some weights and not to others, so whatever is loaded is tried on some positions first; that
takes 10 ms. Which way is fastest is measured once for each machine and remembered
(:mod:`clevergo.nn.inference.ranking`).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from clevergo.nn.description.config import NetConfig
from clevergo.nn.description.weights import Weights
from clevergo.nn.inference.engines import Engine, Outputs, PaddleEngine, Precision, Steps
from clevergo.nn.inference.ranking import Errors, errors_between, measured_ranking, recall, remember
from clevergo.nn.inference.samples import sample_planes
from clevergo.nn.onednn.engine import OneDnnEngine, Survey, usable_precisions
from clevergo.nn.onednn.library import Library, OneDnnError
from clevergo.nn.paddle.program import has_fast_bfloat16
from clevergo.nn.paddle.reference import judged_by_paddle

logger = logging.getLogger(__name__)

_MAY_ERR = Errors(prior=0.05, value=0.05)
"""What rounding may change; see :class:`~clevergo.nn.inference.ranking.Errors`."""


class Family(Protocol):
    """Engines that belong together: one float32 engine and those that are measured against it."""

    samples: NDArray[np.float32]
    """Planes of the positions that are looked at."""

    def engine(self, precision: Precision) -> Engine:
        """The engine of that precision, the same one every time; raises OneDnnError if there is none."""

    def look(self, weights: Weights) -> tuple[Outputs, Steps]:
        """What float32 says of the samples, and in which steps 8-bit integers should count."""


class PaddleFamily:
    """Paddle's predictor. It runs everywhere, and its float32 is what all others must agree with."""

    def __init__(self, config: NetConfig, size: int, threads: int, samples: NDArray[np.float32]) -> None:
        self.samples = samples
        self._arguments = (config, size)
        self._threads = threads
        self._made: dict[Precision, PaddleEngine] = {}

    def engine(self, precision: Precision) -> Engine:
        """See :class:`Family`."""
        if precision not in (Precision.FP32, Precision.BF16):
            raise OneDnnError(f"Paddle does not compute in {precision.value}")
        if precision not in self._made:
            self._made[precision] = PaddleEngine(*self._arguments, precision is Precision.BF16, self._threads)
        return self._made[precision]

    def look(self, weights: Weights) -> tuple[Outputs, Steps]:
        """See :class:`Family`."""
        exact = self.engine(Precision.FP32)
        exact.load(weights, {})
        return exact.run(self.samples), {}


class OneDnnFamily:
    """Our own engines over oneDNN, which never load Paddle; raises OneDnnError where the library cannot be used."""

    def __init__(self, config: NetConfig, size: int, threads: int, samples: NDArray[np.float32]) -> None:
        self.samples = samples
        self.library = Library()
        self._arguments = (config, size)
        self._threads = threads
        self._survey = Survey(config, size, samples, threads, self.library)
        self._made: dict[Precision, OneDnnEngine] = {}

    def engine(self, precision: Precision) -> Engine:
        """See :class:`Family`."""
        if precision not in usable_precisions(self.library):
            raise OneDnnError(f"this processor does not compute in {precision.value}")
        if precision not in self._made:
            self._made[precision] = OneDnnEngine(*self._arguments, precision, self._threads, self.library)
        return self._made[precision]

    def look(self, weights: Weights) -> tuple[Outputs, Steps]:
        """See :class:`Family`."""
        return self._survey.look(weights)


class ChosenEngine:
    """The engine that was asked for, or the best one; it is an :class:`~clevergo.nn.inference.engines.Engine` itself.

    Args:
        config: the net.
        size: board size N.
        wanted: ``AUTO`` decides anew for all weights that are loaded.
        threads: how many the arithmetic may use.
        weights: what to begin with.

    Raises:
        OneDnnError: ``INT8`` was asked for, and this machine cannot.
    """

    def __init__(self, config: NetConfig, size: int, wanted: Precision, threads: int, weights: Weights) -> None:
        self._wanted = wanted
        arguments = (config, size, threads, sample_planes(config, size))
        self._family: Family
        self._order: Sequence[Precision]
        try:
            self._family, self._order = _own_family(wanted, weights, *arguments)
        except OneDnnError as error:
            if wanted is Precision.INT8:
                raise
            logger.info("inference by Paddle: %s", error)
            self._family = PaddleFamily(*arguments)
            automatic = [Precision.BF16, Precision.FP32] if has_fast_bfloat16() else [Precision.FP32]
            self._order = automatic if wanted is Precision.AUTO else [wanted]
        self._engine = self._family.engine(self._order[0])
        self.load(weights)

    @property
    def precision(self) -> Precision:
        """What the net is computed in."""
        return self._engine.precision

    def load(self, weights: Weights) -> None:
        """Go on with these weights, in the precision that serves them best."""
        if self._order == [Precision.FP32]:
            self._engine.load(weights, {})
            return
        said, steps = self._family.look(weights)
        for precision in self._order:
            engine = self._family.engine(precision)
            engine.load(weights, steps)
            if precision is self._wanted or precision is Precision.FP32:
                break
            errors = errors_between(engine.run(self._family.samples), said)
            logger.debug("%s: %s", precision.value, errors)
            if errors.within(_MAY_ERR):
                break
        self._engine = engine

    def run(self, planes: NDArray[np.float32]) -> Outputs:
        """Judge ``float32[B, C, N, N]``."""
        return self._engine.run(planes)


def _own_family(
    wanted: Precision, weights: Weights, config: NetConfig, size: int, threads: int, samples: NDArray[np.float32]
) -> tuple[Family, Sequence[Precision]]:
    """Our own engines, and the order to try them in; raises OneDnnError where Paddle must do."""
    if wanted is Precision.FP32:
        raise OneDnnError("float32 is the reference")
    if config.net_kind.onednn is None:
        raise OneDnnError(f"oneDNN does not know {config.kind} nets")
    family = OneDnnFamily(config, size, threads, samples)
    if wanted is not Precision.AUTO:
        family.engine(wanted)  # or an error
        return family, [wanted]
    order = recall(config, size, threads, family.library)
    if order is None:
        order = measured_ranking(family, weights, judged_by_paddle(config, size, threads, weights, samples))
        remember(order, config, size, threads, family.library)
    if not order:
        raise OneDnnError("our own float32 differs from Paddle's on this machine")
    return family, order

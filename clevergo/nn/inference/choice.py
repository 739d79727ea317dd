"""Which way to compute a net: the fastest on this machine that says what Paddle's float32 says.

Rounding does harm to some weights and not to others, so whatever is loaded is tried on some positions first; that
takes 10 ms. Which way is fastest is measured once for each machine and remembered in the cache folder. At the same
time our own float32 is compared with Paddle's: where they differ ours is never used; that too is remembered, as an
empty order.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import os
import platform
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.compiled import CACHE_FOLDER
from clevergo.games.kernels import write_planes
from clevergo.nn.description import NetConfig, Weights
from clevergo.nn.inference.engine import Engine, Outputs, Precision, Steps, softmax
from clevergo.nn.onednn.engine import OneDnnEngine, Survey, known_kind, usable_precisions
from clevergo.nn.onednn.library import Library, OneDnnError
from clevergo.nn.paddle import card
from clevergo.nn.paddle.program import PaddleEngine, has_fast_bfloat16, keep
from clevergo.nn.paddle.reference import judged_by_paddle, judged_on_card

logger = logging.getLogger(__name__)

_NN = Path(__file__).parents[1]
_REPEATS = 5
_clock = time.perf_counter if sys.platform == "win32" else time.thread_time
"""By the processor's time other programs' turns do not count; Windows counts it too coarsely."""


class Errors(NamedTuple):
    """How far one engine's word is from another's, as means over positions."""

    prior: float
    """The share of the prior that moved to other actions (total variation), 0 to 1."""
    value: float
    """How far the value is off, which runs from -1 to 1."""

    def within(self, limit: Errors) -> bool:
        """Whether neither is larger; what is not a number is never within."""
        return self.prior <= limit.prior and self.value <= limit.value


_COUNTED = (Precision.INT16, Precision.INT8)
"""They are loaded with the steps they count in."""
_MAY_ERR = Errors(prior=0.05, value=0.05)
"""What rounding may change."""
_OWN_MAY_ERR = Errors(prior=1e-3, value=1e-3)
"""What our own float32 may differ from Paddle's: the order of additions, no more."""


def errors_between(one: Outputs, other: Outputs) -> Errors:
    """How far apart two engines are on the same positions."""
    prior = np.abs(softmax(one[0]) - softmax(other[0])).sum(axis=1).mean() / 2
    return Errors(float(prior), float(np.abs(one[1] - other[1]).mean()))


class Net(NamedTuple):
    """A net's settings, the size of the board, and how many threads may compute it."""

    config: NetConfig
    size: int
    """Board size."""
    threads: int
    """Threads that the arithmetic may use."""


class Family(ABC):
    """Engines that belong together: one of float32, and those that are measured against it."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self._made: dict[Precision, Engine] = {}

    @functools.cached_property
    def samples(self) -> NDArray[np.float32]:
        """Planes of the positions that are looked at."""
        return sample_planes(self.net.config, self.net.size)

    def engine(self, precision: Precision) -> Engine:
        """The engine of that precision, the same one every time."""
        if precision not in self._made:
            self._made[precision] = self._make(precision)
        return self._made[precision]

    @abstractmethod
    def _make(self, precision: Precision) -> Engine:
        """Make the engine of that precision."""

    @abstractmethod
    def look(self, weights: Weights) -> tuple[Outputs, Steps]:
        """What float32 says of the samples, and in which steps integers should count."""


class PaddleFamily(Family):
    """Paddle's predictor. It runs everywhere, and its float32 is what all others must agree with."""

    def _make(self, precision: Precision) -> Engine:
        return PaddleEngine(self.net.config, self.net.size, precision is Precision.BF16, self.net.threads)

    def look(self, weights: Weights) -> tuple[Outputs, Steps]:
        """What float32 says of the samples with ``weights``; no steps, as Paddle counts in no integers."""
        exact = self.engine(Precision.FP32)
        exact.load(weights, {})
        return exact.run(self.samples), {}


class OneDnnFamily(Family):
    """Our own engines over oneDNN, which never load Paddle; raises OneDnnError where the library cannot be used."""

    def __init__(self, net: Net) -> None:
        super().__init__(net)
        self.library = Library()
        known_kind(net.config)

    @functools.cached_property
    def _survey(self) -> Survey:
        return Survey(self.net.config, self.net.size, self.samples, self.net.threads, self.library)

    def _make(self, precision: Precision) -> Engine:
        return OneDnnEngine(self.net.config, self.net.size, precision, self.net.threads, self.library)

    def look(self, weights: Weights) -> tuple[Outputs, Steps]:
        """What float32 says of the samples with ``weights``, and in which steps integers should count."""
        return self._survey.look(weights)


class CardFamily(PaddleFamily):
    """Paddle on a graphics card; whoever uses it loads Paddle."""

    def _make(self, precision: Precision) -> Engine:
        return PaddleEngine(self.net.config, self.net.size, precision is Precision.FP16, on_card=True)


@dataclass(frozen=True)
class Ranking:
    """In which precisions a net may be computed here, the fastest first."""

    family: Family
    order: Sequence[Precision]
    """They are tried one after the other; the last is taken whatever it says."""

    def __post_init__(self) -> None:
        assert self.order, "there is one that is taken"

    def loaded(self, weights: Weights) -> Engine:
        """The first engine in the order that serves these weights well, with them loaded."""
        said: Outputs | None = None
        steps: Steps = {}
        if len(self.order) > 1 or self.order[0] in _COUNTED:
            said, steps = self.family.look(weights)
        for precision in self.order:
            engine = self.family.engine(precision)
            engine.load(weights, steps)
            if said is None or precision is self.order[-1]:
                break
            errors = errors_between(engine.run(self.family.samples), said)
            logger.debug("%s: %s", precision.value, errors)
            if errors.within(_MAY_ERR):
                break
        return engine


def ranking_for(net: Net, wanted: Precision, weights: Weights) -> Ranking:
    """The engines to compute a net with on this machine, in the ``wanted`` precision.

    ``AUTO`` means those that may serve, the fastest first, and ``EXACT`` float32 alone of the same family, which needs
    no trying out; any weights of the net will do to measure with.

    Raises:
        OneDnnError: integers are wanted, and this machine or this net cannot.
    """
    if wanted is Precision.EXACT:
        return Ranking(ranking_for(net, Precision.AUTO, weights).family, [Precision.FP32])
    if wanted is not Precision.AUTO:
        return _on_processor(net, wanted, weights)
    on_processor = _on_processor(net, wanted, weights)
    return _on_card(net, on_processor, weights) or on_processor


def _on_processor(net: Net, wanted: Precision, weights: Weights) -> Ranking:
    try:
        own = _own_ranking(net, wanted, weights)
        if own is not None:
            return own
    except OneDnnError as error:
        if wanted in _COUNTED:
            raise
        logger.info("inference by Paddle: %s", error)
    if wanted is not Precision.AUTO:
        return Ranking(PaddleFamily(net), [wanted])
    may_round = net.config.net_kind.may_round and has_fast_bfloat16()
    return Ranking(PaddleFamily(net), [Precision.BF16, Precision.FP32] if may_round else [Precision.FP32])


def _own_ranking(net: Net, wanted: Precision, weights: Weights) -> Ranking | None:
    """Our own engines, or None where Paddle shall do; raises OneDnnError where they fail."""
    if wanted is Precision.FP32:
        return None
    own = OneDnnFamily(net)
    if wanted is not Precision.AUTO:
        if wanted in usable_precisions(own.library):
            return Ranking(own, [wanted])
        if wanted in _COUNTED:
            raise OneDnnError(f"this CPU has no vectors for {wanted.value}")
        return None
    order = recall(net, own.library)
    if order is None:
        order = measured_order(own, weights)
        remember(order, net, own.library)
    return _allowed(own, order) if order else None


def _on_card(net: Net, on_processor: Ranking, weights: Weights) -> Ranking | None:
    """The graphics card, where there is one that is faster than the processor for such a net; else None.

    Small nets are not even asked about, and where Paddle is built for processors alone nothing is loaded.
    """
    if not card.is_worth_asking(net.config, net.size):
        return None
    path = _card_file(net)
    order = _read_order(path)
    if order is None:
        order = order_on_card(net, on_processor, weights)
        _write_order(order, path)
    if not order:
        return None
    on_card = _allowed(CardFamily(net), order)
    try:
        on_card.loaded(weights)
    except Exception:  # its memory may be full of others' nets, its driver gone: there is the processor
        logger.exception("the graphics card is not used")
        return None
    return on_card


def _allowed(family: Family, order: Sequence[Precision]) -> Ranking:
    """What of an order the net's kind bears: where it bears no rounding the last one alone, which is float32."""
    return Ranking(family, order if family.net.config.net_kind.may_round else order[-1:])


# --- measuring -------------------------------------------------------------------------------------------


def measured_order(own: OneDnnFamily, weights: Weights) -> list[Precision]:
    """Our own precisions, the fastest first and none slower than float32; empty if they cannot be trusted."""
    said, steps = own.look(weights)
    net = own.net
    errors = errors_between(said, judged_by_paddle(net.config, net.size, net.threads, weights, own.samples))
    logger.debug("our own float32 against Paddle's: %s", errors)
    if not errors.within(_OWN_MAY_ERR):
        logger.warning("our own inference is not used: float32 is off Paddle's by %s", errors)
        return []
    engines = [own.engine(precision) for precision in usable_precisions(own.library)]
    for engine in engines:
        engine.load(weights, steps)
    seconds = _seconds(engines, own.samples)
    logger.info("seconds for %d positions: %s", len(own.samples), {p.value: round(s, 5) for p, s in seconds.items()})
    order = sorted(seconds, key=lambda precision: seconds[precision])
    return order[: order.index(Precision.FP32) + 1]


def order_on_card(net: Net, on_processor: Ranking, weights: Weights) -> list[Precision]:
    """The card's precisions that are faster than the processor, float32 last; empty where it gains nothing.

    Its float32 must say what Paddle's says on the processor, or nothing of it is trusted.
    """
    engine, samples = on_processor.loaded(weights), on_processor.family.samples
    found = judged_on_card(net.config, net.size, weights, samples, _REPEATS)
    exact = found.get(Precision.FP32)
    if exact is None:
        return []
    errors = errors_between(exact.outputs, judged_by_paddle(net.config, net.size, net.threads, weights, samples))
    if not errors.within(_OWN_MAY_ERR):
        logger.warning("the graphics card is not used: its float32 is off the processor's by %s", errors)
        return []
    seconds = _wall_seconds(engine, samples)
    told = {precision.value: round(one.seconds, 5) for precision, one in found.items()}
    logger.info("seconds for %d positions: processor %.5f, graphics card %s", len(samples), seconds, told)
    # Float32 is there for EXACT and for weights that bear no rounding: where it gains nothing, nor does the card.
    if exact.seconds >= seconds:
        return []
    half = found.get(Precision.FP16)
    is_faster = half is not None and half.seconds < exact.seconds
    return [Precision.FP16, Precision.FP32] if is_faster else [Precision.FP32]


def _wall_seconds(engine: Engine, planes: NDArray[np.float32]) -> float:
    """How long a batch takes by the clock, which is all that counts beside a card."""
    best = float("inf")
    for _ in range(_REPEATS + 1):
        start = time.perf_counter()
        engine.run(planes)
        best = min(best, time.perf_counter() - start)
    return best


def _seconds(engines: Sequence[Engine], planes: NDArray[np.float32]) -> dict[Precision, float]:
    """How long each takes when nothing disturbs it; they take turns, so that what disturbs one disturbs all."""
    best = {engine.precision: float("inf") for engine in engines}
    for _ in range(_REPEATS):
        for engine in engines:
            start = _clock()
            engine.run(planes)
            best[engine.precision] = min(best[engine.precision], _clock() - start)
    return best


# --- the memory ------------------------------------------------------------------------------------------


def recall(net: Net, library: Library) -> list[Precision] | None:
    """The order found earlier, if any."""
    return _read_order(_file(net, library))


def remember(order: Sequence[Precision], net: Net, library: Library) -> None:
    """Keep an order for the next time, whole or not at all."""
    _write_order(order, _file(net, library))


def _read_order(path: Path | None) -> list[Precision] | None:
    if path is None:
        return None
    try:
        return [Precision(value) for value in json.loads(path.read_text("utf-8"))]
    except (OSError, ValueError, TypeError):
        return None  # none yet, or not one of ours: it is measured again


def _write_order(order: Sequence[Precision], path: Path | None) -> None:
    keep(path, json.dumps([precision.value for precision in order]).encode())


def _card_file(net: Net) -> Path | None:
    """Where the order of the graphics card is kept. Another card is looked for by whoever removes the cache."""
    sources = (_NN / "paddle" / "program.py", _NN / "paddle" / "network.py")
    seen = os.environ.get("CUDA_VISIBLE_DEVICES")
    return _kept_at("card", net, sources, [platform.node(), platform.processor(), card.version(), seen])


def _file(net: Net, library: Library) -> Path | None:
    """Where the order of our own engines is kept."""
    own = (path for room in ("onednn", "winograd") for path in sorted((_NN / room).glob("*.py")))
    sources = (*own, _NN / "paddle" / "network.py")
    machine = [platform.machine(), platform.processor(), library.isa, library.path.stat().st_mtime_ns]
    return _kept_at("ranking", net, sources, machine)


def _kept_at(stem: str, net: Net, sources: Sequence[Path], machine: Sequence[object]) -> Path | None:
    """Where an order is kept. All that it depends on is in the name: these sources and the net's, machine, and net."""
    if CACHE_FOLDER is None:
        return None
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in (*sources, *net.config.net_kind.sources)))
    digest.update(json.dumps([*machine, net.config.to_dict(), net.size, net.threads]).encode())
    return CACHE_FOLDER / f"{stem}-{digest.hexdigest()[:16]}.json"


def sample_planes(config: NetConfig, size: int) -> NDArray[np.float32]:
    """``float32[32, C, H, W]``: their input planes."""
    boards = config.played.samples(size)
    planes = np.empty((len(boards), config.planes, *config.played.shape(size)), np.float32)
    write_planes(boards, planes)
    return planes

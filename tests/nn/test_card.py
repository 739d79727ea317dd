"""A graphics card that is not there, and a stand-in for one: asked where it may gain, used where it does."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.inference import choice
from clevergo.nn.inference.choice import CardFamily, Net, Ranking, ranking_for
from clevergo.nn.inference.engine import Outputs, Precision
from clevergo.nn.paddle import card, program, reference
from clevergo.nn.paddle.program import PaddleEngine
from clevergo.nn.paddle.reference import OnCard
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training import choice as training
from clevergo.nn.training.step import Batch, Losses, TrainStep

SMALL = NetConfig(blocks=1, channels=8)
NET = Net(SMALL, 9, 1)
WEIGHTS = initial_weights(SMALL, np.random.default_rng(1))


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A build for cards seems to be installed, and every net is large enough for one."""
    monkeypatch.setattr(card, "is_installed", lambda: True)
    monkeypatch.setattr(card, "version", lambda: "3.3.0")
    monkeypatch.setattr(card, "LEAST_MULTIPLICATIONS", 0)
    monkeypatch.setattr(choice, "CACHE_FOLDER", tmp_path)
    return tmp_path


class Processor(choice.Family):
    """Says what it says, and takes its time."""

    said: ClassVar[Outputs] = (np.zeros((32, 82), np.float32), np.zeros(32, np.float32), None)

    def _make(self, precision: Precision) -> Any:
        said = self.said

        class Engine:
            def load(self, weights: object, steps: object) -> None: ...

            def run(self, planes: NDArray[np.float32]) -> Outputs:
                return said

        engine = Engine()
        engine.precision = precision  # type: ignore[attr-defined]
        return engine

    def look(self, weights: object) -> Any:
        return self.said, {}


class OnPaper(Processor):
    """The card's engines, on paper."""


def cards(monkeypatch: pytest.MonkeyPatch, said: dict[Precision, OnCard]) -> list[str]:
    """A card that answers so; returns the notes of who was asked."""
    asked: list[str] = []

    def judged(*_: object) -> dict[Precision, OnCard]:
        asked.append("card")
        return said

    monkeypatch.setattr(choice, "judged_on_card", judged)
    monkeypatch.setattr(choice, "judged_by_paddle", lambda *_: Processor.said)
    monkeypatch.setattr(choice, "_on_processor", lambda net, *_: Ranking(Processor(net), [Precision.FP32]))
    monkeypatch.setattr(choice, "_wall_seconds", lambda *_: 0.010)
    monkeypatch.setattr(CardFamily, "_make", OnPaper._make)
    monkeypatch.setattr(CardFamily, "said", Processor.said, raising=False)
    monkeypatch.setattr(CardFamily, "look", Processor.look)
    return asked


def told(exact: float, half: float | None = None, off: float = 0.0) -> dict[Precision, OnCard]:
    """A card so fast, whose float32 is ``off``."""
    logits, value, _ = Processor.said
    found = {Precision.FP32: OnCard((logits, value + np.float32(off), None), exact)}
    return found if half is None else found | {Precision.FP16: OnCard(Processor.said, half)}


def test_where_paddle_is_built_for_processors_nothing_is_asked_and_nothing_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not card.is_installed()  # as in these tests' own requirements
    monkeypatch.setattr(card, "LEAST_MULTIPLICATIONS", 0)
    monkeypatch.setattr(card, "count", lambda: pytest.fail("a card was looked for"))
    asked = cards(monkeypatch, told(0.001))
    assert not isinstance(ranking_for(NET, Precision.AUTO, WEIGHTS).family, CardFamily)
    assert asked == []
    step = Step(0.0)
    assert training._step_on_card(step, SMALL, OptimizerConfig(), WEIGHTS) is None


def test_a_small_net_is_computed_on_the_processor_whatever_there_is(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = cards(monkeypatch, told(0.001))
    monkeypatch.setattr(card, "LEAST_MULTIPLICATIONS", 10**9)
    assert not isinstance(ranking_for(NET, Precision.AUTO, WEIGHTS).family, CardFamily)
    assert asked == []


def test_the_larger_a_net_and_its_board_the_more_it_multiplies() -> None:
    small, large = NetConfig(blocks=5, channels=64), NetConfig(blocks=10, channels=128)
    assert 25e6 < card.multiplications(small, 9) < 40e6 < card.LEAST_MULTIPLICATIONS
    assert card.multiplications(small, 19) > 4 * card.multiplications(small, 9)
    assert card.multiplications(large, 9) > card.LEAST_MULTIPLICATIONS


@pytest.mark.parametrize(
    ("said", "order"),
    [
        (told(0.005, 0.002), [Precision.FP16, Precision.FP32]),
        (told(0.005, 0.008), [Precision.FP32]),
        (told(0.005), [Precision.FP32]),
        (told(0.020, 0.015), None),  # slower than the processor's 10 ms
        (told(0.001, 0.001, off=0.1), None),  # fast and wrong
        (told(0.001, 0.001, off=float("nan")), None),
        ({}, None),  # no card, or one that cannot do it
    ],
)
def test_a_card_is_used_where_it_is_faster_and_right_and_that_is_remembered(
    installed: Path, monkeypatch: pytest.MonkeyPatch, said: dict[Precision, OnCard], order: list[Precision] | None
) -> None:
    asked = cards(monkeypatch, said)
    for _ in range(2):
        ranking = ranking_for(NET, Precision.AUTO, WEIGHTS)
        assert (list(ranking.order) if isinstance(ranking.family, CardFamily) else None) == order
    assert asked == ["card"]
    assert len(list(installed.glob("card-*.json"))) == 1
    exact = ranking_for(NET, Precision.EXACT, WEIGHTS)
    assert list(exact.order) == [Precision.FP32]
    assert isinstance(exact.family, CardFamily) is (order is not None)


def test_a_card_that_fails_when_it_is_to_work_leaves_the_work_to_the_processor(
    installed: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cards(monkeypatch, told(0.001))

    def full(*_: object) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(CardFamily, "_make", full)
    assert not isinstance(ranking_for(NET, Precision.AUTO, WEIGHTS).family, CardFamily)
    assert "the graphics card is not used" in caplog.text


def test_a_card_is_asked_for_by_the_calls_that_paddle_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []

    class Config:
        def __init__(self, *_: object) -> None: ...

        def __getattr__(self, name: str) -> Any:
            return lambda *values: calls.append((name, *values))

    kinds = types.SimpleNamespace(Half="half", Float32="float32")
    stand_in = types.SimpleNamespace(Config=Config, PrecisionType=kinds, create_predictor=lambda config: config)
    monkeypatch.setattr("paddle.inference", stand_in)
    monkeypatch.setattr(program, "inference_program", lambda *_: b"")
    for precision, kind in ((True, "half"), (False, "float32")):
        calls.clear()
        engine = PaddleEngine(SMALL, 9, precision, on_card=True)
        engine.load(WEIGHTS, {})
        assert engine.precision is (Precision.FP16 if precision else Precision.FP32)
        assert ("enable_use_gpu", card.POOL_MEGABYTES, 0, kind) in calls
        assert not {"disable_gpu", "enable_mkldnn"} & {name for name, *_ in calls}
    calls.clear()
    PaddleEngine(SMALL, 9, False).load(WEIGHTS, {})
    assert ("disable_gpu",) in calls


@pytest.mark.usefixtures("paddle_in_its_own_process")
def test_paddle_sees_no_card_here_and_says_so_from_its_own_process() -> None:
    planes = np.zeros((1, SMALL.planes, 9, 9), np.float32)
    assert reference.judged_on_card(SMALL, 9, WEIGHTS, planes, 1) == {}


# --- training -----------------------------------------------------------------------------------------------


class Step(TrainStep):
    """A step so slow, whose gradients are all alike."""

    def __init__(self, seconds: float, value: float = 1.0, name: str = "processor") -> None:
        super().__init__(SMALL, OptimizerConfig(), WEIGHTS)
        self.seconds, self.value, self.name = seconds, value, name

    def _compute_gradient(self, batch: Batch) -> Losses:
        self._gradient[...] = self.value
        return Losses(0.0, 0.0, 0.0, 0.0, 0.0)

    def _judge(self, batch: Batch) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("on_card", "is_used"),
    [((0.1, 1.0), True), ((0.9, 1.0), False), ((0.1, 1.1), False), ((0.1, float("nan")), False), (None, False)],
)
def test_a_card_trains_where_it_agrees_and_is_faster(
    installed: Path, monkeypatch: pytest.MonkeyPatch, on_card: tuple[float, float] | None, is_used: bool
) -> None:
    devices: list[str] = []

    def make(*_: object, device: str) -> Step:
        devices.append(device)
        if on_card is None:
            raise RuntimeError("no driver")
        return Step(*on_card, "card")

    processor = Step(0.5)
    monkeypatch.setattr(card, "count", lambda: 1)
    monkeypatch.setattr(training, "DygraphTrainStep", make)
    monkeypatch.setattr(training, "gradients_by_paddle", lambda *_: processor.gradients(made_batch())[1])
    monkeypatch.setattr(training, "_seconds", lambda step, _batch: step.seconds)
    step = training._step_on_card(processor, SMALL, OptimizerConfig(), WEIGHTS)
    assert devices == ["gpu:0"]
    assert (step is not None) is is_used
    monkeypatch.setattr(card, "count", lambda: 0)
    assert training._step_on_card(processor, SMALL, OptimizerConfig(), WEIGHTS) is None
    assert devices == ["gpu:0"]


def made_batch() -> Batch:
    return training.made_up_batch(SMALL, np.random.default_rng(2))


def test_the_reference_stays_on_the_processor_even_where_paddle_would_take_a_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import paddle

    devices: list[str] = []
    monkeypatch.setattr(paddle.device, "set_device", devices.append)
    DygraphTrainStep(SMALL, OptimizerConfig(), WEIGHTS).gradients(made_batch())
    assert set(devices) == {"cpu"}
    step = DygraphTrainStep(SMALL, OptimizerConfig(), WEIGHTS, device=card.DEVICE)
    step.gradients(made_batch())
    assert devices[-1] == "gpu:0"
    assert "gpu:0" in step.name

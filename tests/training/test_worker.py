"""The self-play worker's loop, without a process of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile, weights_to_bytes
from clevergo.training.config import SelfPlayConfig, TrainingConfig
from clevergo.training.run.events import Ready
from clevergo.training.run.parcels import NewWeights, unpack_page
from clevergo.training.run.plan import RunPlan
from clevergo.training.run.processes import ProcessPlan
from clevergo.training.selfplay.worker import Worker

NET = NetConfig(blocks=1, channels=8, size=5)
CONFIG = TrainingConfig(NET, 5, SelfPlayConfig(games=4, simulations=4, considered=4))


class FakeLines:
    """The learner's first weights come at once; what is said to it is kept."""

    def __init__(self) -> None:
        file = WeightFile(NET, initial_weights(NET, np.random.default_rng(0)), {"positions": 0})
        self.coming = [NewWeights(0, 0, weights_to_bytes(file)).to_bytes()]
        self.sent: list[bytes] = []

    def take(self, wait: float = 0.0) -> list[bytes]:
        coming, self.coming = self.coming, []
        return coming

    def send(self, data: bytes) -> None:
        self.sent.append(data)


class FakeInbox:
    """Is stopped as soon as so much was said to the learner, or when that takes too long."""

    def __init__(self, enough: int = 1) -> None:
        self.enough = enough
        self.sent: list[Any] = []
        self.lines = FakeLines()
        self.looks = 0

    @property
    def stopped(self) -> bool:
        self.looks += 1
        return len(self.lines.sent) >= self.enough or self.looks > 3 * self.enough

    def take(self, wait: float = 0.0) -> list[Any]:
        return []

    def send(self, message: object) -> None:
        self.sent.append(message)


def test_one_of_several_workers_tells_the_learner_of_its_first_stones_before_any_game_has_ended() -> None:
    inbox = FakeInbox()
    Worker(ProcessPlan(Path(), CONFIG, RunPlan(workers=2)), inbox).run()  # type: ignore[arg-type]
    assert [unpack_page(page) for page in inbox.lines.sent] == [[]]
    assert any(isinstance(message, Ready) for message in inbox.sent)


def test_while_no_game_ends_the_learner_is_told_now_and_then_that_moves_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On 19x19 that takes minutes after each start, and whoever hears nothing takes the machine for asleep."""
    inbox = FakeInbox(enough=2)
    monkeypatch.setattr("clevergo.training.selfplay.worker._SEND_SIGN_SECONDS", 0.0)
    Worker(ProcessPlan(Path(), CONFIG, RunPlan(workers=2)), inbox).run()  # type: ignore[arg-type]
    assert [unpack_page(page) for page in inbox.lines.sent] == [[], []]

"""A run of one worker walks in step: the same seed and settings give the same games and the same weights."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from clevergo.nn.checkpoint import load_weights
from clevergo.nn.config import NetConfig
from clevergo.training.config import LearnerConfig, SelfPlayConfig, TrainingConfig
from clevergo.training.events import Event, GamesPlayed, Measured, Published, Saved
from clevergo.training.loop import TrainingRun
from clevergo.training.pace import LAG, PAGES, page_ticks, version_after, version_of_page
from clevergo.training.plan import RunPlan
from clevergo.training.store import RunStore

CONFIG = TrainingConfig(
    net=NetConfig(blocks=1, channels=16, size=5),
    size=5,
    selfplay=SelfPlayConfig(games=8, simulations=4, late_simulations=4, considered=4),
    learner=LearnerConfig(batch=16, min_positions=50, window_min=500, publish_ticks=64, heldout_every=5),
    seed=7,
)
GAMES = 150


def train(folder: Path, games: int, config: TrainingConfig = CONFIG) -> list[Event]:
    """Train for so many games."""
    events: list[Event] = []
    plan = RunPlan(workers=1, niceness=0, arena_seconds=0.0, games=games)
    TrainingRun(folder, config, plan).run(threading.Event(), events.append)
    return events


def games_of(events: list[Event]) -> bytes:
    return b"".join(event.data for event in events if isinstance(event, GamesPlayed))


def weights_of(folder: Path) -> np.ndarray:
    return np.concatenate([array.ravel() for array in load_weights(RunStore(folder).weights).arrays.values()])


def test_the_same_seed_gives_the_same_games_and_weights(tmp_path: Path) -> None:
    first, second = train(tmp_path / "a", GAMES), train(tmp_path / "b", GAMES)
    shorter = min(len(games_of(first)), len(games_of(second)))  # the last pages may come after the end
    assert shorter > 10_000
    assert games_of(first)[:shorter] == games_of(second)[:shorter]
    assert sum(isinstance(event, Published) for event in first) >= 3
    assert np.array_equal(weights_of(tmp_path / "a"), weights_of(tmp_path / "b"))
    signs = [event.signs for event in first if isinstance(event, Measured)]
    assert signs[-1].heldout_value is not None
    assert signs[-1].game_length is not None


def test_a_run_stopped_again_and_again_keeps_all_it_has(tmp_path: Path) -> None:
    last = 0
    for _ in range(2):
        counters = [event.counters for event in train(tmp_path, 40) if isinstance(event, Saved)][-1]
        assert counters.games >= last + 40
        last = counters.games
    state = RunStore(tmp_path).load()
    assert state is not None
    assert state.counters.games == last
    per_position = state.counters.samples / state.counters.positions
    assert per_position == pytest.approx(CONFIG.learner.samples_per_position, abs=0.2)


@pytest.mark.parametrize("publishings", [1, 2, 7])
def test_new_weights_are_taken_a_set_number_of_pages_after_they_are_due(publishings: int) -> None:
    pages = publishings * PAGES
    assert version_after(pages) == publishings
    assert version_after(pages + 1) is None
    assert version_of_page(pages + LAG) == publishings
    assert version_of_page(pages + LAG - 1) == publishings - 1


def test_a_page_has_a_batch_at_least() -> None:
    assert page_ticks(1) == 1
    assert page_ticks(3200) == 200

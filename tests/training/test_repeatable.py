"""A run of one worker walks in step: the same seed and settings give the same games and the same weights."""

from __future__ import annotations

import contextlib
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from clevergo.nn.description import NetConfig
from clevergo.nn.files import load_weights
from clevergo.training.config import LearnerConfig, SelfPlayConfig, TrainingConfig, YoungNet
from clevergo.training.learner.store import RunStore
from clevergo.training.run.events import Event, Grown, Measured, Published
from clevergo.training.run.loop import TrainingRun
from clevergo.training.run.parcels import LAG, PAGES, pack_games, page_ticks, version_after, version_of_page
from clevergo.training.run.plan import RunPlan
from tests.busy import hindered

CONFIG = TrainingConfig(
    net=NetConfig(blocks=1, channels=16, size=5),
    size=5,
    selfplay=SelfPlayConfig(games=8, simulations=4, late_simulations=4, considered=4),
    learner=LearnerConfig(batch=16, min_positions=50, window_min=500, publish_ticks=64, heldout_every=5),
    seed=7,
)
"""A page is half a game."""
GROWS = replace(CONFIG, net=NetConfig(blocks=2, channels=16, size=5), young_nets=(YoungNet(1, 8, 300),))
"""Some ten games old it has the larger net."""


def train(folder: Path, games: int, config: TrainingConfig = CONFIG, *, busy: bool = False) -> list[Event]:
    """Train for so many games; busy: where all is slow and processes stand still when they least expect it."""
    events: list[Event] = []
    plan = RunPlan(workers=1, niceness=0, arena_seconds=0.0, games=games, duty=0.15 if busy else 1.0)
    run = TrainingRun(folder, config, plan)
    with contextlib.ExitStack() as stack:
        if busy:
            stack.enter_context(hindered(lambda: process_ids(run), longest_pause=0.3, longest_run=0.5))
        run.run(threading.Event(), events.append)
    return events


def process_ids(run: TrainingRun) -> list[int]:
    """Of the learner and the worker."""
    return [child.pid for child in list(run._children.values())]


def outcome_of(folder: Path) -> dict[str, bytes]:
    """All that a run leaves for the next one, but the time it took: games, weights, the optimizer's memory, chance."""
    store = RunStore(folder)
    state = store.load()
    assert state is not None
    assert state.window_games is not None
    games = store.load_games(dict.fromkeys(state.config.boards, sys.maxsize))
    window = [
        game
        for size, count in state.window_games.items()
        for game in [game for game in games if game.size == size][-count or len(games) :]
    ]
    outcome = {
        "games": pack_games(window),
        "held out": pack_games(store.load_heldout()),
        "counters": repr(replace(state.counters, seconds=0.0)).encode(),
        "random": repr(state.random).encode(),
    }
    weights = load_weights(store.weights).arrays
    return outcome | {name: array.tobytes() for name, array in (state.step | weights).items()}


def differences(one: Path, other: Path) -> list[str]:
    first, second = outcome_of(one), outcome_of(other)
    assert first.keys() == second.keys()
    return [name for name in first if first[name] != second[name]]


def test_the_same_seed_gives_the_same_games_and_weights_on_a_busy_machine_too(tmp_path: Path) -> None:
    # So many samples that the steps of the last game take seconds: whatever a clock says meanwhile, they are all made.
    thorough = replace(CONFIG, learner=replace(CONFIG.learner, samples_per_position=100.0))
    first = train(tmp_path / "a", 8, thorough)
    train(tmp_path / "b", 8, thorough, busy=True)
    assert differences(tmp_path / "a", tmp_path / "b") == []
    assert sum(isinstance(event, Published) for event in first) >= 3


def test_a_run_of_so_many_games_takes_so_many_and_learns_from_all_of_them(tmp_path: Path) -> None:
    train(tmp_path, 41)
    state = RunStore(tmp_path).load()
    assert state is not None
    counters, learner = state.counters, CONFIG.learner
    assert counters.games == 41
    due = learner.samples_per_position * counters.positions
    assert due - learner.batch < counters.samples <= due


def test_runs_of_so_many_games_one_after_the_other_can_be_repeated_whenever_they_were_saved(tmp_path: Path) -> None:
    often = replace(CONFIG, learner=replace(CONFIG.learner, checkpoint_seconds=0.05))
    for _ in range(2):
        events = train(tmp_path / "a", 60)
        train(tmp_path / "b", 60, often)
        assert differences(tmp_path / "a", tmp_path / "b") == []
    state = RunStore(tmp_path / "b").load()
    assert state is not None
    assert state.counters.games == 120
    signs = [event.signs for event in events if isinstance(event, Measured)]
    assert signs[-1].heldout_value is not None
    assert signs[-1].game_length is not None


def test_a_dog_that_plays_on_several_boards_and_moves_up_can_be_repeated(tmp_path: Path) -> None:
    often = replace(CONFIG.learner, checkpoint_seconds=0.05)
    mixed = replace(CONFIG, beside=(6,))
    moved = replace(CONFIG, net=replace(CONFIG.net, size=7), size=7, beside=(6,))
    for config in (mixed, moved):
        train(tmp_path / "a", 24, config)
        train(tmp_path / "b", 24, replace(config, learner=often))
        assert differences(tmp_path / "a", tmp_path / "b") == []
        state = RunStore(tmp_path / "a").load()
        assert state is not None
        assert state.window_games is not None
        assert set(state.window_games) == set(config.boards)
        assert all(count > 0 for count in state.window_games.values())
        assert state.config.boards == config.boards
        assert state.net.size == config.size
    assert load_weights(RunStore(tmp_path / "a").weights).config == moved.net


def test_a_dog_whose_net_grows_can_be_repeated_and_goes_on_growing_where_it_stopped(tmp_path: Path) -> None:
    often = replace(GROWS.learner, checkpoint_seconds=0.05)
    grown: list[list[Event]] = [[], []]
    for games in (8, 24, 8):  # before it grows, over that, and after it
        grown[0] += train(tmp_path / "a", games, GROWS)
        grown[1] += train(tmp_path / "b", games, replace(GROWS, learner=often))
        assert differences(tmp_path / "a", tmp_path / "b") == []
    for events in grown:
        assert [event.net for event in events if isinstance(event, Grown)] == ["2x16"]
    assert load_weights(RunStore(tmp_path / "a").weights).config == GROWS.net


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

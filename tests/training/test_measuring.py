"""What the learner measures beside learning, what the doctor may order it, and that none of it grows for ever."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from clevergo.games.go.game import GAME
from clevergo.nn.description import NetConfig
from clevergo.nn.files import WeightFile, load_weights
from clevergo.nn.training.step import Judgment
from clevergo.training.config import LearnerConfig, TrainingConfig
from clevergo.training.doctor.diagnosis import VitalSigns
from clevergo.training.learner.experience import GameFigures, RecentGames
from clevergo.training.learner.heldout import HeldOut, HeldOutFigures, publishing_figures
from clevergo.training.learner.lessons import Learner
from clevergo.training.learner.store import RunStore
from clevergo.training.run.events import GameEnd
from clevergo.training.selfplay.finished import FinishedGame

CONFIG = TrainingConfig(
    net=NetConfig(blocks=1, channels=8, size=5),
    size=5,
    learner=LearnerConfig(
        batch=8, min_positions=10, window_min=100, window_max=200, heldout_every=5, heldout_positions=40
    ),
)


def game(seed: int, plies: int = 10, margin: float = 3.5, passes: int = 0) -> FinishedGame:
    """A game of different moves, and of some passes at its end."""
    rng = np.random.default_rng(seed)
    moves = np.concatenate([rng.permutation(25)[: plies - passes], np.full(passes, 25)]).astype(np.int16)
    targets = np.zeros((plies, 26), np.uint16)
    targets[np.arange(plies), moves] = 65535
    return FinishedGame(
        game=GAME,
        size=5,
        start=np.array([6.5], np.float32),
        moves=moves,
        plies=np.arange(plies, dtype=np.int16),
        targets=targets,
        values=np.zeros(plies, np.float32),
        surprises=np.zeros(plies, np.float32),
        margin=margin,
        owners=np.ones(25, np.int8),
    )


def games(count: int, first: int = 0) -> list[FinishedGame]:
    return [game(first + i, margin=3.5 if i % 2 else -3.5) for i in range(count)]


@pytest.fixture
def learner(tmp_path: Path) -> Learner:
    return Learner(RunStore(tmp_path), CONFIG)


def test_the_latest_games_have_a_length_a_share_of_passes_and_winners() -> None:
    recent = RecentGames(5)
    assert recent.figures() == GameFigures()
    for made in (game(0, 10, 1.0, passes=2), game(1, 20, -1.0), game(2, 10, 0.0), game(3, 10, 5.0)):
        recent.add(made)
    assert list(asdict(recent.figures()).values()) == pytest.approx([12.5, 2 / 50, 2.5 / 4, 4])


def test_the_game_that_ended_last_is_told_once() -> None:
    recent = RecentGames(5)
    assert recent.take_last() is None
    recent.add(game(0, 10, 1.0), 7)
    recent.add(game(1, 20, -6.5), 8)
    assert recent.take_last() == GameEnd(8, 2, 6.5, 20)
    assert recent.take_last() is None
    recent.add(game(2, 12, 0.0), 9)
    assert recent.take_last() == GameEnd(9, 0, 0.0, 12)


def test_every_nth_game_is_kept_from_learning(learner: Learner) -> None:
    learner.add_games(games(10))
    assert learner.counters.games == 10
    assert learner.counters.positions == 100
    assert learner.experience.window == 80


def test_held_out_games_are_the_latest_and_come_back_after_a_restart(learner: Learner, tmp_path: Path) -> None:
    heldout = HeldOut(CONFIG)
    assert [number for number in range(12) if heldout.takes(number, 5)] == [4, 9]
    for seed in range(7):
        heldout.add(game(seed))
    assert [int(kept.moves[0]) for kept in heldout.games] == [int(game(seed).moves[0]) for seed in range(3, 7)]
    learner.add_games(games(10))
    learner.checkpoint()
    assert len(RunStore(tmp_path).load_heldout()) == 2
    again = Learner(RunStore(tmp_path), CONFIG)
    again.add_games(games(1))
    while again.may_step:
        again.step()
    assert again.take_signs(0.0).heldout_value is not None


def test_measuring_changes_nothing(learner: Learner, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    silent = Learner(RunStore(tmp_path / "other"), CONFIG)
    for each in (learner, silent):
        each.add_games(games(20))
    for _ in range(10):
        learner.step()
        silent.step()
        learner.take_signs(0.0)
    learner.publish()
    silent.publish()
    arrays = [load_weights(RunStore(folder).weights).arrays for folder in (tmp_path, tmp_path / "other")]
    assert all(np.array_equal(arrays[0][name], arrays[1][name]) for name in arrays[0])


def test_signs_cover_the_time_since_the_last(learner: Learner) -> None:
    learner.add_games(games(20))
    for _ in range(20):
        learner.step()
    signs = learner.take_signs(0.25)
    assert (signs.games, signs.new_games, signs.waiting, signs.bad_steps) == (20, 20, 0.25, 0)
    assert signs.black_wins == 0.5
    assert signs.game_length == 10
    assert signs.entropy == pytest.approx(0.0, abs=1e-3)
    assert signs.heldout_guess is not None
    assert signs.heldout_guess > 0.5
    assert signs.new_pages == 1
    learner.add_games([])
    later = learner.take_signs(0.0)
    assert (later.new_games, later.new_pages) == (0, 1)
    assert later.policy_loss is None
    assert learner.take_signs(0.0).new_pages == 0


def test_learning_by_heart_shows_on_held_out_games(learner: Learner) -> None:
    """The targets are random: they can be learned by heart and not foreseen."""
    learner.add_games(games(20))
    for _ in range(2500):
        learner.step()
    learner.take_signs(0.0)
    for _ in range(50):
        learner.step()
    signs = learner.take_signs(0.0)
    assert signs.policy_loss is not None
    assert signs.heldout_policy is not None
    assert signs.heldout_policy > signs.policy_loss + 0.5


# --- what is told of each publishing


def judgment(policy: list[list[float]], value: list[float]) -> Judgment:
    return Judgment(np.log(np.array(policy, np.float32)), np.array(value, np.float32))


@pytest.mark.parametrize(
    ("value", "explained"),
    [
        ([1, -1, 1, -1], 1.0),  # foreseen
        ([0.4, 0.4, 0.4, 0.4], 0.0),  # always the same: a guess, whatever it is
        ([0.8, -1.2, 0.8, -1.2], 1.0),  # always a little too low explains as much
        ([0, 0, 1, -1], 0.5),
        ([-1, 1, -1, 1], -3.0),  # the wrong way round
    ],
)
def test_explained_variance_is_what_is_left_of_that_of_the_results(value: list[float], explained: float) -> None:
    results, even = np.array([1, -1, 1, -1], np.float32), [[0.5, 0.5]] * 4
    figures = publishing_figures(results, np.array(even, np.float32), [judgment(even, value)])
    assert [figures.explained, figures.kl_search] == pytest.approx([explained, 0.0], abs=1e-6)
    assert figures.kl_published is None


def test_divergences_are_the_textbooks() -> None:
    searched = np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 0.0]], np.float32)
    before, now = [[0.5, 0.5], [0.9, 0.1], [0.5, 0.5]], [[0.5, 0.5], [0.5, 0.5], [0.25, 0.75]]
    said = [judgment(before, [0, 0, 0]), judgment(now, [0, 0, 0])]
    figures = publishing_figures(np.array([1, -1, 1], np.float32), searched, said)
    assert figures.kl_search == pytest.approx(np.log(2) / 2), "rows that tell of no search do not count"
    expected = [0.0, 0.9 * np.log(1.8) + 0.1 * np.log(0.2), 0.5 * np.log(2) + 0.5 * np.log(2 / 3)]
    assert figures.kl_published == pytest.approx(np.mean(expected), rel=1e-5)


def test_where_all_games_end_alike_nothing_is_explained() -> None:
    even = [[0.5, 0.5]] * 3
    said = [judgment(even, [0.1, 0.2, 0.3])]
    assert publishing_figures(np.ones(3, np.float32), np.array(even, np.float32), said).explained is None
    broken = [judgment([[np.nan, np.nan]] * 3, [np.nan] * 3)]
    assert publishing_figures(np.array([1, -1, 1], np.float32), np.array(even, np.float32), broken) == HeldOutFigures()


def test_every_publishing_is_compared_with_the_one_before(learner: Learner) -> None:
    learner.add_games(games(30))
    learner.publish()
    for _ in range(10):
        learner.step()
    assert learner.take_signs(0.0).explained is not None
    learner.publish()
    signs = learner.take_signs(0.0)
    assert signs.kl_search is not None
    assert signs.kl_search > 0.1, "the targets are random"
    assert signs.kl_published is not None
    assert signs.kl_published > 0.0
    learner.publish()
    assert learner.take_signs(0.0).kl_published == pytest.approx(0.0, abs=1e-6)
    assert VitalSigns.from_dict(asdict(signs)) == signs


# --- what the doctor orders


def test_a_halved_rate_stays_halved_after_a_restart(learner: Learner, tmp_path: Path) -> None:
    learner.add_games(games(20))
    before = learner.step()
    learner.treat()
    assert learner.step() == pytest.approx(before / 2, rel=1e-3)
    learner.add_seconds(70.0)
    learner.checkpoint()
    again = Learner(RunStore(tmp_path), CONFIG)
    assert again.rate_share == 0.5
    again.checkpoint()
    saved = RunStore(tmp_path).load()
    assert saved is not None
    assert (saved.rate_share, saved.treated_at) == (0.5, 0.0), "as long as it had trained by then"


def test_an_age_comes_back_with_half_the_rate(learner: Learner, tmp_path: Path) -> None:
    learner.add_games(games(20))
    learner.publish()
    age = load_weights(RunStore(tmp_path).weights)
    for _ in range(30):
        learner.step()
    learner.treat(age)
    learner.publish()
    now = load_weights(RunStore(tmp_path).weights)
    assert all(np.array_equal(now.arrays[name], age.arrays[name]) for name in age.arrays)
    assert learner.rate_share == 0.5
    assert learner.counters.games == 20
    before, steps = learner._step.optimizer.copy_average(), learner._step.optimizer.steps
    learner.step()
    optimizer = learner._step.optimizer
    assert optimizer.steps == steps + 1 == 31, "the average reaches back as far as before"
    raw, mean = optimizer.copy_weights()["policy_conv.weight"], optimizer.copy_average()["policy_conv.weight"]
    blend = 1 / (CONFIG.learner.average_share * 31 + 1)
    np.testing.assert_allclose(
        mean - before["policy_conv.weight"], blend * (raw - before["policy_conv.weight"]), atol=1e-7
    )


def test_another_nets_weights_do_not_come_back(learner: Learner) -> None:
    other = Learner(RunStore(Path("nowhere")), replace(CONFIG, net=NetConfig(blocks=2, channels=8, size=5)))
    with pytest.raises(ValueError, match=r"\w"):
        learner.treat(WeightFile(other.config.net, other._step.optimizer.copy_average(), {}))
    assert learner.rate_share == 1.0


def test_steps_out_of_bounds_are_counted_and_the_last_save_comes_back(learner: Learner) -> None:
    learner.add_games(games(20))
    assert learner.restore() is None
    learner.step()
    learner.checkpoint()
    good = learner._step.optimizer.copy_weights()
    learner.add_games(games(3))
    broken = learner._step.optimizer.state()
    for name in good:
        broken[f"weights/{name}"][...] = np.nan
    learner._step.optimizer.load_state(broken)
    with pytest.raises(FloatingPointError):
        learner.step()
    assert learner.take_signs(0.0).bad_steps == 1
    assert learner.restore() == 20, "as many as it had played at that save"
    assert all(np.array_equal(array, good[name]) for name, array in learner._step.optimizer.copy_weights().items())
    assert learner.rate_share == 0.5
    learner.step()


# --- nothing grows for ever


def test_memory_is_flat_once_the_window_is_full(learner: Learner) -> None:
    def live_through(rounds: int) -> None:
        for number in range(rounds):
            learner.add_games(games(10, 10 * number))
            learner.step()
            learner.losses.take()
            learner.take_signs(0.0)
            learner.checkpoint()

    held = []
    tracemalloc.start()
    try:
        live_through(20)
        for _ in range(8):
            gc.collect()
            held.append(tracemalloc.get_traced_memory()[0])
            live_through(8)
    finally:
        tracemalloc.stop()
    rises = [later - earlier for earlier, later in pairwise(held)]
    # What is kept for ever is kept by every round; what calls of kernels leave to be used again comes now and then.
    assert min(rises) < 4_000


def test_a_game_that_is_longer_than_all_held_out_ones_may_be_is_left_out() -> None:
    heldout = HeldOut(replace(CONFIG, learner=replace(CONFIG.learner, heldout_positions=3)))
    heldout.add(game(0))
    assert not heldout.games

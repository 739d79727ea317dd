"""A lesson tried out on a copy: it is the step the learner itself would make, and nobody notices."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.game import turned
from clevergo.nn.description import NetConfig, Weights, initial_weights
from clevergo.nn.files import WeightFile
from clevergo.nn.onednn.library import OneDnnError
from clevergo.nn.onednn.primitives import Number
from clevergo.nn.onednn.step import OneDnnTrainStep, usable_numbers
from clevergo.nn.paddle.step import DygraphTrainStep
from clevergo.nn.training import OptimizerConfig
from clevergo.nn.training.step import TrainStep
from clevergo.training.config import LearnerConfig, TrainingConfig
from clevergo.training.learner import lessons as learner_module
from clevergo.training.learner.lessons import Learner
from clevergo.training.learner.store import RunStore
from clevergo.training.learner.trial import (
    Lessons,
    Practice,
    Pupil,
    RowLosses,
    Trial,
    dogs_figures,
    drawn_position,
    extreme_position,
    kept_lessons,
)
from clevergo.training.selfplay.finished import FinishedGame
from tests.training.test_learner import games

NET = NetConfig(blocks=1, channels=8, size=5)
CONFIG = TrainingConfig(
    net=NET,
    size=5,
    learner=LearnerConfig(
        batch=12, min_positions=10, samples_per_position=2.0, window_min=150, window_max=200, heldout_every=5
    ),
)
Way = Callable[[NetConfig, OptimizerConfig, Weights], TrainStep]


def ways() -> dict[str, Way]:
    """Paddle's, and the fast one in the numbers that are exact enough to be compared, where this machine has it."""
    found: dict[str, Way] = {"dygraph": DygraphTrainStep}
    with suppress(OneDnnError):
        usable_numbers(NET)
        found["oneDNN"] = lambda net, optimizer, weights: OneDnnTrainStep(net, optimizer, weights, 1, Number.FLOAT32)
    return found


each_way = pytest.mark.parametrize("way", list(ways().values()), ids=list(ways()))


def varied(count: int, seed: int = 0) -> list[FinishedGame]:
    """Games that were won by one side or the other, and surprised more or less."""
    rng = np.random.default_rng(seed)
    made = []
    for game in games(count, seed):
        margin = float(rng.choice([-8.5, -1.5, 2.5, 12.5]))
        surprises = rng.random(len(game.plies)).astype(np.float32)
        owners = rng.integers(0, 3, 25).astype(np.int8)
        values = rng.uniform(-1, 1, len(game.plies)).astype(np.float32)
        made.append(replace(game, margin=margin, surprises=surprises, owners=owners, values=values))
    return made


@pytest.fixture(params=list(ways().values()), ids=list(ways()))
def learner(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Learner:
    """Somebody who has learned for a while, by one of the ways."""
    monkeypatch.setattr(
        learner_module,
        "best_train_step",
        lambda net, optimizer, weights, _threads: request.param(net, optimizer, weights),
    )
    learner = Learner(RunStore(tmp_path), CONFIG)
    learner.add_games(varied(16))
    for _ in range(3):
        learner.step()
    learner.checkpoint()
    return learner


def read(folder: Path) -> tuple[Pupil, Lessons]:
    store = RunStore(folder)
    pupil = Pupil.saved(store)
    assert pupil is not None
    lessons = kept_lessons(store, pupil)
    assert lessons is not None
    return pupil, lessons


def copy_of(learner: Learner) -> TrainStep:
    """A training step of the learner's own kind, at other weights."""
    return type(learner._step)(NET, CONFIG.learner, initial_weights(NET, np.random.default_rng(9)), *_more(learner))


def _more(learner: Learner) -> tuple[Any, ...]:
    return (1, Number.FLOAT32) if isinstance(learner._step, OneDnnTrainStep) else ()


def test_the_step_is_the_learners_own_and_so_is_what_it_leads_to(
    learner: Learner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pupil, lessons = read(tmp_path)
    trial, step = Trial(pupil, lessons, 7, np.random.default_rng(0)), copy_of(learner)
    before, after, last = [s for s in trial.run(step, 3, lambda: False) if s.done in (0, 1, 3)]
    monkeypatch.setattr(learner.experience._replay, "sample", lambda *_: trial.batch)
    learner.losses.take()
    rate = learner.step()
    own = learner.losses.take()
    assert own is not None
    assert rate == pupil.rate(0)
    told = (before.batch.policy, before.batch.value, before.batch.points, before.batch.target_entropy)
    assert told == (own.policy, own.value, own.points, own.entropy)
    said = learner._step.judge(trial.views)[1]
    rows = slice(0, trial.num_views)
    assert np.array_equal(after.views.log_policy, said.log_policy[rows])
    assert np.array_equal(after.views.value, said.value[rows])
    assert said.points is not None
    assert after.views.points is not None
    assert np.array_equal(after.views.points, said.points[rows])
    learner.step()
    assert learner.step() == pupil.rate(2)
    assert np.array_equal(last.views.log_policy, learner._step.judge(trial.views)[1].log_policy[rows])


def test_the_losses_of_positions_make_up_those_of_the_step(learner: Learner, tmp_path: Path) -> None:
    pupil, lessons = read(tmp_path)
    trial, step = Trial(pupil, lessons, 3, np.random.default_rng(1)), copy_of(learner)
    stand = next(trial.run(step, 1, lambda: False))
    rows = RowLosses.of(trial.batch, step.judge(trial.batch)[1])
    expected = step.step(trial.batch, pupil.rate())
    for name in ("policy", "value", "points"):
        assert float(getattr(rows, name).mean()) == pytest.approx(getattr(expected, name), rel=1e-4), name
    assert float(rows.entropy.mean()) == pytest.approx(expected.target_entropy, abs=1e-5)
    weight = CONFIG.learner.points_weight
    assert float(rows.total(weight).mean()) == pytest.approx(expected.total, rel=1e-4)
    assert stand.batch.total == pytest.approx(expected.total, rel=1e-6)
    # The position is the batch's first row, and the first of the views.
    assert stand.costs.total(weight)[0] == pytest.approx(float(rows.total(weight)[0]), rel=1e-5)


def test_nothing_in_the_folder_changes_while_somebody_trains_the_dog(learner: Learner, tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    (tmp_path / "window" / "games-00000000.npz").write_bytes(b"broken")  # an older file that nobody can read

    def everything() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    with store.locked():
        kept = everything()
        pupil, lessons = read(tmp_path)
        for _ in Trial(pupil, lessons, 0, np.random.default_rng(0)).run(copy_of(learner), 2, lambda: False):
            pass
        dogs_figures(pupil, lessons, copy_of(learner))
        assert everything() == kept
    assert Pupil.saved(store) is not None


def test_a_lesson_can_be_repeated_exactly(learner: Learner, tmp_path: Path) -> None:
    pupil, lessons = read(tmp_path)
    step = copy_of(learner)
    said = []
    for _ in range(2):
        trial = Trial(pupil, lessons, 5, np.random.default_rng([18, 5]))
        *_, last = trial.run(step, 2, lambda: False)
        said.append((last.done, last.batch, last.others, last.views.log_policy.tobytes()))
    assert said[0] == said[1]


def test_it_ends_when_nobody_wants_to_know(learner: Learner, tmp_path: Path) -> None:
    pupil, lessons = read(tmp_path)
    trial = Trial(pupil, lessons, 5, np.random.default_rng(0))
    assert [stand.done for stand in trial.run(copy_of(learner), 50, lambda: True)] == [0]


def test_the_views_are_the_position_turned_with_its_targets(learner: Learner, tmp_path: Path) -> None:
    pupil, lessons = read(tmp_path)
    trial = Trial(pupil, lessons, 11, np.random.default_rng(0))
    views = trial.views
    assert trial.num_views == 8
    assert views.points is not None
    for k in range(8):
        assert np.array_equal(views.planes[k], turned(views.planes[0], k))
        assert np.array_equal(views.policy[k, :25].reshape(5, 5), turned(views.policy[0, :25].reshape(5, 5), k))
        assert views.policy[k, 25] == views.policy[0, 25]
        assert np.array_equal(views.points[k].reshape(5, 5), turned(views.points[0].reshape(5, 5), k))
        assert views.value[k] == views.value[0]
    for part in ("planes", "policy", "value"):
        assert np.array_equal(getattr(trial.batch, part)[0], getattr(views, part)[0])


def test_what_the_window_knows_of_a_position_is_what_its_game_says(learner: Learner, tmp_path: Path) -> None:
    _, lessons = read(tmp_path)
    kept = [game for number, game in enumerate(varied(16)) if number % 5 != 4]
    starts = np.cumsum([0, *(len(game.plies) for game in kept)])
    for number in (0, 17, lessons.replay.positions - 1):
        place = int(np.searchsorted(starts, number, side="right")) - 1
        game, row = kept[place], number - int(starts[place])
        board = lessons.replay.boards(np.array([number]))[0]
        assert board["ply"] == game.plies[row]
        assert lessons.replay.margin(number) == game.margin
        assert np.array_equal(lessons.replay.owners(number), game.owners)
        assert lessons.values[number] == game.values[row]
        assert lessons.plies[number] == len(game.moves)
    assert len(lessons.heldout) == 3
    assert lessons.unseen is not None
    assert lessons.unseen.positions == 30


def test_extreme_positions_are_those_that_measure_most(learner: Learner, tmp_path: Path) -> None:
    pupil, lessons = read(tmp_path)
    step = copy_of(learner)
    step.optimizer.load_state(dict(pupil.state))
    everything = np.arange(lessons.replay.positions)
    batch = lessons.replay.batch(everything, np.zeros_like(everything), CONFIG.learner, NET.planes)
    losses = RowLosses.of(batch, step.judge(batch)[1])
    weight = CONFIG.learner.points_weight

    def found(measure: Callable[[RowLosses], NDArray[np.float32]], rank: int) -> int:
        return extreme_position(pupil, lessons, step, measure, rank, np.random.default_rng(0))

    for measure in (lambda one: one.divergence, lambda one: one.avoidable(weight)):
        most = np.sort(measure(losses))[::-1]
        for rank in (0, 1, 5):
            assert measure(losses)[found(measure, rank)] == pytest.approx(most[rank], rel=1e-4)
    assert (losses.divergence > -1e-6).all()


def test_random_positions_are_others_each_time(learner: Learner, tmp_path: Path) -> None:
    _, lessons = read(tmp_path)
    drawn = {drawn_position(lessons, before, np.random.default_rng(1)) for before in range(12)}
    assert len(drawn) > 4
    assert drawn <= set(range(lessons.replay.positions))


def test_the_doctors_figures_are_measured_on_games_it_has_not_learned_from(learner: Learner, tmp_path: Path) -> None:
    pupil, lessons = read(tmp_path)
    figures = dogs_figures(pupil, lessons, copy_of(learner))
    average = learner._step.optimizer.average.copy()
    measured = learner.experience.heldout.measure(learner._step, learner.counters.samples, [average])
    assert figures == {name: figure for name, figure in asdict(measured).items() if figure is not None}
    assert {"heldout_policy", "heldout_value", "explained", "kl_search"} <= set(figures)
    assert dogs_figures(pupil, replace(lessons, heldout=()), copy_of(learner)) == {}


# --- dogs that have kept nothing ------------------------------------------------------------------------------------


class Even:
    """Finds every move as good as any other."""

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:], value[:] = 1.0, 0.0


def test_a_dog_without_a_window_plays_the_games_it_is_to_learn_from() -> None:
    config = replace(CONFIG, selfplay=replace(CONFIG.selfplay, simulations=4, late_simulations=4))
    file = WeightFile(NET, initial_weights(NET, np.random.default_rng(0)), {"games": 40, "positions": 1000})
    pupil = Pupil.of_weights(file, config)
    assert (pupil.counters.games, pupil.counters.samples) == (40, 2000)
    practice, shares = Practice(pupil, Even(), np.random.default_rng(0)), [0.0]
    while not practice.tick():
        shares.append(practice.share)
    lessons = practice.lessons()
    assert lessons.is_fresh
    assert lessons.replay.positions >= 12
    assert lessons.unseen is not None
    assert lessons.unseen.positions >= 12
    assert 0.3 < shares[-1] < 1.0

    step = DygraphTrainStep(NET, config.learner, initial_weights(NET, np.random.default_rng(5)))
    warm = pupil.with_memory(step, lessons, np.random.default_rng(0))
    assert not warm.has_memory
    assert int(warm.state["steps"]) == 10
    moved = [
        name for name in pupil.state if name != "steps" and not np.array_equal(warm.state[name], pupil.state[name])
    ]
    assert {name.partition("/")[0] for name in moved} == {"first_moment", "second_moment"}, "no weight has moved"


def test_of_a_dog_that_plays_on_several_boards_the_window_is_as_small_as_the_learners(tmp_path: Path) -> None:
    for beside, positions in (((), 150), ((7,), 70), ((7, 9), 50)):
        config = replace(CONFIG, beside=beside)
        store = RunStore(tmp_path / str(len(beside)))
        learner = Learner(store, config)
        learner.add_games(varied(30))
        learner.checkpoint()
        pupil = Pupil.saved(store)
        assert pupil is not None
        lessons = kept_lessons(store, pupil)
        assert lessons is not None
        assert lessons.replay.positions == learner.experience.window == positions


def test_a_window_with_less_than_a_batch_is_no_window(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    assert Pupil.saved(store) is None
    store.append_games(varied(1))
    pupil = Pupil.of_weights(WeightFile(NET, initial_weights(NET, np.random.default_rng(0)), {}), CONFIG)
    assert kept_lessons(store, pupil) is None
    store.append_games(varied(1, seed=1))
    lessons = kept_lessons(store, pupil)
    assert lessons is not None
    assert lessons.unseen is None
    stand = next(
        Trial(pupil, lessons, 0, np.random.default_rng(0)).run(
            DygraphTrainStep(NET, CONFIG.learner, initial_weights(NET, np.random.default_rng(0))), 1, lambda: False
        )
    )
    assert np.isfinite(stand.others.total)

"""The learner: waits for games, learns by rule, and goes on after a restart exactly where it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.games.go.game import GAME
from clevergo.nn.description import NetConfig, initial_weights
from clevergo.nn.files import WeightFile, load_weights, save_weights
from clevergo.nn.inference.engine import Precision
from clevergo.nn.inference.predictor import Predictor
from clevergo.training.config import LearnerConfig, TrainingConfig, YoungBoard, YoungNet
from clevergo.training.learner.experience import window_size
from clevergo.training.learner.lessons import Learner, learning_rate
from clevergo.training.learner.store import Arrival, RunFolderError, RunStore
from clevergo.training.run.events import Counters
from clevergo.training.selfplay.finished import FinishedGame

CONFIG = TrainingConfig(
    net=NetConfig(blocks=1, channels=8, size=5),
    size=5,
    learner=LearnerConfig(batch=8, min_positions=10, samples_per_position=2.0, window_min=50, window_max=100),
)


def games(count: int, seed: int = 0) -> list[FinishedGame]:
    """Games of ten moves in a row, whose targets always point to the next of them."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        moves = rng.permutation(25)[:10].astype(np.int16)
        targets = np.zeros((10, 26), np.uint16)
        targets[np.arange(10), moves] = 65535
        made.append(
            FinishedGame(
                game=GAME,
                size=5,
                start=np.array([6.5], np.float32),
                moves=moves,
                plies=np.arange(10, dtype=np.int16),
                targets=targets,
                values=np.zeros(10, np.float32),
                surprises=np.ones(10, np.float32),
                margin=3.5,
                owners=np.ones(25, np.int8),
            )
        )
    return made


YOUNG = replace(CONFIG, net=NetConfig(blocks=2, channels=16, size=5), young_nets=(YoungNet(1, 8, 30),))


def learned(learner: Learner, number: int) -> None:
    """As many steps as some more games allow."""
    learner.add_games(games(2, number))
    while learner.may_step:
        learner.step()


def steps_of(learner: Learner) -> int:
    """How many steps it makes before it waits for games."""
    steps = 0
    while learner.may_step:
        learner.step()
        steps += 1
    return steps


def test_a_small_net_that_gained_no_more_grows_into_one_that_learns_at_the_full_rate(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), YOUNG)
    learned(learner, 0)
    learner.treat()
    learner.grow()
    assert learner.rate_share == 0.5, "still small"
    learner.checkpoint()
    learned(learner, 1)
    learner.add_seconds(60.0)
    assert learner.grow()
    assert learner.rate_share == 1.0
    assert learner._treated_at == 60.0, "it has its time at that rate, after a restart as well"
    learner.restore()
    assert (learner.net, learner.rate_share) == (YOUNG.net_at(0), 0.5)
    learner.experience.positions = 40
    assert learner.grow()
    assert learner.rate_share == 0.5, "larger steps have ended badly before"


def test_its_net_grows_when_it_has_played_enough_and_goes_on_from_what_it_knew(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), YOUNG)
    learned(learner, 0)
    learner.grow()
    assert learner.net == YOUNG.net_at(0) == NetConfig(blocks=1, channels=8, size=5), "20 positions: still young"
    learned(learner, 1)
    young = learner.show()
    learner.grow()
    assert learner.net == YOUNG.net
    grown = learner.show()
    planes = np.random.default_rng(0).integers(0, 2, (4, YOUNG.net.planes, 5, 5)).astype(np.float32)
    before, after = (Predictor(file, 5, Precision.FP32).run(planes).prior for file in (young, grown))
    np.testing.assert_allclose(after, before, atol=1e-6)
    learned(learner, 2)


@pytest.mark.parametrize(
    ("share_of_run", "grows"), [(None, True), (0.0, True), (0.34, True), (0.36, False), (1.0, False)]
)
def test_a_net_does_not_grow_late_in_a_run_whose_end_is_known(
    tmp_path: Path, share_of_run: float | None, grows: bool
) -> None:
    learner = Learner(RunStore(tmp_path), YOUNG)
    for number in range(2):
        learned(learner, number)
    assert learner.grow(share_of_run) is grows
    assert learner.grow(0.0) is not grows, "the next run begins with the large net"
    assert learner.net == YOUNG.net


@pytest.mark.parametrize("grown", [False, True])
def test_a_growing_dog_goes_on_after_a_restart_with_the_net_it_had(tmp_path: Path, grown: bool) -> None:
    learner = Learner(RunStore(tmp_path), YOUNG)
    for number in range(2 if grown else 1):
        learned(learner, number)
        learner.grow()
    learner.checkpoint()
    again = Learner(RunStore(tmp_path), CONFIG)
    assert again.config == YOUNG
    assert again.net == learner.net == YOUNG.net_at(40 if grown else 20)
    for each in (learner, again):
        learned(each, 7)
        each.grow()
    ours, theirs = learner.show().arrays, again.show().arrays
    assert all(np.array_equal(ours[name], theirs[name]) for name in ours)


def test_the_doctor_may_bring_back_an_age_from_before_it_grew(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), YOUNG)
    young = learner.show()
    for number in range(2):
        learned(learner, number)
    learner.grow()
    learner.treat(young)
    assert learner.net == YOUNG.net
    planes = np.random.default_rng(0).integers(0, 2, (4, YOUNG.net.planes, 5, 5)).astype(np.float32)
    before, after = (Predictor(file, 5, Precision.FP32).run(planes).prior for file in (young, learner.show()))
    np.testing.assert_allclose(after, before, atol=1e-6)


@pytest.mark.parametrize(
    "young",
    [(YoungNet(1, 64, 30),), (YoungNet(1, 8, 30), YoungNet(1, 16, 30)), (YoungNet(2, 8, 9), YoungNet(1, 8, 99))],
)
def test_young_nets_that_do_not_grow_are_refused(young: tuple[YoungNet, ...]) -> None:
    with pytest.raises(ValueError, match=r"cannot grow|longer and longer"):
        replace(YOUNG, young_nets=young)


def test_it_waits_until_there_are_enough_positions(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), CONFIG)
    assert learner.experience.missing == 10
    assert not learner.may_step
    learner.add_games(games(2))
    assert learner.experience.missing == 0
    assert learner.may_step


def test_it_never_uses_positions_more_often_than_the_rule_says(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), CONFIG)
    learner.add_games(games(3))
    assert steps_of(learner) == 2 * 30 // 8


def test_from_so_many_positions_on_each_may_be_used_more_often(tmp_path: Path) -> None:
    learner = replace(CONFIG.learner, sample_steps=((20, 4), (30, 1.5)))
    assert [learner.samples_for(count) for count in (0, 10, 20, 25, 30, 50)] == [0, 20, 40, 60, 80, 110]
    assert [learner.samples_at(count) for count in (19, 20, 29, 30)] == [2, 4, 4, 1.5]
    often = replace(CONFIG.learner, sample_steps=((20, 4),))
    taught = Learner(RunStore(tmp_path), replace(CONFIG, learner=often))
    taught.add_games(games(3))
    assert steps_of(taught) == 80 // 8


@pytest.mark.parametrize("steps", [((30, 2), (20, 3)), ((20, 0),), ((-1, 2),), ((20, 2), (20, 3))])
def test_steps_that_do_not_follow_each_other_are_refused(steps: tuple[tuple[int, float], ...]) -> None:
    with pytest.raises(ValueError, match="sample_steps"):
        replace(CONFIG.learner, sample_steps=steps)


def test_what_it_could_not_learn_in_time_is_made_up_for_only_as_far_as_the_window_goes(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), CONFIG)
    learner.add_games(games(40))  # as from many machines: 400 positions, of which the window keeps 100
    assert learner.experience.window == 100
    learner.checkpoint()
    again = Learner(RunStore(tmp_path), CONFIG)
    for each in (learner, again):
        assert steps_of(each) == 2 * 100 // 8
        each.add_games(games(4))
        assert each.may_step, "what comes now is learned from as often as ever"
    learner.checkpoint()
    moved = Learner(RunStore(tmp_path), moved_to(CONFIG, 7))
    moved.add_games(wide_games(2, 7))
    assert steps_of(moved) == 2 * 20 // 8, "on a new board there is nothing to make up for"


def come_with(store: RunStore, played: int, samples: int = 0, size: int = 5) -> None:
    """Have a dog in the store's folder that came with a life of so many games."""
    life = {"games": played, "positions": 80 * played, "samples": samples, "seconds": 3_000.0}
    net = replace(CONFIG.net, size=size)
    save_weights(store.birth, WeightFile(net, initial_weights(net, np.random.default_rng(0)), {"life": life}))


@pytest.mark.parametrize("samples", [0, 8_000_000, 20_000_000])
def test_a_life_that_came_in_a_file_is_not_made_up_for(tmp_path: Path, samples: int) -> None:
    """Nor does a dog wait that has learned from more, by the rule of its day, than today's allows."""
    store = RunStore(tmp_path)
    come_with(store, 50_000, samples)
    learner = Learner(store, CONFIG)
    learner.add_games(games(2))
    assert steps_of(learner) == 2 * 20 // 8
    learner.checkpoint()
    again = Learner(store, CONFIG)
    again.add_games(games(2))
    assert steps_of(again) == 2 * 20 // 8


def test_it_learns(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), CONFIG)
    learner.add_games(games(2))
    for _ in range(10):
        learner.step()
    first = learner.losses.take()
    for _ in range(150):
        learner.step()
    learner.losses.take()
    for _ in range(10):
        learner.step()
    last = learner.losses.take()
    assert first is not None
    assert last is not None
    assert last.value < 0.5 * first.value
    assert last.points < 0.7 * first.points


def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    """Two learners, one killed after its checkpoint and started again, take the same next step."""
    steady = Learner(RunStore(tmp_path / "steady"), CONFIG)
    restarted = Learner(RunStore(tmp_path / "restarted"), CONFIG)
    for learner in (steady, restarted):
        learner.add_games(games(4))
        for _ in range(3):
            learner.step()
        learner.add_seconds(5.0)
        learner.checkpoint()
    again = Learner(RunStore(tmp_path / "restarted"), CONFIG)
    assert again.counters == steady.counters
    assert again.experience.window == steady.experience.window
    for learner in (steady, again):
        learner.losses.take()
        learner.step()
    assert again.losses.take() == steady.losses.take()


def test_a_restart_finds_the_very_window_that_was_left_though_the_files_hold_more(tmp_path: Path) -> None:
    # A game that is held out lets the window grow without filling it: one that had to leave would fit again.
    grows = replace(CONFIG.learner, window_min=30, window_share=0.4, window_max=400, heldout_every=2)
    learner = Learner(RunStore(tmp_path), replace(CONFIG, learner=grows))
    learner.add_games(games(10))
    learner.checkpoint()
    assert len(RunStore(tmp_path).load_games({5: window_size(grows, 100)})) == 5
    assert learner.experience.window == 30
    assert Learner(RunStore(tmp_path), CONFIG).experience.window == 30


def test_what_was_done_since_the_checkpoint_is_lost_but_nothing_before(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), CONFIG)
    learner.add_games(games(4))
    learner.step()
    learner.checkpoint()
    saved = learner.counters
    learner.add_games(games(1, seed=9))
    learner.step()
    assert Learner(RunStore(tmp_path), CONFIG).counters == saved


def test_a_dog_keeps_the_settings_it_began_with(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), CONFIG)
    learner.checkpoint()
    other = TrainingConfig(net=NetConfig(blocks=2, channels=16, size=5), size=5)
    assert Learner(RunStore(tmp_path), other).config == CONFIG


def test_published_weights_say_how_old_they_are(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    learner = Learner(store, CONFIG)
    learner.add_games(games(3))
    learner.publish()
    file = load_weights(store.weights)
    assert file.config == CONFIG.net
    assert (file.meta["games"], file.meta["positions"]) == (3, 30)


def test_ages_are_kept_at_birth_and_at_growing_distances(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    learner = Learner(store, CONFIG)
    kept = []
    for _ in range(30):
        learner.publish()
        kept.append(learner.kept_age)
        learner.add_games(games(50))
    ages = [count for count, _ in store.ages()]
    assert ages == [0, 50, 100, 150, 200, 300, 400, 550, 750, 1000, 1300]
    assert [age for age in kept if age is not None] == ages
    assert load_weights(store.age_path(0)).meta["games"] == 0


def test_a_dog_of_earlier_programs_without_its_birth_gets_the_next_age_only(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    learner = Learner(store, CONFIG)
    learner.add_games(games(30))
    learner.publish()
    assert not store.ages()
    learner.add_games(games(30))
    learner.publish()
    assert [count for count, _ in store.ages()] == [60]


def played_on(store: RunStore, config: TrainingConfig, rounds: int = 5) -> list[int]:
    """The ages that a dog keeps while it plays fifty games and is started anew, so many times."""
    kept = []
    for _ in range(rounds):
        learner = Learner(store, config)
        learner.add_games(games(50) if config.size == 5 else wide_games(50, config.size))
        learner.publish()
        learner.checkpoint()
        kept += [learner.kept_age] if learner.kept_age is not None else []
    return kept


def test_a_dog_that_came_from_elsewhere_with_its_ages_is_kept_as_at_its_age(tmp_path: Path) -> None:
    """Not as after birth, though its first game on this board was its first here."""
    store = RunStore(tmp_path)
    come_with(store, 400)
    store.age_path(400).parent.mkdir()
    store.age_path(400).touch()
    assert played_on(store, CONFIG) == [550]
    assert played_on(store, moved_to(CONFIG, 7), 4) == [700, 750, 800, 850], "as after birth, on another board"


def test_a_dog_that_moves_as_it_comes_from_elsewhere_keeps_its_ages_as_after_birth(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    come_with(store, 400)
    store.age_path(400).parent.mkdir()
    store.age_path(400).touch()
    assert played_on(store, moved_to(CONFIG, 7), 3) == [450, 500, 550]


def test_the_window_on_disk_stays_bounded(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), CONFIG)
    for seed in range(20):
        learner.add_games(games(3, seed))
        learner.checkpoint()
    assert len(list((tmp_path / "window").iterdir())) <= 5
    assert Learner(RunStore(tmp_path), CONFIG).experience.window == learner.experience.window


@pytest.mark.parametrize(
    ("samples", "share", "rate"),
    [(0, None, 1e-3), (1000, None, 5e-4), (0, 0.3, 1e-3), (0, 1.0, 1e-4), (0, 0.8, 1e-3 * 0.1**0.5)],
)
def test_the_learning_rate_falls_with_samples_and_towards_a_known_end(
    samples: int, share: float | None, rate: float
) -> None:
    config = LearnerConfig(learning_rate=1e-3, half_rate_samples=1000, decay_from=0.6, final_rate_share=0.1)
    assert learning_rate(config, samples, share) == pytest.approx(rate)


@pytest.mark.parametrize(("played", "window"), [(0, 50), (200, 80), (10_000, 100)])
def test_the_window_is_a_share_of_all_positions_within_bounds(played: int, window: int) -> None:
    assert window_size(LearnerConfig(window_min=50, window_share=0.4, window_max=100), played) == window


def test_a_dog_born_of_another_starts_from_its_weights(tmp_path: Path) -> None:
    (tmp_path / "parent").mkdir()
    parent = Learner(RunStore(tmp_path / "parent"), replace(CONFIG, seed=7))
    parent.add_games(games(3))
    parent.step()
    parent.publish()
    weights = load_weights(RunStore(tmp_path / "parent").weights)
    born = RunStore(tmp_path / "pup")
    born.folder.mkdir()
    born.birth.write_bytes(RunStore(tmp_path / "parent").weights.read_bytes())
    pup = Learner(born, CONFIG)
    assert pup.counters == Counters()
    pup.publish()
    inherited = load_weights(born.weights)
    assert all(np.array_equal(inherited.arrays[name], weights.arrays[name]) for name in weights.arrays)
    pup.add_games(games(2))
    pup.checkpoint()
    assert Learner(born, CONFIG).counters.games == 2  # its own life from here on


def test_a_dog_that_came_from_elsewhere_goes_on_counting(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    life: dict[str, Any] = {"games": 100, "positions": 8_000, "samples": 30_000, "seconds": 60.0}
    save_weights(
        store.birth, WeightFile(CONFIG.net, initial_weights(CONFIG.net, np.random.default_rng(1)), {"life": life})
    )
    assert Learner(store, CONFIG).counters == Counters(**life)


def test_a_pup_of_a_young_dog_has_its_small_net_and_grows_when_a_dog_of_its_age_does(tmp_path: Path) -> None:
    store, small = RunStore(tmp_path), NetConfig(blocks=1, channels=8, size=7)
    born = WeightFile(small, initial_weights(small, np.random.default_rng(1)))
    save_weights(store.birth, born)
    pup = Learner(store, YOUNG)
    assert pup.net == small.on(5)
    assert all(np.array_equal(pup.show().arrays[name], born.arrays[name]) for name in born.arrays)
    assert not pup.grow()
    learned(pup, 1)
    learned(pup, 2)
    assert pup.grow()
    assert pup.net == YOUNG.net
    pup.checkpoint()
    assert Learner(store, YOUNG).net == YOUNG.net


def test_who_may_not_stay_small_grows_at_once_from_what_it_was_born_with(tmp_path: Path) -> None:
    store, small = RunStore(tmp_path), YOUNG.net_at(0)
    save_weights(store.birth, WeightFile(small, initial_weights(small, np.random.default_rng(1))))
    pup = Learner(store, replace(YOUNG, young_nets=()))
    assert pup.grow()
    assert pup.net == YOUNG.net


def test_weights_of_another_net_are_refused_at_birth(tmp_path: Path) -> None:
    store, other = RunStore(tmp_path), NetConfig(blocks=2, channels=8, size=5)
    save_weights(store.birth, WeightFile(other, initial_weights(other, np.random.default_rng(1))))
    with pytest.raises(RunFolderError, match="a different net"):
        Learner(store, CONFIG)


def moved_to(config: TrainingConfig, size: int, *beside: int) -> TrainingConfig:
    return replace(config, net=replace(config.net, size=size), size=size, beside=beside)


def wide_games(count: int, size: int) -> list[FinishedGame]:
    """The same games on a larger board."""
    made = []
    for game in games(count, size):
        targets = np.zeros((10, size**2 + 1), np.uint16)
        targets[np.arange(10), game.moves] = 65535
        made.append(replace(game, size=size, targets=targets, owners=np.ones(size**2, np.int8)))
    return made


def test_a_dog_that_moves_up_keeps_all_it_has_learned_and_begins_its_window_anew(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), CONFIG)
    learner.add_games(games(4))
    while learner.may_step:
        learner.step()
    learner.checkpoint()
    before = learner._step.optimizer.state()

    moved = Learner(RunStore(tmp_path), moved_to(CONFIG, 7))
    after = moved._step.optimizer.state()
    assert moved.net.size == moved.config.size == 7
    assert all(np.array_equal(before[name], after[name]) for name in before)
    assert moved.counters == learner.counters
    assert (moved.experience.window, moved.experience.missing, moved.may_step) == (0, 10, False)
    moved.add_games(wide_games(2, 7))
    assert moved.may_step
    moved.step()
    moved.publish()
    moved.checkpoint()
    assert load_weights(RunStore(tmp_path).weights).config.size == 7
    assert {game.size for game in RunStore(tmp_path).load_games({7: 1000})} == {7}, "what it left is forgotten"
    assert Learner(RunStore(tmp_path), moved_to(CONFIG, 7)).experience.window == moved.experience.window == 20


def test_on_a_new_board_the_window_ages_and_the_rate_go_by_what_was_learned_there(tmp_path: Path) -> None:
    config = replace(CONFIG, learner=replace(CONFIG.learner, window_min=20, window_share=0.5, window_max=1000))
    store, rounds = RunStore(tmp_path), 30
    learner = Learner(store, config)
    learner.add_games(games(2 * rounds))
    learner.treat()
    learner.publish()
    learner.checkpoint()
    assert (learner.rate_share, [age for age, _ in store.ages()]) == (0.5, [60])
    assert Learner(store, config).rate_share == 0.5

    moved = Learner(store, moved_to(config, 7))
    assert moved.rate_share == 1.0, "the doctor halved it where no more was learned"
    for _ in range(4):  # and over a restart
        moved.add_games(wide_games(2, 7))
        moved.checkpoint()
        moved = Learner(store, moved_to(config, 7))
    assert moved.experience.window == 40, "half of the positions since, not of all 680"
    moved.add_games([made for _ in range(21) for made in wide_games(2, 7)])
    moved.publish()
    assert [age for age, _ in store.ages()] == [60, 110], "fifty games after it came, as after birth"


def test_a_dog_that_is_saved_before_its_first_game_on_a_board_comes_there_with_that_game(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), CONFIG)
    learner.add_games(games(40))
    learner.checkpoint()
    config = replace(moved_to(CONFIG, 7), learner=replace(CONFIG.learner, window_min=20, window_share=0.1))
    Learner(RunStore(tmp_path), config).checkpoint()
    again = Learner(RunStore(tmp_path), config)
    again.add_games(wide_games(5, 7))
    assert again.experience._arrivals == {7: Arrival(40, 400)}


def test_what_is_left_to_learn_of_each_board_is_known_after_a_restart(tmp_path: Path) -> None:
    learner = Learner(RunStore(tmp_path), moved_to(CONFIG, 7, 5))
    learner.add_games([*games(3), *wide_games(1, 7)])
    while learner.may_step:
        learner.step()
    learner.checkpoint()
    again = Learner(RunStore(tmp_path), moved_to(CONFIG, 7, 5))
    assert again.experience._replay.unlearned == learner.experience._replay.unlearned
    assert sum(again.experience._replay.unlearned.values()) < 40


def test_a_board_that_it_keeps_beside_the_new_one_is_not_forgotten(tmp_path: Path) -> None:
    roomy = replace(CONFIG, learner=replace(CONFIG.learner, window_min=100))
    learner = Learner(RunStore(tmp_path), roomy)
    learner.add_games(games(4))
    learner.checkpoint()
    both = Learner(RunStore(tmp_path), moved_to(roomy, 7, 5))
    assert both.experience.window == 40
    both.add_games(wide_games(2, 7))
    while both.may_step:
        both.step()
    both.checkpoint()
    assert Learner(RunStore(tmp_path), moved_to(roomy, 7, 5)).experience.window == 60


def test_a_dog_that_begins_on_a_small_board_leaves_its_games_behind_when_it_is_old_enough(tmp_path: Path) -> None:
    config = replace(moved_to(CONFIG, 7), young_boards=(YoungBoard(5, 30),))
    learner = Learner(RunStore(tmp_path), config)
    learner.grow()
    learner.add_games(games(2))
    learner.grow()
    assert (learner.experience.window, learner.may_step) == (20, True)
    learner.add_games(games(1))
    learner.grow()
    assert (learner.experience.window, learner.may_step) == (0, False), "30 positions: old enough"
    learner.add_games([*games(1), *wide_games(2, 7)])
    assert (learner.experience.window, learner.counters.games) == (20, 6), (
        "a game begun before counts and is not learned from"
    )
    learner.step()
    learner.checkpoint()
    assert Learner(RunStore(tmp_path), config).experience.window == 20


def test_what_is_kept_from_learning_and_told_of_games_is_of_the_board_it_is_measured_on(tmp_path: Path) -> None:
    config = moved_to(replace(CONFIG, learner=replace(CONFIG.learner, heldout_every=2)), 7, 5)
    learner = Learner(RunStore(tmp_path), config)
    learner.add_games([*games(2), *wide_games(2, 7)])
    assert {game.size for game in learner.experience.heldout.games} == {7}
    assert learner.experience.window == 30
    assert learner.experience.recent.figures().game_length == 10

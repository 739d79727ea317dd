"""The replay window: what is drawn from it is a true position with its own targets, whichever way it is turned."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.game import NUM_SYMMETRIES, turned
from clevergo.games.go.game import GAME
from clevergo.games.go.planes import CLASSIC_PLANES, RESIDUAL_PLANES
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.kernels import write_planes
from clevergo.training.config import LearnerConfig
from clevergo.training.learner.replay import Replay, Windows
from clevergo.training.selfplay.finished import FinishedGame
from tests.games.turning import turned_policy

SIZE = 5
MOVES = [6, 12, 8, 7, 18, 2, 0, 1, 25, 24]


def game(
    margin: float = 4.5,
    komi: float = 6.5,
    plies: tuple[int, ...] = (0, 3, 7),
    surprises: tuple[float, ...] | None = None,
) -> FinishedGame:
    """A short game whose target at ply p points to the move played there, all but a little."""
    targets = np.zeros((len(plies), SIZE**2 + 1), np.uint16)
    for row, ply in enumerate(plies):
        targets[row, MOVES[ply]] = 60_000
        targets[row, 20] += 5_535
    rng = np.random.default_rng(4)
    return FinishedGame(
        game=GAME,
        size=SIZE,
        start=np.array([komi], np.float32),
        moves=np.array(MOVES, np.int16),
        plies=np.array(plies, np.int16),
        targets=targets,
        values=np.zeros(len(plies), np.float32),
        surprises=np.array(surprises or (0.0,) * len(plies), np.float32),
        margin=margin,
        owners=rng.integers(0, 3, SIZE**2).astype(np.int8),
    )


def wide_game(size: int, plies: int = 4) -> FinishedGame:
    """A game on a board of another size: the top row from the left, and each target is the move played."""
    targets = np.zeros((plies, size**2 + 1), np.uint16)
    targets[np.arange(plies), np.arange(plies)] = 65_535
    return FinishedGame(
        game=GAME,
        size=size,
        start=np.array([7.0], np.float32),
        moves=np.arange(plies, dtype=np.int16),
        plies=np.arange(plies, dtype=np.int16),
        targets=targets,
        values=np.zeros(plies, np.float32),
        surprises=np.zeros(plies, np.float32),
        margin=1.0,
        owners=np.full(size**2, 2, np.int8),
    )


def expected(source: FinishedGame, row: int, k: int, planes: int) -> tuple[np.ndarray, ...]:
    """Planes, policy and ownership of recorded row ``row`` under symmetry ``k``, by way of Position."""
    position = Position.initial(Ruleset(size=SIZE, komi=float(source.start[0])))
    for action in source.moves[: source.plies[row]].tolist():
        position = position.play(action)
    inputs = np.empty((1, planes, SIZE, SIZE), np.float32)
    write_planes(position.board.copy(), inputs)
    mine = int(position.to_play)
    owner = source.owners.reshape(SIZE, SIZE)
    ownership = np.where(owner == 0, 0, np.where(owner == mine, 1, -1))
    return (
        turned(inputs[0], k),
        turned_policy(source.targets[row] / np.float32(65535.0), k),
        turned(ownership, k).ravel(),
    )


@pytest.mark.parametrize("planes", [CLASSIC_PLANES, RESIDUAL_PLANES])
def test_every_sample_is_a_recorded_position_under_one_symmetry_throughout(planes: int) -> None:
    source = game()
    replay = Replay(GAME, 100, SIZE)
    replay.add(source, 100)
    batch = replay.sample(LearnerConfig(batch=64, margin_weight=0.15), planes, np.random.default_rng(0))
    assert batch.points is not None
    known = [expected(source, row, k, planes) for row in range(3) for k in range(NUM_SYMMETRIES)]
    met = set()
    for i in range(64):
        sample = (batch.planes[i], batch.policy[i], batch.points[i])
        matches = [
            index
            for index, wanted in enumerate(known)
            if all(np.allclose(a, b, atol=1e-6) for a, b in zip(sample, wanted, strict=True))
        ]
        assert matches
        met.add(matches[0])
    assert len(met) > 12  # all rows, many symmetries


def test_without_symmetries_every_position_is_learned_as_it_was_played() -> None:
    source = game()
    replay = Replay(GAME, 100, SIZE)
    replay.add(source, 100)
    learner = LearnerConfig(batch=32, margin_weight=0.15, symmetries=False)
    batch = replay.sample(learner, RESIDUAL_PLANES, np.random.default_rng(0))
    known = [expected(source, row, 0, RESIDUAL_PLANES)[1] for row in range(3)]
    met = {next(row for row in range(3) if np.allclose(batch.policy[i], known[row], atol=1e-6)) for i in range(32)}
    assert met == {0, 1, 2}


@pytest.mark.parametrize(("margin", "result"), [(4.5, 1.0), (-30.0, -1.0), (0.0, 0.0)])
def test_the_value_is_the_movers_result_with_a_share_of_the_margin(margin: float, result: float) -> None:
    replay = Replay(GAME, 100, SIZE)
    replay.add(game(margin=margin, plies=(0, 1)), 100)
    batch = replay.sample(LearnerConfig(batch=32, margin_weight=0.2), RESIDUAL_PLANES, np.random.default_rng(0))
    black = 0.8 * result + 0.2 * max(-1.0, min(1.0, margin / 20.0))
    black_to_move = batch.policy[:, :].argmax(axis=1) * 0 + (batch.planes[:, 0] + batch.planes[:, 1]).sum((1, 2)) == 0
    assert batch.value == pytest.approx(np.where(black_to_move, black, -black), abs=1e-6)
    assert set(black_to_move.tolist()) == {True, False}
    assert Color.BLACK.opponent is Color.WHITE


def outlook(source: FinishedGame, row: int, td_lambda: float, margin_weight: float) -> float:
    """TD(lambda) as it is defined: every later ply's value, and what the end is taught as, by how far away they are."""
    starts = [*source.plies.tolist(), len(source.moves)]
    total, left = 0.0, 1.0
    for later, value in enumerate(source.values[row:].tolist(), row):
        passed = left * td_lambda ** (starts[later + 1] - starts[later])
        side = 1 if (starts[later] - starts[row]) % 2 == 0 else -1
        total, left = total + (left - passed) * side * value, passed
    mine = 1 if starts[row] % 2 == 0 else -1
    margin = min(1.0, max(-1.0, source.margin / 20.0))
    return total + left * mine * float((1.0 - margin_weight) * np.sign(source.margin) + margin_weight * margin)


@pytest.mark.parametrize("td_lambda", [0.0, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("margin", [4.5, -4.5])
@pytest.mark.parametrize("margin_weight", [0.0, 0.15])
def test_the_result_may_be_mixed_with_what_searches_on_the_way_to_it_said(
    td_lambda: float, margin: float, margin_weight: float
) -> None:
    source = replace(game(margin, plies=(0, 1, 4, 7)), values=np.array([0.3, -0.5, 0.9, 0.1], np.float32))
    window = Replay(GAME, 100, SIZE, td_lambda=td_lambda)
    window.add(source, 100)
    learner = LearnerConfig(margin_weight=margin_weight)
    found = window.batch(np.arange(4), np.zeros(4, np.int64), learner, RESIDUAL_PLANES).value
    expected = [outlook(source, row, td_lambda, margin_weight) for row in range(4)]
    np.testing.assert_allclose(found, expected, atol=1e-6)


def test_the_oldest_games_leave_when_the_window_is_full() -> None:
    replay = Replay(GAME, 10, SIZE)
    for komi in range(8):
        replay.add(game(komi=float(komi)), window=10)
        assert replay.positions <= 10
    assert replay.games == 3
    batch = replay.sample(LearnerConfig(batch=64, margin_weight=0.0), RESIDUAL_PLANES, np.random.default_rng(0))
    komis = set(np.round(np.abs(batch.planes[:, 12, 0, 0]) * 15 * 25 / 81).astype(int).tolist())
    assert komis == {5, 6, 7}


@pytest.mark.parametrize(
    ("share", "surprises", "expected"),
    [
        (0.0, (0.0, 0.0, 3.0), (1, 1, 1)),
        (0.5, (0.0, 0.0, 0.0), (1, 1, 1)),
        (0.5, (0.0, float("nan"), 2.0), (1, 1, 1)),
        (0.5, (0.0, 1.0, 2.0), (0.5, 1, 1.5)),
        (1.0, (0.0, 1.0, 2.0), (0, 1, 2)),
        (0.5, (0.0, 0.0, 3.0), (0.5, 0.5, 2)),
    ],
)
def test_positions_are_drawn_as_often_as_the_search_surprised_the_net(
    share: float, surprises: tuple[float, ...], expected: tuple[float, ...]
) -> None:
    replay = Replay(GAME, 100, SIZE, surprise_share=share)
    replay.add(game(surprises=surprises), 100)
    batch = replay.sample(LearnerConfig(batch=3000, margin_weight=0.15), RESIDUAL_PLANES, np.random.default_rng(1))
    stones = batch.planes[:, :2].sum(axis=(1, 2, 3))  # plies 0, 3 and 7; nothing is taken before the last of them
    drawn = [float(np.mean(stones == count)) * 3 for count in (0, 3, 7)]
    assert drawn == pytest.approx(expected, abs=0.12)


def test_no_position_is_drawn_more_than_four_times_its_share() -> None:
    replay = Replay(GAME, 100, SIZE, surprise_share=1.0)
    replay.add(game(plies=tuple(range(8)), surprises=(9.0, *(0.1,) * 7)), 100)
    batch = replay.sample(LearnerConfig(batch=4000, margin_weight=0.15), RESIDUAL_PLANES, np.random.default_rng(1))
    empty = np.mean(batch.planes[:, :2].sum(axis=(1, 2, 3)) == 0)
    others = 7 * 0.1 * 8 / 9.7
    assert empty == pytest.approx(4.0 / (4.0 + others), abs=0.03)


def test_a_window_that_shrinks_lets_games_go() -> None:
    replay = Replay(GAME, 100, SIZE)
    for _ in range(5):
        replay.add(game(), window=100)
    replay.add(game(), window=7)
    assert replay.positions == 6


def test_games_without_recorded_positions_do_no_harm() -> None:
    replay = Replay(GAME, 20, SIZE)
    for _ in range(100):
        replay.add(game(plies=()), window=20)
    replay.add(game(), window=20)
    assert len(replay.sample(LearnerConfig(batch=8, margin_weight=0.1), CLASSIC_PLANES, np.random.default_rng(0))) == 8


def test_an_empty_window_says_so() -> None:
    with pytest.raises(ValueError, match="empty"):
        Replay(GAME, 10, SIZE).sample(
            LearnerConfig(batch=4, margin_weight=0.1), CLASSIC_PLANES, np.random.default_rng(0)
        )


def test_a_game_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Replay(GAME, 10, 9).add(game(), 10)


def test_windows_of_several_boards_give_batches_of_one_the_more_often_the_more_came() -> None:
    windows = Windows(GAME, 400, (5, 7))
    for size, count in ((5, 3), (7, 9)):
        for _ in range(count):
            windows.add(wide_game(size), 400)
    assert (windows.positions, windows.games) == (48, {5: 3, 7: 9})
    learner, rng = LearnerConfig(batch=6, min_positions=10), np.random.default_rng(0)
    batches = [windows.sample(learner, RESIDUAL_PLANES, rng) for _ in range(24)]
    sides = [batch.planes.shape[2] for batch in batches]
    assert {(b.planes.shape[2], b.policy.shape[1], b.points.shape[1]) for b in batches if b.points is not None} == {
        (5, 26, 25),
        (7, 50, 49),
    }
    assert sides.count(7) == 18, "three positions of four came there, and all were learned from three times"
    assert windows.unlearned == {5: 0.0, 7: 0.0}


def test_a_board_that_has_just_been_come_to_does_not_wait_behind_a_full_window() -> None:
    windows, learner = Windows(GAME, 4000, (5, 7)), LearnerConfig(batch=6, min_positions=8, samples_per_position=3.0)
    for _ in range(100):
        windows.add(wide_game(5), 4000, is_new=False)  # learned from in an earlier run
    sides, rng = list[int](), np.random.default_rng(0)
    for _ in range(10):
        windows.add(wide_game(7), 4000)
        sides += [windows.sample(learner, RESIDUAL_PLANES, rng).planes.shape[2] for _ in range(2)]
    assert sides[:2] == [5, 5], "four positions are too few to begin with"
    assert sides[2:6] == [7] * 4, "it catches up"
    assert sides.count(7) == 18


def test_what_is_left_to_learn_is_forgotten_with_the_board() -> None:
    windows = Windows(GAME, 400, (5, 7))
    windows.add(wide_game(5), 400)
    assert windows.unlearned == {5: 4.0, 7: 0.0}
    windows.forget([5])
    assert windows.unlearned == {5: 0.0, 7: 0.0}


def test_each_board_has_its_share_of_the_room_and_no_other_is_let_in() -> None:
    windows = Windows(GAME, 40, (5, 7))
    for _ in range(20):
        windows.add(wide_game(5), 40)
    windows.add(wide_game(7), 40)
    assert windows.games == {5: 5, 7: 1}
    with pytest.raises(ValueError, match="9x9"):
        windows.add(wide_game(9), 40)


def test_a_board_that_another_takes_the_place_of_has_all_the_room_while_it_is_played_on() -> None:
    windows = Windows(GAME, 1000, [5, 6], together=1)
    assert windows.room(500) == 500
    assert Windows(GAME, 1000, [5, 6]).room(500) == 250


def test_a_window_of_one_board_draws_as_it_always_did() -> None:
    alone, windows = Replay(GAME, 100, 5, 0.5), Windows(GAME, 100, (5,), 0.5)
    for made in (game(), game(2.5)):
        alone.add(made, 100)
        windows.add(made, 100)
    learner = LearnerConfig(batch=4)
    one, other = (w.sample(learner, RESIDUAL_PLANES, np.random.default_rng(3)) for w in (alone, windows))
    assert np.array_equal(one.planes, other.planes)
    assert np.array_equal(one.policy, other.policy)


@pytest.mark.parametrize("often", [1.5, 6.0])
def test_boards_are_learned_from_alike_however_often_each_position_is_used(often: float) -> None:
    windows = Windows(GAME, 400, (5, 7))
    for size, count in ((5, 3), (7, 9)):
        for _ in range(count):
            windows.add(wide_game(size), 400)
    learner, rng = LearnerConfig(batch=6, min_positions=10, sample_steps=((20, often),)), np.random.default_rng(0)
    batches = round(48 * often / 6)
    sides = [windows.sample(learner, RESIDUAL_PLANES, rng, played=48).planes.shape[2] for _ in range(batches)]
    assert sides.count(7) == round(36 * often / 6)
    assert windows.unlearned == {5: 0.0, 7: 0.0}

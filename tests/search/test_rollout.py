"""Random playouts and the evaluator made of them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.chance import new_random_state
from clevergo.games.go import board as go
from clevergo.games.go.area import is_true_eye
from clevergo.games.go.playout import choose_point, play_to_end
from clevergo.games.go.stones import BLACK, EMPTY, WHITE, action_of, point_of
from clevergo.search.rollout import RolloutEvaluator, playout, playout_many

ALIVE_BLACK = ".X.X. XXXXX ..... OOOOO O.O.O"


def board_of(diagram: str, to_play: int = BLACK, komi: float = 0.5) -> NDArray[np.void]:
    """``BOARD[1]`` with the diagram's stones, ``X`` Black, ``O`` White."""
    boards = go.new_boards(1, len(diagram.split()), komi)
    stones = np.array([".XO".index(mark) for mark in "".join(diagram.split())], np.int8)
    go.set_stones(boards[0], stones, to_play)
    return boards


def evaluate(boards: NDArray[np.void], rng: np.random.Generator) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    prior = np.full((len(boards), int(boards[0]["size"]) ** 2 + 1), np.nan, np.float32)
    value = np.full(len(boards), np.nan, np.float32)
    RolloutEvaluator(rng).evaluate(boards, prior, value)
    return prior, value


# --- playouts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 9, 19])
def test_a_playout_ends_within_the_cap_and_leaves_the_board_as_it_was(size: int, rng: np.random.Generator) -> None:
    state = new_random_state(rng)
    boards = go.new_boards(1, size)
    before = boards.copy()
    assert playout(boards[0], go.new_boards(1), state) in (-1.0, 1.0)
    assert (boards == before).all()
    plies = play_to_end(boards[0], state)
    assert plies <= 3 * size * size
    assert boards[0]["over"] or plies == 3 * size * size


def test_a_game_played_to_its_end_leaves_only_eyes_and_forbidden_points(rng: np.random.Generator) -> None:
    state = new_random_state(rng)
    for _ in range(20):
        boards = go.new_boards(1, 9)
        play_to_end(boards[0], state)
        board = boards[0]
        assert board["passes"] == 2
        board["over"] = 0
        for color in (BLACK, WHITE):
            board["to_play"] = color
            for action in range(81):
                if board["color"][point_of(action, 9)] == EMPTY and go.is_legal(board, action):
                    assert is_true_eye(board, action, color)


def test_true_eyes_are_never_filled(rng: np.random.Generator) -> None:
    boards = board_of(ALIVE_BLACK)
    for _ in range(50):
        scratch = boards.copy()
        play_to_end(scratch[0], new_random_state(rng))
        end = scratch[0]["color"]
        for action, color in ((0, EMPTY), (2, EMPTY), (4, EMPTY), (1, BLACK), (21, EMPTY), (23, EMPTY), (20, WHITE)):
            assert end[point_of(action, 5)] == color


def test_first_moves_are_drawn_alike_from_the_whole_board(rng: np.random.Generator) -> None:
    state = new_random_state(rng)
    counts = np.zeros(9, int)
    for _ in range(4500):
        board = go.new_boards(1, 3)[0]
        counts[first_move_of_playout(board, state)] += 1
    assert (abs(counts - 500) < 5 * np.sqrt(500)).all()


def test_moves_are_drawn_alike_from_the_points_that_will_do(rng: np.random.Generator) -> None:
    # Two eyes and a suicide point: of the 25 points Black may only use the middle row's five.
    boards = board_of(ALIVE_BLACK)
    state = new_random_state(rng)
    counts = np.zeros(25, int)
    for _ in range(2500):
        counts[first_move_of_playout(boards.copy()[0], state)] += 1
    assert counts[10:15].sum() == 2500
    assert (abs(counts[10:15] - 500) < 5 * np.sqrt(500)).all()


def first_move_of_playout(board: np.void, state: NDArray[np.uint64]) -> int:
    return action_of(choose_point(board, state), int(board["size"]))


def test_the_same_state_plays_the_same_games() -> None:
    boards = go.new_boards(1, 9)
    results = np.empty((2, 50), np.float32)
    plies = [
        playout_many(boards[0], go.new_boards(1), new_random_state(np.random.default_rng(5)), row) for row in results
    ]
    assert (results[0] == results[1]).all()
    assert plies[0] == plies[1]


def test_many_playouts_are_playouts_one_by_one() -> None:
    boards = go.new_boards(1, 5)
    results = np.empty(20, np.float32)
    playout_many(boards[0], go.new_boards(1), new_random_state(np.random.default_rng(5)), results)
    state = new_random_state(np.random.default_rng(5))
    assert results.tolist() == [playout(boards[0], go.new_boards(1), state) for _ in range(20)]


def test_more_komi_means_fewer_black_wins(rng: np.random.Generator) -> None:
    results = np.empty(500, np.float32)
    shares = []
    for komi in (-20.5, -5.5, 7.5, 20.5):
        playout_many(go.new_boards(1, 9, komi)[0], go.new_boards(1), new_random_state(rng), results)
        shares.append(float((results > 0).mean()))
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.7 > 0.3 > shares[-1]


# --- the evaluator ---------------------------------------------------------------------------------------------


def test_the_prior_is_uniform_over_moves_that_fill_no_eye(rng: np.random.Generator) -> None:
    prior, _ = evaluate(board_of(ALIVE_BLACK), rng)
    allowed = [10, 11, 12, 13, 14, 25]
    assert np.flatnonzero(prior[0]).tolist() == allowed
    assert prior[0][allowed] == pytest.approx(1 / 6, rel=2e-3)  # a hair apart, so that ties fall at random
    assert len(set(prior[0][allowed].tolist())) > 1


def test_the_value_belongs_to_the_side_to_move(rng: np.random.Generator) -> None:
    won_by_black = ".X.X. XXXXX XXXXX XXXXX X.X.X"
    for to_play, expected in ((BLACK, 1.0), (WHITE, -1.0)):
        _, value = evaluate(board_of(won_by_black, to_play), rng)
        assert value[0] == expected


def test_a_finished_game_is_counted_as_it_stands(rng: np.random.Generator) -> None:
    boards = go.new_boards(1, 5, komi=7.5)
    for _ in range(2):
        go.play(boards[0], 25)
    prior, value = evaluate(boards, rng)
    assert not prior.any()
    assert value[0] == -1.0


def test_a_batch_is_judged_board_by_board_and_not_changed(rng: np.random.Generator) -> None:
    boards = np.concatenate([board_of(ALIVE_BLACK), board_of(ALIVE_BLACK, WHITE), go.new_boards(1, 5)])
    before = boards.copy()
    boards.flags.writeable = False
    prior, value = evaluate(boards, rng)
    assert prior.sum(axis=1) == pytest.approx(1.0, rel=2e-3)
    assert np.isin(value, (-1.0, 1.0)).all()
    assert (prior > 0).sum(axis=1).tolist() == [6, 6, 26]
    assert (boards == before).all()

"""GoEngine: what programs for the first CleverGo ask of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clevergo.gym import gogame, govars
from clevergo.gym.engine import GoEngine

PASS = None
GAME = [(1, 1), (0, 0), (1, 2), (3, 3), PASS, (3, 2), (0, 1), PASS, (1, 0), (0, 3)]
"""Black's (1, 0) takes White's stone in the corner."""


def stones(engine: GoEngine) -> tuple[np.ndarray, np.ndarray]:
    return engine.current_state[govars.BLACK], engine.current_state[govars.WHITE]


@pytest.mark.parametrize(("record_step", "record_last"), [(1, True), (2, False), (4, True), (6, True)])
def test_separated_states_keep_each_colors_stones_after_its_own_moves(record_step: int, record_last: bool) -> None:
    engine = GoEngine(4, 0.5, record_step, "separated", record_last)
    empty = np.zeros((4, 4))
    own: list[list[np.ndarray]] = [[empty] * record_step, [empty] * record_step]
    for move in GAME:
        mover = engine.turn()
        engine.step(move)
        own[mover].append(stones(engine)[mover])
        turn = np.full((4, 4), engine.turn())
        expected = [*own[0][-record_step:], *own[1][-record_step:], turn]
        expected += [last_move(move)] if record_last else []
        np.testing.assert_array_equal(engine.get_board_state(), expected)
        assert engine.state_channels == len(expected)


@pytest.mark.parametrize(("record_step", "record_last"), [(1, False), (3, True)])
def test_merged_states_keep_the_last_boards_whole(record_step: int, record_last: bool) -> None:
    engine = GoEngine(4, 0.5, record_step, "merged", record_last)
    boards = [np.zeros((4, 4))] * record_step
    for move in GAME:
        engine.step(move)
        black, white = stones(engine)
        boards.append(black - white)
        expected = [*boards[-record_step:], np.full((4, 4), engine.turn())]
        expected += [last_move(move)] if record_last else []
        np.testing.assert_array_equal(engine.get_board_state(), expected)
        assert engine.state_channels == len(expected)


def last_move(move: tuple[int, int] | None) -> np.ndarray:
    plane = np.zeros((4, 4))
    if move is not None:
        plane[move] = 1
    return plane


def test_what_was_played_is_kept_and_a_reset_forgets_it() -> None:
    engine = GoEngine(4)
    states = [engine.step(move) for move in GAME]
    assert engine.action_history == [5, 0, 6, 15, 16, 14, 1, 16, 4, 3]
    np.testing.assert_array_equal(engine.board_state_history, states)
    first = engine.reset()
    np.testing.assert_array_equal(first, gogame.init_state(4))
    assert (engine.action_history, engine.board_state_history) == ([], [])
    assert not engine.get_board_state().any()


def test_arrays_given_away_may_be_written_to() -> None:
    engine = GoEngine(4)
    for array in (engine.reset(), engine.step(3), engine.get_board_state(), engine.all_symmetries()[0]):
        before = engine.current_state.copy(), engine.get_board_state(), np.array(engine.board_state_history)
        array[:] = 7
        after = engine.current_state, engine.get_board_state(), np.array(engine.board_state_history)
        for one, other in zip(before, after, strict=True):
            np.testing.assert_array_equal(one, other)


def test_actions_that_fill_a_true_eye_are_valid_but_not_advised() -> None:
    """Black has true eyes at a and b, a false one at c; White has none.

    a  X  .  c  X
    X  X  .  X  O
    .  X  .  .  .
    X  b  X  .  .
    .  X  .  .  .
    """
    engine = GoEngine(5)
    black = [(0, 1), (0, 4), (1, 0), (1, 1), (1, 3), (2, 1), (3, 0), (3, 2), (4, 1), (0, 2), (2, 2), (4, 2), (2, 0)]
    for move in black:
        engine.step(move)
        engine.step((1, 4) if move == (0, 4) else PASS)
    assert np.argwhere(engine.eyes()).tolist() == [[0, 0], [3, 1]]
    assert engine.valid_moves()[[0, 3, 16]].tolist() == [1, 1, 1]
    assert engine.advanced_valid_moves()[[0, 3, 16]].tolist() == [0, 1, 0]
    assert set(engine.valid_move_idcs()) - set(engine.advanced_valid_move_idcs()) == {0, 16}
    drawn = {engine.advanced_uniform_random_action() for _ in range(300)}
    assert drawn == set(engine.advanced_valid_move_idcs())
    engine.step((4, 4))
    assert not engine.eyes().any()


@pytest.mark.parametrize(
    ("action", "valid"), [(0, False), ((0, 0), False), (1, True), ((1, 1), True), (16, True), (PASS, True)]
)
def test_whether_an_action_is_valid(action: Any, valid: bool) -> None:
    engine = GoEngine(4)
    engine.step((0, 0))
    assert engine.action_valid(action) is valid


@pytest.mark.parametrize("action", [0, (0, 0), (0, 4), (-1, 2), 17, -1, "pass", 1.0])
def test_what_may_not_be_played_is_an_assertion_error_and_changes_nothing(action: Any) -> None:
    engine = GoEngine(4)
    engine.step(0)
    before = engine.get_board_state()
    with pytest.raises(AssertionError):
        engine.step(action)
    np.testing.assert_array_equal(engine.get_board_state(), before)
    assert engine.action_history == [0]


@pytest.mark.parametrize(
    ("komi", "moves", "winner"),
    [(7.5, [5, PASS], govars.BLACK), (7.5, [PASS, PASS], govars.WHITE), (0, [PASS, PASS], govars.NOONE)],
)
def test_the_winner_is_named_when_the_game_is_over(komi: float, moves: list[Any], winner: int) -> None:
    engine = GoEngine(4, komi)
    for move in moves[:-1]:
        engine.step(move)
        assert (engine.game_ended(), engine.winner()) == (False, govars.NOONE)
    while not engine.game_ended():
        engine.step(PASS)
    assert engine.winner() == winner
    assert not engine.valid_moves().any()
    assert not engine.advanced_valid_moves().any()
    with pytest.raises(AssertionError, match="game is over"):
        engine.uniform_random_action()
    with pytest.raises(AssertionError, match="game is over"):
        engine.step(3)


def test_areas_are_counted_without_komi() -> None:
    engine = GoEngine(4)
    engine.step(5)
    assert engine.areas() == (16, 0)
    assert engine.winning() == 1


def test_the_same_seed_plays_the_same_random_game() -> None:
    def game() -> list[int]:
        np.random.seed(3)  # noqa: NPY002
        engine = GoEngine(5)
        for _ in range(30):
            if not engine.game_ended():
                engine.step(engine.uniform_random_action())
        return engine.action_history

    assert game() == game()


def test_symmetries_are_the_eight() -> None:
    engine = GoEngine(4)
    engine.step(1)
    symmetries = engine.all_symmetries()
    assert len({one.tobytes() for one in symmetries}) == 8
    for one, other in zip(symmetries, GoEngine.array_symmetries(engine.get_board_state()), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"board_size": 1}, "board size must be 2 to 19"),
        ({"record_step": 0}, "record_step must be 1 or more"),
        ({"state_format": "mixed"}, "'separated' or 'merged', not 'mixed'"),
    ],
)
def test_bad_settings_get_a_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GoEngine(**settings)

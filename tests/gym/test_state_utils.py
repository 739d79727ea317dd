"""The readable functions and the compiled ones: the same states from the same moves."""

from __future__ import annotations

import numpy as np
import pytest

from clevergo.gym import gogame, govars, state_utils

State = gogame.State


def played(state: State, action: int) -> State:
    """The state after a stone, made as the module says a move is played."""
    after = state.copy()
    player, point = gogame.turn(state), divmod(action, state.shape[-1])
    after[(player, *point)] = 1
    near, surrounded = state_utils.adj_data(after, point, player)
    killed = state_utils.update_pieces(after, near, player)
    is_ko = surrounded and len(killed) == 1 and len(killed[0]) == 1
    after[govars.PASS_CHNL] = 0
    after[govars.INVD_CHNL] = state_utils.compute_invalid_moves(after, player, killed[0][0] if is_ko else None)
    state_utils.set_turn(after)
    return after


def passed(state: State) -> State:
    """The state after a pass."""
    after = state.copy()
    after[govars.DONE_CHNL] = gogame.prev_player_passed(state)
    after[govars.PASS_CHNL] = 1
    after[govars.INVD_CHNL] = state_utils.compute_invalid_moves(after, gogame.turn(state))
    state_utils.set_turn(after)
    return after


@pytest.mark.parametrize(("size", "games"), [(2, 30), (3, 30), (5, 12), (9, 3), (13, 1)])
def test_random_games_are_those_of_the_compiled_functions(size: int, games: int, rng: np.random.Generator) -> None:
    for _ in range(games):
        state = gogame.init_state(size)
        for _ in range(2 * size * size):
            valid = gogame.valid_moves(state)
            valid[-1] *= 0.02 if valid.sum() > 1 else 1
            if not valid.any():
                break
            action = gogame.random_weighted_action(valid, rng)
            after = gogame.next_state(state, action)
            np.testing.assert_array_equal(passed(state) if action == size * size else played(state, action), after)
            state = after


def random_states(count: int, size: int, rng: np.random.Generator) -> State:
    states = gogame.batch_init_state(count, size)
    for index in range(count):
        for _ in range(int(rng.integers(2 * size * size))):
            valid = gogame.valid_moves(states[index])
            if valid[:-1].any():
                valid[-1] = 0
                states[index] = gogame.next_state(states[index], gogame.random_weighted_action(valid, rng))
    return states


def test_batches_do_what_single_states_do(rng: np.random.Generator) -> None:
    states = random_states(30, 5, rng)
    players = gogame.batch_turn(states)
    moves = rng.integers(5, size=(30, 2))
    near, surrounded = state_utils.batch_adj_data(states, moves, players)
    for index, state in enumerate(states):
        one_near, one_surrounded = state_utils.adj_data(state, moves[index], players[index])
        np.testing.assert_array_equal(near[index], one_near)
        assert surrounded[index] == one_surrounded
    kos = [None if index % 2 else moves[index] for index in range(30)]
    np.testing.assert_array_equal(
        state_utils.batch_compute_invalid_moves(states, players, kos),
        [state_utils.compute_invalid_moves(*row) for row in zip(states, players, kos, strict=True)],
    )
    turned = states.copy()
    state_utils.batch_set_turn(turned)
    assert gogame.batch_turn(turned).tolist() == (1 - players).tolist()


def test_chains_are_taken_from_those_states_in_which_a_stone_was_played() -> None:
    """Black's stone at (0, 2) takes two chains; in the second state nobody has played."""
    state = gogame.init_state(4)
    state[govars.BLACK] = [[0, 0, 1, 0], [1, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0]]
    state[govars.WHITE] = [[1, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    both = np.stack([state, state])
    near, _ = state_utils.batch_adj_data(both[:1], [(0, 2)], [govars.BLACK])
    [killed] = state_utils.batch_update_pieces(np.array([0]), both, near, np.array([govars.BLACK]))
    assert sorted(points.tolist() for points in killed) == [[[0, 0], [0, 1]], [[0, 3]], [[1, 2]]]
    assert not both[0, govars.WHITE].any()
    np.testing.assert_array_equal(both[1], state)


@pytest.mark.parametrize(
    ("point", "neighbors"),
    [((0, 0), [(0, 1), (1, 0)]), ((2, 1), [(1, 1), (2, 0), (2, 2)]), ((1, 1), [(0, 1), (1, 0), (1, 2), (2, 1)])],
)
def test_neighbors_are_those_on_the_board(point: tuple[int, int], neighbors: list[tuple[int, int]]) -> None:
    near, surrounded = state_utils.adj_data(gogame.init_state(3), point, govars.BLACK)
    assert sorted(map(tuple, near.tolist())) == neighbors
    assert not surrounded

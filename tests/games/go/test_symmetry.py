"""The eight symmetries form a group, and planes, policies and moves go through them together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clevergo.games.game import NUM_SYMMETRIES, turned
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from tests.games.turning import turned_action, turned_policy

SYMMETRIES = st.integers(0, NUM_SYMMETRIES - 1)
SIZES = st.integers(2, 19)


def numbered(size: int) -> np.ndarray:
    return np.arange(size * size).reshape(size, size)


@pytest.mark.parametrize(
    ("k", "expected"),
    [
        (0, [[0, 1], [2, 3]]),
        (1, [[1, 0], [3, 2]]),
        (2, [[2, 3], [0, 1]]),
        (3, [[3, 2], [1, 0]]),
        (4, [[1, 3], [0, 2]]),
        (7, [[2, 0], [3, 1]]),
    ],
)
def test_each_bit_mirrors_or_turns_as_described(k: int, expected: list[list[int]]) -> None:
    assert turned(numbered(2), k).tolist() == expected


def test_the_eight_are_different() -> None:
    assert len({turned(numbered(3), k).tobytes() for k in range(8)}) == 8


@given(k=SYMMETRIES, size=SIZES)
def test_each_is_undone_by_one_of_the_eight(k: int, size: int) -> None:
    planes = np.arange(2 * 3 * size * size).reshape(2, 3, size, size)
    there = turned(planes, k)
    assert any(np.array_equal(turned(there, back), planes) for back in range(NUM_SYMMETRIES))


@given(first=SYMMETRIES, second=SYMMETRIES, size=SIZES)
def test_two_in_a_row_are_one_of_the_eight(first: int, second: int, size: int) -> None:
    both = turned(turned(numbered(size), first), second)
    ones = [turned(numbered(size), k) for k in range(8)]
    assert any(np.array_equal(both, one) for one in ones)


@given(k=SYMMETRIES, size=SIZES, data=st.data())
def test_planes_policies_and_actions_move_together(k: int, size: int, data: st.DataObject) -> None:
    action = data.draw(st.integers(0, size * size - 1))
    plane = (np.arange(size * size) == action).reshape(size, size).astype(np.float32)
    policy = np.append(plane.ravel(), np.float32(7))
    moved = turned_action(action, size, k)
    assert turned(plane, k).ravel()[moved] == 1
    moved_policy = turned_policy(policy, k)
    assert moved_policy.dtype == np.float32
    assert moved_policy[moved] == 1
    assert moved_policy[-1] == 7


@given(k=SYMMETRIES, size=SIZES)
def test_the_pass_stays(k: int, size: int) -> None:
    assert turned_action(size * size, size, k) == size * size


@given(k=SYMMETRIES, seed=st.integers(0, 1000))
def test_a_game_and_its_mirror_image_allow_the_same_moves(k: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    plain = mirrored = Position.initial(Ruleset(5))
    for _ in range(30):
        if plain.is_over:
            break
        action = int(rng.choice(np.flatnonzero(plain.legal_moves)))
        plain = plain.play(action)
        mirrored = mirrored.play(turned_action(action, 5, k))
    np.testing.assert_array_equal(turned(plain.stones, k), mirrored.stones)
    np.testing.assert_array_equal(turned_policy(plain.legal_moves, k), mirrored.legal_moves)

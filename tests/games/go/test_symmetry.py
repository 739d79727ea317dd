"""The eight symmetries form a group, and planes, policies and moves go through them together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clevergo.games.go import symmetry
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset

SYMMETRIES = st.integers(0, symmetry.NUM_SYMMETRIES - 1)
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
    assert symmetry.transform_planes(numbered(2), k).tolist() == expected


def test_the_eight_are_different() -> None:
    assert len({symmetry.transform_planes(numbered(3), k).tobytes() for k in range(8)}) == 8


@given(k=SYMMETRIES, size=SIZES)
def test_the_inverse_undoes_planes_and_policies(k: int, size: int) -> None:
    planes = np.arange(2 * 3 * size * size).reshape(2, 3, size, size)
    there = symmetry.transform_planes(planes, k)
    np.testing.assert_array_equal(symmetry.transform_planes(there, symmetry.inverse(k)), planes)
    policy = np.arange(4 * (size * size + 1)).reshape(4, -1)
    there = symmetry.transform_policy(policy, k)
    np.testing.assert_array_equal(symmetry.transform_policy(there, symmetry.inverse(k)), policy)


@given(first=SYMMETRIES, second=SYMMETRIES, size=SIZES)
def test_two_in_a_row_are_one_of_the_eight(first: int, second: int, size: int) -> None:
    both = symmetry.transform_planes(symmetry.transform_planes(numbered(size), first), second)
    ones = [symmetry.transform_planes(numbered(size), k) for k in range(8)]
    assert any(np.array_equal(both, one) for one in ones)


@given(k=SYMMETRIES, size=SIZES, data=st.data())
def test_planes_policies_and_actions_move_together(k: int, size: int, data: st.DataObject) -> None:
    action = data.draw(st.integers(0, size * size - 1))
    plane = (np.arange(size * size) == action).reshape(size, size).astype(np.float32)
    policy = np.append(plane.ravel(), np.float32(7))
    moved = symmetry.transform_action(action, size, k)
    assert symmetry.transform_planes(plane, k).ravel()[moved] == 1
    moved_policy = symmetry.transform_policy(policy, k)
    assert moved_policy.dtype == np.float32
    assert moved_policy[moved] == 1
    assert moved_policy[-1] == 7


@given(k=SYMMETRIES, size=SIZES)
def test_the_pass_stays(k: int, size: int) -> None:
    assert symmetry.transform_action(size * size, size, k) == size * size


@given(k=SYMMETRIES, seed=st.integers(0, 1000))
def test_a_game_and_its_mirror_image_allow_the_same_moves(k: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    plain = mirrored = Position.initial(Ruleset(5))
    for _ in range(30):
        if plain.is_over:
            break
        action = int(rng.choice(np.flatnonzero(plain.legal_moves)))
        plain = plain.play(action)
        mirrored = mirrored.play(symmetry.transform_action(action, 5, k))
    np.testing.assert_array_equal(symmetry.transform_planes(plain.stones, k), mirrored.stones)
    np.testing.assert_array_equal(symmetry.transform_policy(plain.legal_moves, k), mirrored.legal_moves)


def test_wrong_shapes_and_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="0 to 7"):
        symmetry.transform_planes(numbered(3), 8)
    with pytest.raises(ValueError, match="0 to 7"):
        symmetry.inverse(-1)
    with pytest.raises(ValueError, match="planes"):
        symmetry.transform_planes(np.zeros((3, 4)), 0)
    with pytest.raises(ValueError, match="policy"):
        symmetry.transform_policy(np.zeros(81), 0)
    with pytest.raises(ValueError, match="9x9"):
        symmetry.transform_action(82, 9, 0)

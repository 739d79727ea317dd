"""The environment of many boards says of each what that of one board says, in every way of beginning anew."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from clevergo.gym.actions import GameOverError, IllegalActionError
from clevergo.gym.envs.vector import BoardVectorEnv
from clevergo.problem import BadValueError

GO, FIVE = "CleverGo/Go-v0", "CleverGo/FiveInARow-v0"
KINDS: list[tuple[str, dict[str, Any]]] = [
    (GO, {"size": 4, "komi": 0.5}),
    (GO, {"size": 5, "reward_method": "heuristic", "observation": "features", "ko": "positional"}),
    (FIVE, {"size": 6, "row": 3}),
    (FIVE, {"size": 7, "row": 5, "rule": "renju", "observation": "features"}),
]
COUNT = 5


def make(name: str, count: int = COUNT, **options: Any) -> BoardVectorEnv:
    env: Any = gymnasium.make_vec(name, num_envs=count, **options)
    assert isinstance(env, BoardVectorEnv)
    return env


def same(one: Any, other: Any) -> bool:
    """Whether two observations, infos or the like say the same; object arrays are compared item by item."""
    if isinstance(one, dict):
        return set(one) == set(other) and all(same(one[key], other[key]) for key in one)
    if one.dtype == object:
        return all((a is None) == (b is None) and (a is None or same(a, b)) for a, b in zip(one, other, strict=True))
    return bool(np.array_equal(one, other))


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(("name", "options"), KINDS)
def test_each_ply_is_that_of_single_environments(name: str, options: dict[str, Any], mode: AutoresetMode) -> None:
    """Gymnasium's own vector of single environments is the measure, infos and endings included."""
    many = make(name, autoreset_mode=mode, **options)
    single = SyncVectorEnv([lambda: gymnasium.make(name, **options) for _ in range(COUNT)], autoreset_mode=mode)
    assert many.single_action_space == single.single_action_space
    assert many.observation_space == single.observation_space
    planes, infos = many.reset(seed=1)
    other_planes, other_infos = single.reset(seed=1)
    ended = 0
    for _ in range(250):
        assert same(planes, other_planes)
        assert same(infos, other_infos)
        actions = many.uniform_random_actions()
        planes, rewards, terminated, truncated, infos = many.step(actions)
        other_planes, *others, other_infos = single.step(actions)
        for mine, theirs in zip((rewards, terminated, truncated), others, strict=True):
            assert (mine.dtype, mine.tolist()) == (theirs.dtype, theirs.tolist())
        ended += int((terminated | truncated).sum())
    assert ended > COUNT


def test_without_autoreset_games_that_are_over_wait_for_their_reset() -> None:
    env = make(GO, size=5, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1)
    passes = np.array([25, 3, 25, 4, 5])
    env.step(passes)
    _, _, terminated, _, _ = env.step(np.array([25, 6, 25, 7, 8]))
    assert terminated.tolist() == [True, False, True, False, False]
    with pytest.raises(GameOverError, match=r"reset\(\)"):
        env.step(np.array([0, 9, 0, 9, 9]))
    _, infos = env.reset(options={"reset_mask": terminated})
    assert infos["_action_mask"].tolist() == terminated.tolist()
    planes = env.step(np.array([0, 9, 0, 10, 9]))[0]
    assert planes[:, :2].sum(axis=(1, 2, 3)).tolist() == [1, 3, 1, 3, 3]


def test_a_mode_may_be_told_by_its_name() -> None:
    assert make(FIVE, autoreset_mode="SameStep").metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert make(FIVE).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def test_one_illegal_action_keeps_all_boards_as_they_were() -> None:
    env = make(GO, size=5)
    before = env.reset(seed=1)[0]
    env.step(np.full(COUNT, 7))
    with pytest.raises(IllegalActionError, match="stone"):
        env.step(np.array([1, 2, 7, 3, 4]))
    planes = env.step(np.full(COUNT, 8))[0]
    assert (planes[:, :2].sum(axis=(1, 2, 3)) == 2).all()
    assert before[:, :2].sum() == 0


@pytest.mark.parametrize("actions", [[1, 2], np.zeros((COUNT, 1), int), np.zeros(COUNT), "moves", 3])
def test_actions_of_another_shape_are_refused(actions: Any) -> None:
    env = make(GO, size=5)
    env.reset()
    with pytest.raises(BadValueError, match="an action for each board"):
        env.step(actions)


def test_what_is_no_action_is_refused() -> None:
    env = make(GO, size=5)
    env.reset()
    with pytest.raises(BadValueError, match="from 0 to 25"):
        env.step(np.array([1, 2, 3, 26, 4]))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"count": 0}, "num_envs"),
        ({"autoreset_mode": "never"}, "NextStep, SameStep, Disabled"),
        ({"size": 1}, "2 to 19"),
        ({"render_mode": "human"}, "ansi, rgb_array"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadValueError, match=said):
        make(GO, **options)


@pytest.mark.parametrize("mask", [np.zeros(COUNT, bool), np.ones(3, bool), np.ones(COUNT, int)])
def test_a_reset_mask_that_makes_no_sense_is_refused(mask: Any) -> None:
    env = make(GO, size=5)
    with pytest.raises(BadValueError, match="reset_mask"):
        env.reset(options={"reset_mask": mask})


def test_a_seed_decides_on_all_games_and_each_is_another() -> None:
    def game(seed: int) -> list[list[int]]:
        env = make(GO, size=7)
        env.reset(seed=seed, options={"random_moves": 6})
        rows = []
        for _ in range(20):
            rows.append(env.uniform_random_actions().tolist())
            env.step(np.array(rows[-1]))
        return rows

    assert game(1) == game(1) != game(2)
    assert len({tuple(row) for row in zip(*game(1), strict=True)}) == COUNT


def test_thousands_of_boards_play_on_as_one() -> None:
    env = make(GO, 3000, size=9)
    planes, _ = env.reset(seed=1)
    ended = 0
    for _ in range(120):
        planes, rewards, terminated, truncated, infos = env.step(env.uniform_random_actions())
        assert (rewards[~terminated & ~truncated] == 0).all()
        ended += int(terminated.sum())
    assert planes.shape == (3000, 6, 9, 9)
    assert (infos["action_mask"].sum(axis=1) > 0).tolist() == (~(terminated | truncated)).tolist()
    assert ended > 0


def test_what_was_returned_stays_as_it_was() -> None:
    env = make(GO, size=5)
    planes, infos = env.reset()
    kept = planes.copy(), infos["action_mask"].copy()
    env.step(np.arange(COUNT))
    assert np.array_equal(planes, kept[0])
    assert np.array_equal(infos["action_mask"], kept[1])


@pytest.mark.parametrize("actions", [[[1], [2, 3]], [2**64, 0], [True, False], [1.0, 2.0], 3, [1, 2, 3]], ids=str)
def test_what_is_no_row_of_actions_is_refused_in_a_sentence(actions: Any) -> None:
    envs = make(GO, 2, size=5)
    envs.reset()
    with pytest.raises(BadValueError, match="a row of 2 whole numbers"):
        envs.step(actions)

"""The environments of two agents: what PettingZoo asks of them, who wins what, and what each agent sees."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from clevergo.gym import five_in_a_row_v0, go_v0
from clevergo.gym.actions import IllegalActionError, NoSuchActionError
from clevergo.gym.envs.agents import BLACK, WHITE
from clevergo.problem import BadValueError
from tests.patience import PATIENCE

KINDS: list[tuple[ModuleType, dict[str, Any]]] = [
    (go_v0, {"size": 2, "komi": 0.5}),
    (go_v0, {"size": 5, "komi": 0, "ko": "simple"}),
    (go_v0, {"size": 9, "handicap": 2}),
    (go_v0, {"size": 19}),
    (five_in_a_row_v0, {"size": 6, "row": 3}),
    (five_in_a_row_v0, {"size": 15, "rule": "renju"}),
    (five_in_a_row_v0, {"size": 20}),
]


@pytest.fixture(autouse=True)
def _quietly() -> Any:
    """PettingZoo's tests say much that is no fault; what is one is an AssertionError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("module", "options"), KINDS)
def test_pettingzoos_api_test_passes(module: ModuleType, options: dict[str, Any]) -> None:
    from pettingzoo.test import api_test

    api_test(module.env(**options), num_cycles=300)
    api_test(module.raw_env(**options), num_cycles=100)


@pytest.mark.parametrize(("module", "options"), KINDS)
def test_pettingzoos_seed_test_passes(module: ModuleType, options: dict[str, Any]) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: module.env(**options), num_cycles=50)


@pytest.mark.parametrize(("module", "options"), KINDS)
def test_pettingzoos_render_test_passes(module: ModuleType, options: dict[str, Any]) -> None:
    from pettingzoo.test import render_test

    render_test(lambda render_mode: module.env(render_mode=render_mode, **options))


def play(env: Any, actions: list[Any]) -> dict[str, float]:
    """Play a game to its end; what each agent has got in all."""
    env.reset(seed=1)
    moves, got = iter(actions), {BLACK: 0.0, WHITE: 0.0}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        env.step(None if terminated or truncated else next(moves))
    return got


def test_who_wins_gets_one_and_who_loses_minus_one() -> None:
    assert play(go_v0.env(size=5), [12, 25, 25]) == {BLACK: 1.0, WHITE: -1.0}
    assert play(go_v0.env(size=5), [25, 25]) == {BLACK: -1.0, WHITE: 1.0}
    three = five_in_a_row_v0.env(size=6, row=3)
    assert play(three, [30, 0, 31, 1, 35, 2]) == {BLACK: -1.0, WHITE: 1.0}


def test_none_is_no_pass_while_the_game_goes_on() -> None:
    raw = go_v0.raw_env(size=5)
    raw.reset()
    with pytest.raises(NoSuchActionError, match="no action None on a 5x5 board"):
        raw.step(None)
    assert raw.agent_selection == BLACK


@pytest.mark.parametrize("make", [go_v0.env, go_v0.raw_env])
def test_an_action_may_be_a_row_and_a_column_a_list_or_an_array(make: Any) -> None:
    env = make(size=5)
    env.reset()
    for action in [(2, 2), [1, 1], np.array([0, 3]), np.array(4), [5], np.int32(6 + 5)]:
        env.step(action)
    stones = env.unwrapped.position.stones
    assert np.flatnonzero(stones).tolist() == [3, 4, 5, 6, 11, 12]
    assert stones[2, 2] == 1
    for action in [(5, 0), 2.0, True, "pass", [1, 2, 3]]:
        with pytest.raises(NoSuchActionError, match="on a 5x5 board"):
            env.step(action)


def test_what_pettingzoo_refuses_is_left_to_it() -> None:
    env = go_v0.env(size=5)
    assert str(env) == "go_v0"
    env.reset()
    for action in [26, -1, None]:
        with pytest.raises(AssertionError, match="not in action space"):
            env.step(action)
    assert play(env, [(2, 2), (2, 2)]) == {BLACK: 0.0, WHITE: -1.0}


def test_a_draw_is_a_draw() -> None:
    assert play(go_v0.env(size=5, komi=0), [25, 25]) == {BLACK: 0.0, WHITE: 0.0}


def test_an_illegal_move_loses_at_once_and_in_the_raw_environment_is_an_error() -> None:
    assert play(go_v0.env(size=5), [12, 12]) == {BLACK: 0.0, WHITE: -1.0}
    raw = go_v0.raw_env(size=5)
    raw.reset()
    raw.step(12)
    with pytest.raises(IllegalActionError, match="stone"):
        raw.step(12)


def test_a_game_that_is_too_long_is_cut_off_and_counted() -> None:
    env = go_v0.env(size=5, max_plies=2)
    assert play(env, [12, 25]) == {BLACK: 1.0, WHITE: -1.0}
    env.reset()
    env.step(12)
    env.step(25)
    assert env.last()[2:4] == (False, True)


def test_plane_0_holds_ones_own_stones_and_plane_1_the_others() -> None:
    env = go_v0.env(size=5)
    env.reset()
    boards = [np.zeros((5, 5), int)]
    for ply, action in enumerate([12, 6, 13, 25, 7]):
        env.step(action)
        board = boards[0].copy()
        if action < 25:
            board.flat[action] = 1 + ply % 2
        boards.insert(0, board)
        for agent, color in ((BLACK, 1), (WHITE, 2)):
            planes = env.observe(agent)["observation"]
            for age, then in enumerate(boards):
                assert np.array_equal(planes[..., 2 * age], then == color)
                assert np.array_equal(planes[..., 2 * age + 1], then == 3 - color)
            assert (planes[..., 16] == (agent == BLACK)).all()


def test_only_the_agent_whose_turn_it_is_has_legal_moves() -> None:
    env = go_v0.env(size=5)
    env.reset()
    env.step(12)
    assert env.agent_selection == WHITE
    assert env.observe(BLACK)["action_mask"].sum() == 0
    mask = env.observe(WHITE)["action_mask"]
    assert (mask.sum(), mask[12]) == (25, 0)


def test_a_game_may_begin_with_moves_and_other_options_are_left_alone() -> None:
    env = go_v0.env(size=5)
    env.reset(seed=1, options={"moves": [12, 13, 25], "somebody_elses": 1})
    assert env.agent_selection == WHITE
    assert env.observe(BLACK)["observation"][..., :2].sum() == 2


def test_with_handicap_white_moves_first() -> None:
    env = go_v0.env(size=9, handicap=3)
    env.reset()
    assert env.agent_selection == WHITE


def test_each_environment_has_a_size_of_its_own() -> None:
    small, large = go_v0.env(size=5), go_v0.env(size=13)
    small.reset()
    large.reset()
    small.step(24)
    large.step(168)
    assert small.last()[0]["observation"].shape == (5, 5, 17)
    assert large.last()[0]["observation"].shape == (13, 13, 17)


def test_what_cannot_be_made_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadValueError, match="2 to 19"):
        go_v0.env(size=25)
    with pytest.raises(BadValueError, match="ansi, rgb_array, human"):
        five_in_a_row_v0.env(render_mode="pixels")


def test_pettingzoo_does_not_choose_the_sound_of_whoever_imports_it_through_us() -> None:
    code = (
        "import os, sys\nfrom clevergo.gym import go_v0, five_in_a_row_v0\n"
        "assert 'pettingzoo' in sys.modules and 'pygame' not in sys.modules\n"
        "env = go_v0.env(size=5)\nenv.reset()\nenv.step(3)\n"
        "assert not [name for name in os.environ if name.startswith('SDL_')] and 'pygame' not in sys.modules"
    )
    plain = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env=plain,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_sound_that_somebody_chose_stays_chosen() -> None:
    assert os.environ["SDL_AUDIODRIVER"] == "dummy", "tests/conftest.py has said so before anything was imported"


def test_where_pettingzoo_is_missing_it_says_what_to_install() -> None:
    code = "import sys\nsys.modules['pettingzoo'] = None\nfrom clevergo.gym import go_v0"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert 'pip install ".[gym]"' in done.stderr.splitlines()[-1]

"""The environments of one board: what Gymnasium asks of them, and that they play by the games' own rules."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from clevergo.games.color import Color
from clevergo.games.game import position_after
from clevergo.games.guests import game_named
from clevergo.gym import gogame, govars
from clevergo.gym.actions import GameOverError, IllegalActionError
from clevergo.gym.envs.single import BoardEnv, GoEnv
from clevergo.gym.registration import register_environments
from clevergo.problem import BadValueError
from tests.patience import PATIENCE

GO, FIVE = "CleverGo/Go-v0", "CleverGo/FiveInARow-v0"
KINDS: list[tuple[str, dict[str, Any]]] = [
    (GO, {"size": 2}),
    (GO, {"size": 5, "komi": 1.5, "reward_method": "heuristic"}),
    (GO, {"size": 9, "observation": "history", "ko": "positional"}),
    (GO, {"size": 9, "observation": "features", "komi": 7.5, "handicap": 3}),
    (GO, {"size": 19}),
    (FIVE, {"size": 6, "row": 3}),
    (FIVE, {"size": 9, "observation": "features", "rule": "standard"}),
    (FIVE, {"size": 15, "rule": "renju"}),
    (FIVE, {"size": 20}),
]


def make(name: str, **options: Any) -> BoardEnv:
    """The environment itself, without what Gymnasium puts around it."""
    env = gymnasium.make(name, **options).unwrapped
    assert isinstance(env, BoardEnv)
    return env


def playing(env: BoardEnv, seed: int, most: int = 400) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """A random game: each action, and what the step returned."""
    env.reset(seed=seed)
    for _ in range(most):
        action = env.uniform_random_action()
        step = env.step(action)
        yield action, step
        if step[2] or step[3]:
            return


def test_importing_makes_them_known_and_loads_nothing_heavy() -> None:
    code = (
        "import sys, gymnasium, clevergo.gym\n"
        "assert {'CleverGo/Go-v0', 'CleverGo/FiveInARow-v0'} <= set(gymnasium.registry)\n"
        "from clevergo.gym.actions import GameOverError, IllegalActionError, NoSuchActionError, BadValueError\n"
        "assert not {'pygame', 'paddle', 'numba', 'scipy', 'pettingzoo'} & set(sys.modules)\n"
        "env = gymnasium.make('CleverGo/Go-v0', size=7, komi=0, reward_method='real')\n"
        "assert 'numba' not in sys.modules\n"
        "env.reset(seed=1), env.step(24)\n"
        "assert not {'pygame', 'paddle', 'pettingzoo'} & set(sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_without_gymnasium_the_functions_are_there_all_the_same() -> None:
    code = "import sys\nsys.modules['gymnasium'] = None\nfrom clevergo.gym import gogame\ngogame.init_state(5)"
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], timeout=PATIENCE, check=False)
    assert done.returncode == 0


def test_importing_again_registers_nothing_twice() -> None:
    before = gymnasium.registry[GO]
    register_environments()
    assert gymnasium.registry[GO] is before


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_gymnasiums_own_checks_pass(name: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(name, **options).unwrapped
    env.action_space.seed(1)  # it draws without the mask: one time in twenty a point with a handicap stone on it
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_what_is_seen_lies_in_the_spaces_until_the_end(name: str, options: dict[str, Any]) -> None:
    env = make(name, **options)
    for action, (planes, reward, _, _, info) in playing(env, seed=2):
        assert env.action_space.contains(action)
        assert env.observation_space.contains(planes)
        assert isinstance(reward, float)
        assert (info["action_mask"].dtype, info["action_mask"].shape) == (np.int8, env.action_masks().shape)
        assert np.array_equal(info["invalid_moves"], 1 - info["action_mask"])


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_a_seed_decides_on_a_game_of_random_moves(name: str, options: dict[str, Any]) -> None:
    first, second = make(name, **options), make(name, **options)
    games = [[action for action, _ in playing(env, seed=seed)] for env in (first, second) for seed in (7, 8)]
    assert games[:2] == games[2:]
    assert games[0] != games[1]


@pytest.mark.parametrize(
    ("name", "game", "terms"),
    [
        (GO, "go", {"size": 5, "komi": 0.5, "ko": "simple"}),
        (GO, "go", {"size": 7, "komi": 7.5, "ko": "positional"}),
        (GO, "go", {"size": 4, "komi": 0.0, "ko": "situational"}),
        (FIVE, "five", {"size": 7, "row": 4, "rule": "freestyle"}),
        (FIVE, "five", {"size": 15, "row": 5, "rule": "renju"}),
    ],
)
def test_every_ply_is_what_the_games_own_position_says(name: str, game: str, terms: dict[str, Any]) -> None:
    env = make(name, **terms)
    position: Any = game_named(game).agree(terms)[0].first_position()
    pass_action = position.rules.pass_action
    for action, (planes, reward, terminated, truncated, info) in playing(env, seed=3):
        position = position.play(action)
        assert np.array_equal(info["action_mask"], position.legal_moves)
        assert np.array_equal(planes[govars.BLACK], position.stones == 1)
        assert np.array_equal(planes[govars.WHITE], position.stones == 2)
        assert (planes[govars.TURN_CHNL] == (position.to_play is Color.WHITE)).all()
        assert np.array_equal(planes[govars.INVD_CHNL].ravel() == 0, position.legal_moves[: planes[0].size])
        assert (planes[govars.PASS_CHNL] == (action == pass_action)).all()
        assert (planes[govars.DONE_CHNL] == position.is_over).all()
        assert (terminated or truncated) == position.is_over
        winner = position.outcome().winner if position.is_over else None
        assert reward == {Color.BLACK: 1.0, Color.WHITE: -1.0, None: 0.0}[winner]
        assert env.position.stones.tolist() == position.stones.tolist()


def test_gos_six_planes_are_those_of_gogame() -> None:
    env = make(GO, size=5)
    state: Any = gogame.init_state(5)
    for action, (planes, _, terminated, truncated, info) in playing(env, seed=5):
        if terminated or truncated:
            break
        state = gogame.next_state(state, action)
        assert np.array_equal(planes, state)
        assert np.array_equal(info["invalid_moves"], gogame.invalid_moves(state))
        assert (info["turn"], info["prev_player_passed"]) == (gogame.turn(state), gogame.prev_player_passed(state))


def test_the_heuristic_reward_is_blacks_lead_and_the_board_at_the_end() -> None:
    env = make(GO, size=5, komi=2.5, reward_method="heuristic")
    env.reset()
    assert env.step(12)[1] == 25 - 2.5
    assert env.step(None)[1] == 25 - 2.5
    assert env.step(None)[1:4] == (25.0, True, False)
    env.reset()
    env.step(None)
    assert env.step(None)[1] == -25.0, "komi alone has won"


def test_as_much_for_both_is_a_draw_by_either_reward() -> None:
    for method in ("real", "heuristic"):
        env = make(GO, size=5, komi=0, reward_method=method)
        env.reset()
        env.step(None)
        assert env.step(None)[1:4] == (0.0, True, False)


@pytest.mark.parametrize(
    "action", [11, np.int64(11), np.int8(11), (1, 4), [1, 4], np.array([1, 4]), np.array(11), [11]]
)
def test_an_action_may_be_written_in_many_ways(action: Any) -> None:
    env = make(GO, size=7)
    env.reset()
    assert env.step(action)[0][govars.BLACK, 1, 4] == 1


def test_none_is_a_pass_where_there_are_passes() -> None:
    env = make(GO, size=7)
    env.reset()
    assert env.step(None)[4]["prev_player_passed"]
    five = make(FIVE)
    five.reset()
    with pytest.raises(BadValueError, match="nobody passes"):
        five.step(None)


def test_after_the_end_every_move_is_invalid_and_a_step_says_what_to_do() -> None:
    env = make(GO, size=5)
    env.reset()
    env.step(None)
    planes, _, terminated, _, info = env.step(None)
    assert terminated
    assert not info["action_mask"].any()
    assert (info["invalid_moves"] == 1).all()
    assert (planes[[govars.INVD_CHNL, govars.DONE_CHNL]] == 1).all()
    for action in (0, None):
        with pytest.raises(GameOverError, match=r"reset\(\)"):
            env.step(action)
    with pytest.raises(BadValueError, match=r"reset\(\)"):
        env.uniform_random_action()


def test_an_illegal_move_is_refused_with_its_reason_and_changes_nothing() -> None:
    env = make(GO, size=5)
    env.reset()
    before = env.step(7)[0].copy()
    with pytest.raises(IllegalActionError, match=r"there is a stone on it; .*action_mask"):
        env.step(7)
    assert np.array_equal(env.step(8)[0][govars.BLACK], before[govars.BLACK])


def test_code_that_catches_gymgos_assertions_goes_on_working() -> None:
    env = make(GO, size=5)
    env.reset(options={"moves": [7]})
    for action in (7, 26, (9, 9)):
        with pytest.raises(AssertionError):
            env.step(action)


@pytest.mark.parametrize("action", [26, -1, (5, 0), (0, -1), 1.0, "a", (1, 2, 3), [[1, 2]], True])
def test_what_is_no_action_is_refused_with_what_would_be_one(action: Any) -> None:
    env = make(GO, size=5)
    env.reset()
    with pytest.raises(BadValueError, match=r"from 0 to 25, or \(row, col\)"):
        env.step(action)


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        (GO, {"size": 1}, "2 to 19"),
        (GO, {"size": 20}, "2 to 19"),
        (GO, {"size": 9.5}, "size must be a whole number"),
        (GO, {"size": "9"}, "size must be a whole number"),
        (GO, {"komi": 0.25}, "whole or half number"),
        (GO, {"komi": "much"}, "komi must be a number"),
        (GO, {"komi": float("nan")}, "komi"),
        (GO, {"reward_method": "fair"}, "real, heuristic"),
        (GO, {"ko": "never"}, "positional, situational, simple"),
        (GO, {"handicap": 10}, "handicap"),
        (GO, {"size": 5, "handicap": 4}, "handicap"),
        (GO, {"size": 8, "handicap": 5}, "handicap"),
        (GO, {"observation": "pixels"}, "board, history, features"),
        (GO, {"max_plies": 1}, "2 to 722"),
        (FIVE, {"size": 5}, "6 to 20"),
        (FIVE, {"row": 2}, "3 to 6"),
        (FIVE, {"rule": "swap"}, "freestyle, standard, renju"),
        (FIVE, {"rule": "renju", "row": 4}, "renju"),
        (FIVE, {"reward_method": "heuristic"}, "real"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_sentence(name: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadValueError, match=said):
        gymnasium.make(name, **options)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"komi": 3}, "moves, random_moves"),
        ({"moves": 3}, "list of actions"),
        ({"moves": [99]}, "from 0 to 25"),
        ({"moves": [3, 3]}, "there is a stone on it"),
        ({"moves": [None, None]}, "over after these moves"),
        ({"random_moves": -1}, "0 to 6"),
        ({"random_moves": 7}, "0 to 6"),
        ({"random_moves": "some"}, "whole number"),
    ],
)
def test_what_a_game_cannot_begin_with_is_refused(options: dict[str, Any], said: str) -> None:
    env = make(GO, size=5)
    with pytest.raises(ValueError, match=said):
        env.reset(options=options)


def test_a_game_may_begin_with_moves_and_with_random_ones() -> None:
    env = make(GO, size=7)
    _, info = env.reset(seed=1, options={"moves": [24, (2, 2), None]})
    assert (info["turn"], info["prev_player_passed"]) == (govars.WHITE, True)
    rules = game_named("go").agree({"size": 7, "komi": 0.0, "ko": "simple"})[0]
    assert env.position.stones.tolist() == position_after(rules, [24, 16, 49]).stones.tolist()
    boards = []
    for seed in (1, 1, 2):
        planes, _ = env.reset(seed=seed, options={"random_moves": 10})
        assert env.position.ply == 10
        boards.append(planes.tolist())
    assert boards[0] == boards[1] != boards[2]
    assert env.reset()[0][: govars.TURN_CHNL].sum() == 0, "the next game begins as usual"


def test_a_random_beginning_never_ends_the_game() -> None:
    env = make(FIVE, size=6, row=3)
    for seed in range(30):
        env.reset(seed=seed, options={"random_moves": 9})
        assert not env.position.is_over


def test_random_moves_that_always_end_the_game_are_refused() -> None:
    env = GoEnv(size=2, komi=0.5)
    with pytest.raises(BadValueError, match="over after these moves"):
        env.reset(options={"moves": [0, None, 1, None, 2, None], "random_moves": 1})
    assert not env.action_masks().any()
    with pytest.raises(GameOverError):
        env.step(3)
    env.reset()
    assert env.position.ply == 0


def test_handicap_stones_lie_before_white_begins() -> None:
    env = make(GO, size=9, handicap=4)
    planes, info = env.reset()
    assert (planes[govars.BLACK].sum(), info["turn"]) == (4, govars.WHITE)


def test_a_game_that_is_too_long_is_cut_off_and_counted() -> None:
    env = make(GO, size=5, max_plies=3, komi=0)
    env.reset()
    env.step(12)
    env.step(6)
    planes, reward, terminated, truncated, info = env.step(7)
    assert (reward, terminated, truncated) == (1.0, False, True)
    assert not info["action_mask"].any()
    assert (planes[govars.DONE_CHNL] == 1).all()


def test_a_row_wins_and_a_full_board_without_one_is_a_draw() -> None:
    env = make(FIVE, size=6, row=3)
    env.reset()
    for action in (0, 6, 1, 7):
        assert env.step(action)[1:4] == (0.0, False, False)
    assert env.step(2)[1:4] == (1.0, True, False)
    env = make(FIVE, size=6, row=5)
    rewards = [step[1] for seed in range(40) for _, step in playing(env, seed) if step[2]]
    assert set(rewards) == {1.0, 0.0, -1.0}


def test_what_was_returned_stays_as_it_was() -> None:
    env = make(GO, size=5)
    first, info = env.reset()
    kept = first.copy(), info["action_mask"].copy()
    env.step(3)
    assert np.array_equal(first, kept[0])
    assert np.array_equal(info["action_mask"], kept[1])
    info["action_mask"][:] = 0
    assert env.action_masks().sum() == 25, "what is given away is nobody's business"


def test_a_game_may_be_played_without_a_reset() -> None:
    env = GoEnv(size=5)
    assert env.action_masks().all()
    assert env.uniform_random_action() in range(26)
    env.step(12)
    assert env.position.stones[2, 2] == 1

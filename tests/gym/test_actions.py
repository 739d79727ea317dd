"""What is an action, and what is none, is the same wherever one is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from clevergo.gym import actions, go_v0
from clevergo.gym.engine import GoEngine
from clevergo.gym.envs.single import GoEnv as BoardEnv
from clevergo.gym.gymgo import GoEnv
from clevergo.problem import BadValueError

SIZE = 7


def gymgos_environment(action: Any) -> int:
    env = GoEnv(SIZE)
    env.step(action)
    return found(env.state()[0])


def engine(action: Any) -> int:
    game = GoEngine(SIZE)
    game.step(action)
    return found(game.current_state[0])


def gymnasiums_environment(action: Any) -> int:
    env = BoardEnv(SIZE)
    env.reset()
    return found(env.step(action)[0][0])


def beginning_of_a_game(action: Any) -> int:
    return found(BoardEnv(SIZE).reset(options={"moves": [action]})[0][0])


def two_agents(action: Any) -> int:
    env = go_v0.raw_env(SIZE)
    env.reset()
    env.step(action)
    return found(env.position.stones == 1)


def found(stones: Any) -> int:
    """Where the one stone lies; the pass if none does."""
    return int(np.flatnonzero(stones)[0]) if stones.any() else SIZE * SIZE


PLACES = [gymgos_environment, engine, gymnasiums_environment, beginning_of_a_game, two_agents]


@pytest.mark.parametrize("play", PLACES)
@pytest.mark.parametrize(
    ("action", "number"),
    [
        (11, 11),
        (np.uint8(11), 11),
        (np.array(11), 11),
        ([11], 11),
        (np.array([11]), 11),
        ((1, 4), 11),
        ([1, 4], 11),
        (np.array([1, 4], np.int8), 11),
        ((np.int64(1), np.array(4)), 11),
        (49, 49),
        ([49], 49),
    ],
    ids=repr,
)
def test_every_way_to_write_an_action_is_understood_everywhere(
    play: Callable[[Any], int], action: Any, number: int
) -> None:
    assert play(action) == number


@pytest.mark.parametrize("play", PLACES)
@pytest.mark.parametrize(
    "action",
    [
        -1,
        50,
        2**63,
        -(2**70),
        [2**63],
        (2**64, 0),
        (7, 0),
        (0, -1),
        (True, 1),
        True,
        np.True_,
        [[1], [2, 3]],
        [[1, 2]],
        np.array([[11]]),
        [],
        (1, 2, 3),
        1.0,
        np.float32(1),
        (1.0, 2),
        [None],
        "11",
        {1: 2},
        object,
    ],
    ids=str,
)
def test_what_is_no_action_is_refused_everywhere_in_one_sentence(play: Callable[[Any], int], action: Any) -> None:
    with pytest.raises(actions.NoSuchActionError, match=r"^there is no action .* on a 7x7 board: .* from 0 to 49,"):
        play(action)


def test_none_is_a_pass_but_where_each_agent_has_its_own_turn_to_end() -> None:
    for play in PLACES[:-1]:
        assert play(None) == 49
    with pytest.raises(actions.NoSuchActionError, match="no action None"):
        two_agents(None)


def test_an_agent_whose_game_is_over_gives_none() -> None:
    env = go_v0.raw_env(SIZE)
    env.reset()
    env.step(49)
    env.step(49)
    while env.agents:
        env.step(None)


def test_an_action_that_is_none_changes_nothing_and_the_game_goes_on() -> None:
    env = BoardEnv(SIZE)
    env.reset()
    env.step(3)
    with pytest.raises(actions.NoSuchActionError):
        env.step(2**63)
    assert found(env.step(4)[0][1]) == 4


@pytest.mark.parametrize("make", [GoEnv, GoEngine])
@pytest.mark.parametrize(
    ("size", "komi", "said"),
    [
        ("5", 0, "size must be a whole number, not 5"),
        (5.0, 0, "size must be a whole number, not 5.0"),
        (None, 0, "size must be a whole number"),
        (20, 0, "board size must be 2 to 19, not 20"),
        (5, "x", "komi must be a number, not x"),
        (5, None, "komi must be a number"),
        (5, float("nan"), "komi must be a number, not nan"),
        (5, 10**400, "komi must be a number"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_board_or_komi_there_is_not_gets_a_sentence(
    make: Callable[[Any, Any], Any], size: Any, komi: Any, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        make(size, komi)


def test_the_errors_are_those_that_are_raised() -> None:
    env = BoardEnv(SIZE)
    env.reset(options={"moves": [3]})
    with pytest.raises(actions.IllegalActionError, match="stone"):
        env.step(3)
    env.step(None)
    env.step(None)
    with pytest.raises(actions.GameOverError, match=r"reset\(\)"):
        env.step(4)
    assert actions.BadValueError is BadValueError

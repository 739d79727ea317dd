"""GoEnv: what GymGo's users know of it, in games of our own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.go.position import Position
from clevergo.gym import gogame, govars, gymgo
from clevergo.gym.actions import InvalidActionError, InvalidMoveError
from clevergo.gym.envs.rendering import Renderer
from clevergo.gym.gymgo import GoEnv
from tests.patience import PATIENCE

PASS = None


def played(env: GoEnv, *actions: Any) -> tuple[gogame.State, float, int, dict[str, Any]]:
    """What the last of the actions answered."""
    answers = [env.step(action) for action in actions]
    return answers[-1]


@pytest.mark.parametrize("name", ["gym_go:go-v0", "go-v0"])
def test_it_is_made_as_gym_made_it(name: str) -> None:
    env = gymgo.make(name, size=5, komi=2.5, reward_method="heuristic")
    assert isinstance(env, GoEnv)
    assert (env.size, env.komi, env.reward_method.value) == (5, 2.5, "heuristic")
    assert env.govars is govars
    assert env.gogame is gogame


def test_its_spaces_hold_what_is_given_and_what_is_seen() -> None:
    env = GoEnv(5)
    assert env.action_space.n == 26
    space = env.observation_space
    assert (space.shape, space.low.max(), space.high.min()) == ((6, 5, 5), 0, govars.NUM_CHNLS)
    assert space.contains(env.reset())
    assert space.contains(played(env, 3, PASS, PASS)[0])


def test_without_gymnasium_the_spaces_say_what_to_install_and_the_rest_plays() -> None:
    code = (
        "import sys\nsys.modules['gymnasium'] = None\nfrom clevergo.gym import gymgo\n"
        "env = gymgo.GoEnv(5)\nenv.step(3)\nprint('played')\nenv.action_space"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout == "played\n"
    assert 'Gymnasium is not installed: python -m pip install ".[gym]"' in done.stderr.splitlines()[-1]


def test_a_reset_gives_the_empty_board() -> None:
    env = GoEnv(5)
    played(env, 3, PASS, PASS)
    first = env.reset()
    np.testing.assert_array_equal(first, gogame.init_state(5))
    np.testing.assert_array_equal(env.state(), first)
    assert not env.game_ended()


@pytest.mark.parametrize(
    "action",
    [7, np.int64(7), np.array(7), (1, 2), [1, 2], np.array([1, 2]), (np.int32(1), np.int32(2))],
    ids=lambda action: f"{type(action).__name__} {action}",
)
def test_an_action_may_be_written_in_many_ways(action: Any) -> None:
    state, *_ = GoEnv(5).step(action)
    assert np.argwhere(state[govars.BLACK]).tolist() == [[1, 2]]


@pytest.mark.parametrize("action", [PASS, 25])
def test_a_pass_may_be_written_in_two_ways(action: int | None) -> None:
    env = GoEnv(5)
    state, _, done, info = env.step(action)
    assert info["prev_player_passed"]
    assert env.prev_player_passed()
    assert not done
    assert state[govars.PASS_CHNL].all()


@pytest.mark.parametrize(
    "action",
    [
        -1,
        26,
        (-1, 0),
        (0, 5),
        (5, 0),
        [],
        (1, 2, 3),
        2.0,
        "C3",
        True,
        (True, 1),
        (1.5, 2),
        np.zeros((2, 2), int),
        {1: 2},
    ],
    ids=repr,
)
def test_what_is_no_action_gets_a_sentence_that_says_what_is(action: Any) -> None:
    env = GoEnv(5)
    with pytest.raises(InvalidActionError, match=r"5x5 board: give a number from 0 to 25"):
        env.step(action)
    assert not env.state().any()


def occupied(env: GoEnv) -> None:
    played(env, 3, 3)


def suicide(env: GoEnv) -> None:
    played(env, (0, 1), PASS, (1, 0), (0, 0))


def ko(env: GoEnv) -> None:
    played(env, (0, 1), (0, 2), (1, 0), (1, 3), (2, 1), (2, 2), (1, 2), (1, 1), (1, 2))


def after_the_end(env: GoEnv) -> None:
    played(env, PASS, PASS, PASS)


@pytest.mark.parametrize("break_a_rule", [occupied, suicide, ko, after_the_end])
def test_a_move_the_rules_forbid_is_an_assertion_error_and_changes_nothing(
    break_a_rule: Callable[[GoEnv], None],
) -> None:
    env = GoEnv(5)
    with pytest.raises(AssertionError) as caught:
        break_a_rule(env)
    assert isinstance(caught.value, InvalidMoveError)
    assert str(caught.value).startswith(f"action {caught.value.action} is illegal: ")
    state = env.state()
    with pytest.raises(AssertionError):
        env.step(caught.value.action)
    np.testing.assert_array_equal(env.state(), state)


def test_the_answer_tells_turn_invalid_moves_and_passes() -> None:
    env = GoEnv(3)
    _, _, _, info = env.step(4)
    assert set(info) == {"turn", "invalid_moves", "prev_player_passed"}
    assert info["turn"] == env.turn() == govars.WHITE
    assert info["invalid_moves"].tolist() == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert not info["prev_player_passed"]
    np.testing.assert_array_equal(env.valid_moves(), 1 - info["invalid_moves"])


def test_states_given_away_may_be_written_to() -> None:
    env = GoEnv(5)
    for state in (env.reset(), env.step(3)[0], env.state(), env.canonical_state()):
        before = env.state()
        state[:] = 7
        np.testing.assert_array_equal(env.state(), before)


def test_the_canonical_state_has_the_movers_stones_first() -> None:
    env = GoEnv(5)
    env.step(3)
    assert env.canonical_state()[govars.WHITE].sum() == 1
    assert env.canonical_state()[govars.BLACK].sum() == 0
    env.step(4)
    np.testing.assert_array_equal(env.canonical_state(), env.state())


def test_children_are_those_of_the_state() -> None:
    env = GoEnv(4)
    played(env, 3, 6)
    for canonical in (False, True):
        children = env.children(canonical, padded=False)
        np.testing.assert_array_equal(children, gogame.children(env.state(), canonical, padded=False))
        assert len(children) == env.valid_moves().sum()
    assert len(env.children()) == 17


@pytest.mark.parametrize(
    ("method", "komi", "actions", "rewards"),
    [
        ("real", 0, [(0, 0), PASS, PASS], [0, 0, 1]),
        ("real", 0, [PASS, (0, 0), PASS, PASS], [0, 0, 0, -1]),
        ("real", 0, [PASS, PASS], [0, 0]),
        ("real", 0.5, [PASS, PASS], [0, -1]),
        ("heuristic", 0, [(0, 0), (0, 1), PASS, (1, 0), PASS, PASS], [16, 0, 0, -16, -16, -16]),
        ("heuristic", 5.5, [(0, 0), (0, 1), PASS, PASS], [10.5, -5.5, -5.5, -16]),
        ("heuristic", 3, [(0, 0), PASS, PASS], [13, 13, 16]),
        ("heuristic", 0, [PASS, PASS], [0, 0]),
        ("heuristic", 16, [(0, 0), PASS, PASS], [0, 0, 0]),
    ],
)
def test_rewards_are_seen_by_black(method: str, komi: float, actions: list[Any], rewards: list[float]) -> None:
    env = GoEnv(4, komi, method)
    assert [env.step(action)[1] for action in actions] == rewards


def test_who_is_winning_has_won_when_the_game_is_over() -> None:
    env = GoEnv(4, komi=2.5)
    played(env, (0, 0))
    assert (env.winning(), env.winner()) == (1, 0)
    played(env, PASS)
    assert (env.winning(), env.winner()) == (1, 0)
    _, _, done, _ = played(env, PASS)
    assert done
    assert env.game_ended()
    assert (env.winning(), env.winner()) == (1, 1)


def test_the_same_seed_plays_the_same_random_game() -> None:
    def game() -> list[int]:
        np.random.seed(5)  # noqa: NPY002
        env = GoEnv(5)
        actions: list[int] = []
        while not env.game_ended() and len(actions) < 60:
            actions.append(env.uniform_random_action())
            env.step(actions[-1])
        return actions

    assert game() == game()
    assert len(set(game())) > 10


def test_after_the_end_there_is_no_random_action() -> None:
    env = GoEnv(4)
    played(env, PASS, PASS)
    assert not env.valid_moves().any()
    with pytest.raises(AssertionError, match="game is over"):
        env.uniform_random_action()


def test_it_is_drawn_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    env = GoEnv(4)
    env.step(5)
    env.render()
    env.render("terminal")
    assert capsys.readouterr().out == f"{env}\n" * 2
    assert str(env) == gogame.str(env.state())
    env.close()


@pytest.mark.parametrize(
    ("wishes", "answer", "stones"),
    [([12], (2, 2), 1), (["pass"], None, 1), (["reset", 12], (2, 2), 0), (["exit"], -1, 1)],
    ids=["click", "P", "R and a click", "E"],
)
def test_a_person_is_asked_in_a_window(
    monkeypatch: pytest.MonkeyPatch, wishes: list[int | str], answer: Any, stones: int
) -> None:
    """What is drawn is the state there is; what comes back is what ``step`` takes."""
    drawn: list[Position] = []

    def ask(_renderer: Renderer, position: Position) -> int | str:
        drawn.append(position)
        return wishes[len(drawn) - 1]

    monkeypatch.setattr(Renderer, "ask", ask)
    env = GoEnv(5, komi=0.3)
    env.step(7)
    assert env.render("human") == answer
    assert drawn[0].stones.ravel().tolist() == [0] * 7 + [1] + [0] * 17
    assert drawn[0].to_play is Color.WHITE
    assert np.count_nonzero(drawn[-1].stones) == stones
    assert env.state()[:2].sum() == stones


def test_the_window_shows_that_a_game_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Position] = []

    def ask(_renderer: Renderer, position: Position) -> str:
        drawn.append(position)
        return "exit"

    monkeypatch.setattr(Renderer, "ask", ask)
    for komi, result in ((7.5, "B+17.5"), (1000, "0")):
        env = GoEnv(5, komi)
        played(env, 12, PASS, PASS)
        assert env.render("human") == -1
        assert drawn[-1].is_over
        assert drawn[-1].outcome().points() == result


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: GoEnv(1), "board size must be 2 to 19"),
        (lambda: GoEnv(20), "board size must be 2 to 19"),
        (lambda: GoEnv(9, 0, "best"), "'real' or 'heuristic', not 'best'"),
        (lambda: gymgo.make("go-extrahard-v0", size=9), "'gym_go:go-v0' or 'go-v0' is GymGo's environment"),
        (lambda: GoEnv(9).render("hologram"), "render mode must be 'terminal' or 'human'"),
    ],
)
def test_bad_settings_get_a_sentence(make: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make()

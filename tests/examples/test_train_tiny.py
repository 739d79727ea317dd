"""AlphaZero in one file: it learns, its searches are the program's, and its lessons say who has won."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
import pytest
from numpy.typing import NDArray

from clevergo.games.game import Position
from clevergo.games.go.rules import Ruleset
from clevergo.search.mcts import Search
from examples import train_tiny
from examples.mcts import Node, search
from examples.train_tiny import RULES, VIEWS, NetJudge, TinyNet, planes_of, play_games


class AsEvaluator:
    """The tiny net as the program's search wants it."""

    def __init__(self, judge: NetJudge) -> None:
        self._judge = judge

    def evaluate(self, boards: NDArray[Any], prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        positions = [type(START)(RULES, boards[i : i + 1].copy()) for i in range(len(boards))]
        prior[:], value[:] = self._judge(positions)


START = RULES.first_position()


@pytest.fixture(scope="module")
def judge() -> NetJudge:
    paddle.seed(3)
    return NetJudge(TinyNet())


def test_the_programs_search_tries_the_same_moves_with_its_net(judge: NetJudge) -> None:
    position: Position = START
    for action in (12, 7, 11, 25, 6):
        root = Node(position)
        search([root], judge, 150)
        expected = Search(AsEvaluator(judge), leaves=1).run(position, 150)
        assert root.visits.tolist() == expected.visits[root.moves].tolist()
        position = position.play(action)


def test_lessons_tell_each_side_whether_it_has_won(judge: NetJudge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train_tiny, "GAMES", 2)
    monkeypatch.setattr(train_tiny, "SIMULATIONS", 4)
    lessons = play_games(judge, np.random.default_rng(1))
    is_black = np.array([lesson.planes[2, 0, 0] for lesson in lessons])
    results = np.array([lesson.result for lesson in lessons])
    starts = [i for i, lesson in enumerate(lessons) if not lesson.planes[:2].any() and is_black[i]]
    assert len(starts) >= 2
    for game, sides in zip(np.split(results, starts[1:]), np.split(is_black, starts[1:]), strict=True):
        assert set(game) == {1.0, -1.0}
        assert len(set(game[sides == 1])) == len(set(game[sides == 0])) == 1
    assert all(lesson.target.sum() == pytest.approx(1, abs=1e-6) for lesson in lessons)


@pytest.mark.parametrize("view", range(len(VIEWS)))
def test_a_turned_lesson_is_the_lesson_of_the_turned_game(view: int) -> None:
    """Where a view shows action a, a game played on the turned board has the stone that lies at ``VIEWS[view, a]``."""
    turned_action = np.argsort(VIEWS[view])
    position, turned = START, START
    for action in (0, 7, 11, 19):
        position, turned = position.play(action), turned.play(int(turned_action[action]))
    flat: NDArray[Any] = planes_of(position).reshape(-1, 25)
    assert np.array_equal(flat[:, VIEWS[view, :25]], planes_of(turned).reshape(-1, 25))


@pytest.fixture
def small_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its game on 3x3, where games are short, with fewer simulations: as much to learn in a tenth of the time."""
    rules = Ruleset(size=3, komi=RULES.komi)
    monkeypatch.setattr(train_tiny, "RULES", rules)
    monkeypatch.setattr(train_tiny, "SIZE", rules.size)
    monkeypatch.setattr(train_tiny, "ACTIONS", rules.num_actions)
    monkeypatch.setattr(train_tiny, "VIEWS", rules.game.symmetries(rules.size))
    monkeypatch.setattr(train_tiny, "SIMULATIONS", 16)
    monkeypatch.setattr(train_tiny, "MATCH_SIMULATIONS", 8)
    monkeypatch.setattr(train_tiny, "PASSES", 6.0)  # a step costs little beside the games


def test_a_few_rounds_make_it_better_than_a_random_player(
    small_training: None, capsys: pytest.CaptureFixture[str]
) -> None:
    # With any of the seeds 1 to 4, four rounds make it win 84 or more. Some newborns win 80 already; this one wins 43.
    before, after = train_tiny.train(rounds=4, seed=3)
    assert after >= max(65, before + 10)
    assert f"Wins {after} of 100." in capsys.readouterr().out

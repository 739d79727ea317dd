"""Thinking for somebody who watches: what is told, from whose point of view, and when it ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.game import position_after
from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.games.grid import square
from clevergo.games.guests import game_named
from clevergo.players.analyst import Analyst
from clevergo.players.protocol import Insight

RULES = Ruleset(5, 0.5)
PASS = 25


class Brain:
    """Likes one point, takes every position for even, and gives Black the upper half and the mover one point more."""

    def __init__(self, favorite: int = 12) -> None:
        self.favorite = favorite

    def evaluator(self, _rules: Ruleset) -> Brain:
        return self

    def evaluate(self, boards: Any, prior: NDArray[np.float32], value: NDArray[np.float32]) -> None:
        prior[:] = 0.01
        prior[:, self.favorite] = 1.0
        value[:] = 0.0

    def judge(self, positions: list[Position]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return np.zeros((len(positions), 26), np.float32), np.full(len(positions), -0.5, np.float32)

    def owners(self, position: Position) -> NDArray[np.float32]:
        black = np.full((5, 5), -1.0, np.float32)
        black[:3] = 1.0
        mine = black if position.to_play is Color.BLACK else -black
        mine[4, 4] = 1.0
        return mine


class FiveBrain(Brain):
    """The same of five in a row on 15x15; every position is even to it, and the points are nobody's."""

    def judge(self, positions: list[Any]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        prior, value = np.zeros((len(positions), 225), np.float32), np.zeros(len(positions), np.float32)
        self.evaluate(None, prior, value)
        return prior, value

    def owners(self, position: Any) -> NDArray[np.float32]:
        return np.zeros((15, 15), np.float32)


def analyst(brain: Brain | None = None) -> Analyst:
    """With a clock that makes every slice of the search one batch long."""
    ticks = iter(range(1_000_000))
    return Analyst(brain, np.random.default_rng(0), lambda: float(next(ticks)))  # type: ignore[arg-type]


def last(insights: Any) -> Insight:
    *_, insight = insights
    assert isinstance(insight, Insight)
    return insight


def test_it_tells_more_and_more_until_the_visits_are_reached() -> None:
    insights = list(analyst(Brain()).study(Position.initial(RULES), 100))
    visits = [insight.visits for insight in insights]
    assert visits == sorted(visits)
    assert len(set(visits)) > 3
    assert visits[-1] >= 100
    final = insights[-1]
    assert int(final.counts.sum()) == final.visits
    assert final.prior.sum() == pytest.approx(1.0, abs=1e-4)
    assert int(final.prior.argmax()) == 12
    assert final.candidates[0].line[0] == final.candidates[0].action == int(final.counts.argmax())


def test_untried_moves_are_valued_by_a_glance_at_what_follows() -> None:
    final = last(analyst(Brain()).study(Position.initial(RULES), 1))
    untried = final.counts == 0
    assert untried.any()
    assert final.win_rates[untried] == pytest.approx(0.75)  # what is -0.5 for the one is 75 % for the other
    hasty = last(analyst(Brain()).study(Position.initial(RULES), 1, is_thorough=False))
    assert np.isnan(hasty.win_rates[hasty.counts == 0]).all()


def test_ownership_and_score_are_told_as_black_sees_them() -> None:
    black = last(analyst(Brain()).study(Position.initial(RULES), 4))
    assert black.owners is not None
    assert black.owners[0, 0] == 1.0
    assert black.black_score == 15 - 9 - 0.5
    white = last(analyst(Brain()).study(Position.initial(RULES).play(7), 4))
    assert white.owners is not None
    assert white.owners[0, 0] == 1.0
    assert white.owners[4, 4] == 0.0  # both claim it when it is their turn
    assert white.to_play is Color.WHITE
    assert white.win_rate == pytest.approx(1.0 - white.black_win_rate)


def test_what_was_learned_is_kept_for_the_positions_that_follow() -> None:
    watcher = analyst(Brain())
    first = last(watcher.study(Position.initial(RULES), 200))
    best = first.candidates[0].action
    following = next(iter(watcher.study(Position.initial(RULES).play(best), 200)))
    assert following.visits > 20


def test_the_first_glance_stays_what_it_was_where_moves_are_found_to_lose_for_certain() -> None:
    rules = game_named("five").agree({"size": 15})[0]
    four = position_after(rules, (111, 0, 112, 14, 113, 210, 114))  # open at both ends: whatever White plays loses

    final = last(analyst(FiveBrain(favorite=110)).study(four, 400, is_thorough=False))
    assert final.win_rate == 0.0
    assert final.prior.sum() == pytest.approx(1.0, abs=1e-4)
    assert int(final.prior.argmax()) == 110


def test_moves_after_which_the_other_side_wins_by_force_are_worth_nothing_whatever_the_net_says() -> None:
    """Of a four that was not stopped no dog learns what to say: this one calls every position even."""
    rules = game_named("five").agree({"size": 15})[0]
    four = position_after(rules, (111, 110, 112, 14, 113, 210, 114))  # White can stop it at the other end alone
    final = last(analyst(FiveBrain(favorite=115)).study(four, 1))
    assert np.flatnonzero(final.win_rates > 0.0).tolist() == [115]
    assert np.array_equal(np.isnan(final.win_rates), ~four.legal_moves)
    calm = last(analyst(FiveBrain(favorite=115)).study(position_after(rules, (111, 110)), 1))
    assert np.nanmin(calm.win_rates) == pytest.approx(0.5)


def test_told_to_stop_it_tells_nothing_more() -> None:
    told: list[Insight] = []
    told.extend(analyst(Brain()).study(Position.initial(RULES), 100_000, stop=lambda: len(told) >= 3))
    assert len(told) == 3


def test_random_playouts_have_opinions_but_no_glance_and_no_territory() -> None:
    insight = last(analyst().study(Position.initial(RULES), 50))
    assert not insight.has_glance
    assert insight.owners is None
    assert insight.black_score is None
    assert insight.candidates


@pytest.mark.parametrize(("komi", "rate", "score"), [(0.5, 1.0, 24.5), (24.5, 1.0, 0.5), (25.0, 0.5, 0.0)])
def test_of_a_finished_game_the_result_is_told(komi: float, rate: float, score: float) -> None:
    position = Position.from_moves(Ruleset(5, komi), (12, PASS, PASS))
    (insight,) = analyst(Brain()).study(position, 100, dead=np.zeros((5, 5), np.bool_))
    assert (insight.black_win_rate, insight.black_score, insight.visits) == (rate, score, 0)
    assert insight.candidates == ()


DEAD_IN_WHITE = tuple(
    square(5).action(move)
    for move in ("C5", "D5", "C4", "D4", "C3", "D3", "C2", "D2", "C1", "D1", "B4", "E4", "B2", "E2", "A5", "B3")
)
"""Black has the left three columns, White the right two; White's last stone is dead."""


@pytest.mark.parametrize("passes", [0, 1, 2])
def test_nobody_is_told_to_have_lost_by_stones_that_are_dead(passes: int) -> None:
    """By the training rule White leads here, for its stone at B3 makes Black's side nobody's."""
    position = Position.from_moves(Ruleset(5, 3.5), (*DEAD_IN_WHITE, *(PASS,) * passes))
    lost = np.zeros((5, 5), np.bool_)
    settled = lost.copy()
    settled.flat[square(5).action("B3")] = True

    def black_wins(dead: NDArray[np.bool_] | None) -> float:
        """By passing, which is all this brain looks at; or as the game was counted."""
        told = last(analyst(Brain(PASS)).study(position, 50, dead=dead))
        rate = told.black_win_rate if passes == 2 else float(told.win_rates[PASS])
        return 1.0 - rate if passes == 1 else rate

    assert black_wins(settled) > 0.9
    assert black_wins(None) > 0.9, "nobody has said which are dead: as a count would propose"
    assert black_wins(lost) < 0.1


def test_the_end_of_a_game_tells_whose_each_point_is_as_it_was_counted() -> None:
    position = Position.from_moves(Ruleset(5, 3.5), (*DEAD_IN_WHITE, PASS, PASS))
    settled = np.zeros((5, 5), np.bool_)
    settled.flat[square(5).action("B3")] = True
    (end,) = analyst(Brain()).study(position, 100, dead=settled)
    assert (end.black_win_rate, end.black_score) == (1.0, 15 - 10 - 3.5)


def test_a_position_is_worth_what_its_best_move_promises_and_what_moves_cost_is_read_off_something_steadier() -> None:
    seen = last(analyst(Brain()).study(Position.from_moves(RULES, (7,)), 200))
    assert seen.win_rate == pytest.approx(seen.candidates[0].win_rate)
    mean = float(np.sum(np.nan_to_num(seen.win_rates) * seen.counts)) / seen.visits
    assert seen.black_steady_rate == pytest.approx(1.0 - (seen.win_rate + mean) / 2, abs=0.01)

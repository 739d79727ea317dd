"""Swap2: who is to do what after which stones and choices, what is written of it, and games between machines by it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from clevergo.games.color import Color
from clevergo.games.five.rules import FiveRules, OpeningRule
from clevergo.games.five.swap2 import Swap2
from clevergo.games.outcome import Outcome, Termination
from clevergo.games.record import GameRecord
from clevergo.games.sgf.codec import from_sgf, to_sgf
from clevergo.players.match_games import MatchPlan, play_game, play_match, was_swapped
from clevergo.players.protocol import UNWATCHED, Analysis, Decision, ForfeitError, ThinkControl
from clevergo.players.settling import settle
from clevergo.players.spec import PlayerSpec
from clevergo.problem import as_said

RULES = FiveRules(size=9, opening=OpeningRule.SWAP2)
COURSES = {
    "white": ("F3 S? white", False),
    "black": ("F3 S? black", True),
    "two, black": ("F3 S? two S2 F? black", False),
    "two, white": ("F3 S? two S2 F? white", True),
}
"""Who (First or Second) puts how many stones or chooses, up to the end; and whether the first has White then."""


def walk(course: str) -> list[tuple[int, Swap2]]:
    """Every state on the way, each with the number of stones, checked against the course."""
    ply, state, words = 0, Swap2(), course.split()
    states = [(ply, state)]
    while words:
        word = words.pop(0)
        task = state.task(ply)
        assert task is not None
        assert task.is_first == (word[0] == "F")
        if word[1] == "?":
            assert task.stones == 0
            state = state.chosen(ply, words.pop(0))
            states.append((ply, state))
            continue
        for left in range(int(word[1]), 0, -1):
            task = state.task(ply)
            assert task is not None
            assert (task.stones, task.choices) == (left, ())
            ply += 1
            states.append((ply, state))
    return states


@pytest.mark.parametrize(("course", "is_swapped"), COURSES.values(), ids=COURSES)
def test_who_does_what_and_who_ends_up_with_which_color(course: str, is_swapped: bool) -> None:
    ply, state = walk(course)[-1]
    assert state.is_swapped == is_swapped
    for later in range(ply, ply + 5):
        assert state.task(later) is None
    for choice in ("black", "white", "two"):
        with pytest.raises(ValueError, match="cannot be chosen"):
            state.chosen(ply, choice)


@pytest.mark.parametrize("course", [course for course, _ in COURSES.values()], ids=list(COURSES))
def test_it_is_written_down_and_read(course: str) -> None:
    for _, state in walk(course):
        assert Swap2.read(str(state)) == state


@pytest.mark.parametrize("told", ["", "swap2", "Swap2 nonsense", "swap3", "swap2 two two", "swap2 \u4e2d", "x" * 500])
def test_what_is_not_its_words_is_passed_over(told: str) -> None:
    assert Swap2.read(told) in (Swap2(), Swap2("two"))


@pytest.mark.parametrize("course", [course for course, _ in COURSES.values()], ids=list(COURSES))
def test_taking_stones_back_takes_back_what_was_chosen_after_them(course: str) -> None:
    states = walk(course)
    last = states[-1][1]
    for ply in range(states[-1][0] + 1):
        asked = next(state for there, state in states if there == ply)  # before anything is chosen there
        assert last.back_to(ply) == asked


def test_a_machine_puts_three_stones_after_which_neither_side_is_better() -> None:
    from clevergo.games.five.alphabeta import choose

    position = RULES.first_position()
    stones = [Swap2().lay(position, np.random.default_rng(seed)) for seed in (0, 0, 1)]
    assert stones[0] == stones[1] != stones[2]
    for laid in stones:
        assert len(laid) == 3
        after = position
        for action in laid:
            after = after.play(action)
        assert abs(choose(after.board, 2_000).score) < 2_000


class Believer:
    """Plays the first legal move; believes in one win rate of whoever is to move."""

    def __init__(self, name: str, rate: float | None) -> None:
        self.name = name
        self._rate = rate

    def new_game(self, rules: FiveRules) -> None:
        """Nothing to forget."""

    def choose(self, position: object, control: ThinkControl = UNWATCHED) -> Decision:
        """See the class."""
        action = int(np.flatnonzero(position.legal_moves)[0])  # type: ignore[attr-defined]
        return Decision(action, None if self._rate is None else Analysis(1, 1, self._rate))


@pytest.mark.parametrize(("rate", "taken"), [(0.8, "white"), (0.5, "white"), (0.2, "black")])
def test_a_machine_takes_the_side_it_believes_in(rate: float, taken: str) -> None:
    record = GameRecord.from_moves(RULES, (40, 41, 42))
    assert record.settling is not None
    done = settle(Believer("it", rate), record.settling, record.position, np.random.default_rng(0))
    assert done == ((), taken)


def test_a_machine_without_an_opinion_takes_any_side() -> None:
    record = GameRecord.from_moves(RULES, (40, 41, 42))
    assert record.settling is not None
    taken = {
        settle(Believer("it", None), record.settling, record.position, np.random.default_rng(seed)).choice
        for seed in range(20)
    }
    assert taken == {"white", "black"}


class Breaker(Believer):
    """Breaks the rules whenever it is asked."""

    def choose(self, position: object, control: ThinkControl = UNWATCHED) -> Decision:
        """See the class."""
        raise ForfeitError(as_said("its move is on a stone"))


def test_who_breaks_the_rules_over_the_first_stones_has_lost() -> None:
    record = play_game(Believer("first", None), Breaker("second", None), RULES)
    assert record is not None
    assert record.outcome == Outcome(Color.BLACK, None, Termination.FORFEIT)
    assert (record.players, len(record.moves)) == (("first", "second"), 3)


def test_the_first_stones_are_told_when_colors_are_settled() -> None:
    told: list[tuple[int, bool]] = []
    first, second = Believer("first", None), Believer("second", 0.1)
    play_game(first, second, RULES, on_move=lambda record: told.append((record.node.ply, was_swapped(record))))
    assert told[:2] == [(3, True), (4, True)]


def test_names_and_results_follow_the_colors() -> None:
    record = play_game(Believer("first", None), Believer("second", 0.1), RULES)
    assert record is not None
    assert was_swapped(record)
    assert (record.players, record.outcome is not None) == (("second", "first"), True)
    again = from_sgf(to_sgf(record))
    assert (again.rules, again.settling, again.moves) == (RULES, record.settling, record.moves)
    assert again.players == ("second", "first")
    kept = play_game(Believer("first", None), Believer("second", 0.9), RULES)
    assert kept is not None
    assert kept.players == ("first", "second")


def test_a_match_counts_a_win_for_whoever_has_won_whatever_the_color() -> None:
    strong, weak = PlayerSpec.parse("alphabeta:300"), PlayerSpec.parse("random")
    swapped = []
    plan = MatchPlan(weak, strong, 4, RULES, seed=3)
    score = play_match(plan, lambda _: Path(), lambda game, _: swapped.append(was_swapped(game.record)))
    assert (score.first, score.second) == (0, 4)
    assert set(swapped) == {False, True}, "this seed no longer has both kinds"


def test_moves_are_written_by_color_as_in_any_game() -> None:
    record = play_game(Believer("first", None), Believer("second", 0.1), RULES)
    assert record is not None
    for ply, node in enumerate(record.main_line()[1:]):
        assert node.mover is (Color.BLACK if ply % 2 == 0 else Color.WHITE)

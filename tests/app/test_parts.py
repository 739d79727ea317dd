"""A trial of a dog against itself without a part: whose turn it is to be Black, how it goes on, what it says."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from clevergo.app.parts.playing import answer
from clevergo.app.parts.trial import Finding, Part, Score, TrialInquiry, TrialState, found
from clevergo.games.go.rules import Ruleset
from clevergo.nn.description import NetConfig
from clevergo.nn.files import save_weights
from clevergo.players.protocol import PlayerError, never_stop
from tests.nn.judging import opinionated


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> TrialInquiry:
    """Four games of a newborn on a small board."""
    file = tmp_path_factory.mktemp("dogs") / "pup.pdparams"
    save_weights(file, opinionated(NetConfig(blocks=1, channels=8, size=5)))
    return TrialInquiry(file, 0, Part.POLICY, Ruleset(5), seed=3, pace=0.0, games=4, simulations=2)


def played(inquiry: TrialInquiry) -> list[TrialState]:
    return list(answer(inquiry, never_stop))


def test_who_plays_is_the_dog_and_the_same_dog_without_the_part() -> None:
    inquiry = TrialInquiry(Path("pup"), 0, Part.SEARCH, Ruleset(9), seed=0)
    assert str(inquiry.whole) == "alphago:pup:50"
    lessened = [str(replace(inquiry, part=part).lessened) for part in Part]
    assert lessened == ["policy:pup", "nopolicy:pup:50", "novalue:pup:50"]


def test_games_come_move_by_move_and_end_one_after_the_other(quick: TrialInquiry) -> None:
    states = played(quick)
    last = states[-1].games
    assert [game.is_over for game in last] == [True] * 4
    assert [game.whole_has_black for game in last] == [True, False, True, False]
    assert Score.of(last).played == 4
    for before, after in pairwise(states):
        assert len(after.games) - len(before.games) in (0, 1)
        assert [game.is_over for game in after.games[:-1]] == [True] * (len(after.games) - 1)
    plies = [state.games[0].ply for state in states if len(state.games) == 1]
    assert plies == sorted(plies)


def test_openings_differ_and_each_is_played_with_both_colors(quick: TrialInquiry) -> None:
    first: dict[int, frozenset[int]] = {}
    for state in played(quick):
        first.setdefault(len(state.games), frozenset(np.flatnonzero(state.games[-1].board.stones).tolist()))
    same = first[1] & first[2]
    assert len(same) >= 2
    assert not same <= first[3]


def test_it_goes_on_where_it_was_left(quick: TrialInquiry) -> None:
    games = played(replace(quick, begin_at=3))[-1].games
    assert len(games) == 1
    assert not games[0].whole_has_black


def test_nobody_waits_for_a_trial_that_is_called_off(quick: TrialInquiry) -> None:
    states: list[TrialState] = []
    for state in answer(quick, lambda: len(states) >= 5):
        states.append(state)
    assert len(states) <= 6


def test_a_dog_that_is_gone_is_told_of(quick: TrialInquiry, tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match=r"gone\.pdparams"):
        played(replace(quick, weights=tmp_path / "gone.pdparams"))


@pytest.mark.parametrize(
    ("score", "says"),
    [
        (Score(10, 0), Finding.NEEDED),
        (Score(8, 2), Finding.NEEDED),
        (Score(7, 3), Finding.OPEN),
        (Score(7, 1, 2), Finding.NEEDED),
        (Score(5, 5), Finding.OPEN),
        (Score(3, 7), Finding.OPEN),
        (Score(2, 8), Finding.SPARED),
        (Score(0, 0, 10), Finding.OPEN),
    ],
)
def test_ten_games_say_so_much(score: Score, says: Finding) -> None:
    assert found(score) is says

"""A game's own classical engine as a player."""

from __future__ import annotations

import pytest

from clevergo.games.five.rules import FiveRules
from clevergo.games.game import position_after
from clevergo.games.go.rules import Ruleset
from clevergo.players.builtin import EnginePlayer
from clevergo.players.protocol import PlayerError


def test_its_chances_are_those_of_the_score() -> None:
    """Black has three open ones in a row: whoever is to move wins."""
    player, rules = EnginePlayer("alphabeta:2000", 2_000), FiveRules(size=9)
    player.new_game(rules)
    even = player.choose(rules.first_position()).analysis
    position = position_after(rules, (39, 0, 40, 8, 41, 72))
    winning, losing = player.choose(position).analysis, player.choose(position.play(80)).analysis
    assert even is not None
    assert winning is not None
    assert losing is not None
    assert 0.3 < even.win_rate < 0.8
    assert winning.win_rate > 0.99
    assert losing.win_rate < 0.5
    assert [candidate.action for candidate in winning.candidates] == [winning.candidates[0].line[0]]


def test_a_game_without_one_is_told_in_a_sentence() -> None:
    with pytest.raises(PlayerError, match="alphabeta:100 is a classical engine, and there is none for Go"):
        EnginePlayer("alphabeta:100", 100).new_game(Ruleset(9))

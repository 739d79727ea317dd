"""Matches of several games: who has Black, who won, and that chance comes from the seed alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from clevergo.games.go.position import Position
from clevergo.games.go.rules import Ruleset
from clevergo.players.builtin import RandomPlayer
from clevergo.players.match_games import MatchPlan, MatchScore, PlayedGame, build_pair, play_game, play_match
from clevergo.players.protocol import UNWATCHED, Decision, ThinkControl
from clevergo.players.spec import PlayerSpec

RANDOM, SMALL_MCTS = PlayerSpec.parse("random"), PlayerSpec.parse("mcts:60")
SMALL = Ruleset(5, 0.5)


def nobody(name: str) -> Path:
    raise AssertionError(f"nobody asked for {name}")


def played(plan: MatchPlan) -> tuple[list[PlayedGame], MatchScore]:
    games: list[PlayedGame] = []
    score = play_match(plan, nobody, lambda game, _score: games.append(game))
    return games, score


def test_colors_alternate_and_every_game_is_counted() -> None:
    games, score = played(MatchPlan(SMALL_MCTS, RANDOM, 4, SMALL))
    assert [game.record.black for game in games] == ["MCTS (60)", "Random", "MCTS (60)", "Random"]
    assert games[0].record.players == ("mcts:60", "random")
    assert score.games == 4
    assert score.first == sum(game.first_won is True for game in games)
    assert score.first >= 3
    for game in games:
        assert game.record.outcome == game.outcome
        assert (game.outcome.winner is not None) == (game.first_won is not None)


def test_the_same_plan_gives_the_same_games_and_another_seed_others() -> None:
    first, again, other = (
        [game.record.moves for game in played(MatchPlan(RANDOM, SMALL_MCTS, 2, SMALL, seed))[0]] for seed in (3, 3, 4)
    )
    assert first == again != other
    assert first[0] != first[1]


def test_a_draw_is_nobodys() -> None:
    assert MatchScore().after(None) == MatchScore(0, 0, 1)
    assert MatchScore(1, 2, 3).after(True).after(False) == MatchScore(2, 3, 3)


def test_stopping_keeps_the_games_that_are_finished() -> None:
    finished: list[PlayedGame] = []
    score = play_match(
        MatchPlan(RANDOM, RANDOM, 50, SMALL),
        nobody,
        lambda game, _score: finished.append(game),
        stop=lambda: len(finished) >= 3,
    )
    assert score.games == len(finished) == 3


class GivesUp:
    """Resigns at its second move."""

    name = "gives up"

    def new_game(self, rules: Ruleset) -> None:
        pass

    def choose(self, position: Position, control: ThinkControl = UNWATCHED) -> Decision:
        return Decision(int(np.flatnonzero(position.legal_moves)[0]), resigns=position.ply >= 2)


def test_a_resignation_ends_the_game(rng: np.random.Generator) -> None:
    record = play_game(GivesUp(), RandomPlayer(rng), SMALL)
    assert record is not None
    assert record.outcome is not None
    assert record.outcome.points() == "W+R"
    assert len(record.moves) == 2


def test_only_players_without_chance_of_their_own_vary_their_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    plies: list[int] = []
    monkeypatch.setattr(
        "clevergo.players.match_games.build_player",
        lambda _spec, _find, _seed, options: plies.append(options.opening.plies),
    )
    dog = PlayerSpec.parse("alphago:pup:10")
    for first, second, varied in ((dog, dog, True), (dog, PlayerSpec.parse("policy:pup"), True), (dog, RANDOM, False)):
        plies.clear()
        build_pair(MatchPlan(first, second, 2, SMALL), nobody)
        assert [p > 0 for p in plies] == [varied, varied]


def test_a_match_without_games_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        MatchPlan(RANDOM, RANDOM, 0, SMALL)

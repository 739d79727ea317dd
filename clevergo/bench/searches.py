"""Which search plays better? ``python -m clevergo.bench.searches DOG SIMULATIONS --one SETTING=VALUE`` measures it.

One dog meets itself with two settings of its search (the fields of :class:`clevergo.search.descent.SearchConfig`, and
``leaves``, how many simulations may be under way together), from openings drawn for ratings and played with both colors
(docs/findings.md).
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import fields, replace

import numpy as np

from clevergo.app.desk.paths import Paths
from clevergo.app.errors import AppError
from clevergo.app.kennel.book import Kennel
from clevergo.games.color import Color
from clevergo.players.brain import DogBrain
from clevergo.players.build import net_config
from clevergo.players.match_games import MatchScore, drawn_openings, play_game
from clevergo.players.protocol import PlayerError
from clevergo.players.searching import SearchPlayer
from clevergo.search.descent import SearchConfig
from clevergo.search.mcts import LEAVES, Search
from clevergo.training.ratings.elo import ELO, gain_of

_LEAVES = "leaves"


def setting(text: str) -> tuple[str, float | bool]:
    """From ``variance_scale=0.85``; raises ValueError."""
    name, _, value = text.partition("=")
    if name == _LEAVES:
        return name, int(value)
    kinds = {entry.name: type(getattr(SearchConfig(), entry.name)) for entry in fields(SearchConfig)}
    if kinds.get(name) not in (int, float, bool):
        raise ValueError(f"{name} is no number among the settings of a search")
    return name, kinds[name](float(value))


def gain_and_error(score: MatchScore) -> tuple[float, float]:
    """What the first is worth more, and its standard error, in Elo points; a side that won all lost half a game."""
    games = score.games
    share = min(max((score.first + 0.5 * score.draws) / games, 0.5 / games), 1.0 - 0.5 / games)
    return gain_of(share), 1.0 / (ELO * math.sqrt(games * share * (1.0 - share)))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m clevergo.bench.searches", description="which search plays better")
    parser.add_argument("dog", metavar="DOG", help="a dog's name, or a weight file")
    parser.add_argument("simulations", type=int, help="a move")
    parser.add_argument("--one", nargs="+", type=setting, default=[], metavar="SETTING=VALUE")
    parser.add_argument("--other", nargs="+", type=setting, default=[], metavar="SETTING=VALUE")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    try:
        brain = DogBrain.load(asked.dog, Kennel(Paths.find()).find_weights(asked.dog))
        game = brain.rules.game
        rules, start = game.agree({**game.rated, "size": brain.rules.size})
        rng = np.random.default_rng(asked.seed)

        def player(name: str, chosen: Sequence[tuple[str, float | bool]]) -> SearchPlayer:
            changes = dict(chosen)
            leaves = int(changes.pop(_LEAVES, LEAVES))
            config = replace(net_config(rules), **changes)  # type: ignore[arg-type]
            search = Search(brain.evaluator(rules), config, rng, leaves)
            return SearchPlayer(name, lambda _: search, asked.simulations, rng, is_tactical=True)

        one, other = player("one", asked.one), player("other", asked.other)
        openings = drawn_openings(rules, asked.games, asked.seed)
    except (AppError, PlayerError, ValueError) as error:
        print(f"searches: {error}", file=sys.stderr)
        return 1
    score = MatchScore()
    for index in range(asked.games):
        black, white = (one, other) if index % 2 == 0 else (other, one)
        record = play_game(black, white, rules, opening=openings[index // 2], start=start)
        assert record is not None
        assert record.outcome is not None
        winner = record.outcome.winner
        score = score.after(None if winner is None else (winner is Color.BLACK) == (index % 2 == 0))
        if index % 2:
            gain, spread = gain_and_error(score)
            counts = f"{score.first} won, {score.draws} drawn, {score.second} lost"
            print(f"{score.games} games: {counts}; {gain:+.0f} ± {spread:.0f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

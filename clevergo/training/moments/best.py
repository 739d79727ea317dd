"""Which game is a dog's best: its win over the strongest player of known strength that it has won against.

Of several it is the one in which it stood worst before it won. As long as it has won against nobody, it is the game
against itself that turned most: in which the winner's chances were once the lowest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from clevergo.games.color import Color
from clevergo.training.selfplay.finished import FinishedGame

TURN = -0.5
"""Stands in for the opponent's rating in self-play games. Below every real rating (the weakest player, random, has 0),
so any win over another player ranks higher."""


class GameWorth(NamedTuple):
    """How good a game is: of two the one with the greater strength, and of two of the same the one that swung more."""

    strength: float
    """The rating of who was beaten, or ``TURN``."""
    swing: float
    """How sure of winning its loser once was, 0 to 1."""


class BestMoment(NamedTuple):
    """A game's worth, and the ply at which its winner stood worst."""

    worth: GameWorth
    ply: int


def worth_of_self_play(game: FinishedGame) -> BestMoment:
    """Of a game of self-play."""
    if game.margin == 0 or not len(game.plies):
        return BestMoment(GameWorth(TURN, 0.0), 0)
    begins = game.game.dealt(game.size, game.start)[1].to_play
    is_winners = (game.plies % 2 == 0) == ((begins is Color.BLACK) == (game.margin > 0))
    of_winner = np.where(is_winners, game.values, -game.values)
    index = int(of_winner.argmin())
    return BestMoment(GameWorth(TURN, (1.0 - float(of_winner[index])) / 2), int(game.plies[index]))


def worth_of_win(rating: float, chances: Sequence[float]) -> BestMoment:
    """Of the dog's win over a player of that rating.

    ``chances`` are the dog's before each ply, 0 to 1; none are known of a game that nobody has judged.
    """
    if not chances:
        return BestMoment(GameWorth(rating, 0.0), 0)
    at = min(range(len(chances)), key=chances.__getitem__)
    return BestMoment(GameWorth(rating, 1.0 - chances[at]), at)

"""Which game is a dog's best: its win over the strongest player of known strength that it has won against.

Of several it is the one in which it stood worst before it won. As long as it has won against nobody, it is the game
against itself that turned most: in which the winner's chances were once the lowest.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clevergo.games.color import Color
from clevergo.training.selfplay.lockstep import FinishedGame

TURN = -0.5
"""Instead of an opponent's rating, of games against itself: below all of them; the random player is 0."""


def turn_of(game: FinishedGame) -> tuple[tuple[float, float], int]:
    """How good a game of self-play is, and the ply at which its winner stood worst."""
    if game.margin == 0 or not len(game.plies):
        return (TURN, 0.0), 0
    begins = game.game.dealt(game.size, game.start)[1].to_play
    is_winners = (game.plies % 2 == 0) == ((begins is Color.BLACK) == (game.margin > 0))
    of_winner = np.where(is_winners, game.values, -game.values)
    index = int(of_winner.argmin())
    return (TURN, (1.0 - float(of_winner[index])) / 2), int(game.plies[index])


def score_of(rating: float, chances: Sequence[float]) -> tuple[tuple[float, float], int]:
    """How good a win over a player of that rating is, by the dog's chances before each ply, and where it stood worst.

    Chances are 0 to 1; none are known of a game that nobody has judged.
    """
    if not chances:
        return (rating, 0.0), 0
    at = min(range(len(chances)), key=chances.__getitem__)
    return (rating, 1.0 - chances[at]), at

"""A beginner's first game: against the dog of that game as it was when it was born."""

from __future__ import annotations

from collections.abc import Sequence

from clevergo.app.desk.library import HUMAN
from clevergo.app.kennel.messages import DogAge
from clevergo.app.match.messages import MatchSetup
from clevergo.games.game import Game
from clevergo.players.spec import PlayerKind, PlayerSpec


def first_game(game: Game, ages: Sequence[DogAge]) -> MatchSetup:
    """The person has Black, on the board that the game's lessons name.

    Args:
        game: what is played.
        ages: what is left of the dog's earlier ages, youngest first; where there are none, White plays at random.
    """
    lessons = game.lessons
    rules, start = game.agree(lessons.agreed if lessons is not None else {})
    newborn = next((age.address for age in ages if age.games == 0), None)
    if newborn is None or lessons is None:
        return MatchSetup(HUMAN, PlayerSpec(PlayerKind.RANDOM), rules, start)
    return MatchSetup(HUMAN, PlayerSpec(PlayerKind.ALPHAGO, newborn, lessons.simulations), rules, start)

"""A beginner's first game: against the dog of that game as it was when it was born."""

from __future__ import annotations

from collections.abc import Sequence

from clevergo.app.desk.library import HUMAN
from clevergo.app.kennel.messages import DogAge
from clevergo.app.match.messages import MatchSetup
from clevergo.games.color import Color
from clevergo.games.game import Game
from clevergo.players.spec import PlayerKind, PlayerSpec, split_age


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


def is_first_game(setup: MatchSetup) -> bool:
    """Whether a game is one's first, whoever has Black: a person's, on that board, against a dog just born."""
    game, people = setup.rules.game, [color for color in Color if setup.player(color).is_human]
    lessons = game.lessons
    if lessons is None or len(people) != 1 or (setup.rules, setup.start) != game.agree(lessons.agreed):
        return False
    dog = setup.player(people[0].opponent)
    is_newborn = dog.kind is PlayerKind.ALPHAGO and split_age(dog.dog or "") == (game.shipped_dog, 0)
    return dog.kind is PlayerKind.RANDOM or (is_newborn and dog.simulations == lessons.simulations)

"""Whose thoughts can be looked at: every dog that has learned something, its earlier ages, and Monte Carlo."""

from __future__ import annotations

from collections.abc import Sequence

from clevergo.app.dog_messages import DogInfo
from clevergo.app.messages import MatchSetup
from clevergo.app.paths import AppError
from clevergo.go.position import Color
from clevergo.players.spec import SHIPPED_DOG, PlayerKind, split_age
from clevergo.ui.doors import KennelDoor
from clevergo.ui.scenes.play_words import dog_name
from clevergo.ui.strings import Strings
from clevergo.ui.texts.mind import MindText
from clevergo.ui.widgets.choice import Option
from clevergo.ui.widgets.look import Words

PLAYS_HERE = ""
"""The choice of whoever plays in the match."""
MONTE_CARLO = "mcts"
_MOST_AGES = 6


class Judges:
    """Who can be asked now, and whom a choice means in a match."""

    def __init__(self) -> None:
        self._dogs: tuple[DogInfo, ...] = ()
        self._ages: dict[str, tuple[str, ...]] = {}
        """Addresses such as ``pup@1230``, by dog."""

    def look_around(self, kennel: KennelDoor) -> None:
        """See which dogs there are."""
        self._dogs = tuple(dog for dog in kennel.dogs() if dog.weights is not None)
        self._ages = {}
        for dog in self._dogs:
            try:
                addresses = [age.address for age in kennel.ages(dog.name)]
            except AppError:  # it has just been given away
                continue
            self._ages[dog.name] = tuple(_spread(addresses, _MOST_AGES))

    def options(self, playing: str | None) -> list[Option[str]]:
        """All that can be chosen, first ``playing``, the one who plays here."""
        options = [Option(PLAYS_HERE, judge_words(playing), MindText.PLAYS_HERE)]
        for dog in self._dogs:
            options.append(Option(dog.name, judge_words(dog.name), _rating(dog)))
            options += [Option(address, judge_words(address)) for address in self._ages.get(dog.name, ())]
        return [*options, Option(MONTE_CARLO, MindText.MONTE_CARLO, MindText.MONTE_CARLO_SAID)]

    def is_known(self, choice: str) -> bool:
        """Whether a choice made once can still be made."""
        names = {dog.name for dog in self._dogs}
        return choice in (PLAYS_HERE, MONTE_CARLO) or choice in names or split_age(choice)[0] in names

    def resolve(self, choice: str, setup: MatchSetup, to_play: Color) -> str | None:
        """The dog (or its age) that a choice means in a match; None: random playouts."""
        if choice == MONTE_CARLO:
            return None
        if choice != PLAYS_HERE and self.is_known(choice):
            return choice
        players = (setup.player(to_play), setup.player(to_play.opponent))
        for player in players:
            if player.dog is not None:
                return player.dog
        names = [dog.name for dog in self._dogs]
        if any(player.kind is PlayerKind.MCTS for player in players) or not names:
            return None
        return SHIPPED_DOG if SHIPPED_DOG in names else names[0]


def judge_words(judge: str | None) -> Words:
    """What somebody who is asked is called."""
    if judge is None:
        return MindText.MONTE_CARLO
    name, games = split_age(judge)

    def said(strings: Strings) -> str:
        dog = dog_name(strings, name)
        return dog if games is None else strings.get(MindText.AGE, name=dog, games=games)

    return said


def say(strings: Strings, words: Words) -> str:
    """Words as text."""
    return words(strings) if callable(words) else words if isinstance(words, str) else strings.get(words)


def _rating(dog: DogInfo) -> str:
    return "" if dog.rating is None else f"{dog.rating:.0f}"


def _spread(items: Sequence[str], most: int) -> list[str]:
    """At most ``most`` of them, evenly spread; the latest is the dog itself and left out."""
    earlier = list(items[:-1])
    if len(earlier) <= most:
        return earlier
    return [earlier[round(i * (len(earlier) - 1) / (most - 1))] for i in range(most)]

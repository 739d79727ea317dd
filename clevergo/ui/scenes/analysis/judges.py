"""Whose thoughts can be looked at: every dog that has learned something, its earlier ages, and Monte Carlo."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from clevergo.app.kennel.messages import DogInfo
from clevergo.app.match.messages import MatchSetup
from clevergo.games.game import Rules
from clevergo.players.spec import split_age
from clevergo.ui.kit.choice import Option
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.shared.player_names import dog_name
from clevergo.ui.strings import MindText, PlayText, Strings

if TYPE_CHECKING:
    from clevergo.app.kennel.tasks import KennelWork

STRONGEST = ""
"""The choice of the strongest dog that learned on the board of the match."""
MONTE_CARLO = "mcts"
_MOST_AGES = 6


class Judges:
    """Who can be asked now, and whom a choice means in a match."""

    def __init__(self) -> None:
        self._dogs: tuple[DogInfo, ...] = ()
        self._ages: dict[str, tuple[str, ...]] = {}
        """Addresses such as ``pup@1230``, by dog."""
        self._best: frozenset[str] = frozenset()
        """The addresses of ages at which dogs were stronger than at any other."""

    def look_around(self, kennel: KennelWork) -> None:
        """See which dogs there are."""
        self._dogs = tuple(dog for dog in kennel.dogs() if dog.weights is not None)
        ages = {dog.name: kennel.ages_of(dog.name) for dog in self._dogs}
        self._best = frozenset(age.address for known in ages.values() for age in known if age.is_best)
        self._ages = {
            name: tuple(
                address
                for address in (age.address for age in known)
                if address in self._best or address in _spread([age.address for age in known], _MOST_AGES)
            )
            for name, known in ages.items()
        }

    def options(self, setup: MatchSetup) -> list[Option[str]]:
        """All that can be chosen in a match, first the strongest for its board."""
        strongest, size, here = self.strongest(setup.rules), setup.rules.size, self._players(setup)
        first = MindText.STRONGEST_HERE if self.knows(strongest, size) else MindText.NEVER_SAW_REMARK
        options: list[Option[str]] = [Option(STRONGEST, judge_words(strongest), first)]
        for dog in self._playing(setup.rules):
            options.append(Option(dog.name, judge_words(dog.name), _remark(dog, size, dog.name in here)))
            options += [
                Option(address, judge_words(address), PlayText.BEST if address in self._best else "")
                for address in self._ages.get(dog.name, ())
            ]
        listed = {option.value for option in options}
        options += [Option(name, judge_words(name), MindText.PLAYS_HERE) for name in here if name not in listed]
        return [*options, Option(MONTE_CARLO, MindText.MONTE_CARLO, MindText.MONTE_CARLO_SAID)]

    def is_known(self, choice: str, setup: MatchSetup) -> bool:
        """Whether a choice made once can be made in this match."""
        names = {dog.name for dog in self._playing(setup.rules)}.union(self._players(setup))
        return choice in (STRONGEST, MONTE_CARLO) or choice in names or split_age(choice)[0] in names

    def resolve(self, choice: str, setup: MatchSetup) -> str | None:
        """The dog (or its age) that a choice means in a match; None: random playouts."""
        if choice == MONTE_CARLO:
            return None
        if choice != STRONGEST and self.is_known(choice, setup):
            return choice
        return self.strongest(setup.rules)

    def _playing(self, rules: Rules) -> list[DogInfo]:
        """The dogs that play this game, on whatever board."""
        return [dog for dog in self._dogs if dog.game == rules.game.name]

    def strongest(self, rules: Rules) -> str | None:
        """The dog with the highest rating, its error allowed for, of those that are measured on boards of this size.

        Where none of them has been rated it is the dog that ships with the game; None where there is no dog at all.
        """
        dogs = self._playing(rules)
        rated = [
            (dog.rating - (dog.rating_error or 0.0), dog.name)
            for dog in dogs
            if dog.rating is not None and dog.sizes[:1] == (rules.size,)
        ]
        names = [dog.name for dog in dogs]
        if rated:
            return max(rated)[1]
        shipped = rules.game.shipped_dog
        return shipped if shipped in names else next(iter(names), None)

    def knows(self, judge: str | None, size: int) -> bool | None:
        """Whether somebody learned on boards of ``size``; None where nobody can say. Random playouts need not learn."""
        if judge is None:
            return True
        name, _ = split_age(judge)
        dog = next((dog for dog in self._dogs if dog.name in (judge, name)), None)
        return None if dog is None else size in dog.sizes

    @staticmethod
    def _players(setup: MatchSetup) -> list[str]:
        """The dogs, or ages of dogs, that play in the match."""
        return [player.dog for player in (setup.black, setup.white) if player.dog is not None]


def judge_words(judge: str | None) -> Words:
    """What somebody who is asked is called."""
    if judge is None:
        return MindText.MONTE_CARLO
    name, games = split_age(judge)
    said = partial(dog_name, dog=name)
    return said if games is None else MindText.AGE(name=said, games=games)


def _remark(dog: DogInfo, size: int, plays_here: bool) -> Words:
    """How strong a dog is on this board, and whether it plays here."""

    def said(strings: Strings) -> str:
        rating = "" if dog.rating is None or dog.sizes[:1] != (size,) else f"{dog.rating:.0f}"
        strength = rating if size in dog.sizes else strings.get(MindText.NEVER_SAW_REMARK)
        return " · ".join(part for part in (strength, strings.get(MindText.PLAYS_HERE) if plays_here else "") if part)

    return said


def _spread(items: Sequence[str], most: int) -> list[str]:
    """At most ``most`` of them, evenly spread; the latest is the dog itself and left out."""
    earlier = list(items[:-1])
    if len(earlier) <= most:
        return earlier
    return [earlier[round(i * (len(earlier) - 1) / (most - 1))] for i in range(most)]

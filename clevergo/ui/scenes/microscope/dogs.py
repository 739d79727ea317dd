"""Whose nets can be looked into on a board, and at which ages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from clevergo.app.kennel.messages import DogInfo
from clevergo.app.kennel.netfile import time_written
from clevergo.app.microscope.sight import Brain
from clevergo.games.game import Rules
from clevergo.players.spec import split_age

if TYPE_CHECKING:
    from clevergo.app.kennel.tasks import KennelWork

MOST_AGES = 13
"""In the strip, the present one among them."""


@dataclass(frozen=True)
class BrainAge:
    """A dog as it was, or is."""

    brain: Brain
    games: int
    is_now: bool


def dogs_for(kennel: KennelWork, rules: Rules) -> list[DogInfo]:
    """The dogs with a net that can judge such a board."""
    return [
        dog
        for dog in kennel.dogs()
        if dog.weights is not None and dog.game == rules.game.name and (rules.size in dog.sizes or dog.plays_elsewhere)
    ]


def brain_ages(kennel: KennelWork, dog: DogInfo, wanted: str | None = None) -> list[BrainAge]:
    """A dog's ages, spread evenly from the first that is kept to the present one, and the ``wanted`` one."""
    earlier = [age for age in kennel.ages_of(dog.name) if age.games < dog.games]
    room = MOST_AGES - 1
    if len(earlier) > room:
        chosen = {round(i * (len(earlier) - 1) / (room - 1)) for i in range(room)}
        earlier = [age for i, age in enumerate(earlier) if i in chosen or age.address == wanted]
    ages = [BrainAge(Brain(age.address, age.weights, time_written(age.weights)), age.games, False) for age in earlier]
    assert dog.weights is not None
    return [*ages, BrainAge(Brain(dog.name, dog.weights, time_written(dog.weights)), dog.games, True)]


def age_meant(ages: list[BrainAge], judge: str | None) -> int:
    """Which of them a judge's address means; the present one where it means none."""
    return next((i for i, age in enumerate(ages) if age.brain.name == judge), len(ages) - 1)


def dog_meant(dogs: list[DogInfo], judge: str | None) -> DogInfo | None:
    """The dog that a judge is, or is an age of; the first where nobody is meant, None where there is none."""
    name = None if judge is None else split_age(judge)[0]
    return next((dog for dog in dogs if dog.name in (name, judge)), dogs[0] if dogs else None)

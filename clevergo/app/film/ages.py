"""The ages of a dog that a film is made of, from birth to now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clevergo.app.kennel.growth import ages_to_drop
from clevergo.app.kennel.messages import DogInfo
from clevergo.app.kennel.netfile import NetFile

if TYPE_CHECKING:
    from clevergo.app.kennel.tasks import KennelWork

MOST_AGES = 16
"""Frames of a film."""


@dataclass(frozen=True)
class Age:
    """A dog as it was once, or as it is now."""

    games: int
    seconds: float
    """Time it had trained."""
    rating: float | None
    rating_error: float | None
    net: NetFile
    is_now: bool = False
    is_taught: bool = False
    """Whether it was born with another's weights."""
    is_best: bool = False
    """Whether it was never stronger, nor is it now, by the ratings measured."""


def ages_of(kennel: KennelWork, dog: DogInfo) -> tuple[Age, ...]:
    """At most ``MOST_AGES``, youngest first, spread evenly over its growth; the last is its present self.

    None where it has learned nothing yet. Of an age as old as its present self there is one frame. While it trains, an
    age may have been kept since it was saved last: then that age is its present self.
    """
    if dog.weights is None:
        return ()
    ages = [
        Age(age.games, age.seconds, age.rating, age.rating_error, NetFile.of(age.weights), is_best=age.is_best)
        for age in kennel.ages_of(dog.name)
        if age.games != dog.games
    ]
    now = Age(dog.games, dog.seconds, dog.rating, dog.rating_error, NetFile.of(dog.weights))
    *before, last = sorted((*ages, now), key=lambda age: age.games)
    ages = [replace(age, is_taught=bool(dog.family)) for age in (*before, replace(last, is_now=True))]
    return spread(ages, MOST_AGES)


def spread(ages: Sequence[Age], most: int) -> tuple[Age, ...]:
    """At most so many, two at least, spread evenly over the growth; the first and the last stay."""
    dropped = set(ages_to_drop([(age.games, 1) for age in ages], max(most, 2)))
    return tuple(age for age in ages if age.games not in dropped)

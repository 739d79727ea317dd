"""A ladder to stand on: the ages of the shipped dog, and somebody who has come some way."""

from __future__ import annotations

from pathlib import Path

from clevergo.app.kennel.messages import DogAge
from clevergo.app.ladder.ladder import Ladder
from clevergo.app.ladder.record import Bout, Person
from clevergo.app.ladder.rungs import RATED_AT
from clevergo.players.spec import at_age
from tests.ui.fakes import FakeKennel

NEWBORN, SECOND = (f"alphago:{at_age('alpha_go', games)}:{RATED_AT}" for games in (0, 622))
_AGES = ((0, 0.0, -62.0), (622, 119.0, 900.0), (2942, 506.0, 2859.0), (26130, 3592.0, 3479.0))
"""Games, seconds, rating."""


def ages_of(name: str) -> tuple[DogAge, ...]:
    """As they are in the shipped dog's folder, but that even the second is weaker than anybody of the fakes."""
    if name != "alpha_go":
        return ()
    return tuple(DogAge(at_age(name, n), n, seconds, rating, 60.0, Path("age")) for n, seconds, rating in _AGES)


def grow_up(kennel: FakeKennel) -> None:
    """Give the shipped dog its ages."""
    kennel.ages_of = ages_of  # type: ignore[method-assign]


def won(opponent: str, points: float = 1.0) -> Bout:
    """A game against one of the ages."""
    rating = {NEWBORN: -62.0, SECOND: 900.0}[opponent]
    return Bout("go", opponent, points, rating, 60.0)


def climbed(ladder: Ladder) -> None:
    """Two wins against the newborn, a win and two losses against the next."""
    grow_up(ladder._kennel)  # type: ignore[arg-type]
    ladder.person = Person("阿尔法狗的朋友", (won(NEWBORN),) * 2 + (won(SECOND),) + (won(SECOND, 0.0),) * 2)

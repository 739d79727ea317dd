"""The opponents of a game from the weakest to the strongest: the shipped dog as it grew up, and one's own dogs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clevergo.app.kennel.messages import DogAge, DogInfo
from clevergo.app.ladder.record import Bout
from clevergo.games.game import Agreed, Game
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.training.ratings.elo import Rating as Rating  # passes to the window as it is

RATED_AT = 100
"""Simulations a move with which dogs are rated (:mod:`clevergo.training.ratings.schedule`), and play here."""
WINS_TO_LIGHT = 2
LOSSES_TO_HELP = 2
_STAGES = (25.0, 120.0, 600.0, 3600.0)
"""Seconds trained at which the shipped dog is met, beside the newborn and the grown one. The first is there because a
newborn plays by chance and after two minutes captures what one leaves: 2,100 points lie between them in Go."""
_NEAR = 1.5
"""By which factor an age may be older or younger than that."""
_GROWN_UP = 3 * 3600.0
"""Seconds trained after which a dog looks grown up."""


@dataclass(frozen=True)
class Rung:
    """An opponent on the ladder."""

    spec: PlayerSpec
    """How one plays it."""
    dog: str
    """The dog's name, without an age."""
    face: str
    """What its face is drawn from."""
    games: int
    """It had played by then."""
    seconds: float
    """Time it had trained by then."""
    rating: Rating | None
    """As measured; None where it has not been."""
    is_shipped: bool
    is_grown: bool
    """Whether this is the dog as it is now."""

    @property
    def growth(self) -> float:
        """How grown up it looks, 0 newborn to 1."""
        return growth_after(self.seconds)


@dataclass(frozen=True)
class Standing:
    """How a person stands with an opponent."""

    rung: Rung
    is_lit: bool
    """Whether they have come this far: two wins against the age before, or somebody as strong. One's own dogs are there
    from the beginning."""
    wins: int
    """In even games."""
    losses: int
    """In a row, since the last win if there was one; games with help among them."""
    help: Agreed | None
    """What the person is offered after losing: what is agreed on beyond the usual. Empty: the dog thinks less."""


def growth_after(seconds: float) -> float:
    """How grown up a dog looks that has trained for so long, 0 newborn to 1."""
    return min(math.log1p(seconds / 10.0) / math.log1p(_GROWN_UP / 10.0), 1.0)


def rungs_of(game: Game, dogs: Sequence[DogInfo], ages_of: Callable[[str], Sequence[DogAge]]) -> tuple[Rung, ...]:
    """The weakest first; dogs that have not been rated yet come last.

    Args:
        game: what is played.
        dogs: everybody there is; whoever plays another game, grows up on another board than the usual one, rests or
            has learned nothing is left out.
        ages_of: a dog as it was earlier, youngest first.
    """
    rungs = []
    for dog in dogs:
        if dog.game != game.name or not is_at_home(game, dog) or dog.is_retired or dog.weights is None:
            continue
        if dog.is_shipped:
            rungs += [_at_age(dog, age) for age in stages(ages_of(dog.name), dog.seconds)]
        rungs.append(_now(dog))
    return tuple(sorted(rungs, key=lambda rung: math.inf if rung.rating is None else rung.rating.points))


def is_at_home(game: Game, dog: DogInfo) -> bool:
    """Whether a dog grows up on the game's usual board, the only one that is played on here.

    A dog is rated on the first of its boards: what it once learned on the usual one says nothing of that rating.
    """
    return dog.sizes[:1] == (game.usual_size,)


def stages(ages: Sequence[DogAge], now: float) -> list[DogAge]:
    """The ages at which a dog is met that has trained for ``now`` seconds by now: newborn, and those near the stages.

    Where there are fewer, others as far from them and from each other as can be.
    """
    met = [age for age in ages if age.games == 0][:1]
    for stage in _STAGES:
        near = [age for age in ages if age.seconds > 0 and max(age.seconds / stage, stage / age.seconds) <= _NEAR]
        if near:
            met.append(min(near, key=lambda age: abs(math.log(age.seconds / stage))))

    def distance(age: DogAge) -> float:
        return min(abs(math.log1p(age.seconds) - math.log1p(other)) for other in (now, *(one.seconds for one in met)))

    left = [age for age in ages if age not in met]
    while left and len(met) <= len(_STAGES):
        met.append(max(left, key=distance))
        left.remove(met[-1])
    return sorted(met, key=lambda age: age.games)


def climb(rungs: Sequence[Rung], bouts: Sequence[Bout], game: Game) -> tuple[Standing, ...]:
    """How a person stands with each of them after these games, the oldest first."""
    standings = []
    below: Rung | None = None
    for rung in rungs:
        text = str(rung.spec)
        with_it = [bout for bout in bouts if bout.opponent == text]
        wins = sum(bout.points == 1.0 and bout.is_even for bout in with_it)
        losses = next((n for n, bout in enumerate(reversed(with_it)) if bout.points == 1.0), len(with_it))
        is_lit = not rung.is_shipped or below is None or _wins_from(below, bouts) >= WINS_TO_LIGHT
        below = rung if rung.is_shipped else below
        standings.append(Standing(rung, is_lit, wins, losses, _help(game, losses)))
    return tuple(standings)


def _wins_from(rung: Rung, bouts: Sequence[Bout]) -> int:
    """Even games won against a rung, or anybody at least as strong."""

    def counts(bout: Bout) -> bool:
        is_strong = bout.rating is not None and rung.rating is not None and bout.rating >= rung.rating.points
        return bout.is_even and bout.points == 1.0 and (is_strong or bout.opponent == str(rung.spec))

    return sum(map(counts, bouts))


def _help(game: Game, losses: int) -> Agreed | None:
    """After two losses in a row the least there is, after every two more the next."""
    if losses < LOSSES_TO_HELP:
        return None
    if not game.advantages:
        return {}
    return game.advantages[min(losses // LOSSES_TO_HELP, len(game.advantages)) - 1]


def _at_age(dog: DogInfo, age: DogAge) -> Rung:
    spec = PlayerSpec(PlayerKind.ALPHAGO, age.address, RATED_AT)
    rating = _rating(age.rating, age.rating_error)
    return Rung(spec, dog.name, dog.face or dog.name, age.games, age.seconds, rating, dog.is_shipped, False)


def _now(dog: DogInfo) -> Rung:
    spec = PlayerSpec(PlayerKind.ALPHAGO, dog.name, RATED_AT)
    rating = _rating(dog.rating, dog.rating_error)
    return Rung(spec, dog.name, dog.face or dog.name, dog.games, dog.seconds, rating, dog.is_shipped, True)


def _rating(points: float | None, error: float | None) -> Rating | None:
    return None if points is None else Rating(points, error or 0.0)

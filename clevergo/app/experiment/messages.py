"""What is told of experiments: frozen values, to be looked at by any thread."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from clevergo.app.experiment.wishes import Difference, Side
from clevergo.app.match.messages import BoardState, Preparing
from clevergo.problem import Problem
from clevergo.training.experiment.plan import ExperimentPlan

if TYPE_CHECKING:
    from clevergo.training.experiment.findings import Finding
    from clevergo.training.experiment.growth import GrowthPoint, RatedPoint

_SAYS_NOTHING = 450.0
"""Elo points: a rating with a larger error is not told."""
_SURE, _LIKELY = 0.02, 0.2
"""Luck alone ends so far apart in fewer than one experiment of fifty, or of five. Of fifty, not of twenty: whoever
raises another pair until it is sure looks several times, and luck needs to do it only once."""


class Guess(enum.Enum):
    """What somebody thought before it began: whose dogs will play better."""

    ONE = "one"
    OTHER = "other"
    SAME = "same"


@dataclass(frozen=True)
class Experiment:
    """An experiment as it was begun."""

    number: int
    """Of its folder."""
    plan: ExperimentPlan
    difference: Difference | None
    """What the dogs differ in; None where another version of the program offered it."""
    guess: Guess | None
    created: float
    """Unix time."""

    @property
    def games(self) -> int:
        """Games between the dogs, in all."""
        return self.plan.games * self.plan.seeds**2


class Verdict(enum.Enum):
    """What the games allow one to say."""

    NOTHING = "nothing"
    """They have not been played."""
    LUCK = "luck"
    """Luck alone would often end so."""
    HINT = "hint"
    """Luck alone would end so now and then."""
    SURE = "sure"
    """Luck alone would hardly ever end so."""
    SURE_OF_TWO = "sure of two"
    """One of these two dogs is stronger; whether the setting made it so, one pair cannot tell."""


@dataclass(frozen=True)
class Written:
    """An experiment and what has been found by it."""

    experiment: Experiment
    finding: Finding | None = None
    """None before every dog has played."""
    played: int = 0
    """Games between the dogs."""
    raised: int = 0
    """Pairs of dogs that were raised to the end when it was last looked."""

    @property
    def is_finished(self) -> bool:
        """Whether all of its games have been played."""
        return self.played >= self.experiment.games

    @property
    def verdict(self) -> Verdict:
        """What may be said."""
        finding = self.finding
        if finding is None:
            return Verdict.NOTHING
        if finding.chance >= _LIKELY:
            return Verdict.LUCK
        if finding.chance >= _SURE:
            return Verdict.HINT
        return Verdict.SURE if finding.counts_seeds else Verdict.SURE_OF_TWO

    @property
    def ahead(self) -> Side | None:
        """Whose dogs have the higher ratings; None where neither has."""
        if self.finding is None or abs(self.finding.gain) < 0.5:
            return None
        return "one" if self.finding.gain > 0 else "other"

    @property
    def one_in(self) -> int:
        """Of how many experiments in which nothing differs about one would end at least so far apart."""
        chance = 1.0 if self.finding is None else self.finding.chance
        return max(1, math.floor(min(1.0 / max(chance, 1e-4), 10_000)))


@dataclass(frozen=True)
class Curves:
    """What one dog lived through."""

    points: tuple[GrowthPoint, ...] = ()
    """The oldest first."""
    ratings: tuple[RatedPoint, ...] = ()

    @property
    def told(self) -> tuple[RatedPoint, ...]:
        """The ratings that say something: four games with a newborn may leave open all that it ever gains."""
        return tuple(point for point in self.ratings if point.error <= _SAYS_NOTHING)

    @property
    def latest(self) -> GrowthPoint | None:
        """How far it has come."""
        return self.points[-1] if self.points else None


@dataclass(frozen=True)
class LiveGame:
    """A game that is being played and looked at."""

    board: BoardState
    ply: int
    one_has_black: bool | None = None
    """Whether the one setting's dog has Black; None where a dog plays itself."""
    pair: tuple[int, int] = (0, 0)
    """Which dog of the one setting, and which of the other."""


@dataclass(frozen=True)
class Noted:
    """What came of something short that was done aside."""

    file: Path | None = None
    """The file that was written."""
    error: Problem | None = None
    """Why it could not be done."""


class ExperimentState(enum.Enum):
    """Where an experiment stands."""

    NONE = "none"
    """None is shown."""
    PREPARING = "preparing"
    """Processes are being started, and what they need is compiled."""
    RAISING = "raising"
    PLAYING = "playing"
    """The dogs are raised and play each other."""
    STOPPING = "stopping"
    """Everything is being saved."""
    STOPPED = "stopped"
    """It can go on."""
    FINISHED = "finished"


ACTIVE = frozenset(
    {ExperimentState.PREPARING, ExperimentState.RAISING, ExperimentState.PLAYING, ExperimentState.STOPPING}
)


@dataclass(frozen=True)
class ExperimentSnapshot:
    """Everything a screen needs. A new one is made at each change; compare by ``version``."""

    version: int = 0
    state: ExperimentState = ExperimentState.NONE
    written: Written | None = None
    one: tuple[Curves, ...] = ()
    """Of each dog of the one setting, as far as there are any."""
    other: tuple[Curves, ...] = ()
    pair: int = 0
    """Which pair is being raised, from 0."""
    live: tuple[LiveGame | None, LiveGame | None] = (None, None)
    """Two games: while dogs are raised, one of each against itself; then games between them."""
    seconds_left: float | None = None
    """Until everything is done, about."""
    preparing: Preparing | None = None
    """How far a first start is that has to compile, of 0 while nobody knows of how many; None where it is none."""
    restarts: int = 0
    """How many processes have ended unasked since it went on, and were started again."""
    error: Problem | None = None
    """Why it stopped, where nobody wished it."""

    @property
    def is_active(self) -> bool:
        """Whether something is going on."""
        return self.state in ACTIVE

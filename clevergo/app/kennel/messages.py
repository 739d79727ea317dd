"""What passes of dogs and their training between threads, processes and the window: frozen dataclasses."""

from __future__ import annotations

import enum
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from clevergo.app.match.messages import BoardState, Preparing
from clevergo.games.guests import USUAL_GAME
from clevergo.problem import Problem
from clevergo.training.doctor.diagnosis import Ailment as Ailment  # these six pass to the window as they are
from clevergo.training.doctor.diagnosis import Diagnosis as Diagnosis
from clevergo.training.doctor.diagnosis import VitalSigns as VitalSigns
from clevergo.training.ratings.elo import Rating
from clevergo.training.run.events import MachineReport as MachineReport
from clevergo.training.run.events import RatingGoes as RatingGoes
from clevergo.workers.cluster.messages import MachineState as MachineState


class TrainingPhase(enum.Enum):
    """Where a training run stands."""

    IDLE = "idle"
    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    FAILED = "failed"

    @property
    def is_active(self) -> bool:
        """Whether a dog trains, from the press of the button until everything is saved."""
        return self in (TrainingPhase.STARTING, TrainingPhase.RUNNING, TrainingPhase.STOPPING)


class Effort(enum.Enum):
    """How much of the machine training may use."""

    GENTLE = "gentle"
    HALF = "half"
    ALL = "all"


@dataclass(frozen=True)
class LiveBoard:
    """One of the games being played right now."""

    board: BoardState
    ply: int


@dataclass(frozen=True)
class TrainingNews:
    """A line for the person watching; ``kind`` picks the sentence in ``ui.strings``, ``values`` fill it."""

    kind: NewsKind
    values: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    """Time trained when it happened."""
    created: float = 0.0
    """Unix time; 0 where it was not noted."""


class NewsKind(enum.Enum):
    """The things training reports. The comment lists the values each carries."""

    STARTED = "started"  # name
    RESUMED = "resumed"  # name, games
    FILLING = "filling"  # have, need: positions gathered before learning starts
    LEARNING = "learning"  # learning has begun
    CHECKPOINT = "checkpoint"  # games, samples
    RATED = "rated"  # opponent, wins, draws, losses, rating, error
    MILESTONE = "milestone"  # opponent, games: played when it beat it for the first time
    WORKER_RESTARTED = "worker_restarted"  # reason
    STOPPED = "stopped"  # games, seconds
    FAILED = "failed"  # reason
    DOCTOR = "doctor"  # ailment: an Ailment's value, and the numbers listed beside it
    CURED = "cured"  # ailment: a complaint that has passed
    RATE_CUT = "rate_cut"  # ailment: why; share: of the usual learning rate, used from now on
    ROLLED_BACK = "rolled_back"  # ailment: why; share: as above; games: the age whose weights came back
    GAME = "game"  # games: its number; winner: 1 Black, 2 White, 0 nobody; margin: points, None uncounted; moves
    PUBLISHED = "published"  # stage: how many times new weights were published; games; explained: share or None
    GREW = "grew"  # net: in short; games
    NEW_AGE = "new_age"  # games: of the age that was kept
    MOMENT = "moment"  # moment: its kind; games; since: from which of its games on it was watched
    MOVED = "moved"  # size: of the board it grows up on now; before; games; beside: sizes it plays on too, as text
    LEARNED = "learned"  # piece: the kind; right, asked; before: right at the first age asked; games; first: that age


FREQUENT_NEWS = (NewsKind.GAME, NewsKind.PUBLISHED)
"""What is told every few seconds: of these only the latest are kept."""


@dataclass(frozen=True)
class LossPoint:
    """The learner's mean losses over a stretch of samples."""

    seconds: float
    samples: int
    policy: float
    value: float
    entropy: float = 0.0
    """Mean entropy of the policy targets, nats."""


@dataclass(frozen=True)
class StrengthPoint:
    """A measured rating."""

    seconds: float
    games: int
    rating: float
    """Elo points; the random player is 0."""
    error: float
    """One standard error."""


@dataclass(frozen=True)
class Awaited:
    """What a run waits for, and when it may come; None wherever that is not known."""

    games: int = 0
    """Games being played side by side."""
    played: int = 0
    """Recorded positions, those in unfinished games too; never fewer than were told of before."""
    missing: int = 0
    """Positions that finished games still have to bring before learning begins."""
    need: int = 0
    """How many it takes in all."""
    lesson: float | None = None
    """Seconds until learning begins, as reckoned last."""
    rating: RatingGoes | None = None
    """The rating match that is being played."""
    next_rating_at: float | None = None
    """When the next one may begin, by the monotonic clock."""
    needs_lesson: bool = False
    """Whether it also waits for the dog to learn something first."""

    @property
    def next_rating(self) -> float | None:
        """Seconds until the next rating match may begin."""
        return None if self.next_rating_at is None else max(0.0, self.next_rating_at - time.monotonic())


@dataclass(frozen=True)
class TrainingSnapshot:
    """What is known of a dog's training, to be looked at. A new one is made at each change; compare by ``version``."""

    version: int = 0
    dog: str = ""
    game: str = USUAL_GAME
    """What the dog plays."""
    phase: TrainingPhase = TrainingPhase.IDLE
    seconds: float = 0.0
    """Time trained in all, over every session of this dog."""
    games: int = 0
    positions: int = 0
    samples: int = 0
    games_per_second: float = 0.0
    moves_per_second: float = 0.0
    """On all boards together."""
    boards: tuple[LiveBoard, ...] = ()
    losses: tuple[LossPoint, ...] = ()
    here_since: float = 0.0
    """How long it had trained when it came to the board it is measured on."""
    strengths: tuple[StrengthPoint, ...] = ()
    """On that board."""
    vitals: tuple[VitalSigns, ...] = ()
    """How the run fared, a row at each new age. These three begin with what is oldest."""
    milestones: tuple[TrainingNews, ...] = ()
    news: tuple[TrainingNews, ...] = ()
    """The latest last, at most fifty."""
    error: Problem | None = None
    preparing: Preparing | None = None
    """How far the compiling of a first training is; None on every other."""
    health: tuple[Diagnosis, ...] = ()
    """The doctor's present complaints; empty for a healthy run."""
    is_looked_at: bool = False
    """Whether the doctor has seen vital signs of this run."""
    awaited: Awaited = Awaited()
    """What comes next, and when."""
    machines: tuple[MachineReport, ...] = ()
    """The machines of the run, or of the last one, the one that learns first; empty where it was this one alone."""


# --- the kennel ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DogInfo:
    """A dog as the kennel knows it."""

    name: str
    is_shipped: bool
    net: str
    """Short description of the net, such as ``5x64``."""
    games: int
    seconds: float
    rating: float | None
    rating_error: float | None
    weights: Path | None
    """The file to play with; None while the dog has no checkpoint yet."""
    created: float = 0.0
    """Unix time."""
    is_retired: bool = False
    """Whether it rests: kept, but offered nowhere."""
    family: str = ""
    """Whose weights it started from (``pup``, ``pup@1230``); empty for a dog born knowing nothing."""
    face: str = ""
    """What its face is drawn from; stays the same whatever it is called and wherever it travels."""
    game: str = USUAL_GAME
    """The name of what it plays."""
    sizes: tuple[int, ...] = (9,)
    """The boards it learned on, by points along a side: of others it knows nothing, though most can play on them."""
    plays_elsewhere: bool = True
    """Whether it can play on other boards at all; nets with fully connected layers cannot."""
    beside: tuple[int, ...] = ()
    """Those of its boards that it plays itself on by turns with the first."""


@dataclass(frozen=True)
class DogAge:
    """A dog as it was once: an opponent like any other."""

    address: str
    """How players are called: ``pup@1230``."""
    games: int
    seconds: float
    """Time it had trained."""
    rating: float | None
    rating_error: float | None
    weights: Path
    is_best: bool = False
    """Whether it was never stronger, nor is it now, by the ratings measured (:func:`best_marked`)."""


def best_marked(ages: Sequence[DogAge], now: Rating | None) -> tuple[DogAge, ...]:
    """The same ages, the best of them marked; none where none was rated, or the dog is as strong ``now`` or stronger.

    The best is the one with the highest rating, its error allowed for, as among all dogs; ``now`` is the dog's own,
    None where it has none.
    """

    def least(age: DogAge) -> float:
        return -math.inf if age.rating is None else age.rating - (age.rating_error or 0.0)

    best = max((least(age) for age in ages), default=-math.inf)
    if best <= (-math.inf if now is None else now.points - now.error):
        return tuple(ages)
    first = next(age for age in sorted(ages, key=lambda age: -age.games) if least(age) == best)
    return tuple(replace(age, is_best=age is first) for age in ages)


@dataclass(frozen=True)
class DogCard:
    """All that is shown of a dog in the kennel."""

    info: DogInfo
    strengths: tuple[StrengthPoint, ...] = ()
    milestones: tuple[TrainingNews, ...] = ()
    ages: tuple[DogAge, ...] = ()
    """Youngest first."""
    disk_bytes: int = 0
    """What its files take."""

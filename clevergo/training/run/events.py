"""What a training run's processes tell each other and their owner: frozen, picklable values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clevergo.problem import Problem
from clevergo.training.doctor.diagnosis import Ailment, Diagnosis, VitalSigns
from clevergo.workers.cluster.messages import MachineState

FIRST_FAR_WORKER = 1000
"""Numbers of workers on other machines begin here; those of this one at 0."""


SECONDS_ROUNDED = 0.1
"""Weight files tell their age in tenths of a second, and rating matches have it from there."""


@dataclass(frozen=True)
class Counters:
    """How far a dog has come, over all its runs."""

    games: int = 0
    positions: int = 0
    """Recorded positions."""
    samples: int = 0
    """Positions trained on, repeats counted."""
    seconds: float = 0.0
    """Time trained."""


@dataclass(frozen=True)
class MeanLosses:
    """Losses averaged over the steps since the last look."""

    policy: float
    value: float
    points: float
    entropy: float
    """Of the policy targets, nats."""


# --- to the processes


@dataclass(frozen=True)
class SetDuty:
    """Work only so much of the time, 0 to 1."""

    duty: float


@dataclass(frozen=True)
class Treatment:
    """The learner is to go on with half the learning rate, and perhaps from the weights of an earlier age."""

    ailment: Ailment
    """Why."""
    games: int | None = None
    """The age; None: from the present weights."""
    path: Path | None = None
    """Its weights."""


@dataclass(frozen=True)
class RateRequest:
    """The arena is to play games of the dog's present weights against an opponent."""

    opponent: str
    """As :mod:`clevergo.training.ratings.opponents` names it."""
    games: int
    simulations: int
    """The dog's, a move."""
    seed: int


# --- from the processes


class Event:
    """What a run tells its owner."""


@dataclass(frozen=True)
class Ready(Event):
    """A process has compiled and loaded what it needs and is at work."""


@dataclass(frozen=True)
class Compiling(Event):
    """A first training compiles its inner loops."""

    done: int
    total: int


@dataclass(frozen=True)
class UnderWay:
    """What lies in games that are not with the learner yet: those being played, and those just finished."""

    games: int = 0
    """Being played."""
    moves: int = 0
    """In those."""
    positions: int = 0
    """Recorded positions, in those just finished too."""

    def __add__(self, other: UnderWay) -> UnderWay:
        return UnderWay(self.games + other.games, self.moves + other.moves, self.positions + other.positions)


class SeenBoard(NamedTuple):
    """A game of self-play as it stands, to look at."""

    stones: NDArray[np.int8]
    """``int8[H, W]``: 0 empty, 1 and 2 the sides'."""
    last: int | None
    """The last action; None before the first."""
    ply: int
    struck: tuple[tuple[int, ...], ...] = ()
    """Rows of stones that have won."""


@dataclass(frozen=True)
class GamesSeen(Event):
    """The games a worker plays right now; for a moment, one that a row has just won instead of the next there."""

    boards: tuple[SeenBoard, ...]
    moves_per_second: float
    under_way: UnderWay = UnderWay()
    worker: int = 0


@dataclass(frozen=True)
class GamesGiven:
    """What a machine has given in a run."""

    machine: str
    """Its id; empty for the learner's own."""
    games: int
    dropped: int
    """Of those, the games that were too old to be learned from."""


@dataclass(frozen=True)
class Received(Event):
    """What the learner of a cluster's run has received so far."""

    given: tuple[GamesGiven, ...]


@dataclass(frozen=True)
class Kept(Event):
    """What other machines have delivered up to these numbers, by stream, is saved with the learner's state."""

    marks: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class MachineReport:
    """A machine that plays for a run, or did."""

    name: str
    processor: str
    """Empty where it has not told yet."""
    cores: int
    state: MachineState
    is_here: bool = False
    """Whether it is the one that learns."""
    moves_per_second: float = 0.0
    games: int = 0
    """Given, in this run."""
    dropped: int = 0
    """Of those, too old to be learned from."""
    seen_at: float = 0.0
    """When it was heard last, by the monotonic clock."""
    reason: Problem | None = None
    """Why it is not used."""


@dataclass(frozen=True)
class ClusterSeen(Event):
    """Every machine of the run, the learner's first."""

    machines: tuple[MachineReport, ...]
    workers: frozenset[int]
    """The numbers of the workers on other machines."""


@dataclass(frozen=True)
class GameEnd:
    """How a game of self-play ended."""

    number: int
    """How many games the dog had played by then, this one too."""
    winner: int
    """1: who moved first, 2: the other, 0: nobody."""
    margin: float | None
    """By how many points; None where nothing is counted."""
    moves: int


@dataclass(frozen=True)
class Progress(Event):
    """How far the learner has come."""

    counters: Counters
    positions_missing: int
    """Positions still to be played before learning begins."""
    learning_rate: float
    window: int
    """Positions in the replay window."""
    losses: MeanLosses | None
    """Since the last progress; None if no step was made."""
    game: GameEnd | None = None
    """The game that ended last since the last progress; None if none did."""


@dataclass(frozen=True)
class Published(Event):
    """The learner has sent new weights to self-play, and written the same for players."""

    counters: Counters
    version: int = 0
    """How many times weights were published in this run; who walks in step counts by it."""
    age: int | None = None
    """The games of the age that was kept with it; None where none was."""


@dataclass(frozen=True)
class Noted(Event):
    """Something was there for the first time in the dog's life, or a game is its best so far."""

    kind: str
    """A word of the game's own (``Game.moments``), or one of :mod:`clevergo.training.moments.known`."""
    games: int
    """How many games the dog had played by then, this one too."""
    ply: int
    """After how many moves of the game."""
    last: int | None
    """The last move by then."""
    rows: tuple[str, ...]
    """The board by then, from the top: ``.`` empty, ``X`` and ``O``."""
    sgf: bytes
    """The game."""
    score: tuple[float, float] | None = None
    """How good it is, of a best game (:mod:`clevergo.training.moments.best`)."""
    seconds: float | None = None
    """Time the dog had trained by then; None: as long as it has now."""


@dataclass(frozen=True)
class KindMarks:
    """How a net did on the set pieces of one kind."""

    kind: str
    right: int
    asked: int
    guesses: tuple[int, ...]
    """The action it would play, of each piece."""


@dataclass(frozen=True)
class Examined(Event):
    """The bare net has been asked its game's set pieces."""

    counters: Counters
    marks: tuple[KindMarks, ...]


@dataclass(frozen=True)
class Grown(Event):
    """A young dog's net has become larger."""

    net: str
    """In short, such as ``5x64``."""
    share: float = 1.0
    """Of the usual learning rate, used from now on."""


@dataclass(frozen=True)
class Measured(Event):
    """The learner has taken the vital signs."""

    signs: VitalSigns


@dataclass(frozen=True)
class Treated(Event):
    """The learner has done what the doctor ordered, or has helped itself."""

    ailment: Ailment
    share: float
    """Of the usual learning rate, used from now on."""
    games: int | None = None
    """The age whose weights came back; None: the present ones stay."""


@dataclass(frozen=True)
class Diagnosed(Event):
    """The doctor has found something wrong."""

    diagnosis: Diagnosis


@dataclass(frozen=True)
class Cured(Event):
    """A complaint has passed."""

    ailment: Ailment


@dataclass(frozen=True)
class Saved(Event):
    """The learner has written a checkpoint, and the weights of that moment for players."""

    counters: Counters


@dataclass(frozen=True)
class Completed(Event):
    """The learner has the games of a run of so many, has learned from them and has saved: the run may end."""


@dataclass(frozen=True)
class RatingPlanned(Event):
    """When the next rating match may begin."""

    seconds: float
    """From now, at least."""
    needs_weights: bool = False
    """Whether it also waits for the dog to have learned something since the last one."""


@dataclass(frozen=True)
class RatingGoes(Event):
    """A rating match is being played."""

    opponent: str
    done: int
    """Games finished."""
    games: int
    """In all."""


@dataclass(frozen=True)
class Rated(Event):
    """The arena has finished a match."""

    opponent: str
    wins: int
    draws: int
    losses: int
    games_trained: int
    """Games the dog had trained on."""
    seconds: float
    """Time the dog had trained."""
    simulations: int = 0
    """The dog's, a move."""
    took: float = 0.0
    """Seconds the games took."""

    @property
    def games(self) -> int:
        """Games of the match."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class NotRated(Event):
    """A rating match could not be played."""

    opponent: str
    reason: Problem


@dataclass(frozen=True)
class Died(Event):
    """A process ended unasked and has been, or will be, started again."""

    process: str
    reason: Problem


@dataclass(frozen=True)
class WentBack(Event):
    """The learner begins again at the last checkpoint: what was told of the time after it is not so any more."""

    saved: Counters | None
    """How far the dog had come there; None: it had no checkpoint, and begins as it was when the run did."""


@dataclass(frozen=True)
class Fault(Event):
    """The run cannot go on; the reason says what happened and what to do."""

    reason: Problem

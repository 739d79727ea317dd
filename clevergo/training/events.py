"""What a training run's processes tell each other and their owner: frozen, picklable values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


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
    ownership: float
    entropy: float
    """Of the policy targets, nats."""


# --- to the processes


@dataclass(frozen=True)
class Stop:
    """End, saving what there is to save."""


@dataclass(frozen=True)
class SetDuty:
    """Work only so much of the time, 0 to 1."""

    duty: float


@dataclass(frozen=True)
class NewWeights:
    """Self-play goes on with these weights."""

    path: Path
    positions: int
    """How many positions the dog has played; sets the stage of its growth."""


@dataclass(frozen=True)
class RateRequest:
    """The arena is to play games of the dog's present weights against an opponent."""

    opponent: str
    """The text of a player."""
    games: int
    simulations: int
    """The dog's, a move."""
    seed: int


# --- from the processes


@dataclass(frozen=True)
class Ready:
    """A process has compiled and loaded what it needs and is at work."""


@dataclass(frozen=True)
class GamesPlayed:
    """A worker's finished games, packed (:mod:`clevergo.training.games`)."""

    data: bytes
    games: int
    positions: int


@dataclass(frozen=True)
class GamesSeen:
    """The games being played right now, to look at."""

    boards: tuple[tuple[NDArray[np.int8], int | None, int], ...]
    """``(stones int8[N, N], last action or None, ply)``."""
    moves_per_second: float
    evaluations_per_second: float


@dataclass(frozen=True)
class Progress:
    """How far the learner has come."""

    counters: Counters
    positions_missing: int
    """Positions still to be played before learning begins."""
    learning_rate: float
    window: int
    """Positions in the replay window."""
    losses: MeanLosses | None
    """Since the last progress; None if no step was made."""


@dataclass(frozen=True)
class Published:
    """The learner has written new weights."""

    path: Path
    counters: Counters


@dataclass(frozen=True)
class Saved:
    """The learner has written a checkpoint."""

    counters: Counters


@dataclass(frozen=True)
class Rated:
    """The arena has finished a match."""

    opponent: str
    wins: int
    draws: int
    losses: int
    games_trained: int
    """Games the dog had trained on."""
    seconds: float
    """Time the dog had trained."""


@dataclass(frozen=True)
class Died:
    """A process ended unasked and has been, or will be, started again."""

    process: str
    reason: str


@dataclass(frozen=True)
class Fault:
    """The run cannot go on; the reason says what happened and what to do."""

    reason: str


Event = Ready | GamesPlayed | GamesSeen | Progress | Published | Saved | Rated | Died | Fault

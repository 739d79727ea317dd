"""What passes between threads, processes and the window: frozen dataclasses, never live objects."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clevergo.go.position import Color
from clevergo.go.rules import Ruleset
from clevergo.go.scoring import Outcome
from clevergo.players.protocol import Candidate as Candidate  # part of what passes to the window
from clevergo.players.spec import PlayerSpec

# --- a match -------------------------------------------------------------------------------------------


class MatchPhase(enum.Enum):
    """Where a match stands."""

    SETUP = "setup"
    """Players are chosen, nothing has been played."""
    RUNNING = "running"
    """Somebody is to move."""
    PAUSED = "paused"
    """Computers wait; a person may look around."""
    FINISHED = "finished"
    """There is an outcome."""


@dataclass(frozen=True)
class MatchSetup:
    """Who plays whom, by which rules."""

    black: PlayerSpec
    white: PlayerSpec
    ruleset: Ruleset = field(default_factory=Ruleset)

    def player(self, color: Color) -> PlayerSpec:
        """Who plays ``color``."""
        return self.black if color is Color.BLACK else self.white

    @property
    def has_human(self) -> bool:
        """Whether a person plays."""
        return self.black.is_human or self.white.is_human


@dataclass(frozen=True)
class Thinking:
    """How far a machine's search has come."""

    done: int
    total: int
    black_win_rate: float
    candidates: tuple[Candidate, ...] = ()
    """Best first, at most ten."""


class Refusal(enum.Enum):
    """Why a click on the board was not played."""

    OCCUPIED = "occupied"
    SUICIDE = "suicide"
    KO = "ko"
    SUPERKO = "superko"
    NOT_YOUR_TURN = "not_your_turn"
    GAME_OVER = "game_over"
    NOT_STARTED = "not_started"


@dataclass(frozen=True)
class MatchError:
    """Something went wrong that a person must know; the game is kept and paused."""

    reason: str
    """English, one sentence: what happened (file, cause) and what to do."""


@dataclass(frozen=True)
class MatchSnapshot:
    """Everything a screen needs to draw a match. A new one is made at each change; compare by ``version``."""

    version: int
    match_id: int
    setup: MatchSetup
    phase: MatchPhase
    stones: NDArray[np.int8]
    """``int8[N, N]``: 0 empty, 1 black, 2 white; row 0 is the top."""
    to_play: Color = Color.BLACK
    ply: int = 0
    last_move: int | None = None
    """The last action, a pass included; None before the first."""
    moves: tuple[int, ...] = ()
    captures: tuple[int, int] = (0, 0)
    """Stones taken by Black, by White."""
    can_undo: bool = False
    can_redo: bool = False
    thinking: Thinking | None = None
    """The running or last finished search for the position on the board."""
    last_thinking: Thinking | None = None
    """The finished search behind a machine's latest move."""
    last_thinking_ply: int = -1
    """The ply of the position that search looked at."""
    is_thinking: bool = False
    """Whether an engine is at work on this position now."""
    black_win_rates: tuple[float | None, ...] = ()
    """For each ply, Black's win rate as the mover's search saw it; None where nobody searched."""
    outcome: Outcome | None = None
    ownership: NDArray[np.int8] | None = None
    """At the end, ``int8[N, N]``: 0 neutral, 1 Black's, 2 White's."""
    dead: NDArray[np.bool_] | None = None
    """At the end of a person's game, ``bool[N, N]``: stones taken for dead."""
    tromp_taylor: Outcome | None = None
    """At the end of a counted game, the result by the rule programs train by: every stone on the board lives."""
    error: MatchError | None = None
    engine_loading: bool = False
    """Whether the engine is still being started (first move of the first game)."""


# --- training ------------------------------------------------------------------------------------------


class TrainingPhase(enum.Enum):
    """Where a training run stands."""

    IDLE = "idle"
    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    FAILED = "failed"


class Effort(enum.Enum):
    """How much of the machine training may use."""

    GENTLE = "gentle"
    HALF = "half"
    ALL = "all"


@dataclass(frozen=True)
class LiveBoard:
    """One of the games being played right now."""

    stones: NDArray[np.int8]
    """``int8[N, N]``: 0 empty, 1 black, 2 white."""
    last_move: int | None
    ply: int


@dataclass(frozen=True)
class TrainingNews:
    """A line for the person watching; ``kind`` picks the sentence in ``ui.strings``, ``values`` fill it."""

    kind: NewsKind
    values: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    """Time trained when it happened."""


class NewsKind(enum.Enum):
    """The things training reports. The comment lists the values each carries."""

    STARTED = "started"  # name
    RESUMED = "resumed"  # name, games
    FILLING = "filling"  # have, need: positions gathered before learning starts
    LEARNING = "learning"  # learning has begun
    CHECKPOINT = "checkpoint"  # games, samples
    RATED = "rated"  # opponent, wins, draws, losses, rating, error
    MILESTONE = "milestone"  # opponent
    WORKER_RESTARTED = "worker_restarted"  # reason
    STOPPED = "stopped"  # games, seconds
    FAILED = "failed"  # reason


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
class TrainingSnapshot:
    """Everything the train scene draws."""

    version: int
    dog: str
    phase: TrainingPhase
    seconds: float
    """Time trained in all, over every session of this dog."""
    games: int
    positions: int
    samples: int
    games_per_second: float
    positions_per_second: float
    samples_per_second: float
    learning_rate: float
    boards: tuple[LiveBoard, ...]
    losses: tuple[LossPoint, ...]
    strengths: tuple[StrengthPoint, ...]
    milestones: tuple[TrainingNews, ...]
    news: tuple[TrainingNews, ...]
    """The latest last, at most fifty."""
    error: str | None = None
    effort: Effort = Effort.ALL


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

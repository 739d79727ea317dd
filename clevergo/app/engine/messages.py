"""What the window and the engine process say to each other. Every message about a game names match and ply."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from clevergo.app.match.messages import Thinking
from clevergo.games.color import Color
from clevergo.games.game import Rules
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.players.protocol import Insight
from clevergo.players.spec import PlayerSpec
from clevergo.problem import Problem
from clevergo.workers.inbox import Cancel


@dataclass(frozen=True)
class Tag:
    """Which position of which match a message is about; answers to any other are dropped."""

    match_id: int
    ply: int
    number: int = 0
    """Counts the requests of a match: after an undo the same ply may be another position."""


# --- from the window -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seat:
    """A computer player as the engine builds it."""

    color: Color
    spec: PlayerSpec
    weights: Path | None
    """The weight file of a dog."""
    seed: int
    varied: bool = False
    """Whether it varies its openings."""
    faces_person: bool = False
    """Whether a person plays the other side: then it passes only when that is due."""


@dataclass(frozen=True)
class PrepareRequest:
    """Load what this player will need; no answer."""

    tag: Tag
    rules: Rules
    seat: Seat


@dataclass(frozen=True)
class ThinkRequest:
    """Choose a move; answered by any number of :class:`ThinkProgress` and one :class:`ThinkAnswer`."""

    tag: Tag
    rules: Rules
    moves: tuple[int, ...]
    seat: Seat
    start: Start = EMPTY_BOARD
    """What lay on the board before the moves."""
    seconds: float | None = None
    """The time there is for it; None: as long as it takes."""


@dataclass(frozen=True)
class CountRequest:
    """Which stones of a finished game are dead? Answered by :class:`DeadStones`."""

    tag: Tag
    rules: Rules
    moves: tuple[int, ...]
    start: Start = EMPTY_BOARD


@dataclass(frozen=True)
class CancelRequest(Cancel):
    """The answer to what was asked under this tag is no longer wanted; there may be none."""

    tag: Tag


@dataclass(frozen=True)
class Judge:
    """Who analyzes: a dog's net, or random playouts where there is no ``weights`` file."""

    name: str
    weights: Path | None = None


@dataclass(frozen=True)
class AnalyzeRequest:
    """Say what there is to say about a position; answered by :class:`InsightReport` until one is the last."""

    tag: Tag
    rules: Rules
    moves: tuple[int, ...]
    judge: Judge
    visits: int
    """Simulations after which it is enough."""
    is_thorough: bool = True
    """Whether moves the search never tries are to be valued too."""
    start: Start = EMPTY_BOARD
    """What lay on the board before the first move."""
    dead: tuple[int, ...] | None = None
    """Points of the stones that count as dead should both pass now; None: those a count would propose."""


Request = PrepareRequest | ThinkRequest | CountRequest | CancelRequest | AnalyzeRequest

# --- from the engine -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class RulesReady:
    """The compiled rules are in the cache: loading them costs no compilation any more."""


@dataclass(frozen=True)
class ThinkStarted:
    """The player is loaded and thinks."""

    tag: Tag


@dataclass(frozen=True)
class ThinkProgress:
    """How far the search is."""

    tag: Tag
    thinking: Thinking


@dataclass(frozen=True)
class ThinkAnswer:
    """The move."""

    tag: Tag
    action: int
    resigns: bool
    thinking: Thinking | None
    """The finished search; None for players that do not search."""


@dataclass(frozen=True)
class DeadStones:
    """The stones taken for dead: ``bool[H, W]``."""

    tag: Tag
    dead: NDArray[np.bool_]


@dataclass(frozen=True)
class InsightReport:
    """What is known of a position by now."""

    tag: Tag
    insight: Insight
    is_last: bool = False


@dataclass(frozen=True)
class EngineFault:
    """What was asked under this tag could not be done."""

    tag: Tag
    reason: Problem
    """What happened and what to do."""


@dataclass(frozen=True)
class EngineDied:
    """The process is gone; the next request starts another. What was asked will not be answered."""

    reason: Problem


Reply = RulesReady | ThinkStarted | ThinkProgress | ThinkAnswer | DeadStones | InsightReport | EngineFault | EngineDied

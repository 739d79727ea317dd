"""What the window and the engine process say to each other. Every message about a game names match and ply."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from clevergo.app.match.messages import Thinking
from clevergo.app.slow.motion import SlowMotion, SlowWish
from clevergo.games.color import Color
from clevergo.games.game import Rules, last_passes
from clevergo.games.settling import Settling
from clevergo.games.start import EMPTY_BOARD, Start
from clevergo.players.protocol import Insight
from clevergo.players.settling import Settled
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
    """Choose a move; answered by any number of :class:`ThinkProgress` and one :class:`ThinkAnswer`.

    :class:`ForfeitAnswer` where the player breaks the rules of the game.
    """

    tag: Tag
    rules: Rules
    moves: tuple[int, ...]
    seat: Seat
    start: Start = EMPTY_BOARD
    """What lay on the board before the moves."""
    seconds: float | None = None
    """The time there is for it; None: as long as it takes."""


@dataclass(frozen=True)
class SettleRequest:
    """Put stones, or choose, before colors are settled; answered by :class:`SettleAnswer`, or as a move may be."""

    tag: Tag
    rules: Rules
    moves: tuple[int, ...]
    seat: Seat
    settling: Settling
    seconds: float | None = None
    """As for a move."""


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
class Question:
    """A position, and whose opinion of it is wanted."""

    rules: Rules
    moves: tuple[int, ...]
    judge: str | None
    """A dog's name or a weight file; None: random playouts."""
    visits: int = 400
    """Simulations after which it is enough."""
    start: Start = EMPTY_BOARD
    """What lay on the board before the first move."""
    dead: tuple[int, ...] | None = None
    """Points of the stones taken for dead where this game was counted; None: nobody has said yet, and what a count
    would propose holds."""
    all_live: bool = False
    """Whether no stone is ever taken for dead, as between programs."""

    def after(self, ply: int) -> Question:
        """The same question about the position after the first ``ply`` moves."""
        return replace(self, moves=self.moves[:ply], dead=self.dead_after(ply))

    def dead_after(self, ply: int) -> tuple[int, ...] | None:
        """The stones that are known to be dead in the position after the first ``ply`` moves.

        What was agreed on at the end concerns the passes that led there. In positions before them dead stones are
        guessed, as in every game that goes on, so that a stone that is taken for living again changes nothing there.
        """
        if self.all_live:
            return ()
        return self.dead if ply >= self.last_passes else None

    @functools.cached_property
    def last_passes(self) -> int:
        """The ply after the first of the passes at the end of ``moves``."""
        return last_passes(self.rules, self.moves)


@dataclass(frozen=True)
class AnalyzeRequest:
    """Say what there is to say about a position; answered by :class:`InsightReport` until one is the last."""

    tag: Tag
    question: Question
    weights: Path | None
    """The weight file of the judge, where that is a dog."""
    is_thorough: bool = True
    """Whether moves the search never tries are to be valued too."""


@dataclass(frozen=True)
class SlowRequest:
    """Search a position that is not over and keep all of it; answered by :class:`SlowReport`."""

    tag: Tag
    question: Question
    """Its ``visits`` are the simulations; what is agreed on is left aside, as players do."""
    wish: SlowWish
    weights: Path | None
    """The weight file of the judge, where that is a dog."""


class Inquiry(Protocol):
    """Something else to find out where dogs think, as a frozen value that can be hashed and pickled.

    Whoever brings one brings the module that answers it: the engine knows neither.
    """

    @property
    def door(self) -> str:
        """The module whose ``answer(inquiry, stop)`` yields what is found: once, or more and more of it.

        ``stop()`` turns true when nobody wants the answer any longer. What a person should read of a failure is raised
        as :class:`~clevergo.players.protocol.PlayerError`. The module is imported in the engine's process only.
        """


@dataclass(frozen=True)
class InquiryRequest:
    """Answer an inquiry; answered by :class:`InquiryReport` until one is the last."""

    tag: Tag
    inquiry: Inquiry


Request = (
    PrepareRequest
    | ThinkRequest
    | SettleRequest
    | CountRequest
    | CancelRequest
    | AnalyzeRequest
    | SlowRequest
    | InquiryRequest
)

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
class ForfeitAnswer:
    """The player broke the rules of the game, which it loses by that."""

    tag: Tag
    reason: Problem
    """What it did."""


@dataclass(frozen=True)
class SettleAnswer:
    """What a player does before colors are settled."""

    tag: Tag
    settled: Settled


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
class SlowReport:
    """A search in slow motion."""

    tag: Tag
    motion: SlowMotion


@dataclass(frozen=True)
class InquiryReport:
    """What is known of an inquiry by now; each report replaces the one before."""

    tag: Tag
    answer: Any
    """Whatever the inquiry's module yields."""
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


Reply = (
    RulesReady
    | ThinkStarted
    | ThinkProgress
    | ThinkAnswer
    | ForfeitAnswer
    | SettleAnswer
    | DeadStones
    | InsightReport
    | SlowReport
    | InquiryReport
    | EngineFault
    | EngineDied
)

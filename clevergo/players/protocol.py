"""What a player is: asked about a position, it answers with a move and what it thought.

Importing this module stays cheap (no compiled code, no PaddlePaddle), so that the window can talk about players.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from clevergo.games.color import Color
from clevergo.games.grid import Grid
from clevergo.games.guests import GameTitle
from clevergo.problem import ProblemError

__all__ = ["Decision", "Player", "PlayerError", "ThinkControl"]


class PlayerError(ProblemError):
    """A player cannot take part; the message says why and what to do."""


class ForfeitError(PlayerError):
    """A player broke the rules of the game, which it loses by that; the message says how."""


class UnsupportedBoardError(PlayerError):
    """A dog's net was built for another board size."""

    def __init__(self, name: str, trained_for: Grid, asked: Grid) -> None:
        super().__init__("other_board", name=name, size=trained_for.said, asked=asked.said)


class UnsupportedGameError(PlayerError):
    """A player knows another game only."""

    def __init__(self, name: str, plays: str, asked: str) -> None:
        super().__init__("other_game", name=name, plays=GameTitle(plays), asked=GameTitle(asked))


@dataclass(frozen=True)
class Candidate:
    """One move the machine considered."""

    action: int
    visits: int
    win_rate: float
    """For the side to move, 0 to 1."""
    prior: float
    line: tuple[int, ...] = ()
    """The expected continuation, this action first."""


@dataclass(frozen=True, eq=False)
class Insight:
    """A position as a dog sees it, told to one who watches. The arrays are never changed."""

    ply: int
    to_play: Color
    visits: int
    """Simulations behind it; 0 for a game that is over."""
    black_win_rate: float
    """0 to 1: what the best move promises; at the end of a game 0, 1 or a half."""
    prior: NDArray[np.float32]
    """``float32[A]``, sums to 1: where the net would look first. All zero for who has no first glance."""
    counts: NDArray[np.int32]
    """``int32[A]``: how often each move was tried."""
    win_rates: NDArray[np.float32]
    """``float32[A]``, 0 to 1, for the side to move: how each move ends; NaN where nothing is known."""
    candidates: tuple[Candidate, ...] = ()
    """Best first, with the expected line of each."""
    owners: NDArray[np.float32] | None = None
    """``float32[H, W]`` in [-1, 1]: 1 where a point will be Black's, -1 White's; None if the net cannot say."""
    black_score: float | None = None
    """Points Black is expected to win by."""
    black_steady_rate: float | None = None
    """0 to 1: half way between ``black_win_rate`` and the mean of all that was tried. To whoever is to move the best of
    many promises too much and the mean too little: what a move cost is read off this. None where nothing was tried."""

    @property
    def best(self) -> int | None:
        """The move it would play, the first candidate; None where nothing was tried."""
        return self.candidates[0].action if self.candidates else None

    @property
    def win_rate(self) -> float:
        """What the best move promises the side to move, 0 to 1: ``black_win_rate`` in its view."""
        return self.black_win_rate if self.to_play is Color.BLACK else 1.0 - self.black_win_rate

    @property
    def has_glance(self) -> bool:
        """Whether who thinks here has a first glance to show."""
        return bool(self.prior.any())


MAX_CANDIDATES = 10
ENDLESS = 200_000
"""Simulations after which even a search without an end has seen enough: as many as one could want."""


@dataclass(frozen=True)
class Analysis:
    """What a player thinks of the position it was asked about."""

    done: int
    """Simulations so far."""
    total: int
    """Simulations intended."""
    win_rate: float
    """For the side to move, 0 to 1."""
    candidates: tuple[Candidate, ...] = ()
    """Best first, at most ``MAX_CANDIDATES``."""


@dataclass(frozen=True)
class Decision:
    """A player's answer."""

    action: int
    """The move; a pass where the game has one."""
    analysis: Analysis | None = None
    """What it thought; None for players that do not think."""
    resigns: bool = False
    """Whether it gives up instead of playing ``action``."""


def never_stop() -> bool:
    """The stop callback of a search nobody interrupts."""
    return False


def ignore_progress(_analysis: Analysis) -> None:
    """The progress callback of a search nobody watches."""


@dataclass(frozen=True)
class ThinkControl:
    """How the asker follows a player's thinking and ends it early."""

    stop: Callable[[], bool] = never_stop
    """Asked often; once it is true, the player answers soon with the best it has."""
    progress: Callable[[Analysis], None] = ignore_progress
    """Told now and then how far the search is."""


UNWATCHED = ThinkControl()
"""Nobody watches, nobody interrupts."""


class Player(Protocol):
    """Somebody who chooses moves. Serves one game at a time and is used by one thread.

    Rules and positions are :class:`clevergo.games.game.Rules` and :class:`~clevergo.games.game.Position`, or a
    game's own where somebody plays that one only.
    """

    @property
    def name(self) -> str:
        """How records and tables call it."""

    def new_game(self, rules: Any) -> None:
        """Forget the last game and get ready for one by these rules.

        PlayerError where it cannot play by these rules.
        """

    def choose(self, position: Any, control: ThinkControl = UNWATCHED) -> Decision:
        """A legal move in ``position``, which must not be over."""

"""A dog against itself without one of its parts: what is asked for, how it stands, and how it is read."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from clevergo.app.match.messages import BoardState
from clevergo.games.game import Rules
from clevergo.players.spec import Faculty, PlayerKind, PlayerSpec

GAMES = 10
SIMULATIONS = 50
"""A move: few, so that one can watch ten games."""


class Part(enum.Enum):
    """What can be taken away."""

    SEARCH = "search"
    """Then its first guess is played."""
    POLICY = "policy"
    """Then all moves are alike to its search."""
    VALUE = "value"
    """Then random games tell its search who is ahead."""


_WITHOUT = {Part.POLICY: Faculty.POLICY, Part.VALUE: Faculty.VALUE}


@dataclass(frozen=True)
class TrialInquiry:
    """Play some quick games; answered by more and more of a :class:`TrialState`."""

    door: ClassVar[str] = "clevergo.app.parts.playing"
    """See :class:`clevergo.app.engine.messages.Inquiry`."""
    weights: Path
    """The dog's."""
    written: int
    """When they were written, in nanoseconds."""
    part: Part
    rules: Rules
    seed: int
    """All chance comes from it: another trial has another one."""
    begin_at: int = 0
    """The first game to be played: those before it are known."""
    pace: float = 0.05
    """Seconds from move to move at least, so that it can be followed."""
    games: int = GAMES
    simulations: int = SIMULATIONS

    @property
    def whole(self) -> PlayerSpec:
        """The dog with all its parts."""
        return PlayerSpec(PlayerKind.ALPHAGO, str(self.weights), self.simulations)

    @property
    def lessened(self) -> PlayerSpec:
        """The same without one of them."""
        if self.part is Part.SEARCH:
            return PlayerSpec(PlayerKind.POLICY, str(self.weights))
        return replace(self.whole, without=_WITHOUT[self.part])


@dataclass(frozen=True, eq=False)
class TrialGame:
    """One of the games."""

    board: BoardState
    """What lies on it now, or lay at the end."""
    ply: int
    is_over: bool
    whole_has_black: bool
    whole_won: bool | None = None
    """None for a draw, and while it is played."""


@dataclass(frozen=True, eq=False)
class TrialState:
    """How far a trial is: the games from the first that was asked for on, the last of them under way."""

    games: tuple[TrialGame, ...]


@dataclass(frozen=True)
class Score:
    """Games won with all parts, without one, and by neither."""

    whole: int = 0
    lessened: int = 0
    draws: int = 0

    @classmethod
    def of(cls, games: tuple[TrialGame, ...]) -> Score:
        """The score of those that are over."""
        won = [game.whole_won for game in games if game.is_over]
        return cls(won.count(True), won.count(False), won.count(None))

    @property
    def played(self) -> int:
        """How many are over."""
        return self.whole + self.lessened + self.draws


class Finding(enum.Enum):
    """What ten games say of a part."""

    NEEDED = "needed"
    """Without it the dog is clearly weaker."""
    OPEN = "open"
    """Ten games cannot tell."""
    SPARED = "spared"
    """Without it the dog did better."""


_CLEAR = 3
"""Wins more than half, counted with draws as halves: equals come so far apart, to either side, once in nine times."""


def found(score: Score) -> Finding:
    """What a score over ten games says: equals come to 8:2 or further apart in 11 of 100 trials, so it is not proof."""
    ahead = (score.whole - score.lessened) / 2
    if ahead >= _CLEAR:
        return Finding.NEEDED
    return Finding.SPARED if ahead <= -_CLEAR else Finding.OPEN

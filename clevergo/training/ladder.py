"""The ladder a growing dog is measured on: opponents of fixed, once measured strength, each a bit stronger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clevergo.training.events import Rated
from clevergo.training.rating import MatchResult, Rating, fit_rating

RUNGS: tuple[tuple[str, float], ...] = (
    ("random", 0.0),
    ("mcts:30", 214.0),
    ("mcts:100", 554.0),
    ("mcts:400", 1019.0),
    ("mcts:1600", 1567.0),
)
"""``(player, rating)``: Elo points with the random player at 0, measured as ``docs/training.md`` says."""

_RATINGS = dict(RUNGS)
_SAME_AGE = 1.35
_BEATEN_SHARE = 0.75
_BEATEN_GAMES = 8


@dataclass(frozen=True)
class LadderResult:
    """A rating match as it is remembered."""

    opponent: str
    wins: int
    draws: int
    losses: int
    games_trained: int


class Ladder:
    """Remembers rating matches, says who is next, and how strong the dog is now."""

    def __init__(self, past: Sequence[LadderResult] = ()) -> None:
        """Begin with the results of earlier runs, oldest first."""
        self._results = list(past)

    def add(self, rated: Rated) -> None:
        """Remember a match."""
        self._results.append(LadderResult(rated.opponent, rated.wins, rated.draws, rated.losses, rated.games_trained))

    def rating(self) -> Rating | None:
        """The dog's rating from the matches of about its present age; None before the first."""
        if not self._results:
            return None
        age = self._results[-1].games_trained
        recent = [result for result in self._results if result.games_trained * _SAME_AGE >= age]
        return fit_rating(
            [
                MatchResult(_RATINGS[result.opponent], result.wins, result.draws, result.losses)
                for result in recent
                if result.opponent in _RATINGS
            ]
        )

    def next_opponent(self) -> str:
        """The weakest opponent not clearly beaten yet; at the top, the strongest."""
        for opponent, _ in RUNGS:
            if not self.has_beaten(opponent):
                return opponent
        return RUNGS[-1][0]

    def has_beaten(self, opponent: str) -> bool:
        """Whether the dog scored at least three quarters in some match with ``opponent``."""
        for result in self._results:
            games = result.wins + result.draws + result.losses
            points = result.wins + 0.5 * result.draws
            if result.opponent == opponent and games >= _BEATEN_GAMES and points >= _BEATEN_SHARE * games:
                return True
        return False

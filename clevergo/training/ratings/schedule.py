"""When a run measures its dog, and by how many games: early, and by what it has learned as much as by the clock.

Pure counting without processes; moments are given by whoever asks, in seconds of one clock.
"""

from __future__ import annotations

from clevergo.training.run.events import Counters, Rated, RatingPlanned
from clevergo.training.run.plan import RunPlan

_FIRST_MATCH_GAMES = 4
"""Games of a newborn's match: a first rating with a wide error, soon."""
_LONGEST_MATCH_SECONDS = 45.0
"""Where games take longer, a match has fewer: it is over soon, and the next one does not have to wait for ever."""
_LEAST_MATCH_GAMES = 2
"""And so many against a program that has not been met in this run: it may think for minutes a game."""


class RatingSchedule:
    """The rating matches of one run, one at a time.

    A newborn is measured as soon as it plays, and again as soon as it has learned something; from then on the matches
    take a small share of the time, and none is played before there is something new to measure.
    """

    def __init__(self, plan: RunPlan, is_rated: bool, now: float) -> None:
        """Begin with the run, ``now``; ``is_rated``: whether the dog has ever been measured."""
        self._plan = plan
        self._is_rated = is_rated
        self._next = now + (plan.arena_seconds if is_rated else 0.0)
        self._begun = now
        """When the latest match has."""
        self.weights = Counters()
        """Those of the weights that players find now; whoever hears of new ones sets it."""
        self._measured: Counters | None = None
        self._program_seconds: dict[str, float] = {}
        """A game's seconds in the last match against each program of others."""
        self._own_seconds = 0.0
        """The same of the last match against anybody else: there it is the dog's net that takes the time."""
        self.has_begun = False
        """Whether self-play is at work; before, nothing is measured."""
        self.is_playing = False
        """Whether a match is being played."""

    def is_due(self, now: float) -> bool:
        """Whether a match is to begin."""
        may_begin = bool(self._plan.arena_seconds) and self.has_begun and not self.is_playing
        return may_begin and self._has_news and now >= self._next

    @property
    def _has_news(self) -> bool:
        """Whether a match would measure what none has yet: a newborn, or a dog that has learned since the last."""
        if self._measured is None:
            return self.weights.samples > 0 or not self._is_rated
        return self.weights.samples > self._measured.samples

    def games_against(self, opponent: str, is_program: bool) -> int:
        """Games of the next match: as many as planned; fewer for a newborn, and where they take long. Always pairs.

        ``is_program``: somebody else's, of which nobody knows how long it thinks before it has been met.
        """
        most = self._plan.arena_games
        if not self.weights.samples:
            return min(_FIRST_MATCH_GAMES, most)
        if is_program and opponent not in self._program_seconds:
            return min(_LEAST_MATCH_GAMES, most)
        seconds = self._program_seconds[opponent] if is_program else self._own_seconds
        pairs = int(_LONGEST_MATCH_SECONDS / seconds) // 2 if seconds else most
        return min(max(2 * pairs, _LEAST_MATCH_GAMES), most)

    def begin(self, now: float) -> None:
        """A match begins."""
        self.is_playing, self._measured = True, self.weights
        self._begun, self._next = now, now + self._plan.arena_seconds

    def give_up(self) -> None:
        """The match could not be played, or not to its end."""
        self.is_playing = False

    def go_back(self, weights: Counters, is_rated: bool) -> None:
        """The dog has gone back to these weights; ``is_rated``: whether they, or earlier ones, have been measured."""
        self.weights, self._is_rated, self.is_playing = weights, is_rated, False
        if self._measured is not None and self._measured.samples > weights.samples:
            self._measured = None

    def end(self, rated: Rated, now: float, is_program: bool) -> None:
        """The match has ended: the next one may begin when this one's time has become a small share of all.

        A newborn's is followed by another one as soon as the dog has learned something: then it grows fastest.
        """
        self.is_playing, self._is_rated = False, True
        took = min(rated.took, now - self._begun)  # the arena's clock goes on while the computer sleeps
        seconds = took / max(1, rated.games)
        if is_program:
            self._program_seconds[rated.opponent] = seconds
        else:
            self._own_seconds = seconds
        if self._measured is not None and not self._measured.samples:
            self._next = now
        else:
            self._next = max(self._next, now + took * (1.0 / self._plan.arena_share - 1.0))

    def planned(self, now: float) -> RatingPlanned | None:
        """When the next match may begin; None where none is ever played."""
        if not self._plan.arena_seconds:
            return None
        return RatingPlanned(max(0.0, self._next - now), not self._has_news)

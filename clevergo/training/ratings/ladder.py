"""What a dog's rating games say: its rating at every age, whom it has beaten, and whom it should meet next."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from clevergo.games.game import Game
from clevergo.training.doctor.diagnosis import Form, nearest_age
from clevergo.training.ratings.elo import (
    DRIFT,
    AgeRating,
    History,
    Played,
    Rating,
    expected_score,
    fit_history,
    games_behind,
    log_age,
)
from clevergo.training.ratings.opponents import BEATEN_SHARE, age_of_name, anchors_here, name_of_age
from clevergo.training.run.events import Rated

_SAME_AGE = 1.35
"""Ages within this ratio are the dog of today."""
_BEATEN_GAMES = 10
_DUE_SHARE = 0.85
"""An opponent the dog should beat with this share of the points is met to see whether it does ..."""
_KNOWN_ERROR = 150.0
"""... once its rating has no larger error."""
_REACH_SHARE = 0.45
"""Until then it meets the strongest one from whom it may hope for this share of the points."""
_GROWTH = 650.0
"""Elo points by which a dog grows at most, it is thought, while its age grows e-fold."""
_ENOUGH_GAMES = 20
"""After so many games against one opponent at about one age, others tell twice as much."""
_TODAY = 1.1
"""Ages within this ratio are near enough to say whether the dog of today has become weaker than its best age ..."""
_MET_GAMES = 40
"""... by the latest so many games against that one."""
_OUTSIDE = 2.0
"""Rating only against oneself inflates: outsiders count so many times as much in the choice."""


class Ladder:
    """Remembers every rating match of a dog."""

    def __init__(self, game: Game, past: Sequence[Rated] = (), known: AgeRating | None = None, since: int = 0) -> None:
        """Begin with the results of earlier runs, oldest first.

        A dog that has moved to another board had played ``since`` games before: all matches are later, and how it
        grows there is told by its age on that board.

        A dog that came in a file may bring a ``known`` rating along, measured before all of them by games that are not
        known any more. It counts as if it had been measured by even games against an equal.
        """
        self._game = game
        self._anchors = dict(game.anchors)
        self._results = list(past)
        self._known = known
        self.since = since
        """Games played before it came to its board."""
        self._history: History | None = None

    @property
    def results(self) -> tuple[Rated, ...]:
        """All matches, oldest first."""
        return tuple(self._results)

    def add(self, rated: Rated) -> None:
        """Remember a match."""
        self._results.append(rated)
        self._history = None

    def forget_after(self, games: int) -> None:
        """Forget the matches of a dog older than that: it has gone back to a checkpoint, and was never so old."""
        self._results = [result for result in self._results if result.games_trained <= games]
        self._history = None

    def _age(self, games: int) -> int:
        """How many games a dog had played on its board by the time it had played so many in all."""
        return max(0, games - self.since)

    def _played(self, result: Rated) -> Played | None:
        """A match as the fit reads it; None for opponents whose strength is not known (any more)."""
        age, rating = age_of_name(result.opponent), self._anchors.get(result.opponent)
        if age is None and rating is None:
            return None
        own = None if age is None else self._age(age)
        return Played(self._age(result.games_trained), result.wins, result.draws, result.losses, rating, own)

    # --- how strong

    def history(self) -> Sequence[AgeRating]:
        """The dog's rating at every age it was measured at, youngest first."""
        return self._fitted().ages

    def _fitted(self) -> History:
        if self._history is None:
            played = [match for match in map(self._played, self._results) if match is not None]
            before = [] if self._known is None else [_as_played(self._known)]
            found = fit_history([*before, *played])
            ages = tuple(replace(entry, age=entry.age + self.since) for entry in found.ages)
            self._history = replace(found, ages=ages)
        return self._history

    def rating(self) -> Rating | None:
        """The dog's rating at its present age; None before the first match."""
        history = self.history()
        return history[-1].rating if history else None

    def form(self, ages: Sequence[int] = ()) -> Form | None:
        """How the dog of today compares with its best age; None before the first match.

        The weights of its earlier ``ages`` are kept.
        """
        history = self.history()
        if not self._results or not history:
            return None
        place = max(range(len(history)), key=lambda at: history[at].rating.points - history[at].rating.error)
        best = history[place]
        at_best = [result.seconds for result in self._results if result.games_trained <= best.age]
        # What was kept as it came to its board had not learned there yet.
        kept = nearest_age([age for age in ages if age > self.since or not self.since], best.age)
        return Form(
            seconds=self._results[-1].seconds,
            rating=history[-1].rating.points,
            best_games=best.age,
            best_seconds=max(at_best, default=self._results[0].seconds),
            best_rating=best.rating.points,
            change_error=self._fitted().error_between(place, len(history) - 1),
            matches_since=sum(result.games_trained > best.age for result in self._results),
            kept=kept,
            met=(0, 0.0) if kept is None else self._met(name_of_age(kept)),
        )

    def _met(self, opponent: str) -> tuple[int, float]:
        """The latest games of the dog of today against ``opponent``: how many, and its points."""
        games, points, today = 0, 0.0, self._age(self._results[-1].games_trained)
        for result in reversed(self._results):
            if games >= _MET_GAMES or self._age(result.games_trained) * _TODAY < today:
                break
            if result.opponent == opponent:
                games += result.games
                points += result.wins + 0.5 * result.draws
        return games, points

    def rating_at(self, games: int) -> Rating | None:
        """The rating measured nearest to an age, the less certain the further away that was.

        A dog that came in a file may have one rating, which says little of what its ages are worth.
        """
        history = self.history()
        if not history:
            return None
        nearest = min(history, key=lambda entry: abs(entry.age - games))
        away = abs(log_age(self._age(nearest.age)) - log_age(self._age(games)))
        return Rating(nearest.rating.points, math.hypot(nearest.rating.error, DRIFT * math.sqrt(away)))

    # --- whom it has beaten

    def has_beaten(self, opponent: str) -> bool:
        """Whether the dog has ever, within about one age, taken 8 of 10 points or more from ``opponent``.

        Its latest ten games or more against the opponent count at each time, as far as they are of about that age.
        Somebody far below a rating that is known without its games has been beaten.
        """
        if self._known is not None and opponent in self._anchors:
            surely = self._known.rating.points - self._known.rating.error
            if expected_score(surely, self._anchors[opponent]) >= _DUE_SHARE:
                return True
        met = [result for result in self._results if result.opponent == opponent]
        for end in range(1, len(met) + 1):
            games, points = 0, 0.0
            for result in reversed(met[:end]):
                latest = self._age(met[end - 1].games_trained)
                if games >= _BEATEN_GAMES or self._age(result.games_trained) * _SAME_AGE < latest:
                    break
                games += result.games
                points += result.wins + 0.5 * result.draws
            if games >= _BEATEN_GAMES and points >= BEATEN_SHARE * games:
                return True
        return False

    # --- whom it should meet

    def next_opponent(self, games: int, ages: Sequence[int] = (), without: frozenset[str] = frozenset()) -> str:
        """Whom a match would teach most about a dog of ``games``.

        One that seems to have become weaker than its best age meets that one first. A young dog grows faster than it
        is measured. So as long as its rating is little known, it meets the strongest
        opponent that it may be equal to by now. Later that is the strongest one that it should have beaten and has
        not, nor anybody above; or else an equal, outsiders before itself.

        Weights of its earlier ``ages`` are kept; opponents in ``without`` turned out not to be available.
        """
        anchors = [name for name in anchors_here(self._game) if name not in without]
        form = self.form(ages)
        if form is not None and form.seems_worse and form.kept is not None and form.met[0] < _MET_GAMES:
            best = name_of_age(form.kept)
            if best not in without:
                return best
        now = self._grown(games)
        if now is None or not anchors:
            return anchors[0] if anchors else "random"
        recent = self._recent_games(games)
        wanted = _DUE_SHARE if now.error <= _KNOWN_ERROR else _REACH_SHARE
        for name in reversed(anchors):
            if self.has_beaten(name):
                break
            if expected_score(now.points, self._anchors[name]) >= wanted and recent.get(name, 0) < _BEATEN_GAMES:
                return name
        worth = {name: _OUTSIDE * _information(now, Rating(self._anchors[name], 0.0)) for name in anchors}
        for age in ages:
            rating = self.rating_at(age)
            name = name_of_age(age)
            is_earlier = age >= self.since and self._age(age) * _SAME_AGE < self._age(games)
            if rating is not None and is_earlier and name not in without:
                worth[name] = _information(now, rating)
        return max(worth, key=lambda name: worth[name] / (1.0 + recent.get(name, 0) / _ENOUGH_GAMES))

    def _grown(self, games: int) -> Rating | None:
        """What a dog of ``games`` is probably worth, which has grown since it was measured, as fast as until then."""
        history = self.history()
        if not history:
            return None
        first, last = history[0], history[-1]
        begun, measured, now = (log_age(self._age(age)) for age in (first.age, last.age, games))
        past, ahead = measured - begun, max(0.0, now - measured)
        gained = last.rating.points - first.rating.points
        growth = _GROWTH if past <= 0.0 else min(max(gained / past, 0.0), _GROWTH)
        error = math.hypot(last.rating.error, DRIFT * math.sqrt(ahead))
        return Rating(last.rating.points + growth * ahead, error)

    def _recent_games(self, games: int) -> dict[str, int]:
        """Games against each opponent at about the present age."""
        found: dict[str, int] = {}
        for result in self._results:
            if self._age(result.games_trained) * _SAME_AGE >= self._age(games):
                found[result.opponent] = found.get(result.opponent, 0) + result.games
        return found


def _information(rating: Rating, opponent: Rating) -> float:
    """How much a game tells: the variance of its result, averaged over what the difference may be."""
    spread = (rating.error**2 + opponent.error**2) ** 0.5
    shares = [expected_score(rating.points + shift * spread, opponent.points) for shift in (-1.0, 0.0, 1.0)]
    return sum(share * (1.0 - share) for share in shares) / len(shares)


def _as_played(known: AgeRating) -> Played:
    """As many even games against an equal as leave that standard error."""
    half = max(1, round(0.5 * games_behind(known.rating.error)))
    return Played(known.age, half, 0, half, opponent_rating=known.rating.points)

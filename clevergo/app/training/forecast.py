"""When a dog may be strong enough for the next milestone, from how it has grown so far. Honest: a range, or nothing."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from clevergo.app.kennel.messages import StrengthPoint
from clevergo.games.guests import USUAL_GAME, game_named
from clevergo.training.ratings.elo import gain_of
from clevergo.training.ratings.opponents import BEATEN_SHARE, anchors_here
from clevergo.training.ratings.opponents import milestone_of as milestone_of  # passes to the window as it is
from clevergo.training.run.events import UnderWay

_LEAST_POINTS = 4
_RECENT = 0.25
"""Only measurements after this share of the dog's life count: the first leap says nothing about later."""
_FURTHEST = 8.0
"""How many times its whole life so far a guess may reach into the future."""
_LEAST_WAIT = 60.0
"""Seconds: to wait for at least less than this, and perhaps for ever, is no answer."""
_LEAST_ERROR = 20.0
"""Elo: no measurement is trusted more than this."""
_NEWBORN_GAME = 110.0
"""Moves of a newborn's game on 9x9; on other boards in proportion to their points."""
_LEAST_AHEAD = 5.0
"""Moves that a game has ahead of it, however long it is."""
_RECORDED = 0.9
"""Of a newborn's moves, the part that is recorded: not those of the opening."""


def rungs(game: str = USUAL_GAME) -> list[tuple[str, float]]:
    """The milestones of a game, the weakest opponent first, each with a rating."""
    return [(milestone_of(opponent), rating) for opponent, rating in game_named(game).anchors]


@functools.cache
def rungs_here(game: str = USUAL_GAME) -> tuple[tuple[str, float], ...]:
    """Those whose opponents this machine has, as it was found when this was asked first."""
    here = {milestone_of(opponent) for opponent in anchors_here(game_named(game))}
    return tuple(rung for rung in rungs(game) if rung[0] in here)


def beats_from(rating: float) -> float:
    """From which rating on a dog may expect the points that make an opponent of this ``rating`` count as beaten."""
    return rating + gain_of(BEATEN_SHARE)


@dataclass(frozen=True)
class Forecast:
    """Seconds of training still to go."""

    low: float
    high: float | None
    """None: perhaps never at this pace."""


def forecast(points: Sequence[StrengthPoint], target: float, seconds: float) -> Forecast | None:
    """How long a dog that has trained for ``seconds`` needs to reach a rating of ``target``.

    Ratings grow about evenly with the logarithm of time, so a line is fitted to them there, each measurement weighed
    by its error (weighted least squares). The range is where the line one standard error steeper or flatter gets to.

    Returns:
        None where too little was measured, where it does not grow, where the target is out of sight, or where it may be
        reached by now as well as never.
    """
    recent = [point for point in points if point.seconds >= _RECENT * seconds and point.seconds > 0]
    if len(recent) < _LEAST_POINTS:
        return None
    times = np.log([point.seconds for point in recent])
    ratings = np.array([point.rating for point in recent])
    weights = 1.0 / np.maximum([point.error for point in recent], _LEAST_ERROR) ** 2
    mean = float(np.average(times, weights=weights))
    level = float(np.average(ratings, weights=weights))
    spread = float(np.sum(weights * (times - mean) ** 2))
    if spread <= 0.0:
        return None
    slope = float(np.sum(weights * (times - mean) * (ratings - level)) / spread)
    slope_error = spread**-0.5
    level_error = float(np.sum(weights)) ** -0.5
    soonest = _reached(target, level + level_error, slope + slope_error, mean, seconds)
    latest = _reached(target, level - level_error, slope - slope_error, mean, seconds)
    if slope <= 0.0 or soonest is None or (latest is None and soonest < _LEAST_WAIT):
        return None
    return Forecast(soonest, latest)


def _reached(target: float, level: float, slope: float, mean: float, seconds: float) -> float | None:
    """Seconds from now until a line gets to ``target``; None where that is out of sight."""
    if slope <= 0.0:
        return None
    exponent = mean + (target - level) / slope
    if exponent > np.log(seconds * (1.0 + _FURTHEST)):
        return None
    return max(float(np.exp(exponent)) - seconds, 0.0)


def first_lesson(
    missing: int, under_way: UnderWay, moves_per_second: float, points: int = 81, has_ended: bool = True
) -> float | None:
    """Seconds until finished games have brought the positions that are still missing, so that learning begins.

    A newborn's games begin together and end together, so nothing is heard of them until they are as long as its games
    are on a board of so many points; once one ``has_ended`` some are always about to end.

    Moves a second are those on all boards together. None where nothing is missing, or nothing is known of the pace.
    """
    length = _NEWBORN_GAME * points / 81
    if missing <= 0 or moves_per_second <= 0.0 or not under_way.games:
        return None
    needed = missing / (_RECORDED * length)
    ahead = max(_LEAST_AHEAD, length - under_way.moves / under_way.games)
    rounds = max(0.0, needed / under_way.games - 1.0)
    together = (ahead + rounds * length) * under_way.games
    evenly = missing / _RECORDED
    return (min(together, evenly) if has_ended else together) / moves_per_second

"""Handicap: Black's stones on the star points before White moves first."""

from __future__ import annotations

from clevergo.games.color import Color
from clevergo.games.start import Start

MAX_HANDICAP = 9
HANDICAP_KOMI = 0.5
"""White moves first in a handicap game, so that komi only prevents a draw."""
_SMALLEST_HANDICAP_SIZE = 7


def with_handicap(size: int, stones: int) -> Start:
    """Black's stones on the star points, in the order GTP's ``fixed_handicap`` puts them; below two, nothing."""
    points = handicap_points(size, stones)
    return Start(points, (), Color.WHITE) if points else Start()


def handicap_of(start: Start, size: int) -> int:
    """How many handicap stones a game began with; 0 where its stones lie otherwise than ours do."""
    count = len(start.black)
    usual = with_handicap(size, count)
    is_usual = (set(start.black), start.white, start.to_play) == (set(usual.black), usual.white, usual.to_play)
    return count if is_usual else 0


def handicap_points(size: int, stones: int) -> tuple[int, ...]:
    """Where ``stones`` handicap stones lie; none below two, and as many as the board has points for."""
    most = most_handicap(size)
    if stones < 2 or not most:
        return ()
    low, middle = (3 if size > 12 else 2), size // 2
    high = size - 1 - low
    corners = [(high, low), (low, high), (low, low), (high, high)]
    sides = [(middle, low), (middle, high), (low, middle), (high, middle)]
    wanted = min(stones, most)
    places = corners[:wanted]
    if wanted > 4:
        places += sides[: (wanted - 4) // 2 * 2]
        if wanted % 2:
            places.append((middle, middle))
    return tuple(row * size + column for row, column in places)


def most_handicap(size: int) -> int:
    """How many handicap stones there are points for."""
    if size < _SMALLEST_HANDICAP_SIZE:
        return 0
    return MAX_HANDICAP if size % 2 else 4

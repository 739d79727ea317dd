"""Whom a growing dog is measured against: players of fixed, once measured strength, and its own earlier ages."""

from __future__ import annotations

ANCHORS: tuple[tuple[str, float], ...] = (
    ("random", 0.0),
    ("mcts:30", 535.0),
    ("mcts:100", 926.0),
    ("mcts:400", 1400.0),
    ("mcts:1600", 2027.0),
    ("mcts:6400", 2662.0),
    ("gnugo:1", 2935.0),
    ("gnugo:5", 2935.0),
    ("gnugo:10", 2990.0),
)
"""``(name, rating)``, the weakest first: Elo points with the random player at 0, as ``docs/training.md`` measured."""

RATINGS = dict(ANCHORS)
"""The same, by name."""

_AGE, _GNUGO = "age:", "gnugo"


def milestone_of(opponent: str) -> str:
    """What beating an opponent counts as: GNU Go's levels, which can hardly be told apart, are one milestone."""
    return _GNUGO if opponent.partition(":")[0] == _GNUGO else opponent


def name_of_age(games: int) -> str:
    """How an earlier age of the dog is called as an opponent."""
    return f"{_AGE}{games}"


def age_of_name(opponent: str) -> int | None:
    """The inverse of :func:`name_of_age`; None for other opponents."""
    digits = opponent.removeprefix(_AGE)
    return int(digits) if opponent.startswith(_AGE) and digits.isascii() and digits.isdigit() else None

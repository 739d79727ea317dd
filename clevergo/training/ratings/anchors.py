"""What those are called whom a growing dog is measured against: its game's anchors, and its own earlier ages."""

from __future__ import annotations

_AGE = "age:"
_OUR_OWN = ("random", "mcts", "age")


def milestone_of(opponent: str) -> str:
    """What beating an opponent counts as: another program's levels, hardly to be told apart, are one."""
    name = opponent.partition(":")[0]
    return opponent if name in _OUR_OWN else name


def name_of_age(games: int) -> str:
    """How an earlier age of the dog is called as an opponent."""
    return f"{_AGE}{games}"


def age_of_name(opponent: str) -> int | None:
    """The inverse of :func:`name_of_age`; None for other opponents."""
    digits = opponent.removeprefix(_AGE)
    return int(digits) if opponent.startswith(_AGE) and digits.isascii() and digits.isdigit() else None

"""The games that lie in the program's folder, read as another program would, and what is missing in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from clevergo.games.sgf.codec import from_sgf
from tests.window.program import Program

Games = dict[Path, frozenset[tuple[int, ...]]]
"""Saved games: for each file, the moves to every position of its tree."""


def games_of(program: Program) -> Games:
    """What is saved now."""
    return {path: positions_of(path) for path in sorted((program.data / "games").rglob("*.sgf"))}


def positions_of(path: Path) -> frozenset[tuple[int, ...]]:
    """The moves to every position of a saved game, variations too."""
    return frozenset(node.moves() for node in from_sgf(path.read_bytes()).root.walk())


def longest(games: Games) -> int:
    """How many moves the longest of the games has."""
    return max((len(moves) for positions in games.values() for moves in positions), default=0)


def lost_in(before: Games, now: Games) -> Iterator[str]:
    """Files that are gone, and those that no longer hold every move they held."""
    for path, positions in before.items():
        if path not in now:
            yield f"{path.name} is gone"
        elif not positions <= now[path]:
            yield f"{path.name} has lost {sorted(positions - now[path])}"

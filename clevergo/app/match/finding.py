"""Looking for something in a record: words said of a position, a move, its number, or the same position elsewhere."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from clevergo.games.record import GameNode, GameRecord

MOST_FOUND = 500
_AROUND = 24
"""Letters of a comment before what was found in it."""
_SNIPPET = 160


@dataclass(frozen=True)
class Found:
    """A position that was looked for."""

    node: int
    ply: int
    action: int | None
    """The move that led to it; None at the beginning."""
    color: int
    """Who made it: 1 Black, 2 White."""
    said: str = ""
    """What is said of it, around what was looked for; empty where nothing is."""


class RecordSearch:
    """A search that goes on a little at a time, so that the window never waits for it."""

    def __init__(self, record: GameRecord, shown: GameNode, asked: str | None) -> None:
        """What is ``asked`` for: words, a move such as ``E5`` or a number of a move; None: positions like ``shown``.

        A number means the line through ``shown``.
        """
        self.found: list[Found] = []
        """So far, in the order of the record."""
        self.is_over = False
        self._record = record
        self._shown = shown
        self._asked = None if asked is None else _plain(asked)
        self._action = None if asked is None else _action(record, asked)
        self._rest: Iterator[GameNode] = record.root.walk()
        if asked is not None and asked.strip().isdecimal():
            line, ply = shown.line(), int(asked)
            if ply < len(line):
                self._note(line[ply])

    def step(self, seconds: float) -> bool:
        """Look on for about so long; whether something was found."""
        before, until = len(self.found), time.perf_counter() + seconds
        while not self.is_over and time.perf_counter() < until:
            node = next(self._rest, None)
            if node is None or len(self.found) >= MOST_FOUND:
                self.is_over = True
            elif self._fits(node):
                self._note(node)
        return len(self.found) > before

    def _fits(self, node: GameNode) -> bool:
        if self._asked is None:
            position, wanted = node.position, self._shown.position
            is_alike = position.to_play == wanted.to_play and np.array_equal(position.stones, wanted.stones)
            return is_alike and node is not self._shown
        if not self._asked:
            return bool(node.comment)
        return (self._action is not None and node.action == self._action) or self._asked in _plain(_words(node))

    def _note(self, node: GameNode) -> None:
        words = " ".join(_words(node).split())
        at = max(_plain(words).find(self._asked), 0) if self._asked else 0
        start = max(at - _AROUND, 0)
        said = ("…" if start else "") + words[start : start + _SNIPPET]
        color = 0 if node.action is None else int(node.mover)
        self.found.append(Found(node.number, node.ply, node.action, color, said))


def _words(node: GameNode) -> str:
    """What a record says of a position: its name and its comment."""
    names = (value.decode("utf-8", "replace") for value in node.other.get("N", ())[:1])
    return "\n".join([*names, node.comment])


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _action(record: GameRecord, asked: str) -> int | None:
    try:
        return int(record.position.rules.grid.action(unicodedata.normalize("NFKC", asked)))
    except ValueError:
        return None

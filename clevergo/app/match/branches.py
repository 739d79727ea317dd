"""A record's tree as a picture: moves go to the right, and every variation has a row of its own below its beginning."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from clevergo.games.grid import Grid
from clevergo.games.markup import NO_MARKUP, markup_of
from clevergo.games.record import GameNode, GameRecord

MOST_SEEN = 2_500
"""Positions of a picture; of a larger tree it shows those around the position looked at."""


@dataclass(frozen=True)
class Twig:
    """A position of the picture."""

    node: int
    """Names the position."""
    before: int
    """Where in the picture's tuple the position is that leads here; -1: nowhere."""
    column: int
    """How many moves after the beginning of the picture, from 0 on."""
    row: int
    """From the top, 0 is the game itself."""
    ply: int
    color: int
    """Who moved here: 1 Black, 2 White, 0 nobody."""
    action: int | None
    has_words: bool = False
    """Whether something is said of it."""
    has_marks: bool = False
    """Whether something is drawn on it."""


@dataclass(frozen=True)
class Branches:
    """The picture; parents come before their children."""

    twigs: tuple[Twig, ...] = ()
    is_whole: bool = True
    """Whether all of the record is in it."""


NO_BRANCHES = Branches()


def branches_of(record: GameRecord, shown: GameNode, most: int = MOST_SEEN) -> Branches:
    """The tree of a record; of one with more positions than ``most``, what is around ``shown``.

    Lines never cross: what branches off last is placed first, each as near to its beginning as there is room.
    """
    is_whole = record.size <= most
    wanted = None if is_whole else _around(shown, most)
    first = record.root if wanted is None else wanted[0]
    among = None if wanted is None else {node.number for node in wanted}
    used: defaultdict[int, int] = defaultdict(lambda: -1)
    """By column: the lowest row taken."""
    found: list[Twig] = []
    waiting: list[tuple[GameNode, int]] = [(first, -1)]
    while waiting:
        node, before = waiting.pop()
        chain = _chain(node, among)
        start = node.ply - first.ply
        span = range(max(start - 1, 0), start + len(chain))
        row = 1 + max(used[column] for column in span) if before >= 0 else 0
        for column in span if before >= 0 else range(start, start + len(chain)):
            used[column] = row
        branches: list[tuple[GameNode, int]] = []
        for one in chain:
            found.append(_twig(one, before, one.ply - first.ply, row, record.rules.grid))
            before = len(found) - 1
            others = [child for child in one.children if child is not _next(one, among) and _is_among(child, among)]
            branches += [(child, before) for child in reversed(others)]
        waiting += branches
    return Branches(tuple(found), is_whole)


def _is_among(node: GameNode, among: set[int] | None) -> bool:
    return among is None or node.number in among


def _next(node: GameNode, among: set[int] | None) -> GameNode | None:
    return next((child for child in node.children if _is_among(child, among)), None)


def _chain(node: GameNode, among: set[int] | None) -> list[GameNode]:
    """From here on, always the first way there is."""
    chain, following = [node], _next(node, among)
    while following is not None:
        chain.append(following)
        following = _next(following, among)
    return chain


def _twig(node: GameNode, before: int, column: int, row: int, grid: Grid) -> Twig:
    color = 0 if node.action is None else int(node.mover)
    has_marks = bool(node.other) and markup_of(node, grid) != NO_MARKUP
    return Twig(node.number, before, column, row, node.ply, color, node.action, bool(node.comment), has_marks)


def _around(shown: GameNode, most: int) -> list[GameNode]:
    """Positions of the line through ``shown``, and of what branches off it, the nearest first; parents come first."""
    line, here = shown.line(), shown.ply
    line = line[max(here - most // 4, 0) : here + most // 4]
    kept = {node.number: node for node in line}
    waiting = sorted(line, key=lambda node: -abs(node.ply - here))
    while waiting and len(kept) < most:
        node = waiting.pop()
        for child in node.children:
            if child.number not in kept and len(kept) < most:
                kept[child.number] = child
                waiting.insert(0, child)
    return sorted(kept.values(), key=lambda node: node.ply)

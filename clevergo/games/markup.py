"""What a commentator draws on the board: SGF's letters, triangles, squares, crosses, circles, dots, lines and arrows.

It is kept in the record as it was read (:attr:`~clevergo.games.record.GameNode.other`); here stands what it
says.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clevergo.games.grid import Grid
    from clevergo.games.record import GameNode

MOST_LETTERS = 8
"""Of a label; a longer one cannot be read on a point."""
_MOST_VALUES = 1_000
"""Of one property that are looked at; a board has 361 points."""
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Shape(enum.Enum):
    """A mark on a point, by SGF's property."""

    TRIANGLE = "TR"
    SQUARE = "SQ"
    CROSS = "MA"
    CIRCLE = "CR"
    SELECTED = "SL"
    """A filled dot."""
    BLACK_AREA = "TB"
    """Black's point, as a counted game shows it."""
    WHITE_AREA = "TW"


@dataclass(frozen=True)
class Markup:
    """Everything drawn on one position; actions are points of the board."""

    shapes: tuple[tuple[int, Shape], ...] = ()
    labels: tuple[tuple[int, str], ...] = ()
    lines: tuple[tuple[int, int], ...] = ()
    arrows: tuple[tuple[int, int], ...] = ()
    """From the first point to the second."""


NO_MARKUP = Markup()


def markup_of(node: GameNode, grid: Grid) -> Markup:
    """What the record draws on this position; what names no point of the board is passed over."""
    if not node.other:
        return NO_MARKUP
    values = {shape: node.other.get(shape.value, [])[:_MOST_VALUES] for shape in Shape}
    shapes = tuple((action, shape) for shape in Shape for action in _points(values[shape], grid))
    return Markup(shapes, _labels(node, grid), _pairs(node, "LN", grid), _pairs(node, "AR", grid))


def _points(values: Iterable[bytes], grid: Grid) -> list[int]:
    """Actions of a list of points, in which ``aa:cc`` is a rectangle; each once."""
    found: dict[int, None] = {}
    for value in values:
        first, _, last = _text(value).partition(":")
        corners = _action(first, grid), _action(last or first, grid)
        if corners[0] is None or corners[1] is None:
            continue
        (top, left), (bottom, right) = (grid.point(corner) for corner in corners if corner is not None)
        for row in range(min(top, bottom), max(top, bottom) + 1):
            found |= dict.fromkeys(grid.at(row, column) for column in range(min(left, right), max(left, right) + 1))
    return list(found)


def _labels(node: GameNode, grid: Grid) -> tuple[tuple[int, str], ...]:
    found: dict[int, str] = {}
    for value in node.other.get("LB", [])[:_MOST_VALUES]:
        point, _, text = _text(value).partition(":")
        action = _action(point, grid)
        text = "".join(letter for letter in text[:80] if letter.isprintable()).strip()[:MOST_LETTERS]
        if action is not None and text:
            found[action] = text
    return tuple(found.items())


def _pairs(node: GameNode, identifier: str, grid: Grid) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for value in node.other.get(identifier, [])[:_MOST_VALUES]:
        first, _, last = _text(value).partition(":")
        start, end = _action(first, grid), _action(last, grid)
        if start is not None and end is not None and start != end:
            found.append((start, end))
    return tuple(found)


def _text(value: bytes) -> str:
    return _ESCAPED.sub(r"\1", value[:400].decode("utf-8", "replace")).strip()


def _action(point: str, grid: Grid) -> int | None:
    try:
        action = grid.from_sgf(point.strip())
    except ValueError:
        return None
    return action if action < grid.points else None

"""What a commentator draws on the board: SGF's letters, triangles, squares, crosses, circles, dots, lines and arrows.

It is kept in the record as it was read (:attr:`~clevergo.games.go.record.GameNode.other`); here stands what it
says.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clevergo.games.go import coords

if TYPE_CHECKING:
    from clevergo.games.go.record import GameNode

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


def markup_of(node: GameNode, size: int) -> Markup:
    """What the record draws on this position; what names no point of the board is passed over."""
    if not node.other:
        return NO_MARKUP
    values = {shape: node.other.get(shape.value, [])[:_MOST_VALUES] for shape in Shape}
    shapes = tuple((action, shape) for shape in Shape for action in _points(values[shape], size))
    return Markup(shapes, _labels(node, size), _pairs(node, "LN", size), _pairs(node, "AR", size))


def _points(values: Iterable[bytes], size: int) -> list[int]:
    """Actions of a list of points, in which ``aa:cc`` is a rectangle; each once."""
    found: dict[int, None] = {}
    for value in values:
        first, _, last = _text(value).partition(":")
        corners = _action(first, size), _action(last or first, size)
        if corners[0] is None or corners[1] is None:
            continue
        (top, left), (bottom, right) = (coords.to_point(corner, size) for corner in corners if corner is not None)
        for row in range(min(top, bottom), max(top, bottom) + 1):
            found |= dict.fromkeys(row * size + column for column in range(min(left, right), max(left, right) + 1))
    return list(found)


def _labels(node: GameNode, size: int) -> tuple[tuple[int, str], ...]:
    found: dict[int, str] = {}
    for value in node.other.get("LB", [])[:_MOST_VALUES]:
        point, _, text = _text(value).partition(":")
        action = _action(point, size)
        text = "".join(letter for letter in text[:80] if letter.isprintable()).strip()[:MOST_LETTERS]
        if action is not None and text:
            found[action] = text
    return tuple(found.items())


def _pairs(node: GameNode, identifier: str, size: int) -> tuple[tuple[int, int], ...]:
    return tuple(_ends(node.other.get(identifier, [])[:_MOST_VALUES], size))


def _ends(values: Iterable[bytes], size: int) -> Iterator[tuple[int, int]]:
    for value in values:
        first, _, last = _text(value).partition(":")
        start, end = _action(first, size), _action(last, size)
        if start is not None and end is not None and start != end:
            yield start, end


def _text(value: bytes) -> str:
    return _ESCAPED.sub(r"\1", value[:400].decode("utf-8", "replace")).strip()


def _action(point: str, size: int) -> int | None:
    try:
        action = coords.from_sgf(point.strip(), size)
    except ValueError:
        return None
    return action if action < size * size else None

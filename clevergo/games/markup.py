"""What a commentator draws on the board: SGF's letters, triangles, squares, crosses, circles, dots, lines and arrows.

It is kept in the record as it was read (:attr:`~clevergo.games.record.GameNode.other`); here stands what it
says, and what it becomes when something is drawn.
"""

from __future__ import annotations

import enum
import itertools
import re
import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clevergo.games.grid import Grid
    from clevergo.games.record import GameNode

MOST_LETTERS = 8
"""Letters of a label; a longer one cannot be read on a point."""
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
    """Arrows, each from its first point to its second."""


NO_MARKUP = Markup()


def markup_of(node: GameNode, grid: Grid) -> Markup:
    """What the record draws on this position; what names no point of the board is passed over."""
    if not node.other:
        return NO_MARKUP
    values = {shape: node.other.get(shape.value, [])[:_MOST_VALUES] for shape in Shape}
    shapes = tuple((action, shape) for shape in Shape for action in _points(values[shape], grid))
    return Markup(shapes, _labels(node, grid), _pairs(node, "LN", grid), _pairs(node, "AR", grid))


Properties = dict[str, list[bytes]]
"""What a node has beside its move, by SGF's names; never changed in place."""

_DRAWN = (Shape.TRIANGLE, Shape.SQUARE, Shape.CROSS, Shape.CIRCLE, Shape.SELECTED)
"""Shapes of which a point has one at most."""


def with_shape(other: Mapping[str, list[bytes]], grid: Grid, action: int, shape: Shape) -> Properties:
    """The shape on a point, in place of any other; taken away where it was there."""
    was_there = action in _points(other.get(shape.value, ()), grid)
    changed = _without(other, grid, action, tuple(one.value for one in _DRAWN))
    if not was_there:
        changed[shape.value] = [*changed.get(shape.value, ()), _point(grid, action)]
    return changed


def with_label(other: Mapping[str, list[bytes]], grid: Grid, action: int, text: str) -> Properties:
    """A label on a point, in place of any other; taken away where there is no text."""
    kept = [value for value in other.get("LB", ()) if _action(_text(value).partition(":")[0], grid) != action]
    if text:
        escaped = text.replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")
        kept.append(_point(grid, action) + b":" + escaped.encode("utf-8", "replace"))
    return _with(other, "LB", kept)


def with_line(other: Mapping[str, list[bytes]], grid: Grid, start: int, end: int, is_arrow: bool) -> Properties:
    """A line or an arrow from point to point; taken away where it was there."""
    name, value = "AR" if is_arrow else "LN", _point(grid, start) + b":" + _point(grid, end)
    kept = [one for one in other.get(name, ()) if one != value]
    return _with(other, name, kept if len(kept) < len(other.get(name, ())) else [*kept, value])


def without_marks(other: Mapping[str, list[bytes]], grid: Grid, action: int) -> Properties:
    """Nothing on that point any more: no shape, no label, and no line or arrow that begins or ends there."""
    changed = with_label(_without(other, grid, action, tuple(one.value for one in _DRAWN)), grid, action, "")
    for name in ("LN", "AR"):
        ends = {value: [_action(point, grid) for point in _text(value).split(":")] for value in changed.get(name, ())}
        changed = _with(changed, name, [value for value in changed.get(name, ()) if action not in ends[value]])
    return changed


def next_letter(markup: Markup) -> str:
    """The first letter that is no label yet."""
    used = {text for _, text in markup.labels}
    return next((letter for letter in string.ascii_uppercase + string.ascii_lowercase if letter not in used), "?")


def next_number(markup: Markup) -> str:
    """The first number from 1 on that is no label yet."""
    used = {text for _, text in markup.labels}
    return next(str(number) for number in itertools.count(1) if str(number) not in used)


def _without(other: Mapping[str, list[bytes]], grid: Grid, action: int, names: Iterable[str]) -> Properties:
    """A point left out of lists of points; a list that has it in a rectangle names its points one by one then."""
    changed = dict(other)
    for name in names:
        points = _points(other.get(name, ()), grid)
        if action in points:
            changed = _with(changed, name, [_point(grid, one) for one in points if one != action])
    return changed


def _with(other: Mapping[str, list[bytes]], name: str, values: list[bytes]) -> Properties:
    kept = {one: found for one, found in other.items() if one != name}
    return {**kept, name: values} if values else kept


def _point(grid: Grid, action: int) -> bytes:
    return grid.sgf(action).encode("ascii")


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

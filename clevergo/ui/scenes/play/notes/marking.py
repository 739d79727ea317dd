"""What a click on the board draws there, instead of playing a move."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING

from clevergo.games.markup import (
    MOST_LETTERS,
    Markup,
    Shape,
    next_letter,
    next_number,
    with_label,
    with_line,
    with_shape,
    without_marks,
)
from clevergo.ui.kit.dialog import AskDialog
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.strings import RecordText, Text

if TYPE_CHECKING:
    from clevergo.app.match.controller import MatchController
    from clevergo.ui.kit.root import Root


class Tool(enum.Enum):
    """What is drawn."""

    TRIANGLE = "triangle"
    SQUARE = "square"
    CIRCLE = "circle"
    CROSS = "cross"
    DOT = "dot"
    LETTER = "letter"
    NUMBER = "number"
    LABEL = "label"
    LINE = "line"
    ARROW = "arrow"
    ERASER = "eraser"


_SHAPES = {
    Tool.TRIANGLE: Shape.TRIANGLE,
    Tool.SQUARE: Shape.SQUARE,
    Tool.CIRCLE: Shape.CIRCLE,
    Tool.CROSS: Shape.CROSS,
    Tool.DOT: Shape.SELECTED,
}


class Marking:
    """The tool in hand, and what its clicks do to the record."""

    def __init__(self, match: MatchController, changed: Callable[[], None]) -> None:
        """``changed`` hears that another tool is in hand, or none, or that a line has begun."""
        self._match = match
        self._changed = changed
        self.tool: Tool | None = None
        """None: a click is a move."""
        self.begun: int | None = None
        """Where a line or an arrow begins that has no end yet."""
        self._begun_on = -1
        """The position on which it does."""

    def take(self, tool: Tool | None) -> None:
        """Take a tool; the one in hand is put away."""
        self.tool, self.begun = None if tool is self.tool else tool, None
        self._changed()

    def click(self, action: int, root: Root) -> None:
        """A click on a point; a label is asked for in a dialog over ``root``."""
        tool, markup = self.tool, self._match.snapshot.shown.board.markup
        if tool in _SHAPES:
            self._match.draw(lambda other, grid: with_shape(other, grid, action, _SHAPES[tool]))
        elif tool is Tool.ERASER:
            self._match.draw(lambda other, grid: without_marks(other, grid, action))
        elif tool in (Tool.LETTER, Tool.NUMBER):
            has_one = bool(_label_at(markup, action))
            text = "" if has_one else next_letter(markup) if tool is Tool.LETTER else next_number(markup)
            self._match.draw(lambda other, grid: with_label(other, grid, action, text))
        elif tool is Tool.LABEL:
            self._ask_for_label(action, _label_at(markup, action), root)
        elif tool in (Tool.LINE, Tool.ARROW):
            self._end_line(action, tool is Tool.ARROW)

    def _end_line(self, action: int, is_arrow: bool) -> None:
        start, self.begun, here = self.begun, None, self._match.snapshot.shown.node
        if start is None or here != self._begun_on:
            self.begun, self._begun_on = action, here
        elif start != action:
            self._match.draw(lambda other, grid: with_line(other, grid, start, action, is_arrow))
        self._changed()

    def _ask_for_label(self, action: int, before: str, root: Root) -> None:
        clicked = self._match.snapshot.shown.node  # a machine may have moved by the time there is a text

        def write(text: str) -> None:
            self._match.draw(lambda other, grid: with_label(other, grid, action, text.strip()), clicked)

        field = TextField(before, placeholder=RecordText.LABEL_FIELD, max_length=MOST_LETTERS, id="notes.label")
        dialog = AskDialog(RecordText.LABEL_ASK, RecordText.LABEL_SAID, Text.OK, field, write)
        root.open_popup(dialog, root.rect)
        root.set_focus(field)
        field.select_all()


def _label_at(markup: Markup, action: int) -> str:
    return next((text for point, text in markup.labels if point == action), "")

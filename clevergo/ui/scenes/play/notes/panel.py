"""The tab of the record: its tree, what is said of the position, which can be written there, and tools to draw with."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect

from clevergo.app.match.messages import MatchSnapshot
from clevergo.ui.kit.base import Group, columns, cut_bottom
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.textfield import TextArea
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.notes.marking import Marking, Tool
from clevergo.ui.scenes.play.notes.tree import TreeView
from clevergo.ui.strings import RecordText

if TYPE_CHECKING:
    from clevergo.app.match.controller import MatchController

_TOOL, _LEAST_WORDS = 28, 46
_WRITTEN_AFTER = 0.7
"""Seconds after the first letter that is not kept until what was typed is."""
_MOST_TYPED = 20_000
_TOOLS: tuple[tuple[Tool, Icon | None, Words, Words], ...] = (
    (Tool.TRIANGLE, Icon.TRIANGLE, "", RecordText.TIP_TRIANGLE),
    (Tool.SQUARE, Icon.SQUARE, "", RecordText.TIP_SQUARE),
    (Tool.CIRCLE, Icon.RING, "", RecordText.TIP_CIRCLE),
    (Tool.CROSS, Icon.CLOSE, "", RecordText.TIP_CROSS),
    (Tool.DOT, Icon.DOT, "", RecordText.TIP_DOT),
    (Tool.LETTER, None, "A", RecordText.TIP_LETTER),
    (Tool.NUMBER, None, "1", RecordText.TIP_NUMBER),
    (Tool.LABEL, None, "Aa", RecordText.TIP_LABEL),
    (Tool.LINE, Icon.LINE, "", RecordText.TIP_LINE),
    (Tool.ARROW, Icon.ARROW, "", RecordText.TIP_ARROW),
    (Tool.ERASER, Icon.ERASER, "", RecordText.TIP_ERASER),
)


class NotesPanel(Group):
    """Whoever types has it kept at once: a moment after the first letter, and before another position is shown."""

    def __init__(self, match: MatchController, find: Callable[[], None], said: Callable[[Words], None]) -> None:
        """``find`` opens what one looks for things with; ``said`` tells a person something."""
        super().__init__()
        self._match = match
        self._said = said
        self._shown: MatchSnapshot | None = None
        self._node = -1
        """The position whose comment stands in the field."""
        self._is_typing = False
        self._has_typed = False
        """Whether the field was written in since the keyboard came to it."""
        self._waits = 0.0
        """Seconds since the first letter that is not kept yet."""
        self.marking = Marking(match, self._tool_changed)
        self.tree = TreeView(match.look_at)
        self.words = TextArea(
            changed=self._typed, placeholder=RecordText.WRITE_HERE, max_length=_MOST_TYPED, id="play.comment"
        )
        self.words.left_behind = self._left
        self._tools = {
            tool: Button(
                said_on_it,
                partial(self.marking.take, tool),
                icon=icon,
                size=Size.SMALL,
                radius=6,
                id=f"notes.{tool.value}",
                tip=tip,
            )
            for tool, icon, said_on_it, tip in _TOOLS
        }
        self._find = Button(
            "", find, icon=Icon.SEARCH, size=Size.SMALL, radius=6, id="notes.find", tip=RecordText.TIP_FIND
        )
        self.add(self.tree, self.words, *self._tools.values(), self._find)

    # --- showing ---

    def show(self, match: MatchSnapshot) -> None:
        """Show the record and what is said of the position."""
        before, self._shown = self._shown, match
        if before is not None and before.match_id != match.match_id:
            self._is_typing, self._has_typed, self._node = False, False, -1
            if self.words.has_focus and self.root is not None:  # the next letters were meant for the other game
                self.root.set_focus(None)
            self.marking.take(None)
        self.tree.show(match)
        if match.shown.node != self._node and self._is_written_on(before, match):
            pass  # the sentence is still that of the move before
        elif match.shown.node != self._node:
            self.keep()
            self._node = match.shown.node
            self.words.value = self._match.comment
            self.words.is_enabled = len(self._match.comment) <= _MOST_TYPED
        elif not self._is_typing and self.words.value.strip() != self._match.comment.strip():
            # Spaces at the end are not kept, but whoever pauses after one goes on behind it.
            self.words.value = self._match.comment
        if (
            before is not None
            and before.match_id == match.match_id
            and match.notes is not None
            and before.notes is None
        ):
            self._said(RecordText.NOTES_KEPT)

    def _is_written_on(self, before: MatchSnapshot | None, match: MatchSnapshot) -> bool:
        """Whether the game has gone on by itself while somebody writes of the position before."""
        is_same = before is not None and before.match_id == match.match_id and before.shown.is_live
        return is_same and match.shown.is_live and self.words.has_focus and self._has_typed

    def arrange(self, rect: Rect, look: Look) -> None:
        rest, row = cut_bottom(rect, look.px(_TOOL), look.px(8))
        buttons = [*self._tools.values(), self._find]
        for button, part in zip(buttons, columns(row, [1] * len(buttons), look.px(3)), strict=True):
            button.place(part, look)
        words = max(round(rest.height * 0.42), min(look.px(_LEAST_WORDS), rest.height // 2))
        rest = self.words.place_bottom(rest, look, words, look.px(8))
        self.tree.place(rest, look)

    def _tool_changed(self) -> None:
        for tool, button in self._tools.items():
            button.kind = ButtonKind.CHOSEN if tool is self.marking.tool else ButtonKind.PLAIN

    # --- writing ---

    def _typed(self, _text: str) -> None:
        if not self._is_typing:  # who never pauses has it kept now and then all the same
            self._waits = 0.0
        self._is_typing, self._has_typed = True, True
        self.animate()

    def update(self, dt: float) -> bool:
        self._waits += dt
        if self._is_typing and self._waits >= _WRITTEN_AFTER:
            self.keep()
        return self._is_typing

    def _left(self) -> None:
        """Somewhere else is written now: show what is said of the position that is shown."""
        self.keep()
        self._has_typed = False
        if self._shown is not None and self._shown.shown.node != self._node:
            self.show(self._shown)

    def keep(self) -> None:
        """Have what was typed in the record."""
        if self._is_typing:
            self._is_typing = False
            self._match.write_comment(self._node, self.words.value.strip())

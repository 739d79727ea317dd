"""The buttons of a game."""

from __future__ import annotations

from typing import Protocol

from pygame import Rect

from clevergo.app.match.messages import MatchPhase, MatchSnapshot
from clevergo.ui.kit.base import Group
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.layout import columns, cut_bottom
from clevergo.ui.kit.look import Look
from clevergo.ui.strings import Text


class Actions(Protocol):
    """What a person can do in a game."""

    def pass_turn(self) -> None:
        """Pass."""

    def undo(self) -> None:
        """Take the last move back."""

    def redo(self) -> None:
        """Play again what was taken back."""

    def switch_pause(self) -> None:
        """Pause, or go on."""

    def resign(self) -> None:
        """Give up."""

    def restart(self) -> None:
        """The same players again."""

    def new_game(self) -> None:
        """Choose players anew."""


class ActionBar(Group):
    """A row of what one does during a game, and below it the ways to another."""

    def __init__(self, actions: Actions, record: Button) -> None:
        """``record`` opens what can be done with the record of the game."""
        super().__init__()
        self._record = record
        self._pass = Button(Text.PASS, actions.pass_turn, id="play.pass")
        self._undo = Button(Text.UNDO, actions.undo, id="play.undo")
        self._redo = Button(Text.REDO, actions.redo, id="play.redo")
        self._pause = Button(Text.PAUSE, actions.switch_pause, id="play.pause")
        self._resign = Button(Text.RESIGN, actions.resign, id="play.resign")
        self._restart = Button(Text.RESTART, actions.restart, id="play.restart")
        self._new = Button(Text.NEW_GAME, actions.new_game, id="play.new")
        self._row = (self._pass, self._undo, self._redo, self._pause, self._resign)
        self.add(*self._row, self._restart, self._record, self._new)

    def show(self, match: MatchSnapshot, may_move: bool) -> None:
        """Enable what can be done now."""
        is_running, is_paused = match.phase is MatchPhase.RUNNING, match.phase is MatchPhase.PAUSED
        self._pass.is_enabled = may_move
        self._undo.is_enabled = match.can_undo
        self._redo.is_enabled = match.can_redo
        self._pause.is_enabled = is_running or is_paused
        self._pause.words = Text.RESUME if is_paused else Text.PAUSE
        self._pause.kind = ButtonKind.CHOSEN if is_paused else ButtonKind.PLAIN
        has_person = match.setup.black.is_human or match.setup.white.is_human
        self._resign.is_enabled = has_person and (is_running or is_paused)
        has_ended = match.phase is MatchPhase.FINISHED
        self._restart.words = Text.REMATCH if has_ended else Text.RESTART
        self._restart.is_enabled = match.ply > 0 or has_ended
        # The way out of a game calls for attention only once the game is over.
        self._new.kind = ButtonKind.PRIMARY if has_ended else ButtonKind.PLAIN

    def needed_height(self, look: Look, is_low: bool) -> int:
        """Pixels for both rows; less where the window is low."""
        return look.px(38 + 10 + 44) if is_low else look.px(44 + 12 + 52)

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        is_low = rect.height < look.px(100)
        upper, lower = cut_bottom(rect, look.px(44 if is_low else 52), look.px(10 if is_low else 12))
        for button, box in zip(self._row, columns(upper, [1] * len(self._row), look.px(8)), strict=True):
            button.place(box, look)
        ways = (self._restart, self._record, self._new)
        for button, box in zip(ways, columns(lower, [1] * len(ways), look.px(8)), strict=True):
            button.place(box, look)

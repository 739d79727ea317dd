"""The rows of buttons of a game: what one does in it, what one does with a record, and walking through both."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from clevergo.app.match.messages import MatchPhase, MatchSnapshot
from clevergo.ui.kit.base import Group, place_columns
from clevergo.ui.kit.button import Button, ButtonKind
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.layout import cut_bottom
from clevergo.ui.kit.look import Look
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.play.actions import FAR, GameActions
from clevergo.ui.strings import PlayText, RecordText, Text

_SIDE = 32
"""Of a button that walks."""


class ActionBar(Group):
    """A row of what one does during a game, and below it the ways to another."""

    def __init__(self, actions: GameActions, new_game: Callable[[], None], record: Button) -> None:
        """``new_game`` leads to choosing players; ``record`` opens what can be done with the record of the game."""
        super().__init__()
        self._record = record
        self._pass = Button(Text.PASS, actions.pass_turn, id="play.pass")
        self._undo = Button(Text.UNDO, actions.undo, id="play.undo")
        self._redo = Button(Text.REDO, actions.redo, id="play.redo")
        self._pause = Button(Text.PAUSE, actions.switch_pause, id="play.pause")
        self._resign = Button(Text.RESIGN, actions.resign, id="play.resign")
        self._restart = Button(Text.RESTART, actions.restart, id="play.restart")
        self._new = Button(Text.NEW_GAME, new_game, id="play.new")
        self._row = (self._pass, self._undo, self._redo, self._pause, self._resign)
        self.add(*self._row, self._restart, self._record, self._new)

    def show(self, match: MatchSnapshot) -> None:
        """Enable what can be done now."""
        is_running, is_paused = match.phase is MatchPhase.RUNNING, match.phase is MatchPhase.PAUSED
        passing = match.setup.rules.pass_action
        if self._pass.is_visible != (passing is not None):
            self._pass.is_visible = passing is not None
            self.place_again()
        self._pass.is_enabled = match.may_move and match.shown.may_pass
        self._pass.kind = ButtonKind.PRIMARY if match.may_move and match.shown.must_pass else ButtonKind.PLAIN
        self._undo.is_enabled = match.live.can_undo
        self._redo.is_enabled = match.live.can_redo
        self._pause.is_enabled = is_running or is_paused
        self._pause.words = Text.RESUME if is_paused else Text.PAUSE
        self._pause.kind = ButtonKind.CHOSEN if is_paused else ButtonKind.PLAIN
        has_person = match.setup.black.is_human or match.setup.white.is_human
        self._resign.is_enabled = has_person and (is_running or is_paused)
        has_ended = match.phase is MatchPhase.FINISHED
        self._restart.words = Text.REMATCH if has_ended else Text.RESTART
        self._restart.is_enabled = match.shown.ply > 0 or has_ended
        # The way out of a game calls for attention only once the game is over.
        self._new.kind = ButtonKind.PRIMARY if has_ended else ButtonKind.PLAIN

    def needed_height(self, look: Look, is_low: bool) -> int:
        """Pixels for both rows; less where the window is low."""
        return look.px(38 + 10 + 44) if is_low else look.px(44 + 12 + 52)

    def arrange(self, rect: Rect, look: Look) -> None:
        is_low = rect.height < look.px(100)
        upper, lower = cut_bottom(rect, look.px(44 if is_low else 52), look.px(10 if is_low else 12))
        row = [button for button in self._row if button.is_visible]
        place_columns(row, upper, look, look.px(8))
        ways = (self._restart, self._record, self._new)
        place_columns(ways, lower, look, look.px(8))


class RecordBar(Group):
    """The one thing to do with a record, and below it the ways to another game."""

    def __init__(self, play_on: Callable[[], None], new_game: Callable[[], None], record: Button) -> None:
        """``record`` opens what can be done with the record of a game."""
        super().__init__()
        self._play_on = Button(
            RecordText.PLAY_ON,
            play_on,
            ButtonKind.PRIMARY,
            Icon.PLAY,
            Size.HEADING,
            id="play.on",
            tip=RecordText.TIP_PLAY_ON,
        )
        self._record = record
        self._new = Button(Text.NEW_GAME, new_game, id="play.new")
        self.add(self._play_on, self._record, self._new)

    def arrange(self, rect: Rect, look: Look) -> None:
        is_low = rect.height < look.px(100)
        upper, lower = cut_bottom(rect, look.px(38 if is_low else 44), look.px(10 if is_low else 12))
        self._play_on.place(upper, look)
        place_columns((self._record, self._new), lower, look, look.px(10))


class WalkBar(Group):
    """To the start, back, on, to the end."""

    def __init__(self, actions: GameActions) -> None:
        super().__init__()
        quiet = ButtonKind.QUIET
        self._back = [
            Button("", lambda: actions.look_by(-FAR), quiet, Icon.FIRST, id="play.first", tip=PlayText.TIP_FIRST),
            Button("", lambda: actions.look_by(-1), quiet, Icon.LEFT, id="play.earlier", tip=PlayText.TIP_BACK),
        ]
        self._on = [
            Button("", lambda: actions.look_by(1), quiet, Icon.RIGHT, id="play.later", tip=PlayText.TIP_FORWARD),
            Button("", lambda: actions.look_by(FAR), quiet, Icon.LAST, id="play.last", tip=PlayText.TIP_LAST),
        ]
        for button in (*self._back, *self._on):
            button.is_silent = True
        self.add(*self._back, *self._on)

    def show(self, match: MatchSnapshot) -> None:
        """Enable the steps there are."""
        has_before = bool(match.line.moves) and match.shown.node != 0
        has_after = bool(match.line.moves) and match.shown.node != match.line.moves[-1].node
        for button in self._back:
            button.is_enabled = has_before
        for button in self._on:
            button.is_enabled = has_after

    @staticmethod
    def needed_width(look: Look) -> int:
        """Pixels for all four."""
        return 4 * look.px(_SIDE)

    def arrange(self, rect: Rect, look: Look) -> None:
        side = look.px(_SIDE)
        for i, button in enumerate((*self._back, *self._on)):
            button.place(Rect(rect.left + i * side, rect.centery - side // 2, side, side).inflate(-2, -2), look)

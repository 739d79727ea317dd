"""What a person does in the match on the board: by a click on it, a button beside it, a key or the wheel."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame.event import Event

from clevergo.app.match.messages import MatchPhase
from clevergo.ui.kit.dialog import ask
from clevergo.ui.kit.look import Words
from clevergo.ui.scenes.play.sounds import sound_of_move
from clevergo.ui.scenes.play.words import refusal_words
from clevergo.ui.scenes.shared.board_pane import BoardPane
from clevergo.ui.shell.audio import Sound
from clevergo.ui.shell.scene import Page, Services
from clevergo.ui.strings import PlayText, RecordText, Text

FAR = 100_000
"""More moves than any game has."""
_STEPS = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_HOME: -FAR,
    pygame.K_END: FAR,
    pygame.K_PAGEUP: -10,
    pygame.K_PAGEDOWN: 10,
}
_BESIDE = {pygame.K_UP: -1, pygame.K_DOWN: 1}


class GameActions:
    """Passes on to the match what a person wants of it, after asking where that cannot be taken back."""

    def __init__(self, services: Services, page: Page, board: BoardPane) -> None:
        """``page`` is where dialogs open; ``board`` shows why a click was refused."""
        self.match = services.match
        self._audio = services.audio
        self._page = page
        self._board = board
        self._early_pass_in: int | None = None
        """The match in which a person has said that they mean to pass on an open board."""

    # --- moves ---

    def click(self, action: int) -> None:
        """A click on the board: a move; at the end of a game, a chain taken for dead."""
        match = self.match.snapshot
        if match.shown.board.dead is not None and match.shown.board.stones.flat[action]:
            self.match.toggle_dead(action)
        elif match.phase is MatchPhase.LOOKING:
            self._try(action)
        else:
            was_paused = self._end_pause()
            refusal = self.match.play(action)
            if refusal is not None:
                if was_paused:  # what was no move ends no pause
                    self.match.pause()
                self.refuse(action, PlayText.MUST_PASS if match.shown.must_pass else refusal_words(refusal))
            elif not match.shown.is_live:
                self._page.stage.toast(PlayText.VARIATION_BEGUN)

    def _try(self, action: int) -> None:
        """A move in a record: what is there already is shown, anything else begins a variation to look at."""
        before = self.match.snapshot
        following = before.line.moves[before.shown.ply : before.shown.ply + 1]
        known = {move.action for move in following} | {other for move in following for _, other in move.others}
        refusal = self.match.play(action)
        if refusal is not None:
            self.refuse(action, refusal_words(refusal))
            return
        now = self.match.snapshot
        self._audio.play(sound_of_move(before, now))
        if before.shown.is_live and action not in known:
            self._page.stage.toast(RecordText.TRYING)

    def refuse(self, action: int, words: Words) -> None:
        """Show and sound that a click was no move."""
        self._board.refuse(action, words)
        self._audio.play(Sound.REFUSED)

    def pass_turn(self) -> None:
        """Pass, where it is a person's turn; asks while most of the board is open.

        Once in a game is enough, except before the pass that would end it.
        """
        match = self.match.snapshot
        if not match.may_move or not match.shown.may_pass or match.phase is MatchPhase.LOOKING:
            return
        would_end = match.shown.board.last_move == match.setup.rules.pass_action
        if match.shown.is_open and (would_end or self._early_pass_in != match.match_id):
            said = PlayText.PASS_ENDS_SAID if would_end else PlayText.PASS_EARLY_SAID
            ask(self._page.stage, PlayText.PASS_EARLY, said, Text.PASS, self._pass, PlayText.PLAY_ON)
        else:
            self._pass()

    def _pass(self) -> None:
        match = self.match.snapshot
        if match.shown.is_open:
            self._early_pass_in = match.match_id
        self._end_pause()
        refusal = self.match.pass_turn()
        if refusal is not None:
            self._page.stage.toast(refusal_words(refusal))

    def _end_pause(self) -> bool:
        """A person's move ends a pause; whether there was one."""
        match = self.match.snapshot
        is_paused = match.phase is MatchPhase.PAUSED and match.shown.is_live and match.is_persons_turn
        if is_paused:
            self.match.start()
        return is_paused

    # --- the game ---

    def switch_pause(self) -> None:
        """Pause, or go on."""
        phase = self.match.snapshot.phase
        if phase is MatchPhase.RUNNING:
            self.match.pause()
        elif phase is MatchPhase.PAUSED:
            self.match.start()

    def resign(self) -> None:
        """Give up, after asking."""
        ask(self._page.stage, Text.RESIGN_ASK, Text.RESIGN_ASK_SAID, Text.RESIGN, self.match.resign)

    def restart(self) -> None:
        """The same players again; asks while a game is going on."""
        match = self.match.snapshot
        if match.away is not None:
            self.match.restart()  # the other is asked
        elif match.outcome is None and match.live.ply > 1:
            said = Text.RESTART_ASK_SAID
            ask(self._page.stage, Text.RESTART_ASK, said, Text.RESTART, self.match.restart)
        else:
            self.match.restart()

    # --- keys ---

    def handle(self, event: Event) -> bool:
        """Do what a key asks for; whether it did."""
        has_control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        acts: dict[int, Callable[[], None]] = {pygame.K_SPACE: self.pass_turn, pygame.K_p: self.switch_pause}
        if has_control:
            is_shifted = bool(event.mod & pygame.KMOD_SHIFT)
            acts = {pygame.K_z: self.match.redo if is_shifted else self.match.undo, pygame.K_y: self.match.redo}
            acts[pygame.K_p] = self.pass_turn
        act = acts.get(event.key)
        if act is not None:
            act()
        elif has_control or event.mod & pygame.KMOD_ALT:
            return False
        elif event.key in _STEPS:
            self.match.look_by(_STEPS[event.key])
        elif event.key in _BESIDE:
            self.match.look_beside(_BESIDE[event.key])
        else:
            return False
        return True

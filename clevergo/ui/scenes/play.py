"""The play scene: a board, and beside it who plays, how it stands, what the machine thinks and what one can do."""

from __future__ import annotations

from dataclasses import replace

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.messages import MatchPhase, MatchSetup, MatchSnapshot
from clevergo.app.settings import SceneName
from clevergo.players.spec import PlayerKind, PlayerSpec
from clevergo.ui.audio import Sound
from clevergo.ui.scene import BoardMark, Scene, Services, Visit
from clevergo.ui.scenes.board_pane import BoardPane
from clevergo.ui.scenes.frame import cut_frame
from clevergo.ui.scenes.mind_desk import MindDesk
from clevergo.ui.scenes.play_board import board_of, empty_board, is_persons_turn, may_move
from clevergo.ui.scenes.play_hearing import let_hear
from clevergo.ui.scenes.play_keys import play_by_key
from clevergo.ui.scenes.play_on import ask_who_plays_on, likely_players
from clevergo.ui.scenes.play_page import GamePage
from clevergo.ui.scenes.play_record import RecordButton, RecordDesk
from clevergo.ui.scenes.play_setup import SetupForm
from clevergo.ui.scenes.play_sides import Roster
from clevergo.ui.scenes.play_slot import Tab
from clevergo.ui.scenes.play_ticking import Ticking
from clevergo.ui.scenes.play_walk import walk_by_key
from clevergo.ui.scenes.play_words import REFUSAL_WORDS, dog_name, renamed
from clevergo.ui.strings import Text
from clevergo.ui.texts.play import PlayText
from clevergo.ui.texts.records import RecordText
from clevergo.ui.widgets.dialog import ask
from clevergo.ui.widgets.look import Look, Words
from clevergo.ui.widgets.notes import Tone

_SAID_AFTER, _SAID_ON = 0.5, 0.6
"""Seconds of reading a game that are worth a word, and for how long after it."""


class PlayScene(Scene):
    """Two players and a board. The match is the app's; this shows it and passes on what a person wants."""

    name = SceneName.PLAY

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._match = services.match.snapshot
        self._was_running = False
        self._is_setting_up = self._match.phase is MatchPhase.SETUP
        self._is_shown = False
        self._ticking = Ticking()
        self.board = BoardPane(self._clicked, self.look_by, has_cursor=True)
        self.board.pointed = self._hovered
        self.board.entered = self._explain_cursor
        self._has_explained_cursor = self._was_aiming = False
        self._record = RecordDesk(services, self, self._opening_game)
        self._early_pass_in: int | None = None
        """The match in which a person has said that they mean to pass on an open board."""
        self._opened_words: Words | None = None
        """What to say once the game that is being read is on the board; None while none is."""
        self._opening_for = 0.0
        last, record = services.preferences.now.last_match, RecordButton(self._record)
        resume = self._record.open_last
        self._form = SetupForm(last, self._setup_changed, self._start, self._back, record, resume)
        self._desk = MindDesk(services, self._show_board)
        self._game = GamePage(self, self._desk, lambda: RecordButton(self._record), self._deal_with_trouble)
        self.add(self.board, self._form, self._game)
        self._form.show_players(Roster.of(services.kennel))
        self._show(self._match)

    # --- scene ---

    def entered(self, visit: Visit | None) -> None:
        self._is_shown = True
        self._form.show_players(Roster.of(self.services.kennel))
        self._show(self._match)
        self.services.match.look_for_games()
        if visit is not None and visit.game is not None:
            self._record.open_file(visit.game)
        elif visit is not None and visit.opponent is not None:
            self._challenge(visit.opponent)

    def dog_renamed(self, old: str, new: str) -> None:
        setup = self._form.setup
        black, white = (renamed(spec, old, new) for spec in (setup.black, setup.white))
        self._form.setup = replace(setup, black=black, white=white)

    def left(self) -> None:
        self._is_shown = False
        self._desk.attend(False)

    def place(self, rect: Rect, look: Look) -> None:
        super().place(rect, look)
        frame = cut_frame(rect, look)
        self.board.place(frame.board, look)
        self._form.place(frame.column, look)
        self._game.place(frame.column, look)
        self._show_board()  # what is to be seen on it may have been changed in the settings

    def draw_behind(self, surface: Surface, look: Look) -> None:
        look.shadow(surface, self.board.rect, 6, 12)

    def board_mark(self) -> BoardMark | None:
        return self.board.mark()

    def update(self, dt: float) -> bool:
        self.services.match.poll()
        match = self.services.match.snapshot
        if match.version != self._match.version:
            before, self._match = self._match, match
            self._watch_for_opened(before, match)
            said = let_hear(before, match, self.services.audio)
            if said is not None:
                self.stage.toast(said)
            self._show(match)
        clock = self.services.match.clock
        self._game.show_clock(clock)
        self._ticking.let_hear(match, clock, self.services.audio)
        if self._is_setting_up:
            self._form.offer_last(self._record.unfinished())
        self._record.update()
        self._desk.update()
        self._say_it_is_read(dt)
        return False

    def handle(self, event: Event) -> bool:
        if event.type != pygame.KEYDOWN or self._record.handle(event):
            return event.type == pygame.KEYDOWN
        if play_by_key(event, self):
            return True
        if self._is_setting_up or walk_by_key(event, self):
            return not self._is_setting_up
        if not self._desk.handle(event):
            return False
        self._game.turn_to(Tab.MIND)  # where the answer is
        return True

    # --- what a person can do ---

    def pass_turn(self) -> None:
        """Pass, where it is a person's turn; asks while most of the board is open.

        Once in a game is enough, except before the pass that would end it.
        """
        match = self._match
        if not self._may_move() or match.phase is MatchPhase.LOOKING:
            return
        would_end = match.last_move == match.setup.ruleset.pass_action
        if match.is_open and (would_end or self._early_pass_in != match.match_id):
            said = PlayText.PASS_ENDS_SAID if would_end else PlayText.PASS_EARLY_SAID
            ask(self.stage, PlayText.PASS_EARLY, said, Text.PASS, self._pass, PlayText.PLAY_ON)
        else:
            self._pass()

    def _pass(self) -> None:
        if self._match.is_open:
            self._early_pass_in = self._match.match_id
        self._go_on_for_a_move()
        refusal = self.services.match.pass_turn()
        if refusal is not None:
            self.stage.toast(REFUSAL_WORDS[refusal])

    def undo(self) -> None:
        """Take the last move back."""
        if self._match.can_undo and not self._is_setting_up:
            self.services.match.undo()

    def redo(self) -> None:
        """Play again what was taken back."""
        if self._match.can_redo and not self._is_setting_up:
            self.services.match.redo()

    def look_by(self, steps: int) -> None:
        """Look so many moves further on, or back."""
        if not self._is_setting_up:
            self.services.match.look_by(steps)

    def look_beside(self, step: int) -> None:
        """Look at another variation."""
        if not self._is_setting_up:
            self.services.match.look_beside(step)

    def look_at(self, node: int) -> None:
        """Look at a position of the record."""
        self.services.match.look_at(node)

    def look_live(self) -> None:
        """Look at the game itself again."""
        self.services.match.look_live()

    def switch_pause(self) -> None:
        """Pause, or go on."""
        if self._is_setting_up:
            return
        if self._match.phase is MatchPhase.RUNNING:
            self.services.match.pause()
        elif self._match.phase is MatchPhase.PAUSED:
            self.services.match.start()

    def aim(self) -> None:
        """Go to the board with the keyboard, or leave it; before a game there is nothing to do there."""
        if not self._is_setting_up:
            self.stage.set_focus(None if self.board.has_focus else self.board, by_keys=True)

    def start_or_aim(self) -> None:
        """Begin the game that is set up; in a game, go to the board. Whoever begins by keys goes on with them."""
        if self._is_setting_up:
            self._was_aiming = True
            self._start()
        else:
            self.aim()

    def resign(self) -> None:
        """Give up, after asking."""
        ask(self.stage, Text.RESIGN_ASK, Text.RESIGN_ASK_SAID, Text.RESIGN, self._resign)

    def restart(self) -> None:
        """The same players again; asks while a game is going on."""
        if self._match.outcome is None and self._match.live_ply > 1:
            ask(self.stage, Text.RESTART_ASK, Text.RESTART_ASK_SAID, Text.RESTART, self._restart)
        else:
            self._restart()

    def new_game(self) -> None:
        """Choose players and rules; a running game waits meanwhile."""
        if self._is_setting_up:
            return
        self._was_running = self._match.phase is MatchPhase.RUNNING
        if self._was_running:
            self.services.match.pause()
        self._form.setup = self.services.preferences.now.last_match  # not what a record was played by
        self._form.show_players(Roster.of(self.services.kennel))
        self._was_aiming = self.board.has_focus
        if self._was_aiming:
            self.stage.set_focus(None)  # Enter begins the new game
        self._set_up(True)

    def play_on(self) -> None:
        """Ask who plays a game of one's own from the position of a record."""
        match, last = self._match, self.services.preferences.now.last_match
        players = likely_players(last, match.to_play)
        ask_who_plays_on(self.stage, match.ply, players, Roster.of(self.services.kennel), self._play_on)

    def _play_on(self, black: PlayerSpec, white: PlayerSpec) -> None:
        if self._are_trained(black, white):
            self.services.match.play_on(black, white)

    def _back(self) -> None:
        self._set_up(False)
        was_running, self._was_running = self._was_running, False
        if was_running and self._match.phase is MatchPhase.PAUSED:
            self.services.match.start()

    def _start(self) -> None:
        setup = self._form.setup
        if not self._are_trained(setup.black, setup.white):
            return
        by_keys = self._was_aiming or (self.stage.shows_focus and any(w.has_focus for w in self._form.walk()))
        self.services.preferences.change(last_match=setup)
        self._opened_words = None
        self.services.match.new_match(setup)
        self.services.match.start()
        self._set_up(False)
        if by_keys and setup.has_human:
            self.stage.set_focus(self.board, by_keys=True)

    def _are_trained(self, *players: PlayerSpec) -> bool:
        """Whether all of them can play; says which dog cannot."""
        dog = next((p.dog for p in players if p.dog is not None and self._is_untrained(p.dog)), None)
        if dog is not None:
            self._say_untrained(dog)
        return dog is None

    def _restart(self) -> None:
        self.services.match.restart()

    def _resign(self) -> None:
        self.services.match.resign()

    def _deal_with_trouble(self) -> None:
        """Try again where the game waits for that; else the message has been read."""
        self._game.take_as_read(self._match.error)
        if self._match.phase is MatchPhase.PAUSED:
            self.services.match.start()
        self._show(self._match)

    def _challenge(self, dog: str) -> None:
        """A game of the person, with Black, against a dog."""
        white = PlayerSpec(PlayerKind.ALPHAGO, dog, 100)
        if self._match.phase is MatchPhase.RUNNING and not self._is_setting_up:
            self.new_game()
        self._form.setup = replace(self._form.setup, black=PlayerSpec(PlayerKind.HUMAN), white=white)
        self._form.show_players(Roster.of(self.services.kennel))
        self._set_up(True)

    def _clicked(self, action: int) -> None:
        if self._is_setting_up:
            self._refuse(action, Text.REFUSED_NOT_STARTED)
            return
        if self._match.dead is not None and self._match.stones.flat[action]:
            self.services.match.toggle_dead(action)
            return
        if self._match.phase is MatchPhase.LOOKING:
            self._try(action)
            return
        self._go_on_for_a_move()
        was_back = not self._match.is_live
        refusal = self.services.match.play(action)
        if refusal is None and was_back:
            self.stage.toast(PlayText.VARIATION_BEGUN)
        if refusal is not None:
            self._refuse(action, REFUSAL_WORDS[refusal])

    def _try(self, action: int) -> None:
        """A move in a record: what is there already is shown, anything else begins a variation to look at."""
        before = self._match
        following = before.line[before.ply : before.ply + 1]
        known = {move.action for move in following} | {other for move in following for _, other in move.others}
        refusal = self.services.match.play(action)
        if refusal is not None:
            self._refuse(action, REFUSAL_WORDS[refusal])
            return
        now = self.services.match.snapshot
        self.services.audio.play(Sound.CAPTURE if sum(now.captures) > sum(before.captures) else Sound.STONE)
        if before.is_live and action not in known:
            self.stage.toast(RecordText.TRYING)

    def _go_on_for_a_move(self) -> None:
        """A person's move ends a pause."""
        if self._match.phase is MatchPhase.PAUSED and self._match.is_live and is_persons_turn(self._match):
            self.services.match.start()

    def _refuse(self, action: int, words: Text) -> None:
        self.board.refuse(action, words)
        self.services.audio.play(Sound.REFUSED)

    def _hovered(self, action: int | None) -> None:
        if not self._is_setting_up:
            self._desk.hover(action)

    def _explain_cursor(self) -> None:
        """Say once what the keys do on the board."""
        if not self._has_explained_cursor:
            self._has_explained_cursor = True
            self.stage.toast(PlayText.CURSOR_SAID)

    def _setup_changed(self, setup: MatchSetup) -> None:
        self._show_board()

    # --- showing ---

    def _set_up(self, setting_up: bool) -> None:
        self._is_setting_up = setting_up
        self._match = self.services.match.snapshot
        self._show(self._match)

    def _show(self, match: MatchSnapshot) -> None:
        self._form.is_visible = self._is_setting_up
        self._form.offer_way_back(match.phase is not MatchPhase.SETUP)
        self._game.is_visible = self.board.can_focus = not self._is_setting_up
        self._desk.attend(self._is_shown and not self._is_setting_up)
        self._desk.show(match)
        self._game.show(match, self._may_move())
        self._show_board()

    def _opening_game(self, words: Words) -> None:
        self._opened_words = words
        self._opening_for = 0.0

    def _say_it_is_read(self, dt: float) -> None:
        """A game that was asked for is not there yet: on a first start the rules are compiled before it."""
        if self._opened_words is None or not self._match.engine_loading:
            return
        self._opening_for += dt
        if self._opening_for >= _SAID_AFTER and self._is_shown:
            words = PlayText.OPENING if self._match.preparing is None else PlayText.OPENING_FIRST
            self.stage.toasts.say(words, self.stage.look, seconds=_SAID_ON)

    def _watch_for_opened(self, before: MatchSnapshot, now: MatchSnapshot) -> None:
        """A game that was asked for is on the board, or cannot be read."""
        words = self._opened_words
        if words is None:
            return
        if now.match_id != before.match_id:
            self._opened_words = None
            self._is_setting_up = False
            self._game.open_at_moves(now)
            if now.note:
                self.stage.toast(now.note, Tone.ERROR)
            elif words:
                self.stage.toast(words)
        elif now.error is not None and now.error is not before.error:
            self._opened_words = None
            self._game.take_as_read(now.error)
            self.stage.toast(now.error.reason, Tone.ERROR)

    def _show_board(self) -> None:
        match = self._match
        if self._is_setting_up and (match.phase is not MatchPhase.SETUP or match.ply == 0):
            self.board.show(empty_board(self._form.setup, self.services.preferences.now))
            return
        marks = self._desk.marks
        if marks.line:
            shown = replace(board_of(match, None, self.services.preferences.now), last_move=None, numbers={})
        else:
            shown = board_of(match, int(match.to_play) if self._may_move() else None, self.services.preferences.now)
        self.board.show(replace(shown, marks=marks))

    def _may_move(self) -> bool:
        return not self._is_setting_up and may_move(self._match)

    def _say_untrained(self, name: str) -> None:
        self.stage.toast(lambda s: s.get(Text.DOG_UNTRAINED, name=dog_name(s, name)), Tone.ERROR)

    def _is_untrained(self, name: str) -> bool:
        return any(dog.name == name and dog.weights is None for dog in self.services.kennel.dogs())
